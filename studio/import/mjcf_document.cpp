// SPDX-License-Identifier: GPL-3.0-or-later
#include "studio/import/mjcf_document.hpp"

#include <map>
#include <string>

namespace tendril {
namespace {

using Node = pugi::xml_node;
using Attributes = std::map<std::string, std::string>;
using Class = std::map<std::string, Attributes>;  ///< by element

constexpr int kDeepest = 16;  // files that include files
constexpr auto kMain = "main";

bool splice(XmlFile& xml, const Node& at, const std::filesystem::path& folder, int depth) {
  for (Node child = at.first_child(); child;) {
    const Node next = child.next_sibling();
    if (std::string_view(child.name()) == "include") {
      const std::filesystem::path file = folder / child.attribute("file").value();
      pugi::xml_document other;
      if (depth >= kDeepest || !other.load_file(file.c_str())) {
        xml.error(child, {},
                  "the included file \"" + std::string(child.attribute("file").value()) + "\" cannot be read",
                  depth >= kDeepest ? "files include each other in a circle" : "put it beside the robot's file");
        return false;
      }
      if (!splice(xml, other.document_element(), folder, depth + 1)) return false;
      Node parent = at, after = child;
      for (const Node& each : other.document_element().children()) parent.insert_copy_before(each, after);
      parent.remove_child(after);
    } else if (!splice(xml, child, folder, depth)) {
      return false;
    }
    child = next;
  }
  return true;
}

void collect(const Node& given, Class inherited, std::map<std::string, Class>& classes) {
  for (const Node& element : given.children()) {
    if (std::string_view(element.name()) == "default") continue;
    for (const pugi::xml_attribute& attribute : element.attributes())
      inherited[element.name()][attribute.name()] = attribute.value();
  }
  const std::string name = given.attribute("class").as_string(kMain);
  classes[name] = inherited;
  for (const Node& nested : given.children("default")) collect(nested, inherited, classes);
}

void apply(Node at, const std::string& around, const std::map<std::string, Class>& classes) {
  for (Node child : at.children()) {
    if (child.type() != pugi::node_element || std::string_view(child.name()) == "default") continue;
    const std::string own = child.attribute("class").as_string(around.c_str());
    const auto known = classes.find(own);
    if (known != classes.end()) {
      const auto element = known->second.find(child.name());
      if (element != known->second.end())
        for (const auto& [name, value] : element->second)
          if (name != "class" && !child.attribute(name.c_str())) child.append_attribute(name.c_str()) = value.c_str();
    }
    apply(child, child.attribute("childclass").as_string(around.c_str()), classes);
  }
}

}  // namespace

bool spliceIncludes(XmlFile& xml, const std::filesystem::path& file) {
  return splice(xml, xml.root(), file.parent_path(), 0);
}

void applyDefaults(const Node& mujoco) {
  std::map<std::string, Class> classes;
  for (const Node& given : mujoco.children("default")) collect(given, classes[kMain], classes);
  apply(mujoco, kMain, classes);
}

}  // namespace tendril

// SPDX-License-Identifier: BSD-3-Clause
#include "core/model/contact/scene_check.hpp"

#include <cstdint>
#include <cstring>
#include <fstream>
#include <iterator>
#include <pugixml.hpp>
#include <stdexcept>
#include <string_view>

namespace tendril {
namespace {

constexpr std::size_t kGlbHead = 20, kXmlHead = 1024;  // bytes

[[noreturn]] void refuse(const std::string& why) {
  throw std::runtime_error("cannot be read: " + why);
}

/// A binary glTF: three numbers of 32 bits, then the length of the first part.
void checkGlb(const std::string& content) {
  const auto number = [&](std::size_t at) {
    std::uint32_t value = 0;
    std::memcpy(&value, content.data() + at, sizeof value);
    return std::uintmax_t{value};
  };
  if (content.size() < kGlbHead || number(8) > content.size() || kGlbHead + number(12) > content.size())
    refuse("it is cut off, and ends after " + std::to_string(content.size()) + " bytes");
}

/// Assimp waits for ever for the end of a word among indices.
class ColladaCheck : public pugi::xml_tree_walker {
 public:
  bool for_each(pugi::xml_node& node) override {
    const std::string_view name = node.name();
    if (name != "p" && name != "h" && name != "v" && name != "vcount") return true;
    const std::string_view text = node.text().get();
    if (text.find_first_not_of("-0123456789 \t\r\n") != std::string_view::npos)
      refuse("the list <" + std::string(name) + "> has something else than whole numbers");
    return true;
  }
};

void checkCollada(const std::string& content) {
  pugi::xml_document document;
  const pugi::xml_parse_result result = document.load_buffer(content.data(), content.size());
  if (!result) refuse(std::string("it is no XML: ") + result.description());
  ColladaCheck check;
  document.traverse(check);
}

}  // namespace

void checkScene(const std::string& file) {
  std::ifstream stream(file, std::ios::binary);
  std::string content(kXmlHead, '\0');
  stream.read(content.data(), kXmlHead);
  content.resize(static_cast<std::size_t>(stream.gcount()));
  const bool glb = content.starts_with("glTF"), collada = content.find("<COLLADA") != std::string::npos;
  if (!glb && !collada) return;
  content.append(std::istreambuf_iterator<char>(stream), {});
  if (glb) checkGlb(content);
  if (collada) checkCollada(content);
}

}  // namespace tendril

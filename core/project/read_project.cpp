// SPDX-License-Identifier: BSD-3-Clause
#include <algorithm>
#include <cstdio>
#include <exception>
#include <fstream>
#include <vector>

#include "core/builder/checks/check.hpp"
#include "core/description/references.hpp"
#include "core/project/project.hpp"
#include "core/project/read_value.hpp"
#include "core/text/number_text.hpp"

namespace tendril {
namespace {

/// What buildModel makes variants with.
class FileVariants : public VariantSource {
 public:
  FileVariants() { setOfProcess(this); }
  bool apply(Description& description, std::string_view name, std::vector<Problem>& problems,
             const Catalogue& catalogue) const override {
    return applyVariant(description, name, problems, catalogue);
  }
};
const FileVariants kVariants;

using json::Node;

/// The head of the file; false if the rest cannot be understood.
bool headerIsGood(const Node& root, std::vector<Problem>& problems) {
  if (!root.is(Node::Kind::kObject)) {
    problems.push_back({.path = "",
                        .message = "a project is an object {…}, this is " + std::string(kindName(root.kind)),
                        .cure = "start with { \"format\": \"tendril\", \"version\": 1, …",
                        .line = root.line});
    return false;
  }
  const Node* format = root.find("format");
  if (!format || format->text != "tendril") {
    problems.push_back({.path = "format",
                        .message = format ? "this is no tendril project" : "is missing: this may be no tendril project",
                        .cure = "\"format\": \"tendril\"",
                        .line = format ? format->line : root.line});
    return false;
  }
  const Node* version = root.find("version");
  if (version && version->is(Node::Kind::kNumber) && version->number > Description::kVersion) {
    problems.push_back({.path = "version",
                        .message = "the file has version " + numberText(version->number) +
                                   ", this program reads up to " + std::to_string(Description::kVersion),
                        .cure = "open it with a newer release",
                        .line = version->line});
    return false;
  }
  if (version && version->is(Node::Kind::kNumber) && version->number < 1) {
    problems.push_back({.path = "version",
                        .message = "there is no version " + numberText(version->number),
                        .cure = "write 1",
                        .line = version->line});
    return false;
  }
  return true;
}

/// True if one path is the other or lies inside it.
bool related(const std::string& a, const std::string& b) {
  const std::string& shorter = a.size() < b.size() ? a : b;
  const std::string& longer = a.size() < b.size() ? b : a;
  if (longer.compare(0, shorter.size(), shorter) != 0) return false;
  return longer.size() == shorter.size() || shorter.empty() || longer[shorter.size()] == '.' ||
         longer[shorter.size()] == '[';
}

/// Adds what the checks find in places that had no problem before: what could not be read has only its default.
void addChecks(ReadResult& result, const Catalogue& catalogue) {
  std::vector<Problem> unresolved;  // the checks find them again
  resolveReferences(result.description, unresolved);
  const BuildOptions options{.directory = result.directory, .catalogue = &catalogue};
  std::vector<Problem> checks =
      result.ok() ? checkDescription(result.description, options) : checkFields(result.description, options);
  const std::size_t reading = result.problems.size();
  for (Problem& problem : checks) {
    const auto end = result.problems.begin() + static_cast<std::ptrdiff_t>(reading);
    const bool known = std::any_of(result.problems.begin(), end, [&](const Problem& other) {
      return other.isError() && related(other.path, problem.path);
    });
    if (!known) result.problems.push_back(std::move(problem));
  }
}

/// Line of the value at a path, or of the innermost object around it that the file has.
int lineOf(const Node& root, std::string_view path) {
  const Node* node = &root;
  while (!path.empty() && node) {
    const Node* next = nullptr;
    std::size_t used = 0;
    const auto consider = [&](std::string_view step, const Node& child) {
      const bool end = step.size() == path.size() ||
                       (step.size() < path.size() && (path[step.size()] == '.' || path[step.size()] == '['));
      if (step.empty() || step.size() < used || !end || path.substr(0, step.size()) != step) return;
      next = &child;
      used = step.size();
    };
    for (std::size_t i = 0; i < node->items.size(); ++i) {
      if (node->is(Node::Kind::kObject)) {
        consider(node->keys[i], node->items[i]);
      } else {
        consider('[' + std::to_string(i) + ']', node->items[i]);
        if (const Node* name = node->items[i].find("name")) consider(name->text, node->items[i]);
      }
    }
    if (!next) break;
    node = next;
    path.remove_prefix(used);
    if (!path.empty() && path.front() == '.') path.remove_prefix(1);
  }
  return node->line;
}

void read(ReadResult& result, const Catalogue& catalogue) {
  const Node root = json::parse(result.text, result.problems);
  if (hasErrors(result.problems) && root.is(Node::Kind::kNull)) return;
  if (!headerIsGood(root, result.problems)) return;
  project::ValueReader reader(result.problems, catalogue);
  reader.read(result.description, root, {});
  assignIds(result.description);
  addChecks(result, catalogue);
  for (Problem& problem : result.problems)
    if (problem.line == 0) problem.line = lineOf(root, problem.path);
}

}  // namespace

ReadResult readProjectText(std::string text, const std::filesystem::path& directory, const Catalogue& catalogue) {
  ReadResult result;
  result.text = std::move(text);
  result.directory = directory;
  try {
    read(result, catalogue);
  } catch (const std::exception& error) {
    result.problems.push_back({.path = "", .message = std::string("cannot be read: ") + error.what(), .cure = ""});
  }
  return result;
}

ReadResult readProject(const std::filesystem::path& file, const Catalogue& catalogue) {
  const auto failed = [](std::string message, std::string cure) {
    ReadResult result;
    result.problems.push_back({.path = "", .message = std::move(message), .cure = std::move(cure)});
    return result;
  };
  std::error_code error;
  const std::string name = file.string();
  if (!std::filesystem::exists(file, error)) return failed("there is no file " + name, "check the path");
  if (std::filesystem::is_directory(file, error)) return failed(name + " is a folder", "name a *.tendril.json file");
  const std::size_t most = json::Limits().bytes;
  const auto tooLarge = [&] {
    return failed(name + " has more than the " + std::to_string(most >> 20) + " MiB that are read",
                  "keep large data in files of their own");
  };
  const auto size = std::filesystem::file_size(file, error);
  if (!error && size > most) return tooLarge();
  std::ifstream stream(file, std::ios::binary);
  std::string text;
  // Devices and pipes have no size, and some no end.
  for (std::vector<char> block(1 << 16); stream && text.size() <= most;) {
    stream.read(block.data(), static_cast<std::streamsize>(block.size()));
    text.append(block.data(), static_cast<std::size_t>(stream.gcount()));
  }
  if (!stream.is_open() || stream.bad()) return failed(name + " cannot be read", "check its permissions");
  if (text.size() > most) return tooLarge();
  return readProjectText(std::move(text), file.parent_path(), catalogue);
}

}  // namespace tendril

// SPDX-License-Identifier: BSD-3-Clause
#include <iterator>
#include <nlohmann/json.hpp>
#include <unordered_set>

#include "core/project/json_tree.hpp"

namespace tendril::json {
namespace {

/// Characters for the tokeniser, counting lines. A token never ends with a line break, and the tokeniser looks at most
/// one character ahead: the line of the last token is that of the character before the last one taken.
class CountingIterator {
 public:
  using iterator_category = std::input_iterator_tag;
  using value_type = char;
  using difference_type = std::ptrdiff_t;
  using pointer = const char*;
  using reference = const char&;

  CountingIterator(const char* at, int* line) : at_(at), line_(line) {}
  reference operator*() const { return *at_; }
  CountingIterator& operator++() {
    if (pendingBreak_) ++*line_;
    pendingBreak_ = *at_ == '\n';
    ++at_;
    return *this;
  }
  bool operator==(const CountingIterator& other) const { return at_ == other.at_; }
  bool operator!=(const CountingIterator& other) const { return at_ != other.at_; }

 private:
  const char* at_;
  int* line_;
  bool pendingBreak_ = false;
};

/// Receives the tokeniser's events and builds the tree.
class TreeBuilder final : public nlohmann::json_sax<nlohmann::json> {
 public:
  TreeBuilder(const int& line, const Limits& limits, std::vector<Problem>& problems)
      : line_(line), limits_(limits), problems_(problems) {}

  bool null() override { return add(Node()); }
  bool boolean(bool value) override { return add(Node::ofBool(value)); }
  bool number_integer(number_integer_t value) override { return add(Node::ofNumber(static_cast<double>(value))); }
  bool number_unsigned(number_unsigned_t value) override { return add(Node::ofNumber(static_cast<double>(value))); }
  bool number_float(number_float_t value, const string_t&) override { return add(Node::ofNumber(value)); }
  bool string(string_t& value) override { return add(Node::ofText(std::move(value))); }
  bool binary(binary_t&) override { return fail("binary data is not part of JSON", "remove it"); }
  bool start_object(std::size_t) override { return open(Node::object()); }
  bool start_array(std::size_t) override { return open(Node::array()); }
  bool end_object() override { return close(); }
  bool end_array() override { return close(); }

  bool key(string_t& name) override {
    Open& object = open_.back();
    object.skip = !object.seen.insert(name).second;
    if (object.skip)
      problems_.push_back({.path = path(name), .message = "stands twice", .cure = "remove one of them", .line = line_});
    object.key = std::move(name);
    return true;
  }

  bool parse_error(std::size_t, const std::string& token, const nlohmann::detail::exception& error) override {
    if (error.id == 406) return fail(token + " is larger than any number can be", "the largest is about 1.8e308");
    std::string what = error.what();
    const std::size_t start = what.find("] ");  // "[json.exception.parse_error.101] parse error at …"
    if (start != std::string::npos) what.erase(0, start + 2);
    return fail("this is not JSON: " + what, "mend the file there");
  }

  Node take() { return std::move(root_); }

 private:
  /// An object or list that is not closed yet.
  struct Open {
    Node node;
    std::string key;  ///< of the value to come
    bool skip = false;
    std::unordered_set<std::string> seen;
  };

  bool add(Node node) {
    if (++count_ > limits_.values)
      return fail("more than " + std::to_string(limits_.values) + " values", "split the project");
    if (node.line == 0) node.line = line_;
    if (open_.empty()) {
      root_ = std::move(node);
      return true;
    }
    Open& parent = open_.back();
    if (parent.node.is(Node::Kind::kArray)) {
      parent.node.items.push_back(std::move(node));
    } else if (!parent.skip) {
      parent.node.add(std::move(parent.key), std::move(node));
    }
    return true;
  }

  bool open(Node node) {
    if (static_cast<int>(open_.size()) >= limits_.depth) {
      open_.clear();  // no path helps here
      return fail("nested deeper than " + std::to_string(limits_.depth) + " levels", "make it flatter");
    }
    node.line = line_;
    open_.push_back({std::move(node), {}, false, {}});
    return true;
  }

  bool close() {
    Node node = std::move(open_.back().node);
    open_.pop_back();
    return add(std::move(node));
  }

  bool fail(std::string message, std::string cure) {
    problems_.push_back({.path = path({}), .message = std::move(message), .cure = std::move(cure), .line = line_});
    return false;
  }

  /// Path of a key of the innermost object, or of the value being read.
  std::string path(std::string_view last) const {
    std::string text;
    for (std::size_t i = 0; i < open_.size(); ++i) {
      const Open& open = open_[i];
      const bool innermost = i + 1 == open_.size();
      if (open.node.is(Node::Kind::kArray)) {
        text += '[' + std::to_string(open.node.items.size()) + ']';
      } else {
        const std::string_view name = innermost && !last.empty() ? last : std::string_view(open.key);
        if (!name.empty() && !text.empty()) text += '.';
        text += name;
      }
    }
    return text;
  }

  const int& line_;
  const Limits& limits_;
  std::vector<Problem>& problems_;
  std::vector<Open> open_;
  Node root_;
  std::size_t count_ = 0;
};

}  // namespace

Node parse(std::string_view text, std::vector<Problem>& problems, const Limits& limits) {
  if (text.size() > limits.bytes) {
    problems.push_back({.path = "",
                        .message = "the file has " + std::to_string(text.size() >> 20) + " MiB; at most " +
                                   std::to_string(limits.bytes >> 20) + " are read",
                        .cure = "keep large data in files of their own"});
    return {};
  }
  int line = 1;
  TreeBuilder builder(line, limits, problems);
  const bool complete = nlohmann::json::sax_parse(CountingIterator(text.data(), &line),
                                                  CountingIterator(text.data() + text.size(), &line), &builder,
                                                  nlohmann::json::input_format_t::json, true, true);
  return complete ? builder.take() : Node();
}

}  // namespace tendril::json

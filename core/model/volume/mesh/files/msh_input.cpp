// SPDX-License-Identifier: BSD-3-Clause
#include "core/model/volume/mesh/files/msh_input.hpp"

#include <algorithm>
#include <charconv>
#include <cstring>
#include <stdexcept>

namespace tendril {
namespace {

constexpr std::size_t kShown = 24;  // characters of a wrong word

bool isSpace(char c) {
  return c == ' ' || c == '\n' || c == '\r' || c == '\t' || c == '\v' || c == '\f';
}

std::string printable(std::string_view word) {
  std::string shown;
  for (char c : word.substr(0, kShown)) shown += c >= ' ' && c <= '~' ? c : '?';
  return word.size() > kShown ? shown + "…" : shown;
}

template <class T>
bool parse(std::string_view word, T& value) {
  if (word.starts_with('+')) word.remove_prefix(1);
  const auto [end, problem] = std::from_chars(word.data(), word.data() + word.size(), value);
  return problem == std::errc() && end == word.data() + word.size();
}

}  // namespace

void MshInput::skipSpace() {
  while (at_ < bytes_.size() && isSpace(bytes_[at_])) ++at_;
}

bool MshInput::atEnd() {
  skipSpace();
  last_ = at_;
  return at_ == bytes_.size();
}

std::string_view MshInput::word() {
  skipSpace();
  last_ = at_;
  while (at_ < bytes_.size() && !isSpace(bytes_[at_])) ++at_;
  if (at_ == last_) fail("the file ends here, it is cut off; save or copy it again");
  return bytes_.substr(last_, at_ - last_);
}

std::string_view MshInput::line() {
  last_ = at_;
  const std::size_t end = std::min(bytes_.find('\n', at_), bytes_.size());
  std::string_view text = bytes_.substr(at_, end - at_);
  at_ = std::min(end + 1, bytes_.size());
  while (!text.empty() && isSpace(text.back())) text.remove_suffix(1);
  while (!text.empty() && isSpace(text.front())) text.remove_prefix(1);
  return text;
}

std::int64_t MshInput::textInteger() {
  const std::string_view text = word();
  std::int64_t value = 0;
  if (!parse(text, value)) fail("a whole number is expected here, not \"" + printable(text) + "\"");
  return value;
}

double MshInput::textReal() {
  const std::string_view text = word();
  double value = 0;
  if (!parse(text, value)) fail("a number is expected here, not \"" + printable(text) + "\"");
  return value;
}

template <class T>
T MshInput::raw() {
  last_ = at_;
  if (remaining() < sizeof(T)) fail("the file ends here, it is cut off; save or copy it again");
  char buffer[sizeof(T)];
  std::memcpy(buffer, bytes_.data() + at_, sizeof(T));
  at_ += sizeof(T);
  if (swapped_) std::reverse(buffer, buffer + sizeof(T));
  T value;
  std::memcpy(&value, buffer, sizeof(T));
  return value;
}

std::int64_t MshInput::integer4() {
  if (binary_) return raw<std::int32_t>();
  const std::int64_t value = textInteger();
  if (value != static_cast<std::int32_t>(value)) fail("the number " + std::to_string(value) + " is too large here");
  return value;
}

std::int64_t MshInput::integer8() {
  return binary_ ? raw<std::int64_t>() : textInteger();
}

double MshInput::real() {
  return binary_ ? raw<double>() : textReal();
}

void MshInput::skip(std::int64_t count, int bytesEach) {
  if (!binary_) {
    for (std::int64_t i = 0; i < count; ++i) word();
    return;
  }
  last_ = at_;
  if (static_cast<std::uint64_t>(count) > remaining() / static_cast<std::size_t>(bytesEach))
    fail("the file ends before what it announces here; save or copy it again");
  at_ += static_cast<std::size_t>(count) * static_cast<std::size_t>(bytesEach);
}

void MshInput::skipPast(std::string_view mark) {
  last_ = at_;
  const std::size_t found = bytes_.find(mark, at_);
  if (found == std::string_view::npos)
    fail(std::string(mark) + " is missing, the file is cut off; save or copy it again");
  at_ = found + mark.size();
}

std::int64_t MshInput::checkedCount(std::int64_t count, std::string_view noun) {
  if (count < 0) fail("announces " + std::to_string(count) + " " + std::string(noun) + ", which cannot be");
  // Anything takes two bytes at least: a digit and a space.
  if (static_cast<std::uint64_t>(count) > remaining() / 2 + 1)
    fail("announces " + std::to_string(count) + " " + std::string(noun) +
         ", more than the rest of the file can hold; it is cut off or not a mesh");
  return count;
}

void MshInput::fail(const std::string& what) const {
  if (binary_) throw std::runtime_error("byte " + std::to_string(last_) + ": " + what);
  const auto line = 1 + std::count(bytes_.begin(), bytes_.begin() + static_cast<std::ptrdiff_t>(last_), '\n');
  throw std::runtime_error("line " + std::to_string(line) + ": " + what);
}

}  // namespace tendril

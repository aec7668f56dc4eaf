// SPDX-License-Identifier: BSD-3-Clause
#include "core/model/contact/ply_file.hpp"

#include <algorithm>
#include <bit>
#include <cctype>
#include <charconv>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <optional>
#include <sstream>
#include <stdexcept>
#include <string>

namespace tendril {
namespace {

[[noreturn]] void refuse(const std::string& why) {
  throw std::runtime_error("cannot be read: as a PLY file " + why);
}

/// A number as the file has it.
template <class T>
double valueOf(const char* bytes, bool swapped) {
  std::array<char, sizeof(T)> own;
  std::memcpy(own.data(), bytes, sizeof(T));
  if (swapped) std::ranges::reverse(own);
  return static_cast<double>(std::bit_cast<T>(own));
}

struct NumberType {
  std::string_view name, sized;  ///< "uchar", "uint8"
  std::size_t bytes;
  double (*value)(const char* bytes, bool swapped);
};
constexpr NumberType kTypes[] = {
    {"char", "int8", 1, valueOf<std::int8_t>},    {"uchar", "uint8", 1, valueOf<std::uint8_t>},
    {"short", "int16", 2, valueOf<std::int16_t>}, {"ushort", "uint16", 2, valueOf<std::uint16_t>},
    {"int", "int32", 4, valueOf<std::int32_t>},   {"uint", "uint32", 4, valueOf<std::uint32_t>},
    {"float", "float32", 4, valueOf<float>},      {"double", "float64", 8, valueOf<double>}};

const NumberType& typeNamed(const std::string& name) {
  const auto* found =
      std::ranges::find_if(kTypes, [&](const NumberType& t) { return t.name == name || t.sized == name; });
  if (found == std::end(kTypes)) refuse("it has numbers of the unknown type \"" + name + '"');
  return *found;
}

struct Property {
  std::string name;
  const NumberType* type = nullptr;
  const NumberType* count = nullptr;  ///< of a list: type of its length
};

struct Element {
  std::string name;
  std::size_t count = 0;
  std::vector<Property> properties;
};

class PlyFile {
 public:
  explicit PlyFile(std::string_view bytes) : left_(bytes) { readHeader(); }

  TriangleMesh mesh() {
    for (const Element& element : elements_) {
      if (element.properties.empty()) continue;
      // Every row takes a byte or more.
      if (element.count > left_.size())
        refuse("it ends early: it promises " + std::to_string(element.count) + " of " + element.name);
      if (element.name == "vertex")
        readVertices(element);
      else if (element.name == "face")
        readFaces(element);
      else
        for (std::size_t i = 0; i < element.count; ++i) readRow(element);
    }
    const int count = static_cast<int>(out_.vertices.size());
    for (const auto& triangle : out_.triangles)
      for (const int corner : triangle)
        if (corner >= count) refuse("a face names vertex " + std::to_string(corner) + " of " + std::to_string(count));
    return std::move(out_);
  }

 private:
  // ---- header
  std::string line() {
    const std::size_t end = left_.find('\n');
    if (end == std::string_view::npos) refuse("it has no end of its header");
    std::string out(left_.substr(0, end));
    if (out.ends_with('\r')) out.pop_back();
    left_.remove_prefix(end + 1);
    return out;
  }

  void readHeader() {
    if (!isPly(left_)) refuse("it does not begin with \"ply\"");
    line();
    bool format = false;
    while (true) {
      std::istringstream words(line());
      std::string word;
      words >> word;
      if (word == "end_header") break;
      if (word == "format") readFormat(words), format = true;
      if (word == "element") readElement(words);
      if (word == "property") readProperty(words);
    }
    if (!format) refuse("it has no line \"format\"");
  }

  void readFormat(std::istringstream& words) {
    std::string format;
    words >> format;
    text_ = format == "ascii";
    const bool little = format == "binary_little_endian", big = format == "binary_big_endian";
    if (!text_ && !little && !big) refuse("it has the unknown format \"" + format + '"');
    swapped_ = little != (std::endian::native == std::endian::little);
  }

  void readElement(std::istringstream& words) {
    Element element;
    if (!(words >> element.name >> element.count)) refuse("it does not say how many of an element it has");
    elements_.push_back(std::move(element));
  }

  void readProperty(std::istringstream& words) {
    if (elements_.empty()) refuse("it has a property of nothing");
    Property property;
    std::string type;
    words >> type;
    if (type == "list") {
      words >> type;
      property.count = &typeNamed(type);
      words >> type;
    }
    property.type = &typeNamed(type);
    words >> property.name;
    elements_.back().properties.push_back(std::move(property));
  }

  // ---- values
  double number(const NumberType& type) {
    if (text_) return numberOfText();
    if (left_.size() < type.bytes) refuse("it ends early");
    const double value = type.value(left_.data(), swapped_);
    left_.remove_prefix(type.bytes);
    return value;
  }

  double numberOfText() {
    const std::size_t start = left_.find_first_not_of(" \t\r\n");
    if (start == std::string_view::npos) refuse("it ends early");
    left_.remove_prefix(start);
    if (left_.starts_with('+')) left_.remove_prefix(1);
    double value = 0;
    const auto [end, failed] = std::from_chars(left_.data(), left_.data() + left_.size(), value);
    const std::string_view word = left_.substr(0, std::min<std::size_t>(left_.find_first_of(" \t\r\n"), 20));
    if (failed == std::errc::invalid_argument) refuse("it has \"" + std::string(word) + "\" in place of a number");
    const bool tiny = word.find("e-") != std::string_view::npos || word.find("E-") != std::string_view::npos;
    if (failed == std::errc::result_out_of_range && !tiny) refuse("it has the number " + std::string(word));
    left_.remove_prefix(static_cast<std::size_t>(end - left_.data()));
    return value;
  }

  /// A whole number that is not negative.
  std::size_t whole(const NumberType& type) {
    const double value = number(type);
    if (!(value >= 0 && value <= 2147483647.0 && value == std::floor(value)))
      refuse("it counts with the number " + std::to_string(value));
    return static_cast<std::size_t>(value);
  }

  void readList(const Property& property, std::vector<double>& values) {
    const std::size_t count = whole(*property.count);
    if (count > left_.size()) refuse("it ends early");
    values.clear();
    for (std::size_t i = 0; i < count; ++i) values.push_back(number(*property.type));
  }

  void readRow(const Element& element) {
    for (const Property& property : element.properties)
      if (property.count)
        readList(property, list_);
      else
        number(*property.type);
  }

  // ---- the mesh
  void readVertices(const Element& element) {
    std::array<std::optional<std::size_t>, 3> places;
    for (std::size_t k = 0; k < 3; ++k)
      for (std::size_t i = 0; i < element.properties.size(); ++i)
        if (element.properties[i].name == std::string(1, "xyz"[k]) && !element.properties[i].count) places[k] = i;
    if (!places[0] || !places[1] || !places[2]) refuse("it has no x, y and z of its vertices");
    std::vector<double> row(element.properties.size());
    for (std::size_t n = 0; n < element.count; ++n) {
      for (std::size_t i = 0; i < row.size(); ++i)
        if (element.properties[i].count)
          readList(element.properties[i], list_);
        else
          row[i] = number(*element.properties[i].type);
      out_.vertices.emplace_back(row[*places[0]], row[*places[1]], row[*places[2]]);
    }
  }

  void readFaces(const Element& element) {
    for (std::size_t n = 0; n < element.count; ++n)
      for (const Property& property : element.properties) {
        if (!property.count)
          number(*property.type);
        else if (property.name == "vertex_indices" || property.name == "vertex_index")
          readFace(property);
        else
          readList(property, list_);
      }
  }

  void readFace(const Property& property) {
    const std::size_t count = whole(*property.count);
    if (count > left_.size()) refuse("it ends early");
    std::array<int, 3> corners{};
    for (std::size_t i = 0; i < count; ++i) {
      corners[std::min<std::size_t>(i, 2)] = static_cast<int>(whole(*property.type));
      if (i < 2) continue;
      out_.triangles.push_back(corners);
      corners[1] = corners[2];
    }
  }

  std::string_view left_;
  bool text_ = true, swapped_ = false;
  std::vector<Element> elements_;
  std::vector<double> list_;  ///< that nobody asks for
  TriangleMesh out_;
};

}  // namespace

bool isPly(std::string_view bytes) {
  constexpr std::string_view kMagic = "ply";
  const auto same = [](char a, char b) { return std::tolower(static_cast<unsigned char>(a)) == b; };
  return bytes.size() > kMagic.size() && std::ranges::equal(bytes.substr(0, kMagic.size()), kMagic, same) &&
         std::isspace(static_cast<unsigned char>(bytes[kMagic.size()]));
}

TriangleMesh parsePly(std::string_view bytes) {
  return PlyFile(bytes).mesh();
}

}  // namespace tendril

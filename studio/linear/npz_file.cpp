// SPDX-License-Identifier: GPL-3.0-or-later
#include "studio/linear/npz_file.hpp"

#include <zlib.h>

#include <bit>
#include <cstdint>
#include <stdexcept>

namespace tendril {
namespace {

static_assert(std::endian::native == std::endian::little, "the headers say so");

template <class Integer>
void append(std::string& out, Integer value) {
  for (std::size_t k = 0; k < sizeof value; ++k) out += static_cast<char>(static_cast<std::uint64_t>(value) >> (8 * k));
}

template <class Number>
std::string_view raw(const Number* values, std::size_t count) {
  return {reinterpret_cast<const char*>(values), count * sizeof *values};
}

/// numpy.lib.format, version 1.0: the data begin at a multiple of 64.
std::string npyHeader(std::string_view type, const std::string& shape) {
  std::string words = "{'descr': '" + std::string(type) + "', 'fortran_order': False, 'shape': (" + shape + "), }";
  constexpr std::size_t kBefore = 10, kAlign = 64;
  words.append(kAlign - (kBefore + words.size() + 1) % kAlign, ' ');
  words += '\n';
  std::string out = "\x93NUMPY";
  out += '\x01', out += '\0';
  append(out, static_cast<std::uint16_t>(words.size()));
  return out + words;
}

/// Code points of a UTF-8 text; what is none becomes U+FFFD.
std::vector<std::uint32_t> codePoints(const std::string& text) {
  std::vector<std::uint32_t> out;
  for (std::size_t i = 0; i < text.size();) {
    const auto first = static_cast<unsigned char>(text[i++]);
    const int more = first < 0x80 ? 0 : first >= 0xF0 ? 3 : first >= 0xE0 ? 2 : first >= 0xC0 ? 1 : -1;
    std::uint32_t point = more < 0 ? 0xFFFD : first & (more == 0 ? 0x7F : 0x3F >> more);
    for (int k = 0; k < more; ++k) {
      if (i >= text.size() || (static_cast<unsigned char>(text[i]) & 0xC0) != 0x80) {
        point = 0xFFFD;
        break;
      }
      point = point << 6 | (static_cast<unsigned char>(text[i++]) & 0x3F);
    }
    out.push_back(point);
  }
  return out;
}

constexpr std::uint16_t kVersion = 20, kUtf8 = 0x0800, kStored = 0, kTime = 0, kDate = 0x21;  // 1980-01-01

/// What the local header and the directory of a ZIP have in common.
std::string entryFields(const std::string& name, const std::string& content) {
  std::string out;
  for (const std::uint16_t field : {kVersion, kUtf8, kStored, kTime, kDate}) append(out, field);
  const auto size = static_cast<std::uint32_t>(content.size());
  append(out, static_cast<std::uint32_t>(
                  crc32(0, reinterpret_cast<const Bytef*>(content.data()), static_cast<uInt>(content.size()))));
  append(out, size), append(out, size);
  append(out, static_cast<std::uint16_t>(name.size())), append(out, std::uint16_t{0});
  return out;
}

}  // namespace

void NpzWriter::addFile(std::string_view name, std::string_view type, const std::string& shape, std::string_view data) {
  const std::string content = npyHeader(type, shape) + std::string(data), file = std::string(name) + ".npy";
  if (files_.size() + content.size() > 0xF0000000u) throw std::length_error("an .npz holds at most 4 GB");
  const std::string fields = entryFields(file, content);
  directory_ += "PK\x01\x02";
  append(directory_, kVersion);
  directory_ += fields;
  for (int k = 0; k < 3; ++k) append(directory_, std::uint16_t{0});  // comment, disk, attributes
  append(directory_, std::uint32_t{0});
  append(directory_, static_cast<std::uint32_t>(files_.size()));
  directory_ += file;
  files_ += "PK\x03\x04" + fields + file + content;
  ++count_;
}

void NpzWriter::add(std::string_view name, const MatX& matrix) {
  const Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor> rows = matrix;
  addFile(name, "<f8", std::to_string(matrix.rows()) + ", " + std::to_string(matrix.cols()),
          raw(rows.data(), static_cast<std::size_t>(rows.size())));
}

void NpzWriter::add(std::string_view name, const VecX& values) {
  addFile(name, "<f8", std::to_string(values.size()) + ",",
          raw(values.data(), static_cast<std::size_t>(values.size())));
}

void NpzWriter::add(std::string_view name, const std::vector<std::complex<double>>& values) {
  addFile(name, "<c16", std::to_string(values.size()) + ",", raw(values.data(), values.size()));
}

void NpzWriter::add(std::string_view name, const std::vector<std::string>& texts) {
  std::vector<std::vector<std::uint32_t>> points;
  std::size_t longest = 1;
  for (const std::string& text : texts) {
    points.push_back(codePoints(text));
    longest = std::max(longest, points.back().size());
  }
  std::string data;
  for (std::vector<std::uint32_t>& each : points) {
    each.resize(longest, 0);
    data += raw(each.data(), each.size());
  }
  addFile(name, "<U" + std::to_string(longest), std::to_string(texts.size()) + ",", data);
}

std::string NpzWriter::bytes() const {
  std::string out = files_ + directory_ + "PK\x05\x06";
  append(out, std::uint32_t{0});  // disks
  append(out, count_), append(out, count_);
  append(out, static_cast<std::uint32_t>(directory_.size())), append(out, static_cast<std::uint32_t>(files_.size()));
  append(out, std::uint16_t{0});
  return out;
}

}  // namespace tendril

// SPDX-License-Identifier: BSD-3-Clause
#include "core/model/volume/mesh/files/vtu_data.hpp"

#include <zlib.h>

#include <algorithm>
#include <cstring>
#include <stdexcept>

#include "core/model/volume/mesh/files/msh_input.hpp"

namespace tendril {
namespace {

constexpr const char* kCutOff = "an array is cut off; export the mesh again";

/// Value of a base64 digit, −1 for others.
int digit(char c) {
  if (c >= 'A' && c <= 'Z') return c - 'A';
  if (c >= 'a' && c <= 'z') return c - 'a' + 26;
  if (c >= '0' && c <= '9') return c - '0' + 52;
  return c == '+' ? 62 : c == '/' ? 63 : -1;
}

/// Up to `limit` bytes of base64. Padding ends a group of four, not the text: lengths and data may be encoded apart.
std::string fromBase64(std::string_view text, std::size_t limit) {
  std::string bytes;
  bytes.reserve(std::min(limit + 3, text.size()));
  std::uint32_t group = 0;
  int digits = 0, padding = 0;
  for (char c : text) {
    if (bytes.size() >= limit) break;
    if (c == ' ' || c == '\n' || c == '\r' || c == '\t') continue;
    const int value = digit(c);
    if (c == '=')
      ++padding;
    else if (value < 0 || padding > 0)
      break;  // the end of the data
    group = group << 6 | static_cast<std::uint32_t>(std::max(value, 0));
    if (++digits < 4) continue;
    for (int k = 0; k < 3 - padding; ++k) bytes += static_cast<char>(group >> (16 - 8 * k) & 0xFF);
    group = 0;
    digits = padding = 0;
  }
  if (bytes.size() > limit) bytes.resize(limit);
  return bytes;
}

/// Bytes of an array from its start; `limit` says how many are wanted at most.
std::string firstBytes(std::string_view text, std::size_t limit, VtuFormat format) {
  return format == VtuFormat::kRaw ? std::string(text.substr(0, limit)) : fromBase64(text, limit);
}

template <class T>
T numberAt(std::string_view bytes, std::size_t at, bool swapped) {
  char buffer[sizeof(T)];
  std::memcpy(buffer, bytes.data() + at, sizeof(T));
  if (swapped) std::reverse(buffer, buffer + sizeof(T));
  T value;
  std::memcpy(&value, buffer, sizeof(T));
  return value;
}

std::uint64_t headerNumber(std::string_view bytes, std::size_t index, const VtuEncoding& encoding) {
  const std::size_t size = encoding.wideHeader ? 8 : 4;
  if (bytes.size() < (index + 1) * size) throw std::runtime_error(kCutOff);
  return encoding.wideHeader ? numberAt<std::uint64_t>(bytes, index * size, encoding.swapped)
                             : numberAt<std::uint32_t>(bytes, index * size, encoding.swapped);
}

std::string plainBytes(std::string_view text, std::size_t wanted, VtuFormat format, const VtuEncoding& encoding) {
  const std::size_t header = encoding.wideHeader ? 8 : 4;
  std::string bytes = firstBytes(text, header + wanted, format);
  if (headerNumber(bytes, 0, encoding) < wanted || bytes.size() < header + wanted) throw std::runtime_error(kCutOff);
  bytes.erase(0, header);
  return bytes;
}

/// Blocks of zlib: [count, bytes of each, bytes of the last (0: full), compressed bytes of each …] and then the blocks.
std::string inflatedBytes(std::string_view text, std::size_t wanted, VtuFormat format, const VtuEncoding& encoding) {
  const std::size_t width = encoding.wideHeader ? 8 : 4;
  const std::string start = firstBytes(text, 3 * width, format);
  const std::uint64_t blocks = headerNumber(start, 0, encoding), size = headerNumber(start, 1, encoding),
                      partial = headerNumber(start, 2, encoding);
  if (wanted == 0) return {};
  if (blocks == 0 || size == 0 || blocks > text.size() || blocks > wanted / size + 1)
    throw std::runtime_error("a compressed array does not fit the number of points and cells; export the mesh again");
  const std::size_t header = (3 + blocks) * width;
  const std::string lengths = firstBytes(text, header, format);
  std::size_t all = header;
  for (std::uint64_t block = 0; block < blocks; ++block)
    all += std::min<std::uint64_t>(headerNumber(lengths, 3 + block, encoding), text.size());
  const std::string bytes = firstBytes(text, all, format);
  std::string inflated;
  std::size_t at = header;
  for (std::uint64_t block = 0; block < blocks; ++block) {
    const std::uint64_t packed = headerNumber(lengths, 3 + block, encoding);
    const std::uint64_t unpacked = block + 1 == blocks && partial > 0 ? partial : size;
    if (at > bytes.size() || packed > bytes.size() - at) throw std::runtime_error(kCutOff);
    if (unpacked > size || unpacked > 1032 * packed + 64)  // zlib never packs tighter
      throw std::runtime_error("a compressed array is damaged; export the mesh again");
    const std::size_t old = inflated.size();
    inflated.resize(old + unpacked);
    uLongf got = unpacked;
    if (uncompress(reinterpret_cast<Bytef*>(inflated.data() + old), &got,
                   reinterpret_cast<const Bytef*>(bytes.data() + at), packed) != Z_OK ||
        got != unpacked)
      throw std::runtime_error("a compressed array is damaged; export the mesh again");
    at += packed;
  }
  if (inflated.size() < wanted) throw std::runtime_error(kCutOff);
  return inflated;
}

template <class T>
T convert(const std::string& bytes, std::size_t at, VtuNumber number, bool swapped) {
  switch (number.kind) {
    case 'f':
      return static_cast<T>(number.bytes == 4 ? static_cast<double>(numberAt<float>(bytes, at, swapped))
                                              : numberAt<double>(bytes, at, swapped));
    case 'u':
      if (number.bytes == 1) return static_cast<T>(numberAt<std::uint8_t>(bytes, at, swapped));
      if (number.bytes == 2) return static_cast<T>(numberAt<std::uint16_t>(bytes, at, swapped));
      if (number.bytes == 4) return static_cast<T>(numberAt<std::uint32_t>(bytes, at, swapped));
      return static_cast<T>(numberAt<std::uint64_t>(bytes, at, swapped));
    default:
      if (number.bytes == 1) return static_cast<T>(numberAt<std::int8_t>(bytes, at, swapped));
      if (number.bytes == 2) return static_cast<T>(numberAt<std::int16_t>(bytes, at, swapped));
      if (number.bytes == 4) return static_cast<T>(numberAt<std::int32_t>(bytes, at, swapped));
      return static_cast<T>(numberAt<std::int64_t>(bytes, at, swapped));
  }
}

template <class T>
std::vector<T> decode(std::string_view text, std::size_t count, VtuNumber number, VtuFormat format,
                      const VtuEncoding& encoding) {
  std::vector<T> values;
  if (format == VtuFormat::kText) {
    MshInput in(text);
    if (count > text.size() / 2 + 1) throw std::runtime_error(kCutOff);
    values.reserve(count);
    for (std::size_t i = 0; i < count; ++i) {
      if constexpr (std::is_same_v<T, double>)
        values.push_back(in.textReal());
      else
        values.push_back(in.textInteger());
    }
    return values;
  }
  const std::size_t wanted = count * static_cast<std::size_t>(number.bytes);
  const std::string bytes =
      encoding.compressed ? inflatedBytes(text, wanted, format, encoding) : plainBytes(text, wanted, format, encoding);
  values.reserve(count);
  for (std::size_t i = 0; i < count; ++i)
    values.push_back(convert<T>(bytes, i * static_cast<std::size_t>(number.bytes), number, encoding.swapped));
  return values;
}

}  // namespace

VtuNumber vtuNumber(std::string_view type) {
  const auto make = [&](std::string_view prefix, char kind) -> VtuNumber {
    const std::string_view bits = type.substr(prefix.size());
    for (const auto& [text, bytes] : {std::pair{"8", 1}, {"16", 2}, {"32", 4}, {"64", 8}})
      if (bits == text && (kind != 'f' || bytes >= 4)) return {kind, bytes};
    throw std::runtime_error("numbers of type \"" + std::string(type.substr(0, 24)) + "\" are not read");
  };
  if (type.starts_with("Float")) return make("Float", 'f');
  if (type.starts_with("UInt")) return make("UInt", 'u');
  if (type.starts_with("Int")) return make("Int", 'i');
  throw std::runtime_error("numbers of type \"" + std::string(type.substr(0, 24)) + "\" are not read");
}

std::vector<double> decodeReals(std::string_view text, std::size_t count, VtuNumber number, VtuFormat format,
                                const VtuEncoding& encoding) {
  return decode<double>(text, count, number, format, encoding);
}

std::vector<std::int64_t> decodeIntegers(std::string_view text, std::size_t count, VtuNumber number, VtuFormat format,
                                         const VtuEncoding& encoding) {
  if (number.kind == 'f') throw std::runtime_error("an array of whole numbers is written as fractions");
  return decode<std::int64_t>(text, count, number, format, encoding);
}

}  // namespace tendril

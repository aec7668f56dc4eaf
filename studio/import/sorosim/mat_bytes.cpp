// SPDX-License-Identifier: GPL-3.0-or-later
#include "studio/import/sorosim/mat_bytes.hpp"

#include <zlib.h>

#include <algorithm>
#include <bit>
#include <cstring>

namespace tendril {
namespace {

constexpr int kDeepestMatrix = 40;
constexpr std::size_t kMostDimensions = 16;
constexpr double kObjectMark = 0xDD000000;

// Classes of matrices.
constexpr std::uint32_t kCell = 1, kStruct = 2, kOldObject = 3, kText = 4, kSparse = 5, kFirstNumbers = 6, kUint8 = 9,
                        kUint32 = 13, kLastNumbers = 15, kFunction = 16, kObject = 17;

template <class T>
void append(MatBytes bytes, std::vector<double>& out) {
  for (std::size_t i = 0; i + sizeof(T) <= bytes.size(); i += sizeof(T)) {
    T value;
    std::memcpy(&value, bytes.data() + i, sizeof(T));
    out.push_back(static_cast<double>(value));
  }
}

std::vector<double> numbersOf(const MatElement& element) {
  std::vector<double> out;
  switch (element.type) {
    case 1:
      append<std::int8_t>(element.data, out);
      break;
    case 2:
      append<std::uint8_t>(element.data, out);
      break;
    case 3:
      append<std::int16_t>(element.data, out);
      break;
    case 4:
    case 17:
      append<std::uint16_t>(element.data, out);
      break;
    case 5:
      append<std::int32_t>(element.data, out);
      break;
    case 6:
      append<std::uint32_t>(element.data, out);
      break;
    case 7:
      append<float>(element.data, out);
      break;
    case 9:
      append<double>(element.data, out);
      break;
    case 12:
      append<std::int64_t>(element.data, out);
      break;
    case 13:
      append<std::uint64_t>(element.data, out);
      break;
    case 16:
      append<std::uint8_t>(element.data, out);
      break;
    default:
      throw MatError("it has numbers of an unknown type");
  }
  return out;
}

std::string textOf(const MatElement& element) {
  std::string out;
  for (const double code : numbersOf(element)) out += code > 0 && code < 128 ? static_cast<char>(code) : '?';
  return out;
}

/// Names of one width, filled up with zeros.
std::vector<std::string> namesOf(MatBytes bytes, std::size_t width) {
  std::vector<std::string> out;
  for (std::size_t at = 0; width > 0 && at + width <= bytes.size(); at += width) {
    const MatBytes name = bytes.subspan(at, width);
    out.emplace_back(name.begin(), std::find(name.begin(), name.end(), 0));
  }
  return out;
}

const MatElement& partOf(const std::vector<MatElement>& parts, std::size_t index) {
  if (index >= parts.size()) throw MatError("a matrix is cut off");
  return parts[index];
}

MatPointer valueOf(const MatElement& element, int depth) {
  if (element.type != kMatMatrix) throw MatError("a matrix is expected where there is none");
  return std::make_shared<MatValue>(matMatrix(element.data, depth).value);
}

void readStruct(const std::vector<MatElement>& parts, std::size_t at, int depth, MatValue& out) {
  out.kind = MatValue::Kind::kRecords;
  const std::vector<std::string> names = namesOf(partOf(parts, at + 1).data, matNumber(partOf(parts, at).data, 0));
  for (std::size_t i = at + 2; !names.empty() && i + names.size() <= parts.size(); i += names.size()) {
    MatRecord record;
    for (std::size_t k = 0; k < names.size(); ++k) record.fields[names[k]] = valueOf(parts[i + k], depth + 1);
    out.records.push_back(std::move(record));
  }
}

/// Arrays of numbers that stand for objects: a mark, how many dimensions, these, numbers of objects, one of a class.
void readReferences(MatValue& out) {
  const std::vector<double>& n = out.numbers;
  if (n.size() < 5 || n[0] != kObjectMark) return;
  const auto dimensions = static_cast<std::size_t>(n[1]);
  if (dimensions > kMostDimensions || n.size() < dimensions + 3) return;
  out.kind = MatValue::Kind::kObjects;
  for (std::size_t i = 2 + dimensions; i + 1 < n.size(); ++i) out.objects.push_back(static_cast<std::size_t>(n[i]));
}

}  // namespace

std::uint32_t matNumber(MatBytes bytes, std::size_t at) {
  if (at > bytes.size() || bytes.size() - at < 4) throw MatError("it is cut off");
  std::uint32_t out;
  std::memcpy(&out, bytes.data() + at, 4);
  return out;
}

std::vector<MatElement> matElements(MatBytes bytes) {
  static_assert(std::endian::native == std::endian::little);
  std::vector<MatElement> out;
  for (std::size_t at = 0; at + 8 <= bytes.size();) {
    const std::uint32_t first = matNumber(bytes, at), second = matNumber(bytes, at + 4);
    if (const std::uint32_t small = first >> 16; small != 0) {  // four bytes at most, in the place of the length
      if (small > 4) throw MatError("an element has a wrong length");
      out.push_back({first & 0xffff, bytes.subspan(at + 4, small)});
      at += 8;
      continue;
    }
    if (second > bytes.size() - at - 8) throw MatError("an element is cut off");
    out.push_back({first, bytes.subspan(at + 8, second)});
    at += 8 + second;
    if (first != kMatCompressed) at = (at + 7) / 8 * 8;
  }
  return out;
}

std::vector<std::uint8_t> matInflated(MatBytes bytes, std::size_t& room) {
  constexpr std::size_t kStep = 1 << 16;
  z_stream stream{};
  if (inflateInit(&stream) != Z_OK) throw MatError("it cannot be unpacked");
  const std::unique_ptr<z_stream, int (*)(z_stream*)> ends(&stream, inflateEnd);
  stream.next_in = const_cast<Bytef*>(bytes.data());
  stream.avail_in = static_cast<uInt>(bytes.size());
  std::vector<std::uint8_t> out;
  for (int result = Z_OK; result != Z_STREAM_END;) {
    if (out.size() + kStep > room) throw MatError("it is larger than 64 MB when unpacked");
    const std::size_t before = out.size();
    out.resize(before + kStep);
    stream.next_out = out.data() + before;
    stream.avail_out = kStep;
    result = inflate(&stream, Z_NO_FLUSH);
    out.resize(before + kStep - stream.avail_out);
    if (result != Z_STREAM_END && (result != Z_OK || stream.avail_out == kStep)) throw MatError("it is damaged");
  }
  room -= out.size();
  return out;
}

MatMatrix matMatrix(MatBytes bytes, int depth) {
  MatMatrix out;
  if (bytes.empty()) return out;
  if (depth > kDeepestMatrix) throw MatError("matrices lie in each other too deep");
  const std::vector<MatElement> parts = matElements(bytes);
  const std::uint32_t kind = matNumber(partOf(parts, 0).data, 0) & 0xff;
  if (kind == kObject) {
    out.name = textOf(partOf(parts, 1)), out.className = textOf(partOf(parts, 3));
    out.value = matMatrix(partOf(parts, parts.size() - 1).data, depth + 1).value;
    return out;
  }
  MatValue& value = out.value;
  for (const double side : numbersOf(partOf(parts, 1)))
    value.size.push_back(side >= 0 && side < 1e9 ? static_cast<std::size_t>(side) : 0);
  out.name = textOf(partOf(parts, 2));
  if (kind == kCell) {
    value.kind = MatValue::Kind::kCells;
    for (std::size_t i = 3; i < parts.size(); ++i) value.cells.push_back(valueOf(parts[i], depth + 1));
  } else if (kind == kStruct) {
    readStruct(parts, 3, depth, value);
  } else if (kind == kText) {
    value.kind = MatValue::Kind::kText;
    value.text = textOf(partOf(parts, 3));
  } else if (kind == kFunction) {
    value = matMatrix(partOf(parts, parts.size() - 1).data, depth + 1).value;
  } else if (kind >= kFirstNumbers && kind <= kLastNumbers) {
    value.kind = MatValue::Kind::kNumbers;
    const bool plain = depth == 0 && kind == kUint8 && out.name.empty();
    if (plain) out.bytes = partOf(parts, 3).data;
    value.numbers = plain ? std::vector<double>() : numbersOf(partOf(parts, 3));
    if (kind == kUint32) readReferences(value);
  }
  return out;  // of kOldObject and kSparse: a value of no kind
}

}  // namespace tendril

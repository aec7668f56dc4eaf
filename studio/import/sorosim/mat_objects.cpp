// SPDX-License-Identifier: GPL-3.0-or-later
// The part of a MAT file that holds the objects of classes: a cell array whose first cell is a table of names, classes,
// objects and their properties, and whose others are the values of these. MathWorks does not document it.
#include "studio/import/sorosim/mat_bytes.hpp"

#include <algorithm>
#include <array>

namespace tendril {
namespace {

constexpr std::size_t kTableHeader = 40;  // bytes: version, number of names, eight places in the table
constexpr std::size_t kFirstValue = 2;    // cells before the values
constexpr std::uint32_t kIsValue = 1;     // of a property: its number is one of a value
constexpr std::size_t kMostProperties = 1 << 20;

using Property = std::array<std::uint32_t, 3>;  ///< name, kind, value

class ObjectTable {
 public:
  ObjectTable(MatBytes table, std::vector<MatPointer> cells) : table_(table), cells_(std::move(cells)) {
    for (std::size_t i = 0; i < 8; ++i) places_.push_back(matNumber(table, 8 + 4 * i));
    const std::size_t count = matNumber(table, 4);
    const MatBytes text = part(kTableHeader, places_[0]);
    for (auto at = text.begin(); at != text.end() && names_.size() < count;) {
      const auto end = std::find(at, text.end(), 0);
      names_.emplace_back(at, end);
      at = end == text.end() ? end : end + 1;
    }
  }

  std::vector<MatRecord> objects() const {
    const auto saved = blocks(places_[1], places_[2]), plain = blocks(places_[3], places_[4]);
    const MatBytes classes = part(places_[0], places_[1]), list = part(places_[2], places_[3]);
    std::vector<MatRecord> out;
    for (std::size_t at = 0; at + 24 <= list.size(); at += 24) {
      const std::size_t kind = matNumber(list, at), first = matNumber(list, at + 12), second = matNumber(list, at + 16);
      MatRecord record;
      if (kind < classes.size() / 16) record.className = name(matNumber(classes, 16 * kind + 4));
      if (second != 0 && second < plain.size())
        fill(plain[second], record);
      else if (first < saved.size())
        fill(saved[first], record);
      out.push_back(std::move(record));
    }
    return out;
  }

 private:
  MatBytes part(std::size_t from, std::size_t to) const {
    if (from > to || to > table_.size()) throw MatError("its table of objects is damaged");
    return table_.subspan(from, to - from);
  }
  std::string name(std::size_t number) const {
    return number >= 1 && number <= names_.size() ? names_[number - 1] : std::string();
  }

  /// The properties of one object after another, each list filled up to eight bytes.
  std::vector<std::vector<Property>> blocks(std::size_t from, std::size_t to) const {
    const MatBytes bytes = part(from, to);
    std::vector<std::vector<Property>> out;
    for (std::size_t at = 0; at + 4 <= bytes.size();) {
      const std::size_t count = matNumber(bytes, at);
      at += 4;
      if (count > kMostProperties) throw MatError("its table of objects is damaged");
      std::vector<Property>& block = out.emplace_back();
      for (std::size_t i = 0; i < count; ++i, at += 12)
        block.push_back({matNumber(bytes, at), matNumber(bytes, at + 4), matNumber(bytes, at + 8)});
      at = (at + 7) / 8 * 8;
    }
    return out;
  }

  void fill(const std::vector<Property>& properties, MatRecord& record) const {
    for (const auto& [key, kind, number] : properties) {
      if (kind != kIsValue || number >= cells_.size() || number + kFirstValue >= cells_.size()) continue;
      record.fields[name(key)] = cells_[number + kFirstValue];
    }
    // Of classes that write themselves all properties are a struct in one.
    if (record.fields.size() != 1) return;
    const MatPointer only = record.fields.begin()->second;
    if (only->kind == MatValue::Kind::kRecords && only->records.size() == 1)
      record.fields = std::map(only->records[0].fields);
  }

  MatBytes table_;
  std::vector<MatPointer> cells_;
  std::vector<std::size_t> places_;
  std::vector<std::string> names_;
};

}  // namespace

std::vector<MatRecord> matObjects(MatBytes part) {
  if (part.size() < 16) return {};
  const std::vector<MatElement> top = matElements(part.subspan(8));
  if (top.empty()) return {};
  // A struct with the field MCOS, which is an opaque object that holds the cells.
  for (const MatElement& field : matElements(top[0].data)) {
    if (field.type != kMatMatrix) continue;
    const std::vector<MatElement> wrapper = matElements(field.data);
    if (wrapper.empty() || wrapper.back().type != kMatMatrix) continue;
    const std::vector<MatElement> array = matElements(wrapper.back().data);
    std::vector<MatPointer> cells;
    MatBytes table;
    for (std::size_t i = 3; i < array.size(); ++i) {
      MatMatrix cell = matMatrix(array[i].data, i == 3 ? 0 : 1);
      if (i == 3) table = cell.bytes;
      cells.push_back(std::make_shared<MatValue>(std::move(cell.value)));
    }
    if (table.size() >= kTableHeader) return ObjectTable(table, std::move(cells)).objects();
  }
  return {};
}

}  // namespace tendril

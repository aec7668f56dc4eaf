// SPDX-License-Identifier: GPL-3.0-or-later
// MAT files of MATLAB (version 5 to 7) with the objects of classes in them.
#pragma once

#include <filesystem>
#include <map>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "studio/import/parts/import_notes.hpp"

namespace tendril {

struct MatValue;
using MatPointer = std::shared_ptr<const MatValue>;

/// One element of a struct array, or one object.
struct MatRecord {
  std::string className;  ///< of an object; empty: a struct
  std::map<std::string, MatPointer> fields;
};

struct MatValue {
  enum class Kind { kOther, kNumbers, kText, kCells, kRecords, kObjects };

  Kind kind = Kind::kOther;
  std::vector<std::size_t> size;
  std::vector<double> numbers;       ///< column by column; of text its characters are in `text`
  std::string text;                  ///< of a function: "@(X)…"
  std::vector<MatPointer> cells;     ///< column by column
  std::vector<MatRecord> records;    ///< of a struct array
  std::vector<std::size_t> objects;  ///< numbers of objects, see MatFile::recordsOf()
};

class MatFile {
 public:
  /// False with an error where it cannot be read. Never throws for what a file may hold.
  bool load(const std::filesystem::path& file, ImportNotes& notes);

  const std::vector<std::pair<std::string, MatPointer>>& variables() const { return variables_; }
  /// The elements of a struct array or the objects of an array of them; empty for other values.
  std::vector<const MatRecord*> recordsOf(const MatValue& value) const;
  /// The formula of an anonymous function without its head, and the name of its argument; empty where the file does not
  /// hold it.
  std::pair<std::string, std::string> formulaOf(const MatValue& value) const;

 private:
  std::vector<std::pair<std::string, MatPointer>> variables_;
  std::vector<MatRecord> objects_;  ///< from 1, as the file numbers them
};

}  // namespace tendril

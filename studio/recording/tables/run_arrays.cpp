// SPDX-License-Identifier: GPL-3.0-or-later
#include "studio/recording/tables/run_arrays.hpp"

#include <matio.h>
#include <unistd.h>

#include <array>
#include <limits>
#include <memory>

#include "core/project/project.hpp"
#include "studio/linear/npz_file.hpp"
#include "studio/recording/tables/table_writer.hpp"

namespace tendril {
namespace {

namespace fs = std::filesystem;

/// One text of every column.
std::vector<std::string> textsOf(std::span<const RecordedColumn> columns, std::string RecordedColumn::*text) {
  std::vector<std::string> out;
  for (const RecordedColumn& column : columns) out.push_back(column.*text);
  return out;
}

/// What is said of all columns, and under which name.
constexpr std::array<std::pair<const char*, std::string RecordedColumn::*>, 3> kTexts = {
    {{"names", &RecordedColumn::name},
     {"units", &RecordedColumn::unit},
     {"descriptions", &RecordedColumn::description}}};

using MatVariable = std::unique_ptr<matvar_t, decltype(&Mat_VarFree)>;

MatVariable kept(matvar_t* variable) {
  if (!variable) throw std::bad_alloc();
  return {variable, &Mat_VarFree};
}

MatVariable numbers(const char* name, std::size_t rows, std::size_t width, std::vector<double>& values) {
  std::array<std::size_t, 2> size = {rows, width};
  return kept(Mat_VarCreate(name, MAT_C_DOUBLE, MAT_T_DOUBLE, 2, size.data(), values.data(), 0));
}

MatVariable cells(const char* name, std::vector<std::string> texts) {
  std::array<std::size_t, 2> size = {texts.size(), 1};
  MatVariable out = kept(Mat_VarCreate(name, MAT_C_CELL, MAT_T_CELL, 2, size.data(), nullptr, 0));
  for (std::size_t i = 0; i < texts.size(); ++i) {
    std::array<std::size_t, 2> length = {texts[i].empty() ? 0U : 1U, texts[i].size()};
    Mat_VarSetCell(out.get(), static_cast<int>(i),
                   Mat_VarCreate(nullptr, MAT_C_CHAR, MAT_T_UTF8, 2, length.data(), texts[i].data(), 0));
  }
  return out;
}

/// A file that appears under its name when it is whole.
class MatFile {
 public:
  explicit MatFile(const fs::path& file) : file_(file), temporary_(file.string() + ".part" + std::to_string(getpid())) {
    mat_ = Mat_CreateVer(temporary_.c_str(), "MATLAB 5.0 MAT-file, a run of Tendril", MAT_FT_MAT5);
    if (!mat_) throw RecordingError(file.string() + ": cannot be written; does its folder exist?");
  }
  ~MatFile() {
    if (mat_) Mat_Close(mat_);
    std::error_code ignored;
    fs::remove(temporary_, ignored);
  }
  MatFile(const MatFile&) = delete;
  MatFile& operator=(const MatFile&) = delete;
  void add(const MatVariable& variable) {
    if (Mat_VarWrite(mat_, variable.get(), MAT_COMPRESSION_NONE) != 0) fail();
  }
  void finish(std::uintmax_t atLeast) {
    const bool closed = Mat_Close(std::exchange(mat_, nullptr)) == 0;
    std::error_code error;
    // The library does not say that the disk was full.
    if (!closed || fs::file_size(temporary_, error) < atLeast || error) fail();
    fs::rename(temporary_, file_, error);
    if (error) fail();
  }

 private:
  [[noreturn]] void fail() const { throw RecordingError(file_.string() + ": could not be written; is the disk full?"); }
  fs::path file_, temporary_;
  mat_t* mat_ = nullptr;
};

}  // namespace

void writeNpz(const fs::path& file, std::span<const RecordedColumn> columns,
              const std::vector<std::vector<double>>& values) {
  NpzWriter npz;
  try {
    for (std::size_t i = 0; i < columns.size(); ++i)
      npz.add(columns[i].name,
              VecX(Eigen::Map<const VecX>(values[i].data(), static_cast<Eigen::Index>(values[i].size()))));
    for (const auto& [name, text] : kTexts) npz.add(name, textsOf(columns, text));
  } catch (const std::length_error& tooLong) {
    throw RecordingError(file.string() + ": " + tooLong.what() + "; take fewer rows (--every) or signals");
  }
  if (const auto problem = writeFileAtomically(file, npz.bytes()))
    throw RecordingError(file.string() + ": " + problem->text());
}

void writeMat(const fs::path& file, std::span<const RecordedColumn> columns,
              const std::vector<std::vector<double>>& values) {
  const std::size_t rows = values.empty() ? 0 : values.front().size();
  const std::size_t bytes = rows * columns.size() * sizeof(double);
  if (bytes > static_cast<std::size_t>(std::numeric_limits<std::int32_t>::max()))
    throw RecordingError(file.string() +
                         ": a matrix in a .mat holds at most 2 GB; take fewer rows (--every) or signals");
  std::vector<double> all;  // column after column
  all.reserve(rows * columns.size());
  for (const std::vector<double>& column : values) all.insert(all.end(), column.begin(), column.end());
  MatFile mat(file);
  for (std::size_t i = 0; i < columns.size(); ++i)
    if (std::vector<double> times = values[i]; columns[i].name == "t") mat.add(numbers("t", rows, 1, times));
  mat.add(numbers("values", rows, columns.size(), all));
  for (const auto& [name, text] : kTexts) mat.add(cells(name, textsOf(columns, text)));
  mat.finish(bytes);
}

void writeRunTable(const fs::path& file, std::span<const RecordedColumn> columns,
                   const std::vector<std::vector<double>>& values, TableHeadings headings) {
  if (file.extension() == ".npz") return writeNpz(file, columns, values);
  if (file.extension() == ".mat") return writeMat(file, columns, values);
  if (file.extension() != ".csv") throw RecordingError(file.string() + ": tables are written as .csv, .npz or .mat");
  std::vector<std::string> names = textsOf(columns, &RecordedColumn::name);
  if (headings == TableHeadings::kNamesAndUnits)
    for (std::size_t c = 0; c < names.size(); ++c) names[c] = headingWithUnit(names[c], columns[c].unit);
  TableWriter writer(file, names);
  std::vector<double> row(columns.size());
  for (std::size_t r = 0; !values.empty() && r < values.front().size(); ++r) {
    for (std::size_t c = 0; c < row.size(); ++c) row[c] = values[c][r];
    writer.write(row);
  }
  writer.finish();
}

}  // namespace tendril

// SPDX-License-Identifier: GPL-3.0-or-later
#include "studio/import/sorosim/mat_file.hpp"

#include <algorithm>
#include <fstream>
#include <iterator>

#include "studio/import/sorosim/mat_bytes.hpp"

namespace tendril {
namespace {

namespace fs = std::filesystem;
constexpr std::size_t kFileHeader = 128, kLargestMat = 64u << 20;  // bytes
constexpr int kDeepestFormula = 6;                                 // of a function's formula in what describes it

/// Why bytes are no file that is read here, with what to do; empty: they are one.
std::pair<std::string, std::string> refusal(MatBytes bytes) {
  const std::string start(bytes.begin(),
                          bytes.begin() + static_cast<std::ptrdiff_t>(std::min<std::size_t>(20, bytes.size())));
  const std::string again = "load it in MATLAB and save it again: save('robot.mat', 'S1', '-v7')";
  if (start.starts_with("MATLAB 7.3")) return {"is a MAT file of version 7.3", again};
  if (bytes.size() < kFileHeader || !start.starts_with("MATLAB 5.0"))
    return {"is no MAT file of version 5 to 7", again};
  if (bytes[126] != 'I' || bytes[127] != 'M') return {"was written by a machine of another byte order", again};
  return {};
}

}  // namespace

bool MatFile::load(const fs::path& file, ImportNotes& notes) {
  const auto fail = [&](std::string message, std::string cure) {
    notes.error(0, {}, std::move(message), std::move(cure));
    return false;
  };
  std::error_code failed;
  const bool isFile = fs::is_regular_file(file, failed);
  if (failed == std::errc::permission_denied)
    return fail(file.string() + " cannot be read", "check that its folder may be read");
  if (!isFile) return fail(file.string() + " is no file", "name a MAT file");
  if (fs::file_size(file, failed) > kLargestMat || failed)
    return fail(file.string() + " is larger than 64 MB", "save the linkage alone, without results");
  std::ifstream stream(file, std::ios::binary);
  const std::vector<char> read((std::istreambuf_iterator<char>(stream)), std::istreambuf_iterator<char>());
  if (!stream.good() && !stream.eof()) return fail(file.string() + " cannot be read", "check that it may be read");
  const MatBytes bytes(reinterpret_cast<const std::uint8_t*>(read.data()), read.size());
  if (const auto [why, cure] = refusal(bytes); !why.empty()) return fail(why, cure);
  try {
    std::size_t room = kLargestMat;
    for (const MatElement& element : matElements(bytes.subspan(kFileHeader))) {
      std::vector<std::uint8_t> unpacked;
      std::vector<MatElement> inner = {element};
      if (element.type == kMatCompressed) {
        unpacked = matInflated(element.data, room);
        inner = matElements(unpacked);
      }
      for (const MatElement& each : inner) {
        if (each.type != kMatMatrix) continue;
        MatMatrix matrix = matMatrix(each.data);
        if (matrix.name.empty() && !matrix.bytes.empty())
          objects_ = matObjects(matrix.bytes);
        else
          variables_.emplace_back(matrix.name, std::make_shared<MatValue>(std::move(matrix.value)));
      }
    }
  } catch (const MatError& error) {
    return fail(std::string("is no whole MAT file: ") + error.what(), "save it again");
  }
  return true;
}

std::vector<const MatRecord*> MatFile::recordsOf(const MatValue& value) const {
  std::vector<const MatRecord*> out;
  for (const MatRecord& record : value.records) out.push_back(&record);
  for (const std::size_t number : value.objects)
    if (number < objects_.size()) out.push_back(&objects_[number]);
  return out;
}

std::pair<std::string, std::string> MatFile::formulaOf(const MatValue& value) const {
  // A function is a struct that describes it, of which one field holds the text, sometimes in a cell with a mark.
  const MatValue* at = &value;
  for (int depth = 0; depth < kDeepestFormula && at->kind != MatValue::Kind::kText; ++depth) {
    if (at->kind == MatValue::Kind::kCells && at->cells.size() == 2) {
      at = at->cells[1].get();
      continue;
    }
    if (at->records.size() != 1) return {};
    const auto& fields = at->records[0].fields;
    auto next = fields.find("function_handle");
    if (next == fields.end()) next = fields.find("function");
    if (next == fields.end()) return {};
    at = next->second.get();
  }
  const std::string& text = at->text;
  const std::size_t head = text.find("@("), end = head == std::string::npos ? head : text.find(')', head);
  if (end == std::string::npos) return {};
  return {text.substr(end + 1), text.substr(head + 2, end - head - 2)};
}

}  // namespace tendril

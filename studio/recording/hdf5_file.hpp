// SPDX-License-Identifier: GPL-3.0-or-later
// Files of HDF5 as far as recordings need them: what is opened is closed, and what fails throws.
#pragma once

#include <hdf5.h>

#include <filesystem>
#include <mutex>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

namespace tendril::hdf5 {

/// The library may be used by one thread at a time: holds everybody else off, and keeps it from printing.
class Lock {
 public:
  Lock();

 private:
  std::lock_guard<std::mutex> guard_;
};

/// What the library would not do. The message says what, for people, without the file.
struct FileFailure : std::runtime_error {
  using std::runtime_error::runtime_error;
};

/// An identifier of the library and the function that gives it back.
class Identifier {
 public:
  using Close = herr_t (*)(hid_t);
  Identifier() = default;
  /// FileFailure with `what` where the library gave no identifier.
  Identifier(hid_t id, Close close, const std::string& what);
  Identifier(Identifier&& other) noexcept : id_(std::exchange(other.id_, -1)), close_(other.close_) {}
  Identifier& operator=(Identifier&& other) noexcept;
  Identifier(const Identifier&) = delete;
  Identifier& operator=(const Identifier&) = delete;
  ~Identifier() { reset(); }
  void reset();
  /// Closes it. FileFailure with `what` where what was still to be written could not be.
  void close(const std::string& what);
  hid_t id() const { return id_; }

 private:
  hid_t id_ = -1;
  Close close_ = nullptr;
};

void check(herr_t result, const std::string& what);

/// A new file, in place of one of that name. Readers need HDF5 1.10 or newer.
Identifier createFile(const std::filesystem::path& file);
enum class Access {
  kRead,    ///< also what a program that was killed left open
  kAppend,  ///< data sets grow; whoever reads, or is killed, finds them whole at every instant
  kChange,  ///< attributes and data sets are added
};
Identifier openFile(const std::filesystem::path& file, Access access);

Identifier createGroup(hid_t parent, const std::string& name);
bool exists(hid_t parent, const std::string& name);
Identifier openData(hid_t parent, const std::string& name);
/// Numbers that grow by rows of `width` (0: a list of numbers), in chunks of so many rows.
Identifier createGrowing(hid_t parent, const std::string& name, hid_t type, std::size_t width, std::size_t chunk);
/// Appends rows behind the `from` that are there.
void append(hid_t data, hid_t type, std::size_t from, std::size_t rows, std::size_t width, const void* values);
std::size_t rowsOf(hid_t data);
/// Rows [from, to) of a list, or of rows of `width`.
void read(hid_t data, hid_t type, std::size_t from, std::size_t to, std::size_t width, void* values);

void writeScalar(hid_t parent, const std::string& name, hid_t type, const void* value);
void writeText(hid_t parent, const std::string& name, const std::string& text);  ///< of any length, UTF-8
std::string readText(hid_t parent, const std::string& name);                     ///< empty: there is none
/// A list of texts, UTF-8.
void writeTexts(hid_t parent, const std::string& name, const std::vector<std::string>& texts);
void setText(hid_t object, const char* attribute, const std::string& text);
std::string textOf(hid_t object, const char* attribute);  ///< empty: there is none
void setNumber(hid_t object, const char* attribute, double value);
double numberOf(hid_t object, const char* attribute);  ///< NaN: there is none

}  // namespace tendril::hdf5

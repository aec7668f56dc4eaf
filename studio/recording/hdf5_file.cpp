// SPDX-License-Identifier: GPL-3.0-or-later
#include "studio/recording/hdf5_file.hpp"

#include <algorithm>
#include <array>
#include <cstdint>
#include <limits>

namespace tendril::hdf5 {
namespace {

namespace fs = std::filesystem;

std::mutex& libraryMutex() {
  static std::mutex mutex;
  return mutex;
}

/// How files are opened. Files are not locked: whoever reads a growing recording would stop it from growing.
Identifier accessList() {
  Identifier list(H5Pcreate(H5P_FILE_ACCESS), H5Pclose, "there is no memory");
  check(H5Pset_libver_bounds(list.id(), H5F_LIBVER_V110, H5F_LIBVER_V110), "HDF5 is older than 1.10");
  check(H5Pset_file_locking(list.id(), false, true), "HDF5 cannot leave files unlocked");
  return list;
}

Identifier textType() {
  Identifier type(H5Tcopy(H5T_C_S1), H5Tclose, "there is no memory");
  check(H5Tset_size(type.id(), H5T_VARIABLE), "there is no memory");
  check(H5Tset_cset(type.id(), H5T_CSET_UTF8), "there is no memory");
  return type;
}

/// A text that the library has allocated, or nothing if what is there is no text.
template <class Read>
std::string readVariable(hid_t stored, const Read& read) {
  if (H5Tis_variable_str(stored) <= 0) return {};
  char* text = nullptr;
  check(read(textType().id(), &text), "is damaged");
  const std::string out = text ? text : "";
  H5free_memory(text);
  return out;
}

Identifier scalarSpace() {
  return {H5Screate(H5S_SCALAR), H5Sclose, "there is no memory"};
}

}  // namespace

Lock::Lock() : guard_(libraryMutex()) {
  H5Eset_auto2(H5E_DEFAULT, nullptr, nullptr);
}

Identifier::Identifier(hid_t id, Close close, const std::string& what) : id_(id), close_(close) {
  if (id < 0) throw FileFailure(what);
}

Identifier& Identifier::operator=(Identifier&& other) noexcept {
  reset();
  id_ = std::exchange(other.id_, -1), close_ = other.close_;
  return *this;
}

void Identifier::reset() {
  if (id_ >= 0) close_(std::exchange(id_, -1));
}

void Identifier::close(const std::string& what) {
  check(close_(std::exchange(id_, -1)), what);
}

void check(herr_t result, const std::string& what) {
  if (result < 0) throw FileFailure(what);
}

Identifier createFile(const fs::path& file) {
  const Identifier access = accessList();
  return {H5Fcreate(file.c_str(), H5F_ACC_TRUNC, H5P_DEFAULT, access.id()), H5Fclose,
          "cannot be written; does its folder exist, and is another program writing to it?"};
}

Identifier openFile(const fs::path& file, Access access) {
  const Identifier list = accessList();
  if (access == Access::kRead) {
    const hid_t plain = H5Fopen(file.c_str(), H5F_ACC_RDONLY, list.id());
    if (plain >= 0) return {plain, H5Fclose, {}};
    return {H5Fopen(file.c_str(), H5F_ACC_RDONLY | H5F_ACC_SWMR_READ, list.id()), H5Fclose,
            "is no file of HDF5, or is damaged"};
  }
  const unsigned how = access == Access::kAppend ? H5F_ACC_RDWR | H5F_ACC_SWMR_WRITE : H5F_ACC_RDWR;
  return {H5Fopen(file.c_str(), how, list.id()), H5Fclose, "cannot be written to any more; was it moved or changed?"};
}

Identifier createGroup(hid_t parent, const std::string& name) {
  return {H5Gcreate2(parent, name.c_str(), H5P_DEFAULT, H5P_DEFAULT, H5P_DEFAULT), H5Gclose,
          name + " cannot be written"};
}

bool exists(hid_t parent, const std::string& name) {
  return H5Lexists(parent, name.c_str(), H5P_DEFAULT) > 0;
}

Identifier openData(hid_t parent, const std::string& name) {
  // Only the chunk that is being filled is kept in memory.
  const Identifier list(H5Pcreate(H5P_DATASET_ACCESS), H5Pclose, "there is no memory");
  constexpr std::size_t kSlots = 7, kBytes = 1 << 17;
  check(H5Pset_chunk_cache(list.id(), kSlots, kBytes, 1), "there is no memory");
  return {H5Dopen2(parent, name.c_str(), list.id()), H5Dclose, "has no data set " + name};
}

Identifier createGrowing(hid_t parent, const std::string& name, hid_t type, std::size_t width, std::size_t chunk) {
  const int rank = width > 0 ? 2 : 1;
  const std::array<hsize_t, 2> now = {0, width}, most = {H5S_UNLIMITED, width}, piece = {chunk, width};
  const Identifier space(H5Screate_simple(rank, now.data(), most.data()), H5Sclose, "there is no memory");
  const Identifier list(H5Pcreate(H5P_DATASET_CREATE), H5Pclose, "there is no memory");
  check(H5Pset_chunk(list.id(), rank, piece.data()), "there is no memory");
  return {H5Dcreate2(parent, name.c_str(), type, space.id(), H5P_DEFAULT, list.id(), H5P_DEFAULT), H5Dclose,
          name + " cannot be written"};
}

void append(hid_t data, hid_t type, std::size_t from, std::size_t rows, std::size_t width, const void* values) {
  if (rows == 0) return;
  const int rank = width > 0 ? 2 : 1;
  const std::array<hsize_t, 2> start = {from, 0}, count = {rows, width}, all = {from + rows, width};
  check(H5Dset_extent(data, all.data()), "cannot grow");
  const Identifier place(H5Dget_space(data), H5Sclose, "there is no memory");
  check(H5Sselect_hyperslab(place.id(), H5S_SELECT_SET, start.data(), nullptr, count.data(), nullptr), "cannot grow");
  const Identifier memory(H5Screate_simple(rank, count.data(), nullptr), H5Sclose, "there is no memory");
  check(H5Dwrite(data, type, memory.id(), place.id(), H5P_DEFAULT, values), "cannot be written");
}

std::size_t rowsOf(hid_t data) {
  const Identifier space(H5Dget_space(data), H5Sclose, "there is no memory");
  std::array<hsize_t, H5S_MAX_RANK> size{};
  check(H5Sget_simple_extent_dims(space.id(), size.data(), nullptr), "is damaged");
  return size[0];
}

void read(hid_t data, hid_t type, std::size_t from, std::size_t to, std::size_t width, void* values) {
  if (from >= to) return;
  const int rank = width > 0 ? 2 : 1;
  const std::array<hsize_t, 2> start = {from, 0}, count = {to - from, width};
  const Identifier place(H5Dget_space(data), H5Sclose, "there is no memory");
  if (H5Sget_simple_extent_ndims(place.id()) != rank) throw FileFailure("is no recording of a run");
  check(H5Sselect_hyperslab(place.id(), H5S_SELECT_SET, start.data(), nullptr, count.data(), nullptr), "is damaged");
  const Identifier memory(H5Screate_simple(rank, count.data(), nullptr), H5Sclose, "there is no memory");
  check(H5Dread(data, type, memory.id(), place.id(), H5P_DEFAULT, values), "is damaged");
}

void writeScalar(hid_t parent, const std::string& name, hid_t type, const void* value) {
  const Identifier data =
      exists(parent, name)
          ? Identifier(H5Dopen2(parent, name.c_str(), H5P_DEFAULT), H5Dclose, name + " cannot be written")
          : Identifier(
                H5Dcreate2(parent, name.c_str(), type, scalarSpace().id(), H5P_DEFAULT, H5P_DEFAULT, H5P_DEFAULT),
                H5Dclose, name + " cannot be written");
  check(H5Dwrite(data.id(), type, H5S_ALL, H5S_ALL, H5P_DEFAULT, value), name + " cannot be written");
}

void writeText(hid_t parent, const std::string& name, const std::string& text) {
  const char* const content = text.c_str();
  writeScalar(parent, name, textType().id(), &content);
}

void writeTexts(hid_t parent, const std::string& name, const std::vector<std::string>& texts) {
  std::vector<const char*> contents;
  for (const std::string& text : texts) contents.push_back(text.c_str());
  const Identifier type = textType();
  const std::array<hsize_t, 1> count = {texts.size()};
  const Identifier space(H5Screate_simple(1, count.data(), nullptr), H5Sclose, "there is no memory");
  const Identifier data(H5Dcreate2(parent, name.c_str(), type.id(), space.id(), H5P_DEFAULT, H5P_DEFAULT, H5P_DEFAULT),
                        H5Dclose, name + " cannot be written");
  check(H5Dwrite(data.id(), type.id(), H5S_ALL, H5S_ALL, H5P_DEFAULT, contents.data()), name + " cannot be written");
}

std::string readText(hid_t parent, const std::string& name) {
  if (!exists(parent, name)) return {};
  const Identifier data = openData(parent, name);
  const Identifier type(H5Dget_type(data.id()), H5Tclose, "is damaged");
  return readVariable(
      type.id(), [&](hid_t as, char** text) { return H5Dread(data.id(), as, H5S_ALL, H5S_ALL, H5P_DEFAULT, text); });
}

void setText(hid_t object, const char* attribute, const std::string& text) {
  const Identifier type = textType();
  if (H5Aexists(object, attribute) > 0) check(H5Adelete(object, attribute), "cannot be written");
  const Identifier made(H5Acreate2(object, attribute, type.id(), scalarSpace().id(), H5P_DEFAULT, H5P_DEFAULT),
                        H5Aclose, "cannot be written");
  const char* const content = text.c_str();
  check(H5Awrite(made.id(), type.id(), &content), "cannot be written");
}

std::string textOf(hid_t object, const char* attribute) {
  if (H5Aexists(object, attribute) <= 0) return {};
  const Identifier found(H5Aopen(object, attribute, H5P_DEFAULT), H5Aclose, "is damaged");
  const Identifier type(H5Aget_type(found.id()), H5Tclose, "is damaged");
  return readVariable(type.id(), [&](hid_t as, char** text) { return H5Aread(found.id(), as, text); });
}

void setNumber(hid_t object, const char* attribute, double value) {
  if (H5Aexists(object, attribute) > 0) check(H5Adelete(object, attribute), "cannot be written");
  const Identifier made(H5Acreate2(object, attribute, H5T_NATIVE_DOUBLE, scalarSpace().id(), H5P_DEFAULT, H5P_DEFAULT),
                        H5Aclose, "cannot be written");
  check(H5Awrite(made.id(), H5T_NATIVE_DOUBLE, &value), "cannot be written");
}

double numberOf(hid_t object, const char* attribute) {
  double value = std::numeric_limits<double>::quiet_NaN();
  if (H5Aexists(object, attribute) <= 0) return value;
  const Identifier found(H5Aopen(object, attribute, H5P_DEFAULT), H5Aclose, "is damaged");
  check(H5Aread(found.id(), H5T_NATIVE_DOUBLE, &value), "is damaged");
  return value;
}

}  // namespace tendril::hdf5

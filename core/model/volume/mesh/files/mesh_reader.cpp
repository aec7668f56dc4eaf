// SPDX-License-Identifier: BSD-3-Clause
#include "core/model/volume/mesh/files/mesh_reader.hpp"

#include <filesystem>
#include <fstream>
#include <stdexcept>

namespace tendril {
namespace {

std::string readBytes(const std::string& file, std::size_t limit) {
  const std::size_t size = checkMeshFile(file, limit);
  const std::filesystem::path path(file);
  std::string bytes(size, '\0');
  std::ifstream stream(path, std::ios::binary);
  stream.read(bytes.data(), static_cast<std::streamsize>(size));
  if (!stream || stream.gcount() != static_cast<std::streamsize>(size)) throw std::runtime_error("cannot be read");
  return bytes;
}

std::string_view withoutLeadingSpace(std::string_view bytes) {
  if (bytes.starts_with("\xEF\xBB\xBF")) bytes.remove_prefix(3);
  const std::size_t start = bytes.find_first_not_of(" \t\r\n");
  return start == std::string_view::npos ? std::string_view() : bytes.substr(start);
}

}  // namespace

std::size_t checkMeshFile(const std::string& file, std::size_t limit) {
  std::error_code problem;
  const std::filesystem::path path(file);
  if (!std::filesystem::exists(path, problem)) throw std::runtime_error("there is no such file");
  if (!std::filesystem::is_regular_file(path, problem)) throw std::runtime_error("is not a file");
  const auto size = std::filesystem::file_size(path, problem);
  if (problem) throw std::runtime_error("cannot be read: " + problem.message());
  if (size > limit)
    throw std::runtime_error("is " + std::to_string(size >> 20) + " MB large, more than " +
                             std::to_string(limit >> 20) + " MB are not read; mesh more coarsely");
  return size;
}

LoadedTetMesh parseTetMesh(std::string_view bytes, const MeshLimits& limits) {
  const std::string_view start = withoutLeadingSpace(bytes);
  if (start.empty()) throw std::runtime_error("is empty");
  if (start[0] == '$') return makeSound(parseMsh(bytes, limits));
  if (start[0] == '<') return makeSound(parseVtu(bytes, limits));
  throw std::runtime_error(
      "is neither a .msh file of gmsh (it would begin with $MeshFormat) nor a .vtu file (it would begin with <); "
      "export the mesh in one of these formats");
}

LoadedTetMesh readTetMesh(const std::string& file, const MeshLimits& limits) {
  try {
    return parseTetMesh(readBytes(file, limits.bytes), limits);
  } catch (const std::runtime_error& error) {
    throw std::runtime_error(std::filesystem::path(file).filename().string() + ": " + error.what());
  } catch (const std::bad_alloc&) {
    throw std::runtime_error(std::filesystem::path(file).filename().string() +
                             ": needs more memory than there is; mesh more coarsely");
  }
}

}  // namespace tendril

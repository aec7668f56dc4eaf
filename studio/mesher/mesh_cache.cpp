// SPDX-License-Identifier: GPL-3.0-or-later
#include "studio/mesher/mesh_cache.hpp"

#include <unistd.h>
#include <zlib.h>

#include <atomic>
#include <charconv>
#include <fstream>
#include <optional>
#include <sstream>
#include <stdexcept>

#include "core/model/volume/mesh/files/mesh_reader.hpp"

namespace tendril {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view kFormatEnd = "$EndMeshFormat\n";

template <class T>
std::string hexadecimal(T value) {
  char buffer[20];
  return {buffer, std::to_chars(buffer, buffer + sizeof(buffer), value, 16).ptr};
}

/// FNV-1a. Two recipes of one hash would only take turns in one file: the recipe in it is compared.
std::uint64_t hashOf(std::string_view text) {
  std::uint64_t hash = 0xcbf29ce484222325u;
  for (char c : text) hash = (hash ^ static_cast<unsigned char>(c)) * 0x100000001b3u;
  return hash;
}

std::string checksumOf(std::string_view text) {
  return hexadecimal(crc32_z(0, reinterpret_cast<const Bytef*>(text.data()), text.size()));
}

/// What follows the header of a file is checked by its sum; the section of comments is ignored by readers of .msh.
std::string headerOf(const std::string& key, std::string_view body) {
  return "$Comments\n" + key + "\n" + checksumOf(body) + "\n$EndComments\n";
}

std::string entryOf(const std::string& key, const TetMesh& mesh) {
  const std::string text = formatMsh(mesh);
  const std::size_t split = text.find(kFormatEnd) + kFormatEnd.size();
  return text.substr(0, split) + headerOf(key, std::string_view(text).substr(split)) + text.substr(split);
}

/// Nothing if there is no entry, or it is not whole.
std::optional<LoadedTetMesh> readEntry(const fs::path& file, const std::string& key) {
  std::ifstream stream(file, std::ios::binary);
  if (!stream) return {};
  std::ostringstream content;
  content << stream.rdbuf();
  const std::string text = content.str();
  const std::size_t format = text.find(kFormatEnd), comments = text.find("$EndComments\n");
  if (format == std::string::npos || comments == std::string::npos || comments < format) return {};
  const std::size_t start = format + kFormatEnd.size();
  const std::string_view body = std::string_view(text).substr(comments + std::string_view("$EndComments\n").size());
  if (std::string_view(text).substr(start, text.size() - start - body.size()) != headerOf(key, body)) return {};
  try {
    return parseTetMesh(text);
  } catch (const std::runtime_error&) {
    return {};
  }
}

/// Throws std::runtime_error.
void writeEntry(const fs::path& file, const std::string& text) {
  static std::atomic<int> count = 0;
  std::error_code problem;
  fs::create_directories(file.parent_path(), problem);
  if (problem) throw std::runtime_error(problem.message());
  const fs::path fresh = file.string() + "." + std::to_string(getpid()) + "-" + std::to_string(++count) + ".new";
  std::ofstream stream(fresh, std::ios::binary);
  stream << text;
  stream.close();
  if (stream) fs::rename(fresh, file, problem);
  if (stream && !problem) return;
  std::error_code ignored;
  fs::remove(fresh, ignored);
  throw std::runtime_error(problem ? problem.message() : "it cannot be written to");
}

}  // namespace

CachedMeshGenerator::CachedMeshGenerator(std::shared_ptr<const MeshGenerator> generator, std::string name,
                                         fs::path folder)
    : generator_(std::move(generator)), name_(std::move(name)), folder_(std::move(folder)) {}

fs::path CachedMeshGenerator::folderOf(const fs::path& projectDirectory) {
  return projectDirectory / ".tendril-cache" / "meshes";
}

std::string CachedMeshGenerator::keyOf(const std::string& recipe) const {
  return name_ + ": " + recipe;
}

fs::path CachedMeshGenerator::fileOf(const std::string& recipe) const {
  return folder_ / (recipe.substr(0, recipe.find(' ')) + "-" + hexadecimal(hashOf(keyOf(recipe))) + ".msh");
}

template <class Make, class Note>
LoadedTetMesh CachedMeshGenerator::take(const std::string& recipe, Make&& make, Note&& note) const {
  const fs::path file = fileOf(recipe);
  if (std::optional<LoadedTetMesh> kept = readEntry(file, keyOf(recipe))) {
    note(*kept);
    return std::move(*kept);
  }
  LoadedTetMesh made = make();
  try {
    writeEntry(file, entryOf(keyOf(recipe), made.mesh));
  } catch (const std::runtime_error& error) {
    made.notes.push_back("the mesh is not kept in " + folder_.string() + ": " + error.what());
  }
  return made;
}

LoadedTetMesh CachedMeshGenerator::generate(const MeshRecipe& recipe, const std::function<bool()>& cancelled) const {
  return take(
      recipeText(recipe), [&] { return generator_->generate(recipe, cancelled); },
      [&](LoadedTetMesh& kept) { noteCount(recipe, kept); });
}

LoadedTetMesh CachedMeshGenerator::fill(const SurfaceRecipe& recipe, const std::function<bool()>& cancelled) const {
  return take(
      recipeText(recipe), [&] { return generator_->fill(recipe, cancelled); },
      [&](LoadedTetMesh& kept) { noteVolume(recipe, kept); });
}

}  // namespace tendril

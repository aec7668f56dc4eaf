// SPDX-License-Identifier: GPL-3.0-or-later
#include "studio/film/film_script.hpp"

#include <cmath>
#include <stdexcept>

namespace tendril {
namespace {

using json::Node;

[[noreturn]] void refuse(const std::string& where, const std::string& what) {
  throw std::runtime_error(where + ": " + what);
}

/// Fields of an object, each read once; what is left is not known.
class Fields {
 public:
  Fields(const Node& node, std::string where) : node_(node), where_(std::move(where)) {
    if (!node.is(Node::Kind::kObject)) refuse(where_, "must be an object {…}");
    known_.resize(node.keys.size(), false);
  }
  ~Fields() = default;
  Fields(const Fields&) = delete;
  Fields& operator=(const Fields&) = delete;

  const Node* find(std::string_view key, Node::Kind kind) {
    for (std::size_t i = 0; i < node_.keys.size(); ++i) {
      if (node_.keys[i] != key) continue;
      known_[i] = true;
      if (node_.items[i].is(kind)) return &node_.items[i];
      refuse(at(key), "must be " + std::string(json::kindName(kind)));
    }
    return nullptr;
  }
  void read(std::string_view key, double& value) {
    if (const Node* node = find(key, Node::Kind::kNumber)) value = node->number;
  }
  void read(std::string_view key, std::optional<double>& value) {
    if (const Node* node = find(key, Node::Kind::kNumber)) value = node->number;
  }
  void read(std::string_view key, bool& value) {
    if (const Node* node = find(key, Node::Kind::kBool)) value = node->boolean;
  }
  void read(std::string_view key, std::string& value) {
    if (const Node* node = find(key, Node::Kind::kString)) value = node->text;
  }
  void read(std::string_view key, std::vector<std::string>& values) {
    const Node* node = find(key, Node::Kind::kArray);
    if (!node) return;
    for (const Node& item : node->items) {
      if (!item.is(Node::Kind::kString)) refuse(at(key), "must be a list of texts");
      values.push_back(item.text);
    }
  }
  /// What was not asked for is a mistake.
  void finish() const {
    for (std::size_t i = 0; i < known_.size(); ++i)
      if (!known_[i]) refuse(at(node_.keys[i]), "is not known");
  }
  std::string at(std::string_view key) const { return where_ + '.' + std::string(key); }

 private:
  const Node& node_;
  std::string where_;
  std::vector<bool> known_;
};

FilmShot shotOf(const Node& node, const std::string& where) {
  FilmShot shot;
  Fields fields(node, where);
  fields.read("from", shot.from);
  fields.read("to", shot.to);
  fields.read("speed", shot.speed);
  fields.read("hold", shot.hold);
  fields.read("azimuth", shot.azimuth);
  fields.read("elevation", shot.elevation);
  fields.read("zoom", shot.zoom);
  fields.read("turns", shot.turns);
  fields.read("text", shot.text);
  fields.read("plot", shot.plot);
  fields.finish();
  return shot;
}

void checkShot(const FilmShot& shot, const std::string& where) {
  constexpr double kHalfPi = 1.5707963267948966;
  if (!(shot.speed > 0) || !std::isfinite(shot.speed)) refuse(where + ".speed", "must be greater than 0");
  if (!(shot.hold >= 0 && shot.hold <= 3600)) refuse(where + ".hold", "must be from 0 to 3600 s");
  if (shot.zoom && !(*shot.zoom > 0)) refuse(where + ".zoom", "must be greater than 0");
  if (shot.elevation && std::abs(*shot.elevation) > kHalfPi)
    refuse(where + ".elevation", "must be from −π/2 to π/2 rad");
  if (!std::isfinite(shot.turns)) refuse(where + ".turns", "must be a finite number");
  if (shot.from && shot.to && *shot.to < *shot.from) refuse(where + ".to", "lies before from");
}

}  // namespace

void checkFilm(const FilmScript& film, const std::string& where) {
  constexpr int kLeast = 16, kMost = 8192;
  for (const int pixels : {film.width, film.height})
    if (pixels < kLeast || pixels > kMost || pixels % 2 != 0)
      refuse(where + ".size", "must be two even numbers of pixels from 16 to 8192");
  if (!(film.rate >= 1 && film.rate <= 240)) refuse(where + ".rate", "must be from 1 to 240 frames per second");
  for (std::size_t i = 0; i < film.shots.size(); ++i)
    checkShot(film.shots[i], where + ".shots[" + std::to_string(i) + ']');
}

FilmScript filmScript(const Node& node, const std::string& where) {
  FilmScript film;
  Fields fields(node, where);
  if (const Node* size = fields.find("size", Node::Kind::kArray)) {
    if (size->items.size() != 2) refuse(where + ".size", "must be two even numbers of pixels from 16 to 8192");
    film.width = static_cast<int>(size->items[0].number), film.height = static_cast<int>(size->items[1].number);
  }
  fields.read("rate", film.rate);
  fields.read("dark", film.dark);
  if (const Node* shots = fields.find("shots", Node::Kind::kArray))
    for (const Node& shot : shots->items)
      film.shots.push_back(shotOf(shot, where + ".shots[" + std::to_string(film.shots.size()) + ']'));
  fields.finish();
  if (film.shots.empty()) film.shots.emplace_back();
  checkFilm(film, where);
  return film;
}

FilmScript storedFilm(const std::string& studio, std::string_view name) {
  std::vector<Problem> problems;
  const Node section = json::parse(studio.empty() ? "{}" : studio, problems);
  const Node* films = section.find("films");
  if (films && !films->is(Node::Kind::kObject)) refuse("studio.films", "must be an object {name: {…}}");
  if (const Node* film = films ? films->find(name) : nullptr)
    return filmScript(*film, "studio.films." + std::string(name));
  std::string there;
  for (std::size_t i = 0; films && i < films->keys.size(); ++i) there += (i ? ", " : "") + films->keys[i];
  refuse("studio.films", "the project has no film “" + std::string(name) + "”" +
                             (there.empty() ? "; it has none" : "; it has " + there));
}

}  // namespace tendril

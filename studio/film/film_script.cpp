// SPDX-License-Identifier: GPL-3.0-or-later
#include "studio/film/film_script.hpp"

#include <cmath>

#include "core/project/json_reader.hpp"

namespace tendril {
namespace {

using json::Node;

using json::wrong;

FilmShot shotOf(const Node& node, const std::string& where) {
  FilmShot shot;
  json::ObjectReader fields(node, where);
  fields.number("from", shot.from);
  fields.number("to", shot.to);
  fields.number("speed", shot.speed);
  fields.number("hold", shot.hold);
  fields.number("azimuth", shot.azimuth);
  fields.number("elevation", shot.elevation);
  fields.number("zoom", shot.zoom);
  fields.number("turns", shot.turns);
  fields.text("text", shot.text);
  fields.texts("plot", shot.plot);
  fields.finish();
  return shot;
}

void checkShot(const FilmShot& shot, const std::string& where) {
  constexpr double kHalfPi = 1.5707963267948966;
  if (!(shot.speed > 0) || !std::isfinite(shot.speed)) wrong(where + ".speed", "must be greater than 0");
  if (!(shot.hold >= 0 && shot.hold <= 3600)) wrong(where + ".hold", "must be from 0 to 3600 s");
  if (shot.zoom && !(*shot.zoom > 0)) wrong(where + ".zoom", "must be greater than 0");
  if (shot.elevation && std::abs(*shot.elevation) > kHalfPi)
    wrong(where + ".elevation", "must be from −π/2 to π/2 rad");
  if (!std::isfinite(shot.turns)) wrong(where + ".turns", "must be a finite number");
  if (shot.from && shot.to && *shot.to < *shot.from) wrong(where + ".to", "lies before from");
}

/// What is no number of pixels becomes 0, which checkFilm() refuses.
int pixelsOf(double value) {
  return value == std::floor(value) && std::abs(value) < 1e6 ? static_cast<int>(value) : 0;
}

}  // namespace

void checkFilm(const FilmScript& film, const std::string& where) {
  constexpr int kLeast = 16, kMost = 8192;
  for (const int pixels : {film.width, film.height})
    if (pixels < kLeast || pixels > kMost || pixels % 2 != 0)
      wrong(where + ".size", "must be two even numbers of pixels from 16 to 8192");
  if (!(film.rate >= 1 && film.rate <= 240)) wrong(where + ".rate", "must be from 1 to 240 frames per second");
  for (std::size_t i = 0; i < film.shots.size(); ++i)
    checkShot(film.shots[i], where + ".shots[" + std::to_string(i) + ']');
}

FilmScript filmScript(const Node& node, const std::string& where) {
  FilmScript film;
  json::ObjectReader fields(node, where);
  std::vector<double> size;
  fields.numbers("size", size, 2, "two even numbers of pixels from 16 to 8192");
  if (!size.empty()) film.width = pixelsOf(size[0]), film.height = pixelsOf(size[1]);
  fields.number("rate", film.rate);
  fields.flag("dark", film.dark);
  fields.list("shots", [&](const Node& shot, const std::string& at) { film.shots.push_back(shotOf(shot, at)); });
  fields.finish();
  if (film.shots.empty()) film.shots.emplace_back();
  checkFilm(film, where);
  return film;
}

FilmScript storedFilm(const std::string& studio, std::string_view name) {
  std::vector<Problem> problems;
  const Node section = json::parse(studio.empty() ? "{}" : studio, problems);
  const Node* films = section.find("films");
  if (films && !films->is(Node::Kind::kObject)) wrong("studio.films", "must be an object {name: {…}}");
  if (const Node* film = films ? films->find(name) : nullptr)
    return filmScript(*film, "studio.films." + std::string(name));
  std::string there;
  for (std::size_t i = 0; films && i < films->keys.size(); ++i) there += (i ? ", " : "") + films->keys[i];
  wrong("studio.films", "the project has no film “" + std::string(name) + "”" +
                            (there.empty() ? "; it has none" : "; it has " + there));
}

}  // namespace tendril

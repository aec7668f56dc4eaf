// SPDX-License-Identifier: GPL-3.0-or-later
#include "studio/film/film_script.hpp"

#include <cmath>

#include "core/project/json_reader.hpp"

namespace tendril {
namespace {

using json::Node;

using json::wrong;

constexpr double kHalfPi = 1.5707963267948966;
constexpr double kFar = 1e6;  // m

FilmView viewOf(const Node& node, const std::string& where) {
  FilmView view;
  json::ObjectReader fields(node, where);
  fields.number("at", view.at, 0, 1);
  fields.number("azimuth", view.azimuth);
  fields.number("elevation", view.elevation);
  fields.number("distance", view.distance);
  std::vector<double> pivot;
  fields.numbers("pivot", pivot, 3, "three numbers, m");
  if (pivot.size() == 3) view.pivot = Vec3(pivot[0], pivot[1], pivot[2]);
  fields.number("zoom", view.zoom);
  fields.finish();
  return view;
}

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
  fields.list("path", [&](const Node& view, const std::string& at) { shot.path.push_back(viewOf(view, at)); });
  fields.text("text", shot.text);
  fields.texts("plot", shot.plot);
  fields.finish();
  return shot;
}

void checkElevation(const std::optional<double>& elevation, const std::string& where) {
  if (elevation && !(std::abs(*elevation) <= kHalfPi)) wrong(where + ".elevation", "must be from −π/2 to π/2 rad");
}

void checkPath(const FilmShot& shot, const std::string& where) {
  if (shot.path.empty()) return;
  if (shot.azimuth || shot.elevation || shot.zoom || shot.turns != 0)
    wrong(where + ".path", "has the camera already: leave out azimuth, elevation, zoom and turns of the shot");
  const std::vector<double> shares = pathShares(shot.path);
  for (std::size_t i = 0; i < shot.path.size(); ++i) {
    const FilmView& view = shot.path[i];
    const std::string at = where + ".path[" + std::to_string(i) + ']';
    checkElevation(view.elevation, at);
    if (view.azimuth && !std::isfinite(*view.azimuth)) wrong(at + ".azimuth", "must be a finite number");
    if (view.distance && !(*view.distance > 0 && *view.distance <= kFar))
      wrong(at + ".distance", "must be greater than 0, and at most a million metres");
    if (view.zoom && !(*view.zoom > 0 && *view.zoom <= kFar)) wrong(at + ".zoom", "must be greater than 0");
    if (view.zoom && view.distance) wrong(at, "has both zoom and distance: leave out one of them");
    if (view.pivot && !(view.pivot->norm() <= kFar)) wrong(at + ".pivot", "must be at most a million metres away");
    if (i > 0 && !(shares[i] > shares[i - 1])) wrong(at + ".at", "must be greater than that of the view before");
  }
}

void checkShot(const FilmShot& shot, const std::string& where) {
  if (!(shot.speed > 0) || !std::isfinite(shot.speed)) wrong(where + ".speed", "must be greater than 0");
  if (!(shot.hold >= 0 && shot.hold <= 3600)) wrong(where + ".hold", "must be from 0 to 3600 s");
  if (shot.zoom && !(*shot.zoom > 0)) wrong(where + ".zoom", "must be greater than 0");
  checkElevation(shot.elevation, where);
  checkPath(shot, where);
  if (!std::isfinite(shot.turns)) wrong(where + ".turns", "must be a finite number");
  if (shot.from && shot.to && *shot.to < *shot.from) wrong(where + ".to", "lies before from");
}

/// What is no number of pixels becomes 0, which checkFilm() refuses.
int pixelsOf(double value) {
  return value == std::floor(value) && std::abs(value) < 1e6 ? static_cast<int>(value) : 0;
}

}  // namespace

std::vector<double> pathShares(const std::vector<FilmView>& path) {
  std::vector<double> shares(path.size(), 0);
  for (std::size_t i = 0; i < path.size(); ++i) shares[i] = path[i].at.value_or(i == 0 ? 0 : 1);
  for (std::size_t i = 1; i + 1 < path.size(); ++i) {
    if (path[i].at) continue;
    std::size_t next = i;
    while (next + 1 < path.size() && !path[next].at) ++next;
    shares[i] = shares[i - 1] + (shares[next] - shares[i - 1]) / static_cast<double>(next - i + 1);
  }
  return shares;
}

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
  std::string quality = "live";
  fields.text("quality", quality);
  if (quality != "live" && quality != "publication") wrong(fields.at("quality"), "must be \"live\" or \"publication\"");
  film.publication = quality == "publication";
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

// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <cstdio>
#include <fstream>
#include <ostream>
#include <sstream>
#include <tuple>

#include "core/project/json_tree.hpp"
#include "studio/cli/commands.hpp"
#include "studio/cli/io/errors.hpp"
#include "studio/cli/io/progress_bar.hpp"
#include "studio/cli/pictures/render_look.hpp"
#include "studio/cli/pictures/soft_look.hpp"
#include "studio/cli/plot_request.hpp"
#include "studio/cli/recorded_run.hpp"
#include "studio/film/film_encoder.hpp"
#include "studio/film/film_maker.hpp"

namespace tendril::cli {
namespace {

/// {"shots": …} of a file.
FilmScript scriptIn(const std::filesystem::path& file) {
  std::ostringstream text;
  text << std::ifstream(file).rdbuf();
  std::vector<Problem> problems;
  const json::Node node = json::parse(text.str(), problems);
  if (!problems.empty()) throw Error(ExitCode::kBadFile, file.string() + ": " + problems.front().text());
  return filmScript(node, file.filename().string());
}

bool describesShot(const FilmOptions& o) {
  return o.from || o.to || o.speed || o.turns || o.hold || !o.text.empty() || !o.plot.empty();
}

/// Colours, cuts and marks; where the ends of the colours are not given they suit the whole run.
void applyLook(const FilmOptions& options, FilmedRun& filmed, const Streams& streams) {
  constexpr std::size_t kInstants = 60;
  filmed.overlays = overlaysFor(options);
  filmed.deformation = lookOf(options);
  const SurfaceField field = filmed.deformation.colors.field;
  if (field == SurfaceField::kNone) return;
  Data data(*filmed.model);
  std::vector<Snapshot> seen;
  const std::size_t records = filmed.history->size(), count = std::min(records, kInstants);
  for (std::size_t k = 0; k < count; ++k) {
    const History::Record r = filmed.history->record(count > 1 ? k * (records - 1) / (count - 1) : 0);
    StateValues state;
    state.t = r.t, state.q = r.q, state.v = r.v, state.u = r.u;
    seen.push_back(drawnSnapshot(filmed.model, data, state, filmed.deformation, {}));
  }
  filmed.deformation.colors = colorsFor(options, field, seen, streams);
}

/// The film that is asked for: of a file, of the project, or one shot by the options.
FilmScript scriptOf(const FilmOptions& options, const Description& description) {
  FilmScript film;
  const bool given = !options.shots.empty() || !options.film.empty();
  if (given && describesShot(options))
    throw Error(ExitCode::kUsage,
                "--from, --to, --speed, --turns, --hold, --text and --plot describe a shot: leave "
                "them out where --film or --shots have them");
  if (!options.shots.empty()) {
    film = scriptIn(options.shots);
  } else if (!options.film.empty()) {
    film = storedFilm(description.studio.text, options.film);
  } else {
    FilmShot shot;
    shot.from = options.from, shot.to = options.to;
    shot.speed = options.speed.value_or(1), shot.turns = options.turns.value_or(0);
    shot.hold = options.hold.value_or(0), shot.text = options.text;
    for (const std::string& text : options.plot)
      for (std::string& each : splitSignals(text)) shot.plot.push_back(std::move(each));
    film.shots = {std::move(shot)};
  }
  if (!options.size.empty()) std::tie(film.width, film.height) = pictureSize(options.size);
  if (options.rate) film.rate = *options.rate;
  if (options.dark) film.dark = true;
  if (!options.quality.empty()) film.publication = options.quality == "publication";
  return film;
}

}  // namespace

void film(const FilmOptions& options, const Streams& streams) {
  if (!isFilmName(options.out))
    throw Error(ExitCode::kUsage, options.out.string() + ": films are written as " + filmEndings());
  const Project project = readProjectFile(options.project, streams.diagnostics);
  try {
    const FilmScript script = scriptOf(options, project.description);
    checkFilm(script, "film");
    const std::shared_ptr<const Model> model = buildProject(project, streams.diagnostics);
    const std::filesystem::path run = runFile(options.project, options.run);
    FilmedRun filmed{.model = model,
                     .history = run.empty() ? simulatedRun(model, streams) : recordedRun(run, *model),
                     .computed = project.description.signals.entries,
                     .camera = projectCamera(project.description)};
    applyLook(options, filmed, streams);
    MadeFilm made;
    {
      ProgressBar bar(streams.diagnostics, streams.terminal, "drawing");
      int told = -1;
      const auto show = [&](double share) {
        bar.show(share);
        const int hundredths = static_cast<int>(100 * share);
        if (!options.progress || hundredths == told) return;
        told = hundredths;
        streams.diagnostics << "progress " << share << std::endl;
      };
      made = makeFilm(script, filmed, options.out, show, streams.cancel);
    }
    for (const std::string& problem : made.problems) streams.diagnostics << "warning: " << problem << '\n';
    if (made.cancelled) throw Error(ExitCode::kInterrupted, "interrupted; no film was written");
    char text[120];
    std::snprintf(text, sizeof text, "%d frames of %d x %d pixels, %.4g s at %.4g per second\n", made.frames,
                  script.width, script.height, made.seconds, script.rate);
    streams.out << text << options.out.string() << '\n';
  } catch (const Error&) {
    throw;
  } catch (const std::invalid_argument& error) {
    throw Error(ExitCode::kBadFile, error.what());
  } catch (const std::runtime_error& error) {
    throw Error(ExitCode::kFailed, error.what());
  }
}

}  // namespace tendril::cli

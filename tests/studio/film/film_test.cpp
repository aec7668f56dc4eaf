// SPDX-License-Identifier: GPL-3.0-or-later
// Films of runs: ffprobe finds size, rate and frames; what is wrong is said.
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/resource.h>

#include <atomic>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <filesystem>

#include <test_paths.hpp>
#include "core/builder/build_model.hpp"
#include "core/project/project.hpp"
#include "core/session/simulate.hpp"
#include "studio/film/film_encoder.hpp"
#include "studio/film/film_maker.hpp"
#include "studio/runs/run_history.hpp"
#include "tests/support/temporary_folder.hpp"

namespace tendril {
namespace {

using testing::HasSubstr;

FilmedRun pendulum() {
  ReadResult read = readProject(TENDRIL_SOURCE_DIR "/assets/examples/double-pendulum/double-pendulum.tendril.json");
  const auto model = buildModel(read.description, read.problems, {.directory = read.directory});
  Program program(model);
  std::vector<std::vector<double>> rows;
  SimulationRequest request;
  request.duration = 1;
  request.signals = RunHistory::signalsOf(*model);
  request.row = [&](const std::vector<double>& row) { rows.push_back(row); };
  simulate(program, request);
  RunHistory history(*model, rows.size());
  for (const std::vector<double>& row : rows) history.append(row);
  return {.model = model, .history = history.history(), .computed = {}, .camera = {}};
}

/// What ffprobe says: "width,height,frames per second,frames".
std::string probed(const std::string& file) {
  const std::string command =
      "ffprobe -v error -count_frames -select_streams v:0 -show_entries "
      "stream=width,height,r_frame_rate,nb_read_frames -of csv=p=0 '" +
      file + "' 2>&1";
  std::FILE* const pipe = popen(command.c_str(), "r");
  char text[200] = "";
  if (pipe) {
    const std::size_t size = std::fread(text, 1, sizeof text - 1, pipe);
    text[size] = 0;
    pclose(pipe);
  }
  return text;
}

std::string complaint(const std::function<void()>& run) {
  try {
    run();
  } catch (const std::exception& error) {
    return error.what();
  }
  return "nothing is wrong";
}

json::Node parsed(const std::string& text) {
  std::vector<Problem> problems;
  json::Node node = json::parse(text, problems);
  EXPECT_TRUE(problems.empty());
  return node;
}

TEST(Film, ShotsFollowEachOtherAtAConstantRate) {
  const TemporaryFolder folder;
  const FilmedRun run = pendulum();
  const FilmScript script = filmScript(parsed(R"({"size": [160, 90], "rate": 20, "shots": [
    {"from": 0, "to": 0.5, "speed": 0.5, "text": "Slowly", "plot": ["'upper arm'.q[0]", "forearm.q[0]"]},
    {"from": 0.5, "hold": 0.2, "turns": 0.25, "zoom": 1.5}]})"),
                                       "film");
  const std::string file = folder.path("film.mp4");
  double last = 0;
  const MadeFilm made = makeFilm(script, run, file, [&](double share) {
    EXPECT_GT(share, last);
    last = share;
  });
  EXPECT_EQ(made.frames, 20 + 10 + 4);
  EXPECT_EQ(last, 1);
  EXPECT_THAT(probed(file), HasSubstr("160,90,20/1,34"));
  EXPECT_EQ(std::distance(std::filesystem::directory_iterator(folder.path("")), {}), 1);
}

/// Where the pictures of a film of one shot differ from those of a film of another one: share of pixels.
double difference(const std::string& a, const std::string& b) {
  const auto pixels = [](const std::string& file) {
    std::string out;
    FILE* const pipe =
        popen(("ffmpeg -v error -i '" + file + "' -f rawvideo -pix_fmt gray - 2>/dev/null").c_str(), "r");
    char part[4096];
    for (std::size_t size = 0; pipe && (size = std::fread(part, 1, sizeof part, pipe)) > 0;) out.append(part, size);
    if (pipe) pclose(pipe);
    return out;
  };
  const std::string first = pixels(a), second = pixels(b);
  EXPECT_FALSE(first.empty());
  EXPECT_EQ(first.size(), second.size());
  int far = 0;
  for (std::size_t i = 0; i < std::min(first.size(), second.size()); ++i)
    far += std::abs(static_cast<unsigned char>(first[i]) - static_cast<unsigned char>(second[i])) > 24;
  return far / static_cast<double>(first.size());
}

TEST(Film, TheCameraPassesViews) {
  const TemporaryFolder folder;
  FilmedRun run = pendulum();
  run.camera = CameraView();
  run.camera->azimuth = 0.2, run.camera->elevation = 0.1, run.camera->distance = 5;
  const auto film = [&](const std::string& name, const std::string& shots) {
    const FilmScript script = filmScript(parsed(R"({"size": [160, 90], "rate": 10, "shots": )" + shots + "}"), "film");
    makeFilm(script, run, folder.path(name));
    return folder.path(name);
  };
  const std::string end = R"({"azimuth": 1.2, "elevation": 0.6, "distance": 2.5, "pivot": [0, 0, -0.4]})";
  // Of two shots of one instant, the second stands where the first has brought the camera.
  const std::string moved = film("a.mkv", R"([{"from": 0, "to": 0, "hold": 0.5, "path": [{}, {"zoom": 3}, )" + end +
                                              R"(]}, {"from": 0, "to": 0, "hold": 0.5}])");
  const std::string stands = film("b.mkv", R"([{"from": 0, "to": 0, "hold": 0.5, "path": [{"zoom": 3}]},
                                       {"from": 0, "to": 0, "hold": 0.5, "path": [)" +
                                               end + "]}]");
  const std::string other = film("c.mkv", R"([{"from": 0, "to": 0, "hold": 1}])");
  EXPECT_GT(difference(moved, other), 0.02);
  EXPECT_GT(difference(moved, stands), 0.005) << "the way is not the place";
  const auto second = [&](const std::string& file) {
    const std::string part = file + ".end.mkv";
    EXPECT_EQ(std::system(("ffmpeg -v error -ss 0.55 -i '" + file + "' -c:v ffv1 '" + part + "'").c_str()), 0);
    return part;
  };
  EXPECT_LE(difference(second(moved), second(stands)), 0.002);
}

TEST(Film, PublicationQualityIsAnotherPicture) {
  const TemporaryFolder folder;
  const auto film = [&](const std::string& quality) {
    const std::string file = folder.path(quality + ".mkv");
    makeFilm(filmScript(parsed(R"({"size": [160, 90], "rate": 10, "quality": ")" + quality +
                               R"(", "shots": [{"from": 0, "to": 0}]})"),
                        "film"),
             pendulum(), file);
    return file;
  };
  const std::string live = film("live"), fine = film("publication");
  EXPECT_THAT(probed(fine), HasSubstr("160,90,10/1,1"));
  EXPECT_GT(difference(live, fine), 0.001) << "soft shadows instead of a blob";
}

TEST(Film, ViewsSpreadOverTheShot) {
  const FilmScript script = filmScript(
      parsed(
          R"({"shots": [{"path": [{}, {}, {"at": 0.8}, {}]}, {"path": [{"zoom": 2}]}, {"path": [{"at": 0.5}, {}]}]})"),
      "film");
  EXPECT_THAT(pathShares(script.shots[0].path),
              testing::ElementsAre(0, testing::DoubleEq(0.4), testing::DoubleEq(0.8), 1));
  EXPECT_THAT(pathShares(script.shots[1].path), testing::ElementsAre(0));
  EXPECT_THAT(pathShares(script.shots[2].path), testing::ElementsAre(0.5, 1));
}

TEST(Film, GifAndWebpForPages) {
  const TemporaryFolder folder;
  for (const char* name : {"film.gif", "film.webp"}) {
    FilmEncoder encoder(folder.path(name), 32, 32, 10);
    std::vector<std::uint8_t> frame(4 * 32 * 32, 255);
    for (int k = 0; k < 5; ++k) {
      for (std::size_t i = 0; i < frame.size(); i += 4) frame[i] = static_cast<std::uint8_t>(i / 16 + 40 * k);
      encoder.frame(frame);
    }
    encoder.finish();
    EXPECT_GT(std::filesystem::file_size(folder.path(name)), 100u) << name;
  }
  EXPECT_THAT(probed(folder.path("film.gif")), HasSubstr("32,32,10/1,5"));
}

TEST(Film, CancelledOrWithoutRoomNothingStays) {
  const TemporaryFolder folder;
  const std::atomic<bool> cancel = true;
  EXPECT_TRUE(
      makeFilm(filmScript(parsed(R"({"size": [32, 32]})"), "film"), pendulum(), folder.path("film.mp4"), {}, &cancel)
          .cancelled);
  const std::string nowhere = complaint([] { FilmEncoder("/nowhere/film.mp4", 16, 16, 10).finish(); });
  EXPECT_THAT(nowhere, HasSubstr("/nowhere/film.mp4: the film was not written"));
  EXPECT_THAT(nowhere, HasSubstr("No such file or directory"));
  rlimit before{};
  getrlimit(RLIMIT_FSIZE, &before);
  std::signal(SIGXFSZ, SIG_IGN);
  const rlimit limit{20000, before.rlim_max};
  setrlimit(RLIMIT_FSIZE, &limit);  // as a full disk: what ffmpeg writes may not grow any more
  const std::string full = complaint([&] {
    FilmEncoder encoder(folder.path("film.mkv"), 64, 64, 30);
    std::vector<std::uint8_t> frame(4 * 64 * 64);
    std::uint32_t noise = 1;
    for (int k = 0; k < 60; ++k) {
      for (std::uint8_t& byte : frame)
        byte = static_cast<std::uint8_t>((noise = noise * 1664525U + 1013904223U) >> 24U);
      encoder.frame(frame);
    }
    encoder.finish();
  });
  setrlimit(RLIMIT_FSIZE, &before);
  EXPECT_THAT(full, HasSubstr("the film was not written; ffmpeg says: "));
  EXPECT_THAT(full, HasSubstr("Is there room on the disk"));
  EXPECT_EQ(std::distance(std::filesystem::directory_iterator(folder.path("")), {}), 0) << full;
}

TEST(FilmScript, WhatIsWrongIsNamed) {
  const auto refused = [](const std::string& text) { return complaint([&] { filmScript(parsed(text), "film"); }); };
  EXPECT_EQ(refused(R"({"size": [161, 90]})"), "film.size: must be two even numbers of pixels from 16 to 8192");
  EXPECT_EQ(refused(R"({"quality": "best"})"), "film.quality: must be \"live\" or \"publication\"");
  EXPECT_FALSE(filmScript(parsed("{}"), "film").publication);
  EXPECT_EQ(refused(R"({"rate": 0})"), "film.rate: must be from 1 to 240 frames per second");
  EXPECT_EQ(refused(R"({"shots": [{}, {"speed": -1}]})"), "film.shots[1].speed: must be greater than 0");
  EXPECT_EQ(refused(R"({"shots": [{"sped": 1}]})"), "film.shots[0]: has no field \"sped\"; did you mean 'speed'?");
  EXPECT_EQ(refused(R"({"shots": [{"text": 1}]})"), "film.shots[0].text: must be text");
  EXPECT_EQ(refused(R"({"shots": [{"from": 2, "to": 1}]})"), "film.shots[0].to: lies before from");
  EXPECT_EQ(refused(R"({"shots": [{"path": [{"zoom": 2, "distance": 1}]}]})"),
            "film.shots[0].path[0]: has both zoom and distance: leave out one of them");
  EXPECT_EQ(refused(R"({"shots": [{"turns": 1, "path": [{}]}]})"),
            "film.shots[0].path: has the camera already: leave out azimuth, elevation, zoom and turns of the shot");
  EXPECT_EQ(refused(R"({"shots": [{"path": [{"at": 0.5}, {"at": 0.5}]}]})"),
            "film.shots[0].path[1].at: must be greater than that of the view before");
  EXPECT_EQ(refused(R"({"shots": [{"path": [{}, {"elevation": 2}]}]})"),
            "film.shots[0].path[1].elevation: must be from −π/2 to π/2 rad");
  EXPECT_EQ(refused(R"({"shots": [{"path": [{"pivot": [1, 2]}]}]})"),
            "film.shots[0].path[0].pivot: must be three numbers, m");
  EXPECT_EQ(storedFilm(R"({"films": {"talk": {"rate": 25}}})", "talk").rate, 25);
  EXPECT_EQ(complaint([] { storedFilm(R"({"films": {"talk": {}, "page": {}}})", "other"); }),
            "studio.films: the project has no film “other”; it has talk, page");
  const FilmScript late = filmScript(parsed(R"({"shots": [{"from": 0, "to": 9}]})"), "film");
  EXPECT_THAT(complaint([&] { makeFilm(late, pendulum(), "film.mp4"); }), HasSubstr("the run goes from 0 s to 1 s"));
}

}  // namespace
}  // namespace tendril

// SPDX-License-Identifier: GPL-3.0-or-later
// The quality of pictures, films and figures as the command line takes it.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <sstream>

#include "studio/cli/commands.hpp"
#include "tests/studio/cli/command_line.hpp"

namespace tendril::cli {
namespace {

/// What the commands that draw are told; `quality` of the last one.
struct Told {
  std::string quality = "nothing was drawn";
  int exit = -1;
  std::string diagnostics;
};

Told told(const std::vector<std::string>& arguments) {
  Told out;
  std::ostringstream text, diagnostics;
  const Drawing drawing{.render = [&](const RenderOptions& options, const Streams&) { out.quality = options.quality; },
                        .figure = [&](const FigureOptions& options, const Streams&) { out.quality = options.quality; },
                        .film = [&](const FilmOptions& options, const Streams&) { out.quality = options.quality; }};
  out.exit = run(arguments, {text, diagnostics}, drawing);
  out.diagnostics = diagnostics.str();
  return out;
}

TEST(Quality, IsThatOfTheFileUnlessTheCommandSaysIt) {
  const std::string project = example("double-pendulum");
  const std::vector<std::string> figure = {"figure", project, "phase", "--out", "f.svg"},
                                 film = {"film", project, "--out", "f.mp4"},
                                 render = {"render", project, "--out", "f.png"};
  EXPECT_EQ(told(figure).quality, "");
  EXPECT_EQ(told(film).quality, "");
  EXPECT_EQ(told(render).quality, "live");
  for (std::vector<std::string> command : {figure, film, render}) {
    command.insert(command.end(), {"--quality", "publication"});
    EXPECT_EQ(told(command).quality, "publication") << command.front();
    EXPECT_EQ(told(command).exit, 0) << command.front();
    command.back() = "best";
    const Told refused = told(command);
    EXPECT_EQ(refused.exit, 2) << command.front();
    EXPECT_EQ(refused.quality, "nothing was drawn");
    EXPECT_THAT(refused.diagnostics, testing::HasSubstr("--quality"));
  }
}

}  // namespace
}  // namespace tendril::cli

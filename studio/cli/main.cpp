// SPDX-License-Identifier: GPL-3.0-or-later
// tendril: the command line.
#include <unistd.h>

#include <csignal>
#include <iostream>

#include "studio/cli/commands.hpp"
#ifdef TENDRIL_WITH_RENDER
#include "studio/export/shapes/shape_export.hpp"
#endif

namespace {

std::atomic<bool> interrupted = false;

void interrupt(int signal) {
  interrupted = true;
  std::signal(signal, SIG_DFL);  // a second one ends the program at once
}

}  // namespace

int main(int argc, char** argv) {
  std::signal(SIGINT, interrupt);
  std::signal(SIGXFSZ, SIG_IGN);  // a file that may not grow is told, as a full disk is
  const bool terminal = isatty(STDERR_FILENO) != 0;
  const tendril::cli::Streams streams{std::cout, std::cerr, terminal, &interrupted};
#ifdef TENDRIL_WITH_RENDER
  const tendril::cli::Drawing drawing{tendril::cli::render,
                                      tendril::cli::figureCommand,
                                      {tendril::exportShape, tendril::exportShapeSeries},
                                      tendril::cli::film};
#else
  const tendril::cli::Drawing drawing;
#endif
  return tendril::cli::run({argv + 1, argv + argc}, streams, drawing);
}

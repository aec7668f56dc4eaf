// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

namespace tendril {

class GalleryPage;
class ImportActions;
class LayoutActions;
class PluginActions;
class RecordedRuns;
class StudioContext;
class TourActions;

/// The parts that the window itself goes on to talk to. The window owns them.
struct WindowParts {
  LayoutActions* layouts = nullptr;
  PluginActions* plugins = nullptr;
  ImportActions* imports = nullptr;
  RecordedRuns* recordings = nullptr;
  GalleryPage* gallery = nullptr;
  TourActions* tour = nullptr;
};

/// Makes every panel and every action of the window: the one list of them.
WindowParts makeParts(StudioContext& context);

}  // namespace tendril

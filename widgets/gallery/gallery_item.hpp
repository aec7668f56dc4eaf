// SPDX-License-Identifier: GPL-3.0-or-later
// What the gallery offers, as plain values.
#pragma once

#include <QString>
#include <QStringList>

#include <vector>

namespace tendril {

/// A project that is opened by one click.
struct GalleryItem {
  QString title, summary;
  QString kind;                   ///< of robot, such as "Soft arms"
  QString paper;                  ///< where its mathematics comes from
  QString path;                   ///< of the project file
  QString lightStrip, darkStrip;  ///< film strips: frames of equal width side by side; empty: no picture yet
};

/// A way to begin an empty project.
struct GalleryStarter {
  QString id, title, summary, icon;
};

/// A file that was open before.
struct GalleryRecent {
  QString title, path, detail;  ///< detail: when, or that it is gone
  bool exists = true;
};

/// How the projects are put together.
enum class GalleryGrouping { kByKind, kByPaper };

struct GalleryGroup {
  QString title;
  std::vector<int> items;  ///< indices into the list of items
};

/// Groups of the items that match `filter` (every word of it occurs in title, summary, kind or paper; any case), in
/// the order in which their first item comes; empty groups are left out.
std::vector<GalleryGroup> galleryGroups(const std::vector<GalleryItem>& items, GalleryGrouping grouping,
                                        const QString& filter);

/// Frames of a film strip of this size whose frames have the shape 8 : 5; 0 if it is none.
int filmStripFrames(int width, int height);

}  // namespace tendril

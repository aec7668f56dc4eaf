// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <vector>

#include "widgets/floating/floating_panel.hpp"
#include "widgets/gallery/gallery_item.hpp"

namespace tendril {

class CardGrid;
class FileDropZone;

/// What stands in the view of a project that has nothing in it: what to do next, tiles to begin with, and where files
/// are dropped.
class EmptyProject : public FloatingPanel {
  Q_OBJECT
 public:
  EmptyProject(const std::vector<GalleryStarter>& starters, QWidget* parent);

  /// A file hovers over the window.
  void setDropTarget(bool hovering);
  /// In the middle of a rectangle of its parent, as large as it needs; without the place for files where that is low.
  void fit(const QRect& room);

 Q_SIGNALS:
  void starterChosen(const QString& id);
  void chooseFileRequested();

 private:
  CardGrid* tiles_;
  FileDropZone* drop_;
};

}  // namespace tendril

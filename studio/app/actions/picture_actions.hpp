// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>

namespace tendril {

class PictureDialog;
class PictureSaver;
class StudioContext;

/// The dialog for pictures of the view at any size.
class PictureActions : public QObject {
  Q_OBJECT
 public:
  PictureActions(StudioContext& context, PictureSaver& saver);

 private:
  void openDialog();

  StudioContext& context_;
  PictureSaver& saver_;
  PictureDialog* dialog_ = nullptr;
};

}  // namespace tendril

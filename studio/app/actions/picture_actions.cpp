// SPDX-License-Identifier: GPL-3.0-or-later
#include "studio/app/actions/picture_actions.hpp"

#include "studio/app/context/studio_context.hpp"
#include "studio/app/view/picture_saver.hpp"
#include "widgets/picture/picture_dialog.hpp"
#include "widgets/viewport/viewport.hpp"

namespace tendril {

PictureActions::PictureActions(StudioContext& context, PictureSaver& saver)
    : QObject(&context.window()), context_(context), saver_(saver) {
  QAction* picture = context.actions().add(tr("Picture of the view at any size"), "picture",
                                           {QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_E)}, [this] { openDialog(); });
  picture->setObjectName("picture");
  picture->setProperty(kAlsoFound, tr("export image png screenshot publication figure white background"));
  context.header().addTool(picture);
}

void PictureActions::openDialog() {
  if (!dialog_) {
    dialog_ = new PictureDialog(&context_.window());
    connect(dialog_, &PictureDialog::saveRequested, this, [this](const PictureChoice& choice) {
      if (saver_.save(choice)) dialog_->hide();
    });
    dialog_->setFile(saver_.proposedFile());
  }
  const Viewport& viewport = context_.view().viewport();
  dialog_->setViewSize(viewport.size() * viewport.devicePixelRatioF());
  dialog_->show();
  dialog_->raise();
  dialog_->activateWindow();
}

}  // namespace tendril

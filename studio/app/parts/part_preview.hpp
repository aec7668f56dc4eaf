// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>
#include <QThreadPool>
#include <QTimer>

#include <cstdint>
#include <optional>

#include "studio/document/document.hpp"

namespace tendril {

class StudioContext;

/// What an edit would add, as of glass in the view: made beside the window, the latest wish wins. Edits that are
/// refused or add nothing that has a shape show nothing.
class PartPreview : public QObject {
  Q_OBJECT
 public:
  PartPreview(StudioContext& context, QObject* parent);
  ~PartPreview() override;

  void show(const Edit& edit);
  void hide();

 private:
  void start();

  StudioContext& context_;
  QThreadPool worker_;
  QTimer soon_;
  std::optional<Edit> edit_;
  std::uint64_t number_ = 0;
};

}  // namespace tendril

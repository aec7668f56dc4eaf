// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QLabel>
#include <QLineEdit>
#include <QScrollArea>
#include <QTimer>
#include <QToolButton>
#include <QVBoxLayout>
#include <QWidget>

#include "widgets/gallery/film_strips.hpp"
#include "widgets/gallery/gallery_item.hpp"

namespace tendril {

/// The first screen: ways to begin, files that were open before, and examples as moving pictures. Knows no files:
/// whoever uses it gives lists and listens.
class Gallery : public QWidget {
  Q_OBJECT
 public:
  explicit Gallery(QWidget* parent = nullptr);

  void setStarters(const std::vector<GalleryStarter>& starters);
  void setItems(std::vector<GalleryItem> items);
  void setRecents(const std::vector<GalleryRecent>& recents);
  GalleryGrouping grouping() const { return grouping_; }
  void setGrouping(GalleryGrouping grouping);
  /// A file hovers over the window.
  void setDropTarget(bool hovering);

 Q_SIGNALS:
  void openRequested(const QString& path);
  void starterChosen(const QString& id);
  void chooseFileRequested();
  /// A file that is gone shall leave the list.
  void forgetRequested(const QString& path);

 protected:
  void paintEvent(QPaintEvent* event) override;
  void showEvent(QShowEvent* event) override;
  void hideEvent(QHideEvent* event) override;
  void keyPressEvent(QKeyEvent* event) override;

 private:
  QWidget* makeHead();
  QWidget* makeExamplesHead();
  QToolButton* groupingButton(const QString& text, GalleryGrouping grouping);
  void rebuildExamples();
  void addGroup(const GalleryGroup& group);
  void advance();

  FilmStrips strips_;
  std::vector<GalleryItem> items_;
  GalleryGrouping grouping_ = GalleryGrouping::kByKind;
  QTimer film_;
  int tick_ = 0;
  QScrollArea* scroll_;
  QVBoxLayout *starters_, *recents_, *examples_;
  QLabel *drop_, *nothing_;
  QLineEdit* filter_;
  std::vector<QToolButton*> groupings_;
};

}  // namespace tendril

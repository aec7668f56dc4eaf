// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QDialog>
#include <QStringList>

class QListWidget;
class QTextBrowser;

namespace tendril {

/// The guide in a window of its own: its pages on the left, one of them on the right. Pages are the Markdown files that
/// README.md of the folder links to, in its order.
class Guide : public QDialog {
  Q_OBJECT
 public:
  /// folder: with README.md; if it is missing, the only page says where it was looked for.
  explicit Guide(const QString& folder, QWidget* window);

  /// File names of the pages, README.md first.
  const QStringList& pages() const { return pages_; }
  /// Shows a page by its file name, a section of it where "#" and its name follow; web addresses open in the browser.
  void openPage(const QUrl& address);
  QString text() const;

 protected:
  void changeEvent(QEvent* event) override;

 private:
  void addPage(const QString& title, const QString& file);
  void decorate();

  QString folder_;
  QStringList pages_;
  QListWidget* list_;
  QTextBrowser* view_;
};

}  // namespace tendril

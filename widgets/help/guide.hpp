// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QDialog>
#include <QStringList>
#include <QUrl>

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
  /// What openPage() showed last: "formulas.md#joints".
  const QUrl& shown() const { return shown_; }
  QString text() const;

  /// Heading of the section at an address ("formulas.md#joints") of a guide; of a page alone that of the page. Empty if
  /// there is none.
  static QString headingAt(const QString& folder, const QUrl& address);
  /// The Markdown of that section, its heading and what stands below it up to the next heading of its level or above.
  static QString sectionAt(const QString& folder, const QUrl& address);

 protected:
  void changeEvent(QEvent* event) override;

 private:
  void addPage(const QString& title, const QString& file);
  void decorate();

  QString folder_;
  QUrl shown_;
  QStringList pages_;
  QListWidget* list_;
  QTextBrowser* view_;
};

}  // namespace tendril

// SPDX-License-Identifier: GPL-3.0-or-later
#include "studio/app/panels/gallery_page.hpp"

#include <QDateTime>
#include <QFile>
#include <QFileInfo>
#include <QJsonDocument>
#include <QJsonObject>
#include <QKeyEvent>

#include "core/project/project.hpp"
#include "studio/app/context/studio_context.hpp"
#include "studio/app/parts/first_bodies.hpp"
#include "studio/app/project/document_host.hpp"
#include "studio/app/project/document_host_dialogs.hpp"
#include "studio/app/project/examples.hpp"

namespace tendril {
namespace {

constexpr auto kSuffix = ".tendril.json";
constexpr auto kTour = "tour";

QString baseName(const QString& path) {
  const QString name = QFileInfo(path).fileName();
  return name.endsWith(kSuffix) ? name.chopped(static_cast<qsizetype>(qstrlen(kSuffix))) : name;
}

QString stripOf(const QString& assets, const QString& name, const char* theme) {
  const QString file = QStringLiteral("%1/thumbnails/%2-%3.jpg").arg(assets, name, theme);
  return QFileInfo::exists(file) ? file : QString();
}

/// "today 14:05", "yesterday", "12 March".
QString whenText(const QDateTime& when) {
  const qint64 days = when.date().daysTo(QDate::currentDate());
  if (days <= 0) return GalleryPage::tr("today %1").arg(when.toString("HH:mm"));
  if (days == 1) return GalleryPage::tr("yesterday");
  return QLocale(QLocale::English).toString(when.date(), days < 300 ? "d MMMM" : "d MMMM yyyy");
}

std::vector<GalleryStarter> starters() {
  std::vector<GalleryStarter> all = firstBodies();
  all.push_back({kTour, GalleryPage::tr("Tour"), GalleryPage::tr("Five steps over a soft arm"), "help"});
  return all;
}

LinkTemplate templateOf(const QString& id) {
  if (id == "revolute") return LinkTemplate::kRevoluteArm;
  return id == "base" ? LinkTemplate::kFloatingBase : LinkTemplate::kRod;
}

}  // namespace

GalleryItem galleryItemOf(const QString& path, const QString& assets) {
  const QString name = baseName(path);
  GalleryItem item;
  item.title = name;
  item.path = path;
  item.lightStrip = stripOf(assets, name, "light");
  item.darkStrip = stripOf(assets, name, "dark");
  const ReadResult read = readProject(path.toStdString());
  if (!read.description.name.empty()) item.title = QString::fromStdString(read.description.name);
  item.summary = QString::fromStdString(read.description.description);
  const QJsonObject studio = QJsonDocument::fromJson(QByteArray::fromStdString(read.description.studio.text)).object();
  const QJsonObject gallery = studio["gallery"].toObject();
  item.kind = gallery["kind"].toString();
  item.paper = gallery["paper"].toString();
  return item;
}

GalleryPage::GalleryPage(StudioContext& context)
    : QObject(&context.window()), context_(context), gallery_(new Gallery(context.panels().parentWidget())) {
  gallery_->hide();
  gallery_->installEventFilter(this);
  context.panels().installEventFilter(this);
  pool_.setMaxThreadCount(1);
  gallery_->setStarters(starters());
  connect(gallery_, &Gallery::openRequested, this, &GalleryPage::open);
  connect(gallery_, &Gallery::starterChosen, this, &GalleryPage::begin);
  connect(gallery_, &Gallery::forgetRequested, this, &GalleryPage::showRecents);
  connect(gallery_, &Gallery::chooseFileRequested, this,
          [this] { context_.actions().trigger(QStringLiteral("openProject")); });
  connect(&context.view(), &ViewArea::fileHovers, gallery_, &Gallery::setDropTarget);
  connect(&context.document(), &DocumentHost::opened, this, &GalleryPage::hide);
  connect(&context.notices(), &NoticeStack::shown, this, [this] {
    if (!context_.document().isOpen()) hide();  // what is said of a file that is dropped on it stands over the view
  });
  context.actions().add(tr("Gallery"), "gallery", {QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_G)}, [this] { show(); });
  readExamples();
}

GalleryPage::~GalleryPage() {
  pool_.clear();
  pool_.waitForDone();
}

void GalleryPage::show() {
  showRecents();
  gallery_->setGeometry(context_.panels().geometry());
  gallery_->raise();
  gallery_->show();
  gallery_->setFocus();
}

void GalleryPage::hide() {
  gallery_->hide();
}

/// The gallery lies exactly over the panels; they stay as they are below it.
bool GalleryPage::eventFilter(QObject* watched, QEvent* event) {
  const bool moved = event->type() == QEvent::Resize || event->type() == QEvent::Move;
  if (watched == &context_.panels() && moved) gallery_->setGeometry(context_.panels().geometry());
  const bool key = watched == gallery_ && event->type() == QEvent::KeyPress;
  if (key && static_cast<QKeyEvent*>(event)->key() == Qt::Key_Escape && context_.document().isOpen()) {
    hide();
    return true;
  }
  return QObject::eventFilter(watched, event);
}

void GalleryPage::readExamples() {
  pool_.start([this] {
    std::vector<GalleryItem> items;
    for (const Example& example : findExamples()) items.push_back(galleryItemOf(example.path, assetsFolder()));
    // The destructor waits for this thread, so `this` is alive; the call itself runs on the window's thread.
    QMetaObject::invokeMethod(
        this, [this, items] { gallery_->setItems(items); }, Qt::QueuedConnection);
  });
}

void GalleryPage::showRecents() {
  std::vector<GalleryRecent> recents;
  for (const QString& path : DocumentHost::recentFiles()) {
    const QFileInfo file(path);
    recents.push_back({baseName(path), path, whenText(file.lastModified()), file.exists()});
  }
  gallery_->setRecents(recents);
}

void GalleryPage::begin(const QString& id) {
  if (id == QLatin1String(kTour)) {
    if (context_.document().isOpen()) hide();  // over what is open
    return context_.actions().trigger(QStringLiteral("startTour"));
  }
  askToSave(context_.document(), &context_.window(), [this, id] { context_.document().newProject(templateOf(id)); });
}

void GalleryPage::open(const QString& path) {
  hide();  // what is said of a file that cannot be opened stands over the view
  context_.openProject(path);
}

}  // namespace tendril

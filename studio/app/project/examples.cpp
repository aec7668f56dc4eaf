// SPDX-License-Identifier: GPL-3.0-or-later
#include "studio/app/project/examples.hpp"

#include <QCoreApplication>
#include <QDir>
#include <QDirIterator>
#include <QFile>

#include <algorithm>

namespace tendril {
namespace {

constexpr auto kSuffix = ".tendril.json";
constexpr auto kFirst = "soft-manipulator";

QString titleOf(const QString& file) {
  QString title = QFileInfo(file).fileName().chopped(static_cast<qsizetype>(qstrlen(kSuffix)));
  title.replace(u'-', u' ');
  if (!title.isEmpty()) title[0] = title[0].toUpper();
  return title;
}

/// The heading of a README.
QString headingOf(const QString& readme) {
  QFile file(readme);
  if (!file.open(QIODevice::ReadOnly | QIODevice::Text)) return {};
  const QString line = QString::fromUtf8(file.readLine(200)).trimmed();
  return line.startsWith("# ") ? line.mid(2) : QString();
}

}  // namespace

QString assetsAbove(const QString& start) {
  for (QDir folder(start); !folder.isRoot(); folder.cdUp()) {
    if (folder.exists("assets/examples")) return folder.filePath("assets");
    if (folder.exists("share/tendril/assets/examples")) return folder.filePath("share/tendril/assets");
  }
  return {};
}

QString assetsFolder() {
  const QString found = assetsAbove(QCoreApplication::applicationDirPath());
  return !found.isEmpty() || !QDir(TENDRIL_ASSETS).exists() ? found : QString(TENDRIL_ASSETS);
}

std::vector<Example> findExamples() {
  std::vector<Example> examples;
  const QString assets = assetsFolder();
  if (assets.isEmpty()) return examples;
  QDirIterator files(assets + "/examples", {QString("*") + kSuffix}, QDir::Files, QDirIterator::Subdirectories);
  while (files.hasNext()) {
    const QString path = files.next();
    examples.push_back({titleOf(path), path});
  }
  std::sort(examples.begin(), examples.end(), [](const Example& a, const Example& b) {
    const bool aFirst = a.path.contains(kFirst), bFirst = b.path.contains(kFirst);
    return aFirst != bFirst ? aFirst : a.title < b.title;
  });
  return examples;
}

std::vector<Example> findRobots() {
  std::vector<Example> robots;
  const QString assets = assetsFolder();
  if (assets.isEmpty()) return robots;
  const QDir folder(assets + "/robots");
  for (const QString& name : folder.entryList(QDir::Dirs | QDir::NoDotAndDotDot)) {
    const QString file = folder.filePath(QStringLiteral("%1/%1.urdf").arg(name));
    const QString title = headingOf(folder.filePath(name + "/README.md"));
    if (QFile::exists(file)) robots.push_back({title.isEmpty() ? name : title, file});
  }
  std::sort(robots.begin(), robots.end(), [](const Example& a, const Example& b) { return a.title < b.title; });
  return robots;
}

}  // namespace tendril

// SPDX-License-Identifier: GPL-3.0-or-later
#include "studio/app/project/file_names.hpp"

#include <QDateTime>
#include <QRegularExpression>

namespace tendril {

QString stampedFileName(const QString& project, const QString& fallback) {
  static const QRegularExpression strange(QStringLiteral("[^\\p{L}\\p{N} .,_-]+"));
  const QString plain = QString(project).replace(strange, QStringLiteral("-")).simplified().left(80);
  const QString when = QDateTime::currentDateTime().toString(QStringLiteral("yyyy-MM-dd HH.mm.ss"));
  return (plain.isEmpty() || plain.startsWith(u'.') ? fallback : plain) + u' ' + when;
}

bool isTableName(const QString& file) {
  return file.endsWith(u".csv", Qt::CaseInsensitive) || file.endsWith(u".tsv", Qt::CaseInsensitive);
}

}  // namespace tendril

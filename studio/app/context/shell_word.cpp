// SPDX-License-Identifier: GPL-3.0-or-later
#include "studio/app/context/shell_word.hpp"

#include <QRegularExpression>

namespace tendril {

QString shellWord(const QString& word) {
  static const QRegularExpression plain(QStringLiteral("^[A-Za-z0-9_@%+=:,./-]+$"));
  if (plain.match(word).hasMatch()) return word;
  QString quoted = word;
  quoted.replace(u'\'', QStringLiteral("'\\''"));
  return u'\'' + quoted + u'\'';
}

}  // namespace tendril

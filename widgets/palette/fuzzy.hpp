// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>
#include <QStringView>

namespace tendril {

/// How well `text` answers `query`: 0 not at all, more is better. All words of the query must be in the text, each as a
/// piece of it or, letter by letter, in order; beginnings of words and neighbouring letters count more, long texts
/// less. An empty query fits everything equally. Case and accents do not matter.
int fuzzyScore(QStringView query, QStringView text);

/// What fuzzyScore compares: lower case, without accents, each other sign as it is. Fold a text once, search it often.
QString folded(const QString& text);
/// The same of texts that are folded already.
int foldedScore(QStringView query, QStringView text);

}  // namespace tendril

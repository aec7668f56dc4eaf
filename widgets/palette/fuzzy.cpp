// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/palette/fuzzy.hpp"

#include <QList>
#include <algorithm>

namespace tendril {
namespace {

bool beginsWord(QStringView text, qsizetype at) {
  return at == 0 || !text[at - 1].isLetterOrNumber();
}

/// A word as a piece of the text: its best place.
int pieceScore(QStringView word, QStringView text) {
  int best = 0;
  for (qsizetype at = text.indexOf(word); at >= 0; at = text.indexOf(word, at + 1)) {
    const int score = 100 + 10 * static_cast<int>(word.size()) + (at == 0 ? 60 : beginsWord(text, at) ? 40 : 0);
    best = std::max(best, score);
  }
  return best;
}

/// The letters of a word in order, anywhere.
int letterScore(QStringView word, QStringView text) {
  int score = 0;
  qsizetype at = -1;
  for (const QChar letter : word) {
    const qsizetype next = text.indexOf(letter, at + 1);
    if (next < 0) return 0;
    score += next == at + 1 && at >= 0 ? 6 : beginsWord(text, next) ? 8 : 1;
    at = next;
  }
  // Letters strewn over a long text are no answer.
  return score >= 3 * static_cast<int>(word.size()) ? score : 0;
}

}  // namespace

QString folded(const QString& text) {
  QString plain;
  for (const QChar letter : text.normalized(QString::NormalizationForm_D))
    if (letter.category() != QChar::Mark_NonSpacing) plain += letter.toLower();
  return plain;
}

int foldedScore(QStringView query, QStringView text) {
  int total = 1;
  for (const QStringView word : query.split(u' ', Qt::SkipEmptyParts)) {
    const int piece = pieceScore(word, text);
    const int score = piece > 0 ? piece : letterScore(word, text);
    if (score == 0) return 0;
    total += score;
  }
  return std::max(1, total - static_cast<int>(std::min<qsizetype>(text.size(), 60)) / 4);
}

int fuzzyScore(QStringView query, QStringView text) {
  return foldedScore(folded(query.toString()), folded(text.toString()));
}

}  // namespace tendril

// SPDX-License-Identifier: GPL-3.0-or-later
#include "studio/app/project/messages.hpp"

#include <QCoreApplication>
#include <QFileInfo>

#include <algorithm>

#include "core/session/snapshot.hpp"
#include "widgets/format.hpp"

namespace tendril {
namespace {

constexpr std::size_t kMostDetails = 500;

QString text(const char* source) {
  return QCoreApplication::translate("messages", source);
}

QString capitalised(QString sentence) {
  if (!sentence.isEmpty()) sentence[0] = sentence[0].toUpper();
  return sentence;
}

QString placeOf(const Problem& problem) {
  QString place = QString::fromStdString(problem.path);
  if (problem.line > 0)
    place += place.isEmpty() ? text("line %1").arg(problem.line) : text("  (line %1)").arg(problem.line);
  return place;
}

/// Good news, with what was not taken over as it is.
Notice noticeWith(const std::vector<Problem>& notes, const QString& title) {
  Notice notice{.severity = Notice::Severity::kInfo, .title = title, .advice = {}, .details = {}};
  if (notes.empty()) return notice;
  notice.severity = Notice::Severity::kWarning;
  notice.advice = notes.size() == 1 ? sentenceOf(notes.front())
                                    : text("%1 things were not taken over as they are.").arg(notes.size());
  if (notes.size() == 1) return notice;
  for (const Problem& note : notes) notice.details << sentenceOf(note);
  return notice;
}

}  // namespace

QString sentenceOf(const Problem& problem) {
  const QString place = placeOf(problem), cure = QString::fromStdString(problem.cure);
  QString sentence = QString::fromStdString(problem.message);
  if (!place.isEmpty()) sentence = QStringLiteral("%1: %2").arg(place.simplified(), sentence);
  if (!sentence.endsWith(u'.')) sentence += u'.';
  if (cure.isEmpty()) return sentence;
  sentence += u' ' + capitalised(cure);
  return cure.endsWith(u'.') || cure.endsWith(u'?') ? sentence : sentence + u'.';
}

std::vector<ProblemRow> problemRows(const std::vector<Problem>& problems, bool leads) {
  std::vector<ProblemRow> rows;
  for (const Problem& problem : problems)
    rows.push_back({problem.isError(), placeOf(problem), capitalised(QString::fromStdString(problem.message)),
                    capitalised(QString::fromStdString(problem.cure)),
                    leads ? QString::fromStdString(problem.path) : QString()});
  std::stable_partition(rows.begin(), rows.end(), [](const ProblemRow& row) { return row.isError; });
  return rows;
}

Notice refusedFileNotice(const QString& path, const std::vector<Problem>& problems, bool projectStaysOpen) {
  Notice notice{.severity = Notice::Severity::kError, .title = {}, .advice = {}, .details = {}};
  notice.title = text("“%1” was not opened").arg(QFileInfo(path).fileName());
  const auto first = std::find_if(problems.begin(), problems.end(), [](const Problem& p) { return p.isError(); });
  if (first != problems.end()) notice.advice = sentenceOf(*first);
  if (projectStaysOpen) notice.advice += u' ' + text("The open project is as it was.");
  notice.advice = notice.advice.trimmed();
  if (problems.size() > 1)
    for (std::size_t i = 0; i < std::min(problems.size(), kMostDetails); ++i) notice.details << sentenceOf(problems[i]);
  return notice;
}

Notice importedNotice(const QString& name, const std::vector<Problem>& notes) {
  return noticeWith(notes, text("“%1” is imported").arg(name));
}

Notice exportedNotice(const QString& name, const std::vector<Problem>& notes) {
  return noticeWith(notes, text("“%1” is exported").arg(name));
}

Notice notExportedNotice(const QString& name, const std::vector<Problem>& problems) {
  return {.severity = Notice::Severity::kError,
          .title = text("“%1” was not exported").arg(name),
          .advice = problems.empty() ? QString() : sentenceOf(problems.front()),
          .details = {}};
}

Notice divergedNotice(const Snapshot& snapshot) {
  Notice notice{.severity = Notice::Severity::kError, .title = {}, .advice = {}, .details = {}};
  notice.title = text("The simulation stopped at its last good state, t = %1").arg(formatTime(snapshot.t).text());
  notice.advice = QString::fromStdString(snapshot.failure);
  return notice;
}

ProblemRow divergedRow(const Snapshot& snapshot) {
  const bool named = snapshot.failedLink >= 0 && snapshot.model &&
                     static_cast<std::size_t>(snapshot.failedLink) < snapshot.model->links.size();
  const QString place =
      named
          ? "links." + QString::fromStdString(snapshot.model->links[static_cast<std::size_t>(snapshot.failedLink)].name)
          : QString();
  return {true, place, QString::fromStdString(snapshot.failure), {}, place};
}

std::vector<ProblemRow> accuracyRows(const Snapshot& snapshot) {
  const QString step = QStringLiteral("simulation.step");
  std::vector<ProblemRow> rows;
  for (const std::string& warning : *snapshot.warnings)
    rows.push_back({false, step, QString::fromStdString(warning), {}, step});
  for (const FoldedBody& body : *snapshot.folded) {
    const Link& link = snapshot.model->links[static_cast<std::size_t>(body.link)];
    const QString place = QLatin1String(link.isObject ? "objects." : "links.") + QString::fromStdString(link.name) +
                          QStringLiteral(".body");
    rows.push_back({false, place, capitalised(QString::fromStdString(body.text)),
                    text("Bend it less: by smaller inputs and loads, or a stiffer body"), place});
  }
  return rows;
}

}  // namespace tendril

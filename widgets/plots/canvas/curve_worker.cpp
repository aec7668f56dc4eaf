// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/plots/canvas/curve_worker.hpp"

#include <QMetaObject>

#include <algorithm>

namespace tendril {

CurveAnswer thinnedOut(const CurveRequest& request) {
  CurveAnswer answer{request.plot, request.curve, {}, {}};
  if (!request.table || request.column < 0 || request.table->size() == 0) return answer;
  const SignalHistory& table = *request.table;
  decimate(table, request.column, request.from, request.to, std::max(2, request.pixels), answer.points);
  // Only what lies inside the window may stretch the axis; find() gives the row before, which may lie outside.
  std::size_t first = table.find(request.visibleFrom), last = table.find(request.visibleTo);
  if (table.time(first) < request.visibleFrom && first < last) ++first;
  answer.range = table.range(request.column, first, last + 1);
  return answer;
}

CurveWorker::CurveWorker(QObject* parent)
    : QObject(parent), thread_([this](const std::stop_token& stop) { work(stop); }) {}

CurveWorker::~CurveWorker() {
  thread_.request_stop();
  thread_.join();
}

void CurveWorker::ask(std::vector<CurveRequest> requests) {
  {
    const std::lock_guard lock(mutex_);
    waiting_ = std::move(requests);
  }
  wake_.notify_one();
}

bool CurveWorker::idle() const {
  const std::lock_guard lock(mutex_);
  return !busy_ && !waiting_;
}

void CurveWorker::work(const std::stop_token& stop) {
  while (true) {
    std::vector<CurveRequest> requests;
    {
      std::unique_lock lock(mutex_);
      if (!wake_.wait(lock, stop, [this] { return waiting_.has_value(); })) return;
      requests = std::move(*waiting_);
      waiting_.reset();
      busy_ = true;
    }
    std::vector<CurveAnswer> answers;
    for (const CurveRequest& request : requests) answers.push_back(thinnedOut(request));
    QMetaObject::invokeMethod(
        this,
        [this, answers = std::move(answers)] {
          {
            const std::lock_guard lock(mutex_);
            busy_ = false;
          }
          Q_EMIT answered(answers);
        },
        Qt::QueuedConnection);
  }
}

}  // namespace tendril

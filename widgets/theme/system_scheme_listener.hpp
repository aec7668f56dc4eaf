// SPDX-License-Identifier: GPL-3.0-or-later
// Receiver of the portal's signal; private to system_scheme.cpp, a header only because moc wants one.
#pragma once

#include <QDBusVariant>
#include <QObject>

#include <functional>

namespace tendril {

class SchemeListener : public QObject {
  Q_OBJECT
 public:
  SchemeListener(QObject* parent, std::function<void(bool)> report) : QObject(parent), report_(std::move(report)) {}
  void take(const QVariant& value);

 public Q_SLOTS:
  void settingChanged(const QString& space, const QString& key, const QDBusVariant& value);

 private:
  std::function<void(bool)> report_;
};

}  // namespace tendril

// SPDX-License-Identifier: GPL-3.0-or-later
// QCustomPlot's header writes Qt's keywords, which QT_NO_KEYWORDS takes away; they are lent for the one include.
#pragma once

#include <QtWidgets>

#define signals Q_SIGNALS
#define foreach Q_FOREACH
#include <qcustomplot.h>
#undef foreach
#undef signals

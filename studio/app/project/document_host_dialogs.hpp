// SPDX-License-Identifier: GPL-3.0-or-later
// What is asked before work could be lost. No question waits inside a call: each goes on in `then`.
#pragma once

#include <functional>

class QWidget;

namespace tendril {

class DocumentHost;

/// Runs `then` at once if nothing is unsaved; else asks: Save (then goes on if that worked), Discard, Cancel.
void askToSave(DocumentHost& host, QWidget* window, std::function<void()> then);

/// Asks before everything since the last save is given up; `then` if that is wanted.
void askToRevert(DocumentHost& host, QWidget* window, std::function<void()> then);

/// Saves where the project has its file, else asks for a place; `then` only if it was saved.
void saveProject(
    DocumentHost& host, QWidget* window, std::function<void()> then = [] {});
void saveProjectAs(
    DocumentHost& host, QWidget* window, std::function<void()> then = [] {});

}  // namespace tendril

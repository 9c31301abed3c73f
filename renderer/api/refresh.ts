/**
 * Which answers an event makes old.
 *
 * An event of a room makes all answers of that room old, unless it is named here with the few that it touches. Reading
 * again is cheap: it is this machine's disk.
 */
import type { StallhandEvents } from '../../shared/ipc/contract.ts'

/** Wire name of the event → names of its room's queries. */
export const refreshedBy: Readonly<Partial<Record<keyof StallhandEvents, readonly string[]>>> = {
  'app.actChosen': [],
  'app.desktopChanged': ['desktop'],
  'app.firstStepsChanged': ['firstSteps'],
  'app.noticesChanged': ['status'],
  // Pictures and the check do not change with the line.
  'connection.changed': ['status'],
  // A run of many saves tells of each item: what shows none of it is left alone.
  'inventory.itemsChanged': ['items', 'item', 'history', 'lastCells'],
  'inventory.itemChanged': ['items', 'item', 'history', 'lastCells'],
  'inventory.budgetChanged': ['budget', 'run'],
  'inventory.csvChanged': ['stagedCsv', 'stagedCsvRows'],
  'inventory.runChanged': ['run', 'runRows', 'runDeletions'],
  'mapping.tasksChanged': ['tasks', 'history', 'task'],
  'mapping.mendingChanged': ['invalidProducts'],
  'mapping.taskChanged': ['task', 'tasks'],
  // While a large inbox is read these come many times a second, and an autosave with every pause in typing: each touches what
  // shows it, and no more. What a saved search counts is read again when its names are looked at.
  'messaging.conversationsChanged': ['conversations', 'conversationOffset', 'facets', 'counts', 'thread'],
  'messaging.threadChanged': ['thread', 'conversations', 'sync'],
  'messaging.draftsChanged': ['thread', 'conversations', 'counts', 'newMessage', 'newDrafts'],
  'messaging.outboxChanged': ['outbox', 'thread', 'conversations', 'counts', 'newMessage', 'newDrafts'],
  'messaging.deletionsChanged': ['deletions', 'thread', 'conversations', 'counts'],
  'messaging.savedRepliesChanged': ['savedReplies'],
  // What arrives touches the log, the tests that wait on the board, and what a filter is tried on.
  'notifications.logChanged': ['events', 'event', 'receiver', 'board', 'tryFilter', 'tryFilterOn'],
  'messaging.syncChanged': ['conversations', 'sync'],
  'notifications.replayChanged': ['replayRun'],
  'notifications.boardChanged': ['board'],
  'notifications.preferencesChanged': ['preferences'],
  // The registered address may be another one.
  'notifications.receiverChanged': ['receiver', 'challenge', 'diagnoseChallenge'],
  'messaging.savedSearchesChanged': ['savedSearches'],
}

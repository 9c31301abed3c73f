/**
 * Which answers an event makes old.
 *
 * An event of a room makes all answers of that room old, unless it is named here with the few that it touches. Reading
 * again is cheap: it is this machine's disk.
 */
import type { StallhandEvents } from '../../shared/ipc/contract.ts'

/** Wire name of the event → names of its room's queries. */
export const refreshedBy: Readonly<Partial<Record<keyof StallhandEvents, readonly string[]>>> = {
  // Pictures and the check do not change with the line.
  'connection.changed': ['status'],
  'mapping.tasksChanged': ['tasks', 'history', 'task'],
  'mapping.mendingChanged': ['invalidProducts'],
  'mapping.taskChanged': ['task', 'tasks'],
  // An autosave comes with every pause in typing: it touches what shows drafts, and no more.
  'messaging.draftsChanged': ['thread', 'conversations', 'counts'],
  'messaging.syncChanged': ['conversations'],
}

/** Texts the seller keeps to use again. Their variables are resolved where they are used, not here. */
import type { SavedReply } from '../../shared/messaging/saved-reply.ts'
import { Failure, validation } from '../../shared/result.ts'
import type { Database } from '../database/database.ts'

export type SavedReplies = ReturnType<typeof createSavedReplies>

export const createSavedReplies = (database: Database, nowMs: () => number, newId: () => string) => ({
  /** All of them, by name. */
  all: (): readonly SavedReply[] =>
    database
      .all<{ id: string; name: string; text: string; changed_at_ms: number }>(
        'SELECT id, name, text, changed_at_ms FROM saved_replies ORDER BY name',
      )
      .map(({ id, name, text, changed_at_ms }) => ({ id, name, text, changedAtMs: changed_at_ms })),

  /** Keeps one and returns its id. `validation` for a blank name or text, `conflict` for a name in use. */
  keep: (reply: { readonly id: string | null; readonly name: string; readonly text: string }): string => {
    if (reply.name === '') throw validation('input.name', 'The saved reply has no name. Give it one to find it by.')
    if (reply.text.trim() === '')
      throw validation('input.text', 'The saved reply has no text. Write what it shall say.')
    return database.transaction(() => {
      const same = database.get<{ id: string }>('SELECT id FROM saved_replies WHERE name = ?', [reply.name])
      if (same !== undefined && same.id !== reply.id) {
        throw new Failure({
          kind: 'conflict',
          message: `There is a saved reply named "${reply.name}" already. Choose another name.`,
        })
      }
      const id = reply.id ?? newId()
      database.run(
        `INSERT INTO saved_replies (id, name, text, changed_at_ms) VALUES (?, ?, ?, ?)
         ON CONFLICT (id) DO UPDATE SET name = excluded.name, text = excluded.text, changed_at_ms = excluded.changed_at_ms`,
        [id, reply.name, reply.text, nowMs()],
      )
      return id
    })
  },

  remove: (id: string): void => {
    database.run('DELETE FROM saved_replies WHERE id = ?', [id])
  },
})

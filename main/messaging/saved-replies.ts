/** Saved replies; their variables are filled in when a message is sent. */
import type { SavedReply } from '../../shared/messaging/saved-reply.ts'
import { conflict, validation } from '../../shared/result.ts'
import type { Database } from '../database/database.ts'

export type SavedReplies = ReturnType<typeof createSavedReplies>

export const createSavedReplies = (database: Database, nowMs: () => number, newId: () => string) => ({
  /** Sorted by name. */
  list: (): readonly SavedReply[] =>
    database.all<SavedReply>('SELECT id, name, text, language FROM saved_replies ORDER BY name'),

  /** Returns the id. Throws `validation` for a blank name or text, `conflict` for a name in use. */
  save: (reply: Omit<SavedReply, 'id'> & { readonly id: string | null }): string => {
    if (reply.name === '') throw validation('input.name', 'The saved reply has no name. Enter one.')
    if (reply.text.trim() === '') throw validation('input.text', 'The saved reply has no text. Enter one.')
    return database.transaction(() => {
      const sameName = database.get<{ id: string }>('SELECT id FROM saved_replies WHERE name = ?', [reply.name])
      if (sameName !== undefined && sameName.id !== reply.id) {
        const message = `A saved reply named “${reply.name}” already exists. Choose another name.`
        throw conflict(message)
      }
      const id = reply.id ?? newId()
      database.run(
        `INSERT INTO saved_replies (id, name, text, language, changed_at_ms) VALUES (?, ?, ?, ?, ?)
         ON CONFLICT (id) DO UPDATE SET name = excluded.name, text = excluded.text, language = excluded.language,
           changed_at_ms = excluded.changed_at_ms`,
        [id, reply.name, reply.text, reply.language, nowMs()],
      )
      return id
    })
  },

  remove: (id: string): void => {
    database.run('DELETE FROM saved_replies WHERE id = ?', [id])
  },
})

/** Prepares a restored database, so that open windows show its drafts. */
import type { Database } from '../database/database.ts'

/**
 * Gives each draft of a restored copy a new revision. An open window ignores drafts up to a revision it sent, and keeps
 * its text if a draft looks older.
 */
export const renewRevisions = (copy: Database, present: Database): void => {
  const readLast = (database: Database): number =>
    database.get<{ last: number }>('SELECT last FROM draft_revision')?.last ?? 0
  copy.transaction(() => {
    const first = Math.max(readLast(copy), readLast(present))
    copy.run('UPDATE drafts SET revision = :first + revision', { first })
    copy.run('UPDATE draft_revision SET last = :first + last', { first })
  })
}

/**
 * Assistants and their keys.
 *
 * SECURITY (SEC-19): a key is shown once and stored as its hash only, so neither the database nor a backup opens the door. It belongs to
 * one connection, whose database it is in. What it may read is changed one reading at a time: a whole list from a window that isn't
 * up to date would grant again what was just forbidden.
 */
import { createHash, randomBytes } from 'node:crypto'
import type { Assistant } from '../../shared/proposals/contract.ts'
import { type AssistantRead, isAssistantRead, withRead } from '../../shared/proposals/reads.ts'
import { conflict, notFound } from '../../shared/result.ts'
import type { Database } from '../database/database.ts'
import { parseStored } from '../database/stored-json.ts'
import type { Clock } from '../ports.ts'

const DAY_MS = 86_400_000
/** Older readings are forgotten. */
const MAX_READINGS = 5_000

const hashKey = (key: string): string => createHash('sha256').update(key).digest('hex')

export type KnownAssistant = {
  readonly assistantId: number
  readonly name: string
  readonly reads: readonly AssistantRead[]
}

const readNames = (text: string): readonly AssistantRead[] =>
  parseStored<readonly string[]>(text, []).filter(isAssistantRead)

export const createAssistants = (database: Database, clock: Clock) => {
  const countToday = (assistantId: number): number =>
    database.get<{ n: number }>('SELECT COUNT(*) AS n FROM assistant_readings WHERE assistant_id = ? AND at_ms > ?', [
      assistantId,
      clock.nowMs() - DAY_MS,
    ])?.n ?? 0

  return {
    countToday,
    list: (): readonly Assistant[] =>
      database
        .all<{ id: number; name: string; reads: string; created: number; used: number | null; waiting: number }>(
          `SELECT assistant_id AS id, name, reads, created_at_ms AS created, last_used_at_ms AS used,
             (SELECT COUNT(*) FROM proposals p WHERE p.assistant_id = a.assistant_id AND state = 'waiting') AS waiting
           FROM assistants a WHERE is_withdrawn = 0 ORDER BY assistant_id`,
        )
        .map(({ id, name, reads, created, used, waiting }) => ({
          assistantId: id,
          name,
          reads: readNames(reads),
          createdAtMs: created,
          lastUsedAtMs: used,
          readsToday: countToday(id),
          waiting,
        })),
    hasAny: (): boolean => database.get('SELECT 1 AS one FROM assistants WHERE is_withdrawn = 0') !== undefined,
    /** Returns the key, which can't be had again. Throws `conflict` if an assistant has the name: suggestions show it. */
    add: (name: string, reads: readonly AssistantRead[]): { readonly assistantId: number; readonly key: string } => {
      const isTaken = database.get(
        'SELECT 1 AS one FROM assistants WHERE is_withdrawn = 0 AND name = ? COLLATE NOCASE',
        [name],
      )
      if (isTaken !== undefined) throw conflict('An assistant has this name already. Choose another one.')
      const key = `stallhand-${randomBytes(32).toString('base64url')}`
      const { lastInsertRowid: assistantId } = database.run(
        'INSERT INTO assistants (name, key_hash, reads, created_at_ms) VALUES (?, ?, ?, ?)',
        [name, hashKey(key), JSON.stringify(reads), clock.nowMs()],
      )
      return { assistantId, key }
    },
    changeRead: (assistantId: number, read: AssistantRead, isAllowed: boolean): void => {
      const row = database.get<{ reads: string }>(
        'SELECT reads FROM assistants WHERE assistant_id = ? AND is_withdrawn = 0',
        [assistantId],
      )
      if (row === undefined) throw notFound('This assistant no longer exists.')
      const reads = withRead(readNames(row.reads), read, isAllowed)
      database.run('UPDATE assistants SET reads = ? WHERE assistant_id = ?', [JSON.stringify(reads), assistantId])
    },
    withdraw: (assistantId: number): void =>
      void database.run('UPDATE assistants SET is_withdrawn = 1 WHERE assistant_id = ?', [assistantId]),
    /** Undefined for a key that was never made here, or was withdrawn. */
    find: (key: string): KnownAssistant | undefined => {
      const row = database.get<{ id: number; name: string; reads: string }>(
        'SELECT assistant_id AS id, name, reads FROM assistants WHERE key_hash = ? AND is_withdrawn = 0',
        [hashKey(key)],
      )
      if (row === undefined) return undefined
      // Once a minute: refused questions, however many, must not keep the disk busy.
      database.run(
        'UPDATE assistants SET last_used_at_ms = :nowMs WHERE assistant_id = :id AND COALESCE(last_used_at_ms, 0) < :nowMs - 60000',
        { nowMs: clock.nowMs(), id: row.id },
      )
      return { assistantId: row.id, name: row.name, reads: readNames(row.reads) }
    },
    /** Counts a reading from now on, and returns how to say what it came to: nothing, until then. */
    noteReading: (assistantId: number, read: AssistantRead): ((subject: string | null, rows: number) => void) => {
      const { lastInsertRowid: id } = database.run(
        'INSERT INTO assistant_readings (assistant_id, at_ms, read, subject, rows) VALUES (?, ?, ?, NULL, 0)',
        [assistantId, clock.nowMs(), read],
      )
      database.run('DELETE FROM assistant_readings WHERE reading_id <= ?', [id - MAX_READINGS])
      return (subject, rows) =>
        void database.run('UPDATE assistant_readings SET subject = ?, rows = ? WHERE reading_id = ?', [
          subject,
          rows,
          id,
        ])
    },
    readings: ({ offset, limit }: { readonly offset: number; readonly limit: number }) => ({
      rows: database.all<{ atMs: number; assistant: string; read: string; subject: string | null; rows: number }>(
        `SELECT at_ms AS atMs, name AS assistant, read, subject, rows FROM assistant_readings
         JOIN assistants USING (assistant_id) ORDER BY reading_id DESC LIMIT ? OFFSET ?`,
        [limit, offset],
      ),
      total: database.get<{ n: number }>('SELECT COUNT(*) AS n FROM assistant_readings')?.n ?? 0,
    }),
  }
}
export type Assistants = ReturnType<typeof createAssistants>

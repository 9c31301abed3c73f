/**
 * The history of saves that were sent, each with the record before it, the one sent and the one after. The outcome of a save is
 * the state of its row in the outbound queue.
 */
import type { LastSave, PastSave } from '../../../shared/inventory/contract.ts'
import type { JsonObject } from '../../../shared/inventory/json.ts'
import { previewSave } from '../../../shared/inventory/save-preview.ts'
import type { OutboundStateName } from '../../../shared/outbound/state.ts'
import { appErrorSchema } from '../../../shared/result.ts'
import type { Database } from '../../database/database.ts'
import { jsonAt, readStoredJson } from '../../database/stored-json.ts'
import { parseRecord } from '../items/item-store.ts'
import { joinSentences, saveMessages } from './save-messages.ts'

/** A save that was sent. `base` is undefined if the platform had no item. */
export type SentSave = {
  readonly outboundId: string
  readonly sku: string
  readonly base: JsonObject | undefined
  readonly sent: JsonObject
  /** For the seller: what else changed on the platform; empty if nothing did. */
  readonly note: string
}

/** `sent` is undefined if the disk damaged it: nothing is then concluded from it. */
export type StoredSave = Omit<SentSave, 'sent'> & { readonly sent: JsonObject | undefined }

type SentColumns = { outbound_id: string; sku: string; base: string | null; sent: string; note: string }

/** The state of a save; for a dismissed one, the state before that, such as `refused`. */
const OUTCOME = `CASE WHEN o.state IN ('discarded', 'withdrawn') THEN COALESCE((SELECT from_state FROM outbound_history
    WHERE outbound_id = o.id AND to_state = o.state ORDER BY id DESC LIMIT 1), o.state) ELSE o.state END AS state,
  ${jsonAt('o.detail', '$.reason')} AS reason,
  ${jsonAt('o.detail', '$.known')} AS known, o.last_error AS lastError`

type OutcomeColumns = {
  state: OutboundStateName
  reason: string | null
  known: string | null
  lastError: string | null
}

/** Why a save was refused or is unknown, or how its outcome was learned. Empty if the state says everything. */
const describeOutcome = ({ state, reason, known, lastError }: OutcomeColumns): string => {
  const error = readStoredJson(appErrorSchema, lastError)
  switch (state) {
    case 'sending':
    case 'sent':
      return known === 'reading' ? saveMessages.found : ''
    case 'unknown':
      return joinSentences(reason ?? '', saveMessages.checking)
    case 'notFound':
      return joinSentences(error?.kind === 'unknown' ? error.message : '', saveMessages.notFound)
    default:
      return error?.message ?? ''
  }
}

const toText = (record: JsonObject | undefined): string | null => (record === undefined ? null : JSON.stringify(record))

export const createSaveHistory = (database: Database) => ({
  /** The item's last save that was sent. */
  lastSave: (sku: string): LastSave | undefined => {
    const row = database.get<OutcomeColumns & { atMs: number }>(
      `SELECT ${OUTCOME}, o.changed_at_ms AS atMs FROM item_saves s JOIN outbound o ON o.id = s.outbound_id
       WHERE s.sku = ? ORDER BY s.id DESC LIMIT 1`,
      [sku],
    )
    return row === undefined ? undefined : { state: row.state, message: describeOutcome(row), atMs: row.atMs }
  },
  /** Records that a save is being sent. Replaces an earlier try that the platform didn't carry out. */
  addSave: ({ outboundId, sku, base, sent, note }: SentSave, attempt: number, atMs: number): void =>
    database.transaction(() => {
      database.run('DELETE FROM item_saves WHERE outbound_id = ?', [outboundId])
      database.run(
        `INSERT INTO item_saves (outbound_id, sku, base, sent, note, attempt, started_at_ms) VALUES (?, ?, ?, ?, ?, ?, ?)`,
        [outboundId, sku, toText(base), JSON.stringify(sent), note, attempt, atMs],
      )
    }),
  /** Removes a save that the platform certainly didn't receive. */
  removeSave: (outboundId: string): void =>
    void database.run('DELETE FROM item_saves WHERE outbound_id = ?', [outboundId]),
  /** The save; undefined if it was certainly never sent. */
  findSave: (outboundId: string): StoredSave | undefined => {
    const row = database.get<SentColumns>(
      'SELECT outbound_id, sku, base, sent, note FROM item_saves WHERE outbound_id = ?',
      [outboundId],
    )
    if (row === undefined) return undefined
    const { sku, base, sent, note } = row
    return { outboundId, sku, base: parseRecord(base), sent: parseRecord(sent), note }
  },
  /** Stores the record that the platform had after a save. */
  putSaveAfter: (outboundId: string, after: JsonObject, note: string): void =>
    void database.run('UPDATE item_saves SET after = ?, note = ? WHERE outbound_id = ?', [
      JSON.stringify(after),
      note,
      outboundId,
    ]),
  /** Newest first. */
  pastSaves: (sku: string, limit: number): readonly PastSave[] =>
    database
      .all<
        OutcomeColumns & {
          id: number
          outboundId: string
          note: string
          startedAtMs: number
          base: string | null
          sent: string
        }
      >(
        `SELECT s.id, s.outbound_id AS outboundId, ${OUTCOME}, s.note, s.started_at_ms AS startedAtMs, s.base, s.sent
         FROM item_saves s JOIN outbound o ON o.id = s.outbound_id WHERE s.sku = ? ORDER BY s.id DESC LIMIT ?`,
        [sku, limit],
      )
      .map(({ id, outboundId, note, startedAtMs, base, sent, ...outcome }) => {
        const stored = parseRecord(sent)
        const { changes, deletions } =
          stored === undefined ? { changes: [], deletions: [] } : previewSave(parseRecord(base) ?? {}, stored)
        return {
          id,
          outboundId,
          note,
          startedAtMs,
          state: outcome.state,
          message:
            stored === undefined ? 'What was saved can’t be read: the disk damaged it.' : describeOutcome(outcome),
          isNew: base === null,
          changes: changes.map(({ kind, path }) => ({ kind, path })),
          deletions: deletions.map(({ name }) => name),
        }
      }),
  savedVersions: (id: number) => {
    const row = database.get<{ sku: string; base: string | null; sent: string; after: string | null }>(
      'SELECT sku, base, sent, after FROM item_saves WHERE id = ?',
      [id],
    )
    if (row === undefined) return undefined
    const sent = parseRecord(row.sent)
    if (sent === undefined) return undefined
    return { sku: row.sku, base: parseRecord(row.base), sent, after: parseRecord(row.after) }
  },
})

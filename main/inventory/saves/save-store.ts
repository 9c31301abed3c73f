/** The history of saves, each with the record before it, the one sent and the one after. */

import type { SaveState } from '../../../shared/inventory/contract/run-contract.ts'
import type { PastSave } from '../../../shared/inventory/contract.ts'
import type { ItemEdit } from '../../../shared/inventory/item-edit.ts'
import type { JsonObject } from '../../../shared/inventory/json.ts'
import { previewSave } from '../../../shared/inventory/save-preview.ts'
import type { Database } from '../../database/database.ts'
import { parseRecord } from '../items/item-store.ts'

/** A save that was started. `base` is undefined if the platform had no item. */
export type OpenSave = {
  readonly id: number
  readonly sku: string
  readonly base: JsonObject | undefined
  readonly sent: JsonObject
  readonly edit: ItemEdit
  /** For the seller: what else changed on the platform; empty if nothing did. */
  readonly note: string
}

const toText = (record: JsonObject | undefined): string | null => (record === undefined ? null : JSON.stringify(record))

export const createSaveStore = (database: Database, updateListRow: (sku: string) => void) => ({
  beginSave: (
    { sku, base, sent, edit, note }: Omit<OpenSave, 'id'>,
    attempt: number,
    atMs: number,
    outboundId?: string,
  ): number =>
    database.transaction(() => {
      const { lastInsertRowid } = database.run(
        `INSERT INTO item_saves (sku, state, base, sent, edit, note, attempt, message, started_at_ms, outbound_id)
         VALUES (?, 'sending', ?, ?, ?, ?, ?, 'Sending', ?, ?)`,
        [sku, toText(base), JSON.stringify(sent), JSON.stringify(edit), note, attempt, atMs, outboundId ?? null],
      )
      updateListRow(sku)
      return lastInsertRowid
    }),
  endSave: (save: OpenSave, state: SaveState, message: string, atMs: number, after?: JsonObject): void =>
    database.transaction(() => {
      database.run('UPDATE item_saves SET state = ?, message = ?, note = ?, ended_at_ms = ?, after = ? WHERE id = ?', [
        state,
        message,
        save.note,
        atMs,
        toText(after),
        save.id,
      ])
      updateListRow(save.sku)
    }),
  /** For a save that the platform certainly did not get. */
  deleteSave: ({ id, sku }: OpenSave): void => {
    database.run('DELETE FROM item_saves WHERE id = ?', [id])
    updateListRow(sku)
  },
  /** The record after a save, once it was read. */
  putAfter: (save: OpenSave, after: JsonObject, note: string): void =>
    void database.run('UPDATE item_saves SET after = ?, note = ? WHERE id = ?', [JSON.stringify(after), note, save.id]),
  saveNote: (id: number): string =>
    database.get<{ note: string }>('SELECT note FROM item_saves WHERE id = ?', [id])?.note ?? '',
  /** Why the answer to a save was lost. */
  saveCause: (id: number): string =>
    database.get<{ cause: string }>('SELECT cause FROM item_saves WHERE id = ?', [id])?.cause ?? '',
  putCause: (id: number, cause: string): void =>
    void database.run('UPDATE item_saves SET cause = ? WHERE id = ?', [cause, id]),
  /** The outcome of the save that a row of the outbound queue started; undefined if it was never sent. */
  saveStateOf: (outboundId: string): SaveState | undefined =>
    database.get<{ state: SaveState }>('SELECT state FROM item_saves WHERE outbound_id = ? ORDER BY id DESC LIMIT 1', [
      outboundId,
    ])?.state,
  isSaveOpen: (id: number): boolean =>
    database.get("SELECT 1 FROM item_saves WHERE id = ? AND state IN ('sending', 'unknown')", [id]) !== undefined,
  /** Saves whose outcome is unknown: without an answer, or interrupted because the app closed. */
  openSaves: (): readonly OpenSave[] =>
    database
      .all<{ id: number; sku: string; base: string | null; sent: string; edit: string; note: string }>(
        "SELECT id, sku, base, sent, edit, note FROM item_saves WHERE state IN ('sending', 'unknown') ORDER BY id",
      )
      .map((row) => ({
        id: row.id,
        sku: row.sku,
        base: parseRecord(row.base),
        sent: JSON.parse(row.sent) as JsonObject,
        edit: JSON.parse(row.edit) as ItemEdit,
        note: row.note,
      })),
  /** Newest first. */
  pastSaves: (sku: string, limit: number): readonly PastSave[] =>
    database
      .all<Omit<PastSave, 'isNew' | 'changes' | 'deletions'> & { base: string | null; sent: string }>(
        `SELECT id, state, message, note, started_at_ms AS startedAtMs, base, sent
         FROM item_saves WHERE sku = ? ORDER BY id DESC LIMIT ?`,
        [sku, limit],
      )
      .map(({ base, sent, ...save }) => {
        const { changes, deletions } = previewSave(parseRecord(base) ?? {}, JSON.parse(sent) as JsonObject)
        return {
          ...save,
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
    const sent = JSON.parse(row.sent) as JsonObject
    return { sku: row.sku, base: parseRecord(row.base), sent, after: parseRecord(row.after) }
  },
})

/** Every save with what stood before, what was sent and what stood after. */
import type { PastSave, SaveState } from '../../shared/inventory/contract.ts'
import type { ItemEdit } from '../../shared/inventory/item-edit.ts'
import type { JsonObject } from '../../shared/inventory/json.ts'
import { previewSave } from '../../shared/inventory/save-preview.ts'
import type { Database } from '../database/database.ts'
import { parseRecord } from './item-store.ts'

/** A save that has begun: its base, what is sent and the edit it carries out. */
export type OpenSave = {
  readonly id: number
  readonly sku: string
  readonly base: JsonObject | undefined
  readonly sent: JsonObject
  readonly edit: ItemEdit
}

/** What a save kept: `base` undefined where the platform had no item, `after` where it is not known. */
export type SavedRecords = {
  readonly sku: string
  readonly base: JsonObject | undefined
  readonly sent: JsonObject
  readonly after: JsonObject | undefined
}

export type SaveStore = {
  readonly beginSave: (save: Omit<OpenSave, 'id'>, attempt: number, atMs: number) => number
  readonly endSave: (id: number, state: SaveState, message: string, atMs: number, after?: JsonObject) => void
  /** The state after a save, once it was read. */
  readonly putAfter: (id: number, after: JsonObject) => void
  /** Saves of which nobody knows how they ended: under way when the app ended, or uncertain. */
  readonly openSaves: () => readonly OpenSave[]
  /** Saves of a SKU before the one with this id, the newest first. */
  readonly saves: (sku: string, beforeId: number, limit: number) => readonly PastSave[]
  /** The records that a save kept; undefined for a save that is not known. */
  readonly savedStates: (id: number) => SavedRecords | undefined
}

export const createSaveStore = (database: Database, refile: (sku: string) => void): SaveStore => ({
  beginSave: ({ sku, base, sent, edit }, attempt, atMs) =>
    database.transaction(() => {
      const { lastInsertRowid } = database.run(
        `INSERT INTO item_saves (sku, state, base, sent, edit, attempt, message, started_at_ms)
         VALUES (?, 'sending', ?, ?, ?, ?, 'Being sent', ?)`,
        [
          sku,
          base === undefined ? null : JSON.stringify(base),
          JSON.stringify(sent),
          JSON.stringify(edit),
          attempt,
          atMs,
        ],
      )
      refile(sku)
      return lastInsertRowid
    }),
  endSave: (id, state, message, atMs, after) =>
    database.transaction(() => {
      const row = database.get<{ sku: string }>('SELECT sku FROM item_saves WHERE id = ?', [id])
      if (row === undefined) return
      database.run('UPDATE item_saves SET state = ?, message = ?, ended_at_ms = ?, after = ? WHERE id = ?', [
        state,
        message,
        atMs,
        after === undefined ? null : JSON.stringify(after),
        id,
      ])
      refile(row.sku)
    }),
  putAfter: (id, after) =>
    void database.run('UPDATE item_saves SET after = ? WHERE id = ?', [JSON.stringify(after), id]),
  openSaves: () =>
    database
      .all<{ id: number; sku: string; base: string | null; sent: string; edit: string }>(
        "SELECT id, sku, base, sent, edit FROM item_saves WHERE state IN ('sending', 'unknown') ORDER BY id",
      )
      .map((row) => ({
        id: row.id,
        sku: row.sku,
        base: parseRecord(row.base),
        sent: JSON.parse(row.sent) as JsonObject,
        edit: JSON.parse(row.edit) as ItemEdit,
      })),
  saves: (sku, beforeId, limit) =>
    database
      .all<{
        id: number
        state: string
        message: string
        started_at_ms: number
        ended_at_ms: number | null
        base: string | null
        sent: string
      }>(
        `SELECT id, state, message, started_at_ms, ended_at_ms, base, sent FROM item_saves
         WHERE sku = ? AND id < ? ORDER BY id DESC LIMIT ?`,
        [sku, beforeId, limit],
      )
      .map((row) => {
        const { changes, deletions } = previewSave(parseRecord(row.base) ?? {}, JSON.parse(row.sent) as JsonObject)
        return {
          id: row.id,
          state: row.state as SaveState,
          message: row.message,
          startedAtMs: row.started_at_ms,
          endedAtMs: row.ended_at_ms,
          isNew: row.base === null,
          changes: changes.map(({ kind, path }) => ({ kind, path })),
          deletions: deletions.map(({ name }) => name),
        }
      }),
  savedStates: (id) => {
    const row = database.get<{ sku: string; base: string | null; sent: string; after: string | null }>(
      'SELECT sku, base, sent, after FROM item_saves WHERE id = ?',
      [id],
    )
    if (row === undefined) return undefined
    const sent = JSON.parse(row.sent) as JsonObject
    return { sku: row.sku, base: parseRecord(row.base), sent, after: parseRecord(row.after) }
  },
})

/** Items with their records and edits, and the list's row that is kept in step with both. */

import { columnOfPath } from '../../shared/inventory/cells.ts'
import type { ItemState, LastSave, RowProblem, SaveState } from '../../shared/inventory/contract.ts'
import { viewOf } from '../../shared/inventory/item.ts'
import { applyEdit, type ItemEdit } from '../../shared/inventory/item-edit.ts'
import { problemsOfEdit } from '../../shared/inventory/item-rules.ts'
import { LINE_SEPARATOR, writeTexts } from '../../shared/inventory/item-texts.ts'
import type { JsonObject } from '../../shared/inventory/json.ts'
import { mergeEdit } from '../../shared/inventory/merge.ts'
import { isIncomplete } from '../../shared/inventory/publish-gaps.ts'
import { type FieldRefusal, standingRefusals } from '../../shared/inventory/refusals.ts'
import type { AppError } from '../../shared/result.ts'
import type { Database } from '../database/database.ts'

export type StoredItem = {
  readonly sku: string
  readonly state: ItemState
  readonly isRead: boolean
  readonly record: JsonObject | undefined
  /** The last record that the platform had, when it has none now. */
  readonly lastRecord: JsonObject | undefined
  readonly readAtMs: number | null
  readonly readProblem: AppError | null
  readonly edit: ItemEdit | undefined
  readonly editSource: string | null
  readonly editSavedAtMs: number | null
  readonly lastSave: LastSave | null
  /** What the platform refused of the edit, and still stands as it was refused. */
  readonly refusals: readonly FieldRefusal[]
}

/** Record and edit alone. */
export type BriefItem = Pick<StoredItem, 'isRead' | 'record' | 'edit'>

export type ItemStore = {
  readonly add: (skus: readonly string[], atMs: number) => number
  readonly remove: (sku: string) => void
  readonly has: (sku: string) => boolean
  readonly titleOf: (sku: string) => string | undefined
  readonly item: (sku: string) => StoredItem | undefined
  /** Record and edit alone, for work on many items. */
  readonly brief: (sku: string) => BriefItem | undefined
  /** The same of many at once, those that are in the list. */
  readonly briefs: (skus: readonly string[]) => ReadonlyMap<string, BriefItem>
  /** The lines of `writeTexts` in the order asked for, an empty one where none is known: `linesOf` finds them. */
  readonly textsOf: (skus: readonly string[]) => string
  readonly toRead: (limit: number) => readonly string[]
  /** Files what the platform holds; returns whether it differs from what was known. */
  readonly putRecord: (sku: string, record: JsonObject | undefined, atMs: number) => boolean
  readonly putReadProblem: (sku: string, problem: AppError) => void
  readonly wantRead: (sku: string) => void
  /** Asks again for everything that was never read. */
  readonly wantUnread: () => void
  /** Files the edit, or takes it away when it is undefined. */
  readonly putEdit: (sku: string, edit: ItemEdit | undefined, atMs: number, source: string | null) => void
  /** Files what was refused of an edit, in place of what was refused before. */
  readonly putRefusals: (sku: string, edit: ItemEdit, refusals: readonly FieldRefusal[]) => void
  /** Writes the list's row anew: to be called in the transaction of every change to record, edit or saves. */
  readonly refile: (sku: string) => void
}

type BriefColumns = { record: string | null; read_at_ms: number | null; edit: string | null }

/** How a text is compared when it is searched or sorted: case and form of accents do not matter. */
export const textKey = (text: string): string => text.normalize('NFKC').toLowerCase()

export const parseRecord = (text: string | null | undefined): JsonObject | undefined =>
  text === null || text === undefined ? undefined : (JSON.parse(text) as JsonObject)

const briefOf = (row: BriefColumns): BriefItem => ({
  isRead: row.read_at_ms !== null,
  record: parseRecord(row.record),
  edit: row.edit === null ? undefined : (JSON.parse(row.edit) as ItemEdit),
})

const stateOf = ({ record, edit, isRead, lastSave }: StoredItem): ItemState => {
  if (lastSave?.state === 'sending' || lastSave?.state === 'unknown') return 'unknown'
  if (edit !== undefined && isRead) {
    const { conflicts, isGone } = mergeEdit(record, edit)
    if (isGone || conflicts.length > 0) return 'conflict'
  }
  if (edit !== undefined) return edit.onto === 'new' && record === undefined ? 'new' : 'changed'
  if (!isRead) return 'unread'
  return record === undefined ? 'absent' : 'saved'
}

/** What a row of the list says is wrong: rules that the edit breaks, and what the platform refused. */
const problemsOfRow = (draft: JsonObject, { edit, refusals }: StoredItem): readonly RowProblem[] =>
  edit === undefined
    ? []
    : [
        ...problemsOfEdit(draft, edit).map(({ path, message, errorId }) => ({
          path,
          column: columnOfPath(path) ?? null,
          errorId,
          message,
          from: 'rule' as const,
        })),
        ...refusals.map(({ path, message, errorId }) => ({
          path,
          column: columnOfPath(path) ?? null,
          errorId,
          message,
          from: 'platform' as const,
        })),
      ]

export const createItemStore = (database: Database, deps: { readonly lowStockAtMost: () => number }): ItemStore => {
  const item = (sku: string): StoredItem | undefined => {
    const row = database.get<{
      sku: string
      state: string
      record: string | null
      last_record: string | null
      read_at_ms: number | null
      read_problem: string | null
      edit: string | null
      source: string | null
      saved_at_ms: number | null
      refused_edit: string | null
      refusals: string | null
    }>(
      `SELECT items.sku, state, record, last_record, item_records.read_at_ms, read_problem, item_edits.edit, source,
         saved_at_ms, item_refusals.edit AS refused_edit, refusals
       FROM items
       LEFT JOIN item_records ON item_records.sku = items.sku
       LEFT JOIN item_edits ON item_edits.sku = items.sku
       LEFT JOIN item_refusals ON item_refusals.sku = items.sku
       WHERE items.sku = ?`,
      [sku],
    )
    if (row === undefined) return undefined
    const save = database.get<{ state: string; message: string; at_ms: number }>(
      'SELECT state, message, COALESCE(ended_at_ms, started_at_ms) AS at_ms FROM item_saves WHERE sku = ? ORDER BY id DESC LIMIT 1',
      [sku],
    )
    const edit = row.edit === null ? undefined : (JSON.parse(row.edit) as ItemEdit)
    return {
      sku: row.sku,
      state: row.state as ItemState,
      isRead: row.read_at_ms !== null,
      record: parseRecord(row.record),
      lastRecord: parseRecord(row.last_record),
      readAtMs: row.read_at_ms,
      readProblem: row.read_problem === null ? null : (JSON.parse(row.read_problem) as AppError),
      edit,
      editSource: row.source,
      editSavedAtMs: row.saved_at_ms,
      lastSave: save === undefined ? null : { state: save.state as SaveState, message: save.message, atMs: save.at_ms },
      refusals:
        row.refusals === null || row.refused_edit === null || edit === undefined
          ? []
          : standingRefusals(
              JSON.parse(row.refusals) as readonly FieldRefusal[],
              JSON.parse(row.refused_edit) as ItemEdit,
              edit,
            ),
    }
  }

  const refile = (sku: string): void => {
    const stored = item(sku)
    if (stored === undefined) return
    const draft = applyEdit(stored.record, stored.edit)
    const view = viewOf(draft)
    const hasSomething = stored.record !== undefined || stored.edit !== undefined
    database.run(
      `UPDATE items SET state = :state, title = :title, title_key = :titleKey, quantity = :quantity,
         condition = :condition, picture_url = :pictureUrl, is_incomplete = :isIncomplete, is_low_stock = :isLowStock,
         edited_at_ms = :editedAtMs, search_text = :searchText, read_at_ms = :readAtMs, is_failed = :isFailed,
         changed_columns = :changedColumns, problems = :problems
       WHERE sku = :sku`,
      {
        sku,
        state: stateOf(stored),
        title: view.title ?? null,
        titleKey: textKey(view.title ?? ''),
        quantity: view.quantity ?? null,
        condition: view.condition ?? null,
        pictureUrl: view.imageUrls[0] ?? null,
        isIncomplete: hasSomething && isIncomplete(draft) ? 1 : 0,
        isLowStock: view.quantity !== undefined && view.quantity <= deps.lowStockAtMost() ? 1 : 0,
        editedAtMs: stored.editSavedAtMs,
        searchText: textKey(`${sku} ${view.title ?? ''}`),
        readAtMs: stored.readAtMs,
        isFailed: stored.refusals.length > 0 ? 1 : 0,
        changedColumns: JSON.stringify(stored.edit?.changes.flatMap(({ path }) => columnOfPath(path) ?? []) ?? []),
        problems: JSON.stringify(problemsOfRow(draft, stored)),
      },
    )
    if (!stored.isRead) return
    database.run('INSERT OR REPLACE INTO item_texts (sku, texts) VALUES (?, ?)', [
      sku,
      writeTexts(sku, stored.record, stored.edit !== undefined),
    ])
  }

  const inOne = <T>(sku: string, work: () => T): T =>
    database.transaction(() => {
      const value = work()
      refile(sku)
      return value
    })

  return {
    item,
    refile,
    add: (skus, atMs) =>
      database.transaction(() =>
        skus.reduce(
          (added, sku) =>
            added +
            database.run('INSERT OR IGNORE INTO items (sku, added_at_ms, search_text) VALUES (?, ?, ?)', [
              sku,
              atMs,
              textKey(sku),
            ]).changes,
          0,
        ),
      ),
    remove: (sku) =>
      database.transaction(() => {
        database.run('DELETE FROM item_texts WHERE sku = ?', [sku])
        database.run('DELETE FROM item_refusals WHERE sku = ?', [sku])
        database.run('DELETE FROM item_edits WHERE sku = ?', [sku])
        database.run('DELETE FROM item_records WHERE sku = ?', [sku])
        database.run('DELETE FROM items WHERE sku = ?', [sku])
      }),
    has: (sku) => database.get('SELECT 1 FROM items WHERE sku = ?', [sku]) !== undefined,
    titleOf: (sku) =>
      database.get<{ title: string | null }>('SELECT title FROM items WHERE sku = ?', [sku])?.title ?? undefined,
    brief: (sku) => {
      const row = database.get<BriefColumns>(
        `SELECT record, item_records.read_at_ms, edit FROM items
         LEFT JOIN item_records ON item_records.sku = items.sku
         LEFT JOIN item_edits ON item_edits.sku = items.sku
         WHERE items.sku = ?`,
        [sku],
      )
      return row === undefined ? undefined : briefOf(row)
    },
    briefs: (skus) =>
      skus.length === 0
        ? new Map()
        : new Map(
            database
              .all<BriefColumns & { sku: string }>(
                `SELECT items.sku, record, item_records.read_at_ms, edit FROM json_each(?) AS asked
                 CROSS JOIN items ON items.sku = asked.value
                 LEFT JOIN item_records ON item_records.sku = items.sku
                 LEFT JOIN item_edits ON item_edits.sku = items.sku`,
                [JSON.stringify(skus)],
              )
              .map((row) => [row.sku, briefOf(row)]),
          ),
    textsOf: (skus) =>
      database.get<{ texts: string | null }>(
        // In the order asked for, as a join with a list goes; sorting to be sure would take twice the time, and each line names
        // its SKU.
        `SELECT group_concat(COALESCE(texts, ''), char(${LINE_SEPARATOR.charCodeAt(0)})) AS texts
         FROM json_each(?) AS asked LEFT JOIN item_texts ON item_texts.sku = asked.value`,
        [JSON.stringify(skus)],
      )?.texts ?? '',
    toRead: (limit) =>
      database
        .all<{ sku: string }>('SELECT sku FROM items WHERE wants_read = 1 ORDER BY added_at_ms, sku LIMIT ?', [limit])
        .map(({ sku }) => sku),
    putRecord: (sku, record, atMs) =>
      inOne(sku, () => {
        const text = record === undefined ? null : JSON.stringify(record)
        const before = database.get<{ record: string | null; read_at_ms: number | null; read_problem: string | null }>(
          'SELECT record, read_at_ms, read_problem FROM item_records WHERE sku = ?',
          [sku],
        )
        // A reading may come back after the item was taken off the list.
        if (database.get('SELECT 1 FROM items WHERE sku = ?', [sku]) === undefined) return false
        database.run(
          `INSERT INTO item_records (sku, record, last_record, read_at_ms) VALUES (:sku, :text, :text, :atMs)
           ON CONFLICT (sku) DO UPDATE SET record = excluded.record, read_at_ms = excluded.read_at_ms,
             last_record = COALESCE(excluded.record, last_record), read_problem = NULL`,
          { sku, text, atMs },
        )
        database.run('UPDATE items SET wants_read = 0 WHERE sku = ?', [sku])
        const isNews = before === undefined || before.read_at_ms === null || before.read_problem !== null
        return isNews || before.record !== text
      }),
    putReadProblem: (sku, problem) =>
      inOne(sku, () => {
        if (database.get('SELECT 1 FROM items WHERE sku = ?', [sku]) === undefined) return
        database.run(
          `INSERT INTO item_records (sku, read_problem) VALUES (?, ?)
           ON CONFLICT (sku) DO UPDATE SET read_problem = excluded.read_problem`,
          [sku, JSON.stringify(problem)],
        )
        database.run('UPDATE items SET wants_read = 0 WHERE sku = ?', [sku])
      }),
    wantRead: (sku) => void database.run('UPDATE items SET wants_read = 1 WHERE sku = ?', [sku]),
    wantUnread: () =>
      void database.run(
        'UPDATE items SET wants_read = 1 WHERE sku NOT IN (SELECT sku FROM item_records WHERE read_at_ms IS NOT NULL)',
      ),
    putEdit: (sku, edit, atMs, source) =>
      inOne(sku, () => {
        if (edit === undefined) {
          database.run('DELETE FROM item_edits WHERE sku = ?', [sku])
          database.run('DELETE FROM item_refusals WHERE sku = ?', [sku])
        } else {
          database.run('INSERT OR REPLACE INTO item_edits (sku, edit, source, saved_at_ms) VALUES (?, ?, ?, ?)', [
            sku,
            JSON.stringify(edit),
            source,
            atMs,
          ])
        }
      }),
    putRefusals: (sku, edit, refusals) =>
      inOne(sku, () => {
        if (refusals.length === 0) database.run('DELETE FROM item_refusals WHERE sku = ?', [sku])
        else {
          database.run(
            `INSERT OR REPLACE INTO item_refusals (sku, edit, refusals)
             SELECT sku, ?, ? FROM items WHERE sku = ?`,
            [JSON.stringify(edit), JSON.stringify(refusals), sku],
          )
        }
      }),
  }
}

/** Items with their records and edits. Every write also writes the item's row in the list. */

import type { ItemState, LastSave } from '../../../shared/inventory/contract.ts'
import { readGroupKey } from '../../../shared/inventory/group.ts'
import { type FieldChange, type ItemEdit, includesChange, isEmptyEdit } from '../../../shared/inventory/item-edit.ts'
import type { ItemRules } from '../../../shared/inventory/item-rules.ts'
import type { JsonObject } from '../../../shared/inventory/json.ts'
import type { ListingState } from '../../../shared/inventory/listing-state.ts'
import { mergeEdit } from '../../../shared/inventory/merge.ts'
import type { AppError } from '../../../shared/result.ts'
import type { Database } from '../../database/database.ts'
import { parseStored } from '../../database/stored-json.ts'
import type { ItemsPort } from '../../items-port.ts'
import type { ListingSummary } from '../../offer-cells-port.ts'
import type { GroupStore } from '../groups/group-store.ts'
import { findColumn } from './columns.ts'
import { flagSql, noListing, ROW_VERSION, shownSql, toItemRow } from './item-row.ts'
import { createItemRows } from './item-rows.ts'
import { currentRefusals, type FieldRefusal } from './refusals.ts'
import { type StoredItem, type UnreadableCells, unreadItem } from './stored-item.ts'

/** An item's record and edit, without refusals and unreadable cells: for work on many items. */
export type ItemContent = Pick<StoredItem, 'isRead' | 'readAtMs' | 'record' | 'edit' | 'editSource'>

type ContentColumns = {
  record: string | null
  read_at_ms: number | null
  edit: string | null
  source: string | null
  unreadable: string
}

export const parseRecord = (text: string | null | undefined): JsonObject | undefined =>
  parseStored<JsonObject | undefined>(text, undefined)

const parseEdit = (text: string | null): ItemEdit | undefined => parseStored<ItemEdit | undefined>(text, undefined)

/**
 * The edit without the fields whose cell has a text that can't be read; undefined if none is left. That text replaced the earlier
 * value, which must not be sent (USE-06). Until 0.3.0 both were stored.
 */
export const withoutUnreadable = (edit: ItemEdit | undefined, cells: UnreadableCells): ItemEdit | undefined => {
  const isReplaced = ({ path }: FieldChange): boolean => Object.hasOwn(cells, findColumn(path) ?? '')
  if (edit === undefined || !edit.changes.some(isReplaced)) return edit
  const left = { ...edit, changes: edit.changes.filter((change) => !isReplaced(change)) }
  return isEmptyEdit(left) ? undefined : left
}

const toContent = (row: ContentColumns): ItemContent => {
  const record = parseRecord(row.record)
  // A damaged record counts as never read, not as an item that the platform doesn't have.
  const readAtMs = record === undefined && row.record !== null ? null : row.read_at_ms
  return {
    isRead: readAtMs !== null,
    readAtMs,
    record,
    edit: withoutUnreadable(parseEdit(row.edit), parseStored<UnreadableCells>(row.unreadable, {})),
    editSource: row.source,
  }
}

const toState = ({ record, edit, isRead, lastSave }: Omit<StoredItem, 'state'>): ItemState => {
  if (lastSave?.state === 'sending' || lastSave?.state === 'unknown') return 'unknown'
  if (edit !== undefined && isRead) {
    const { conflicts, isGone } = mergeEdit(record, edit)
    if (isGone || conflicts.length > 0) return 'conflict'
  }
  if (edit !== undefined) return edit.onto === 'new' && record === undefined ? 'new' : 'changed'
  if (!isRead) return 'unread'
  return record === undefined ? 'absent' : 'saved'
}

const CONTENT = 'record, item_records.read_at_ms, edit, source, unreadable'
const TITLE = `${shownSql('title')} AS title`
const JOINED = `items
  LEFT JOIN item_records ON item_records.sku = items.sku
  LEFT JOIN item_edits ON item_edits.sku = items.sku`

export const createItemStore = (
  database: Database,
  deps: {
    readonly shapeEdit: (edit: ItemEdit) => ItemEdit
    readonly rules: ItemRules
    readonly lastSave: (sku: string) => LastSave | undefined
    readonly groups: Pick<GroupStore, 'shared' | 'settle'>
    readonly listing: (sku: string) => ListingSummary
  },
) => {
  const item = (sku: string): StoredItem | undefined => {
    const row = database.get<
      ContentColumns & {
        last_record: string | null
        read_problem: string | null
        saved_at_ms: number | null
        refused_edit: string | null
        refusals: string | null
      }
    >(
      `SELECT ${CONTENT}, last_record, read_problem, saved_at_ms, refused_edit, refusals
       FROM ${JOINED} WHERE items.sku = ?`,
      [sku],
    )
    if (row === undefined) return undefined
    const content = toContent(row)
    const refusedEdit = parseEdit(row.refused_edit)
    const stored = {
      ...content,
      sku,
      lastRecord: parseRecord(row.last_record),
      readProblem: parseStored<AppError | null>(row.read_problem, null),
      editSavedAtMs: row.saved_at_ms,
      lastSave: deps.lastSave(sku) ?? null,
      refusals:
        row.refusals === null || refusedEdit === undefined || content.edit === undefined
          ? []
          : currentRefusals(parseStored<readonly FieldRefusal[]>(row.refusals, []), refusedEdit, content.edit),
      unreadable: parseStored<UnreadableCells>(row.unreadable, {}),
    }
    return { ...stored, state: toState(stored) }
  }

  const { refresh, ...rows } = createItemRows(
    database,
    (sku) => {
      const stored = item(sku)
      if (stored === undefined) return undefined
      const key = deps.groups.settle(sku, deps.rules.capabilities.itemGroups ? readGroupKey(stored.record) : undefined)
      return toItemRow({
        item: stored,
        group: key === undefined ? undefined : { key, shared: deps.groups.shared(key) },
        listing: deps.listing(sku),
        rules: deps.rules,
      })
    },
    (sku) => toItemRow({ item: unreadItem(sku), group: undefined, listing: noListing, rules: deps.rules }),
  )

  const has = (sku: string): boolean => database.get('SELECT 1 FROM items WHERE sku = ?', [sku]) !== undefined

  /** Runs `work` and writes the item's row in one transaction. Returns undefined if the item was removed meanwhile. */
  const write = <T>(sku: string, work: () => T): T | undefined =>
    database.transaction(() => {
      if (!has(sku)) return undefined
      const value = work()
      refresh(sku)
      return value
    })

  /** Returns whether it was not in the list yet. Its row is still to be written. */
  const insert = (sku: string, atMs: number): boolean =>
    database.run('INSERT OR IGNORE INTO items (sku, added_at_ms) VALUES (?, ?)', [sku, atMs]).changes > 0

  const setUnreadable = (sku: string, cells: UnreadableCells): void =>
    void database.run('UPDATE items SET unreadable = ? WHERE sku = ?', [JSON.stringify(cells), sku])

  /** Drops the unreadable text of each field that was edited since, so that the field shows its new value. */
  const dropUnreadable = (sku: string, edit: ItemEdit): void => {
    const row = database.get<{ unreadable: string; edit: string | null }>(
      `SELECT unreadable, edit FROM ${JOINED} WHERE items.sku = ? AND unreadable <> '{}'`,
      [sku],
    )
    if (row === undefined) return
    const cells = parseStored<UnreadableCells>(row.unreadable, {})
    const before = withoutUnreadable(parseEdit(row.edit), cells)
    const edited = edit.changes.filter((change) => !includesChange(before, change)).map(({ path }) => findColumn(path))
    setUnreadable(sku, Object.fromEntries(Object.entries(cells).filter(([column]) => !edited.includes(column))))
  }

  /** Stores the platform's record. Returns whether it differs from the stored one. */
  const putRecord = (sku: string, record: JsonObject | undefined, atMs: number): boolean =>
    write(sku, () => {
      const text = record === undefined ? null : JSON.stringify(record)
      const before = database.get<{ record: string | null; read_at_ms: number | null; read_problem: string | null }>(
        'SELECT record, read_at_ms, read_problem FROM item_records WHERE sku = ?',
        [sku],
      )
      database.run(
        `INSERT INTO item_records (sku, record, last_record, read_at_ms) VALUES (:sku, :text, :text, :atMs)
         ON CONFLICT (sku) DO UPDATE SET record = excluded.record, read_at_ms = excluded.read_at_ms,
           last_record = COALESCE(excluded.record, last_record), read_problem = NULL`,
        { sku, text, atMs },
      )
      database.run('UPDATE items SET wants_read = 0 WHERE sku = ?', [sku])
      const isFirst = before === undefined || before.read_at_ms === null || before.read_problem !== null
      return isFirst || before.record !== text
    }) ?? false

  const selectContents = (skus: readonly string[], condition = 'TRUE'): ReadonlyMap<string, ItemContent> =>
    new Map(
      database
        .all<ContentColumns & { sku: string }>(
          `SELECT items.sku, ${CONTENT} FROM ${JOINED} WHERE items.sku IN (SELECT value FROM json_each(?)) AND ${condition}`,
          [JSON.stringify(skus)],
        )
        .map((row) => [row.sku, toContent(row)]),
    )

  return {
    item,
    has,
    /** Call it in the transaction of a change to the item's saves, its group or its listing. */
    refresh,
    rows,
    titleOf: (sku: string): string | undefined =>
      database.get<{ title: string | null }>(`SELECT ${TITLE} FROM item_rows WHERE sku = ?`, [sku])?.title ?? undefined,
    /** The titles of those of these SKUs that are in the list. */
    titles: (skus: readonly string[]): ReadonlyMap<string, string | null> =>
      new Map(
        database
          .all<{ sku: string; title: string | null }>(
            `SELECT items.sku, ${TITLE} FROM items LEFT JOIN item_rows ON item_rows.sku = items.sku
             WHERE items.sku IN (SELECT value FROM json_each(?))`,
            [JSON.stringify(skus)],
          )
          .map(({ sku, title }) => [sku, title]),
      ),
    describe: (sku: string) =>
      database.get<NonNullable<ReturnType<ItemsPort['describe']>>>(
        `SELECT ${TITLE}, ${shownSql('pictureUrl')} AS pictureUrl, ${shownSql('currency')} AS currency
         FROM items LEFT JOIN item_rows ON item_rows.sku = items.sku WHERE items.sku = ?`,
        [sku],
      ),
    /** Adds SKUs. Returns how many were not in the list yet. */
    add: (skus: readonly string[], atMs: number): number =>
      database.transaction(() => {
        const added = skus.filter((sku) => insert(sku, atMs))
        added.forEach(refresh)
        return added.length
      }),
    /** Records and edits are deleted by cascade; saves, family and language stay. */
    remove: (sku: string): void => void database.run('DELETE FROM items WHERE sku = ?', [sku]),
    /** Undefined if the list has no such item. */
    content: (sku: string): ItemContent | undefined => {
      const row = database.get<ContentColumns>(`SELECT ${CONTENT} FROM ${JOINED} WHERE items.sku = ?`, [sku])
      return row === undefined ? undefined : toContent(row)
    },
    allSkus: (): readonly string[] => database.column<string>('SELECT sku FROM items'),
    /** The items by SKU, without SKUs that are not in the list. */
    contents: (skus: readonly string[]): ReadonlyMap<string, ItemContent> => selectContents(skus),
    /** Of these SKUs, those with an edit. */
    editedContents: (skus: readonly string[]): ReadonlyMap<string, ItemContent> =>
      selectContents(skus, 'edit IS NOT NULL'),
    /** Of these SKUs, those with an edit that were never read, or last read before `beforeMs`. */
    editedNotReadSince: (skus: readonly string[], beforeMs: number): readonly string[] =>
      database.column<string>(
        `SELECT items.sku FROM ${JOINED} WHERE items.sku IN (SELECT value FROM json_each(?)) AND edit IS NOT NULL
           AND COALESCE(item_records.read_at_ms, 0) < ?`,
        [JSON.stringify(skus), beforeMs],
      ),
    skusToRead: (limit: number): readonly string[] =>
      database.column<string>('SELECT sku FROM items WHERE wants_read = 1 ORDER BY added_at_ms, sku LIMIT ?', [limit]),
    putRecord,
    /** Adds items with their records from a list requested at `requestedAtMs`. Keeps a later reading of an item. */
    addListed: (
      items: readonly { readonly sku: string; readonly record: JsonObject }[],
      requestedAtMs: number,
      atMs: number,
    ): void =>
      database.transaction(() => {
        for (const { sku, record } of items) {
          const isNew = insert(sku, atMs)
          const readAtMs = isNew ? null : (item(sku)?.readAtMs ?? null)
          if (readAtMs === null || readAtMs <= requestedAtMs) putRecord(sku, record, atMs)
        }
      }),
    putReadProblem: (sku: string, problem: AppError): void =>
      void write(sku, () => {
        database.run(
          `INSERT INTO item_records (sku, read_problem) VALUES (?, ?)
           ON CONFLICT (sku) DO UPDATE SET read_problem = excluded.read_problem`,
          [sku, JSON.stringify(problem)],
        )
        database.run('UPDATE items SET wants_read = 0 WHERE sku = ?', [sku])
      }),
    /** Queues items that are in the list. */
    requestReads: (skus: readonly string[]): void =>
      database.transaction(() => {
        for (const sku of skus) database.run('UPDATE items SET wants_read = 1 WHERE sku = ?', [sku])
      }),
    /** Queues every item that was never read. */
    requestUnread: (): void =>
      void database.run(
        'UPDATE items SET wants_read = 1 WHERE sku NOT IN (SELECT sku FROM item_records WHERE read_at_ms IS NOT NULL)',
      ),
    /**
     * Stores the edit in the platform's shapes. Discards it if it is undefined, or empty in those shapes. `cells`: all cells that
     * can't be read; by default those of fields that were not edited since.
     */
    putEdit: (
      sku: string,
      typed: ItemEdit | undefined,
      atMs: number,
      source: string | null,
      cells?: UnreadableCells,
    ): void =>
      void write(sku, () => {
        const edit = typed === undefined ? undefined : deps.shapeEdit(typed)
        if (edit === undefined || isEmptyEdit(edit)) database.run('DELETE FROM item_edits WHERE sku = ?', [sku])
        else {
          if (cells === undefined) dropUnreadable(sku, edit)
          database.run(
            `INSERT INTO item_edits (sku, edit, source, saved_at_ms) VALUES (?, ?, ?, ?) ON CONFLICT (sku)
             DO UPDATE SET edit = excluded.edit, source = excluded.source, saved_at_ms = excluded.saved_at_ms`,
            [sku, JSON.stringify(edit), source, atMs],
          )
        }
        if (cells !== undefined) setUnreadable(sku, cells)
      }),
    /** Replaces the refusals; an empty list clears them. */
    putRefusals: (sku: string, edit: ItemEdit, refusals: readonly FieldRefusal[]): void =>
      void write(sku, () =>
        database.run('UPDATE item_edits SET refused_edit = ?, refusals = ? WHERE sku = ?', [
          refusals.length === 0 ? null : JSON.stringify(edit),
          refusals.length === 0 ? null : JSON.stringify(refusals),
          sku,
        ]),
      ),
    /** Of these SKUs, those with a new text in a cell of their offer. */
    withTypedOffer: (skus: readonly string[]): readonly string[] =>
      database.column<string>(
        `SELECT sku FROM item_rows WHERE ${flagSql('typed')} AND sku IN (SELECT value FROM json_each(?)) ORDER BY sku`,
        [JSON.stringify(skus)],
      ),
    /** Of these SKUs, those with cells that could not be read. */
    withUnreadable: (
      skus: readonly string[],
    ): readonly (ItemContent & { readonly sku: string; readonly unreadable: UnreadableCells })[] =>
      database
        .all<ContentColumns & { sku: string }>(
          `SELECT items.sku, ${CONTENT} FROM ${JOINED}
           WHERE unreadable <> '{}' AND items.sku IN (SELECT value FROM json_each(?)) ORDER BY items.sku`,
          [JSON.stringify(skus)],
        )
        .map((row) => ({
          ...toContent(row),
          sku: row.sku,
          unreadable: parseStored<UnreadableCells>(row.unreadable, {}),
        })),
    /** Items in a state of listing, by SKU. */
    skusInListingState: (state: ListingState, limit: number): readonly string[] =>
      database.column<string>('SELECT sku FROM item_rows WHERE listing_state = ? ORDER BY sku LIMIT ?', [state, limit]),
    /** What isn't offered any more is forgotten at a start, so it doesn't wait for the rows. */
    skusInStates: (skus: readonly string[], states: readonly ListingState[]): readonly string[] =>
      database
        .all<{ sku: string; version: number | null; state: ListingState | null }>(
          `SELECT items.sku, version, listing_state AS state FROM items LEFT JOIN item_rows ON item_rows.sku = items.sku
           WHERE items.sku IN (SELECT value FROM json_each(?))`,
          [JSON.stringify(skus)],
        )
        .filter(({ sku, version, state }) =>
          states.includes(version === ROW_VERSION && state !== null ? state : deps.listing(sku).state),
        )
        .map(({ sku }) => sku),
  }
}

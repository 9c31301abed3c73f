/**
 * The inventory room's tables.
 *
 * `items` holds small rows only, as the list shows them, so that 100,000 of them can be sorted and searched; raw records,
 * edits and history stand in tables of their own.
 */
import type {
  ItemFilter,
  ItemRow,
  ItemSortColumn,
  ItemState,
  LastSave,
  PastSave,
  SaveState,
} from '../../shared/inventory/contract.ts'
import type { FamilyRecord } from '../../shared/inventory/family.ts'
import { viewOf } from '../../shared/inventory/item.ts'
import { applyEdit, type ItemEdit } from '../../shared/inventory/item-edit.ts'
import type { JsonObject } from '../../shared/inventory/json.ts'
import { LOW_STOCK_AT_MOST } from '../../shared/inventory/limits.ts'
import { mergeEdit } from '../../shared/inventory/merge.ts'
import { isIncomplete } from '../../shared/inventory/publish-gaps.ts'
import { previewSave } from '../../shared/inventory/save-preview.ts'
import type { AppError } from '../../shared/result.ts'
import type { Database, Migration, SqlValue } from '../database/database.ts'

export const inventoryMigrations: readonly Migration[] = [
  {
    version: 1,
    name: 'inventory',
    sql: `
      CREATE TABLE items (
        sku TEXT PRIMARY KEY NOT NULL,
        added_at_ms INTEGER NOT NULL,
        wants_read INTEGER NOT NULL DEFAULT 1,
        state TEXT NOT NULL DEFAULT 'unread',
        title TEXT,
        title_key TEXT NOT NULL DEFAULT '',
        quantity REAL,
        condition TEXT,
        picture_url TEXT,
        is_incomplete INTEGER NOT NULL DEFAULT 0,
        is_low_stock INTEGER NOT NULL DEFAULT 0,
        edited_at_ms INTEGER,
        search_text TEXT NOT NULL
      ) STRICT;
      CREATE INDEX items_by_title ON items (title_key, sku);
      CREATE INDEX items_by_quantity ON items (quantity, sku);
      CREATE INDEX items_by_condition ON items (condition, sku);
      CREATE INDEX items_by_edit ON items (edited_at_ms, sku);
      CREATE INDEX items_counted ON items (is_incomplete, is_low_stock, edited_at_ms);
      CREATE INDEX items_to_read ON items (added_at_ms, sku) WHERE wants_read = 1;

      -- What was last read from the platform. record is NULL where it has no item; last_record is the last one that it had.
      CREATE TABLE item_records (
        sku TEXT PRIMARY KEY NOT NULL REFERENCES items (sku) ON DELETE CASCADE,
        record TEXT,
        last_record TEXT,
        read_at_ms INTEGER,
        read_problem TEXT
      ) STRICT;

      CREATE TABLE item_edits (
        sku TEXT PRIMARY KEY NOT NULL REFERENCES items (sku) ON DELETE CASCADE,
        edit TEXT NOT NULL,
        source TEXT,
        saved_at_ms INTEGER NOT NULL
      ) STRICT;

      -- Every save with what stood before, what was sent and what stood after. It outlives the item's place in the list.
      CREATE TABLE item_saves (
        id INTEGER PRIMARY KEY,
        sku TEXT NOT NULL,
        state TEXT NOT NULL,
        base TEXT,
        sent TEXT NOT NULL,
        after TEXT,
        edit TEXT NOT NULL,
        attempt INTEGER NOT NULL,
        message TEXT NOT NULL,
        started_at_ms INTEGER NOT NULL,
        ended_at_ms INTEGER
      ) STRICT;
      CREATE INDEX item_saves_by_sku ON item_saves (sku, id);
      CREATE INDEX item_saves_open ON item_saves (state) WHERE state IN ('sending', 'uncertain');

      CREATE TABLE item_change_ledger (
        id INTEGER PRIMARY KEY,
        sku TEXT NOT NULL,
        items INTEGER NOT NULL,
        at_ms INTEGER NOT NULL,
        wall_ms INTEGER NOT NULL,
        refunded INTEGER NOT NULL DEFAULT 0
      ) STRICT;
      CREATE INDEX item_change_ledger_by_time ON item_change_ledger (at_ms);

      CREATE TABLE inventory_marks (name TEXT PRIMARY KEY NOT NULL, value TEXT NOT NULL) STRICT;
    `,
  },
  {
    version: 6,
    name: 'inventory: families, languages, conflicts',
    sql: `
      -- What was said of who manages a SKU, one row a word: the newest counts, the others are its evidence. Neither this nor
      -- the language depends on the SKU's place in the list.
      CREATE TABLE item_families (
        id INTEGER PRIMARY KEY,
        sku TEXT NOT NULL,
        family TEXT,
        evidence TEXT NOT NULL,
        note TEXT NOT NULL,
        at_ms INTEGER NOT NULL
      ) STRICT;
      CREATE INDEX item_families_by_sku ON item_families (sku, id);

      CREATE TABLE item_languages (sku TEXT PRIMARY KEY NOT NULL, content_language TEXT NOT NULL) STRICT;

      DROP INDEX items_counted;
      CREATE INDEX items_counted ON items (is_incomplete, is_low_stock, edited_at_ms, state);
      CREATE INDEX items_in_conflict ON items (sku) WHERE state = 'conflict';
    `,
  },
  {
    version: 9,
    name: 'inventory: staged CSV file',
    sql: `
      -- One file at a time, as a dry run: what its cells ask for, and what that would change.
      CREATE TABLE csv_file (
        id INTEGER PRIMARY KEY CHECK (id = 1),
        name TEXT NOT NULL,
        blank TEXT NOT NULL,
        delimiter TEXT NOT NULL,
        unknown_columns TEXT NOT NULL,
        staged_at_ms INTEGER NOT NULL
      ) STRICT;
      CREATE TABLE csv_rows (
        line INTEGER PRIMARY KEY,
        sku TEXT NOT NULL,
        requests TEXT NOT NULL,
        problems TEXT NOT NULL,
        state TEXT NOT NULL,
        found TEXT NOT NULL,
        paths TEXT NOT NULL
      ) STRICT;
      CREATE INDEX csv_rows_by_state ON csv_rows (state, line);
    `,
  },
]

const LOW_STOCK_MARK = 'lowStockAtMost'

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
}

export type ItemsRequest = {
  readonly search: string
  readonly filter: ItemFilter
  readonly sort: { readonly by: ItemSortColumn; readonly direction: 'ascending' | 'descending' }
  readonly offset: number
  readonly limit: number
}

export type ItemsPage = {
  readonly items: readonly ItemRow[]
  readonly total: number
  readonly counts: {
    readonly all: number
    readonly incomplete: number
    readonly changed: number
    readonly conflict: number
    readonly lowStock: number
  }
  readonly lowStockAtMost: number
  readonly toRead: number
}

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

export type InventoryStore = {
  readonly add: (skus: readonly string[], atMs: number) => number
  readonly remove: (sku: string) => void
  readonly has: (sku: string) => boolean
  readonly titleOf: (sku: string) => string | undefined
  readonly item: (sku: string) => StoredItem | undefined
  /** Record and edit alone, for work on many items. */
  readonly brief: (sku: string) => Pick<StoredItem, 'isRead' | 'record' | 'edit'> | undefined
  readonly page: (request: ItemsRequest) => ItemsPage
  readonly toRead: (limit: number) => readonly string[]
  /** Files what the platform holds; returns whether it differs from what was known. */
  readonly putRecord: (sku: string, record: JsonObject | undefined, atMs: number) => boolean
  readonly putReadProblem: (sku: string, problem: AppError) => void
  readonly wantRead: (sku: string) => void
  /** Asks again for everything that was never read. */
  readonly wantUnread: () => void
  /** Files the edit, or takes it away when it is undefined. */
  readonly putEdit: (sku: string, edit: ItemEdit | undefined, atMs: number, source: string | null) => void
  readonly beginSave: (save: Omit<OpenSave, 'id'>, attempt: number, atMs: number) => number
  readonly endSave: (id: number, state: SaveState, message: string, atMs: number, after?: JsonObject) => void
  /** Saves of which nobody knows how they ended: under way when the app ended, or uncertain. */
  readonly openSaves: () => readonly OpenSave[]
  /** Saves of a SKU before the one with this id, the newest first. */
  readonly saves: (sku: string, beforeId: number, limit: number) => readonly PastSave[]
  /** The records that a save kept; undefined for a save that is not known. */
  readonly savedStates: (id: number) => SavedRecords | undefined
  /** The newest word on who manages the SKU. */
  readonly familyOf: (sku: string) => FamilyRecord | undefined
  readonly addFamily: (sku: string, record: FamilyRecord) => void
  /** The seller's choice for this SKU; undefined: the connection's. */
  readonly contentLanguageOf: (sku: string) => string | undefined
  readonly setContentLanguage: (sku: string, contentLanguage: string | undefined) => void
  /** This many or fewer is low stock; setting it files every row anew. */
  readonly lowStockAtMost: () => number
  readonly setLowStockAtMost: (atMost: number) => void
  readonly mark: (name: string) => string | undefined
  readonly setMark: (name: string, value: string) => void
}

const sortKeys: Readonly<Record<ItemSortColumn, string>> = {
  sku: 'sku',
  title: 'title_key',
  quantity: 'quantity',
  condition: 'condition',
  editedAt: 'edited_at_ms',
}

const filterSql: Readonly<Record<ItemFilter, string>> = {
  all: '1',
  incomplete: 'is_incomplete = 1',
  changed: 'edited_at_ms IS NOT NULL',
  conflict: "state = 'conflict'",
  lowStock: 'is_low_stock = 1',
}

/** How a text is compared when it is searched or sorted: case and form of accents do not matter. */
const keyOf = (text: string): string => text.normalize('NFKC').toLowerCase()

const parseRecord = (text: string | null | undefined): JsonObject | undefined =>
  text === null || text === undefined ? undefined : (JSON.parse(text) as JsonObject)

type RowColumns = {
  sku: string
  state: string
  title: string | null
  quantity: number | null
  condition: string | null
  picture_url: string | null
  is_incomplete: number
  is_low_stock: number
  edited_at_ms: number | null
  read_at_ms: number | null
}

const rowOf = (row: RowColumns): ItemRow => ({
  sku: row.sku,
  title: row.title,
  quantity: row.quantity,
  condition: row.condition,
  pictureUrl: row.picture_url,
  state: row.state as ItemState,
  isIncomplete: row.is_incomplete === 1,
  isLowStock: row.is_low_stock === 1,
  editedAtMs: row.edited_at_ms,
  readAtMs: row.read_at_ms,
})

export const createInventoryStore = (database: Database): InventoryStore => {
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
    }>(
      `SELECT items.sku, state, record, last_record, read_at_ms, read_problem, edit, source, saved_at_ms FROM items
       LEFT JOIN item_records ON item_records.sku = items.sku
       LEFT JOIN item_edits ON item_edits.sku = items.sku
       WHERE items.sku = ?`,
      [sku],
    )
    if (row === undefined) return undefined
    const save = database.get<{ state: string; message: string; at_ms: number }>(
      'SELECT state, message, COALESCE(ended_at_ms, started_at_ms) AS at_ms FROM item_saves WHERE sku = ? ORDER BY id DESC LIMIT 1',
      [sku],
    )
    return {
      sku: row.sku,
      state: row.state as ItemState,
      isRead: row.read_at_ms !== null,
      record: parseRecord(row.record),
      lastRecord: parseRecord(row.last_record),
      readAtMs: row.read_at_ms,
      readProblem: row.read_problem === null ? null : (JSON.parse(row.read_problem) as AppError),
      edit: row.edit === null ? undefined : (JSON.parse(row.edit) as ItemEdit),
      editSource: row.source,
      editSavedAtMs: row.saved_at_ms,
      lastSave: save === undefined ? null : { state: save.state as SaveState, message: save.message, atMs: save.at_ms },
    }
  }

  const stateOf = ({ record, edit, isRead, lastSave }: StoredItem): ItemState => {
    if (lastSave?.state === 'sending' || lastSave?.state === 'uncertain') return 'uncertain'
    if (edit !== undefined && isRead) {
      const { conflicts, isGone } = mergeEdit(record, edit)
      if (isGone || conflicts.length > 0) return 'conflict'
    }
    if (edit !== undefined) return edit.onto === 'new' && record === undefined ? 'new' : 'changed'
    if (!isRead) return 'unread'
    return record === undefined ? 'absent' : 'saved'
  }

  const mark = (name: string): string | undefined =>
    database.get<{ value: string }>('SELECT value FROM inventory_marks WHERE name = ?', [name])?.value
  const setMark = (name: string, value: string): void =>
    void database.run('INSERT OR REPLACE INTO inventory_marks (name, value) VALUES (?, ?)', [name, value])
  const lowStockAtMost = (): number => Number(mark(LOW_STOCK_MARK) ?? LOW_STOCK_AT_MOST)

  /** Writes the list's row anew from record and edit: called in the transaction of every change to either. */
  const refile = (sku: string): void => {
    const stored = item(sku)
    if (stored === undefined) return
    const draft = applyEdit(stored.record, stored.edit)
    const view = viewOf(draft)
    const hasSomething = stored.record !== undefined || stored.edit !== undefined
    database.run(
      `UPDATE items SET state = :state, title = :title, title_key = :titleKey, quantity = :quantity,
         condition = :condition, picture_url = :pictureUrl, is_incomplete = :isIncomplete, is_low_stock = :isLowStock,
         edited_at_ms = :editedAtMs, search_text = :searchText
       WHERE sku = :sku`,
      {
        sku,
        state: stateOf(stored),
        title: view.title ?? null,
        titleKey: keyOf(view.title ?? ''),
        quantity: view.quantity ?? null,
        condition: view.condition ?? null,
        pictureUrl: view.imageUrls[0] ?? null,
        isIncomplete: hasSomething && isIncomplete(draft) ? 1 : 0,
        isLowStock: view.quantity !== undefined && view.quantity <= lowStockAtMost() ? 1 : 0,
        editedAtMs: stored.editSavedAtMs,
        searchText: keyOf(`${sku} ${view.title ?? ''}`),
      },
    )
  }

  const inOne = <T>(sku: string, work: () => T): T =>
    database.transaction(() => {
      const value = work()
      refile(sku)
      return value
    })

  return {
    item,
    add: (skus, atMs) =>
      database.transaction(() =>
        skus.reduce(
          (added, sku) =>
            added +
            database.run('INSERT OR IGNORE INTO items (sku, added_at_ms, search_text) VALUES (?, ?, ?)', [
              sku,
              atMs,
              keyOf(sku),
            ]).changes,
          0,
        ),
      ),
    remove: (sku) =>
      database.transaction(() => {
        database.run('DELETE FROM item_edits WHERE sku = ?', [sku])
        database.run('DELETE FROM item_records WHERE sku = ?', [sku])
        database.run('DELETE FROM items WHERE sku = ?', [sku])
      }),
    has: (sku) => database.get('SELECT 1 FROM items WHERE sku = ?', [sku]) !== undefined,
    titleOf: (sku) =>
      database.get<{ title: string | null }>('SELECT title FROM items WHERE sku = ?', [sku])?.title ?? undefined,
    brief: (sku) => {
      const row = database.get<{ record: string | null; read_at_ms: number | null; edit: string | null }>(
        `SELECT record, read_at_ms, edit FROM items
         LEFT JOIN item_records ON item_records.sku = items.sku
         LEFT JOIN item_edits ON item_edits.sku = items.sku
         WHERE items.sku = ?`,
        [sku],
      )
      if (row === undefined) return undefined
      return {
        isRead: row.read_at_ms !== null,
        record: parseRecord(row.record),
        edit: row.edit === null ? undefined : (JSON.parse(row.edit) as ItemEdit),
      }
    },
    page: ({ search, filter, sort, offset, limit }) => {
      const words = keyOf(search).split(/\s+/u).filter(Boolean)
      const where = [filterSql[filter], ...words.map(() => 'instr(search_text, ?) > 0')].join(' AND ')
      const direction = sort.direction === 'ascending' ? 'ASC' : 'DESC'
      const key = sortKeys[sort.by]
      const order = key === 'sku' ? `sku ${direction}` : `${key} ${direction}, sku ${direction}`
      const params: readonly SqlValue[] = words
      const counts = database.get<{
        every: number
        incomplete: number
        changed: number
        conflict: number
        low: number
      }>(
        `SELECT COUNT(*) AS every, COALESCE(SUM(is_incomplete), 0) AS incomplete, COUNT(edited_at_ms) AS changed,
           COALESCE(SUM(state = 'conflict'), 0) AS conflict, COALESCE(SUM(is_low_stock), 0) AS low FROM items`,
      )
      const total = database.get<{ n: number }>(`SELECT COUNT(*) AS n FROM items WHERE ${where}`, params)
      const toRead = database.get<{ n: number }>('SELECT COUNT(*) AS n FROM items WHERE wants_read = 1')
      const rows = database.all<RowColumns>(
        `SELECT sku, state, title, quantity, condition, picture_url, is_incomplete, is_low_stock, edited_at_ms,
           (SELECT read_at_ms FROM item_records WHERE item_records.sku = items.sku) AS read_at_ms
         FROM items WHERE ${where} ORDER BY ${order} LIMIT ? OFFSET ?`,
        [...params, limit, offset],
      )
      return {
        items: rows.map(rowOf),
        total: total?.n ?? 0,
        counts: {
          all: counts?.every ?? 0,
          incomplete: counts?.incomplete ?? 0,
          changed: counts?.changed ?? 0,
          conflict: counts?.conflict ?? 0,
          lowStock: counts?.low ?? 0,
        },
        toRead: toRead?.n ?? 0,
        lowStockAtMost: lowStockAtMost(),
      }
    },
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
        if (edit === undefined) database.run('DELETE FROM item_edits WHERE sku = ?', [sku])
        else {
          database.run('INSERT OR REPLACE INTO item_edits (sku, edit, source, saved_at_ms) VALUES (?, ?, ?, ?)', [
            sku,
            JSON.stringify(edit),
            source,
            atMs,
          ])
        }
      }),
    beginSave: ({ sku, base, sent, edit }, attempt, atMs) =>
      inOne(
        sku,
        () =>
          database.run(
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
          ).lastInsertRowid,
      ),
    endSave: (id, state, message, atMs, after) => {
      const row = database.get<{ sku: string }>('SELECT sku FROM item_saves WHERE id = ?', [id])
      if (row === undefined) return
      inOne(row.sku, () =>
        database.run('UPDATE item_saves SET state = ?, message = ?, ended_at_ms = ?, after = ? WHERE id = ?', [
          state,
          message,
          atMs,
          after === undefined ? null : JSON.stringify(after),
          id,
        ]),
      )
    },
    openSaves: () =>
      database
        .all<{ id: number; sku: string; base: string | null; sent: string; edit: string }>(
          "SELECT id, sku, base, sent, edit FROM item_saves WHERE state IN ('sending', 'uncertain') ORDER BY id",
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
    familyOf: (sku) => {
      const row = database.get<{ family: string | null; evidence: string; note: string; at_ms: number }>(
        'SELECT family, evidence, note, at_ms FROM item_families WHERE sku = ? ORDER BY id DESC LIMIT 1',
        [sku],
      )
      if (row === undefined) return undefined
      const { family, evidence } = row as Pick<FamilyRecord, 'family' | 'evidence'>
      return { family, evidence, note: row.note, atMs: row.at_ms }
    },
    addFamily: (sku, { family, evidence, note, atMs }) =>
      void database.run('INSERT INTO item_families (sku, family, evidence, note, at_ms) VALUES (?, ?, ?, ?, ?)', [
        sku,
        family,
        evidence,
        note,
        atMs,
      ]),
    contentLanguageOf: (sku) =>
      database.get<{ content_language: string }>('SELECT content_language FROM item_languages WHERE sku = ?', [sku])
        ?.content_language,
    setContentLanguage: (sku, contentLanguage) =>
      void (contentLanguage === undefined
        ? database.run('DELETE FROM item_languages WHERE sku = ?', [sku])
        : database.run('INSERT OR REPLACE INTO item_languages (sku, content_language) VALUES (?, ?)', [
            sku,
            contentLanguage,
          ])),
    lowStockAtMost,
    setLowStockAtMost: (atMost) =>
      database.transaction(() => {
        setMark(LOW_STOCK_MARK, String(atMost))
        database.run('UPDATE items SET is_low_stock = (quantity IS NOT NULL AND quantity <= ?)', [atMost])
      }),
    mark,
    setMark,
  }
}

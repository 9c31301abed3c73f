/** Groups of variations: their records as last read, and what the seller changed in them (LST-15). */
import { type GroupView, isNewGroup, readGroupView } from '../../../shared/inventory/group.ts'
import { applyEdit, type ItemEdit, isEmptyEdit, itemEditSchema } from '../../../shared/inventory/item-edit.ts'
import { type JsonObject, jsonObjectSchema } from '../../../shared/inventory/json.ts'
import type { AppError } from '../../../shared/result.ts'
import type { Database } from '../../database/database.ts'
import { parseStored, readStoredJson } from '../../database/stored-json.ts'

export type StoredGroup = {
  readonly key: string
  /** Undefined if it was never read, or if the platform has none. */
  readonly record: JsonObject | undefined
  readonly readAtMs: number | null
  readonly readProblem: AppError | null
  readonly edit: ItemEdit | undefined
  readonly editedAtMs: number | null
}

type Row = {
  group_key: string
  record: string | null
  read_at_ms: number | null
  read_problem: string | null
  edit: string | null
  edited_at_ms: number | null
}

export type GroupStore = ReturnType<typeof createGroupStore>

/** `onRecord` is called with a group's items, in the transaction that stores another record of it. */
export const createGroupStore = (
  database: Database,
  { onRecord }: { readonly onRecord: (skus: readonly string[]) => void },
) => {
  const load = (key: string): StoredGroup | undefined => {
    const row = database.get<Row>('SELECT * FROM item_groups WHERE group_key = ?', [key])
    if (row === undefined) return undefined
    return {
      key,
      record: readStoredJson(jsonObjectSchema, row.record),
      readAtMs: row.read_at_ms,
      readProblem: parseStored<AppError | null>(row.read_problem, null),
      edit: readStoredJson(itemEditSchema, row.edit) as ItemEdit | undefined,
      editedAtMs: row.edited_at_ms,
    }
  }

  /** What the group's items share: the record, or what makes a group that the platform doesn't have yet. */
  const loadShared = (key: string): JsonObject | undefined => {
    const group = load(key)
    return group !== undefined && isNewGroup(group) ? applyEdit(undefined, group.edit) : group?.record
  }

  /** The SKUs of the items in the list that belong to the group. */
  const members = (key: string): readonly string[] =>
    database.column<string>('SELECT sku FROM items WHERE group_key = ? ORDER BY sku', [key])

  const add = (key: string): void =>
    void database.run('INSERT OR IGNORE INTO item_groups (group_key) VALUES (?)', [key])

  return {
    load,
    /** Adds a group that an item names, so that it is read. */
    add,
    members,
    /** What the group's items share; undefined if its record isn't known. */
    shared: (key: string): (Pick<GroupView, 'variesBy'> & { readonly record: JsonObject }) | undefined => {
      const record = loadShared(key)
      return record === undefined ? undefined : { record, variesBy: readGroupView(record).variesBy }
    },
    /**
     * Stores which group an item belongs to, and returns its key: the one that its record names, else one that it joins although
     * its record doesn't say so yet, because that is being made, or was made since the item was read.
     */
    settle: (sku: string, named: string | undefined): string | undefined => {
      if (named !== undefined) add(named)
      const before = database.get<{ key: string | null; joining: string | null }>(
        'SELECT group_key AS key, joining_group AS joining FROM items WHERE sku = ?',
        [sku],
      )
      const joined = named === undefined ? (before?.joining ?? undefined) : undefined
      const joins = joined !== undefined && readGroupView(loadShared(joined)).skus.includes(sku)
      const joining = joins ? joined : undefined
      const key = named ?? joining
      if (before !== undefined && (before.key !== (key ?? null) || before.joining !== (joining ?? null))) {
        database.run('UPDATE items SET group_key = ?, joining_group = ? WHERE sku = ?', [
          key ?? null,
          joining ?? null,
          sku,
        ])
      }
      return key
    },
    /** Adds a group that the platform doesn't have yet. Its items belong to it from now on. */
    stageNew: (key: string, edit: ItemEdit, atMs: number): void =>
      database.transaction(() => {
        const { skus } = readGroupView(applyEdit(undefined, edit))
        database.run(
          `INSERT INTO item_groups (group_key, wants_read, edit, edited_at_ms) VALUES (:key, 0, :edit, :atMs)
           ON CONFLICT (group_key) DO UPDATE SET edit = excluded.edit, edited_at_ms = excluded.edited_at_ms`,
          { key, edit: JSON.stringify(edit), atMs },
        )
        database.run('UPDATE items SET joining_group = ? WHERE sku IN (SELECT value FROM json_each(?))', [
          key,
          JSON.stringify(skus),
        ])
        onRecord(skus)
      }),
    /** Forgets a group that the platform doesn't have. Its items are sold alone again. */
    dropNew: (key: string): void =>
      database.transaction(() => {
        const skus = members(key)
        database.run('DELETE FROM item_groups WHERE group_key = ? AND record IS NULL', [key])
        onRecord(skus)
      }),
    keyOf: (sku: string): string | undefined =>
      database.get<{ key: string | null }>('SELECT group_key AS key FROM items WHERE sku = ?', [sku])?.key ?? undefined,
    /** The groups of those of these SKUs that are in one. */
    keysOf: (skus: readonly string[]): ReadonlyMap<string, string> =>
      new Map(
        database
          .all<{ sku: string; key: string }>(
            `SELECT sku, group_key AS key FROM items
             WHERE group_key IS NOT NULL AND sku IN (SELECT value FROM json_each(?))`,
            [JSON.stringify(skus)],
          )
          .map(({ sku, key }) => [sku, key]),
      ),
    keysToRead: (staleBeforeMs: number, limit: number): readonly string[] =>
      database.column<string>(
        `SELECT group_key FROM item_groups WHERE wants_read = 1 OR read_at_ms < ?
         ORDER BY wants_read DESC, group_key LIMIT ?`,
        [staleBeforeMs, limit],
      ),
    requestRead: (key: string): void =>
      void database.run('UPDATE item_groups SET wants_read = 1 WHERE group_key = ?', [key]),
    /** Returns whether the record differs from the stored one. */
    putRecord: (key: string, record: JsonObject | undefined, atMs: number): boolean =>
      database.transaction(() => {
        const before = load(key)
        const text = record === undefined ? null : JSON.stringify(record)
        database.run(
          `INSERT INTO item_groups (group_key, wants_read, record, read_at_ms) VALUES (:key, 0, :text, :atMs)
           ON CONFLICT (group_key) DO UPDATE SET wants_read = 0, record = excluded.record,
             read_at_ms = excluded.read_at_ms, read_problem = NULL`,
          { key, text, atMs },
        )
        const hasChanged =
          before?.readAtMs == null ||
          before.readProblem !== null ||
          JSON.stringify(before.record ?? null) !== (text ?? 'null')
        if (hasChanged) onRecord(members(key))
        return hasChanged
      }),
    putReadProblem: (key: string, problem: AppError): void =>
      void database.run('UPDATE item_groups SET wants_read = 0, read_problem = ? WHERE group_key = ?', [
        JSON.stringify(problem),
        key,
      ]),
    /** Stores what was typed; an empty edit discards it. */
    putEdit: (key: string, edit: ItemEdit | undefined, atMs: number): void => {
      const isNone = edit === undefined || isEmptyEdit(edit)
      database.run('UPDATE item_groups SET edit = ?, edited_at_ms = ? WHERE group_key = ?', [
        isNone ? null : JSON.stringify(edit),
        isNone ? null : atMs,
        key,
      ])
    },
  }
}

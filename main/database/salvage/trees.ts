/**
 * Finds out which pages of a damaged database belong to which table.
 *
 * A tree is followed from its root, which the schema names. Where a page is missing, or the part of the schema that
 * names the root, the pages below it are left without an owner. They are given to the table whose columns their records
 * fit, if it is the only one among those with a missing part.
 */
import type { DatabaseSync, SQLInputValue } from 'node:sqlite'
import type { Migration } from '../database.ts'
import { createSchema } from '../our-schema.ts'
import type { PageFile } from './page-file.ts'
import { readTreePage, type StoredRecord, type TreePage } from './records.ts'

/** `isRowid`: the column is another name of the rowid, and stored as NULL. */
type StoredColumn = ColumnShape & { readonly name: string }
type ColumnShape = { readonly type: string; readonly isRequired: boolean; readonly isRowid: boolean }
/** What the records of a table or an index look like. */
type Shape = {
  readonly name: string
  readonly isIndex: boolean
  readonly columns: readonly ColumnShape[]
  /** Its place in the schema. Roots are given in this order, those of tables apart from those of indexes. */
  readonly position: number
  readonly isCreatedIndex: boolean
}

type SchemaRow = { readonly type: string; readonly name: string; readonly root: number; readonly sql: string | null }

const toSchemaRow = ({ values }: StoredRecord): SchemaRow | undefined => {
  const [type, name, , root, sql] = values
  if (values.length !== 5 || typeof type !== 'string' || typeof name !== 'string' || typeof root !== 'bigint')
    return undefined
  if (!['table', 'index', 'trigger', 'view'].includes(type) || (sql !== null && typeof sql !== 'string'))
    return undefined
  return { type, name, root: Number(root), sql: sql as string | null }
}

type Walk = { readonly pages: readonly number[]; readonly isComplete: boolean }

/** Follows a tree from a page on. Leaves out pages that `isTaken`. */
const walk = (file: PageFile, root: number, isTaken: (page: number) => boolean): Walk => {
  const pages: number[] = []
  const seen = new Set<number>()
  let isComplete = true
  let kind: boolean | undefined
  const waiting = [root]
  for (let page = waiting.pop(); page !== undefined; page = waiting.pop()) {
    const tree = seen.has(page) || isTaken(page) ? undefined : readTreePage(file, page)
    kind ??= tree?.isIndex
    if (tree === undefined || tree.isIndex !== kind) {
      isComplete = false
      continue
    }
    seen.add(page)
    pages.push(page)
    waiting.push(...tree.children.toReversed())
  }
  return { pages, isComplete }
}

/** The rows of the schema: from the first page on, and from every page that looks like a part of it. */
const readSchemaRows = (
  file: PageFile,
): { readonly rows: ReadonlyMap<string, SchemaRow>; readonly pages: readonly number[] } => {
  const { pages, isComplete } = walk(file, 1, () => false)
  const rows = new Map<string, SchemaRow>()
  const own = new Set(pages)
  const take = (page: number): boolean => {
    const tree = readTreePage(file, page)
    if (tree === undefined || tree.isIndex || tree.children.length > 0) return false
    const found = tree.records().map(toSchemaRow)
    if (found.length === 0 || found.some((row) => row === undefined)) return false
    for (const row of found) if (row !== undefined && !rows.has(row.name)) rows.set(row.name, row)
    return true
  }
  for (const page of pages) take(page)
  if (!isComplete || pages.length === 0) {
    for (let page = 1; page <= file.count; page += 1)
      if (!own.has(page) && !file.free.has(page) && take(page)) own.add(page)
  }
  return { rows, pages: [...own] }
}

const normalize = (sql: string | null): string => (sql ?? '').replaceAll('"', '').replace(/\s+/g, ' ')

/** The format whose schema has the most of these rows, the newest of several. */
const guessFormat = (
  rows: ReadonlyMap<string, SchemaRow>,
  migrations: readonly Migration[],
  open: () => DatabaseSync,
): number => {
  const scores = migrations.map((_, index) => {
    const connection = open()
    try {
      createSchema(connection, migrations, index + 1)
      return connection
        .prepare('SELECT name, sql FROM sqlite_schema')
        .all()
        .filter(({ name, sql }) => normalize(rows.get(String(name))?.sql ?? null) === normalize(sql as string | null))
        .length
    } finally {
      connection.close()
    }
  })
  return scores.lastIndexOf(Math.max(...scores)) + 1
}

/** The order in which a table without a rowid stores its columns: its key first. */
export const storedColumns = (connection: DatabaseSync, table: string): readonly StoredColumn[] => {
  const isWithoutRowid =
    connection.prepare(`SELECT wr FROM pragma_table_list WHERE schema = 'main' AND name = ?`).get(table)?.wr === 1
  const columns = connection
    .prepare('SELECT name, type, pk, "notnull" AS required FROM pragma_table_info(?)')
    .all(table)
  const keyed = columns.filter(({ pk }) => Number(pk) > 0).toSorted((a, b) => Number(a.pk) - Number(b.pk))
  const ordered = isWithoutRowid ? [...keyed, ...columns.filter(({ pk }) => pk === 0)] : columns
  return ordered.map(({ name, type, pk, required }) => {
    const isRowid = !isWithoutRowid && keyed.length === 1 && Number(pk) > 0 && String(type).toUpperCase() === 'INTEGER'
    return {
      name: String(name),
      type: String(type).toUpperCase(),
      isRowid,
      isRequired: !isRowid && (required === 1 || (isWithoutRowid && Number(pk) > 0)),
    }
  })
}

const listShapes = (connection: DatabaseSync): readonly Shape[] =>
  connection
    .prepare(`SELECT type, name, tbl_name AS of, sql FROM sqlite_schema WHERE rootpage > 0 ORDER BY rowid`)
    .all()
    .map(({ type, name, of, sql }, position) => {
      const isTable = type === 'table'
      // A key's index has no SQL, and is made with its table.
      const place = { position, isCreatedIndex: !isTable && sql !== null }
      const columns = storedColumns(connection, String(of))
      const isWithoutRowid =
        connection.prepare(`SELECT wr FROM pragma_table_list WHERE schema = 'main' AND name = ?`).get(String(of))
          ?.wr === 1
      if (isTable) return { name: String(name), isIndex: isWithoutRowid, columns, ...place }
      const indexed = connection.prepare('SELECT cid, name FROM pragma_index_xinfo(?) ORDER BY seqno').all(String(name))
      return {
        name: String(name),
        isIndex: true,
        ...place,
        columns: indexed.map(({ cid, name: column }) => ({
          type: Number(cid) === -1 ? 'INTEGER' : (columns.find((one) => one.name === column)?.type ?? 'ANY'),
          isRequired: false,
          isRowid: false,
        })),
      }
    })

const fitsType = (value: SQLInputValue, { type, isRequired, isRowid }: ColumnShape): boolean => {
  if (isRowid) return value === null
  if (value === null) return !isRequired
  switch (type) {
    case 'INTEGER':
    case 'INT':
      return typeof value === 'bigint'
    case 'REAL':
      return typeof value === 'bigint' || typeof value === 'number'
    case 'TEXT':
      return typeof value === 'string'
    case 'BLOB':
      return value instanceof Uint8Array
    default:
      return true
  }
}

const fits = ({ values }: StoredRecord, { columns }: Shape): boolean =>
  values.length <= columns.length &&
  values.length > 0 &&
  columns.every((column, index) => index >= values.length || fitsType(values[index] ?? null, column))

/** Of the tables that have a missing part, those whose records look like these. */
const findOwners = (orphan: Orphan, candidates: readonly Shape[]): readonly Shape[] => {
  const fitting = candidates.filter(
    (shape) => shape.isIndex === orphan.isIndex && orphan.sample.every((record) => fits(record, shape)),
  )
  // A column may have been added later, so shorter records fit as well; those of full length fit better.
  const full = fitting.filter(({ columns }) => orphan.sample.some(({ values }) => values.length === columns.length))
  return full.length > 0 ? full : fitting
}

type Orphan = {
  readonly root: number
  readonly pages: readonly number[]
  readonly isComplete: boolean
  readonly isIndex: boolean
  readonly sample: readonly StoredRecord[]
}

const SAMPLE = 50

const listOrphans = (file: PageFile, owned: ReadonlySet<number>): readonly Orphan[] => {
  const found = new Map<number, TreePage>()
  for (let page = 2; page <= file.count; page += 1) {
    const tree = owned.has(page) || file.free.has(page) ? undefined : readTreePage(file, page)
    if (tree !== undefined) found.set(page, tree)
  }
  const below = new Set([...found.values()].flatMap(({ children }) => children))
  const taken = new Set<number>()
  return [...found.keys()]
    .filter((page) => !below.has(page))
    .flatMap((root) => {
      const { pages, isComplete } = walk(file, root, (page) => owned.has(page) || taken.has(page))
      for (const page of pages) taken.add(page)
      const sample: StoredRecord[] = []
      for (const page of pages) {
        if (sample.length >= SAMPLE) break
        sample.push(...(readTreePage(file, page)?.records() ?? []).slice(0, SAMPLE))
      }
      return [{ root, pages, isComplete, isIndex: found.get(root)?.isIndex ?? false, sample }]
    })
}

/**
 * Pairs trees without an owner with tables without a root by their order: SQLite creates roots in the order of the
 * schema, and VACUUM those of tables before those of indexes. Pairs only where as many trees as tables are between two
 * known roots, and each tree looks like its table.
 */
const pairInOrder = (
  orphans: readonly Orphan[],
  shapes: readonly Shape[],
  roots: ReadonlyMap<Shape, number>,
): ReadonlyMap<Orphan, Shape> => {
  const orders = [
    shapes,
    shapes.toSorted((a, b) => Number(a.isCreatedIndex) - Number(b.isCreatedIndex) || a.position - b.position),
  ]
  const isOrdered = (order: readonly Shape[]): boolean => {
    const known = order.flatMap((shape) => roots.get(shape) ?? [])
    return known.every((root, index) => index === 0 || root > (known[index - 1] ?? 0))
  }
  const order = orders.find(isOrdered) ?? []
  const pairs = new Map<Orphan, Shape>()
  let after = 0
  let lost: Shape[] = []
  const close = (before: number): void => {
    const between = orphans.filter(({ root }) => root > after && root < before)
    const isSame =
      between.length === lost.length &&
      between.every((orphan, index) => {
        const shape = lost[index]
        return shape !== undefined && shape.isIndex === orphan.isIndex && orphan.sample.every((one) => fits(one, shape))
      })
    if (isSame) for (const [index, orphan] of between.entries()) pairs.set(orphan, lost[index] as Shape)
  }
  for (const shape of order) {
    const root = roots.get(shape)
    if (root === undefined) lost.push(shape)
    else {
      close(root)
      after = root
      lost = []
    }
  }
  close(Number.POSITIVE_INFINITY)
  return pairs
}

export type Trees = {
  readonly format: number
  /** The pages of each table, by its name. */
  readonly pages: ReadonlyMap<string, readonly number[]>
  /** Tables with a missing page. */
  readonly broken: ReadonlySet<string>
  /** Tables that have no known root and no pages. They were empty unless `hasUnowned`. */
  readonly withoutRoot: ReadonlySet<string>
  /** Whether records are left that fit no table, or more than one. */
  readonly hasUnowned: boolean
}

/** Assigns the file's pages to tables. `open` returns an empty database in memory. */
export const findTrees = (file: PageFile, migrations: readonly Migration[], open: () => DatabaseSync): Trees => {
  const { rows, pages: schemaPages } = readSchemaRows(file)
  const format =
    file.format >= 1 && file.format <= migrations.length ? file.format : guessFormat(rows, migrations, open)
  const ours = open()
  try {
    createSchema(ours, migrations, format)
    const shapes = listShapes(ours)
    const owned = new Set(schemaPages)
    const pages = new Map<string, readonly number[]>()
    const broken = new Set<string>()
    const roots = new Map<Shape, number>()
    for (const row of rows.values()) {
      if (row.root === 0) continue
      const tree = walk(file, row.root, (page) => owned.has(page))
      const shape = shapes.find(({ name }) => name === row.name)
      // SECURITY (SEC-11): pages of an object that isn't ours have an owner, and are not read.
      if (shape !== undefined) {
        pages.set(row.name, tree.pages)
        roots.set(shape, row.root)
      }
      if (!tree.isComplete) broken.add(row.name)
      for (const page of tree.pages) owned.add(page)
    }
    const candidates = shapes.filter(({ name }) => broken.has(name) || !rows.has(name))
    const orphans = listOrphans(file, owned).toSorted((a, b) => a.root - b.root)
    const pairs = pairInOrder(orphans, shapes, roots)
    const paired = new Set(pairs.values())
    let hasUnowned = false
    for (const orphan of orphans) {
      const pair = pairs.get(orphan)
      const left = candidates.filter((shape) => !paired.has(shape))
      const [owner, ...others] = pair === undefined ? findOwners(orphan, left) : [pair]
      if (orphan.sample.length === 0 && pair === undefined) continue
      if (owner === undefined || others.length > 0) {
        hasUnowned = true
        continue
      }
      if (pages.has(owner.name) || !orphan.isComplete) broken.add(owner.name)
      pages.set(owner.name, [...(pages.get(owner.name) ?? []), ...orphan.pages])
    }
    const withoutRoot = shapes.filter(({ name }) => !rows.has(name) && !pages.has(name)).map(({ name }) => name)
    return { format, pages, broken, withoutRoot: new Set(withoutRoot), hasUnowned }
  } finally {
    ours.close()
  }
}

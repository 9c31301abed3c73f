import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Database, SqlValue } from '../../../main/database/database.ts'
import { messagingSchema } from '../../../main/messaging/schema.ts'
import { openTestDatabase } from '../../support/test-database.ts'

/** Six days and some hours: what is counted as one stretch of the list (list-schema.ts). */
const BLOCK_MS = 2 ** 29

type Row = Readonly<Record<(typeof columns)[number], SqlValue>>

const columns = [
  'conversation_type',
  'item_id',
  'buyer',
  'place',
  'unread',
  'archived',
  'unanswered',
  'gone',
  'has_draft',
  'waiting',
  'unknown',
  'thread_stale',
  'worded',
] as const

/** Views and what puts a row into each, as the list shows them. */
const views: Readonly<Record<string, string>> = {
  all: `folder = 'inbox'`,
  archived: `folder = 'archived'`,
  notices: `folder = 'notices'`,
  unread: `folder = 'inbox' AND unread = 1`,
  unanswered: `folder = 'inbox' AND unanswered = 1`,
  hasDraft: 'has_draft = 1',
  inOutbox: 'waiting > 0',
  unknown: 'unknown > 0',
}
const viewsWithBlocks = ['all', 'archived', 'notices', 'unread', 'unanswered']

const flag = fc.constantFrom(0, 1)
const row = fc.record({
  conversation_type: fc.constantFrom('FROM_MEMBERS', 'FROM_SVC'),
  item_id: fc.constantFrom(null, '100', '200'),
  buyer: fc.constantFrom(null, 'anna', 'ben'),
  place: fc.integer({ min: 0, max: 2 }),
  unread: flag,
  archived: flag,
  unanswered: fc.constantFrom(null, 0, 1),
  gone: flag,
  has_draft: flag,
  waiting: fc.integer({ min: 0, max: 2 }),
  unknown: fc.integer({ min: 0, max: 2 }),
  thread_stale: flag,
  worded: flag,
})
const conversation = fc.nat({ max: 3 })
const step = fc.oneof(
  fc.record({ id: conversation, values: row }),
  // Most changes leave most of a row as it is.
  fc.record({ id: conversation, values: row, only: fc.constantFrom(...columns) }),
)

/** No two conversations have one place: each has a millisecond of its own in its stretch. */
const placeOf = (id: number, place: SqlValue): number => Number(place) * BLOCK_MS + id

const put = (database: Database, id: number, { only, values }: { readonly only?: keyof Row; readonly values: Row }) => {
  const isNew = database.get('SELECT 1 FROM conversations WHERE id = ?', [id + 1]) === undefined
  const named = isNew || only === undefined ? columns : [only]
  const given = named.map((name) => (name === 'place' ? placeOf(id, values.place) : values[name]))
  if (isNew)
    database.run(
      `INSERT INTO conversations (id, conversation_id, raw, ${named.join(', ')})
       VALUES (?, ?, '{}', ${named.map(() => '?').join(', ')})`,
      [id + 1, `c${id}`, ...given],
    )
  else
    database.run(`UPDATE conversations SET ${named.map((name) => `${name} = ?`).join(', ')} WHERE id = ?`, [
      ...given,
      id + 1,
    ])
}

type Count = { readonly of: string; readonly count: number }

const kept = (database: Database): readonly Count[] => [
  ...database.all<Count>(
    `SELECT kind || ' ' || view || ' ' || value AS of, count FROM view_counts WHERE count <> 0 ORDER BY 1`,
  ),
  ...database.all<Count>(`SELECT view || ' ' || block AS of, count FROM view_blocks WHERE count <> 0 ORDER BY 1`),
]

/** The same numbers, counted anew. */
const recounted = (database: Database): readonly Count[] => {
  const counts: string[] = []
  const blocks: string[] = []
  for (const [view, isIn] of Object.entries(views)) {
    counts.push(`SELECT ' ${view} ' AS of, COUNT(*) AS count FROM conversations WHERE ${isIn}`)
    for (const [kind, column] of [
      ['item', 'item_id'],
      ['otherParty', 'buyer'],
    ]) {
      const ofKind = `FROM conversations WHERE ${isIn} AND ${column} IS NOT NULL`
      counts.push(`SELECT '${kind} ${view} ' || ${column}, COUNT(*) ${ofKind} GROUP BY ${column}`)
      counts.push(`SELECT ' ${view} ${kind}', COUNT(DISTINCT ${column}) ${ofKind}`)
    }
    if (viewsWithBlocks.includes(view)) {
      blocks.push(
        `SELECT '${view} ' || (place >> 29) AS of, COUNT(*) AS count FROM conversations WHERE ${isIn} GROUP BY place >> 29`,
      )
    }
  }
  counts.push(`SELECT ' staleThreads ', COUNT(*) FROM conversations WHERE gone = 0 AND thread_stale = 1`)
  counts.push(`SELECT ' toRead ', COUNT(*) FROM conversations WHERE gone = 0 AND (thread_stale = 1 OR worded = 0)`)
  return [counts, blocks].flatMap((parts) =>
    database.all<Count>(`SELECT * FROM (${parts.join(' UNION ALL ')}) WHERE count <> 0 ORDER BY of`),
  )
}

describe('the numbers beside the views', () => {
  it('are those of a new count, whatever changes of a conversation', () => {
    fc.assert(
      fc.property(fc.array(step, { minLength: 1, maxLength: 24 }), (steps) => {
        const database = openTestDatabase(messagingSchema)
        for (const { id, ...change } of steps) put(database, id, change)
        expect(kept(database)).toEqual(recounted(database))
        database.close()
      }),
      { numRuns: 150 },
    )
  })
})

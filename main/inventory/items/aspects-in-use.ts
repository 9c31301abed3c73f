/** The item specifics that the shop uses, for suggestions. */

import type { AspectsInUse } from '../../../shared/inventory/contract.ts'
import type { Database } from '../../database/database.ts'
import { jsonEach } from '../../database/stored-json.ts'

/** Enough to know a shop's habits, and read within a few milliseconds. */
const MAX_ITEMS = 2_000
const MAX_NAMES = 200
const MAX_VALUES = 30
const MAX_PAIRS = 10_000

/** Names and values of the items added last, the most used first. */
export const loadAspectsInUse = (database: Database): AspectsInUse => {
  const byName = new Map<string, { uses: number; values: string[] }>()
  const pairs = database.all<{ name: string; value: string; uses: number }>(
    `SELECT name.key AS name, value.value AS value, COUNT(*) AS uses
     FROM (SELECT record FROM item_records WHERE record IS NOT NULL ORDER BY rowid DESC LIMIT ${MAX_ITEMS}) newest,
       ${jsonEach('newest.record', '$.product.aspects')} name,
       ${jsonEach("iif(name.type = 'array', name.value, '[]')")} value
     WHERE typeof(name.key) = 'text' AND value.type = 'text' GROUP BY name.key, value.value ORDER BY uses DESC, name, value LIMIT ${MAX_PAIRS}`,
  )
  for (const { name, value, uses } of pairs) {
    const known = byName.get(name) ?? { uses: 0, values: [] }
    byName.set(name, known)
    known.uses += uses
    if (known.values.length < MAX_VALUES) known.values.push(value)
  }
  return {
    aspects: [...byName]
      .toSorted(([, a], [, b]) => b.uses - a.uses)
      .slice(0, MAX_NAMES)
      .map(([name, { values }]) => ({ name, values })),
  }
}

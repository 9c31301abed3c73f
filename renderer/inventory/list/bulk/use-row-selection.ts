/**
 * The checked rows of the list, by key. Checking everything in a filter stores the filter, so its rows are never read.
 */
import { useState } from 'react'
import { parseListingKey } from '../../../../shared/inventory/active-listing.ts'
import type { ItemSelection, ListScope } from '../../../../shared/inventory/contract/list-scope.ts'

type Checked = {
  /** Identifies the list that the rows belong to. Another filter is another list. */
  readonly scopeId: string
  readonly isAll: boolean
  /** Of the checked rows, or the exceptions. */
  readonly keys: ReadonlySet<string>
}

const nothing: Checked = { scopeId: '', isAll: false, keys: new Set() }

/** Checks these rows, or unchecks them if all of them are checked. */
export const toggleRows = ({ scopeId, isAll, keys }: Checked, rows: readonly string[]): Checked => {
  const shouldCheck = !rows.every((key) => keys.has(key) !== isAll)
  const next = new Set(keys)
  for (const key of rows) {
    if (shouldCheck === isAll) next.delete(key)
    else next.add(key)
  }
  return { scopeId, isAll, keys: next }
}

/** `total`: rows of the list. */
export const useRowSelection = (scope: ListScope, total: number) => {
  const scopeId = JSON.stringify(scope)
  const [kept, setKept] = useState(nothing)
  const inScope = (checked: Checked): Checked => (checked.scopeId === scopeId ? checked : { ...nothing, scopeId })
  const { isAll, keys } = inScope(kept)
  const count = isAll ? Math.max(0, total - keys.size) : keys.size
  const skus = [...keys].filter((key) => parseListingKey(key) === undefined)
  const all: ItemSelection = { kind: 'list', ...scope, except: skus }
  const some: ItemSelection | undefined = skus.length === 0 ? undefined : { kind: 'skus', skus }
  return {
    count,
    isAll,
    keys,
    /** The items among the checked rows. Undefined if there are none. */
    selection: count === 0 ? undefined : isAll ? all : some,
    state: count === 0 ? ('none' as const) : count === total ? ('all' as const) : ('some' as const),
    isChecked: (key: string): boolean => keys.has(key) !== isAll,
    toggle: (rows: readonly string[]): void => setKept((now) => toggleRows(inScope(now), rows)),
    selectAll: (): void => setKept({ scopeId, isAll: true, keys: new Set() }),
    clear: (): void => setKept(nothing),
  }
}

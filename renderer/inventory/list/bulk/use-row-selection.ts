/** The checked rows of the list. Checking everything in a filter stores the filter, so its rows are never read. */
import { useState } from 'react'
import type { ItemSelection, ListScope } from '../../../../shared/inventory/contract/list-scope.ts'

type Checked = {
  /** Identifies the list that the rows belong to. Another filter is another list. */
  readonly scopeId: string
  readonly isAll: boolean
  /** The checked SKUs, or the exceptions. */
  readonly skus: ReadonlySet<string>
}

const nothing: Checked = { scopeId: '', isAll: false, skus: new Set() }

/** Checks these rows, or unchecks them if all of them are checked. */
export const toggleRows = ({ scopeId, isAll, skus }: Checked, rows: readonly string[]): Checked => {
  const shouldCheck = !rows.every((sku) => skus.has(sku) !== isAll)
  const next = new Set(skus)
  for (const sku of rows) {
    if (shouldCheck === isAll) next.delete(sku)
    else next.add(sku)
  }
  return { scopeId, isAll, skus: next }
}

/** `total`: rows of the list. */
export const useRowSelection = (scope: ListScope, total: number) => {
  const scopeId = JSON.stringify(scope)
  const [kept, setKept] = useState(nothing)
  const inScope = (checked: Checked): Checked => (checked.scopeId === scopeId ? checked : { ...nothing, scopeId })
  const { isAll, skus } = inScope(kept)
  const count = isAll ? Math.max(0, total - skus.size) : skus.size
  const all: ItemSelection = { kind: 'list', ...scope, except: [...skus] }
  return {
    count,
    /** Undefined if nothing is checked. */
    selection: count === 0 ? undefined : isAll ? all : ({ kind: 'skus', skus: [...skus] } as const),
    state: count === 0 ? ('none' as const) : count === total ? ('all' as const) : ('some' as const),
    isChecked: (sku: string): boolean => skus.has(sku) !== isAll,
    toggle: (rows: readonly string[]): void => setKept((now) => toggleRows(inScope(now), rows)),
    selectAll: (): void => setKept({ scopeId, isAll: true, skus: new Set() }),
    clear: (): void => setKept(nothing),
  }
}

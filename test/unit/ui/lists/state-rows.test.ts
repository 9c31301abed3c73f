import { expect, it } from 'vitest'
import { rowsOfBlocks } from '../../../../renderer/ui/lists/row-source.ts'
import { findChosen } from '../../../../renderer/ui/lists/state-rows.tsx'

type Row = { readonly sku: string; readonly state: string }

const row = (index: number, state = 'planned'): Row => ({ sku: `A-${index}`, state })
const rowsWith = (count: number, ...blocks: readonly (readonly [number, readonly Row[]])[]) =>
  rowsOfBlocks({ id: '', count, blockLength: 2, blocks: new Map(blocks), onInSight: () => undefined })
const find = (rows: ReturnType<typeof rowsWith>, chosen: Row) => findChosen(rows, ({ sku }) => sku, chosen)

it('shows the chosen row as it is now', () => {
  expect(find(rowsWith(2, [0, [row(0), row(1, 'sent')]]), row(1))).toEqual(row(1, 'sent'))
})

it('keeps the chosen row while it is scrolled away', () => {
  expect(find(rowsWith(6, [0, [row(0), row(1)]], [2, [row(4), row(5)]]), row(3))).toEqual(row(3))
})

it('forgets the chosen row once it has left the list', () => {
  expect(find(rowsWith(2, [0, [row(0), row(1)]]), row(3))).toBeUndefined()
})

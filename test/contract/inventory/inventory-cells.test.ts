/** Blocks of cells typed into the table: kept as edits, problems by the cell, undone as one. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { fieldPaths } from '../../../shared/inventory/item.ts'
import { failureOfCall, type InventoryRig, openInventory } from './inventory-rig.ts'

let rig: InventoryRig

beforeEach(async () => {
  rig = await openInventory()
  for (const sku of ['A-1', 'A-2', 'A-3']) {
    await rig.putElsewhere(sku, { condition: 'NEW', product: { title: `Item ${sku}`, upc: '1' } })
    await rig.open(sku)
  }
})
afterEach(async () => {
  await rig.close()
})

const titleOf = async (sku: string) => (await rig.client.item({ sku })).view.title

describe('a block of cells', () => {
  it('is undone as one, to what each edit was before it, but for items that were edited since', async () => {
    await rig.edit('A-2', [fieldPaths.title, 'By hand'])
    const { blockId, staged } = await rig.client.stageCells({
      columns: ['title'],
      rows: ['A-1', 'A-2', 'A-3'].map((sku) => ({ sku, cells: ['Block'] })),
    })
    expect(staged).toBe(3)
    await rig.edit('A-3', [fieldPaths.condition, 'USED_GOOD'])
    await rig.restart()
    expect(await rig.client.lastCells({})).toMatchObject({ blockId, cells: 3, items: 3 })
    const { undone, kept } = await rig.client.undoCells({ blockId: blockId ?? 0 })
    expect({ undone, kept: kept.map(({ sku }) => sku) }).toEqual({ undone: 2, kept: ['A-3'] })
    expect(await Promise.all(['A-1', 'A-2', 'A-3'].map(titleOf))).toEqual(['Item A-1', 'By hand', 'Block'])
    expect(await failureOfCall(rig.client.undoCells({ blockId: blockId ?? 0 }))).toMatchObject({ kind: 'conflict' })
    expect(rig.requests.filter(({ method }) => method !== 'GET')).toEqual([])
  })

  it('INV-20 INV-02 INV-06 says of each cell what is wrong, and keeps the others', async () => {
    const { staged, unchanged, problems } = await rig.client.stageCells({
      columns: ['title', 'quantity', 'images'],
      rows: [
        { sku: 'A-1', cells: ['x'.repeat(81), '5', null] },
        { sku: 'A-2', cells: ['Item A-2', 'many', 'http://p.example/1.jpg'] },
        { sku: 'A-9', cells: ['New', null, null] },
      ],
    })
    expect({ staged, unchanged }).toEqual({ staged: 3, unchanged: 1 })
    expect(problems).toMatchObject([
      { sku: 'A-1', column: 'title', isStaged: true, message: expect.stringContaining('25004') },
      { sku: 'A-2', column: 'quantity', isStaged: false, message: expect.stringContaining('"many"') },
      { sku: 'A-2', column: 'images', isStaged: true, message: expect.stringContaining('HTTPS') },
      { sku: 'A-9', column: 'title', isStaged: false, message: expect.stringContaining('not in your list') },
    ])
    const { rows } = await rig.client.items({})
    expect(rows.find(({ sku }) => sku === 'A-1')?.problems).toMatchObject([{ column: 'title', from: 'rule' }])
  })
})

describe('a cell that cannot be read', () => {
  const type = (text: string) =>
    rig.client.stageCells({ columns: ['quantity'], rows: [{ sku: 'A-1', cells: [text] }], blank: 'delete' })
  const unread = async () => (await rig.client.unreadCells({})).cells

  it('is kept as it was typed, over a restart, until it is typed anew', async () => {
    await type('many')
    await rig.restart()
    expect(await unread()).toMatchObject([
      { sku: 'A-1', column: 'quantity', text: 'many', message: expect.stringContaining('"many"') },
    ])
    await type('a few')
    expect((await unread()).map(({ text }) => text)).toEqual(['a few'])
    await type('4')
    expect(await unread()).toEqual([])
    expect((await rig.client.item({ sku: 'A-1' })).view.quantity).toBe(4)
  })

  it('goes when it is taken back, and with its item', async () => {
    await type('many')
    await rig.client.forgetUnreadCells({ cells: [{ sku: 'A-1', column: 'quantity' }] })
    expect(await unread()).toEqual([])
    await type('many')
    await rig.client.removeFromList({ sku: 'A-1' })
    expect(await unread()).toEqual([])
  })
})

/** Blocks of cells typed into the table: saved as edits, problems shown at the cell, undone in one step. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { fieldPaths } from '../../../shared/inventory/item.ts'
import { failureOfCall, type InventoryRig, openInventory } from './inventory-rig.ts'
import { endedRun } from './run-steps.ts'

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

describe('pictures added to an item', () => {
  it('LST-10 keep each other and a typed cell when all are stored at once', async () => {
    const picture = (name: string, place: number) => ({ imageUrl: `https://p.example/${name}`, place, replaces: null })
    await Promise.all([
      rig.client.addPictures({ sku: 'A-1', pictures: [picture('1.jpg', 0)] }),
      rig.client.stageCells({ columns: ['title'], rows: [{ sku: 'A-1', cells: ['Typed'] }] }),
      rig.client.addPictures({ sku: 'A-1', pictures: [picture('2.jpg', 1)] }),
    ])
    expect((await rig.client.item({ sku: 'A-1' })).view).toMatchObject({
      title: 'Typed',
      imageUrls: ['https://p.example/1.jpg', 'https://p.example/2.jpg'],
    })
  })
})

describe('a block of cells', () => {
  it('is undone in one step, except for items edited since', async () => {
    await rig.edit('A-2', [fieldPaths.title, 'By hand'])
    const { staged } = await rig.client.stageCells({
      columns: ['title'],
      rows: ['A-1', 'A-2', 'A-3'].map((sku) => ({ sku, cells: ['Block'] })),
    })
    expect(staged).toBe(3)
    await rig.edit('A-3', [fieldPaths.condition, 'USED_GOOD'])
    await rig.restart()
    const { items, skipped } = await rig.client.undoCells({})
    expect({ items, skipped: skipped.map(({ sku }) => sku) }).toEqual({ items: 2, skipped: ['A-3'] })
    expect(await Promise.all(['A-1', 'A-2', 'A-3'].map(titleOf))).toEqual(['Item A-1', 'By hand', 'Block'])
    expect(await rig.client.undoCells({})).toEqual({ items: 0, skipped: [] })
    expect(rig.requests.filter(({ method }) => method !== 'GET')).toEqual([])
  })

  it('INV-20 INV-02 INV-06 names the problem of each wrong cell, and keeps the others', async () => {
    const { staged, problems } = await rig.client.stageCells({
      columns: ['title', 'quantity', 'images'],
      rows: [
        { sku: 'A-1', cells: ['x'.repeat(81), '5', null] },
        { sku: 'A-2', cells: ['Item A-2', 'many', 'http://p.example/1.jpg'] },
        { sku: 'A-9', cells: ['New', null, null] },
      ],
    })
    expect(staged).toBe(3)
    expect(problems).toMatchObject([
      { sku: 'A-1', column: 'title', isStaged: true, message: expect.stringContaining('81 characters') },
      { sku: 'A-2', column: 'quantity', isStaged: false, message: expect.stringContaining('“many”') },
      { sku: 'A-2', column: 'images', isStaged: true, message: expect.stringContaining('HTTPS') },
      { sku: 'A-9', column: 'title', isStaged: false, message: expect.stringContaining('isn’t in your item list') },
    ])
    const { rows } = await rig.client.items({})
    expect(rows.find(({ sku }) => sku === 'A-1')?.problems).toMatchObject([{ column: 'title', from: 'rule' }])
  })
})

describe('a text that can’t be read, typed over an earlier value of its cell', () => {
  const type = (cells: readonly (string | null)[]) =>
    rig.client.stageCells({ columns: ['title', 'quantity'], rows: [{ sku: 'A-1', cells: [...cells] }] })
  const sendAll = async (): Promise<void> => {
    const { planToken } = await rig.client.planRun({ scope: { kind: 'changed' } })
    await rig.runs.startRun({ planToken })
    await endedRun(rig)
  }
  const cellOf = async () =>
    (await rig.client.items({ search: 'A-1', columns: ['quantity'] })).rows.map(({ cells }) => cells.quantity)

  it('USE-06 replaces it: the earlier value is sent neither by a run nor alone', async () => {
    await type(['New A-1', '7'])
    await type([null, 'seven'])
    expect(await cellOf()).toEqual(['seven'])
    expect((await rig.client.previewSave({ sku: 'A-1' })).changes.map(({ path }) => path)).toEqual([fieldPaths.title])
    await sendAll()
    expect(await rig.onPlatform('A-1')).toEqual({ condition: 'NEW', product: { title: 'New A-1', upc: '1' } })
    expect(await cellOf()).toEqual(['seven'])
  })

  it('OFF-07 comes back with the earlier value when the text is undone', async () => {
    await type([null, '7'])
    await type([null, 'seven'])
    expect((await rig.client.item({ sku: 'A-1' })).edit).toBeNull()
    await rig.client.undoCells({})
    expect(await cellOf()).toEqual(['7'])
    await rig.client.redoCells({})
    expect(await cellOf()).toEqual(['seven'])
  })

  it('USE-06 gives way to the same value when that is typed into the editor', async () => {
    await type([null, '7'])
    await type([null, 'seven'])
    await rig.edit('A-1', [fieldPaths.quantity, 7])
    expect(await cellOf()).toEqual(['7'])
    await sendAll()
    expect(await rig.onPlatform('A-1')).toMatchObject({ availability: { shipToLocationAvailability: { quantity: 7 } } })
  })
})

describe('one column of many items', () => {
  const all = { kind: 'list', search: '', filter: 'all', except: [] as string[] } as const
  const texts = async (column: string) =>
    (await rig.client.items({ columns: [column] })).rows.map(({ cells }) => cells[column])

  it('is previewed, changed and undone as one block', async () => {
    const many = {
      selection: { ...all, except: ['A-2'] },
      column: 'title',
      change: { by: 'replace', find: 'ITEM a-', replacement: '$& ' },
    } as const
    expect(await rig.client.previewCells(many)).toMatchObject({
      rows: [
        { sku: 'A-1', old: 'Item A-1', text: '$& 1', problem: null },
        { sku: 'A-3', old: 'Item A-3', text: '$& 3', problem: null },
      ],
      changed: 2,
      unchanged: 0,
    })
    expect(await texts('title')).toEqual(['Item A-1', 'Item A-2', 'Item A-3'])
    await rig.client.changeCells(many)
    expect(await texts('title')).toEqual(['$& 1', 'Item A-2', '$& 3'])
    expect(await rig.client.undoCells({})).toEqual({ items: 2, skipped: [] })
    expect(await texts('title')).toEqual(['Item A-1', 'Item A-2', 'Item A-3'])
  })

  it('keeps an apostrophe that is typed before a sign', async () => {
    await rig.client.stageCells({ columns: ['title'], rows: [{ sku: 'A-1', cells: ["'-20 ° bag"] }] })
    expect((await texts('title'))[0]).toBe("'-20 ° bag")
  })

  it('changes a text that begins with an apostrophe as previewed', async () => {
    const selection = { kind: 'skus', skus: ['A-1'] } as const
    await rig.client.changeCells({ selection, column: 'title', change: { by: 'set', text: "'-20 ° bag" } })
    const change = { by: 'replace', find: 'bag', replacement: 'box' } as const
    expect(await rig.client.previewCells({ selection, column: 'title', change })).toMatchObject({
      rows: [{ old: "'-20 ° bag", text: "'-20 ° box" }],
    })
    await rig.client.changeCells({ selection, column: 'title', change })
    expect((await texts('title'))[0]).toBe("'-20 ° box")
  })

  it('changes quantities by an amount or a percentage, and never goes below 0', async () => {
    await rig.client.stageCells({
      columns: ['quantity'],
      rows: ['3', '10'].map((text, index) => ({ sku: `A-${index + 1}`, cells: [text] })),
    })
    const change = async (by: 'add' | 'percent', value: number) => {
      const how = by === 'add' ? { by, amount: value } : { by, percent: value }
      await rig.client.changeCells({ selection: all, column: 'quantity', change: how })
      return texts('quantity')
    }
    expect(await change('add', 2)).toEqual(['5', '12', ''])
    expect(await change('percent', -10)).toEqual(['5', '11', ''])
    expect(await change('add', -6)).toEqual(['0', '5', ''])
    expect(await change('add', 45)).toEqual(['45', '50', ''])
    expect(await change('percent', 15)).toEqual(['52', '58', ''])
  })

  it('INV-02 says which new values break a rule', async () => {
    const change = { by: 'set', text: 'x'.repeat(81) } as const
    const selection = { kind: 'skus', skus: ['A-1'] } as const
    expect(await rig.client.previewCells({ selection, column: 'title', change })).toMatchObject({
      rows: [{ problem: expect.stringContaining('81 characters') }],
    })
    const wrong = rig.client.changeCells({ selection, column: 'title', change: { by: 'add', amount: 1 } })
    expect(await failureOfCall(wrong)).toMatchObject({ kind: 'validation' })
  })
})

it('drops a text that could not be read once its field is edited elsewhere', async () => {
  const type = (quantity: string) =>
    rig.client.stageCells({ columns: ['quantity'], rows: [{ sku: 'A-1', cells: [quantity] }] })
  const shown = async () => {
    const { rows, unsentCells } = await rig.client.items({ columns: ['quantity'] })
    return [rows[0]?.cells.quantity, rows[0]?.problems.length, unsentCells]
  }
  await type('5')
  await type('many')
  expect(await shown()).toEqual(['many', 1, 1])
  await rig.edit('A-1', [fieldPaths.title, 'Other'])
  expect(await shown()).toEqual(['many', 1, 1])
  await rig.edit('A-1', [fieldPaths.quantity, 7])
  expect(await shown()).toEqual(['7', 0, 0])
})

it('USE-06 counts each typed cell that will not be sent, whether it can’t be read or breaks a rule', async () => {
  const count = async () => (await rig.client.items({})).unsentCells
  const type = (sku: string, cells: readonly (string | null)[]) =>
    rig.client.stageCells({ columns: ['title', 'quantity', 'images'], rows: [{ sku, cells: [...cells] }] })
  await type('A-1', [null, '-3', 'http://p.example/1.jpg, http://p.example/2.jpg'])
  expect(await count()).toBe(2)
  await type('A-2', ['x'.repeat(81), 'many', null])
  expect(await count()).toBe(4)
  await type('A-1', [null, 'none', null])
  expect(await count()).toBe(4)
  await type('A-1', [null, '3', 'https://p.example/1.jpg'])
  expect(await count()).toBe(2)
  await rig.client.undoCells({})
  expect(await count()).toBe(4)
})

describe('undo and redo', () => {
  const type = (title: string) => rig.client.stageCells({ columns: ['title'], rows: [{ sku: 'A-1', cells: [title] }] })

  it('work block by block, even after a restart', async () => {
    await type('One')
    await type('Two')
    await rig.client.undoCells({})
    await rig.client.undoCells({})
    expect(await titleOf('A-1')).toBe('Item A-1')
    await rig.restart()
    await rig.client.redoCells({})
    expect(await titleOf('A-1')).toBe('One')
    await rig.client.redoCells({})
    expect(await titleOf('A-1')).toBe('Two')
    expect(await rig.client.redoCells({})).toEqual({ items: 0, skipped: [] })
  })

  it('drop the redo steps at the next block', async () => {
    await type('One')
    await rig.client.undoCells({})
    await type('Two')
    expect(await rig.client.redoCells({})).toEqual({ items: 0, skipped: [] })
    expect(await titleOf('A-1')).toBe('Two')
  })
})

describe('an invalid cell', () => {
  const type = (text: string) =>
    rig.client.stageCells({ columns: ['quantity'], rows: [{ sku: 'A-1', cells: [text] }], blank: 'delete' })
  const unreadable = async () => {
    const { rows, unsentCells } = await rig.client.items({ columns: ['quantity'] })
    const row = rows.find(({ sku }) => sku === 'A-1')
    const problem = row?.problems.find(({ from }) => from === 'unreadable')
    return { count: unsentCells, text: row?.cells.quantity, message: problem?.message }
  }
  const nothing = { count: 0, message: undefined }

  it('stays as typed, even after a restart, until it is retyped', async () => {
    await type('many')
    await rig.restart()
    expect(await unreadable()).toEqual({ count: 1, text: 'many', message: expect.stringContaining('“many”') })
    await type('a few')
    expect(await unreadable()).toMatchObject({ count: 1, text: 'a few' })
    await type('4')
    expect(await unreadable()).toMatchObject({ ...nothing, text: '4' })
    expect((await rig.client.item({ sku: 'A-1' })).view.quantity).toBe(4)
  })

  it('is removed by undo, and with its item', async () => {
    await type('many')
    await rig.client.undoCells({})
    expect(await unreadable()).toMatchObject({ ...nothing, text: '' })
    await type('many')
    await rig.client.removeFromList({ sku: 'A-1' })
    expect(await unreadable()).toMatchObject(nothing)
  })

  it('stays as typed if its item has never been read', async () => {
    await rig.fault({ operation: 'inventory', fault: 'offline' })
    await rig.client.addSkus({ skus: ['A-0'] })
    await rig.client.stageCells({ columns: ['title'], rows: [{ sku: 'A-0', cells: ['Kept'] }] })
    const row = (await rig.client.items({ columns: ['title'] })).rows.find(({ sku }) => sku === 'A-0')
    expect(row).toMatchObject({ state: 'unread', cells: { title: 'Kept' }, problems: [{ from: 'unreadable' }] })
  })
})

describe('a cost typed into the sheet', () => {
  const costOf = async (sku: string) => (await rig.client.item({ sku })).noted.cost
  const type = (sku: string, text: string) =>
    rig.client.stageCells({ columns: ['cost'], rows: [{ sku, cells: [text] }] })

  it('FIN-02 is kept at once, over a restart, and never sent', async () => {
    await type('A-1', '$4.50')
    await rig.edit('A-1', [fieldPaths.title, 'Another title'])
    await rig.restart()
    expect(await costOf('A-1')).toBe('4.50')
    expect((await rig.client.items({ columns: ['cost'] })).rows.find(({ sku }) => sku === 'A-1')?.cells).toEqual({
      cost: '4.50',
    })
    await rig.save('A-1')
    expect(JSON.stringify(rig.requests)).not.toMatch(/4\.50|cost/)
  })

  it('FIN-02 is no change that waits for a review', async () => {
    await type('A-1', '4.50')
    expect((await rig.client.items({})).rows.find(({ sku }) => sku === 'A-1')?.changedColumns).toEqual([])
  })

  it('FIN-02 is undone and redone like any other cell', async () => {
    await type('A-1', '4.50')
    await type('A-1', '3 × 4.00 on 2026-10-01; 5.00')
    await rig.client.undoCells({})
    expect(await costOf('A-1')).toBe('4.50')
    await rig.client.undoCells({})
    expect(await costOf('A-1')).toBe('')
    await rig.client.redoCells({})
    expect(await costOf('A-1')).toBe('4.50')
  })

  it('FIN-02 USE-06 stays typed with the reason where it can’t be read, and the earlier one counts', async () => {
    await type('A-1', '4.50')
    const { problems } = await type('A-1', 'cheap')
    expect(problems).toMatchObject([{ sku: 'A-1', column: 'cost', isStaged: false }])
    const row = (await rig.client.items({ columns: ['cost'] })).rows.find(({ sku }) => sku === 'A-1')
    expect(row?.cells).toEqual({ cost: 'cheap' })
    expect(await costOf('A-1')).toBe('4.50')
    await type('A-1', '5')
    expect((await rig.client.items({ columns: ['cost'] })).rows.find(({ sku }) => sku === 'A-1')?.problems).toEqual([])
  })

  it('FIN-02 is in the exported file, and read from it', async () => {
    await type('A-1', '3 × 4.50 on 2026-10-01; 5.00')
    const { text } = await rig.client.exportCsv({})
    expect(text).toContain('3 × 4.50 on 2026-10-01; 5.00')
    await type('A-1', '')
    await rig.client.stageCsv({
      name: 'costs.csv',
      text: 'sku,cost,place\nA-1,4.25,B3\nA-2,cheap,\n',
      part: 0,
      isLast: true,
      blank: 'keep',
    })
    expect((await rig.client.stagedCsv({}))?.counts).toMatchObject({ changed: 1, problem: 1 })
    await rig.client.applyCsv({})
    expect((await rig.client.item({ sku: 'A-1' })).noted).toMatchObject({ cost: '4.25', place: 'B3' })
    expect(await costOf('A-2')).toBe('')
  })
})

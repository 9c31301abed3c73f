/** Importing a CSV file as edits and saves, and exporting items to a file. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { fieldPaths } from '../../../shared/inventory/item.ts'
import type { JsonObject } from '../../../shared/inventory/json.ts'
import { failureOfCall, type InventoryRig, openInventory } from './inventory-rig.ts'

const lamp: JsonObject = {
  availability: { shipToLocationAvailability: { quantity: 4 } },
  condition: 'USED_GOOD',
  product: {
    title: '=Lamp',
    description: '<p>"One", two; three\r\nfour</p>',
    aspects: { Brand: ['A|B', 'C'] },
    foo: 1,
  },
}

let rig: InventoryRig

beforeEach(async () => {
  rig = await openInventory()
  await rig.putElsewhere('000123', lamp)
  await rig.open('000123')
})
afterEach(async () => {
  await rig.close()
})

const stage = (text: string, blank: 'keep' | 'delete' = 'keep') =>
  rig.client.stageCsv({ name: 'shop.csv', text, blank })

describe('a CSV import', () => {
  it('stages a dry run that changes nothing and survives a restart', async () => {
    await stage('SKU;Title;Shelf;Quantity\r\n000123;Desk lamp;7;many\r\nNEW-1;Vase;8;2\r\n')
    expect(await rig.client.stagedCsv({})).toMatchObject({
      name: 'shop.csv',
      columns: [
        { target: 'sku' },
        { target: 'title' },
        { name: 'Shelf', target: null, sample: '7' },
        { target: 'quantity' },
      ],
      counts: { all: 2, problem: 1, unread: 1 },
    })
    expect((await rig.client.item({ sku: '000123' })).edit).toBeNull()
    await rig.restart()
    expect(await rig.client.stagedCsvRows({ state: 'problem' })).toMatchObject({
      total: 1,
      rows: [{ line: 2, sku: '000123', problems: [{ column: 4, columnName: 'Quantity' }] }],
    })
    expect(await rig.client.applyCsv({})).toEqual({ filed: 0, left: 2, blockId: null })
    expect(rig.puts()).toEqual([])
  })

  it('reads unknown items, then drafts and saves what the rows change', async () => {
    await stage('sku,title,quantity\n000123,Desk lamp,9\nNEW-1,Vase,2\n')
    await rig.client.readCsvItems({})
    await rig.until(async () => expect((await rig.client.item({ sku: 'NEW-1' })).isRead).toBe(true))
    await rig.client.recheckCsv({})
    expect((await rig.client.stagedCsv({}))?.counts).toMatchObject({ changed: 1, new: 1, unread: 0 })
    expect(await rig.client.applyCsv({})).toMatchObject({ filed: 2, left: 0 })
    expect(await rig.client.stagedCsv({})).toBeNull()
    expect(await rig.client.item({ sku: '000123' })).toMatchObject({ editSource: 'a CSV file', state: 'changed' })
    await rig.save('000123')
    expect(await rig.onPlatform('000123')).toEqual({
      ...lamp,
      availability: { shipToLocationAvailability: { quantity: 9 } },
      product: { ...(lamp.product as JsonObject), title: 'Desk lamp' },
    })
  })

  it('leaves an unsaved edit alone and reports it in the row', async () => {
    await rig.edit('000123', [fieldPaths.title, 'Typed'])
    await stage('sku,title\n000123,From the file\n')
    expect(await rig.client.applyCsv({})).toEqual({ filed: 0, left: 1, blockId: null })
    expect((await rig.client.item({ sku: '000123' })).view.title).toBe('Typed')
  })

  it('OFF-07 is undone in one step, with what it noted about the items, even after a restart', async () => {
    await rig.client.stageCells({ columns: ['cost'], rows: [{ sku: '000123', cells: ['4.50'] }] })
    await stage('sku,title,cost,place\n000123,From the file,9.99,B3\n')
    const { blockId } = await rig.client.applyCsv({})
    expect((await rig.client.item({ sku: '000123' })).noted).toMatchObject({ cost: '9.99', place: 'B3' })
    await rig.restart()
    expect(await rig.client.undoCells({ blockId: blockId ?? 0 })).toEqual({ items: 1, skipped: [] })
    expect(await rig.client.item({ sku: '000123' })).toMatchObject({
      view: { title: '=Lamp' },
      edit: null,
      noted: { cost: '4.50', place: '' },
    })
    await rig.client.redoCells({})
    expect((await rig.client.item({ sku: '000123' })).noted).toMatchObject({ cost: '9.99', place: 'B3' })
  })

  it('OFF-07 isn’t undone in place of what was typed after it', async () => {
    await stage('sku,title\n000123,From the file\n')
    const { blockId } = await rig.client.applyCsv({})
    await rig.client.stageCells({ columns: ['quantity'], rows: [{ sku: '000123', cells: ['7'] }] })
    expect((await failureOfCall(rig.client.undoCells({ blockId: blockId ?? 0 }))).kind).toBe('conflict')
    expect((await rig.client.item({ sku: '000123' })).view).toMatchObject({ title: 'From the file', quantity: 7 })
  })

  it('deletes blank cells only if chosen, and asks to confirm each deletion by name', async () => {
    await stage('sku,condition\n000123,\n', 'delete')
    await rig.client.applyCsv({})
    const { deletions } = await rig.client.previewSave({ sku: '000123' })
    expect(deletions.map(({ name }) => name)).toEqual(['Condition: Used, good'])
  })

  it('accepts a large file in parts, and refuses mixed parts', async () => {
    const text = `sku,title\n000123,Desk lamp\n`
    await rig.client.stageCsv({ name: 'a.csv', text: text.slice(0, 12), part: 0, isLast: false })
    await rig.client.stageCsv({ name: 'a.csv', text: text.slice(12), part: 1, isLast: true })
    expect((await rig.client.stagedCsv({}))?.counts).toMatchObject({ changed: 1 })
    await rig.client.stageCsv({ name: 'b.csv', text: 'sku', part: 0, isLast: false })
    const late = rig.client.stageCsv({ name: 'a.csv', text: 'x', part: 2, isLast: true })
    expect(await failureOfCall(late)).toMatchObject({ kind: 'conflict' })
    expect((await rig.client.stagedCsv({}))?.name).toBe('a.csv')
  })

  it('USE-03 reads a template by the line with its names, and corrects a cell by its line in the file', async () => {
    const info = '#INFO,Version=1.0.0,,\n'
    await stage(`${info}${info}${info}Custom label (SKU),*ConditionID,P:EAN\n000123,3000-Used,4.00638E+12\n`)
    expect(await rig.client.stagedCsv({})).toMatchObject({ namesLine: 4, counts: { all: 1, problem: 1 } })
    await rig.client.correctCsvCell({ line: 5, column: 3, cell: '4006381333931' })
    expect(await rig.client.applyCsv({})).toMatchObject({ filed: 1, left: 0 })
    const { view } = await rig.client.item({ sku: '000123' })
    expect(view).toMatchObject({ condition: 'USED_EXCELLENT', ean: ['4006381333931'] })
  })

  it('stays discarded, also while it is being staged or checked', async () => {
    const staging = stage('sku,title\n000123,Desk lamp\n')
    const discarded = rig.client.discardCsv({})
    await Promise.all([staging, discarded])
    expect(await rig.client.stagedCsv({})).toBeNull()
    await stage('sku,title\n000123,Desk lamp\n')
    await Promise.all([rig.client.recheckCsv({}), rig.client.discardCsv({})])
    expect(await rig.client.stagedCsvRows({ state: 'all' })).toEqual({ rows: [], total: 0 })
  })

  it('keeps the staged file when the next one is empty', async () => {
    await stage('sku,title\n000123,Desk lamp\n')
    expect(await failureOfCall(stage('\n'))).toMatchObject({ kind: 'validation' })
    expect((await rig.client.stagedCsv({}))?.counts.all).toBe(1)
  })

  it('uses the seller’s mapping of a column, also for the next file', async () => {
    await stage('Artikelnummer;Marke\n000123;Acme\n')
    const staged = async () => await rig.client.stagedCsv({})
    expect(await staged()).toMatchObject({ problems: [expect.stringContaining('“sku”')], counts: { all: 0 } })
    expect(await failureOfCall(rig.client.applyCsv({}))).toMatchObject({ kind: 'validation' })
    await rig.client.matchCsvColumn({ name: 'Artikelnummer', target: 'sku' })
    await rig.client.matchCsvColumn({ name: 'Marke', target: 'aspect:Brand' })
    expect(await staged()).toMatchObject({ problems: [], counts: { changed: 1 } })
    await rig.restart()
    await stage('artikelnummer,MARKE\n000123,Other\n')
    expect((await staged())?.columns.map(({ target }) => target)).toEqual(['sku', 'aspect:Brand'])
    await rig.client.applyCsv({})
    expect((await rig.client.item({ sku: '000123' })).view.aspects).toEqual([{ name: 'Brand', values: ['Other'] }])
    expect(await failureOfCall(rig.client.matchCsvColumn({ name: 'x', target: 'shelf' }))).toMatchObject({
      kind: 'validation',
    })
  })

  it('corrects a wrong cell in place, even after a restart, and exports the rows that are still wrong', async () => {
    await stage('sku,title,quantity\n000123,Desk lamp,many\nA 1,=Vase,2\n')
    expect((await rig.client.stagedCsvRows({ state: 'problem' })).rows).toMatchObject([
      { line: 2, problems: [{ column: 3, cell: 'many' }] },
      { line: 3, problems: [{ column: 1, cell: 'A 1' }] },
    ])
    await rig.client.correctCsvCell({ line: 2, column: 3, cell: '12' })
    await rig.restart()
    expect((await rig.client.stagedCsv({}))?.counts).toMatchObject({ changed: 1, problem: 1 })
    const { text } = await rig.client.exportCsvProblems({})
    expect(text).toContain("sku,title,quantity,problem\r\nA 1,'=Vase,2,")
    expect(text.trim().split('\r\n')).toHaveLength(2)
    await rig.client.applyCsv({})
    expect((await rig.client.item({ sku: '000123' })).view.quantity).toBe(12)
  })

  it('corrects an SKU that is missing at the end of its row, and leaves the cells between them alone', async () => {
    await stage('title,quantity,sku\nDesk lamp\n', 'delete')
    await rig.client.correctCsvCell({ line: 2, column: 3, cell: '000123' })
    expect((await rig.client.stagedCsvRows({})).rows).toMatchObject([
      { sku: '000123', state: 'changed', paths: [fieldPaths.title] },
    ])
  })

  it('exports a problem so that its cells are read back as they were', async () => {
    await stage("sku,title,quantity\n000123,'=Vase,many\n")
    const { text } = await rig.client.exportCsvProblems({})
    await stage(text)
    await rig.client.correctCsvCell({ line: 2, column: 3, cell: '2' })
    await rig.client.applyCsv({})
    expect((await rig.client.item({ sku: '000123' })).view.title).toBe('=Vase')
  })
})

describe('a CSV export', () => {
  it('contains no formula, and changes nothing when imported again', async () => {
    const { text } = await rig.client.exportCsv({})
    expect(text.startsWith('\ufeffsku,title,')).toBe(true)
    expect(text).toContain("000123,'=Lamp,4,USED_GOOD,")
    expect(text).toContain('A||B|C')
    await stage(text)
    expect((await rig.client.stagedCsv({}))?.counts).toMatchObject({ all: 1, unchanged: 1 })
  })
})

/** Prices typed into the sheet: kept, planned, sent, undone and reverted like any other cell (USE-05). */
import { afterEach, expect, it, vi } from 'vitest'
import { failureOf, type ListingRig, openListing } from './listing-rig.ts'

let rig: ListingRig
afterEach(() => rig.close())

const names = (count: number): readonly string[] => Array.from({ length: count }, (_, index) => `LAMP-${index + 1}`)

const addLive = async (skus: readonly string[]): Promise<void> => {
  for (const sku of skus) {
    await rig.addOffer(sku)
    await rig.publish(sku)
  }
}

const typePrices = (prices: Readonly<Record<string, string>>) =>
  rig.inventory.stageCells({
    columns: ['price'],
    rows: Object.entries(prices).map(([sku, text]) => ({ sku, cells: [text] })),
    blank: 'delete',
  })

const readRow = async (sku: string) => {
  const { rows } = await rig.inventory.items({ search: sku, columns: ['price'] })
  const row = rows.find((one) => one.sku === sku)
  if (row === undefined) throw new Error(`${sku} isn’t in the list`)
  return row
}

const priceOnPlatform = async (sku: string): Promise<unknown> => (await rig.offersOf(sku))[0]?.pricingSummary
const usd = (value: string) => ({ price: { value, currency: 'USD' } })

const planChanged = () => rig.inventory.planRun({ scope: { kind: 'changed' } })
const rowsOf = async ({ planToken }: { readonly planToken: string }) =>
  (await rig.outbound.planRows({ planToken })).rows

it('USE-05 ten different prices are one run of one call, with old and new of each', async () => {
  rig = await openListing()
  const skus = names(10)
  await addLive(skus)
  await typePrices(Object.fromEntries(skus.map((sku, index) => [sku, `${101 + index},50`])))
  expect(await readRow('LAMP-3')).toMatchObject({ cells: { price: '103,50' }, changedColumns: ['price'] })
  const plan = await planChanged()
  expect(plan).toMatchObject({
    label: 'prices',
    counts: { going: 10, leftOut: 0 },
    calls: 1,
    confirmation: 'Change the price of 10 items. Buyers see it immediately.',
  })
  expect((await rowsOf(plan)).find(({ sku }) => sku === 'LAMP-3')).toMatchObject({
    change: { label: 'Price', before: '$129.00', after: '$103.50' },
  })
  const { runId } = await rig.outbound.startRun({ planToken: plan.planToken })
  await rig.settle()
  expect(rig.sent('bulkUpdatePriceQuantity')).toHaveLength(1)
  expect(await priceOnPlatform('LAMP-3')).toEqual(usd('103.50'))
  expect(await readRow('LAMP-3')).toMatchObject({ cells: { price: '103.50' }, changedColumns: [] })

  const revert = await rig.outbound.planRevert({ runId })
  await rig.outbound.startRun({ planToken: revert.planToken })
  await rig.settle()
  expect(await priceOnPlatform('LAMP-3')).toEqual(usd('129.00'))
})

it('USE-05 one plan saves items and prices, and a price can be left out alone', async () => {
  rig = await openListing()
  await addLive(names(2))
  await typePrices({ 'LAMP-1': '120', 'LAMP-2': '$121.00' })
  await rig.inventory.stageCells({ columns: ['title'], rows: [{ sku: 'LAMP-1', cells: ['A better lamp'] }] })
  const excluded = [{ sku: 'LAMP-1', path: ['pricingSummary', 'price'] }]
  const plan = await rig.inventory.planRun({ scope: { kind: 'changed' }, excluded })
  expect(plan).toMatchObject({
    label: 'items',
    counts: { going: 2, leftOut: 1 },
    confirmation: 'Save 1 item. Change the price of 1 item. Buyers see it immediately.',
  })
  await rig.outbound.startRun({ planToken: plan.planToken })
  await rig.settle()
  expect((await rig.newestRun())?.counts).toMatchObject({ all: 2, sent: 2 })
  expect([await priceOnPlatform('LAMP-1'), await priceOnPlatform('LAMP-2')]).toEqual([usd('129.00'), usd('121.00')])
  expect(await readRow('LAMP-1')).toMatchObject({ title: 'A better lamp', changedColumns: ['price'] })
})

it('USE-05 an item with a new title and a new price is one item of the plan, in two rows', async () => {
  rig = await openListing()
  await addLive(names(2))
  await typePrices({ 'LAMP-1': '120', 'LAMP-2': '121' })
  await rig.inventory.stageCells({ columns: ['title'], rows: [{ sku: 'LAMP-1', cells: ['A better lamp'] }] })
  expect(await planChanged()).toMatchObject({ counts: { going: 3, leftOut: 0 }, items: { going: 2, ready: 2 } })
})

it('USE-05 undo and redo take back a price together with the cells of its block', async () => {
  rig = await openListing()
  await addLive(['LAMP-1'])
  await rig.inventory.stageCells({ columns: ['quantity', 'price'], rows: [{ sku: 'LAMP-1', cells: ['5', '99'] }] })
  expect(await readRow('LAMP-1')).toMatchObject({ quantity: 5, cells: { price: '99' } })
  expect(await rig.inventory.undoCells({})).toEqual({ items: 1, skipped: [] })
  expect(await readRow('LAMP-1')).toMatchObject({ quantity: 2, cells: { price: '129.00' }, changedColumns: [] })
  expect(await rig.inventory.redoCells({})).toEqual({ items: 1, skipped: [] })
  expect(await readRow('LAMP-1')).toMatchObject({ quantity: 5, cells: { price: '99' } })
})

it('USE-05 a price that was sent since is no longer undone', async () => {
  rig = await openListing()
  await addLive(['LAMP-1'])
  await typePrices({ 'LAMP-1': '99' })
  await rig.outbound.startRun({ planToken: (await planChanged()).planToken })
  await rig.settle()
  expect((await rig.inventory.undoCells({})).skipped).toMatchObject([{ sku: 'LAMP-1' }])
  expect(await priceOnPlatform('LAMP-1')).toEqual(usd('99.00'))
})

it('USE-06 a price that can’t be read stays as typed, is marked, and is in the plan with its reason', async () => {
  rig = await openListing()
  await addLive(names(2))
  const { problems } = await typePrices({ 'LAMP-1': '1.000', 'LAMP-2': '€12' })
  expect(problems).toMatchObject([{ column: 'price', isStaged: false }, { column: 'price' }])
  const row = await readRow('LAMP-1')
  expect(row).toMatchObject({ cells: { price: '1.000' }, problems: [{ column: 'price', from: 'unreadable' }] })
  expect(row.problems[0]?.message).toContain('1000 or 1.00')
  const plan = await planChanged()
  expect(plan.counts).toEqual({ going: 0, leftOut: 2 })
  expect((await rowsOf(plan))[0]).toMatchObject({
    change: { label: 'Price', before: '$129.00', after: '1.000', problem: expect.stringContaining('1000 or 1.00') },
  })
  expect((await rig.inventory.items({ filter: 'changed' })).total).toBe(2)
})

it('USE-06 a cell of an item that can’t be read is in the plan too', async () => {
  rig = await openListing()
  await addLive(['LAMP-1'])
  await rig.inventory.stageCells({ columns: ['quantity'], rows: [{ sku: 'LAMP-1', cells: ['-3'] }] })
  const plan = await planChanged()
  expect(plan.counts).toEqual({ going: 0, leftOut: 1 })
  expect((await rowsOf(plan))[0]).toMatchObject({
    change: { label: 'Quantity', before: '2', after: '-3', problem: expect.stringContaining('isn’t a whole number') },
  })
})

it('LST-19 a price typed for an item that isn’t live is kept for publishing and not sent', async () => {
  rig = await openListing()
  await rig.addOffer('LAMP-1')
  await rig.addItem('LAMP-2')
  await typePrices({ 'LAMP-1': '99', 'LAMP-2': '98' })
  expect(await failureOf(planChanged())).toMatchObject({ kind: 'conflict' })
  const plan = await rig.inventory.planRun({ scope: { kind: 'skus', skus: names(2) } })
  expect(plan.counts).toEqual({ going: 0, leftOut: 2 })
  const { fields } = await rig.listing.listing({ sku: 'LAMP-2' })
  expect(fields.find(({ field }) => field === 'price')?.text).toBe('98')
})

it('USE-05 emptying a price cell shows the platform’s price again', async () => {
  rig = await openListing()
  await addLive(['LAMP-1'])
  await typePrices({ 'LAMP-1': '99' })
  await typePrices({ 'LAMP-1': '' })
  expect(await readRow('LAMP-1')).toMatchObject({ cells: { price: '129.00' }, changedColumns: [] })
})

it('OFF-02 a price that changed on the platform after it was typed is not overwritten', async () => {
  rig = await openListing()
  await addLive(['LAMP-1'])
  await typePrices({ 'LAMP-1': '120' })
  const [offer = {}] = await rig.offersOf('LAMP-1')
  await rig.asSeller('POST', '/sell/inventory/v1/bulk_update_price_quantity', {
    requests: [
      { sku: 'LAMP-1', offers: [{ offerId: offer.offerId ?? '', price: { value: '150.00', currency: 'USD' } }] },
    ],
  })
  await rig.listing.refreshListing({ sku: 'LAMP-1' })
  const plan = await planChanged()
  expect(plan.counts).toEqual({ going: 0, leftOut: 1 })
  expect((await rowsOf(plan))[0]?.problem).toContain('The price changed on eBay after you typed.')
})

/** Stages a CSV text and returns the state and the problems of its rows. */
const stageCsv = async (text: string) => {
  await rig.inventory.stageCsv({ name: 'prices.csv', text })
  const { rows } = await rig.inventory.stagedCsvRows({})
  return rows.map(({ state, problems }) => [state, ...problems.map(({ message }) => message)])
}

it('USE-04 an export has prices and listing states, and says how many items of how many it has', async () => {
  rig = await openListing()
  await addLive(['LAMP-1'])
  await rig.addItem('LAMP-2')
  await typePrices({ 'LAMP-1': '99' })
  const { text, ...counts } = await rig.inventory.exportCsv({ search: 'LAMP-1' })
  expect(counts).toEqual({ items: 1, total: 2 })
  const [header = '', row = ''] = text.split(/\r?\n/)
  expect(header).toContain('price,currency,listing state')
  expect(row).toContain(',99,USD,')
})

it('USE-04 an exported file changes nothing, and a changed price becomes a price of the sheet', async () => {
  rig = await openListing()
  await addLive(names(2))
  const { text } = await rig.inventory.exportCsv({})
  expect(await stageCsv(text)).toEqual([['unchanged'], ['unchanged']])
  expect(await stageCsv('sku,Start price\nLAMP-1,"1.000,50"\nLAMP-2,129')).toEqual([['changed'], ['unchanged']])
  expect(await rig.inventory.applyCsv({})).toMatchObject({ filed: 1, left: 0 })
  expect(await readRow('LAMP-1')).toMatchObject({ cells: { price: '1000.50' }, changedColumns: ['price'] })
  await rig.inventory.undoCells({})
  expect(await readRow('LAMP-1')).toMatchObject({ changedColumns: [] })
})

it('USE-04 a price of a file that can’t be read, or that replaces a typed one, is a problem of its cell', async () => {
  rig = await openListing()
  await addLive(names(2))
  await typePrices({ 'LAMP-2': '99' })
  const [unreadable, replacing] = await stageCsv('sku,price\nLAMP-1,1.000\nLAMP-2,98')
  expect(unreadable).toEqual(['problem', expect.stringContaining('1000 or 1.00')])
  expect(replacing).toEqual(['problem', expect.stringContaining('unsaved edit')])
})

it('USE-05 a plan of many prices takes no more queries of the outbox than a plan of two', async () => {
  rig = await openListing()
  const skus = names(6)
  await addLive(skus)
  const reads = (['all', 'column', 'get'] as const).map((name) => vi.spyOn(rig.database, name))
  const countQueries = async (prices: Readonly<Record<string, string>>): Promise<number> => {
    await typePrices(prices)
    for (const read of reads) read.mockClear()
    const { counts } = await planChanged()
    expect(counts.going).toBe(Object.keys(prices).length)
    return reads.flatMap(({ mock }) => mock.calls).filter(([sql]) => sql.includes('FROM outbound')).length
  }
  const ofTwo = await countQueries({ 'LAMP-1': '130', 'LAMP-2': '131' })
  expect(ofTwo).toBeGreaterThan(0)
  expect(await countQueries(Object.fromEntries(skus.map((sku, index) => [sku, `${140 + index}`])))).toBe(ofTwo)
})

it('USE-05 a plan leaves out an item whose last price still waits to be sent', async () => {
  rig = await openListing()
  await addLive(names(2))
  rig.setFate(() => 'down')
  await typePrices({ 'LAMP-1': '130' })
  const { planToken } = await planChanged()
  await rig.outbound.startRun({ planToken })
  await typePrices({ 'LAMP-1': '140', 'LAMP-2': '150' })
  expect((await rowsOf(await planChanged())).map(({ sku, problem }) => [sku, problem])).toEqual([
    ['LAMP-2', null],
    ['LAMP-1', 'Another change to this item is in progress.'],
  ])
})

/** Fields of an offer typed into the sheet or handed in as a file: kept, checked, planned, sent, undone and reverted (LST-16). */
import { afterEach, describe, expect, it, vi } from 'vitest'
import { toColumnId } from '../../../shared/inventory/fields/field.ts'
import { listOfferRows } from '../../../shared/inventory/fields/offer-fields.ts'
import { isJsonObject, valueAt } from '../../../shared/inventory/json.ts'
import { type ListingRig, openListing } from './listing-rig.ts'

let rig: ListingRig
afterEach(() => rig.close())

type Cells = Readonly<Record<string, string>>

const addLive = async (...skus: readonly string[]): Promise<void> => {
  await rig.listing.refreshChoices({})
  for (const sku of skus) {
    await rig.addOffer(sku)
    await rig.publish(sku)
  }
}

/** Types cells of items; each item's have the same columns. */
const type = (rows: Readonly<Record<string, Cells>>) => {
  const columns = [...new Set(Object.values(rows).flatMap((cells) => Object.keys(cells)))]
  return rig.inventory.stageCells({
    columns,
    rows: Object.entries(rows).map(([sku, cells]) => ({ sku, cells: columns.map((column) => cells[column] ?? null) })),
    blank: 'delete',
  })
}

const readRow = async (sku: string, columns: readonly string[]) => {
  const { rows } = await rig.inventory.items({ search: sku, columns: [...columns] })
  const row = rows.find((one) => one.sku === sku)
  if (row === undefined) throw new Error(`${sku} isn’t in the list`)
  return row
}

const planChanged = (excluded: readonly { readonly sku: string; readonly path: string[] | null }[] = []) =>
  rig.inventory.planRun({ scope: { kind: 'changed' }, excluded: [...excluded] })
const linesOf = async ({ planToken }: { readonly planToken: string }) =>
  (await rig.outbound.planRows({ planToken })).rows
const start = async (plan: { readonly planToken: string }, choices: object = {}): Promise<number> => {
  const { runId } = await rig.outbound.startRun({ planToken: plan.planToken, ...choices })
  await rig.settle()
  return runId
}
const onPlatform = async (sku: string, ...path: readonly string[]) => valueAt((await rig.offersOf(sku))[0], path)
const terms = ['listingPolicies', 'bestOfferTerms'] as const

describe('cells of an offer', () => {
  it('LST-16 are reviewed in the plan of the sheet, sent, and put back', async () => {
    rig = await openListing()
    await addLive('LAMP-1', 'LAMP-2')
    await type({ 'LAMP-1': { bestOffer: 'Yes', autoAcceptPrice: '$100', lotSize: '4' }, 'LAMP-2': { lotSize: '3' } })
    expect(await readRow('LAMP-1', ['bestOffer', 'autoAcceptPrice', 'lotSize'])).toMatchObject({
      cells: { bestOffer: 'yes', autoAcceptPrice: '100.00', lotSize: '4' },
      problems: [],
    })
    const plan = await planChanged()
    expect(plan).toMatchObject({
      label: 'items',
      counts: { going: 2, leftOut: 0 },
      calls: 2,
      confirmation: 'Change 2 listings. Buyers see it immediately.',
    })
    expect((await linesOf(plan)).map(({ sku, change }) => [sku, change?.label, change?.before, change?.after])).toEqual(
      [
        ['LAMP-1', 'Best offer', null, 'Yes'],
        ['LAMP-1', 'Accept from', null, '$100.00'],
        ['LAMP-1', 'Items in a lot', null, '4'],
        ['LAMP-2', 'Items in a lot', null, '3'],
      ],
    )
    const runId = await start(plan)
    expect(await onPlatform('LAMP-1', ...terms)).toMatchObject({
      bestOfferEnabled: true,
      autoAcceptPrice: { value: '100.00', currency: 'USD' },
    })
    expect(await readRow('LAMP-1', ['lotSize'])).toMatchObject({ cells: { lotSize: '4' }, changedColumns: [] })

    const revert = await rig.outbound.planRevert({ runId })
    // An amount is one value, though it has two parts.
    expect(revert.deletions.first.map(({ name }) => name)).toEqual([
      'Best offer: Yes',
      'Accept from: 100.00 USD',
      'Items in a lot: 4',
      'Items in a lot: 3',
    ])
    await start(revert, { deletions: 'confirmed' })
    expect(await onPlatform('LAMP-1', ...terms)).toBeUndefined()
    expect(await onPlatform('LAMP-2', 'lotSize')).toBeUndefined()
  })

  it('LST-16 share a plan with prices: a price alone stays a bulk change, with other fields it is one save', async () => {
    rig = await openListing()
    await addLive('LAMP-1', 'LAMP-2')
    await type({ 'LAMP-1': { price: '120', lotSize: '4' }, 'LAMP-2': { price: '121' } })
    const plan = await planChanged()
    expect(plan.confirmation).toBe('Change the price of 1 item. Change 1 listing. Buyers see it immediately.')
    await start(plan)
    expect(rig.sent('bulkUpdatePriceQuantity')).toHaveLength(1)
    expect([
      await onPlatform('LAMP-1', 'pricingSummary', 'price', 'value'),
      await onPlatform('LAMP-1', 'lotSize'),
    ]).toEqual(['120.00', 4])
    expect(await onPlatform('LAMP-2', 'pricingSummary', 'price', 'value')).toBe('121.00')
  })

  it('LST-16 can be left out one by one, and stay typed', async () => {
    rig = await openListing()
    await addLive('LAMP-1')
    await type({ 'LAMP-1': { lotSize: '4', quantityLimitPerBuyer: '2' } })
    await start(await planChanged([{ sku: 'LAMP-1', path: ['lotSize'] }]))
    expect(await onPlatform('LAMP-1', 'quantityLimitPerBuyer')).toBe(2)
    expect(await readRow('LAMP-1', ['lotSize'])).toMatchObject({ cells: { lotSize: '4' }, changedColumns: ['lotSize'] })
  })

  it('LST-16 name what emptying one deletes, and a listing keeps what it can’t be without', async () => {
    rig = await openListing()
    await addLive('LAMP-1')
    await type({ 'LAMP-1': { quantityLimitPerBuyer: '2' } })
    await start(await planChanged())
    await type({ 'LAMP-1': { quantityLimitPerBuyer: '', fulfillmentPolicyId: '', price: '' } })
    const plan = await planChanged()
    expect(plan.deletions.first).toEqual([{ sku: 'LAMP-1', name: 'Limit per buyer: 2' }])
    const runId = await start(plan, { deletions: 'confirmed' })
    expect(await onPlatform('LAMP-1', 'quantityLimitPerBuyer')).toBeUndefined()
    expect(await onPlatform('LAMP-1', 'listingPolicies', 'fulfillmentPolicyId')).toBe('6100001')
    await start(await rig.outbound.planRevert({ runId }))
    expect(await onPlatform('LAMP-1', 'quantityLimitPerBuyer')).toBe(2)
  })

  it('LST-16 are undone and redone with the other cells of their block', async () => {
    rig = await openListing()
    await addLive('LAMP-1')
    await type({ 'LAMP-1': { title: 'A better lamp', lotSize: '4', price: '120' } })
    await rig.inventory.undoCells({})
    const columns = ['title', 'lotSize', 'price']
    expect(await readRow('LAMP-1', columns)).toMatchObject({
      cells: { lotSize: '', price: '129.00' },
      changedColumns: [],
    })
    await rig.inventory.redoCells({})
    expect(await readRow('LAMP-1', columns)).toMatchObject({
      cells: { title: 'A better lamp', lotSize: '4', price: '120' },
    })
  })

  it('LST-16 of an item that isn’t live are kept until it is listed', async () => {
    rig = await openListing()
    await rig.addOffer('LAMP-1')
    await type({ 'LAMP-1': { lotSize: '4' } })
    expect((await rig.inventory.items({ filter: 'changed' })).total).toBe(0)
    const plan = await rig.inventory.planRun({ scope: { kind: 'skus', skus: ['LAMP-1'] } })
    expect(plan.counts).toEqual({ going: 0, leftOut: 1 })
    expect((await linesOf(plan))[0]).toMatchObject({ change: { label: 'Items in a lot', after: '4' } })
    expect((await rig.listing.listing({ sku: 'LAMP-1' })).fields.find(({ field }) => field === 'lotSize')?.text).toBe(
      '4',
    )
  })

  it('OFF-02 that changed on the platform after they were typed are not overwritten or put back', async () => {
    rig = await openListing()
    await addLive('LAMP-1')
    await type({ 'LAMP-1': { lotSize: '4' } })
    const runId = await start(await planChanged())
    await type({ 'LAMP-1': { lotSize: '5' } })
    const [offer = {}] = await rig.offersOf('LAMP-1')
    const {
      offerId,
      status: _status,
      listing: _listing,
      sku: _sku,
      marketplaceId: _market,
      format: _format,
      ...body
    } = offer
    await rig.asSeller('PUT', `/sell/inventory/v1/offer/${String(offerId)}`, { ...body, lotSize: 9 })
    await rig.listing.refreshListing({ sku: 'LAMP-1' })
    expect((await linesOf(await planChanged()))[0]?.problem).toContain('changed on eBay after you typed')
    const [line] = await linesOf(await rig.outbound.planRevert({ runId }))
    expect(line?.problem).toBe('eBay has another value now.')
  })
})

describe('a wrong cell of an offer', () => {
  const problems: readonly (readonly [string, Cells, string, string])[] = [
    [
      'a decline limit above the accepted amount',
      { bestOffer: 'yes', autoAcceptPrice: '90', autoDeclinePrice: '95' },
      'autoDeclinePrice',
      'This must be less than the amount that is accepted, 90.00.',
    ],
    [
      'a limit above the price',
      { bestOffer: 'yes', autoAcceptPrice: '200' },
      'autoAcceptPrice',
      'This must be less than the price, 129.00.',
    ],
    ['a limit without best offer', { autoAcceptPrice: '90' }, 'autoAcceptPrice', 'no effect without best offer'],
    [
      'an amount that means two things',
      { bestOffer: 'yes', autoAcceptPrice: '1.000' },
      'autoAcceptPrice',
      '1000 or 1.00',
    ],
    ['a lot of one', { lotSize: '1' }, 'lotSize', 'Enter a whole number from 2'],
    [
      'a policy that the shop does not have',
      { fulfillmentPolicyId: 'Pigeon post' },
      'fulfillmentPolicyId',
      'no such policy',
    ],
    ['a store category that is no path', { storeCategories: 'Fashion' }, 'storeCategories', 'isn’t a full path'],
    ['a time that is none', { listingStartDate: 'tomorrow' }, 'listingStartDate', 'isn’t a time'],
  ]

  it.each(problems)('LST-16 is told at the cell and not sent: %s', async (_name, cells, column, message) => {
    rig = await openListing()
    await addLive('LAMP-1')
    const { problems: found } = await type({ 'LAMP-1': cells })
    expect(found.find((problem) => problem.column === column)?.message).toContain(message)
    const row = await readRow('LAMP-1', [column])
    expect(row.problems.find((problem) => problem.column === column)?.message).toContain(message)
    const plan = await planChanged()
    expect(plan.counts).toEqual({ going: 0, leftOut: 1 })
    expect((await linesOf(plan)).some(({ change }) => change?.problem?.includes(message) === true)).toBe(true)
  })

  it('LST-16 is told where a new text makes another limit wrong', async () => {
    rig = await openListing()
    await addLive('LAMP-1')
    await type({ 'LAMP-1': { bestOffer: 'yes', autoAcceptPrice: '100', autoDeclinePrice: '80' } })
    await start(await planChanged())
    const { problems: low } = await type({ 'LAMP-1': { autoAcceptPrice: '70' } })
    expect(low[0]?.message).toBe('This must be more than the amount that is declined, 80.00.')
    const { problems: off } = await type({ 'LAMP-1': { bestOffer: 'no', autoAcceptPrice: '' } })
    expect(off[0]?.message).toBe('Empty “Decline up to” too, which has no effect without best offer.')
  })
})

describe('a best-offer limit below a new price', () => {
  const warning = 'Best offers of $100.00 or more are still accepted automatically.'

  const addLimited = async (): Promise<void> => {
    rig = await openListing()
    await addLive('LAMP-1')
    await type({ 'LAMP-1': { bestOffer: 'yes', autoAcceptPrice: '100' } })
    await start(await planChanged())
  }

  it('LST-20 is named in the plan of a price typed into its cell', async () => {
    await addLimited()
    await type({ 'LAMP-1': { price: '150' } })
    expect((await planChanged()).cautions.first[0]?.message).toBe(warning)
  })

  it('LST-20 is named in the plan of a price from a file', async () => {
    await addLimited()
    await rig.inventory.stageCsv({ name: 'prices.csv', text: 'sku,price\nLAMP-1,150' })
    await rig.inventory.applyCsv({})
    expect((await planChanged()).cautions.first[0]?.message).toBe(warning)
  })

  it('LST-20 is named where the price changes with other fields, unless the limit changes too', async () => {
    await addLimited()
    await type({ 'LAMP-1': { price: '150', lotSize: '2' } })
    expect((await planChanged()).cautions.first[0]?.message).toBe(warning)
    await type({ 'LAMP-1': { autoAcceptPrice: '' } })
    expect((await planChanged()).cautions.all).toBe(0)
  })
})

describe('a file with the fields of an offer', () => {
  const stage = async (text: string) => {
    await rig.inventory.stageCsv({ name: 'shop.csv', text })
    return (await rig.inventory.stagedCsvRows({})).rows
  }

  it('USE-04 has every field that occurs, policies by name, and changes nothing as it is', async () => {
    rig = await openListing()
    await addLive('LAMP-1')
    await type({
      'LAMP-1': {
        bestOffer: 'yes',
        autoAcceptPrice: '100',
        lotSize: '4',
        storeCategories: '/Fashion/Shirts|/Sale',
        manufacturer: 'Company: Acme;; Sons; City: Berlin; Country: DE',
      },
    })
    await start(await planChanged())
    const { text } = await rig.inventory.exportCsv({})
    const [header = '', row = ''] = text.split('\r\n')
    for (const column of ['categoryId', 'fulfillmentPolicyId', 'autoAcceptPrice', 'storeCategories', 'manufacturer']) {
      expect(header.split(',')).toContain(column)
    }
    const { policies = [] } = await rig.listing.choices({})
    expect(row).toContain(policies.find(({ policyId }) => policyId === '6100001')?.name ?? 'no policy')
    expect((await stage(text)).map(({ state }) => state)).toEqual(['unchanged'])
  })

  it('USE-04 tells each wrong cell by row and column before anything is planned', async () => {
    rig = await openListing()
    await addLive('LAMP-1', 'LAMP-2')
    await type({ 'LAMP-2': { lotSize: '4' } })
    const rows = await stage(
      'sku,Best offer enabled,BestOfferAutoAcceptPrice,autoDeclinePrice,lotSize\nLAMP-1,yes,90,95,1\nLAMP-2,,,,5',
    )
    expect(
      rows.map(({ line, state, problems }) => [
        line,
        state,
        problems.map(({ column, columnName }) => [column, columnName]),
      ]),
    ).toEqual([
      [
        2,
        'problem',
        [
          [4, 'autoDeclinePrice'],
          [5, 'lotSize'],
        ],
      ],
      [3, 'problem', [[5, 'lotSize']]],
    ])
    expect(rows[1]?.problems[0]?.message).toContain('unsaved edit')
    await rig.inventory.correctCsvCell({ line: 2, column: 4, cell: '80' })
    await rig.inventory.correctCsvCell({ line: 2, column: 5, cell: '2' })
    expect((await rig.inventory.stagedCsvRows({})).rows[0]).toMatchObject({ state: 'changed', problems: [] })
    await rig.inventory.applyCsv({})
    expect(await readRow('LAMP-1', ['autoDeclinePrice', 'lotSize'])).toMatchObject({
      cells: { autoDeclinePrice: '80', lotSize: '2' },
    })
  })

  it('USE-04 names policies, and deletes with blank cells only what a listing can be without', async () => {
    rig = await openListing()
    await addLive('LAMP-1')
    await type({ 'LAMP-1': { lotSize: '4' } })
    await start(await planChanged())
    const { policies = [] } = await rig.listing.choices({})
    const other = policies.find(({ kind, policyId }) => kind === 'fulfillment' && policyId !== '6100001')
    await rig.inventory.stageCsv({
      name: 'shop.csv',
      text: `sku,Shipping profile name,returnPolicyId,lotSize\nLAMP-1,"${other?.name ?? ''}",,`,
      blank: 'delete',
    })
    const [row] = (await rig.inventory.stagedCsvRows({})).rows
    expect(row?.problems).toEqual([])
    expect(row?.paths).toEqual([
      ...(other === undefined ? [] : [['listingPolicies', 'fulfillmentPolicyId']]),
      ['lotSize'],
    ])
    await rig.inventory.applyCsv({})
    expect((await readRow('LAMP-1', ['fulfillmentPolicyId'])).cells.fulfillmentPolicyId).toBe(
      other?.policyId ?? '6100001',
    )
  })
})

it('LST-16 the rows of the list read an offer only for a column of it', async () => {
  rig = await openListing()
  await addLive('LAMP-1')
  const all = vi.spyOn(rig.database, 'all')
  const countReads = async (columns: readonly string[]): Promise<number> => {
    all.mockClear()
    await rig.inventory.items({ columns: [...columns] })
    return all.mock.calls.filter(([sql]) => /FROM listings\b/.test(sql)).length
  }
  expect(await countReads(['title', 'quantity', 'price'])).toBe(0)
  expect(await countReads(listOfferRows(true).map(toColumnId))).toBe(1)
})

it('LST-16 a column of many items is set at once, with a preview that tells wrong values', async () => {
  rig = await openListing()
  await addLive('LAMP-1', 'LAMP-2')
  const many = (text: string) => ({
    selection: { kind: 'skus' as const, skus: ['LAMP-1', 'LAMP-2'] },
    column: 'vatPercentage',
    change: { by: 'set' as const, text },
  })
  expect((await rig.inventory.previewCells(many('120'))).rows[0]?.problem).toContain('0 to 100')
  expect(await rig.inventory.previewCells(many('19'))).toMatchObject({ changed: 2, rows: [{ problem: null }, {}] })
  await rig.inventory.changeCells(many('19'))
  await start(await planChanged())
  const tax = await onPlatform('LAMP-2', 'tax')
  expect(isJsonObject(tax) ? tax.vatPercentage : undefined).toBe(19)
})

describe('a similar item', () => {
  const textOf = async (sku: string, field: string) =>
    (await rig.listing.listing({ sku })).fields.find((one) => one.field === field)?.text

  it('LST-16 starts with the category, price and terms of the other’s listing, as a draft', async () => {
    rig = await openListing()
    await addLive('LAMP-1')
    await type({ 'LAMP-1': { lotSize: '4', vatPercentage: '19' } })
    await rig.inventory.createItem({ sku: 'LAMP-1-B', title: 'Second lamp', like: 'LAMP-1' })
    for (const [field, text] of [
      ['price', '129.00'],
      ['categoryId', '112581'],
      ['fulfillmentPolicyId', '6100001'],
      ['lotSize', '4'],
      ['vatPercentage', '19'],
      ['quantity', ''],
    ] as const) {
      expect(await textOf('LAMP-1-B', field), field).toBe(text)
    }
    expect(await rig.offersOf('LAMP-1-B')).toEqual([])
    expect((await rig.listing.listing({ sku: 'LAMP-1' })).hasDraft).toBe(true)
  })

  it('LST-16 of an item without a listing has none either', async () => {
    rig = await openListing()
    await rig.inventory.createItem({ sku: 'A-1', title: 'Lamp' })
    await rig.inventory.createItem({ sku: 'A-2', title: 'Lamp', like: 'A-1' })
    expect(await textOf('A-2', 'price')).toBe('')
    expect(await textOf('A-2', 'categoryId')).toBe('')
  })
})

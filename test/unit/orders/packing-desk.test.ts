/** What the packing desk shows, prints and makes of a scan. */
import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, it } from 'vitest'
import {
  chooseParcels,
  countText,
  findBeside,
  findNext,
  findOpen,
  groupParcels,
  itemsText,
  placesText,
} from '../../../renderer/orders/packing/desk.ts'
import { findUnscanned, readScan, type Ticks } from '../../../renderer/orders/packing/scan.ts'
import { encodeCode128, patterns } from '../../../renderer/orders/print/code128.ts'
import { labelSheets, placeLabels } from '../../../renderer/orders/print/label-sheets.ts'
import { makePickList } from '../../../renderer/orders/print/pick-list.ts'
import { Labels, PickList, Slip } from '../../../renderer/orders/print/sheets.tsx'
import { slipTexts } from '../../../renderer/orders/print/slip-texts.ts'
import type { Parcel, ParcelDetail, ParcelItem } from '../../../shared/orders/packing-contract.ts'

const item = (sku: string, more: Partial<ParcelItem> = {}): ParcelItem => ({
  orderId: '14-00001-00001',
  lineItemId: `line-${sku}`,
  listingId: `listing-${sku}`,
  sku,
  title: `Thing ${sku}`,
  variation: '',
  pieces: 1,
  price: { value: '10.00', currency: 'USD' },
  place: '',
  codes: [],
  ...more,
})

const parcel = (key: string, more: Partial<Parcel> = {}): Parcel => ({
  key,
  orderIds: [key],
  buyer: `buyer-${key}`,
  due: { kind: 'today', day: '2026-12-01' },
  shipByMs: Date.parse('2026-12-02T07:59:59Z'),
  abroad: null,
  isGift: false,
  wantsCancel: false,
  isSeparate: false,
  isPacked: false,
  items: [item('A', { orderId: key })],
  refunded: [],
  itemsTotal: { value: '10.00', currency: 'USD' },
  postage: { value: '5.00', currency: 'USD' },
  service: 'USPS Priority',
  ...more,
})

const detail = (key: string, more: Partial<ParcelDetail> = {}): ParcelDetail => ({
  key,
  address: ['Nora Lindqvist', '418 Alder Street', 'Duluth, MN 55802', 'United States'],
  name: 'Nora Lindqvist',
  phone: null,
  notes: [],
  orders: [{ orderId: key, createdAtMs: Date.parse('2026-11-29T12:00:00Z') }],
  language: 'en-US',
  shipping: { value: '5.00', currency: 'USD' },
  paid: { value: '15.00', currency: 'USD' },
  ...more,
})

const late = { kind: 'late', day: '2026-11-28' } as const

it('ORD-10 parcels are grouped: late, today, tomorrow, then by day, those without a date last', () => {
  const groups = groupParcels([
    parcel('1', { due: late }),
    parcel('2', { due: { ...late, day: '2026-11-29' } }),
    parcel('3', { orderIds: ['3', '4'] }),
    parcel('5', { due: { kind: 'tomorrow', day: '2026-12-02' } }),
    parcel('7', { due: { kind: 'day', day: '2026-12-03' } }),
    parcel('6', { due: { kind: 'none', day: null }, shipByMs: null }),
  ])
  expect(groups.map(({ kind, parcels }) => [kind, countText(parcels)])).toEqual([
    ['late', '2'],
    ['today', '2 orders, 1 parcel'],
    ['tomorrow', '1'],
    ['day', '1'],
    ['none', '1'],
  ])
})

it('ORD-10 a parcel lists its items with their pieces, and each place once', () => {
  const both = parcel('1', {
    items: [
      item('A', { place: 'B3', pieces: 2 }),
      item('B', { place: 'B3', variation: 'Blue' }),
      item('C', { place: 'A2' }),
    ],
  })
  expect(itemsText(both)).toBe('2 × Thing A; Thing B, Blue; Thing C')
  expect(placesText(both)).toBe('B3, A2')
})

it('ORD-10 the next parcel is the next that is not packed, from the top after the last', () => {
  const pile = [parcel('1'), parcel('2', { isPacked: true }), parcel('3')]
  expect(findNext(pile, '1')?.key).toBe('3')
  expect(findNext(pile, '3')?.key).toBe('1')
  expect(findNext([parcel('1')], '1')).toBeUndefined()
  expect(findBeside(pile, '1', 1)?.key).toBe('2')
  expect(findBeside(pile, '1', -1)?.key).toBe('1')
})

it('ORD-10 a print or a file is of the pile in its order: due, open, one or all', () => {
  const pile = [
    parcel('1', { due: late }),
    parcel('2', { isPacked: true }),
    parcel('3', { due: { kind: 'day', day: '2026-12-05' } }),
    parcel('4'),
  ]
  const keys = (scope: 'due' | 'open' | 'one' | 'all') => chooseParcels(pile, scope, '3').map(({ key }) => key)
  expect(keys('due')).toEqual(['1', '4'])
  expect(keys('open')).toEqual(['1', '3', '4'])
  expect(keys('one')).toEqual(['3'])
  expect(keys('all')).toEqual(['1', '2', '3', '4'])
})

const noTicks: Ticks = new Map()
const nora = parcel('14-28793-44734', {
  orderIds: ['14-28793-44734', '14-28801-10937'],
  buyer: 'nora.lind',
  items: [item('BKS-0144'), item('POT-0031', { pieces: 2, codes: ['012345678905'] })],
})
const kees = parcel('14-00002-00002', { buyer: 'kees_van_d', items: [item('POT-0012')] })
const desk = (ticks: Ticks = noTicks) => ({ parcels: [nora, kees], open: nora, ticks })

it.each(['14-28801-10937', '14-28801-10937 ', '142880110937'])(
  'ORD-10 scanning the order %s opens its parcel',
  (code) => {
    expect(readScan(code, { parcels: [kees, nora], open: kees, ticks: noTicks })).toEqual({
      is: 'order',
      key: nora.key,
    })
  },
)

it('ORD-10 scanning an SKU or a code ticks one piece, until all are ticked', () => {
  const first = readScan('pot-0031', desk())
  expect(first).toMatchObject({ is: 'item', text: 'Thing POT-0031, 1 of 2' })
  if (first.is !== 'item') throw new Error('not an item')
  expect(findUnscanned(nora, first.ticks)).toBe('Only 1 of 3 pieces are scanned. Check the parcel.')
  // The same thing by its EAN, which is the UPC with a zero before it.
  const second = readScan('0012345678905', desk(first.ticks))
  expect(second).toMatchObject({ is: 'item', text: 'Thing POT-0031, 2 of 2' })
  if (second.is !== 'item') throw new Error('not an item')
  expect(readScan('POT-0031', desk(second.ticks))).toMatchObject({
    is: 'wrong',
    text: expect.stringMatching(/^One too many/),
  })
  const third = readScan('BKS-0144', desk(second.ticks))
  expect(third.is === 'item' ? findUnscanned(nora, third.ticks) : 'wrong').toBeUndefined()
})

it('ORD-10 an item of another parcel is wrong, and says for whom it is', () => {
  expect(readScan('POT-0012', desk())).toEqual({ is: 'wrong', text: 'Wrong item: Thing POT-0012 is for kees_van_d.' })
})

it('ORD-10 a number of a carrier may complete the parcel, and any other code is wrong', () => {
  expect(readScan('9400 1118 9922 3100 0012 36', desk())).toEqual({ is: 'number', number: '9400111899223100001236' })
  expect(readScan('HELLO', desk())).toMatchObject({ is: 'wrong' })
})

it('ORD-10 the pick list sums equal things by place and SKU, and names who they are for', () => {
  const picks = makePickList([
    parcel('1', { buyer: 'nora', items: [item('MUG', { place: 'B10', pieces: 2 }), item('LAMP', { place: 'B2' })] }),
    parcel('2', { buyer: 'kees', isGift: true, items: [item('MUG', { place: 'B10' }), item('ODD')] }),
  ])
  expect(picks.map(({ place, sku, pieces, buyers }) => [place, sku, pieces, buyers.join('; ')])).toEqual([
    ['B2', 'LAMP', 1, 'nora'],
    ['B10', 'MUG', 3, 'nora; kees, gift'],
    ['', 'ODD', 1, 'kees, gift'],
  ])
})

it('ORD-10 variations without an SKU are different things on the pick list', () => {
  const picks = makePickList([
    parcel('1', {
      items: [
        item('x', { sku: null, listingId: 'L', variation: 'Blue' }),
        item('y', { sku: null, listingId: 'L', variation: 'Red' }),
        item('z', { sku: null, listingId: 'L', variation: 'Blue' }),
      ],
    }),
  ])
  expect(picks.map(({ name, pieces }) => [name, pieces])).toEqual([
    ['Thing x, Blue', 2],
    ['Thing y, Red', 1],
  ])
})

const letterhead = { heading: 'Harbour Attic', line: 'Old books', thanks: '', returns: '22 Wharf Road\nPortland' }
const slip = (more: Partial<Parcel> = {}, about: Partial<ParcelDetail> = {}, hasPrices = true): string =>
  renderToStaticMarkup(
    createElement(Slip, {
      parcel: parcel('14-1', {
        items: [item('A', { pieces: 2 })],
        itemsTotal: { value: '20.00', currency: 'USD' },
        ...more,
      }),
      detail: detail('14-1', about),
      paper: 'letter',
      letterhead,
      hasPrices,
    }),
  )

it('ORD-10 a packing slip has the heading, the address, the prices, thanks and the return address', () => {
  const html = slip()
  for (const text of [
    'Harbour Attic',
    'Nora Lindqvist',
    '$10.00',
    '$20.00',
    '$15.00',
    'Thank you for your order, Nora.',
  ]) {
    expect(html).toContain(text)
  }
  expect(html).toContain('Returns: 22 Wharf Road, Portland')
})

it('ORD-10 a slip without prices, and every slip of a gift, names no amount', () => {
  expect(slip({}, {}, false)).not.toContain('$')
  expect(slip({ isGift: true })).not.toContain('$')
})

it('ORD-10 a slip with an amount that no one can read, or in a currency of three decimals, is printed as it is', () => {
  const of = (value: string, currency: string) =>
    slip({ items: [item('A', { pieces: 3, price: { value, currency } })], itemsTotal: { value, currency } })
  expect(of('20.00', '€')).toContain('20 €')
  expect(of('much', 'USD')).toContain('much USD')
  expect(of('1.255', 'KWD')).toMatch(/KWD\s3\.765/)
})

it('ORD-10 a slip speaks the buyer’s language, with its dates and amounts', () => {
  const html = slip({}, { language: 'de-DE' })
  for (const text of [
    'Bestellung',
    'Sonntag, 29. November',
    '20,00\u00a0$',
    'Vielen Dank für Ihre Bestellung, Nora.',
  ]) {
    expect(html).toContain(text)
  }
  expect(slipTexts('ja-JP').language).toBe('en-US')
  expect(slipTexts('en-GB').language).toBe('en-GB')
})

it('ORD-10 a buyer’s text is text on every sheet, never markup', () => {
  const evil = '<img src=x onerror=alert(1)><script>'
  const of = parcel('1', {
    buyer: evil,
    service: evil,
    items: [item('A', { title: evil, sku: evil, variation: evil, place: evil })],
  })
  const about = detail('1', { address: [evil], name: evil })
  const sheets = [
    createElement(Slip, {
      parcel: of,
      detail: about,
      paper: 'a4',
      letterhead: { ...letterhead, thanks: evil },
      hasPrices: true,
    }),
    createElement(PickList, {
      parcels: [of],
      paper: 'a4',
      nowMs: 0,
      scope: 'all',
      language: 'en-US',
      picture: () => null,
    }),
    createElement(Labels, { sheet: labelSheets[0], skipped: 0, details: [about] }),
  ]
  for (const html of sheets.map((element) => renderToStaticMarkup(element))) {
    expect(html).toContain('&lt;img src=x')
    expect(html).not.toMatch(/<(?:img|script)/)
  }
})

it('ORD-10 labels begin after the skipped positions and go on with the next sheet', () => {
  const sheet = labelSheets[0]
  const pages = placeLabels(sheet, ['a', 'b', 'c'], 19)
  expect(pages.map((labels) => labels.map(({ content }) => content))).toEqual([['a', 'b'], ['c']])
  expect(pages[0]?.[0]).toMatchObject({ left: 7.2 + 63.5 + 2.5, top: 15.1 + 6 * 38.1 })
  expect(pages[1]?.[0]).toMatchObject({ left: 7.2, top: 15.1 })
  expect(placeLabels(sheet, ['a'], 500)).toHaveLength(1)
  expect(placeLabels(sheet, [], 3)).toEqual([])
})

it.each(labelSheets)('ORD-10 the labels of $id fit on their paper', (sheet) => {
  const paper = {
    'labels-a4': [210, 297],
    'labels-letter': [215.9, 279.4],
    'label-62x100': [62, 100],
    'label-4x6': [101.6, 152.4],
  }[sheet.page]
  const right = sheet.left + sheet.columns * sheet.width + (sheet.columns - 1) * sheet.gapX
  const bottom = sheet.top + sheet.rows * sheet.height + (sheet.rows - 1) * sheet.gapY
  expect(right).toBeLessThanOrEqual((paper[0] ?? 0) + 0.01)
  expect(bottom).toBeLessThanOrEqual((paper[1] ?? 0) + 0.01)
})

it('ORD-10 the bars of a code are 11 modules for each sign, all different, with the stop at the end', () => {
  expect(new Set(patterns).size).toBe(107)
  const sums = patterns.map((pattern) => [...pattern].reduce((sum, digit) => sum + Number(digit), 0))
  expect(sums).toEqual([...Array.from({ length: 106 }, () => 11), 13])
  // Bars have an even number of modules in every sign but the stop.
  const bars = patterns
    .slice(0, 106)
    .map((pattern) => [...pattern].reduce((sum, digit, at) => (at % 2 === 0 ? sum + Number(digit) : sum), 0))
  expect(bars.every((modules) => modules % 2 === 0)).toBe(true)
  expect(encodeCode128('14-28793-44734')?.width).toBe(11 * (14 + 2) + 13)
  expect(encodeCode128('Größe')).toBeUndefined()
})

describe('the parcel on the desk', () => {
  const [a, b, c] = [parcel('a'), parcel('b', { orderIds: ['b', 'c'] }), parcel('d')]

  it('ORD-10 is the first that isn’t packed, and stays when others come before it or join it', () => {
    expect(findOpen([parcel('0', { isPacked: true }), a], undefined)).toEqual({ open: a, isGone: false })
    expect(findOpen([a, b], b).open).toBe(b)
    expect(findOpen([a, b], parcel('c')).open).toBe(b)
  })

  it('ORD-10 stays and is said to be gone once it is no longer to ship, so that Enter doesn’t pack another', () => {
    expect(findOpen([a, b], c)).toEqual({ open: c, isGone: true })
  })

  it('ORD-10 makes room once it is packed and shipped, or nothing else is to ship', () => {
    expect(findOpen([a, b], { ...c, isPacked: true })).toEqual({ open: a, isGone: false })
    expect(findOpen([], c)).toEqual({ open: undefined, isGone: false })
  })
})

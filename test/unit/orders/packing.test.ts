/** The packing desk: parcels of what is to ship, their details, and the file for a carrier. */
import { expect, it } from 'vitest'
import { splitStreet } from '../../../main/orders/packing/carrier-file.ts'
import { formatAddress, readPostalAddress } from '../../../main/orders/records/address.ts'
import { type Json, line, openOrders, order } from './orders-rig.ts'

const address = (more: Json = {}): Json => ({
  addressLine1: '418 Alder Street',
  addressLine2: 'Apt 5',
  city: 'Duluth',
  stateOrProvince: 'MN',
  postalCode: '55802',
  countryCode: 'US',
  ...more,
})

const sentTo = (fullName: string, contactAddress: Json, more: Json = {}): Json => ({
  fulfillmentStartInstructions: [
    { shippingStep: { shipTo: { fullName, contactAddress }, shippingServiceCode: 'USPSGroundAdvantage' } },
  ],
  ...more,
})

const nora = sentTo('Nora Lindqvist', address(), { buyer: { username: 'nora.lind' } })

/** A started shop with these orders. */
const openDesk = async (...orders: readonly Json[]) => {
  const rig = openOrders()
  for (const each of orders) rig.platform.put(each)
  await rig.start()
  await rig.call().refresh({})
  const pile = async () => (await rig.call().pile({})).parcels
  return { ...rig, pile }
}

it('ORD-10 orders of one buyer to one address are one parcel, with the earliest date and every piece', async () => {
  const { pile, places } = await openDesk(
    order('1', {
      ...nora,
      lineItems: [line('1', { lineItemFulfillmentInstructions: { shipByDate: '2026-12-09T07:59:59Z' } })],
    }),
    order('2', {
      ...nora,
      lineItems: [
        line('2', {
          quantity: 2,
          lineItemCost: { value: '56.00', currency: 'USD' },
          lineItemFulfillmentInstructions: { shipByDate: '2026-12-08T07:59:59Z' },
        }),
      ],
    }),
    order('3', sentTo('Jules', address({ addressLine1: '9 Elm Street' }), { buyer: { username: 'jules.b' } })),
  )
  places.set('SKU-1', 'A2')
  const [, together, ...others] = await pile()
  expect(others).toEqual([])
  expect(together).toMatchObject({
    key: '2',
    orderIds: ['2', '1'],
    buyer: 'nora.lind',
    due: { kind: 'day', day: '2026-12-07' },
    service: 'USPS Ground Advantage',
    items: [
      { orderId: '2', sku: 'SKU-2', pieces: 2, place: '', price: { value: '28.00', currency: 'USD' } },
      { orderId: '1', sku: 'SKU-1', pieces: 1, place: 'A2' },
    ],
  })
})

it('ORD-10 another address, another buyer, or a missing address is another parcel', async () => {
  const { pile } = await openDesk(
    order('1', nora),
    order('2', { ...nora, ...sentTo('Nora Lindqvist', address({ addressLine2: 'Apt 6' })) }),
    order('3', { ...nora, buyer: { username: 'nora.two' } }),
    order('4', { ...nora, fulfillmentStartInstructions: [] }),
    order('5', { ...nora, fulfillmentStartInstructions: [] }),
  )
  expect((await pile()).map(({ orderIds }) => orderIds)).toEqual([['1'], ['2'], ['3'], ['4'], ['5']])
})

it('ORD-10 a parcel that is packed separately stays so after a restart, until it is joined again', async () => {
  const rig = await openDesk(order('1', nora), order('2', nora))
  await rig.call().setSeparate({ orderIds: ['1', '2'], isSeparate: true })
  await rig.restart()
  expect((await rig.pile()).map(({ orderIds, isSeparate }) => ({ orderIds, isSeparate }))).toEqual([
    { orderIds: ['1'], isSeparate: true },
    { orderIds: ['2'], isSeparate: true },
  ])
  await rig.call().setSeparate({ orderIds: ['1', '2'], isSeparate: false })
  expect((await rig.pile()).map(({ orderIds }) => orderIds)).toEqual([['1', '2']])
})

it('FACT-168 an order for pick-up is no parcel', async () => {
  const { pile } = await openDesk(
    order('1'),
    order('2', { fulfillmentStartInstructions: [{ fulfillmentInstructionsType: 'PREPARE_FOR_PICKUP' }] }),
  )
  expect((await pile()).map(({ key }) => key)).toEqual(['1'])
})

it('FACT-168 an order of which only a part is picked up is a parcel', async () => {
  const types = ['PREPARE_FOR_PICKUP', 'SHIP_TO']
  const instructions = types.map((type) => ({ fulfillmentInstructionsType: type }))
  const { pile } = await openDesk(order('1', { fulfillmentStartInstructions: instructions }))
  expect((await pile()).map(({ key }) => key)).toEqual(['1'])
})

it('ORD-10 an order that the buyer wants to cancel is marked, and not packed with another', async () => {
  const rig = await openDesk(
    order('1', nora),
    order('2', {
      ...nora,
      cancelStatus: {
        cancelState: 'IN_PROGRESS',
        cancelRequests: [
          { cancelInitiator: 'Buyer', cancelRequestState: 'REQUESTED', cancelReason: 'BUYER_ASKED_CANCEL' },
        ],
      },
    }),
  )
  await rig.call().refreshOrder({ orderId: '2' })
  expect((await rig.pile()).map(({ key, wantsCancel }) => ({ key, wantsCancel }))).toEqual([
    { key: '1', wantsCancel: false },
    { key: '2', wantsCancel: true },
  ])
})

it('ORD-10 only the pieces that are not sent are in a parcel', async () => {
  const rig = await openDesk(
    order('1', { lineItems: [line('a'), line('b', { quantity: 3 })] }),
    order('2', {
      buyer: { username: 'other' },
      orderFulfillmentStatus: 'IN_PROGRESS',
      lineItems: [line('c', { lineItemFulfillmentStatus: 'FULFILLED' }), line('d')],
    }),
  )
  expect((await rig.pile()).map(({ items }) => items.map(({ sku, pieces }) => `${pieces} ${sku}`))).toEqual([
    ['1 SKU-a', '3 SKU-b'],
    ['1 SKU-d'],
  ])
})

it('ORD-10 the sums of a parcel are those of its pieces, and a part of an order has no sum of the whole', async () => {
  const whole = { value: '30.00', currency: 'USD' }
  const lines = [line('a', { quantity: 3, lineItemCost: whole, lineItemFulfillmentStatus: 'NOT_STARTED' }), line('b')]
  const rig = await openDesk(order('1', { ...nora, lineItems: lines }))
  const sums = async () => {
    const [parcel] = await rig.pile()
    const { parcels } = await rig.call().parcels({ parcels: [['1']] })
    return [parcel?.itemsTotal?.value, parcels[0]?.paid?.value]
  }
  expect(await sums()).toEqual(['50.00', '25.00'])
  rig.platform.fulfillments.set('1', [{ fulfillmentId: 'f', lineItems: [{ lineItemId: 'line-b', quantity: 1 }] }])
  rig.platform.touch('1')
  await rig.call().refreshOrder({ orderId: '1' })
  expect(await sums()).toEqual(['30.00', undefined])
})

const back = (value: string) => ({ refunds: [{ amount: { value, currency: 'USD' } }] })

it('ORD-08 an item that was refunded whole is in no parcel, file or sum, and the parcel says so', async () => {
  const rig = await openDesk(order('1', { ...nora, lineItems: [line('a', back('20.00')), line('b', back('5.00'))] }))
  const [parcel] = await rig.pile()
  expect(parcel).toMatchObject({
    items: [{ lineItemId: 'line-b' }],
    itemsTotal: { value: '20.00' },
    refunded: ['Lamp a'],
  })
  const { parcels } = await rig.call().parcels({ parcels: [['1']] })
  expect(parcels[0]).toMatchObject({ paid: null, shipping: null })
  const { text } = await rig.call().carrierFile({
    profile: 'own',
    parcels: [['1']],
    columns: [
      { header: 'Items', field: 'items' },
      { header: 'Worth', field: 'value' },
    ],
  })
  expect(text).toBe('\ufeffItems,Worth\r\nLamp b,20.00\r\n')
})

it('ORD-08 an order of which all that is left was refunded is in no parcel', async () => {
  const { pile } = await openDesk(order('1', { ...nora, lineItems: [line('1', back('20.00'))] }), order('2', nora))
  expect((await pile()).map(({ orderIds }) => orderIds)).toEqual([['2']])
})

it('ORD-10 a gift is known by the word of the note, not by a part of another word', async () => {
  const note = (text: string) => ({ buyerCheckoutNotes: text })
  const { pile } = await openDesk(
    order('1', { ...note('It is a gift for my sister'), buyer: { username: 'a' } }),
    order('2', { ...note('Bitte als Geschenk verpacken'), buyer: { username: 'b' } }),
    order('3', { ...note('A presentation copy for gifted hands'), buyer: { username: 'c' } }),
    order('4', { ...note('Leave it with the neighbour'), buyer: { username: 'd' } }),
  )
  expect((await pile()).map(({ isGift }) => isGift)).toEqual([true, true, false, false])
})

it('ORD-06 a pile holds no address, and the details of a parcel do', async () => {
  const rig = await openDesk(order('1', { ...nora, buyerCheckoutNotes: 'Wrap it well' }))
  expect(JSON.stringify(await rig.pile())).not.toMatch(/Lindqvist|Alder|Wrap it well/)
  const { parcels } = await rig.call().parcels({ parcels: [['1'], ['unknown']] })
  expect(parcels).toMatchObject([
    {
      key: '1',
      name: 'Nora Lindqvist',
      address: ['Nora Lindqvist', '418 Alder Street', 'Apt 5', 'Duluth, MN 55802', 'United States'],
      notes: ['Wrap it well'],
    },
  ])
})

it('ORD-10 what is packed stays so after a restart, and counts as done today', async () => {
  const rig = await openDesk(order('1', nora), order('2', { ...nora, buyer: { username: 'other' } }))
  await rig.call().setPacked({ orderIds: ['1'], isPacked: true })
  await rig.restart()
  expect((await rig.pile()).map(({ key, isPacked }) => ({ key, isPacked }))).toEqual([
    { key: '1', isPacked: true },
    { key: '2', isPacked: false },
  ])
  expect((await rig.call().pile({})).doneToday).toBe(1)
  await rig.call().setPacked({ orderIds: ['1'], isPacked: false })
  expect((await rig.call().pile({})).doneToday).toBe(0)
})

it('ORD-10 a new order of a buyer is a parcel of its own once the other is packed', async () => {
  const rig = await openDesk(order('1', nora))
  await rig.call().setPacked({ orderIds: ['1'], isPacked: true })
  rig.platform.put(order('2', { ...nora, lastModifiedDate: '2026-11-21T10:00:00.000Z' }))
  await rig.call().refreshOrder({ orderId: '2' })
  expect((await rig.pile()).map(({ key, isPacked }) => ({ key, isPacked }))).toEqual([
    { key: '1', isPacked: true },
    { key: '2', isPacked: false },
  ])
})

it.each([
  ['US', ['Duluth, MN 55802', 'United States']],
  ['CA', ['Duluth MN 55802', 'Canada']],
  ['GB', ['Duluth', 'MN', '55802', 'United Kingdom']],
  ['DE', ['55802 Duluth MN', 'Germany']],
  ['ZZ', ['55802 Duluth MN', 'Unknown Region']],
])('ORD-10 writes the town and the country of %s as its post reads them', (countryCode, lines) => {
  const contact = { '/a/shipTo': { fullName: 'Nora', contactAddress: address({ countryCode }) } }
  expect(formatAddress(readPostalAddress(contact)).slice(3)).toEqual(lines)
})

it.each([
  ['DE', { city: 'Berlin', stateOrProvince: 'Berlin', county: 'berlin' }, ['55802 Berlin', 'Germany']],
  ['GB', { city: 'London', stateOrProvince: '', county: 'London' }, ['London', '55802', 'United Kingdom']],
])('ORD-10 writes a place of %s once that is town and region', (countryCode, place, lines) => {
  const contact = { '/a/shipTo': { fullName: 'Nora', contactAddress: address({ countryCode, ...place }) } }
  expect(formatAddress(readPostalAddress(contact)).slice(3)).toEqual(lines)
})

it.each([
  ['Lindenstraße 9', 'Lindenstraße', '9'],
  ['Lindenstr. 9 a', 'Lindenstr.', '9 a'],
  ['Straße des 17. Juni 135', 'Straße des 17. Juni', '135'],
  ['Hauptstraße 12-14', 'Hauptstraße', '12-14'],
  ['Postfach', 'Postfach', ''],
  ['418 Alder Street', '418 Alder Street', ''],
])('ORD-10 splits %s into street and number', (street, name, number) => {
  expect(splitStreet(street)).toEqual({ name, number })
})

const koeln = address({
  addressLine1: 'Lindenstraße 9',
  addressLine2: undefined,
  city: 'Köln',
  stateOrProvince: undefined,
  postalCode: '50674',
  countryCode: 'DE',
})

it('ORD-10 a carrier’s file has a row for each parcel, in the order of the list', async () => {
  const rig = await openDesk(
    order('1', nora),
    order('2', nora),
    order('3', sentTo('Anna Groß', koeln, { buyer: { username: 'anna' } })),
    order('4', { fulfillmentStartInstructions: [], buyer: { username: 'no_address' } }),
  )
  const file = async (profile: 'deutschePost' | 'pirateShip') =>
    rig.call().carrierFile({ profile, parcels: [['3'], ['1', '2'], ['4']], columns: [] })
  const german = await file('deutschePost')
  expect(german).toMatchObject({ rows: 2, withoutAddress: ['no_address'] })
  expect(german.text).toBe(
    [
      '\ufeffNAME;ZUSATZ;STRASSE;NUMMER;PLZ;STADT;LAND',
      'Anna Groß;;Lindenstraße;9;50674;Köln;DEU',
      'Nora Lindqvist;Apt 5;418 Alder Street;;55802;Duluth;USA',
      '',
    ].join('\r\n'),
  )
  expect((await file('pirateShip')).text.split('\r\n')[2]).toBe(
    '1 2,Nora Lindqvist,,418 Alder Street,Apt 5,Duluth,MN,55802,US,,Lamp 1; Lamp 2',
  )
})

it('ORD-10 a file by own columns has these alone, and no formula of a buyer', async () => {
  const rig = await openDesk(order('1', sentTo('=HYPERLINK("http://x")', address())))
  const { text } = await rig.call().carrierFile({
    profile: 'own',
    parcels: [['1']],
    columns: [
      { header: 'Who', field: 'name' },
      { header: 'Note', field: 'empty' },
      { header: 'Worth', field: 'value' },
    ],
  })
  expect(text).toBe('\ufeffWho,Note,Worth\r\n"\'=HYPERLINK(""http://x"")",,20.00\r\n')
})

it.each([
  ['can’t be divided by its pieces', { lineItemCost: { value: '10.00', currency: 'USD' }, quantity: 3 }, '30.00'],
  ['is not known', { lineItemCost: null, total: null }, ''],
])('ORD-10 the file’s worth is that of the whole parcel, never less, if a price %s', async (_, of, worth) => {
  const rig = await openDesk(order('1', { ...nora, lineItems: [line('1'), line('2', of)] }))
  const { text } = await rig.call().carrierFile({
    profile: 'own',
    parcels: [['1']],
    columns: [{ header: 'Worth', field: 'value' }],
  })
  expect(text).toBe(`\ufeffWorth\r\n${worth}\r\n`)
})

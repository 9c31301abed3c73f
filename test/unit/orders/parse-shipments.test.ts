import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  carriers,
  findCarrierByName,
  guessCarrier,
  normalizeTracking,
} from '../../../main/orders/shipments/carriers.ts'
import { canBeTracking } from '../../../main/orders/shipments/cell-kinds.ts'
import { parseShipments } from '../../../main/orders/shipments/parse-shipments.ts'

const read = (text: string) =>
  parseShipments(text).shipments.map(({ orderId, carrier, trackingNumber }) => [orderId, carrier, trackingNumber])

describe('pasted lines of shipments', () => {
  it.each([
    ['commas', '12-34567-89012, USPS, 9400110200881234567895'],
    ['tabs', '12-34567-89012\tUSPS\t9400 1102 0088 1234 5678 95'],
    ['semicolons and hyphens', '12-34567-89012;USPS;9400-1102-0088-1234-5678-95'],
    ['the carrier last', '12-34567-89012,9400110200881234567895,USPS'],
    ['a spreadsheet’s text cells', `12-34567-89012,USPS,"=""9400110200881234567895"""`],
    [
      'names in a first line, in another order',
      'Tracking number,Order number,Carrier\n9400110200881234567895,12-34567-89012,USPS',
    ],
    ['German names', 'Bestellnummer;Versanddienst;Sendungsnummer\n12-34567-89012;USPS;9400110200881234567895'],
  ])('ORD-03 are read with %s', (_, text) => {
    expect(read(text)).toEqual([['12-34567-89012', 'USPS', '9400110200881234567895']])
  })

  it('ORD-03 are read line by line when a list put together by hand mixes delimiters', () => {
    const text = [
      'Order number;Carrier;Tracking number',
      '12-34567-89012;USPS;9400110200881234567895',
      '12-34567-89013, Royal Mail, RB123456785GB',
      '12-34567-89014 Royal Mail RB 123 456 785 GB',
      '12-34567-89015\t1Z999AA10123456784',
      '12-34567-89016 1Z999AA10123456784',
    ].join('\n')
    expect(read(text)).toEqual([
      ['12-34567-89012', 'USPS', '9400110200881234567895'],
      ['12-34567-89013', 'Royal Mail', 'RB123456785GB'],
      ['12-34567-89014', 'Royal Mail', 'RB123456785GB'],
      ['12-34567-89015', null, '1Z999AA10123456784'],
      ['12-34567-89016', null, '1Z999AA10123456784'],
    ])
  })

  it('ORD-03 may lack the carrier', () => {
    expect(read('12-34567-89012, 1Z999AA10123456784')).toEqual([['12-34567-89012', null, '1Z999AA10123456784']])
  })

  it('ORD-03 a number that a spreadsheet shortened is refused by name', () => {
    expect(parseShipments('12-34567-89012,USPS,9.40011E+21').shipments[0]?.problem).toContain('spreadsheet')
  })

  it('ORD-03 are read line by line if they have different delimiters', () => {
    const text = '14-12345-67890, USPS, 9400\n14-00000-00001;Royal Mail;AB12\n14-00000-00002\tDHL\tJJD0'
    expect(read(text)).toEqual([
      ['14-12345-67890', 'USPS', '9400'],
      ['14-00000-00001', 'Royal Mail', 'AB12'],
      ['14-00000-00002', 'DHL', 'JJD0'],
    ])
  })

  it('ORD-03 read back whatever was written, with any delimiter and blanks', () => {
    const orderId = fc
      .tuple(
        fc.integer({ min: 10, max: 99 }),
        fc.integer({ min: 10_000, max: 99_999 }),
        fc.integer({ min: 10_000, max: 99_999 }),
      )
      .map((parts) => parts.join('-'))
    const number = fc.stringMatching(/^[A-Z0-9]{8,30}$/).filter((text) => canBeTracking(text))
    const shipment = fc.record({ orderId, carrier: fc.constantFrom(...carriers.map(({ label }) => label)), number })
    fc.assert(
      fc.property(
        fc.array(shipment, { minLength: 1, maxLength: 20 }),
        fc.constantFrom(',', ';', '\t', ', ', ' ; '),
        fc.constantFrom('\n', '\r\n', '\n\n'),
        (shipments, delimiter, end) => {
          const text = shipments.map((each) => [each.orderId, each.carrier, each.number].join(delimiter)).join(end)
          expect(read(text)).toEqual(shipments.map((each) => [each.orderId, each.carrier, each.number]))
        },
      ),
    )
  })

  it('ORD-03 never fail, and give a number of letters and digits only, or a problem', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 200 }), (text) => {
        for (const { trackingNumber, problem } of parseShipments(text).shipments) {
          expect(problem !== null || trackingNumber === null || /^[0-9A-Z]+$/.test(trackingNumber)).toBe(true)
        }
      }),
    )
  })
})

describe('a line that has no columns', () => {
  const ORDER = '12-34567-89012'
  const UPS = '1Z999AA10123456784'
  const regular = `12-34567-89011,UPS,${UPS}\n12-34567-89010,UPS,${UPS}\n12-34567-89009,UPS,${UPS}\n`
  const findOrder = (number: string) => (number === 'A100' ? { orderId: 'A100', itemNames: [] } : undefined)
  const last = (text: string) => parseShipments(text, findOrder).shipments.at(-1)

  it.each([
    [`${ORDER} UPS 2 Day ${UPS}`, { orderId: ORDER, carrier: 'UPS 2 Day', trackingNumber: UPS }],
    [`UPS ${UPS}`, { orderId: null, carrier: 'UPS', trackingNumber: UPS }],
    [`  ${UPS} `, { orderId: null, carrier: null, trackingNumber: UPS, buyer: null }],
    [`#A100 ${UPS}`, { orderId: 'A100', trackingNumber: UPS }],
    [`UPS ${'7 '.repeat(29)}`, { carrier: 'UPS', trackingNumber: '7'.repeat(29) }],
    [`${'7 '.repeat(29)}Anna`, { trackingNumber: '7'.repeat(29), buyer: 'Anna' }],
    ['9405511206203344001187 28.11.2026', { trackingNumber: '9405511206203344001187', buyer: null }],
    ['9405511206203344001187 Delivered', { trackingNumber: '9405511206203344001187', buyer: null }],
    ['9405511206203344001187 ?', { trackingNumber: null, problem: expect.stringContaining('characters') }],
    ['1234 5678 9012 3456 A. Novak', { trackingNumber: '1234567890123456', buyer: 'A. Novak' }],
    ['UPS 2 Day 123456789012', { carrier: 'UPS 2 Day', trackingNumber: '123456789012' }],
    ['DHL 24 JJD 000 390 012 345', { carrier: 'DHL 24', trackingNumber: 'JJD000390012345' }],
    ['Royal Mail 24 RB 123 456 785 GB', { carrier: 'Royal Mail 24', trackingNumber: 'RB123456785GB' }],
    ['FedEx AB 1234 5678 90', { carrier: 'FedEx', trackingNumber: 'AB1234567890' }],
    ['JJD 000 390 012 345', { trackingNumber: 'JJD000390012345' }],
    ['Anna Berg', { trackingNumber: null, problem: '“Anna Berg” isn’t a tracking number.' }],
  ])('ORD-07 “%s” is read word by word', (text, expected) => {
    expect(last(text)).toMatchObject(expected)
  })

  it.each([
    [`${ORDER},${UPS}`, { orderId: ORDER, carrier: null, trackingNumber: UPS }],
    [`${ORDER},,${UPS},`, { orderId: ORDER, carrier: null, trackingNumber: UPS, buyer: null }],
    [`${ORDER},UPS,${UPS},Anna Berg`, { carrier: 'UPS', trackingNumber: UPS, buyer: 'Anna Berg' }],
    [`Anna Berg,UPS,${UPS},-`, { orderId: null, carrier: 'UPS', trackingNumber: UPS, buyer: 'Anna Berg' }],
    [`Anna Berg,${UPS}`, { orderId: null, carrier: null, trackingNumber: UPS, buyer: 'Anna Berg' }],
    [`${ORDER},Fastbox,${UPS},-`, { orderId: ORDER, carrier: 'Fastbox', trackingNumber: UPS, buyer: null }],
    [`${ORDER},12345678,${UPS},-`, { trackingNumber: UPS }],
    [
      `${ORDER},DHL 00340434292135100186,Anna Berg,-`,
      { orderId: ORDER, carrier: 'DHL', trackingNumber: '00340434292135100186', buyer: 'Anna Berg' },
    ],
    [`${UPS},#A100`, { orderId: 'A100', trackingNumber: UPS }],
    [`UPS,${UPS},${ORDER}`, { orderId: ORDER, carrier: 'UPS', trackingNumber: UPS }],
  ])('ORD-07 “%s” among other lines is read part by part', (line, expected) => {
    expect(last(regular + line)).toMatchObject(expected)
  })

  it('ORD-07 does not decide the columns of the others', () => {
    const { shipments } = parseShipments(`-,${UPS},${ORDER},UPS\n${regular}`, findOrder)
    expect(shipments.map(({ orderId, trackingNumber }) => [orderId, trackingNumber])).toEqual([
      [ORDER, UPS],
      ['12-34567-89011', UPS],
      ['12-34567-89010', UPS],
      ['12-34567-89009', UPS],
    ])
  })
})

describe('a list of shipments', () => {
  const UPS = '1Z999AA10123456784'
  const quantity = (text: string) =>
    parseShipments(`Order,Qty,Tracking\n12-34567-89012,${text},${UPS}`).shipments.map((each) => [
      each.quantity,
      each.problem,
    ])

  it.each([
    ['3', 3],
    [' 3 ', 3],
    ['', null],
  ])('ORD-08 reads “%s” pieces as %s', (text, pieces) => {
    expect(quantity(text)).toEqual([[pieces, null]])
  })

  it.each(['0', 'two', '123456'])('ORD-08 refuses “%s” pieces by name', (text) => {
    expect(quantity(text)).toEqual([[null, `“${text}” isn’t a number of pieces.`]])
  })

  it('ORD-07 whose first line has a number has no line of names', () => {
    expect(parseShipments(`Order,12345678\n12-34567-89012,${UPS}`).shipments).toHaveLength(2)
  })

  it('ORD-07 of orders that are known needs no form of an order number', () => {
    const findOrder = (number: string) => (number === 'A100' ? { orderId: 'A100', itemNames: [] } : undefined)
    const { shipments } = parseShipments(`#A100,${UPS}`, findOrder)
    expect(shipments).toMatchObject([{ orderId: 'A100', trackingNumber: UPS }])
  })

  it('ORD-07 shows each column with its name and its first filled cell', () => {
    const text = `Order,,Tracking\n12-34567-89012,,${UPS}\n12-34567-89013,note,`
    expect(parseShipments(text).reading.columns).toEqual([
      { kind: 'order', name: 'Order', sample: '12-34567-89012' },
      { kind: expect.anything(), name: null, sample: 'note' },
      { kind: 'tracking', name: 'Tracking', sample: UPS },
    ])
  })

  it('ORD-07 keeps a line with a missing quotation mark, and says so', () => {
    const last = parseShipments(`12-34567-89012,${UPS}\n12-34567-89013,"${UPS}`).shipments.at(-1)
    expect(last).toMatchObject({ trackingNumber: null, problem: expect.stringContaining('quotation mark') })
  })

  it('ORD-07 ignores a choice for another number of columns', () => {
    const { shipments } = parseShipments(`12-34567-89012,${UPS}`, undefined, ['tracking', null, 'order'])
    expect(shipments).toMatchObject([{ orderId: '12-34567-89012', trackingNumber: UPS }])
  })

  it('ORD-07 shows its columns up to a hundred, and none of single words', () => {
    const columns = (count: number) =>
      parseShipments(['12-34567-89012', UPS, ...Array(count - 2).fill('-')].join(',')).reading.columns.length
    expect([columns(100), columns(101), parseShipments(UPS).reading.columns.length]).toEqual([100, 0, 0])
  })
})

describe('the carrier of a number', () => {
  it.each([
    ['1Z999AA10123456784', 'UPS'],
    ['9400110200881234567896', 'USPS'],
    ['RB123456785GB', 'RoyalMail'],
    ['RR473124829DE', 'DeutschePost'],
    ['00340434292135100186', 'DHL'],
    ['1Z999AA10123456785', undefined],
    ['1Z5R89390357567127', 'UPS'],
    ['RB123456784GB', undefined],
    ['RB000000005GB', 'RoyalMail'],
    ['RB000600000GB', 'RoyalMail'],
    ['123456789012', undefined],
    ['', undefined],
  ])('ORD-03 of %s is %s', (number, carrier) => {
    expect(guessCarrier(number)).toBe(carrier)
  })

  it.each([
    ['royal mail', 'RoyalMail'],
    ['FEDEX', 'FedEx'],
    ['Evri', 'Hermes'],
    ['Deutsche  Post AG', 'DeutschePost'],
    ['Österreichische Post', 'OsterreichischePostAG'],
    ['somebody', undefined],
  ])('ORD-03 named “%s” is %s', (name, code) => {
    expect(findCarrierByName(name)?.code).toBe(code)
  })

  it('ORD-03 is found whatever blanks, hyphens and capitals its number has', () => {
    expect(normalizeTracking(' 1z 999-aa1 0123 456784 ')).toBe('1Z999AA10123456784')
  })
})

/** As their tools write them; numbers, buyers and items are our own. */
describe('files of shipping tools', () => {
  const kinds = (text: string) => parseShipments(text).reading.columns.map(({ kind }) => kind)
  const samples = [
    {
      name: 'an order’s date before its number',
      text: 'Bestelldatum;Bestellnummer;Versanddienstleister;Sendungsnummer\n28.11.2026;11-10001-00001;DHL;00340434292135100186',
      columns: ['date', 'order', 'carrier', 'tracking'],
      line: ['11-10001-00001', 'DHL', '00340434292135100186'],
    },
    {
      name: 'a provider, a date and a state',
      text: 'order_id,tracking_provider,tracking_number,date_shipped,status_shipped\n11-10001-00001,usps,9400110200881234567896,2026-11-28,1',
      columns: ['order', 'carrier', 'tracking', 'date', 'status'],
      line: ['11-10001-00001', 'usps', '9400110200881234567896'],
    },
    {
      name: 'a state between the carrier and the number',
      text: 'Order,Carrier,Status,Tracking\n11-10001-00001,USPS,DELIVERED,9400110200881234567896',
      columns: ['order', 'carrier', 'status', 'tracking'],
      line: ['11-10001-00001', 'USPS', '9400110200881234567896'],
    },
    {
      name: 'columns whose names are swapped',
      text: 'order,tracking number,carrier\n11-10001-00001,USPS,9400110200881234567896',
      columns: ['order', 'carrier', 'tracking'],
      line: ['11-10001-00001', 'USPS', '9400110200881234567896'],
    },
    {
      name: 'no names, a date first and a state last',
      text: '2026-11-28,11-10001-00001,UPS,1Z999AA10123456784,In transit\n2026-11-28,11-10001-00002,UPS,1Z999AA10123456784,Delivered',
      columns: ['date', 'order', 'carrier', 'tracking', 'status'],
      line: ['11-10001-00001', 'UPS', '1Z999AA10123456784'],
    },
    {
      name: 'tabs',
      text: 'Order number\tShip date\tService\tTracking number\n11-10001-00001\t11/28/2026\tRoyal Mail 24 Tracked\tRB123456785GB',
      columns: ['order', 'date', 'carrier', 'tracking'],
      line: ['11-10001-00001', 'Royal Mail 24 Tracked', 'RB123456785GB'],
    },
    {
      name: 'a number sign before the order',
      text: 'Order,Tracking\n#11-10001-00001,1Z999AA10123456784',
      columns: ['order', 'tracking'],
      line: ['11-10001-00001', null, '1Z999AA10123456784'],
    },
    {
      name: 'the legacy number of an order',
      text: 'Record,Tracking\n110012345678-28005512345,1Z999AA10123456784',
      columns: ['order', 'tracking'],
      line: ['110012345678-28005512345', null, '1Z999AA10123456784'],
    },
    {
      name: 'what a scanner reads before a USPS number',
      text: '11-10001-00001,USPS,420551119400110200881234567896',
      columns: ['order', 'carrier', 'tracking'],
      line: ['11-10001-00001', 'USPS', '9400110200881234567896'],
    },
  ] as const
  it.each(samples)('ORD-07 are understood with $name', ({ text, columns, line }) => {
    expect(kinds(text)).toEqual(columns)
    expect(read(text)[0]).toEqual(line)
  })

  it('ORD-08 have rows for line items with quantities', () => {
    const text =
      'Order number,Item number,Quantity,Carrier,Tracking number\n11-10001-00001,110012345678,2,UPS,1Z999AA10123456784'
    expect(parseShipments(text).shipments[0]).toMatchObject({ item: '110012345678', quantity: 2 })
  })

  it('ORD-08 keep both rows of an order with two parcels', () => {
    const text = 'Order,Tracking\n11-10001-00001,1Z999AA10123456784\n11-10001-00001,9400110200881234567896'
    expect(read(text).map(([, , number]) => number)).toEqual(['1Z999AA10123456784', '9400110200881234567896'])
  })

  it('ORD-07 with two columns of numbers are asked about, and read as the seller chooses', () => {
    const text = '11-10001-00001,1Z999AA10123456784,9400110200881234567896\n11-10001-00002,RB123456785GB,RR473124829DE'
    expect(parseShipments(text).reading.question).toEqual({ kind: 'tracking', columns: [1, 2] })
    const chosen = parseShipments(text, undefined, ['order', null, 'tracking'])
    expect(chosen.reading.question).toBeNull()
    expect(chosen.shipments.map(({ trackingNumber }) => trackingNumber)).toEqual([
      '9400110200881234567896',
      'RR473124829DE',
    ])
  })

  it('ORD-07 a line of a number and a name has both', () => {
    const [line] = parseShipments('9405 5112 0620 3344 0011 87 A. Novak').shipments
    expect(line).toMatchObject({ orderId: null, trackingNumber: '9405511206203344001187', buyer: 'A. Novak' })
  })

  it('ORD-07 a state, a date or a carrier is never a tracking number, wherever it stands', () => {
    const state = fc.constantFrom(
      'DELIVERED',
      'In transit',
      'Zugestellt',
      'Livré',
      'Label created',
      'shipped 28.11.',
      'OPEN1',
    )
    const date = fc
      .date({ min: new Date('2020-01-01'), max: new Date('2030-01-01'), noInvalidDate: true })
      .chain((day) => {
        const iso = day.toISOString()
        const [year = '', month = '', date_ = ''] = iso.slice(0, 10).split('-')
        return fc.constantFrom(
          ...[iso, iso.slice(0, 10), `${date_}.${month}.${year}`, `${month}/${date_}/${year}`, year + month + date_],
        )
      })
    const carrier = fc.constantFrom(
      ...carriers.map(({ label }) => label),
      'Royal Mail 24 Tracked',
      'DHL Paket 2',
      'UPS 2 Day',
    )
    const cell = fc.oneof(state, date, carrier, fc.constant(''))
    fc.assert(
      fc.property(
        fc.array(fc.tuple(cell, cell, cell), { minLength: 1, maxLength: 6 }),
        fc.constantFrom('', 'order,tracking,carrier,status\n', 'tracking,order,date,tracking number\n'),
        fc.boolean(),
        (rows, header, isFirst) => {
          const lines = rows.map(([a, b, c]) =>
            (isFirst ? ['11-10001-00001', a, b, c] : [a, '11-10001-00001', b, c]).join(','),
          )
          for (const { trackingNumber } of parseShipments(header + lines.join('\n')).shipments) {
            expect(trackingNumber).toBeNull()
          }
        },
      ),
    )
  })
})

describe('carriers', () => {
  it.each([
    ['Royal Mail 24 Tracked', 'RoyalMail'],
    ['USPS Ground Advantage', 'USPS'],
    ['DHL Express Worldwide', 'DHLEXPRESS'],
    ['Canada Post', 'CanadaPost'],
    ['SEUR', 'Seur'],
    ['TNT', 'TNT'],
    ['Toll Priority', 'Toll'],
    ['PostNord', 'PostNord'],
    ['Interlink Express', 'Interlink'],
    ['DP World', undefined],
  ])('ORD-07 “%s” is %s', (name, code) => {
    expect(findCarrierByName(name)?.code).toBe(code)
  })
})

it('ORD-07 a long line of words is no number, and is read within the time of a test', () => {
  const texts = ['UPS '.repeat(50_000), 'carrier'.repeat(28_000), '9400 '.repeat(40_000), ','.repeat(200_000)]
  const numbers = texts.flatMap((text) =>
    parseShipments(text).shipments.flatMap(({ trackingNumber }) => trackingNumber ?? []),
  )
  expect(numbers).toEqual([])
})

it('ORD-07 no more lines are read than can be chosen, however many the text has', () => {
  const line = '1 2 3 4 5 6 7 8 9 1 2 3 4 5 6 7 8 9 1 2 3 4 5 6 A. Novak\n'
  const { shipments, leftOut } = parseShipments(line.repeat(3_500))
  expect([shipments.length, leftOut]).toEqual([1_000, 2_500])
})

import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  carriers,
  findCarrierByName,
  guessCarrier,
  normalizeTracking,
} from '../../../main/orders/shipments/carriers.ts'
import { parseShipments } from '../../../main/orders/shipments/parse-shipments.ts'
import { describeShipments, type ShipmentOrder } from '../../../main/orders/shipments/shipment-rows.ts'

const read = (text: string) =>
  parseShipments(text).map(({ orderId, carrier, trackingNumber }) => [orderId, carrier, trackingNumber])

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
    expect(parseShipments('12-34567-89012,USPS,9.40011E+21')[0]?.problem).toContain('spreadsheet')
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
    const number = fc
      .stringMatching(/^[A-Z0-9]{8,30}$/)
      .filter((text) => !/^\d+E\d+$/.test(text) && findCarrierByName(text) === undefined)
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
        for (const { trackingNumber, problem } of parseShipments(text)) {
          expect(problem !== null || trackingNumber === null || /^[0-9A-Z]+$/.test(trackingNumber)).toBe(true)
        }
      }),
    )
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

describe('what stops or doubts a pasted line', () => {
  const orders: Readonly<Record<string, ShipmentOrder>> = {
    open: { buyer: 'anna', title: 'Lamp', lineCount: 1, trackingNumbers: [], refusal: null },
    other: { buyer: 'ben', title: 'Chair', lineCount: 2, trackingNumbers: ['OLDNUMBER1'], refusal: null },
    cancelled: { buyer: 'eve', title: 'Cup', lineCount: 1, trackingNumbers: [], refusal: 'The order is cancelled.' },
  }
  const describe_ = (text: string) => describeShipments(parseShipments(text), (orderId) => orders[orderId])

  it.each([
    ['gone,UPS,1Z999AA10123456784', /isn’t known/],
    ['cancelled,UPS,1Z999AA10123456784', /cancelled/],
    ['open,Pigeon,ABC12345', /carrier isn’t known/],
    ['open,UPS,', /no tracking number/],
    ['other,UPS,old number 1', /already has a shipment/],
    ['open,UPS,ABC1\nopen,UPS,ABC 1', /Line 1 is the same/],
  ])('ORD-03 %j is not sent', (text, problem) => {
    expect(describe_(text).at(-1)?.problem).toMatch(problem)
  })

  it.each([
    ['a number of another carrier', 'open,USPS,1Z999AA10123456784', /from UPS, not USPS/],
    [
      'the same number for another order',
      'other,UPS,1Z999AA10123456784\nopen,UPS,1Z999AA10123456784',
      /Line 1 has the same/,
    ],
  ])('ORD-03 %s is doubtful, and may be sent', (_, text, doubt) => {
    const row = describe_(text).at(-1)
    expect([row?.doubts.join(' '), row?.problem]).toEqual([expect.stringMatching(doubt), null])
  })

  it('ORD-07 a carrier that is recognized from the number is not called missing', () => {
    expect(describe_('open,1Z999AA10123456784')[0]).toMatchObject({ carrierBy: 'number', doubts: [], problem: null })
  })
})

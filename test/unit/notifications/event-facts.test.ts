/** What is read from a verified notification, and the keys under which it is counted once (RCV-07, RCV-09, SEC-09). */
import { describe, expect, it } from 'vitest'
import { cutText, MAX_OCCURRENCES } from '../../../main/notifications/receiver/bounds.ts'
import { readDocumentedPaths } from '../../../main/notifications/receiver/event-paths.ts'
import { parseJsonEvent } from '../../../main/notifications/receiver/json-event.ts'
import { buildClaims, readDelivery } from '../../../main/notifications/receiver/parse-event.ts'
import { parseSoapEvent } from '../../../main/notifications/receiver/soap-event.ts'
import { parseXml } from '../../../main/xml.ts'
import { ACCOUNT_DELETION } from '../../../shared/notifications/event-types.ts'
import { SOAP } from './notifications-rig.ts'

const envelope = (inside: string): string => `<s:Envelope xmlns:s="${SOAP}"><s:Body>${inside}</s:Body></s:Envelope>`
const soap = (inside: string, action: string | null = null) => parseSoapEvent(parseXml(envelope(inside)), action)
const message = (data: unknown, over: { topic?: string; id?: string; eventDate?: string } = {}) => ({
  metadata: { topic: over.topic ?? 'ORDER_CONFIRMATION' },
  notification: { notificationId: over.id ?? 'n-1', eventDate: 'eventDate' in over ? over.eventDate : 'T', data },
})
const json = (data: unknown, over = {}) => parseJsonEvent(message(data, over))

describe('a field of a notification', () => {
  it('SEC-09 has at most 1,000 characters, and no half of one', () => {
    expect(cutText('x'.repeat(1_000))).toHaveLength(1_000)
    expect(cutText('x'.repeat(1_001))).toHaveLength(1_000)
    expect(cutText(`${'x'.repeat(999)}😀`)).toBe('x'.repeat(999))
  })

  it('SEC-09 that names the event has at most 200', () => {
    const long = 'x'.repeat(300)
    expect(soap(`<A><NotificationEventName>${long}</NotificationEventName></A>`).name).toHaveLength(200)
    expect(soap(`<${long}/>`).name).toHaveLength(200)
    expect(soap(`<${long}Response/>`).name).toHaveLength(200)
    expect(json({}, { topic: long }).name).toHaveLength(200)
  })
})

describe('reading a SOAP notification', () => {
  const named = (...fields: readonly string[]) =>
    soap(`<FixedPriceTransaction>${fields.join('')}</FixedPriceTransaction>`)

  it('RCV-09 takes the name of the element if the one inside is empty', () => {
    expect(soap('<ItemSold><NotificationEventName/></ItemSold>').name).toBe('ItemSold')
  })

  it('RCV-10 says whether it is no envelope, or an empty one', () => {
    const notEnvelope = 'It is XML, but not a SOAP envelope.'
    expect(() => parseSoapEvent(parseXml(`<s:Body xmlns:s="${SOAP}"><a/></s:Body>`), null)).toThrow(notEnvelope)
    expect(() => parseSoapEvent(parseXml('<Envelope><Body><a/></Body></Envelope>'), null)).toThrow(notEnvelope)
    expect(() => soap('')).toThrow('The SOAP body is empty.')
  })

  it('RCV-09 takes from a wrapper only what it wraps', () => {
    const transaction = (id: string) => `<TransactionID>${id}</TransactionID>`
    const event = named(
      `<TransactionArray><Page>${transaction('0')}</Page><Transaction>${transaction('1')}</Transaction></TransactionArray>`,
    )
    expect(event.occurrences.map(({ transactionId }) => transactionId)).toEqual(['1'])
  })

  it('RCV-09 takes what the transaction names before what the message names', () => {
    const item = (id: string, sku: string) => `<Item><ItemID> ${id} </ItemID><SKU>${sku}</SKU></Item>`
    const event = named(
      item('1', 'A'),
      `<Transaction>${item('2', 'B')}<TransactionPrice x="y" currencyID="EUR">1</TransactionPrice></Transaction>`,
      '<Transaction><TransactionPrice>2</TransactionPrice></Transaction>',
    )
    expect(event.occurrences).toMatchObject([
      { itemId: '2', sku: 'B', currency: 'EUR' },
      { itemId: '1', sku: 'A', currency: null },
    ])
  })

  it('RCV-09 takes what the feedback names before what the message names', () => {
    const detail = (inside: string) => `<FeedbackDetail>${inside}</FeedbackDetail>`
    const event = soap(`<FeedbackLeft><ItemID>1</ItemID>${detail('<ItemID>2</ItemID>')}${detail('')}</FeedbackLeft>`)
    expect(event.occurrences.map(({ itemId }) => itemId)).toEqual(['2', '1'])
  })

  it('SEC-09 counts what it leaves out', () => {
    const events = (count: number) =>
      named('<Transaction><TransactionID> 1 </TransactionID></Transaction>'.repeat(count))
    const event = events(MAX_OCCURRENCES + 3)
    expect([event.occurrences.length, event.omitted]).toEqual([MAX_OCCURRENCES, 3])
    expect(events(2).omitted).toBe(0)
    const { values } = readDocumentedPaths(event.name, event.tree())[1] ?? { values: [] }
    expect([values.length, values[0]]).toEqual([MAX_OCCURRENCES, '1'])
  })

  it('RCV-09 shows the item of a wrapped sale only if the documented place has none', () => {
    const values = (name: string, inside: string) => {
      const event = soap(`<${name}>${inside}</${name}>`)
      return readDocumentedPaths(event.name, event.tree())[0]?.values
    }
    expect(values('ItemSold', '<ItemID>1</ItemID><Item><ItemID>2</ItemID></Item>')).toEqual(['1'])
    expect(values('ItemSold', '<Item><ItemID>2</ItemID></Item>')).toEqual(['2'])
    expect(values('FeedbackLeft', '<Item><ItemID>2</ItemID></Item>')).toEqual([])
  })
})

describe('reading a message of the REST service', () => {
  const lines = (count: number) => ({
    order: {
      orderLineItems: Array.from({ length: count }, (_, index) => ({ orderLineItemId: `l${index}`, listingId: '9' })),
    },
  })

  it('PLT-17 reads an order without lines as one occurrence', () => {
    expect(json({ order: { orderId: 'o-1', orderLineItems: [] } }).occurrences).toMatchObject([
      { transactionId: 'o-1' },
    ])
  })

  it('SEC-09 counts the lines that it leaves out', () => {
    const { occurrences, omitted } = json(lines(MAX_OCCURRENCES + 2))
    expect([occurrences.length, omitted]).toEqual([MAX_OCCURRENCES, 2])
    expect(json(lines(1)).omitted).toBe(0)
  })

  it('RCV-09 takes the value nearest to the top that is not empty', () => {
    const data = { itemId: '', list: [], nothing: null, inner: { itemId: '5', deeper: { itemId: '6' } } }
    const event = json(data)
    expect(event.occurrences).toMatchObject([{ itemId: '5', transactionId: null }])
    const shown = event.tree().children.find(({ name }) => name === 'notification')?.children
    expect(shown?.find(({ name }) => name === 'data')?.children).toMatchObject([
      { name: 'itemId', text: '' },
      { name: 'list', text: '' },
      { name: 'nothing', text: '' },
      { name: 'inner' },
    ])
  })

  it('PLT-18 names no buyer of an account that is about to be erased', () => {
    const data = { senderUserName: 'mia' }
    expect(json(data).occurrences).toMatchObject([{ buyer: 'mia' }])
    expect(json(data, { topic: ACCOUNT_DELETION }).occurrences).toMatchObject([{ buyer: null }])
  })
})

describe('a verified delivery', () => {
  const read = (body: string, format: 'soap' | 'json' = 'json', headers = '[]') =>
    readDelivery({ format, headers }, Buffer.from(body))

  it('RCV-09 is read in its format', () => {
    expect(read(JSON.stringify(message({ listingId: '9' })))).toMatchObject({
      facts: { name: 'ORDER_CONFIRMATION', format: 'json', timestamp: 'T', notificationId: 'n-1' },
      problem: null,
    })
    expect(read(envelope('<ItemSold><ItemID>5</ItemID></ItemSold>'), 'soap')).toMatchObject({
      facts: { name: 'ItemSold', occurrences: [{ itemId: '5' }] },
      problem: null,
    })
  })

  it('SEC-09 that reports too much at once says so', () => {
    const all = '<Transaction/>'.repeat(MAX_OCCURRENCES + 4)
    expect(read(envelope(`<FixedPriceTransaction>${all}</FixedPriceTransaction>`), 'soap').problem).toBe(
      'It reports 104 things at once. The first 100 are listed and processed.',
    )
  })

  it.each([
    ['hello', 'The body is neither XML nor JSON.'],
    ['{"a" 1}', 'The body is invalid JSON.'],
    ['<a/>', 'It is XML, but not a SOAP envelope.'],
  ])('RCV-09 that can’t be read says why: %s', (body, problem) => {
    expect(read(body)).toMatchObject({ facts: { name: 'Unreadable', occurrences: [] }, event: undefined, problem })
  })
})

describe('the keys of a notification', () => {
  const data = { order: { orderLineItems: [{ listingId: '9' }] } }
  const keys = (event: ReturnType<typeof json>, canHaveTwin = true) =>
    buildClaims(event, canHaveTwin).map((claim) => claim.keys)

  it('RCV-07 are its id, and PLT-40 its content under another id', () => {
    const [one = []] = keys(json(data))
    const [twin = []] = keys(json(data, { id: 'n-2' }))
    expect([one.length, twin.length]).toEqual([2, 2])
    expect(one[0]).not.toBe(twin[0])
    expect(one[1]).toBe(twin[1])
  })

  it.each<readonly [string, ReturnType<typeof json>]>([
    ['of other data', json({ order: { orderLineItems: [{ listingId: '8' }] } }, { id: 'n-2' })],
    ['of another date', json(data, { id: 'n-2', eventDate: 'T2' })],
    ['of another topic', json(data, { id: 'n-2', topic: 'ITEM_SOLD' })],
  ])('PLT-40 differ from those %s', (_, other) => expect(keys(other)[0]?.[1]).not.toBe(keys(json(data))[0]?.[1]))

  it.each<readonly [string, ReturnType<typeof json>, boolean]>([
    ['a test', json(data), false],
    ['a message without a date', json(data, { eventDate: undefined }), true],
    ['a message without data', json(undefined), true],
    ['a message with empty data', json({}), true],
    ['an account that is about to be erased', json(data, { topic: ACCOUNT_DELETION }), true],
  ])('PLT-40 do not include the content of %s', (_, event, canHaveTwin) => {
    expect(keys(event, canHaveTwin)).toEqual([[expect.stringContaining('n-1')]])
  })

  it('RCV-07 are one for each transaction, and two events without ids differ by their content', () => {
    const sold = soap(
      '<FixedPriceTransaction><Timestamp>T</Timestamp><Item><ItemID>1</ItemID></Item><Transaction><TransactionID>2</TransactionID></Transaction><Transaction><TransactionID>3</TransactionID></Transaction></FixedPriceTransaction>',
    )
    expect(new Set(keys(sold).flat()).size).toBe(2)
    const feedback = (text: string) => soap(`<FeedbackLeft><Timestamp>T</Timestamp><Text>${text}</Text></FeedbackLeft>`)
    expect(keys(feedback('a'))).not.toEqual(keys(feedback('b')))
    expect(keys(feedback('a'))).toEqual(keys(feedback('a')))
    const undated = (text: string) => soap(`<ItemSold><ItemID>1</ItemID><Text>${text}</Text></ItemSold>`)
    expect(keys(undated('a'))).not.toEqual(keys(undated('b')))
  })
})

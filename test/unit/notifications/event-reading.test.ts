import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { dedupKey } from '../../../main/notifications/receiver/dedup-key.ts'
import { readDocumentedPaths } from '../../../main/notifications/receiver/event-paths.ts'
import { parseJsonEvent } from '../../../main/notifications/receiver/json-event.ts'
import { EventRefusal } from '../../../main/notifications/receiver/parsed-event.ts'
import { parseSoapEvent } from '../../../main/notifications/receiver/soap-event.ts'
import { parseXml } from '../../../main/xml.ts'
import { SOAP } from './notifications-rig.ts'

const envelope = (inside: string, prefix = 's'): string =>
  `<${prefix}:Envelope xmlns:${prefix}="${SOAP}"><${prefix}:Header/><${prefix}:Body>${inside}</${prefix}:Body></${prefix}:Envelope>`

const soap = (text: string, soapAction: string | null = null) => parseSoapEvent(parseXml(text), soapAction)
const read = (inside: string, soapAction: string | null = null) => soap(envelope(inside), soapAction)

describe('reading an order', () => {
  it('PLT-17 keeps every line item, and PLT-25 its user is the seller, not a buyer', () => {
    const event = parseJsonEvent({
      metadata: { topic: 'ORDER_CONFIRMATION' },
      notification: {
        notificationId: 'n',
        data: {
          user: { userId: 'u', username: 'mia' },
          order: {
            orderId: 'o',
            orderLineItems: [
              { orderLineItemId: 'o-1', listingId: '11', quantity: 1 },
              { orderLineItemId: 'o-2', listingId: '12', quantity: 2 },
            ],
          },
        },
      },
    })
    expect(event.occurrences).toMatchObject([
      { itemId: '11', transactionId: 'o-1', buyer: null },
      { itemId: '12', transactionId: 'o-2', buyer: null },
    ])
  })
})

describe('reading a SOAP notification', () => {
  it('RCV-09 reads AuctionCheckoutComplete by the paths of the document', () => {
    const event = read(
      '<AuctionCheckoutComplete><Timestamp>T</Timestamp><Item><ItemID>1</ItemID></Item><Transaction><Buyer><UserID>mia</UserID></Buyer><TransactionID>2</TransactionID></Transaction></AuctionCheckoutComplete>',
    )
    expect(event).toMatchObject({ name: 'AuctionCheckoutComplete', timestamp: 'T' })
    expect(event.occurrences).toMatchObject([{ itemId: '1', transactionId: '2', buyer: 'mia' }])
    expect(readDocumentedPaths(event.name, event.tree()).map(({ path, values }) => [path, values[0]])).toEqual([
      ['Item/ItemID', '1'],
      ['Transaction/Buyer/UserID', 'mia'],
      ['Transaction/TransactionID', '2'],
    ])
  })

  it('RCV-09 reads FixedPriceTransaction with its price and currency', () => {
    const event = read(
      '<FixedPriceTransaction><Item><ItemID>1</ItemID></Item><Transaction><TransactionID>2</TransactionID><TransactionPrice currencyID="EUR">9.99</TransactionPrice></Transaction></FixedPriceTransaction>',
    )
    expect(event.occurrences).toMatchObject([{ itemId: '1', transactionId: '2', price: '9.99', currency: 'EUR' }])
  })

  it('RCV-09 reads FeedbackLeft and ItemSold by the paths of the document', () => {
    const feedback = read(
      '<FeedbackLeft><FeedbackDetail><CommentType>Positive</CommentType><CommentingUser>tom</CommentingUser></FeedbackDetail></FeedbackLeft>',
    )
    expect(feedback.occurrences).toMatchObject([{ buyer: 'tom', commentType: 'Positive', itemId: null }])
    expect(read('<ItemSold><ItemID>5</ItemID></ItemSold>').occurrences).toMatchObject([{ itemId: '5' }])
  })

  it('RCV-09 reads the public forms: a response element, wrapped lists, several transactions', () => {
    const event = read(
      '<GetItemTransactionsResponse xmlns="urn:x"><Timestamp>T</Timestamp><NotificationEventName>FixedPriceTransaction</NotificationEventName><Item><ItemID>1</ItemID></Item><TransactionArray><Transaction><TransactionID>2</TransactionID><Buyer><UserID>mia</UserID></Buyer></Transaction><Transaction><TransactionID>3</TransactionID></Transaction></TransactionArray></GetItemTransactionsResponse>',
    )
    expect(event.name).toBe('FixedPriceTransaction')
    expect(event.occurrences.map(({ itemId, transactionId }) => [itemId, transactionId])).toEqual([
      ['1', '2'],
      ['1', '3'],
    ])
    expect(
      readDocumentedPaths(event.name, event.tree()).find(({ path }) => path === 'Transaction/TransactionID')?.values,
    ).toEqual(['2', '3'])
    const sold = read(
      '<GetItemResponse><NotificationEventName>ItemSold</NotificationEventName><Item><ItemID>8</ItemID></Item></GetItemResponse>',
    )
    expect(readDocumentedPaths(sold.name, sold.tree())).toEqual([{ path: 'ItemID', label: 'Item', values: ['8'] }])
  })

  it('RCV-09 uses the name from SOAPAction only if the message does not have it', () => {
    const action = '"https://platform.example/notification/ItemSold"'
    expect(read('<GetItemResponse><Item><ItemID>8</ItemID></Item></GetItemResponse>', action).name).toBe('ItemSold')
    expect(read('<FeedbackLeft/>', action).name).toBe('FeedbackLeft')
  })

  it('RCV-09 keeps an undocumented event type in full', () => {
    const event = read('<SomethingNew><Item><ItemID>4</ItemID></Item><Deep><Er>x</Er></Deep></SomethingNew>')
    expect(event).toMatchObject({ name: 'SomethingNew', occurrences: [{ itemId: '4' }] })
    expect(event.tree().children.map(({ name }) => name)).toEqual(['Item', 'Deep'])
  })

  it('RCV-10 finds Body by its namespace, whatever the prefix', () => {
    fc.assert(
      fc.property(fc.stringMatching(/^[A-Za-z][A-Za-z0-9]{0,8}$/), (prefix) => {
        fc.pre(prefix.toLowerCase() !== 'xml' && prefix !== 'xmlns')
        expect(soap(envelope('<ItemSold><ItemID>5</ItemID></ItemSold>', prefix)).name).toBe('ItemSold')
      }),
    )
    const bare = `<Envelope xmlns="${SOAP}"><Body><ItemSold xmlns=""><ItemID>5</ItemID></ItemSold></Body></Envelope>`
    expect(soap(bare).occurrences).toMatchObject([{ itemId: '5' }])
  })

  it('RCV-10 ignores a Body of another namespace', () => {
    const foreign = `<s:Envelope xmlns:s="${SOAP}"><x:Body xmlns:x="urn:else"><ItemSold/></x:Body></s:Envelope>`
    expect(() => soap(foreign)).toThrow(EventRefusal)
    expect(() => soap(envelope('').replaceAll(SOAP, 'urn:else'))).toThrow(EventRefusal)
  })
})

describe('reading a message of the REST service', () => {
  it('reads topic, notificationId and any known facts', () => {
    const event = parseJsonEvent({
      metadata: { topic: 'ORDER_CONFIRMATION' },
      notification: {
        notificationId: 'n-1',
        eventDate: 'T',
        data: {
          user: { username: 'mia' },
          order: { orderId: 'o', orderLineItems: [{ orderLineItemId: 'l', listingId: '9' }] },
        },
      },
    })
    expect(event).toMatchObject({ name: 'ORDER_CONFIRMATION', notificationId: 'n-1', timestamp: 'T' })
    expect(event.occurrences).toMatchObject([{ itemId: '9' }])
  })

  it('keeps JSON of another shape in full', () => {
    const event = parseJsonEvent(JSON.parse('{"hello":{"__proto__":{"x":1},"list":[1,2]}}'))
    expect(event).toMatchObject({ name: 'Message without a topic', notificationId: null })
    expect(({} as { x?: number }).x).toBeUndefined()
  })

  it('explains why JSON that is not an object is refused', () => {
    expect(() => parseJsonEvent([1])).toThrow(EventRefusal)
  })
})

describe('the key of a transaction', () => {
  const part = fc.option(fc.string(), { nil: null })
  const parts = fc.record({
    name: fc.string(),
    timestamp: part,
    itemId: part,
    transactionId: part,
    contentDigest: fc.string().map((digest) => () => digest),
  })

  it('RCV-07 depends on nothing else if the timestamp and one of the ids are given', () => {
    fc.assert(
      fc.property(parts, fc.string(), (given, digest) => {
        fc.pre(given.timestamp !== null && (given.itemId !== null || given.transactionId !== null))
        expect(dedupKey({ ...given, contentDigest: () => digest })).toBe(dedupKey(given))
      }),
    )
  })

  it('RCV-07 differs if name, timestamp, ItemID or TransactionID differ', () => {
    fc.assert(
      fc.property(parts, parts, (one, two) => {
        const same = (['name', 'timestamp', 'itemId', 'transactionId'] as const).every(
          (field) => one[field] === two[field],
        )
        fc.pre(!same)
        expect(dedupKey(one)).not.toBe(dedupKey(two))
      }),
    )
  })

  it('RCV-07 distinguishes two events by their content if the ids or the timestamp are missing', () => {
    const feedback = { name: 'FeedbackLeft', timestamp: 'T', itemId: null, transactionId: null }
    expect(dedupKey({ ...feedback, contentDigest: () => 'a' })).not.toBe(
      dedupKey({ ...feedback, contentDigest: () => 'b' }),
    )
    const sold = { name: 'ItemSold', timestamp: 'T', itemId: '1', transactionId: null }
    expect(dedupKey({ ...sold, contentDigest: () => 'a' })).toBe(dedupKey({ ...sold, contentDigest: () => 'b' }))
  })
})

import { describe, expect, it } from 'vitest'
import { openReceiver, openShop } from './practice-shop.ts'
import { openWired } from './wired-shop.ts'

const practiceToken = 'a-token-of-more-than-thirty-two-characters'

/** Opens a shop with a receiver registered for legacy events. */
const openRegistered = async (
  options: Parameters<typeof openReceiver>[1] = {},
  shopOptions: Parameters<typeof openShop>[0] = {},
) => {
  const shop = await openShop(shopOptions)
  await shop.control('POST', 'settings', { verificationToken: practiceToken })
  const receiver = await openReceiver(practiceToken, options)
  const events = ['FixedPriceTransaction', 'FeedbackLeft']
    .map(
      (type) =>
        `<NotificationEnable><EventType>${type}</EventType><EventEnable>Enable</EventEnable></NotificationEnable>`,
    )
    .join('')
  const set = await shop.call('POST', '/ws/api', {
    headers: {
      'x-svc-api-call-name': 'SetNotificationPreferences',
      'x-svc-api-siteid': '0',
      'x-svc-api-compatibility-level': '1311',
      'x-svc-api-app-name': 'practice-app',
      'x-svc-api-dev-name': 'practice-dev',
      'x-svc-api-cert-name': 'practice-cert',
    },
    body: `<soapenv:Envelope xmlns:soapenv="http://schemas.xmlsoap.org/soap/envelope/"><soapenv:Body><SetNotificationPreferencesRequest><RequesterCredentials><svcAuthToken>practice-user-token</svcAuthToken></RequesterCredentials><ApplicationDeliveryPreferences><ApplicationURL>${receiver.url}</ApplicationURL><ApplicationEnable>Enable</ApplicationEnable></ApplicationDeliveryPreferences><UserDeliveryPreferenceArray>${events}</UserDeliveryPreferenceArray></SetNotificationPreferencesRequest></soapenv:Body></soapenv:Envelope>`,
  })
  expect(set.text).toContain('<Ack>Success</Ack>')
  return { shop, receiver }
}

describe('triggered events', () => {
  it('RCV-09 delivers an event with the chosen values', async () => {
    const { shop, receiver } = await openRegistered()
    await shop.control('POST', 'events', {
      event: 'FixedPriceTransaction',
      itemId: '999',
      transactionId: '7001',
      price: '3.50',
    })
    await shop.control('POST', 'events', { event: 'FeedbackLeft', buyer: 'grumpy & co', commentType: 'Negative' })
    await receiver.arrived(2)
    const [sale, feedback] = receiver.received.map(({ body }) => body.toString())
    expect(sale).toContain('<ItemID>999</ItemID>')
    expect(sale).toContain('<TransactionID>7001</TransactionID><TransactionPrice>3.50</TransactionPrice>')
    expect(feedback).toContain('<CommentType>Negative</CommentType><CommentingUser>grumpy &amp; co</CommentingUser>')
  })

  it('ORD-01 delivers the four sales that a new shop begins with, one of them still to be shipped, once it has an address', async () => {
    const { shop, receiver } = await openRegistered({}, { hasSales: true, conversations: 120, items: 60 })
    // Without an address they were tried a moment ago.
    await shop.control('POST', 'clock', { advanceMs: 2_000 })
    await receiver.arrived(4)
    const bodies = receiver.received.map(({ body }) => body.toString())
    expect(bodies.filter((body) => body.includes('<TransactionPrice>'))).toHaveLength(2)
    expect(bodies.filter((body) => body.includes('<UserID>'))).toHaveLength(2)
    const { json } = await shop.control('GET', 'events')
    expect((json as { readonly events: readonly unknown[] }).events).toHaveLength(4)
  })

  it('delivers each event of a burst of a thousand', async () => {
    const { shop, receiver } = await openRegistered()
    const { json } = await shop.control('POST', 'events', { event: 'FixedPriceTransaction', count: 1_000 })
    expect(json).toMatchObject({ notifications: 1_000 })
    await receiver.arrived(1_000)
    expect(new Set(receiver.received.map(({ body }) => body.toString())).size).toBe(1_000)
  })

  it.each([
    [{ event: 'Nothing' }, 'event: '],
    [{ event: 'ItemSold', count: 1_001 }, 'count: must be a whole number from 1 to 1000.'],
    [{ event: 'ItemSold', price: 5 }, 'price: '],
  ])('refuses %j and names the field', async (request, message) => {
    const answer = await (await openShop()).control('POST', 'events', request)
    expect([answer.status, (answer.json as { error: string }).error]).toEqual([400, expect.stringContaining(message)])
  })
})

describe('topics', () => {
  it('publishes the given data, or a sample, to the subscribers', async () => {
    const { shop, receiver, subscribe } = await openWired()
    await subscribe()
    const data = { messageBody: 'Hi', subject: 'A' }
    expect((await shop.control('POST', 'topics/NEW_MESSAGE', { data })).json).toEqual({ notifications: 1 })
    expect((await shop.control('POST', 'topics/NEW_MESSAGE', {})).json).toEqual({ notifications: 1 })
    expect((await shop.control('POST', 'topics/LISTING', {})).json).toEqual({ notifications: 0 })
    await receiver.arrived(2)
    const published = receiver.received.map(({ body }) => JSON.parse(body.toString()).notification.data)
    expect(published.filter(({ messageBody }) => messageBody === 'Hi')).toEqual([data])
    expect(published.find(({ messageBody }) => messageBody !== 'Hi')).toHaveProperty('senderUserName')
  })

  it('NOT-06 disables a filter that names a field its topic lacks', async () => {
    const { shop, subscribe } = await openWired()
    const path = `/commerce/notification/v1/subscription/${await subscribe()}/filter`
    const settle = async (filterSchema: object): Promise<unknown> => {
      const made = await shop.asSeller('POST', path, { filterSchema })
      await shop.control('POST', 'clock', { advanceMs: 60_000 })
      return (await shop.asSeller('GET', new URL(made.headers.get('location') ?? '').pathname)).json
    }
    expect(await settle({ properties: { colour: {} } })).toMatchObject({ filterStatus: 'DISABLED' })
    expect(await settle({ anyOf: [{ required: ['colour'] }] })).toMatchObject({ filterStatus: 'DISABLED' })
    expect(await settle({ properties: { messageMedia: { items: { required: ['size'] } } } })).toMatchObject({
      filterStatus: 'DISABLED',
    })
    expect(await settle({ properties: { messageMedia: { items: { required: ['mediaName'] } } } })).toMatchObject({
      filterStatus: 'ENABLED',
    })
  })
})

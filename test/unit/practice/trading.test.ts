import { createPublicKey, verify } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { type Delivery, openReceiver, openShop, type Shop, until } from './practice-shop.ts'

const verificationToken = 'practice-verification-token-0123456789'

const credentials = '<RequesterCredentials><svcAuthToken>practice-user-token</svcAuthToken></RequesterCredentials>'
const envelope = (content: string): string =>
  `<?xml version="1.0" encoding="utf-8"?><s:Envelope xmlns:s="http://schemas.xmlsoap.org/soap/envelope/"><s:Body>${content}</s:Body></s:Envelope>`

const headersFor = (call: string): Record<string, string> => ({
  'content-type': 'text/xml',
  'x-svc-api-call-name': call,
  'x-svc-api-siteid': '0',
  'x-svc-api-compatibility-level': '1311',
  'x-svc-api-app-name': 'practice-app',
  'x-svc-api-dev-name': 'practice-dev',
  'x-svc-api-cert-name': 'practice-cert',
})
const send = (shop: Shop, call: string, body: string, change: Record<string, string> = {}) =>
  shop.call('POST', '/ws/api', { headers: { ...headersFor(call), ...change }, body })

const setBody = (url: string, events: readonly string[] = ['ItemSold'], more = ''): string =>
  envelope(
    `<SetNotificationPreferencesRequest xmlns="urn:x">${credentials}<ApplicationDeliveryPreferences>` +
      `<ApplicationURL>${url}</ApplicationURL><ApplicationEnable>Enable</ApplicationEnable>` +
      `<NotificationPayloadType>SvcSchemaSOAP</NotificationPayloadType><DeviceType>Platform</DeviceType>${more}` +
      '</ApplicationDeliveryPreferences><UserDeliveryPreferenceArray>' +
      events
        .map(
          (event) =>
            `<NotificationEnable><EventType>${event}</EventType><EventEnable>Enable</EventEnable></NotificationEnable>`,
        )
        .join('') +
      '</UserDeliveryPreferenceArray></SetNotificationPreferencesRequest>',
  )
const set = (shop: Shop, url: string, events?: readonly string[]) =>
  send(shop, 'SetNotificationPreferences', setBody(url, events))
const get = (shop: Shop, level: string) =>
  send(
    shop,
    'GetNotificationPreferences',
    envelope(
      `<GetNotificationPreferencesRequest>${credentials}<PreferenceLevel>${level}</PreferenceLevel></GetNotificationPreferencesRequest>`,
    ),
  )
const code = (text: string): string | undefined => /<ErrorCode>(\d+)<\/ErrorCode>/.exec(text)?.[1]

/** A registered receiver for some events. */
const openRegistered = async (events: readonly string[], options: Parameters<typeof openReceiver>[1] = {}) => {
  const shop = await openShop()
  const receiver = await openReceiver(verificationToken, options)
  expect((await set(shop, receiver.url, events)).text).toContain('<Ack>Success</Ack>')
  return { shop, receiver }
}

const signatureHolds = async (shop: Shop, { headers, body }: Delivery): Promise<boolean> => {
  const { kid, signature } = JSON.parse(Buffer.from(String(headers['x-svc-signature']), 'base64').toString()) as Record<
    string,
    string
  >
  const authorization = `Bearer ${await shop.applicationToken()}`
  const { json } = await shop.asSeller('GET', `/commerce/notification/v1/public_key/${kid}`, undefined, {
    authorization,
  })
  const pem = (json as { key: string }).key.replace('KEY-----', 'KEY-----\n').replace('-----END', '\n-----END')
  return verify('sha1', body, createPublicKey(pem), Buffer.from(signature ?? '', 'base64'))
}

describe('SetNotificationPreferences and GetNotificationPreferences', () => {
  it('SOAP-03 returns what was set at UserData, and every event type at Application', async () => {
    const { shop, receiver } = await openRegistered(['ItemSold', 'FeedbackLeft'])
    const user = (await get(shop, 'UserData')).text
    expect(user).toContain(
      `<ApplicationURL>${receiver.url}</ApplicationURL><ApplicationEnable>Enable</ApplicationEnable>`,
    )
    expect(user.match(/<EventType>\w+/g)).toEqual(['<EventType>ItemSold', '<EventType>FeedbackLeft'])
    const application = (await get(shop, 'Application')).text
    for (const event of [
      'AuctionCheckoutComplete',
      'FixedPriceTransaction',
      'FeedbackLeft',
      'ItemSold',
      'ItemEndedBySeller',
      'BidReceived',
    ]) {
      expect(application).toContain(`<EventType>${event}</EventType>`)
    }
  })

  it.each([
    ['21916667 for a URL of no form', 'not a url', ['ItemSold'], '21916667'],
    ['21916669 for plain HTTP off this machine', 'http://shop.example/hook', ['ItemSold'], '21916669'],
    ['21916672 for an event it does not know', 'https://shop.example/hook', ['ItemTeleported'], '21916672'],
  ])('SOAP-04 answers %s and changes nothing', async (_, url, events, expected) => {
    const shop = await openShop()
    const answer = await set(shop, url, events)
    expect(answer.status).toBe(200)
    expect(answer.text).toContain('<Ack>Failure</Ack>')
    expect(answer.text).toContain('<LongMessage>')
    expect(code(answer.text)).toBe(expected)
    expect((await get(shop, 'UserData')).text).not.toContain('<ApplicationURL>')
  })

  it.each(['&amp;', '&#38;', '&#x26;'])('SOAP-05 reads %s in an address as its character', async (written) => {
    const shop = await openShop()
    const address = `https://shop.example/hook?a=1${written}b=2`
    expect((await set(shop, address)).text).toContain('Success')
    expect((await get(shop, 'UserData')).text).toContain(
      '<ApplicationURL>https://shop.example/hook?a=1&amp;b=2</ApplicationURL>',
    )
  })

  it('SOAP-04 answers 21916680 when too many addresses are registered', async () => {
    const shop = await openShop()
    for (let number = 0; number < 25; number += 1) {
      expect((await set(shop, `https://shop.example/${number}`)).text).toContain('Success')
    }
    expect(code((await set(shop, 'https://shop.example/more')).text)).toBe('21916680')
    expect((await set(shop, 'https://shop.example/7')).text).toContain('Success')
  })

  it('SOAP-01 requires its six headers and SOAP-02 the user token', async () => {
    const shop = await openShop()
    const body = setBody('https://shop.example/hook')
    for (const name of ['siteid', 'compatibility-level', 'app-name', 'dev-name', 'cert-name']) {
      const answer = await send(shop, 'SetNotificationPreferences', body, { [`x-svc-api-${name}`]: 'wrong' })
      expect(code(answer.text), name).toBe('37')
    }
    expect(code((await send(shop, 'AddItem', body)).text)).toBe('2')
    const stranger = body.replace('practice-user-token', 'wrong')
    expect(code((await send(shop, 'SetNotificationPreferences', stranger)).text)).toBe('931')
  })

  it.each([
    ['no XML', 'hello'],
    ['no envelope', `<SetNotificationPreferencesRequest>${credentials}</SetNotificationPreferencesRequest>`],
    [
      'an envelope of another namespace',
      setBody('https://x.example/').replace('http://schemas.xmlsoap.org/soap/envelope/', 'urn:other'),
    ],
    ['a DOCTYPE', `<!DOCTYPE a [<!ENTITY b "c">]>${envelope('<x/>')}`],
    ['deep nesting', envelope('<a>'.repeat(5000) + '</a>'.repeat(5000))],
    ['another call’s body', envelope('<AddItemRequest/>')],
  ])('SOAP-05 refuses %s and goes on', async (_, body) => {
    const shop = await openShop()
    expect(code((await send(shop, 'SetNotificationPreferences', body)).text)).toBe('20170')
    expect((await get(shop, 'UserData')).text).toContain('<Ack>Success</Ack>')
  })
})

describe('the challenge', () => {
  it('RCV-02 is sent on registration; without a correct answer nothing is delivered although the call succeeds', async () => {
    const { shop, receiver } = await openRegistered(['ItemSold'], { wrong: true })
    expect(receiver.challenges).toHaveLength(1)
    const event = await shop.control('POST', 'events', { event: 'ItemSold' })
    expect(event.json).toMatchObject({ notifications: 0 })
    expect((await shop.control('GET', 'status')).json).toMatchObject({
      receiver: { applicationUrl: receiver.url, verified: false },
    })
  })

  it('uses the verification token set on the control surface', async () => {
    const shop = await openShop()
    const receiver = await openReceiver('another-token')
    await set(shop, receiver.url)
    expect((await shop.control('GET', 'status')).json).toMatchObject({ receiver: { verified: false } })
    await shop.control('POST', 'settings', { verificationToken: 'another-token' })
    await set(shop, receiver.url)
    expect((await shop.control('GET', 'status')).json).toMatchObject({ receiver: { verified: true } })
  })

  it('uses the token of the REST destination with the same endpoint', async () => {
    const shop = await openShop()
    const ownToken = 'the-token-of-the-destination-itself-1'
    const receiver = await openReceiver(ownToken)
    const headers = { authorization: `Bearer ${await shop.applicationToken()}` }
    const base = '/commerce/notification/v1'
    await shop.asSeller('PUT', `${base}/config`, { alertEmail: 'a@b.example' }, headers)
    const deliveryConfig = { endpoint: receiver.url, verificationToken: ownToken }
    await shop.asSeller('POST', `${base}/destination`, { name: 'Shop', status: 'ENABLED', deliveryConfig }, headers)
    await set(shop, receiver.url)
    expect((await shop.control('GET', 'status')).json).toMatchObject({ receiver: { verified: true } })
  })
})

describe('deliveries', () => {
  it('RCV-04 sends a signed SOAP body with the documented paths', async () => {
    const { shop, receiver } = await openRegistered(['FixedPriceTransaction'])
    const triggered = await shop.control('POST', 'events', {
      event: 'FixedPriceTransaction',
      sku: 'CAM-0101',
      price: '41.50',
    })
    expect(triggered.json).toMatchObject({ notifications: 1, events: [{ sku: 'CAM-0101' }] })
    await receiver.arrived(1)
    const [delivery] = receiver.received
    if (delivery === undefined) throw new Error('nothing came')
    const { itemId, transactionId } = (triggered.json as { events: [{ itemId: string; transactionId: string }] })
      .events[0]
    expect(delivery.body.toString()).toBe(
      '<?xml version="1.0" encoding="utf-8"?><soapenv:Envelope xmlns:soapenv="http://schemas.xmlsoap.org/soap/envelope/">' +
        '<soapenv:Body><FixedPriceTransaction><Timestamp>2026-11-21T12:00:00.000Z</Timestamp>' +
        `<Item><ItemID>${itemId}</ItemID><SKU>CAM-0101</SKU></Item><Transaction><TransactionID>${transactionId}</TransactionID>` +
        '<TransactionPrice>41.50</TransactionPrice></Transaction></FixedPriceTransaction></soapenv:Body></soapenv:Envelope>',
    )
    expect(await signatureHolds(shop, delivery)).toBe(true)
    expect(await signatureHolds(shop, { ...delivery, body: Buffer.concat([delivery.body, Buffer.from(' ')]) })).toBe(
      false,
    )
  })

  it.each([
    ['AuctionCheckoutComplete', '<Transaction><Buyer><UserID>a&amp;b</UserID></Buyer><TransactionID>'],
    [
      'FeedbackLeft',
      '<FeedbackDetail><CommentType>Positive</CommentType><CommentingUser>a&amp;b</CommentingUser></FeedbackDetail>',
    ],
    ['ItemSold', '</Timestamp><ItemID>'],
    ['BidReceived', '</Timestamp><Item><ItemID>'],
    ['ItemEndedBySeller', '</Timestamp><Item><ItemID>'],
  ])('RCV-09 writes %s', async (event, part) => {
    const { shop, receiver } = await openRegistered([event])
    await shop.control('POST', 'events', { event, buyer: 'a&b' })
    await receiver.arrived(1)
    expect(receiver.received[0]?.body.toString()).toContain(part)
  })

  it('delivers only enabled events', async () => {
    const { shop } = await openRegistered(['ItemSold'])
    expect((await shop.control('POST', 'events', { event: 'BidReceived' })).json).toMatchObject({ notifications: 0 })
  })

  it('gives several sales of one item different timestamps', async () => {
    const { shop, receiver } = await openRegistered(['ItemSold'])
    await shop.control('POST', 'events', { event: 'ItemSold', count: 3 })
    await receiver.arrived(3)
    expect(new Set(receiver.received.map(({ body }) => body.toString())).size).toBe(3)
  })

  it('RCV-05 resends until 200, after the resend delay of the practice clock', async () => {
    const { shop, receiver } = await openRegistered(['ItemSold'], { answers: [500, 404] })
    await shop.control('POST', 'events', { event: 'ItemSold' })
    const answered = (answer: string) =>
      until(async () =>
        JSON.stringify((await shop.control('GET', 'deliveries')).json).includes(`"lastAnswer":"${answer}"`),
      )
    await answered('500')
    expect(receiver.received).toHaveLength(1)
    await shop.control('POST', 'clock', { advanceMs: 10_000 })
    await answered('404')
    await shop.control('POST', 'clock', { advanceMs: 10_000 })
    await answered('200')
    expect(new Set(receiver.received.map(({ body }) => body.toString())).size).toBe(1)
    expect((await shop.control('GET', 'deliveries')).json).toMatchObject({ deliveries: [{ outcome: 'delivered' }] })
  })

  it('RCV-08 can be signed wrongly, RCV-07 delivered twice, RCV-15 delivered late', async () => {
    const { shop, receiver } = await openRegistered(['ItemSold'])
    const fault = (wish: object) => shop.control('POST', 'faults', { operation: 'notifier', count: 1, ...wish })
    await fault({ fault: 'wrongSignature' })
    await fault({ fault: 'duplicateDeliveries' })
    await shop.control('POST', 'events', { event: 'ItemSold' })
    await receiver.arrived(2)
    const [one, two] = receiver.received
    if (one === undefined || two === undefined) throw new Error('nothing came')
    expect(await signatureHolds(shop, one)).toBe(false)
    expect(two.body).toEqual(one.body)

    await fault({ fault: 'lateDeliveryMs', lateDeliveryMs: 3_600_000 })
    await shop.control('POST', 'events', { event: 'ItemSold' })
    await shop.control('POST', 'clock', { advanceMs: 3_599_000 })
    expect(receiver.received).toHaveLength(2)
    await shop.control('POST', 'clock', { advanceMs: 1000 })
    await receiver.arrived(3)
  })

  it('RCV-07 delivers a past event again on request, byte for byte', async () => {
    const { shop, receiver } = await openRegistered(['ItemSold'])
    await shop.control('POST', 'events', { event: 'ItemSold' })
    await receiver.arrived(1)
    const { events } = (await shop.control('GET', 'events')).json as { events: { eventId: string }[] }
    await shop.control('POST', 'clock', { advanceMs: 60_000 })
    await shop.control('POST', 'events', { eventId: events[0]?.eventId })
    await receiver.arrived(2)
    expect(receiver.received[1]?.body).toEqual(receiver.received[0]?.body)
  })
})

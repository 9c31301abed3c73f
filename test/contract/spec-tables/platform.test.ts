/** Sends the documented requests to the practice platform and compares its answers with the documented ones. */
import { XMLParser } from 'fast-xml-parser'
import { describe, expect, it } from 'vitest'
import { openReceiver, openShop, type Shop } from '../../unit/practice/practice-shop.ts'
import { inventoryRecords } from './inventory.ts'
import { mappingRecords } from './mapping.ts'
import { messageRecords } from './messages.ts'
import { notificationRecords } from './notification.ts'
import { type Need, nameRecord, type SpecRecord, standIns } from './record.ts'
import { tradingRecords } from './trading.ts'

const verificationToken = 'token-0123456789-0123456789-0123456789'
const notification = '/commerce/notification/v1'

/** Creates what the record needs through the platform's own calls, and returns the ids it chose. */
const prepare = async (shop: Shop, needs: readonly Need[]): Promise<ReadonlyMap<string, string>> => {
  const names = new Map<string, string>()
  const application = `Bearer ${await shop.applicationToken()}`
  const made = async (path: string, body: unknown, authorization?: string): Promise<string> => {
    const answer = await shop.asSeller('POST', `${notification}${path}`, body, authorization ? { authorization } : {})
    expect(answer.status, answer.text).toBe(201)
    return answer.headers.get('location')?.split('/').at(-1) ?? ''
  }
  const deep: readonly Need[] = ['destination', 'subscription', 'enabled', 'filter']
  const depth = Math.max(...needs.map((need) => deep.indexOf(need)), -1)

  const list = await shop.asSeller('GET', '/commerce/message/v1/conversation?conversation_type=FROM_MEMBERS')
  const { conversations } = list.json as { conversations: { conversationId: string; buyer: { username: string } }[] }
  names.set(standIns.conversation, conversations[0]?.conversationId ?? '')
  names.set(standIns.buyer, conversations[0]?.buyer.username ?? '')
  const skus = (await shop.control('GET', 'skus')).json as { sku: string }[]
  names.set(standIns.sku, skus[0]?.sku ?? '')
  const receiver = await openReceiver(verificationToken)
  names.set(standIns.endpoint, receiver.url)

  if (needs.includes('task')) {
    const start = mappingRecords[0]?.request
    const answer = await shop.asSeller('POST', start?.path ?? '', JSON.parse(start?.body ?? ''))
    const { data } = answer.json as {
      data: { startListingPreviewsCreation: { listingPreviewsCreationTask: { id: string } } }
    }
    names.set(standIns.task, data.startListingPreviewsCreation.listingPreviewsCreationTask.id)
  }
  if (needs.includes('config') || depth >= 0) {
    const answer = await shop.asSeller(
      'PUT',
      `${notification}/config`,
      { alertEmail: 'shop@example.com' },
      { authorization: application },
    )
    expect(answer.status).toBe(204)
  }
  if (depth >= 0) {
    const deliveryConfig = { endpoint: receiver.url, verificationToken }
    const body = { name: 'Shop', status: 'ENABLED', deliveryConfig }
    names.set(standIns.destination, await made('/destination', body, application))
  }
  if (depth >= 1) {
    const body = {
      topicId: 'NEW_MESSAGE',
      destinationId: names.get(standIns.destination),
      status: needs.includes('enabled') ? 'ENABLED' : 'DISABLED',
      payload: { format: 'JSON', schemaVersion: '1.0', deliveryProtocol: 'HTTPS' },
    }
    names.set(standIns.subscription, await made('/subscription', body))
  }
  if (needs.includes('filter')) {
    await shop.control('POST', 'settings', { filterConfirmationMs: 0 })
    const path = `/subscription/${names.get(standIns.subscription)}/filter`
    names.set(standIns.filter, await made(path, { filterSchema: { type: 'object' } }))
  }
  return names
}

const inPlace = (text: string, names: ReadonlyMap<string, string>): string =>
  [...names].reduce((all, [standIn, name]) => all.replaceAll(standIn, name), text)

/** Expects every recorded field with its type. The first element of a recorded list is the pattern for all elements. */
const expectShape = (actual: unknown, literal: unknown, at: string): void => {
  if (Array.isArray(literal)) {
    expect(Array.isArray(actual), `${at} is a list`).toBe(true)
    const [like] = literal as readonly unknown[]
    if (like === undefined) return
    expect((actual as readonly unknown[]).length, `${at} has an element`).toBeGreaterThan(0)
    for (const [index, element] of (actual as readonly unknown[]).entries())
      expectShape(element, like, `${at}[${index}]`)
  } else if (typeof literal === 'object' && literal !== null) {
    expect(typeof actual, `${at} is an object`).toBe('object')
    for (const [name, value] of Object.entries(literal)) {
      expect(actual, `${at} has ${name}`).toHaveProperty([name])
      expectShape((actual as Record<string, unknown>)[name], value, `${at}.${name}`)
    }
  } else {
    expect(actual === null ? 'null' : typeof actual, `the type of ${at}`).toBe(
      literal === null ? 'null' : typeof literal,
    )
  }
}

const parser = new XMLParser({ removeNSPrefix: true, isArray: (name) => name === 'NotificationEnable' })
const tokenOf = async (shop: Shop, credential: SpecRecord['credential']): Promise<Record<string, string>> =>
  credential === 'application' ? { authorization: `Bearer ${await shop.applicationToken()}` } : {}

const hold = (records: readonly SpecRecord[]): void => {
  for (const record of records) {
    it(`${nameRecord(record)} is answered as recorded`, async () => {
      const shop = await openShop()
      const names = new Map(await prepare(shop, record.platform.needs))
      if (record.operation === 'getPublicKey') names.set(standIns.key, await keyId(shop, names))
      const { request, answer, platform } = record
      const headers: Record<string, string> = {
        ...(record.credential === 'user' ? { authorization: `Bearer ${await shop.userToken()}` } : {}),
        ...(await tokenOf(shop, record.credential)),
        ...request.headers,
      }
      const given = await shop.call(request.method, inPlace(request.path, names), {
        headers,
        ...(request.body === undefined ? {} : { body: inPlace(request.body, names) }),
      })
      expect(given.status, given.text).toBe(platform.status ?? answer.status)
      if (answer.status === 201 && answer.headers !== undefined) {
        const wanted = new URL(answer.headers.location ?? '').pathname.replace(/[^/]+$/, '')
        expect(given.headers.get('location')).toContain(inPlace(wanted, names))
      }
      const shape = platform.shape ?? answer.body
      if (shape === '') expect(given.text).toBe('')
      else if (shape.startsWith('<')) expectShape(parser.parse(given.text), shapeOfXml(shape, record), record.operation)
      else expectShape(given.json, JSON.parse(shape), record.operation)
    })
  }
}

/** A new practice platform has no preferences yet, so its answer has fewer elements than the record. */
const shapeOfXml = (xml: string, { operation, note }: SpecRecord): unknown =>
  operation === 'GetNotificationPreferences' && note === 'the current settings'
    ? { Envelope: { Body: { GetNotificationPreferencesResponse: { Ack: 'Success' } } } }
    : parser.parse(xml)

/** The id of the signing key, from a delivery's signature header (RCV-04). */
const keyId = async (shop: Shop, names: ReadonlyMap<string, string>): Promise<string> => {
  const receiver = await openReceiver(verificationToken)
  const application = { authorization: `Bearer ${await shop.applicationToken()}` }
  await shop.asSeller('PUT', `${notification}/config`, { alertEmail: 'shop@example.com' }, application)
  const deliveryConfig = { endpoint: receiver.url, verificationToken }
  const destination = await shop.asSeller(
    'POST',
    `${notification}/destination`,
    { name: 'Key', status: 'ENABLED', deliveryConfig },
    application,
  )
  const destinationId = destination.headers.get('location')?.split('/').at(-1)
  await shop.asSeller('POST', `${notification}/subscription`, {
    topicId: 'NEW_MESSAGE',
    destinationId,
    status: 'ENABLED',
    payload: { format: 'JSON', schemaVersion: '1.0', deliveryProtocol: 'HTTPS' },
  })
  await shop.control('POST', 'messages', { conversationId: names.get(standIns.conversation), text: 'Hello' })
  await receiver.arrived(1)
  const header = String(receiver.received[0]?.headers['x-svc-signature'])
  const { kid } = JSON.parse(Buffer.from(header, 'base64').toString('utf8')) as { kid: string }
  return kid
}

describe('inventory', () => {
  hold(inventoryRecords)
})
describe('mapping', () => {
  hold(mappingRecords)
})
describe('messages', () => {
  hold(messageRecords)
})
describe('notification service', () => {
  hold(notificationRecords)
})
describe('legacy calls', () => {
  hold(tradingRecords)
})

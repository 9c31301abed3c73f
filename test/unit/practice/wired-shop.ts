/** A practice shop with a receiver, and the calls of an application to its notification service. */
import { createPublicKey, verify } from 'node:crypto'
import { expect } from 'vitest'
import { type Delivery, openReceiver, openShop, type Shop } from './practice-shop.ts'

export const base = '/commerce/notification/v1'
export const verificationToken = 'a-token-of-more-than-thirty-two-characters'

export const openApplication = async (shop: Shop) => {
  const authorization = `Bearer ${await shop.applicationToken()}`
  const asApplication = (method: string, path: string, body?: unknown) =>
    shop.asSeller(method, `${base}${path}`, body, { authorization })
  const created = async (path: string, body: unknown): Promise<string> => {
    const answer = await asApplication('POST', path, body)
    expect([answer.status, answer.text]).toEqual([201, '{}'])
    return (answer.headers.get('location') ?? '').split('/').at(-1) ?? ''
  }
  return { asApplication, created }
}
export const destination = (endpoint: string, change: object = {}) => ({
  name: 'Shop',
  status: 'ENABLED',
  deliveryConfig: { endpoint, verificationToken },
  ...change,
})
export const subscription = (destinationId: string, change: object = {}) => ({
  topicId: 'NEW_MESSAGE',
  destinationId,
  status: 'ENABLED',
  payload: { format: 'JSON', schemaVersion: '1.0', deliveryProtocol: 'HTTPS' },
  ...change,
})

/** Opens a shop with a receiver and a destination. `subscribe` acts as the seller. */
export const openWired = async (options: Parameters<typeof openReceiver>[1] = {}) => {
  const shop = await openShop()
  const application = await openApplication(shop)
  await application.asApplication('PUT', '/config', { alertEmail: 'seller@shop.example' })
  const receiver = await openReceiver(verificationToken, options)
  const destinationId = await application.created('/destination', destination(receiver.url))
  const subscribe = async (change: object = {}): Promise<string> => {
    const answer = await shop.asSeller('POST', `${base}/subscription`, subscription(destinationId, change))
    expect(answer.status).toBe(201)
    return (answer.headers.get('location') ?? '').split('/').at(-1) ?? ''
  }
  return { shop, ...application, receiver, destinationId, subscribe }
}

/** Checks X-SVC-SIGNATURE as a receiver does: key id, public key without line breaks, body as received. */
export const isSigned = async (shop: Shop, { headers, body }: Delivery): Promise<boolean> => {
  const header = JSON.parse(Buffer.from(String(headers['x-svc-signature']), 'base64').toString()) as Record<
    string,
    string
  >
  const { asApplication } = await openApplication(shop)
  const { json } = await asApplication('GET', `/public_key/${header.kid}`)
  const { key, algorithm, digest } = json as Record<string, string>
  expect([header.alg, algorithm, digest]).toEqual(['ecdsa', 'ECDSA', 'SHA1'])
  expect(key).not.toContain('\n')
  const der = Buffer.from((key ?? '').replace(/-----[A-Z ]+-----/g, ''), 'base64')
  const publicKey = createPublicKey({ key: der, format: 'der', type: 'spki' })
  expect(publicKey.asymmetricKeyDetails).toMatchObject({ namedCurve: 'prime256v1' })
  return verify('sha1', body, publicKey, Buffer.from(header.signature ?? '', 'base64'))
}

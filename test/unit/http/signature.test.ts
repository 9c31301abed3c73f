/** Signed calls, judged by two implementations that are not ours: the platform's own SDK and the client `ebay-api`. */
import { generateKeyPairSync } from 'node:crypto'
import { type Config, generateSignatureKey, validateSignature } from 'digital-signature-nodejs-sdk'
import eBayApi from 'ebay-api'
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { mustSign, type SigningKey, signatureHeaders } from '../../../main/http/signature.ts'
import { platforms } from '../../../shared/connection/platforms.ts'

const atMs = Date.parse('2026-11-28T12:00:00Z')
const pair = generateKeyPairSync('ed25519')
const der = (key: typeof pair.privateKey, type: 'pkcs8' | 'spki'): string =>
  key.export({ type: type as 'pkcs8', format: 'der' }).toString('base64')
const publicKey = der(pair.publicKey, 'spki')
const privateKey = der(pair.privateKey, 'pkcs8')
const masterKey = Buffer.alloc(32, 7).toString('base64')

const refund = {
  method: 'POST',
  url: 'https://apiz.ebay.com/sell/x/v1/refund?a=1',
  body: '{"amount":"17.95"}',
} as const
const payouts = { method: 'GET', url: 'https://apiz.ebay.com/sell/finances/v1/payout?limit=20' } as const

const configOf = (method: string, path: string): Config => ({
  digestAlgorithm: 'sha256',
  jwe: '',
  jwtExpiration: 3,
  jweHeaderParams: { alg: 'A256GCMKW', enc: 'A256GCM', zip: 'DEF' },
  jwtPayload: { appid: 'app', pkey: publicKey },
  masterKey,
  privateKey,
  publicKey,
  signatureComponents: { method, path, authority: 'apiz.ebay.com', targetUri: '', scheme: 'https', requestTarget: '' },
  signatureParams: ['content-digest', 'x-ebay-signature-key', '@method', '@path', '@authority'],
})

let key: SigningKey
// The header that names the key is valid from the moment it was made.
beforeAll(async () => {
  vi.useFakeTimers({ now: atMs, toFake: ['Date'] })
  key = { privateKey, jwe: await generateSignatureKey(configOf('GET', '/')) }
})
// The SDK prints why it refuses.
beforeEach(() => void vi.spyOn(console, 'error').mockImplementation(() => undefined))
afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
})

const judge = async (
  request: { readonly method: 'GET' | 'POST'; readonly url: string; readonly body?: string },
  headers: Readonly<Record<string, string>>,
): Promise<boolean> =>
  validateSignature(
    { headers, body: request.body === undefined ? undefined : Buffer.from(request.body) } as never,
    configOf(request.method, new URL(request.url).pathname),
  ).then(
    // It resolves with the sentence of what is wrong.
    (verdict) => (verdict as unknown) === true,
    () => false,
  )

describe('a signed call', () => {
  it.each([
    ['with a body', refund],
    ['without one', payouts],
  ])('PLT-47 %s is accepted by the platform’s own SDK', async (_, request) => {
    vi.useFakeTimers({ now: atMs, toFake: ['Date'] })
    expect(await judge(request, signatureHeaders(request, key, atMs))).toBe(true)
  })

  it.each([
    ['with a body', refund],
    ['without one', payouts],
  ])('PLT-47 %s has the headers that ebay-api writes', (_, request) => {
    vi.useFakeTimers({ now: atMs, toFake: ['Date'] })
    const api = new eBayApi({ appId: 'a', certId: 'c', sandbox: false, signature: { jwe: key.jwe, privateKey } })
    const { pathname: path } = new URL(request.url)
    const components = { method: request.method, path, authority: 'apiz.ebay.com' }
    const body = 'body' in request ? request.body : undefined
    const { 'x-ebay-enforce-signature': _enforced, ...expected } = api.sell.finances.getDigitalSignatureHeaders(
      components,
      body,
    ) as Record<string, string>
    expect(signatureHeaders(request, key, atMs)).toEqual(expected)
  })

  it('PLT-47 is refused when its body was changed on the way', async () => {
    vi.useFakeTimers({ now: atMs, toFake: ['Date'] })
    const headers = signatureHeaders(refund, key, atMs)
    expect(await judge({ ...refund, body: '{"amount":"1795.00"}' }, headers)).toBe(false)
  })

  it('PLT-47 is refused for another path or method', async () => {
    vi.useFakeTimers({ now: atMs, toFake: ['Date'] })
    const headers = signatureHeaders(payouts, key, atMs)
    expect(await judge({ ...payouts, url: 'https://apiz.ebay.com/sell/finances/v1/transfer' }, headers)).toBe(false)
    expect(await judge({ ...payouts, method: 'POST' }, headers)).toBe(false)
  })

  it('PLT-47 takes an Ed25519 key only', () => {
    const rsa = generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey
    const text = rsa.export({ type: 'pkcs8', format: 'der' }).toString('base64')
    expect(() => signatureHeaders(payouts, { ...key, privateKey: text }, atMs)).toThrow('Ed25519')
  })
})

describe('the calls that are signed', () => {
  it('FACT-170 PLT-47 are all of Finances, and those of other services that pay or return money', () => {
    const { calls } = platforms.ebay.signatures
    expect(mustSign(calls, { service: 'finances', operation: 'getPayouts' })).toBe(true)
    expect(mustSign(calls, { service: 'fulfillment', operation: 'issueRefund' })).toBe(true)
    expect(mustSign(calls, { service: 'fulfillment', operation: 'getOrders' })).toBe(false)
    expect(mustSign(calls, { service: 'postOrder', operation: 'issueReturnRefund' })).toBe(true)
    expect(mustSign(calls, { service: 'messages', operation: 'sendMessage' })).toBe(false)
    expect(mustSign(platforms.neutral.signatures.calls, { service: 'finances', operation: 'getPayouts' })).toBe(false)
  })
})

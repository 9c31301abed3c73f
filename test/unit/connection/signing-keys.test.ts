/** The key that signs calls: made when it is needed, kept as a secret, and never missing from a call that needs it. */
import { generateKeyPairSync } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { createRequestSigner, SIGNING_KEY_SECRET } from '../../../main/connection/signing-keys.ts'
import type { HttpRequest, HttpResponse } from '../../../main/http/request.ts'
import { completeProfile } from '../../../shared/connection/profile.ts'
import { Failure } from '../../../shared/result.ts'
import { createFakeClock } from '../../support/fake-clock.ts'

const YEAR_S = 365 * 86_400
const privateKey = generateKeyPairSync('ed25519').privateKey.export({ type: 'pkcs8', format: 'der' }).toString('base64')

const payouts: HttpRequest = {
  service: 'finances',
  operation: 'getPayouts',
  method: 'GET',
  url: 'https://apiz.example/sell/finances/v1/payout',
  pathTemplate: '/payout',
  headers: { accept: 'application/json' },
  lane: 'read',
  repeatable: true,
  credential: 'user',
}

const open = (answers: readonly (Partial<HttpResponse> | Error)[] = [], marketplaceId = 'EBAY_GB') => {
  const clock = createFakeClock()
  const profile = completeProfile(
    { id: 'p', name: 'P', kind: 'practice', platform: 'ebay', marketplaceId } as never,
    'http://127.0.0.1:9',
  )
  const stored = new Map<string, string>()
  const asked: HttpRequest[] = []
  let made = 0
  const fresh = (): Partial<HttpResponse> => {
    made += 1
    const key = {
      signingKeyId: `k${made}`,
      privateKey,
      jwe: `jwe-${made}`,
      expirationTime: clock.nowMs() / 1000 + 3 * YEAR_S,
    }
    return { status: 201, body: Buffer.from(JSON.stringify(key)) }
  }
  const { sign, misses } = createRequestSigner({
    profile,
    secrets: {
      get: async (name) => stored.get(name),
      set: async (name, secret) => void stored.set(name, secret),
    },
    tokens: { current: async () => 'app-token', renew: async () => 'app-token' },
    send: async (request) => {
      asked.push(request)
      const answer = answers[asked.length - 1] ?? fresh()
      if (answer instanceof Error) throw answer
      return { status: 500, headers: {}, body: new Uint8Array(), bodyCut: false, ...answer }
    },
    clock,
  })
  return { sign, misses, asked, stored, clock }
}

describe('a call that needs a signature', () => {
  it('PLT-47 makes a key at the first need, keeps it as a secret, and uses it again', async () => {
    const { sign, asked, stored } = open()
    const [one, other] = await Promise.all([sign(payouts), sign(payouts)])
    expect(asked).toMatchObject([
      { service: 'keyManagement', operation: 'createSigningKey', headers: { authorization: 'Bearer app-token' } },
    ])
    expect(one.headers['x-ebay-signature-key']).toBe('jwe-1')
    expect(other.headers.signature).toBe(one.headers.signature)
    expect((await sign(payouts)).headers['x-ebay-signature-key']).toBe('jwe-1')
    expect(asked).toHaveLength(1)
    expect(stored.get(SIGNING_KEY_SECRET)).toContain(privateKey)
  })

  it('PLT-47 replaces a key that ends, and uses it to its end if there is no other', async () => {
    const { sign, asked, clock } = open([{ status: 503 }, { status: 503 }])
    await sign(payouts).catch(() => undefined)
    await sign(payouts).catch(() => undefined)
    expect(asked).toHaveLength(2)
    expect((await sign(payouts)).headers['x-ebay-signature-key']).toBe('jwe-1')
    await clock.advance((3 * YEAR_S - 10 * 86_400) * 1000)
    expect((await sign(payouts)).headers['x-ebay-signature-key']).toBe('jwe-2')
  })

  it.each([
    ['no key', { status: 403, body: Buffer.from('{}') }],
    [
      'a key that is none',
      { status: 201, body: Buffer.from('{"signingKeyId":"1","privateKey":"x","jwe":"y","expirationTime":1}') },
    ],
  ])('PLT-47 ends in a sentence if the platform gives %s, and never leaves unsigned', async (_, answer) => {
    const { sign, stored } = open([answer])
    await expect(sign(payouts)).rejects.toThrow(Failure)
    await expect(open([answer]).sign(payouts)).rejects.toThrow('Nothing was sent')
    expect(stored.size).toBe(0)
  })

  it('PLT-47 takes no key whose name could end a header, or add a line to what is signed', async () => {
    const key = { signingKeyId: '1', privateKey, jwe: 'jwe\n"@path": /payout', expirationTime: 4e9 }
    const { sign, stored } = open([{ status: 201, body: Buffer.from(JSON.stringify(key)) }])
    await expect(sign(payouts)).rejects.toThrow('Nothing was sent')
    expect(stored.size).toBe(0)
  })

  it('PLT-47 makes one key a day, also where this computer’s clock says that each new one has ended', async () => {
    const { sign, asked, clock } = open([
      {
        status: 201,
        body: Buffer.from(JSON.stringify({ signingKeyId: '1', privateKey, jwe: 'old', expirationTime: 1 })),
      },
    ])
    for (let call = 0; call < 5; call += 1) {
      expect((await sign(payouts)).headers['x-ebay-signature-key']).toBe('old')
    }
    expect(asked).toHaveLength(1)
    await clock.advance(86_400_000)
    expect((await sign(payouts)).headers['x-ebay-signature-key']).toBe('jwe-1')
  })

  it('FACT-170 PLT-47 makes no key for sellers elsewhere, until the platform misses a signature', async () => {
    const { sign, misses, asked } = open([], 'EBAY_US')
    expect(await sign(payouts)).toBe(payouts)
    const refusal = (errorId: number, status = 403): HttpResponse => ({
      status,
      headers: {},
      body: Buffer.from(JSON.stringify({ errors: [{ errorId, message: 'Missing x-ebay-signature-key header' }] })),
      bodyCut: false,
    })
    expect(misses(payouts, refusal(1100))).toBe(false)
    expect(misses({ ...payouts, service: 'inventory' }, refusal(215001))).toBe(false)
    expect(await sign(payouts)).toBe(payouts)
    expect(asked).toEqual([])
    expect(misses(payouts, refusal(215001))).toBe(true)
    expect((await sign(payouts)).headers['x-ebay-signature-key']).toBe('jwe-1')
  })

  it('PLT-47 leaves other calls as they are', async () => {
    const { sign, asked } = open()
    const request = { ...payouts, service: 'fulfillment', operation: 'getOrders' } as const
    expect(await sign(request)).toBe(request)
    expect(asked).toEqual([])
  })
})

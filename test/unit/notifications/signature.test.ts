import { generateKeyPairSync, sign } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import {
  importKey,
  isSignatureValid,
  type PublicKey,
  parseSignatureHeader,
} from '../../../main/notifications/receiver/signature.ts'
import { newSigner, signatureFor } from './notifications-rig.ts'

const signer = newSigner('key-1')
const other = newSigner('key-2')
const body = Buffer.from('<a>12.50 €</a>')

const forms: readonly (readonly [string, string])[] = [
  ['with line breaks', signer.publicPem],
  ['in one line', signer.publicPem.replaceAll('\n', '')],
  ['with CRLF', signer.publicPem.replaceAll('\n', '\r\n')],
  ['with spaces for line breaks', signer.publicPem.replaceAll('\n', ' ')],
]

const verdict = async (
  key: PublicKey,
  header: string,
  bytes: Uint8Array,
  format: 'soap' | 'json' = 'soap',
): Promise<boolean> => {
  const verifying = importKey(key)
  const parsed = parseSignatureHeader(header)
  if (typeof verifying === 'string' || parsed === undefined)
    throw new Error('neither key nor header may be refused here')
  return isSignatureValid(verifying, parsed.signature, bytes, format)
}

describe('the signature', () => {
  describe.each(forms)('with a key as PEM %s', (_, key) => {
    it.each([
      ['SHA1', 'sha1'],
      ['SHA256', 'sha256'],
      ['SHA-256', 'sha256'],
    ] as const)("RCV-04 takes the hash from the key's digest %s", async (digest, hash) => {
      const publicKey = { key, algorithm: 'ECDSA', digest }
      expect(await verdict(publicKey, signatureFor(signer, body, hash), body)).toBe(true)
      const wrongHash = hash === 'sha1' ? 'sha256' : 'sha1'
      expect(await verdict(publicKey, signatureFor(signer, body, wrongHash), body)).toBe(false)
    })
  })

  describe('in another form', () => {
    const { kid, signature = '' } = JSON.parse(Buffer.from(signatureFor(signer, body), 'base64').toString()) as Record<
      string,
      string
    >
    const bytes = Buffer.from(signature, 'base64')

    it.each([
      ['json', JSON.stringify({ publicKeyId: kid, signature })],
      ['pairs', `kid=${kid};signature=${signature}`],
      ['pairs', `key_id="${kid}", algorithm="ecdsa", sig="${bytes.toString('hex')}"`],
      ['keyAndSignature', `${kid}:${signature}`],
      ['keyAndSignature', `${kid}; ${bytes.toString('hex')}`],
    ] as const)('RCV-04 %s finds key id and signature in %s', (form, header) => {
      expect(parseSignatureHeader(header, form)).toEqual({ kid, signature: bytes })
    })

    it('RCV-04 ignores spaces around the header', () => {
      expect(parseSignatureHeader(` ${kid}:${signature} `, 'keyAndSignature')).toEqual({ kid, signature: bytes })
    })

    it('RCV-04 reads only the chosen form', () => {
      expect(parseSignatureHeader(signatureFor(signer, body), 'pairs')).toBeUndefined()
      expect(parseSignatureHeader(`${kid}:${signature}`, 'base64Json')).toBeUndefined()
    })
  })

  const key = { key: signer.publicPem, algorithm: 'ECDSA', digest: 'SHA1' }

  it('RCV-04 is wrong for a body that was changed by one byte', async () => {
    expect(await verdict(key, signatureFor(signer, body), Buffer.from('<a>12.51 €</a>'))).toBe(false)
  })

  it('RCV-04 is wrong under a swapped key', async () => {
    expect(await verdict({ ...key, key: other.publicPem }, signatureFor(signer, body), body)).toBe(false)
  })

  it('RCV-04 accepts the compact form of re-serialised JSON, and only of JSON', async () => {
    const compact = '{"a":1,"b":["x"]}'
    const pretty = Buffer.from('{ "a": 1,\n "b": ["x"] }')
    expect(await verdict(key, signatureFor(signer, compact), pretty, 'json')).toBe(true)
    expect(await verdict(key, signatureFor(signer, compact), pretty, 'soap')).toBe(false)
    expect(await verdict(key, signatureFor(signer, compact), Buffer.from('{ "a": 2, "b": ["x"] }'), 'json')).toBe(false)
  })

  it('RCV-04 accepts an RSA key', async () => {
    const rsa = generateKeyPairSync('rsa', { modulusLength: 2048 })
    const pem = rsa.publicKey.export({ type: 'spki', format: 'pem' }).toString()
    const signature = sign('sha256', body, rsa.privateKey).toString('base64')
    const header = Buffer.from(JSON.stringify({ kid: 'key-1', signature })).toString('base64')
    expect(await verdict({ key: pem, algorithm: 'RSA', digest: 'SHA256' }, header, body)).toBe(true)
  })

  it('SEC-09 tries the compact form only of a body that is quick to parse', async () => {
    const compact = (length: number) => JSON.stringify({ a: 'x'.repeat(length) })
    const pretty = (text: string) => Buffer.from(text.replace('"a":', '"a": '))
    const short = compact(64 * 1024 - 9)
    expect(pretty(short)).toHaveLength(64 * 1024)
    expect(await verdict(key, signatureFor(signer, short), pretty(short), 'json')).toBe(true)
    const long = compact(64 * 1024 - 8)
    expect(await verdict(key, signatureFor(signer, long), pretty(long), 'json')).toBe(false)
  })

  it('RCV-04 is wrong for a body that is not JSON', async () => {
    expect(await verdict(key, signatureFor(signer, '{}'), Buffer.from('{'), 'json')).toBe(false)
  })

  it('refuses a key of another type with a clear message', () => {
    const { publicKey } = generateKeyPairSync('ed25519')
    const pem = publicKey.export({ type: 'spki', format: 'pem' }).toString()
    expect(importKey({ ...key, key: pem })).toBe('Its type “ed25519” isn’t supported.')
  })

  it.each(['MD5', 'none', '', 'SHA512'])('refuses a key with the digest "%s" with a clear message', (digest) => {
    expect(importKey({ ...key, digest })).toMatch(/digest/)
  })

  it('SEC-09 shows at most 40 characters of an unknown digest', () => {
    expect(importKey({ ...key, digest: 'x'.repeat(100) })).toMatch(/“x{40}”/)
  })

  it('refuses an invalid key with a clear message', () => {
    expect(importKey({ ...key, key: '-----BEGIN PUBLIC KEY-----AAAA-----END PUBLIC KEY-----' })).toMatch(/is invalid/)
  })

  const header = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64')
  it.each([
    ['no base64', '%%%'],
    ['no JSON', Buffer.from('hello').toString('base64')],
    ['no key id', header({ signature: 'AAAA' })],
    ['no signature', header({ kid: 'key-1' })],
    ['a key id that leads elsewhere', header({ kid: '../config', signature: 'AAAA' })],
    ['a key id with a slash', header({ kid: 'a/b', signature: 'AAAA' })],
    ['more than anybody sends', `${header({ kid: 'key-1', signature: 'AAAA' })}${' '.repeat(8_192)}`],
  ])('does not read a header with %s', (_, value) => {
    expect(parseSignatureHeader(value)).toBeUndefined()
  })
})

/** The vectors of eBay's own kit, event-notification-nodejs-sdk 1.0.3 (Apache License 2.0). */
const official = {
  key: {
    key: '-----BEGIN PUBLIC KEY-----MFkwEwYHKoZIzj0CAQYIKoZIzj0DAQcDQgAEZhhxXKtR+TOvtDbgTPCkSof02qgBB7IsYOyf76ilExJ/upAa/vKIKheOoCyOpcLmi4t0b4uepb7LLjmMr90FUg==-----END PUBLIC KEY-----',
    algorithm: 'ECDSA',
    digest: 'SHA1',
  },
  message: {
    metadata: { topic: 'MARKETPLACE_ACCOUNT_DELETION', schemaVersion: '1.0', deprecated: false },
    notification: {
      notificationId: '49feeaeb-4982-42d9-a377-9645b8479411_33f7e043-fed8-442b-9d44-791923bd9a6d',
      eventDate: '2021-03-19T20:43:59.462Z',
      publishDate: '2021-03-19T20:43:59.679Z',
      publishAttemptCount: 1,
      data: {
        username: 'test_user',
        userId: 'ma8vp1jySJC',
        eiasToken: 'nY+sHZ2PrBmdj6wVnY+sEZ2PrA2dj6wJnY+gAZGEpwmdj6x9nY+seQ==',
      },
    },
  },
  /** Of this message. */
  right:
    'eyJhbGciOiJlY2RzYSIsImtpZCI6Ijk5MzYyNjFhLTdkN2ItNDYyMS1hMGYxLTk2Y2NiNDI4YWY0OSIsInNpZ25hdHVyZSI6Ik1FWUNJUUNmeGZJV3V4bVdjSUJRSjljNS9YN2lHREpxczJSQ0dzQkVhQWppbnlycmZBSWhBSVY2d0djVGlCdVY1S0pVaWYyaG9reXJMK1E5c3NIa2FkK214Mm5FRTI1dyIsImRpZ2VzdCI6IlNIQTEifQ==',
  /** Of another message. */
  wrong:
    'eyJhbGciOiJlY2RzYSIsImtpZCI6Ijk5MzYyNjFhLTdkN2ItNDYyMS1hMGYxLTk2Y2NiNDI4YWY0OSIsInNpZ25hdHVyZSI6Ik1FVUNJUUNHY1NubUFrVGZyK1paMlZnMGJXRW9zOGEvdGVCcWk3UGU2OCtoR21MTUNRSWdlRnZrcnRvKzhkczhSVndJM0dnbjFtTUdDck5NRVpKM1NSbE8yZngveHFJPSIsImRpZ2VzdCI6IlNIQTEifQ==',
}

describe("eBay's own vectors", () => {
  const { key, message, right, wrong } = official
  const whole = Buffer.from(JSON.stringify(message))

  it('RCV-04 verifies the valid one, compact or indented', async () => {
    expect(await verdict(key, right, whole, 'json')).toBe(true)
    expect(await verdict(key, right, Buffer.from(JSON.stringify(message, null, 2)), 'json')).toBe(true)
  })

  it("RCV-04 refuses another message's signature", async () => {
    expect(await verdict(key, wrong, whole, 'json')).toBe(false)
  })

  it('RCV-04 refuses the valid signature for a changed message', async () => {
    const changed = { ...message, metadata: { ...message.metadata, schemaVersion: null } }
    expect(await verdict(key, right, Buffer.from(JSON.stringify(changed)), 'json')).toBe(false)
  })
})

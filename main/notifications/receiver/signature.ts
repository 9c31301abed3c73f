/**
 * Checks notification signatures (RCV-04). eBay's header is base64 of `{alg, kid, signature, digest}`, and its
 * signature is base64 of DER (https://github.com/eBay/event-notification-nodejs-sdk). Where the form isn't known, it is
 * a setting of the connection.
 *
 * SECURITY: the platform's key determines the hash, never the message. Only SHA-1 and SHA-256 with EC and RSA keys are
 * accepted.
 */
import { createPublicKey, type KeyObject, verify } from 'node:crypto'
import * as z from 'zod'
import type { SignatureForm } from '../../../shared/connection/profile.ts'

const headerSchema = z.object({
  // The key id becomes part of a request path, so no character that could alter the path is accepted.
  kid: z.string().regex(/^[\w-][\w.-]{0,127}$/),
  signature: z.string().min(1).max(4096),
})

export type SignatureHeader = { readonly kid: string; readonly signature: Buffer }

const readers: Readonly<Record<SignatureForm, (header: string) => unknown>> = {
  base64Json: (header) => JSON.parse(Buffer.from(header, 'base64').toString('utf8')),
  json: (header) => JSON.parse(header),
  pairs: (header) =>
    Object.fromEntries(
      [...header.matchAll(/([\w-]+)\s*=\s*(?:"([^"]*)"|([^;,\s]+))/g)].map(([, name, quoted, bare]) => [
        name,
        quoted ?? bare,
      ]),
    ),
  keyAndSignature: (header) => {
    const [, kid, signature] = /^([^\s:;,]+)\s*[:;,\s]\s*(\S+)$/.exec(header) ?? []
    return { kid, signature }
  },
}

/** Reads the fields under any of their known names, such as `keyId` and `key_id`. */
const pickFields = (fields: unknown) => {
  const find = (...names: readonly string[]): unknown =>
    Object.entries(Object(fields)).find(([name]) => names.includes(name.toLowerCase().replace(/[-_]/g, '')))?.[1]
  return { kid: find('kid', 'keyid', 'publickeyid'), signature: find('signature', 'sig') }
}

/** Returns undefined if the header can't be read in this form. */
export const parseSignatureHeader = (
  header: string,
  form: SignatureForm = 'base64Json',
): SignatureHeader | undefined => {
  if (header.length > 8192) return undefined
  try {
    const { kid, signature } = headerSchema.parse(pickFields(readers[form](header.trim())))
    // A signature has about 70 bytes, and base64 of that length practically never consists only of hex digits.
    const isHex = /^(?:[\da-f]{2}){40,}$/i.test(signature)
    return { kid, signature: Buffer.from(signature, isHex ? 'hex' : 'base64') }
  } catch {
    return undefined
  }
}

/** A key as getPublicKey returns it (NOT-11). */
export type PublicKey = { readonly key: string; readonly algorithm: string; readonly digest: string }

export type VerifyingKey = { readonly key: KeyObject; readonly hash: 'sha1' | 'sha256' }

const hashes: Readonly<Record<string, VerifyingKey['hash']>> = { SHA1: 'sha1', SHA256: 'sha256' }

/** Imports a key, or returns why it can't be used, as a sentence. The PEM may be wrapped or in one line. */
export const importKey = (publicKey: PublicKey): VerifyingKey | string => {
  const hash = hashes[publicKey.digest.toUpperCase().replace(/[^A-Z0-9]/g, '')]
  if (hash === undefined) return `Its digest “${publicKey.digest.slice(0, 40)}” isn’t supported.`
  const base64 = publicKey.key.replace(/-----(?:BEGIN|END) PUBLIC KEY-----/g, '').replace(/\s+/g, '')
  try {
    const key = createPublicKey({ key: Buffer.from(base64, 'base64'), format: 'der', type: 'spki' })
    if (key.asymmetricKeyType === 'ec' || key.asymmetricKeyType === 'rsa') return { key, hash }
    return `Its type “${key.asymmetricKeyType}” isn’t supported.`
  } catch {
    return 'The returned key is invalid.'
  }
}

/**
 * The largest body whose compact form is tried: parsing it takes less than a millisecond. Topic messages have a few
 * kilobytes.
 */
const MAX_COMPACTED_BYTES = 64 * 1024

/** The body as `JSON.stringify` would write it; undefined if it isn't JSON or too large. */
const compactJson = (body: Uint8Array): Buffer | undefined => {
  if (body.length > MAX_COMPACTED_BYTES) return undefined
  try {
    return Buffer.from(JSON.stringify(JSON.parse(Buffer.from(body).toString('utf8'))), 'utf8')
  } catch {
    return undefined
  }
}

/** Runs on Node's thread pool, so that the main thread keeps answering. */
const isValidFor = ({ hash, key }: VerifyingKey, signature: Buffer, bytes: Uint8Array): Promise<boolean> =>
  new Promise((resolve) => {
    try {
      verify(hash, bytes, key, signature, (error, isValid) => resolve(error === null && isValid))
    } catch {
      resolve(false)
    }
  })

/** Whether a signature matches the body as received or, for JSON, its compact form, which eBay signs. Never rejects. */
export const isSignatureValid = async (
  key: VerifyingKey,
  signature: Buffer,
  body: Uint8Array,
  format: 'soap' | 'json',
): Promise<boolean> => {
  if (await isValidFor(key, signature, body)) return true
  const compact = format === 'json' ? compactJson(body) : undefined
  return compact !== undefined && isValidFor(key, signature, compact)
}

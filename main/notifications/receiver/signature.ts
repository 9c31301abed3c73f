/**
 * Checks notification signatures (RCV-04). The header is base64 of `{alg, kid, signature, digest}`, the signature base64 of
 * DER, as the public platform sends it.
 *
 * SECURITY: the platform's key chooses the hash, never the message. Only SHA-1 and SHA-256 with EC and RSA keys are accepted.
 */
import { createPublicKey, type KeyObject, verify } from 'node:crypto'
import * as z from 'zod'

const headerSchema = z.object({
  // The key id becomes part of a request path, so nothing that could change that path is accepted.
  kid: z.string().regex(/^[\w-][\w.-]{0,127}$/),
  signature: z.string().min(1).max(4096),
})

export type SignatureHeader = { readonly kid: string; readonly signature: Buffer }

/** Returns undefined for anything that the platform doesn't send. */
export const parseSignatureHeader = (header: string): SignatureHeader | undefined => {
  if (header.length > 8192) return undefined
  try {
    const { kid, signature } = headerSchema.parse(JSON.parse(Buffer.from(header, 'base64').toString('utf8')))
    return { kid, signature: Buffer.from(signature, 'base64') }
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
  if (hash === undefined) return `Its digest "${publicKey.digest.slice(0, 40)}" is not supported.`
  const base64 = publicKey.key.replace(/-----(?:BEGIN|END) PUBLIC KEY-----/g, '').replace(/\s+/g, '')
  try {
    const key = createPublicKey({ key: Buffer.from(base64, 'base64'), format: 'der', type: 'spki' })
    if (key.asymmetricKeyType === 'ec' || key.asymmetricKeyType === 'rsa') return { key, hash }
    return `Its type "${key.asymmetricKeyType}" is not supported.`
  } catch {
    return 'The key that the platform returned is invalid.'
  }
}

/** The body as `JSON.stringify` would write it; undefined if it isn't JSON. */
const compactJson = (body: Uint8Array): Buffer | undefined => {
  try {
    return Buffer.from(JSON.stringify(JSON.parse(Buffer.from(body).toString('utf8'))), 'utf8')
  } catch {
    return undefined
  }
}

/** Runs on Node's thread pool, so that the main thread goes on answering. */
const isValidFor = ({ hash, key }: VerifyingKey, signature: Buffer, bytes: Uint8Array): Promise<boolean> =>
  new Promise((resolve) => {
    try {
      verify(hash, bytes, key, signature, (error, isValid) => resolve(error === null && isValid))
    } catch {
      resolve(false)
    }
  })

/**
 * Whether a signature matches the body as received. For JSON its compact form counts too, since the public senders sign that.
 * Never rejects.
 */
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

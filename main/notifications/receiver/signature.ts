/**
 * Whether a notification was signed by the platform (RCV-04).
 *
 * SECURITY: the hash is chosen by the key that the platform gave, never by the message; only SHA-1 and SHA-256 are taken,
 * and only EC and RSA keys. Document 3 leaves the algorithm open; this is the public one: the header is base64 of
 * `{alg, kid, signature, digest}`, the signature base64 of DER.
 */
import { createPublicKey, type KeyObject, verify } from 'node:crypto'
import * as z from 'zod'

const headerSchema = z.object({
  // A key id becomes part of a path: nothing that could lead elsewhere.
  kid: z.string().regex(/^[\w-][\w.-]{0,127}$/),
  signature: z.string().min(1).max(4096),
})

export type SignatureHeader = { readonly kid: string; readonly signature: Buffer }

/** What the header says, or undefined where it is not what the platform sends. */
export const readSignatureHeader = (header: string): SignatureHeader | undefined => {
  if (header.length > 8192) return undefined
  try {
    const parsed = headerSchema.safeParse(JSON.parse(Buffer.from(header, 'base64').toString('utf8')))
    if (!parsed.success) return undefined
    return { kid: parsed.data.kid, signature: Buffer.from(parsed.data.signature, 'base64') }
  } catch {
    return undefined
  }
}

/** A key as the platform gives it (document 3, section 2, PublicKey). */
export type PublicKey = { readonly key: string; readonly algorithm: string; readonly digest: string }

export type VerifyingKey = { readonly key: KeyObject; readonly hash: 'sha1' | 'sha256' }

const hashes: Readonly<Record<string, VerifyingKey['hash']>> = { SHA1: 'sha1', SHA256: 'sha256' }

/**
 * A key that signatures can be checked with, or a sentence that says why it is none.
 *
 * The PEM may come in one line, as the public platform sends it, or wrapped: what stands between its marks is the DER in
 * base64 either way.
 */
export const importKey = (publicKey: PublicKey): VerifyingKey | string => {
  const hash = hashes[publicKey.digest.toUpperCase().replace(/[^A-Z0-9]/g, '')]
  if (hash === undefined) return `The key asks for the digest "${publicKey.digest.slice(0, 40)}", which is not known.`
  const base64 = publicKey.key.replace(/-----(?:BEGIN|END) PUBLIC KEY-----/g, '').replace(/\s+/g, '')
  try {
    const key = createPublicKey({ key: Buffer.from(base64, 'base64'), format: 'der', type: 'spki' })
    if (key.asymmetricKeyType === 'ec' || key.asymmetricKeyType === 'rsa') return { key, hash }
    return `The key is of the kind "${key.asymmetricKeyType}", which is not known.`
  } catch {
    return 'The key that the platform gave cannot be read.'
  }
}

/** The body as a sender that signs `JSON.stringify(parsed)` had it, or undefined where it is no JSON. */
const compact = (body: Uint8Array): Buffer | undefined => {
  try {
    return Buffer.from(JSON.stringify(JSON.parse(Buffer.from(body).toString('utf8'))), 'utf8')
  } catch {
    return undefined
  }
}

/** On a thread beside this one: a signature takes longer to check than all else that is done with a delivery. */
const fits = (verifying: VerifyingKey, signature: Buffer, bytes: Uint8Array): Promise<boolean> =>
  new Promise((resolve) => {
    try {
      verify(verifying.hash, bytes, verifying.key, signature, (error, isFitting) =>
        resolve(error === null && isFitting === true),
      )
    } catch {
      resolve(false)
    }
  })

/**
 * True when the signature fits the body as received; for JSON also when it fits the compact form of the same JSON, since
 * the public senders sign that one. Never rejects.
 */
export const signatureFits = async (
  verifying: VerifyingKey,
  signature: Buffer,
  body: Uint8Array,
  format: 'soap' | 'json',
): Promise<boolean> => {
  if (await fits(verifying, signature, body)) return true
  const again = format === 'json' ? compact(body) : undefined
  return again !== undefined && fits(verifying, signature, again)
}

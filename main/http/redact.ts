/**
 * Removes secrets from an answer that repeats them. SECURITY (AUT-04): a platform or proxy may quote the token that it
 * received in its error. The answer is cleaned where the secret is known, before anything reads it, so no message,
 * database row or log line can contain it.
 */
import type { HttpResponse } from './request.ts'

/** Maps each byte to one character, so that the rest of the body stays byte for byte. */
const ENCODING = 'latin1'
const MARK = Buffer.from('…').toString(ENCODING)
/** A quote is often cut off, so the beginning of a secret is enough to recognize it. */
const KNOWN_LENGTH = 16
/** Shorter texts are not secrets, and would occur by chance. */
const MIN_LENGTH = 8

const escapeRegex = (text: string): string => text.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&')

const escapeXml = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')

/** The forms in which an answer may quote a secret: plain, in JSON, in an address, in XML. */
const toForms = (secret: string): readonly string[] => [
  ...new Set([secret, JSON.stringify(secret).slice(1, -1), encodeURIComponent(secret), escapeXml(secret)]),
]

/** The answer without the secrets; the same object if it contains none. */
export const redactSecrets = (response: HttpResponse, secrets: readonly (string | undefined)[]): HttpResponse => {
  const body = Buffer.from(response.body.buffer, response.body.byteOffset, response.body.byteLength)
  const found = secrets
    .filter((secret) => secret !== undefined && secret.length >= MIN_LENGTH)
    .flatMap((secret) => toForms(secret ?? ''))
    .map((form) => form.slice(0, KNOWN_LENGTH))
    .filter((start) => body.includes(start))
  if (found.length === 0) return response
  const pattern = new RegExp(`(?:${found.map(escapeRegex).join('|')})[^\\s"'<>,;\\\\]*`, 'g')
  return { ...response, body: Buffer.from(body.toString(ENCODING).replace(pattern, MARK), ENCODING) }
}

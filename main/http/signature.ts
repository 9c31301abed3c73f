/**
 * The platform's digital signature of a request (RFC 9421, PLT-47). Pure.
 *
 * SECURITY: it covers the method, the host, the path and the body, so that a call that pays or returns money can't be changed or
 * forged on the way with a stolen token alone. https://developer.ebay.com/develop/guides/digital-signatures-for-apis
 */
import { createHash, createPrivateKey, sign } from 'node:crypto'
import type { Platform } from '../../shared/connection/platforms.ts'
import type { HttpRequest } from './request.ts'

export type SigningKey = {
  /** PKCS 8 in Base64, with or without its PEM lines. A secret. */
  readonly privateKey: string
  /** The public key as the platform encrypted it: it reads it back from the header. */
  readonly jwe: string
}

/** The calls that must be signed: every one of a service, or the named ones. */
type SignedCalls = Platform['signatures']['calls']

export const mustSign = (
  calls: SignedCalls,
  { service, operation }: Pick<HttpRequest, 'service' | 'operation'>,
): boolean => calls.some((call) => call.service === service && (call.operations?.includes(operation) ?? true))

const toPem = (key: string): string =>
  key.includes('-----BEGIN') ? key : `-----BEGIN PRIVATE KEY-----\n${key.trim()}\n-----END PRIVATE KEY-----\n`

/** Throws for a text that is no Ed25519 key: another algorithm's signature would only be refused. */
export const readPrivateKey = (text: string) => {
  const key = createPrivateKey(toPem(text))
  if (key.asymmetricKeyType !== 'ed25519') throw new TypeError('The signing key isn’t an Ed25519 key.')
  return key
}

/** The headers that sign a request whose body is final. `atMs`: now. */
export const signatureHeaders = (
  { method, url, body, bytes }: Pick<HttpRequest, 'method' | 'url' | 'body' | 'bytes'>,
  { privateKey, jwe }: SigningKey,
  atMs: number,
): Readonly<Record<string, string>> => {
  const { host, pathname } = new URL(url)
  const content = bytes ?? body
  const digest =
    content === undefined || content.length === 0
      ? undefined
      : `sha-256=:${createHash('sha256').update(content).digest('base64')}:`
  const covered: readonly (readonly [name: string, value: string])[] = [
    ...(digest === undefined ? [] : [['content-digest', digest] as const]),
    ['x-ebay-signature-key', jwe],
    ['@method', method],
    ['@path', pathname],
    ['@authority', host],
  ]
  const params = `(${covered.map(([name]) => `"${name}"`).join(' ')});created=${Math.floor(atMs / 1000)}`
  const base = [...covered, ['@signature-params', params] as const]
    .map(([name, value]) => `"${name}": ${value}`)
    .join('\n')
  return {
    ...(digest === undefined ? {} : { 'content-digest': digest }),
    'x-ebay-signature-key': jwe,
    'signature-input': `sig1=${params}`,
    signature: `sig1=:${sign(null, Buffer.from(base), readPrivateKey(privateKey)).toString('base64')}:`,
  }
}

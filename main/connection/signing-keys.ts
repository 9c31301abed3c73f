/**
 * The key that signs a connection's calls (PLT-47): made by the platform's Key Management service when the first signed call needs it,
 * and kept in the vault like any other secret. https://developer.ebay.com/api-docs/developer/key-management/overview.html
 *
 * SECURITY: where signatures are needed, no call in scope leaves without one. Without a key the call fails with a message. If it isn't known
 * whether a seller must sign, the platform says so and carries nothing out.
 */
import * as z from 'zod'
import { type ConnectionProfile, getPlatform } from '../../shared/connection/profile.ts'
import { Failure } from '../../shared/result.ts'
import { readStoredJson } from '../database/stored-json.ts'
import type { ConnectionSecrets } from '../feature.ts'
import { parseErrors } from '../http/answers.ts'
import type { HttpResponse, Send } from '../http/request.ts'
import type { RequestSigner, TokenSource } from '../http/sender.ts'
import { buildRequest } from '../http/service-client.ts'
import { mustSign, readPrivateKey, type SigningKey, signatureHeaders } from '../http/signature.ts'
import type { Clock } from '../ports.ts'

export const SIGNING_KEY_SECRET = 'signingKey'

/** A key is replaced this long before it ends, so that a call never meets the last second of it. */
const RENEW_BEFORE_MS = 30 * 24 * 3_600_000

/** Whatever a clock says of a new key, another one isn't made sooner. */
const MAKE_AGAIN_AFTER_MS = 24 * 3_600_000

/**
 * `expirationTime`: seconds since 1970.
 *
 * SECURITY: `jwe` becomes a header and a line of what is signed, so it is of base64url and dots alone (RFC 7516, 3.1).
 */
const keySchema = z.object({
  signingKeyId: z.string().min(1),
  privateKey: z.string().min(1),
  jwe: z.string().regex(/^[\w.=-]+$/),
  expirationTime: z.number(),
})
type StoredKey = z.infer<typeof keySchema>

const readKey = (text: string | undefined): StoredKey | undefined => {
  const key = readStoredJson(keySchema, text)
  try {
    if (key !== undefined) readPrivateKey(key.privateKey)
    return key
  } catch {
    return undefined
  }
}

/** What the platform says of a call without the header that names the key. */
const MISSING_SIGNATURE = 215_001

export const createRequestSigner = (deps: {
  readonly profile: ConnectionProfile
  readonly secrets: Pick<ConnectionSecrets, 'get' | 'set'>
  readonly tokens: TokenSource
  /** Must not sign. */
  readonly send: Send
  readonly clock: Clock
}): RequestSigner => {
  const { profile, secrets, tokens, clock } = deps
  const {
    name: platformName,
    signatures: { calls, marketplaces },
  } = getPlatform(profile)
  /** Elsewhere a key would be made for nothing. */
  let isWanted = marketplaces.includes(profile.marketplaceId)
  const root = `${new URL(profile.identityUrl).origin}/developer/key_management/v1`

  const ask = async (): Promise<HttpResponse> => {
    const request = buildRequest('keyManagement', root, {
      operation: 'createSigningKey',
      method: 'POST',
      path: '/signing_key',
      credential: 'application',
      body: JSON.stringify({ signingKeyCipher: 'ED25519' }),
    })
    const sendWith = (token: string) =>
      deps.send({ ...request, headers: { ...request.headers, authorization: `Bearer ${token}` } })
    const token = await tokens.current('application')
    const response = await sendWith(token)
    if (response.status !== 401) return response
    const renewed = await tokens.renew('application', token)
    return renewed === token ? response : sendWith(renewed)
  }

  const make = async (): Promise<StoredKey> => {
    const response = await ask()
    const text = Buffer.from(response.body).toString('utf8')
    const key = response.status >= 200 && response.status < 300 ? readKey(text) : undefined
    if (key === undefined) {
      throw new Failure({
        kind: 'service',
        message: `${platformName.The} wants this call signed, and gave no key to sign it with. Nothing was sent. Try again later.`,
        status: response.status,
        cause: `${platformName.The} gave no signing key.`,
        whatToDo: 'Try again later.',
      })
    }
    await secrets.set(SIGNING_KEY_SECRET, JSON.stringify(key))
    madeAtMs = clock.nowMs()
    return key
  }

  let madeAtMs = Number.NEGATIVE_INFINITY
  let making: Promise<StoredKey> | undefined
  /** Concurrent calls share one new key. */
  const makeOnce = (): Promise<StoredKey> => {
    making ??= make().finally(() => {
      making = undefined
    })
    return making
  }

  const requireKey = async (): Promise<SigningKey> => {
    const stored = readKey(await secrets.get(SIGNING_KEY_SECRET))
    const leftMs = stored === undefined ? 0 : stored.expirationTime * 1000 - clock.nowMs()
    const isNew = clock.nowMs() - madeAtMs < MAKE_AGAIN_AFTER_MS
    if (stored !== undefined && (isNew || leftMs > RENEW_BEFORE_MS)) return stored
    try {
      return await makeOnce()
    } catch (error) {
      // The key that ends soon is as good until then.
      if (stored !== undefined && leftMs > 0) return stored
      throw error
    }
  }

  return {
    // Throws a `Failure` without a usable key.
    sign: async (request) => {
      if (!mustSign(calls, request)) return request
      isWanted ||= (await secrets.get(SIGNING_KEY_SECRET)) !== undefined
      if (!isWanted) return request
      const key = await requireKey()
      return { ...request, headers: { ...request.headers, ...signatureHeaders(request, key, clock.nowMs()) } }
    },
    misses: (request, response) => {
      const isMissing =
        response.status === 403 &&
        mustSign(calls, request) &&
        parseErrors(response).some(({ errorId }) => errorId === MISSING_SIGNATURE)
      isWanted ||= isMissing
      return isMissing
    },
  }
}

/**
 * The challenge check: shows what is hashed, sends the receiver a challenge, and diagnoses wrong answers (RCV-02).
 *
 * SECURITY (AUT-04): no character of the verification token leaves main, only its length.
 */
import { randomUUID } from 'node:crypto'
import type { FeatureHandlers } from '../../../shared/ipc/define.ts'
import type { challengeContract } from '../../../shared/notifications/challenge-contract.ts'
import { conflict } from '../../../shared/result.ts'
import { NotConnected, TransportFailure } from '../../http/request.ts'
import { createUndiciSend } from '../../http/undici-send.ts'
import type { Clock } from '../../ports.ts'
import { challengeResponse } from '../receiver/challenge-response.ts'
import { challengeParts, diagnoseChallenge } from './challenge-diagnosis.ts'

const TIMEOUT_MS = 15_000
const MAX_TEXT = 2_000
/** Larger than any valid answer. */
const MAX_BYTES = 64 * 1024

type Answer = {
  readonly status: number
  readonly contentType: string | null
  readonly location: string | null
  readonly text: string
}

/**
 * SECURITY (SEC-06): requests only this receiver's two addresses, without credentials, follows no redirect, and verifies TLS
 * whatever the environment says.
 */
const fetchAnswer = async (url: URL): Promise<Answer> => {
  const wire = createUndiciSend({ origins: [url.origin], timeouts: { connectMs: TIMEOUT_MS, totalMs: TIMEOUT_MS } })
  try {
    const { status, headers, body } = await wire.send({
      service: 'notification',
      operation: 'challenge',
      method: 'GET',
      url: url.href,
      pathTemplate: url.pathname,
      headers: { accept: 'application/json' },
      lane: 'read',
      repeatable: true,
      credential: 'none',
      timeoutMs: TIMEOUT_MS,
      maxBytes: MAX_BYTES,
    })
    return {
      status,
      contentType: headers['content-type'] ?? null,
      location: headers.location ?? null,
      text: new TextDecoder().decode(body).slice(0, MAX_TEXT),
    }
  } finally {
    await wire.close()
  }
}

/** Why no answer came, and what to do. Rethrows any other error. */
const describeFailure = (error: unknown): string => {
  if (!(error instanceof TransportFailure)) throw error
  const what = error instanceof NotConnected ? error.reason : error.message
  return `${what} Check that the tunnel or proxy is running, and its address.`
}

/** Why the platform would reject the answer, whatever its value. */
const findAnswerFaults = ({ status, contentType, location }: Answer): readonly string[] => {
  if (status >= 300 && status < 400) {
    return [`It redirects to ${location ?? 'another address'}. Enter the final address as the public address.`]
  }
  if (status !== 200) return [`The answer has status ${status}; it must be 200.`]
  if (contentType?.startsWith('application/json') === true) return []
  return [`The content type is ${contentType ?? 'missing'}; it must be application/json.`]
}

export const createChallengeCheck = (deps: {
  readonly clock: Clock
  /** Throws if no token is stored. */
  readonly verificationToken: () => Promise<string>
  readonly registeredUrl: () => string | null
  readonly listeningUrl: () => string | null
  /** Replaces the stored token. Later challenges use the new one. */
  readonly setVerificationToken: (token: string) => Promise<void>
}) => {
  const { clock } = deps
  const ownCodes = new Set<string>()

  const requireAddress = (address: string | null): string => {
    if (address !== null && URL.canParse(address)) return address
    throw conflict('Instant alerts are off, so they have no address yet.')
  }
  const loadParts = async (challengeCode: string, endpoint: string | null) => ({
    challengeCode,
    verificationToken: await deps.verificationToken(),
    endpoint: endpoint ?? requireAddress(deps.registeredUrl()),
  })
  const diagnose = (parts: Awaited<ReturnType<typeof loadParts>>, given: string) =>
    diagnoseChallenge(
      parts,
      given,
      [deps.registeredUrl(), deps.listeningUrl()].filter((url) => url !== null),
    )

  const handlers: FeatureHandlers<typeof challengeContract> = {
    challenge: async ({ challengeCode, endpoint }) => {
      const parts = await loadParts(challengeCode, endpoint)
      return {
        parts: challengeParts.map((part) => {
          const text = parts[part]
          const shown = part === 'verificationToken' ? '•'.repeat(text.length) : text
          return { part, shown, bytes: Buffer.byteLength(text) }
        }),
        response: challengeResponse(challengeCode, parts.verificationToken, parts.endpoint),
      }
    },

    diagnoseChallenge: async ({ challengeCode, endpoint, given }) => {
      const diagnosis = diagnose(await loadParts(challengeCode, endpoint), given)
      return diagnosis.verdict === 'nearMiss' ? { ...diagnosis, mistakes: [...diagnosis.mistakes] } : diagnosis
    },

    sendChallenge: async ({ route }) => {
      const address = requireAddress(route === 'loopback' ? deps.listeningUrl() : deps.registeredUrl())
      const challengeCode = randomUUID()
      const parts = await loadParts(challengeCode, null)
      const url = new URL(address)
      url.searchParams.set('challenge_code', challengeCode)
      const startedMs = clock.monotonicMs()
      ownCodes.add(challengeCode)
      try {
        const answer = await fetchAnswer(url)
        const { status, contentType, text } = answer
        const diagnosis = diagnose(parts, text)
        const messages = [...findAnswerFaults(answer)]
        if (diagnosis.verdict === 'nearMiss') messages.push(...diagnosis.mistakes)
        if (diagnosis.verdict === 'unknown' && status === 200) {
          messages.push(`The answer isn’t from this computer. ${diagnosis.message}`)
        }
        return {
          address,
          challengeCode,
          tookMs: clock.monotonicMs() - startedMs,
          isRight: messages.length === 0,
          status,
          contentType,
          // Another server answering in this receiver's place could send back the token itself.
          text: text.replaceAll(parts.verificationToken, '(the verification token)'),
          messages: messages.length === 0 ? ['The answer is right.'] : messages,
        }
      } catch (error) {
        const tookMs = clock.monotonicMs() - startedMs
        const messages = [describeFailure(error)]
        return { address, challengeCode, tookMs, isRight: false, status: null, contentType: null, text: '', messages }
      } finally {
        ownCodes.delete(challengeCode)
      }
    },

    setVerificationToken: ({ token }) => deps.setVerificationToken(token),
  }
  return {
    handlers,
    /** Whether this check sent the challenge, which then doesn't count as one from the platform. */
    isOwn: (challengeCode: string): boolean => ownCodes.has(challengeCode),
  }
}

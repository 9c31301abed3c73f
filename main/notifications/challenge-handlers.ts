/** The room's answers to the contract's part for the challenge. */
import { createHash, randomUUID, timingSafeEqual } from 'node:crypto'
import { request as requestHttp } from 'node:http'
import { request as requestHttps } from 'node:https'
import type { FeatureHandlers } from '../../shared/ipc/define.ts'
import { challengeInput } from '../../shared/notifications/challenge.ts'
import type { challengeContract } from '../../shared/notifications/challenge-contract.ts'
import { Failure } from '../../shared/result.ts'
import type { Clock } from '../ports.ts'
import { diagnoseChallenge } from './challenge-doctor.ts'
import { challengeResponse } from './receiver/challenge.ts'

/** The platform's own patience is not known; an answer that takes longer than this is a fault whoever asks. */
const ASK_WITHIN_MS = 15_000
const MOST_TEXT = 2_000

type Answer = {
  readonly status: number
  readonly contentType: string | null
  readonly location: string | null
  readonly text: string
}

/** Why no answer came, in words. */
const whyNone = (code: string): string => {
  switch (code) {
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
      return 'The name of this address is not known here: check how it is written, and that the tunnel runs.'
    case 'ECONNREFUSED':
      return 'Nothing answers at this address: the tunnel or proxy is not running, or the port is another one.'
    case 'ABORT_ERR':
      return 'No answer came within 15 seconds.'
    case 'DEPTH_ZERO_SELF_SIGNED_CERT':
    case 'SELF_SIGNED_CERT_IN_CHAIN':
    case 'UNABLE_TO_VERIFY_LEAF_SIGNATURE':
    case 'CERT_HAS_EXPIRED':
    case 'ERR_TLS_CERT_ALTNAME_INVALID':
      return `The certificate of this address is not one of a recognized authority (${code}). The platform refuses it too.`
    default:
      return `The line broke (${code}).`
  }
}

/*
 * SECURITY: asks no address but the two that this receiver has, without a credential, and follows no redirect. What comes
 * back is text of at most 2,000 characters.
 */
const ask = (url: URL): Promise<Answer> =>
  new Promise((resolve, reject) => {
    const request = url.protocol === 'https:' ? requestHttps : requestHttp
    const asking = request(
      url,
      { agent: false, headers: { accept: 'application/json' }, signal: AbortSignal.timeout(ASK_WITHIN_MS) },
      (response) => {
        let text = ''
        const done = (): void =>
          resolve({
            status: response.statusCode ?? 0,
            contentType: response.headers['content-type'] ?? null,
            location: response.headers.location ?? null,
            text: text.slice(0, MOST_TEXT),
          })
        response.setEncoding('utf8')
        response.on('data', (chunk: string) => {
          text += chunk
          if (text.length > MOST_TEXT) {
            response.destroy()
            done()
          }
        })
        response.on('end', done)
        response.on('error', reject)
      },
    )
    asking.on('error', reject)
    asking.end()
  })

/*
 * SECURITY (AUT-04): the verification token never leaves main, not a character of it. What is shown of it is its length, its
 * place among the bytes, and eight digits of its digest; a token that the seller has is compared with it here.
 */
const maskOf = (token: string): string => '•'.repeat(token.length)
const fingerprintOf = (token: string): string => createHash('sha256').update(token).digest('hex').slice(0, 8)

const isSame = (one: string, other: string): boolean =>
  timingSafeEqual(createHash('sha256').update(one).digest(), createHash('sha256').update(other).digest())

const compare = (typed: string, kept: string): 'same' | 'sameButSpace' | 'sameButCase' | 'other' => {
  if (isSame(typed, kept)) return 'same'
  if (isSame(typed.replaceAll(/\s/g, ''), kept)) return 'sameButSpace'
  return isSame(typed.replaceAll(/\s/g, '').toLowerCase(), kept.toLowerCase()) ? 'sameButCase' : 'other'
}

const hexOf = (text: string): string =>
  [...Buffer.from(text, 'utf8')].map((byte) => byte.toString(16).padStart(2, '0')).join(' ')

/** What an answer shows that the platform would not take, though its value may be right. */
const faultsOf = ({ status, contentType, location }: Answer): readonly string[] => {
  const faults: string[] = []
  if (status >= 300 && status < 400) {
    faults.push(`It leads on to ${location ?? 'another address'} (HTTP ${status}). Register the address where it ends.`)
  } else if (status !== 200) faults.push(`It is answered with HTTP ${status}; the platform wants 200.`)
  if (status === 200 && contentType?.startsWith('application/json') !== true) {
    faults.push(`Its content type is ${contentType ?? 'not given'}; the platform wants application/json.`)
  }
  return faults
}

export const createChallengeDoctor = (deps: {
  readonly clock: Clock
  readonly verificationToken: () => Promise<string | undefined>
  readonly registeredUrl: () => string | null
  readonly listeningUrl: () => string | null
  /** Keeps another token, which counts from then on. */
  readonly useToken: (token: string) => Promise<void>
}) => {
  const { clock } = deps
  const asked = new Set<string>()

  const token = async (): Promise<string> => {
    const kept = await deps.verificationToken()
    if (kept !== undefined) return kept
    throw new Failure({
      kind: 'notFound',
      message: 'There is no verification token yet. Restart Stallhand to make one.',
    })
  }
  const address = (chosen: string | null): string => {
    const endpoint = chosen ?? deps.registeredUrl()
    if (endpoint !== null) return endpoint
    throw new Failure({ kind: 'conflict', message: 'The receiver is not listening, so it has no address yet.' })
  }
  const otherAddresses = (endpoint: string): readonly string[] =>
    [deps.registeredUrl(), deps.listeningUrl()].filter((other) => other !== null).filter((other) => other !== endpoint)

  const handlers: FeatureHandlers<typeof challengeContract> = {
    challenge: async ({ challengeCode, endpoint }) => {
      const verificationToken = await token()
      const registered = address(endpoint)
      const names = ['challengeCode', 'verificationToken', 'endpoint'] as const
      const texts = challengeInput(challengeCode, verificationToken, registered)
      return {
        parts: names.map((part, index) => {
          const text = texts[index] ?? ''
          const bytes = Buffer.byteLength(text)
          return part === 'verificationToken'
            ? { part, shown: maskOf(text), bytes, hex: Array.from({ length: bytes }, () => '••').join(' ') }
            : { part, shown: text, bytes, hex: hexOf(text) }
        }),
        response: challengeResponse(challengeCode, verificationToken, registered),
        fingerprint: fingerprintOf(verificationToken),
      }
    },

    diagnoseChallenge: async ({ challengeCode, endpoint, given }) => {
      const registered = address(endpoint)
      const parts = { challengeCode, verificationToken: await token(), endpoint: registered }
      const diagnosis = diagnoseChallenge(parts, given, otherAddresses(registered))
      return diagnosis.verdict === 'nearMiss' ? { ...diagnosis, mistakes: [...diagnosis.mistakes] } : diagnosis
    },

    askChallenge: async ({ way }) => {
      const chosen = way === 'here' ? deps.listeningUrl() : deps.registeredUrl()
      if (chosen === null || !URL.canParse(chosen)) {
        throw new Failure({ kind: 'conflict', message: 'The receiver is not listening, so there is nothing to ask.' })
      }
      const verificationToken = await token()
      const endpoint = address(null)
      const challengeCode = randomUUID()
      const url = new URL(chosen)
      url.searchParams.set('challenge_code', challengeCode)
      asked.add(challengeCode)
      const fromMs = clock.monotonicMs()
      const about = () => ({ address: chosen, challengeCode, tookMs: clock.monotonicMs() - fromMs })
      try {
        const answer = await ask(url)
        const { status, contentType, text } = answer
        const diagnosis = diagnoseChallenge(
          { challengeCode, verificationToken, endpoint },
          text,
          otherAddresses(endpoint),
        )
        const faults = faultsOf(answer)
        const words = [
          ...faults,
          ...(diagnosis.verdict === 'nearMiss' ? diagnosis.mistakes : []),
          ...(diagnosis.verdict === 'unknown' && status === 200
            ? [`The answer is not this receiver's: ${diagnosis.words}`]
            : []),
        ]
        const isRight = words.length === 0
        return {
          ...about(),
          isRight,
          status,
          contentType,
          // Whoever answers in this receiver's place may say the token itself.
          text: text.replaceAll(verificationToken, '(the verification token)'),
          words: isRight ? ['It is answered as the platform wants it.'] : words,
        }
      } catch (error) {
        const code = error instanceof Error && 'code' in error ? String(error.code) : 'unknown'
        const isLate = error instanceof Error && (error.name === 'TimeoutError' || error.name === 'AbortError')
        const words = [whyNone(isLate ? 'ABORT_ERR' : code)]
        return { ...about(), isRight: false, status: null, contentType: null, text: '', words }
      } finally {
        asked.delete(challengeCode)
      }
    },

    compareToken: async ({ token: typed }) => {
      const kept = await token()
      return { verdict: compare(typed, kept), length: kept.length }
    },

    useToken: async ({ token: chosen }) => {
      await deps.useToken(chosen)
      return {}
    },
  }
  return {
    handlers,
    /** Whether a challenge was asked from here, so that it does not count as the platform's. */
    isOwn: (challengeCode: string): boolean => asked.has(challengeCode),
  }
}

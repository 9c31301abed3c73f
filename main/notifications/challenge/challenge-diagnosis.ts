/**
 * Explains why an answer to a challenge is wrong, by trying common mistakes one by one (RCV-02).
 *
 * SECURITY (AUT-04): the verification token is an input only: messages mention it, but never contain it.
 */
import { createHmac, hash } from 'node:crypto'
import { challengeResponse } from '../receiver/challenge-response.ts'

/** The three texts that are hashed, in order. */
export const challengeParts = ['challengeCode', 'verificationToken', 'endpoint'] as const
type ChallengeInput = Readonly<Record<(typeof challengeParts)[number], string>>

export type Diagnosis =
  | { readonly verdict: 'right' }
  /** Mistakes that explain the answer: one in the text, and any in the notation. */
  | { readonly verdict: 'nearMiss'; readonly mistakes: readonly string[] }
  | { readonly verdict: 'unknown'; readonly message: string }

type Misreading = readonly [mistake: string, text: string]

/** What files, shells and forms do to a part. `put` returns the whole text with the part replaced. */
const misreadPart = (name: string, part: string, put: (part: string) => string): readonly Misreading[] => [
  [`The ${name} was left out.`, put('')],
  [`A line break follows the ${name}, as a file or echo adds one.`, put(`${part}\n`)],
  [`A space follows the ${name}.`, put(`${part} `)],
  [`The ${name} is in double quotation marks.`, put(`"${part}"`)],
  [`The ${name} was percent-encoded.`, put(encodeURIComponent(part))],
]

const misreadEndpoint = (endpoint: string, code: string, otherAddresses: readonly string[]): readonly Misreading[] => [
  ['A slash was added to the endpoint’s end.', `${endpoint}/`],
  ['The slash at the endpoint’s end is missing.', endpoint.replace(/\/+$/, '')],
  ['The endpoint was used with its query, ?challenge_code=….', `${endpoint}?challenge_code=${code}`],
  ['The endpoint starts with http:// instead of https://.', endpoint.replace(/^https:/, 'http:')],
  ['The endpoint starts with https:// instead of http://.', endpoint.replace(/^http:/, 'https:')],
  ['Only the path of the endpoint was used.', URL.canParse(endpoint) ? new URL(endpoint).pathname : ''],
  ...otherAddresses.map((other): Misreading => [`Another address was used: ${other}.`, other]),
]

const wrongOrders = [
  ['code', 'endpoint', 'token'],
  ['token', 'code', 'endpoint'],
  ['token', 'endpoint', 'code'],
  ['endpoint', 'code', 'token'],
  ['endpoint', 'token', 'code'],
] as const

/** The answer that each mistake produces, in hex. The first match explains an answer. */
const listMistakes = (
  { challengeCode: code, verificationToken: token, endpoint }: ChallengeInput,
  otherAddresses: readonly string[],
): readonly Misreading[] => {
  const parts = { code, token, endpoint }
  const texts: readonly Misreading[] = [
    ...wrongOrders.map(
      (order): Misreading => [
        `The order is ${order.join(', ')}. It must be code, token, endpoint.`,
        order.map((part) => parts[part]).join(''),
      ],
    ),
    ...misreadPart('challenge code', code, (part) => part + token + endpoint),
    ...misreadPart('verification token', token, (part) => code + part + endpoint),
    ...misreadPart('endpoint', endpoint, (part) => code + token + part),
    ...misreadEndpoint(endpoint, code, otherAddresses).map(
      ([mistake, part]) => [mistake, code + token + part] as const,
    ),
    ...[' ', '\n', ':'].map(
      (separator): Misreading => [
        'The three parts are joined with something between. Join them with nothing between.',
        [code, token, endpoint].join(separator),
      ],
    ),
  ]
  const hmac = createHmac('sha256', token).update(code + endpoint)
  return [
    ...texts.map(([mistake, text]) => [mistake, hash('sha256', text)] as const),
    ['It is an HMAC keyed with the token instead of a SHA-256 of all three parts.', hmac.digest('hex')],
  ]
}

/** Extracts the value from a pasted answer with headers and JSON. */
const extractValue = (given: string): { readonly text: string; readonly mistakes: readonly string[] } => {
  const [, name, value] = /\{\s*"([^"]*)"\s*:\s*"([^"]*)"/.exec(given) ?? []
  if (name === undefined || value === undefined) return { text: given.trim(), mistakes: [] }
  const wrongName = 'The field must be called “challengeResponse”.'
  return { text: value.trim(), mistakes: name === 'challengeResponse' ? [] : [wrongName] }
}

/** A pasted value as lower-case hex digits, with mistakes in its notation; undefined if it isn't a hash. */
const readHex = (given: string): { readonly hex: string; readonly mistakes: readonly string[] } | undefined => {
  const { text, mistakes } = extractValue(given)
  if (/^(?:[\da-f]{2})+$/i.test(text)) {
    const hex = text.toLowerCase()
    return {
      hex,
      mistakes: hex === text ? mistakes : [...mistakes, 'The hex digits are in upper case. Use lower case.'],
    }
  }
  if (!/^[\w+/-]{43}=?$/.test(text)) return undefined
  return { hex: Buffer.from(text, 'base64').toString('hex'), mistakes: [...mistakes, 'It is base64 instead of hex.'] }
}

/**
 * Compares an answer with the right one and searches for the mistakes that explain it.
 *
 * `given`: the pasted value, its JSON, or the whole answer. `otherAddresses`: addresses that may have been used by
 * mistake.
 */
export const diagnoseChallenge = (
  parts: ChallengeInput,
  given: string,
  otherAddresses: readonly string[] = [],
): Diagnosis => {
  const read = readHex(given)
  if (read === undefined) {
    const message = 'This isn’t a hash. The answer has 64 characters: digits and the letters a to f.'
    return { verdict: 'unknown', message }
  }
  const right = challengeResponse(parts.challengeCode, parts.verificationToken, parts.endpoint)
  const found =
    read.hex === right ? ['', right] : listMistakes(parts, otherAddresses).find(([, digest]) => digest === read.hex)
  if (found === undefined) {
    const message =
      read.hex.length === right.length
        ? 'No common mistake explains this SHA-256. Most likely it was computed with a verification token other than Stallhand’s.'
        : 'This isn’t a SHA-256, which has 64 characters.'
    return { verdict: 'unknown', message }
  }
  const mistakes = [found[0], ...read.mistakes].filter((mistake) => mistake !== '')
  return mistakes.length === 0 ? { verdict: 'right' } : { verdict: 'nearMiss', mistakes }
}

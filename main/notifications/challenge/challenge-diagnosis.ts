/**
 * Why an answer to a challenge is wrong: common mistakes are tried one by one (RCV-02).
 *
 * SECURITY (AUT-04): the verification token comes in and never goes out; messages name it and never contain it.
 */
import { createHmac, hash } from 'node:crypto'
import { challengeResponse } from '../receiver/challenge-response.ts'

/** The three texts that are hashed, in their order. */
export const challengeParts = ['challengeCode', 'verificationToken', 'endpoint'] as const
type ChallengeInput = Readonly<Record<(typeof challengeParts)[number], string>>

export type Diagnosis =
  | { readonly verdict: 'right' }
  /** What explains the answer: a mistake in the text, and mistakes in the notation. */
  | { readonly verdict: 'nearMiss'; readonly mistakes: readonly string[] }
  | { readonly verdict: 'unknown'; readonly message: string }

const DIGEST_BYTES = 32

const decode = (text: string): string => {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '))
  } catch {
    return text
  }
}

type Misreading = readonly [mistake: string, value: string]

/** What files, shells and forms do to a text. `after`: white space may belong to either neighbour. */
const misreadText = (name: string, text: string, after = ' or precedes the next part'): readonly Misreading[] => [
  [`The ${name} was left out.`, ''],
  [`A line break follows the ${name}${after}, as a file or echo adds one.`, `${text}\n`],
  [`A space follows the ${name}${after}.`, `${text} `],
  [`White space that belongs to the ${name} was removed.`, text.trim()],
  [`The ${name} is in double quotation marks.`, `"${text}"`],
  [`The ${name} is in single quotation marks.`, `'${text}'`],
  [`The ${name} is in upper case.`, text.toUpperCase()],
  [`The ${name} is in lower case.`, text.toLowerCase()],
  [`The ${name} was percent-encoded.`, encodeURIComponent(text)],
  [`The ${name} was percent-decoded.`, decode(text)],
]

const misreadUrl = (endpoint: string): readonly Misreading[] => {
  if (!URL.canParse(endpoint)) return []
  const { protocol, hostname, host, origin, pathname, search, port } = new URL(endpoint)
  const portSuffix = port === '' ? '' : `:${port}`
  const rest = `${pathname === '/' && !endpoint.endsWith('/') ? '' : pathname}${search}`
  const defaultPort = protocol === 'https:' ? '443' : '80'
  const hasWww = hostname.startsWith('www.')
  const otherHost = hasWww ? hostname.slice(4) : `www.${hostname}`
  const loopback = { '127.0.0.1': 'localhost', localhost: '127.0.0.1' }[hostname]
  return [
    ['The endpoint was used without its query.', endpoint.replace(/\?.*$/s, '')],
    ['Only the path of the endpoint was used.', `${pathname}${search}`],
    ['Only the origin of the endpoint was used, without its path.', origin],
    ['Only the host of the endpoint was used.', host],
    ['The host of the endpoint is in lower case.', `${protocol}//${host}${rest}`],
    ['The endpoint was used without its port.', `${protocol}//${hostname}${rest}`],
    [`The default port :${defaultPort} was added to the endpoint.`, `${protocol}//${hostname}:${defaultPort}${rest}`],
    [`The host was used ${hasWww ? 'without' : 'with'} www.`, `${protocol}//${otherHost}${portSuffix}${rest}`],
    ...(loopback === undefined
      ? []
      : ([[`${loopback} was used for ${hostname}.`, `${protocol}//${loopback}${portSuffix}${rest}`]] as const)),
  ]
}

const misreadEndpoint = (endpoint: string, code: string, otherAddresses: readonly string[]): readonly Misreading[] => {
  const withQuery = 'The endpoint was used with its query, ?challenge_code=….'
  return [
    ...misreadText('endpoint', endpoint, ''),
    ["A slash was added to the endpoint's end.", `${endpoint}/`],
    ["The slash at the endpoint's end is missing.", endpoint.replace(/\/+$/, '')],
    [withQuery, `${endpoint}?challenge_code=${code}`],
    [withQuery, `${endpoint}?challenge_code=${encodeURIComponent(code)}`],
    ['The endpoint starts with http:// instead of https://.', endpoint.replace(/^https:/, 'http:')],
    ['The endpoint starts with https:// instead of http://.', endpoint.replace(/^http:/, 'https:')],
    ['The endpoint was used without its scheme.', endpoint.replace(/^https?:\/\//, '')],
    ...misreadUrl(endpoint),
    ...otherAddresses.map((other): Misreading => [`Another address was used: ${other}.`, other]),
  ]
}

const partLabels = { challengeCode: 'code', verificationToken: 'token', endpoint: 'endpoint' } as const
const wrongOrders = [
  ['challengeCode', 'endpoint', 'verificationToken'],
  ['verificationToken', 'challengeCode', 'endpoint'],
  ['verificationToken', 'endpoint', 'challengeCode'],
  ['endpoint', 'challengeCode', 'verificationToken'],
  ['endpoint', 'verificationToken', 'challengeCode'],
] as const

const separators = [
  ['a space', ' '],
  ['a line break', '\n'],
  ['a comma', ','],
  ['a colon', ':'],
  ['a hyphen', '-'],
] as const

const sha256 = (content: string | Buffer): Buffer => hash('sha256', content, 'buffer')

/** What each mistake makes of the three parts; the first that fits explains an answer. */
const listMistakes = (
  parts: ChallengeInput,
  otherAddresses: readonly string[],
): readonly (readonly [mistake: string, digest: Buffer])[] => {
  const { challengeCode: code, verificationToken: token, endpoint } = parts
  const text = code + token + endpoint
  const texts: readonly Misreading[] = [
    ...[
      ...misreadText('challenge code', code),
      ['A space precedes the challenge code.', ` ${code}`] as const,
      ['The name challenge_code= was hashed with the code.', `challenge_code=${code}`] as const,
    ].map(([mistake, value]) => [mistake, value + token + endpoint] as const),
    ...misreadText('verification token', token).map(([mistake, value]) => [mistake, code + value + endpoint] as const),
    ...misreadEndpoint(endpoint, code, otherAddresses).map(
      ([mistake, value]) => [mistake, code + token + value] as const,
    ),
    ...wrongOrders.map((order): Misreading => {
      const names = order.map((part) => partLabels[part]).join(', ')
      return [`The order is ${names}. It must be code, token, endpoint.`, order.map((part) => parts[part]).join('')]
    }),
    ...separators.map(
      ([name, separator]): Misreading => [
        `The three parts are joined with ${name}. Join them with nothing between.`,
        [code, token, endpoint].join(separator),
      ],
    ),
  ]
  return [
    ...texts.map(([mistake, misread]) => [mistake, sha256(misread)] as const),
    ['The text was hashed as UTF-16 instead of UTF-8.', sha256(Buffer.from(text, 'utf16le'))],
    [
      'It is an HMAC keyed with the token instead of a SHA-256 of all three parts.',
      createHmac('sha256', token)
        .update(code + endpoint)
        .digest(),
    ],
    ['It was hashed twice.', sha256(sha256(text))],
    ...['sha1', 'md5', 'sha384', 'sha512'].map(
      (algorithm) => [`It is ${algorithm.toUpperCase()} instead of SHA-256.`, hash(algorithm, text, 'buffer')] as const,
    ),
  ]
}

type Reading = { readonly bytes: Buffer; readonly mistakes: readonly string[] }

/** Takes the value out of a pasted answer with headers and JSON. */
const extractValue = (given: string): { readonly text: string; readonly mistakes: readonly string[] } => {
  const json = /\{[^{}]*\}/.exec(given)?.[0]
  if (json === undefined) return { text: given, mistakes: [] }
  try {
    const members = Object.entries(JSON.parse(json) as Readonly<Record<string, unknown>>)
    const texts = members.flatMap(([name, value]) => (typeof value === 'string' ? [{ name, value }] : []))
    const member = texts.find(({ name }) => name === 'challengeResponse') ?? texts[0]
    if (member === undefined) return { text: given, mistakes: [] }
    const wrongName = `The field is called ${JSON.stringify(member.name)} instead of "challengeResponse".`
    const mistakes = [
      ...(member.name === 'challengeResponse' ? [] : [wrongName]),
      ...(member.value === member.value.trim() ? [] : ['There is white space around the value.']),
    ]
    return { text: member.value, mistakes }
  } catch {
    const text = /"([\da-fA-F]{40,128})"/.exec(json)?.[1] ?? given
    return { text, mistakes: ['The answer is not valid JSON. Answer {"challengeResponse":"…"}.'] }
  }
}

/** The bytes a pasted value may encode, with mistakes in the notation. */
const parseReadings = (given: string): readonly Reading[] => {
  const extracted = extractValue(given)
  const trimmed = extracted.text.trim()
  const text = /^(["'])(.*)\1$/s.exec(trimmed)?.[2]?.trim() ?? trimmed
  const readings: Reading[] = []
  const add = (bytes: Buffer, ...mistakes: readonly string[]): void =>
    void readings.push({ bytes, mistakes: [...extracted.mistakes, ...mistakes] })

  const digits = text.replace(/^0x/i, '').replace(/[\s:-]/g, '')
  if (/^(?:[\da-f]{2})+$/i.test(digits)) {
    add(
      Buffer.from(digits, 'hex'),
      ...(/[A-F]/.test(digits) ? ['The hex digits are in upper case. Use lower case.'] : []),
      ...(digits.length === text.length ? [] : ['The hex digits contain separators. Use 64 digits without any.']),
    )
  }
  const unescaped = decode(text.replaceAll('+', '%2B'))
  if (/^[\w+/-]+={0,2}$/.test(unescaped)) {
    const bytes = Buffer.from(unescaped, 'base64')
    const encoded = unescaped === text ? [] : ['It was percent-encoded.']
    const inner = bytes.toString('latin1')
    if (/^[\da-f]{40,128}$/i.test(inner)) {
      add(Buffer.from(inner, 'hex'), 'The hex digits were encoded as base64 as well.', ...encoded)
    } else if (!/^[\da-f]+$/i.test(unescaped)) add(bytes, 'It is base64 instead of hex.', ...encoded)
  }
  return readings
}

/**
 * Compares an answer with the right one and searches for the mistakes that explain it.
 *
 * `given`: as pasted, the value, its JSON or the whole answer. `otherAddresses` could have been used by mistake.
 */
export const diagnoseChallenge = (
  parts: ChallengeInput,
  given: string,
  otherAddresses: readonly string[] = [],
): Diagnosis => {
  const { challengeCode, verificationToken, endpoint } = parts
  const right = challengeResponse(challengeCode, verificationToken, endpoint)
  const readings = parseReadings(given)
  if (readings.length === 0) {
    const message =
      given.trim() === ''
        ? 'Paste an answer to compare.'
        : 'This is not a hash. The answer has 64 characters: digits and the letters a to f.'
    return { verdict: 'unknown', message }
  }
  const cut = readings.find(
    ({ bytes }) => bytes.length >= 8 && bytes.length < DIGEST_BYTES && right.startsWith(bytes.toString('hex')),
  )
  if (cut !== undefined) {
    return { verdict: 'nearMiss', mistakes: [...cut.mistakes, 'The value is cut off. It has 64 characters.'] }
  }

  const mistakes = [[null, Buffer.from(right, 'hex')] as const, ...listMistakes(parts, otherAddresses)]
  for (const [mistake, digest] of mistakes) {
    const reading = readings.find(({ bytes }) => bytes.equals(digest))
    if (reading === undefined) continue
    const all = [...(mistake === null ? [] : [mistake]), ...reading.mistakes]
    return all.length === 0 ? { verdict: 'right' } : { verdict: 'nearMiss', mistakes: all }
  }
  const message = readings.some(({ bytes }) => bytes.length === DIGEST_BYTES)
    ? "No common mistake explains this SHA-256. Most likely it was computed with a verification token other than Stallhand's."
    : 'This is not a SHA-256, which has 64 characters.'
  return { verdict: 'unknown', message }
}

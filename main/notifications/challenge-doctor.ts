/**
 * Why an answer to a challenge is wrong: the mistakes that are made with it, tried one by one and together (RCV-02).
 *
 * SECURITY (AUT-04): the verification token comes in and never goes out; what is said names it and never holds it.
 */
import { createHmac, hash } from 'node:crypto'
import { challengeInput } from '../../shared/notifications/challenge.ts'

export type ChallengeParts = {
  readonly challengeCode: string
  readonly verificationToken: string
  readonly endpoint: string
}

export type Diagnosis =
  | { readonly verdict: 'right' }
  /** Every mistake that was made, the fewest that explain it. */
  | { readonly verdict: 'nearMiss'; readonly mistakes: readonly string[] }
  /** It is no SHA-256 at all, or one of something else; `words` say what is known. */
  | { readonly verdict: 'unknown'; readonly words: string; readonly tried: number }

/** What could be done otherwise; the first way of each is the right one and has no words. */
type Way<T> = { readonly words: string | null; readonly value: T }

const way = <T>(words: string | null, value: T): Way<T> => ({ words, value })

/** Ways without those that come to the same as an earlier one. */
const distinct = <T>(ways: readonly Way<T>[]): readonly Way<T>[] =>
  ways.filter((each, index) => ways.findIndex(({ value }) => value === each.value) === index)

const decoded = (text: string): string => {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '))
  } catch {
    return text
  }
}

const after = (name: string, isLast: boolean): string =>
  isLast ? `follows ${name}` : `follows ${name}, or stands before what comes next`

/**
 * How text gets blanks, quotes and other letters on its way through files, shells and forms. A blank between two of the
 * three may belong to either, and is told as what it is.
 */
const textWays = (name: string, text: string, isLast = false): readonly Way<string>[] => [
  way(null, text),
  way(`${name} was left out.`, ''),
  way(`A line break ${after(name, isLast)}, as a file or echo adds one.`, `${text}\n`),
  way(`A line break of Windows ${after(name, isLast)}.`, `${text}\r\n`),
  way(`A space ${after(name, isLast)}.`, `${text} `),
  way(`Space around ${name} was cut off that belongs to it.`, text.trim()),
  way(`${name} stands in double quotation marks.`, `"${text}"`),
  way(`${name} stands in single quotation marks.`, `'${text}'`),
  way(`${name} was written in upper case.`, text.toUpperCase()),
  way(`${name} was written in lower case.`, text.toLowerCase()),
  way(`${name} was percent-encoded.`, encodeURIComponent(text)),
  way(`${name} was percent-decoded.`, decoded(text)),
  way(`${name} was encoded as base64.`, Buffer.from(text).toString('base64')),
  way(`A byte-order mark stands before ${name}.`, `\ufeff${text}`),
]

const codeWays = (code: string): readonly Way<string>[] => [
  ...textWays('the challenge code', code),
  way('A space stands before the challenge code.', ` ${code}`),
  way('The name challenge_code= was hashed with the code.', `challenge_code=${code}`),
]

const addressWays = (endpoint: string, code: string, otherAddresses: readonly string[]): readonly Way<string>[] => {
  const ways = [...textWays('the endpoint', endpoint, true)]
  const add = (words: string, value: string): void => void ways.push(way(words, value))
  add('The endpoint has a slash at its end that the registered one has not.', `${endpoint}/`)
  add('The endpoint lacks the slash at the end of the registered one.', endpoint.replace(/\/+$/, ''))
  add('The endpoint was taken with its query, ?challenge_code=….', `${endpoint}?challenge_code=${code}`)
  add(
    'The endpoint was taken with its query, ?challenge_code=….',
    `${endpoint}?challenge_code=${encodeURIComponent(code)}`,
  )
  add('The endpoint begins with http://, the registered one with https://.', endpoint.replace(/^https:/, 'http:'))
  add('The endpoint begins with https://, the registered one with http://.', endpoint.replace(/^http:/, 'https:'))
  add('The endpoint was taken without its scheme.', endpoint.replace(/^https?:\/\//, ''))
  if (URL.canParse(endpoint)) {
    const url = new URL(endpoint)
    const rest = `${url.pathname === '/' && !endpoint.endsWith('/') ? '' : url.pathname}${url.search}`
    const port = url.port === '' ? '' : `:${url.port}`
    add('The endpoint was taken without its query.', endpoint.replace(/\?.*$/s, ''))
    add('Only the path of the endpoint was taken.', `${url.pathname}${url.search}`)
    add('Only the origin of the endpoint was taken, without its path.', url.origin)
    add('Only the host of the endpoint was taken.', url.host)
    add('The host of the endpoint was written in lower case.', `${url.protocol}//${url.hostname}${port}${rest}`)
    add('The endpoint was taken without its port.', `${url.protocol}//${url.hostname}${rest}`)
    if (port === '') {
      const usual = url.protocol === 'https:' ? '443' : '80'
      add(
        `The endpoint was taken with its port :${usual}, which is not written.`,
        `${url.protocol}//${url.hostname}:${usual}${rest}`,
      )
    }
    const www = url.hostname.startsWith('www.') ? url.hostname.slice(4) : `www.${url.hostname}`
    add(
      `The host was taken ${url.hostname.startsWith('www.') ? 'without' : 'with'} www.`,
      `${url.protocol}//${www}${port}${rest}`,
    )
    for (const [here, there] of [
      ['127.0.0.1', 'localhost'],
      ['localhost', '127.0.0.1'],
    ] as const) {
      if (url.hostname === here) add(`${there} was written for ${here}.`, `${url.protocol}//${there}${port}${rest}`)
    }
  }
  for (const other of otherAddresses) add(`Another address was taken: ${other}.`, other)
  return ways
}

type Order = readonly [0 | 1 | 2, 0 | 1 | 2, 0 | 1 | 2]
const orderWays: readonly Way<Order>[] = [
  way(null, [0, 1, 2]),
  way('The order is challenge code, endpoint, token; the token comes second.', [0, 2, 1]),
  way('The order is token, challenge code, endpoint; the challenge code comes first.', [1, 0, 2]),
  way('The order is token, endpoint, challenge code; it is code, token, endpoint.', [1, 2, 0]),
  way('The order is endpoint, challenge code, token; it is code, token, endpoint.', [2, 0, 1]),
  way('The order is endpoint, token, challenge code; it is code, token, endpoint.', [2, 1, 0]),
]

const between = (words: string, mark: string): Way<string> =>
  way(`The three are joined with ${words}; nothing stands between them.`, mark)
const joinWays: readonly Way<string>[] = [
  way(null, ''),
  between('a space', ' '),
  between('a line break', '\n'),
  between('a comma', ','),
  between('&', '&'),
  between('+', '+'),
  between('a colon', ':'),
  between('a dot', '.'),
  between('a hyphen', '-'),
  between('a slash', '/'),
  between('|', '|'),
]

type Hash = (text: readonly string[], join: string, token: string) => Buffer
const plainly =
  (algorithm: string, encoding: BufferEncoding): Hash =>
  (text, join) =>
    hash(algorithm, Buffer.from(text.join(join), encoding), 'buffer')
const keyed: Hash = (text, join, token) =>
  createHmac('sha256', token)
    .update(text.filter((part) => part !== token).join(join))
    .digest()

const hashWays: readonly Way<Hash>[] = [
  way(null, plainly('sha256', 'utf8')),
  way('The text was hashed as UTF-16; it is UTF-8.', plainly('sha256', 'utf16le')),
  way('The text was hashed as Latin-1; it is UTF-8.', plainly('sha256', 'latin1')),
  way('It is an HMAC with the token as its key; it is a plain SHA-256 over all three.', keyed),
  way('It was hashed twice.', (text, join) => hash('sha256', hash('sha256', text.join(join), 'buffer'), 'buffer')),
  way('It was hashed twice, the second time as hex.', (text, join) =>
    hash('sha256', hash('sha256', text.join(join), 'hex'), 'buffer'),
  ),
  ...['sha1', 'md5', 'sha224', 'sha384', 'sha512', 'sha3-256'].map((algorithm) =>
    way(`It is ${algorithm.toUpperCase()}; SHA-256 is wanted.`, plainly(algorithm, 'utf8')),
  ),
]

/** The readings of a pasted value: as bytes, with what is wrong about how they are written. */
const readingsOf = (given: string): readonly { readonly bytes: Buffer; readonly mistakes: readonly string[] }[] => {
  const readings: { bytes: Buffer; mistakes: readonly string[] }[] = []
  let text = given
  const mistakes: string[] = []
  // A whole answer was pasted: with its headers perhaps, and with its JSON.
  const json = /\{[^{}]*\}/.exec(text)?.[0]
  if (json !== undefined) {
    try {
      const members = Object.entries(JSON.parse(json) as Readonly<Record<string, unknown>>)
      const member =
        members.find(([name]) => name === 'challengeResponse') ?? members.find(([, value]) => typeof value === 'string')
      if (member !== undefined && typeof member[1] === 'string') {
        if (member[0] !== 'challengeResponse')
          mistakes.push(`It is called ${JSON.stringify(member[0])}; its name is "challengeResponse".`)
        text = member[1]
        if (text !== text.trim()) mistakes.push('There is space around the value.')
      }
    } catch {
      mistakes.push('What was pasted looks like JSON and is none: it is answered as {"challengeResponse":"…"}.')
      text = /"([\da-fA-F]{40,128})"/.exec(json)?.[1] ?? text
    }
  }
  text = text.trim()
  const quoted = /^(["'])(.*)\1$/s.exec(text)?.[2]
  if (quoted !== undefined) text = quoted.trim()
  const take = (bytes: Buffer, ...more: string[]): void =>
    void readings.push({ bytes, mistakes: [...mistakes, ...more] })

  const bare = text.replace(/^0x/i, '').replace(/[\s:-]/g, '')
  if (/^(?:[\da-f]{2})+$/i.test(bare)) {
    const written: string[] = []
    if (/[A-F]/.test(bare)) written.push('The hex is in upper case; it is compared in lower case.')
    if (bare.length !== text.length) written.push('The hex has marks in it; it is 64 letters and digits without any.')
    take(Buffer.from(bare.toLowerCase(), 'hex'), ...written)
  }
  const unescaped = decoded(text.replaceAll('+', '%2B'))
  if (/^[\w+/-]+={0,2}$/.test(unescaped)) {
    const bytes = Buffer.from(unescaped, 'base64')
    const percent = unescaped === text ? [] : ['It was percent-encoded.']
    const inner = bytes.toString('latin1')
    if (/^[\da-f]{40,128}$/i.test(inner))
      take(Buffer.from(inner, 'hex'), 'The hex was encoded as base64 once more.', ...percent)
    else if (!/^[\da-f]+$/i.test(unescaped)) take(bytes, 'It is written as base64; hex is wanted.', ...percent)
  }
  return readings
}

/** Mistakes are looked for up to so many at once. */
const MOST_MISTAKES = 3

/**
 * Compares an answer with the right one, and looks for the mistakes that lead to it where it is wrong.
 *
 * `given` as it was pasted: the value, its JSON, or the whole answer. `otherAddresses` are addresses that could have been
 * meant. Some 40,000 hashes in the worst case, under 200 ms.
 */
export const diagnoseChallenge = (
  parts: ChallengeParts,
  given: string,
  otherAddresses: readonly string[] = [],
): Diagnosis => {
  const { challengeCode, verificationToken, endpoint } = parts
  const right = hash('sha256', challengeInput(challengeCode, verificationToken, endpoint).join(''), 'hex')
  const pasted = given.trim()
  if (pasted === right || pasted === JSON.stringify({ challengeResponse: right })) return { verdict: 'right' }

  const readings = readingsOf(given)
  if (readings.length === 0) {
    const words =
      pasted === ''
        ? 'There is nothing to compare. Paste the answer, or the value in it.'
        : 'This is no hash: the answer holds 64 letters and digits, from 0 to 9 and a to f.'
    return { verdict: 'unknown', words, tried: 0 }
  }
  const cut = readings.find(
    ({ bytes }) => bytes.length >= 8 && bytes.length < 32 && right.startsWith(bytes.toString('hex')),
  )
  if (cut !== undefined) {
    return { verdict: 'nearMiss', mistakes: [...cut.mistakes, 'The value is cut off: it has 64 letters and digits.'] }
  }

  const codes = distinct(codeWays(challengeCode))
  const tokens = distinct(textWays('the verification token', verificationToken))
  const addresses = distinct(addressWays(endpoint, challengeCode, otherAddresses))
  const wanted = new Map(readings.map((reading) => [reading.bytes.toString('latin1'), reading.mistakes]))
  const dimensions = [codes, tokens, addresses, orderWays, joinWays, hashWays] as const
  let tried = 0

  const test = (at: readonly number[]): readonly string[] | undefined => {
    tried += 1
    const [code, token, address, order, join, digest] = [
      codes[at[0] ?? 0],
      tokens[at[1] ?? 0],
      addresses[at[2] ?? 0],
      orderWays[at[3] ?? 0],
      joinWays[at[4] ?? 0],
      hashWays[at[5] ?? 0],
    ]
    if (!code || !token || !address || !order || !join || !digest) return undefined
    const inOrder = challengeInput(code.value, token.value, address.value)
    const texts = order.value.map((index) => inOrder[index] ?? '')
    const found = wanted.get(digest.value(texts, join.value, token.value).toString('latin1'))
    if (found === undefined) return undefined
    const made = [code, token, address, order, join, digest].flatMap(({ words }) => (words === null ? [] : [words]))
    return [...made, ...found].map((words) => words.charAt(0).toUpperCase() + words.slice(1))
  }

  /** All combinations that differ from the right way in exactly `left` of the dimensions from `from` on. */
  const search = (at: number[], from: number, left: number): readonly string[] | undefined => {
    if (left === 0) return test(at)
    for (let dimension = from; dimension < dimensions.length; dimension += 1) {
      const ways = dimensions[dimension]?.length ?? 0
      for (let index = 1; index < ways; index += 1) {
        at[dimension] = index
        const found = search(at, dimension + 1, left - 1)
        if (found !== undefined) return found
      }
      at[dimension] = 0
    }
    return undefined
  }

  for (let mistakes = 0; mistakes <= MOST_MISTAKES; mistakes += 1) {
    const found = search([0, 0, 0, 0, 0, 0], 0, mistakes)
    if (found !== undefined) {
      return found.length === 0 ? { verdict: 'right' } : { verdict: 'nearMiss', mistakes: found }
    }
  }
  const words = readings.some(({ bytes }) => bytes.length === 32)
    ? 'This is a SHA-256 of something else: no mix-up of the three explains it. The verification token that was hashed is most likely another one than the one kept here.'
    : 'This is no SHA-256, which has 64 letters and digits, and no other hash of the three either.'
  return { verdict: 'unknown', words, tried }
}

import { createHash, createHmac } from 'node:crypto'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { diagnoseChallenge } from '../../../main/notifications/challenge-doctor.ts'

const code = 'a8628072-3d33-45ee-9004-bee86830a22d'
const token = '71745723-d031-455c-bfa5-f90d11b4f20a'
const endpoint = 'http://www.testendpoint.com/webhook'
const parts = { challengeCode: code, verificationToken: token, endpoint }
/** The public vector of the platform's own kit. */
const right = 'ca527df75caa230092d7e90484071e8f05d63068f1317973d6a3a42593734bbb'

const sha = (text: string | Buffer, algorithm = 'sha256') => createHash(algorithm).update(text).digest()
const hex = (...texts: string[]): string => sha(texts.join('')).toString('hex')

const mistakesOf = (given: string, otherAddresses: readonly string[] = []): readonly string[] | string => {
  const diagnosis = diagnoseChallenge(parts, given, otherAddresses)
  if (diagnosis.verdict === 'nearMiss') return diagnosis.mistakes
  return diagnosis.verdict === 'right' ? 'right' : diagnosis.words
}

describe('the challenge doctor', () => {
  it.each([
    right,
    ` ${right}\n`,
    JSON.stringify({ challengeResponse: right }),
    `HTTP/1.1 200 OK\n\n{"challengeResponse": "${right}"}`,
  ])('RCV-02 takes the right answer as it was pasted: %j', (given) => {
    expect(mistakesOf(given)).toBe('right')
  })

  it.each([
    ['the order', hex(code, endpoint, token), 'The order is challenge code, endpoint, token; the token comes second.'],
    [
      'the order',
      hex(endpoint, token, code),
      'The order is endpoint, token, challenge code; it is code, token, endpoint.',
    ],
    [
      'a slash',
      hex(code, token, `${endpoint}/`),
      'The endpoint has a slash at its end that the registered one has not.',
    ],
    [
      'the scheme',
      hex(code, token, endpoint.replace('http', 'https')),
      'The endpoint begins with https://, the registered one with http://.',
    ],
    [
      'the query',
      hex(code, token, `${endpoint}?challenge_code=${code}`),
      'The endpoint was taken with its query, ?challenge_code=….',
    ],
    ['only the path', hex(code, token, '/webhook'), 'Only the path of the endpoint was taken.'],
    ['the host', hex(code, token, 'http://testendpoint.com/webhook'), 'The host was taken without www.'],
    [
      'the port',
      hex(code, token, 'http://www.testendpoint.com:80/webhook'),
      'The endpoint was taken with its port :80, which is not written.',
    ],
    [
      'white space',
      hex(code, `${token}\n`, endpoint),
      'A line break follows the verification token, or stands before what comes next, as a file or echo adds one.',
    ],
    [
      'white space',
      hex(code, token, ` ${endpoint}`),
      'A space follows the verification token, or stands before what comes next.',
    ],
    ['white space', hex(code, token, `${endpoint} `), 'A space follows the endpoint.'],
    ['quotation marks', hex(code, `"${token}"`, endpoint), 'The verification token stands in double quotation marks.'],
    ['the encoding of a part', hex(code, token, encodeURIComponent(endpoint)), 'The endpoint was percent-encoded.'],
    [
      'the encoding of the text',
      sha(Buffer.from(code + token + endpoint, 'utf16le')).toString('hex'),
      'The text was hashed as UTF-16; it is UTF-8.',
    ],
    ['base64', sha(code + token + endpoint).toString('base64'), 'It is written as base64; hex is wanted.'],
    ['base64', sha(code + token + endpoint).toString('base64url'), 'It is written as base64; hex is wanted.'],
    ['base64 of the hex', Buffer.from(right).toString('base64'), 'The hex was encoded as base64 once more.'],
    ['upper case', right.toUpperCase(), 'The hex is in upper case; it is compared in lower case.'],
    [
      'upper case of a part',
      hex(code, token.toUpperCase(), endpoint),
      'The verification token was written in upper case.',
    ],
    [
      'marks in the hex',
      right.replace(/..(?!$)/g, '$&:'),
      'The hex has marks in it; it is 64 letters and digits without any.',
    ],
    ['a part left out', hex(code, token), 'The endpoint was left out.'],
    [
      'what stands between',
      hex(code, ':', token, ':', endpoint),
      'The three are joined with a colon; nothing stands between them.',
    ],
    ['another hash', sha(code + token + endpoint, 'sha1').toString('hex'), 'It is SHA1; SHA-256 is wanted.'],
    [
      'an HMAC',
      createHmac('sha256', token)
        .update(code + endpoint)
        .digest('hex'),
      'It is an HMAC with the token as its key; it is a plain SHA-256 over all three.',
    ],
    ['hashed twice', sha(sha(code + token + endpoint)).toString('hex'), 'It was hashed twice.'],
    ['the end missing', right.slice(0, 40), 'The value is cut off: it has 64 letters and digits.'],
    [
      'the name',
      JSON.stringify({ challenge_response: right }),
      'It is called "challenge_response"; its name is "challengeResponse".',
    ],
  ])('RCV-02 names %s as the culprit', (_what, given, mistake) => {
    expect(mistakesOf(given)).toEqual([mistake])
  })

  it('RCV-02 names several mistakes that were made together', () => {
    expect(mistakesOf(sha(`${code}${endpoint}/${token}\n`).toString('base64'))).toEqual([
      'A line break follows the verification token, or stands before what comes next, as a file or echo adds one.',
      'The endpoint has a slash at its end that the registered one has not.',
      'The order is challenge code, endpoint, token; the token comes second.',
      'It is written as base64; hex is wanted.',
    ])
  })

  it('RCV-02 names another address that was meant', () => {
    const tunnel = 'https://tunnel.example/notifications'
    expect(mistakesOf(hex(code, token, tunnel), [tunnel])).toEqual([`Another address was taken: ${tunnel}.`])
  })

  it('says so where nothing explains it, and what is then most likely', () => {
    expect(mistakesOf(hex('something', 'else'))).toContain('is most likely another one than the one kept here')
    expect(mistakesOf('hello there')).toContain('This is no hash')
    expect(mistakesOf('')).toContain('There is nothing to compare')
    expect(mistakesOf('abcd')).toContain('This is no SHA-256')
  })

  it('AUT-04 never says the verification token, whatever was pasted', () => {
    const anything = fc.oneof(
      fc.string(),
      fc.constantFrom(
        token,
        right,
        hex(code, `${token}\n`, endpoint),
        `{"challengeResponse": "${token}"}`,
        `{"${right}": 1`,
      ),
      fc.uint8Array({ minLength: 32, maxLength: 32 }).map((bytes) => Buffer.from(bytes).toString('hex')),
    )
    fc.assert(
      fc.property(anything, (given) => {
        expect(JSON.stringify(diagnoseChallenge(parts, given.replaceAll(token, ''), [endpoint]))).not.toContain(token)
      }),
      { numRuns: 20 },
    )
  })
})

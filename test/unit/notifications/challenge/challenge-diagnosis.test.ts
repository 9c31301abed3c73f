import { createHash, createHmac } from 'node:crypto'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { diagnoseChallenge } from '../../../../main/notifications/challenge/challenge-diagnosis.ts'

const code = 'a8628072-3d33-45ee-9004-bee86830a22d'
const token = '71745723-d031-455c-bfa5-f90d11b4f20a'
const endpoint = 'http://www.testendpoint.com/webhook'
const parts = { challengeCode: code, verificationToken: token, endpoint }
/** The public vector of the platform's own kit. */
const right = 'ca527df75caa230092d7e90484071e8f05d63068f1317973d6a3a42593734bbb'

const sha = (text: string | Buffer, algorithm = 'sha256') => createHash(algorithm).update(text).digest()
const hex = (...texts: string[]): string => sha(texts.join('')).toString('hex')

const findMistakes = (given: string, otherAddresses: readonly string[] = []): readonly string[] | string => {
  const diagnosis = diagnoseChallenge(parts, given, otherAddresses)
  if (diagnosis.verdict === 'nearMiss') return diagnosis.mistakes
  return diagnosis.verdict === 'right' ? 'right' : diagnosis.message
}

describe('diagnosing an answer to a challenge', () => {
  it.each([
    right,
    ` ${right}\n`,
    JSON.stringify({ challengeResponse: right }),
    `HTTP/1.1 200 OK\n\n{"challengeResponse": "${right}"}`,
  ])('RCV-02 accepts the right answer in any pasted form: %j', (given) => {
    expect(findMistakes(given)).toBe('right')
  })

  it.each([
    ['the order', hex(code, endpoint, token), 'The order is code, endpoint, token. It must be code, token, endpoint.'],
    ['the order', hex(endpoint, token, code), 'The order is endpoint, token, code. It must be code, token, endpoint.'],
    ['a slash', hex(code, token, `${endpoint}/`), 'A slash was added to the endpoint’s end.'],
    [
      'the scheme',
      hex(code, token, endpoint.replace('http', 'https')),
      'The endpoint starts with https:// instead of http://.',
    ],
    [
      'the query',
      hex(code, token, `${endpoint}?challenge_code=${code}`),
      'The endpoint was used with its query, ?challenge_code=….',
    ],
    ['only the path', hex(code, token, '/webhook'), 'Only the path of the endpoint was used.'],
    [
      'white space',
      hex(code, `${token}\n`, endpoint),
      'A line break follows the verification token, as a file or echo adds one.',
    ],
    ['white space', hex(code, token, ` ${endpoint}`), 'A space follows the verification token.'],
    ['white space', hex(code, token, `${endpoint} `), 'A space follows the endpoint.'],
    ['quotation marks', hex(code, `"${token}"`, endpoint), 'The verification token is in double quotation marks.'],
    ['the encoding of a part', hex(code, token, encodeURIComponent(endpoint)), 'The endpoint was percent-encoded.'],
    ['base64', sha(code + token + endpoint).toString('base64'), 'It is base64 instead of hex.'],
    ['base64', sha(code + token + endpoint).toString('base64url'), 'It is base64 instead of hex.'],
    ['upper case', right.toUpperCase(), 'The hex digits are in upper case. Use lower case.'],
    ['a part left out', hex(code, token), 'The endpoint was left out.'],
    [
      'a separator',
      hex(code, ':', token, ':', endpoint),
      'The three parts are joined with something between. Join them with nothing between.',
    ],
    [
      'an HMAC',
      createHmac('sha256', token)
        .update(code + endpoint)
        .digest('hex'),
      'It is an HMAC keyed with the token instead of a SHA-256 of all three parts.',
    ],
    ['the name', JSON.stringify({ challenge_response: right }), 'The field must be called “challengeResponse”.'],
  ])('RCV-02 names the mistake: %s', (_what, given, mistake) => {
    expect(findMistakes(given)).toEqual([mistake])
  })

  it('RCV-02 names a mistake in the text beside one in the notation', () => {
    expect(findMistakes(sha(`${code}${endpoint}${token}`).toString('base64'))).toEqual([
      'The order is code, endpoint, token. It must be code, token, endpoint.',
      'It is base64 instead of hex.',
    ])
  })

  it('RCV-02 recognizes another address', () => {
    const tunnel = 'https://tunnel.example/notifications'
    expect(findMistakes(hex(code, token, tunnel), [tunnel])).toEqual([`Another address was used: ${tunnel}.`])
  })

  it('names the likely cause if no mistake explains the answer', () => {
    expect(findMistakes(hex('something', 'else'))).toContain('Most likely')
    expect(findMistakes('hello there')).toContain('This isn’t a hash')
    expect(findMistakes(sha('x', 'sha1').toString('hex'))).toContain('This isn’t a SHA-256')
  })

  it('AUT-04 never returns the verification token', () => {
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

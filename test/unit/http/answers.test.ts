import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import * as z from 'zod'
import { parseErrors, readJson } from '../../../main/http/answers.ts'
import { createErrorCatalog, describeError, responseFailure } from '../../../main/http/failures.ts'
import { platforms } from '../../../shared/connection/platforms.ts'
import { Failure } from '../../../shared/result.ts'
import { noErrors } from '../../support/error-catalog.ts'
import { answer } from './fake-send.ts'

const errors = (errorId: number, message = 'What the platform says') => ({
  errors: [{ errorId, domain: 'API', category: 'REQUEST', message, parameters: [{ name: 'a', value: 'b' }] }],
})
const catalog = createErrorCatalog(platforms.ebay.name, {
  25002: { cause: 'The SKU has a forbidden character.', whatToDo: 'Use letters and digits.', topic: 'INV-01' },
})

describe('readJson', () => {
  const list = z.object({ total: z.number() })
  const failure = (response: Parameters<typeof readJson>[0]) => {
    try {
      return readJson(response, list, 'The list')
    } catch (error) {
      return error
    }
  }

  it('returns the parsed body', () => {
    expect(readJson(answer(200, { total: 3, more: 1 }), list, 'The list')).toEqual({ total: 3 })
  })

  it.each([
    ['didn’t arrive completely', { ...answer(200, '{"total":3}'), bodyCut: true }],
    ['didn’t arrive as JSON', answer(200, '<html>')],
    ['didn’t arrive as JSON', answer(200, '')],
    ['has an unexpected format, at total', answer(200, { total: 'three' })],
  ])('says that the list %s', (message, response) => {
    expect(failure(response)).toMatchObject({
      detail: { kind: 'service', status: 200, message: expect.stringContaining(message) },
    })
  })
})

describe('responseFailure', () => {
  const SAID = 'Invalid client id in the header.'

  it.each([
    ['a gateway’s message', { message: SAID }],
    ['an OAuth error', { error: 'invalid_request', error_description: SAID }],
    ['a problem document', { title: 'Bad request', detail: SAID }],
    ['one error without a list', { error: { errorId: 7, message: SAID } }],
    ['a bare list', [{ message: SAID }]],
    ['an older service’s list', { errorMessage: { error: [{ errorId: ['1'], message: SAID }] } }],
    ['a plain sentence', SAID],
  ])('PLT-09 keeps the words of %s', (_, body) => {
    const response = answer(400, body)
    for (const service of ['inventory', 'messages'] as const) {
      expect(responseFailure(service, response, noErrors).detail.message).toContain(SAID)
    }
    expect(responseFailure('inventory', { ...response, status: 429 }, noErrors).detail.message).toContain(SAID)
    expect(responseFailure('inventory', { ...response, status: 401 }, noErrors).detail.message).toContain(SAID)
    expect(parseErrors(response)).toEqual([])
  })

  it.each([[''], ['{"a":'], ['<a>page</a>'], ['x'.repeat(5_000)], [{}], [[]], [null]])(
    'PLT-09 takes %j for no sentence',
    (body) => {
      expect(responseFailure('inventory', answer(400, body), noErrors).detail.message).toBe(
        'The inventory service refused this. Check your entries, then try again.',
      )
    },
  )

  it('INV-19 PLT-09 shows the platform’s own words, then explains an id it knows by cause and what to do', () => {
    expect(responseFailure('inventory', answer(400, errors(25002)), catalog).detail).toEqual({
      kind: 'service',
      topic: 'INV-01',
      status: 400,
      errorId: 25002,
      cause: 'The SKU has a forbidden character.',
      whatToDo: 'Use letters and digits.',
      message:
        'eBay says: What the platform says (a: b) The SKU has a forbidden character. Use letters and digits. (25002)',
    })
  })

  it('shows the platform’s own text for an unknown id, shortened and on one line', () => {
    const { detail } = responseFailure(
      'inventory',
      answer(400, errors(999, `a\n\u2028b ${'x'.repeat(5_000)}`)),
      catalog,
    )
    expect(detail).toMatchObject({ kind: 'service', errorId: 999 })
    expect(detail.message).not.toMatch(/\n/)
    expect(detail.message.length).toBeLessThan(500)
  })

  it('prefers an error that it can explain', () => {
    const both = { errors: [...errors(999).errors, ...errors(25002).errors] }
    expect(responseFailure('inventory', answer(400, both), catalog).detail).toMatchObject({ errorId: 25002 })
  })

  it('NOT-10 shows every error of an answer, the longer sentence, and the fields it is about', () => {
    const body = {
      errors: [
        {
          errorId: 1,
          message: 'Bad name.',
          longMessage: 'Bad name. It has markup.',
          inputRefIds: ['$.name'],
          subdomain: 'naming',
        },
        { errorId: 2, message: 'Bad address', longMessage: 'Use HTTPS.', outputRefIds: ['$.endpoint'] },
      ],
    }
    const { message } = responseFailure('notification', answer(400, body), noErrors)
    expect(message).toContain('Bad name. It has markup. (at $.name)')
    expect(message).toContain('Also: Bad address Use HTTPS. (at $.endpoint)')
  })

  it('NOT-10 shows every error of a 403 and of a 429 too', () => {
    const both = { errors: [...errors(1100, 'No right').errors, ...errors(999, 'Bad address').errors] }
    for (const status of [403, 429]) {
      expect(responseFailure('notification', answer(status, both), noErrors).message).toMatch(/No right.*Bad address/)
    }
  })

  it('AUT-03 names the permission that is needed if the platform says nothing, and blames no input', () => {
    const { message } = responseFailure('notification', answer(403), noErrors, { scope: 'sell.x' })
    expect(message).toContain('This needs the permission sell.x.')
    expect(message).not.toContain('Check your entries')
    const scope = 'https://api.ebay.com/oauth/api_scope/commerce.message'
    expect(responseFailure('messages', answer(401, errors(1100)), noErrors, { scope }).message).toContain(
      ' Missing permission: messages, commerce.message (1100)',
    )
  })

  it('MSG-20 says that the daily calls may be used up after a long pause, with the platform’s words', () => {
    const untilMs = Date.UTC(2026, 10, 22)
    const paused = { ...answer(429, errors(2001, 'Daily limit 500')), pause: { ms: 3_600_000, untilMs, isGuess: true } }
    const { detail } = responseFailure('messages', paused, noErrors)
    expect(detail).toMatchObject({ kind: 'rateLimited', retryAfterMs: 3_600_000, untilMs })
    expect(detail.message).toMatch(/Daily limit 500.*Today’s calls are used up/)
    expect(responseFailure('messages', answer(429, '', { 'retry-after': '7' }), noErrors).message).toMatch(
      /in a short time/,
    )
  })

  it('PLT-44 names no permission in a 403 whose sentence names another cause', () => {
    const said = errors(99, 'The account is suspended.')
    expect(responseFailure('inventory', answer(403, said), noErrors, { scope: 'sell.x' }).message).not.toContain(
      'sell.x',
    )
  })

  it.each(['Daily limit reached.', 'You have used up today’s calls.', 'The call usage limit has been reached.'])(
    'PLT-44 never calls a used-up day a short time: %s',
    (said) => {
      const { message } = responseFailure(
        'inventory',
        answer(429, errors(2001, said), { 'retry-after': '5' }),
        noErrors,
      )
      expect(message).toContain('Today’s calls are used up.')
      expect(message).not.toContain('short time')
    },
  )

  it('MSG-20 does not quote a sentence to programs, which names a header', () => {
    const said = 'Too many requests. Wait the seconds of the Retry-After header.'
    const { message } = responseFailure('messages', answer(429, errors(2001, said), { 'retry-after': '7' }), noErrors)
    expect(message).toBe('Stallhand has to wait: too many requests in a short time.')
  })

  it('AUT-03 names the missing permission, for a 403 and for 1100 whatever its status', () => {
    const scope = 'https://x/oauth/api_scope/message'
    for (const response of [
      answer(403),
      answer(403, errors(1100)),
      answer(401, errors(1100)),
      answer(400, errors(1100)),
    ]) {
      expect(responseFailure('messages', response, noErrors, { scope }).detail).toMatchObject({
        kind: 'forbidden',
        scope,
      })
    }
  })

  it('distinguishes the other statuses by their remedies', () => {
    const kind = (status: number, headers = {}) =>
      responseFailure('messages', answer(status, '', headers), noErrors).detail
    expect(kind(401).kind).toBe('signInNeeded')
    expect(kind(404).kind).toBe('notFound')
    expect(kind(409).kind).toBe('conflict')
    expect(kind(429, { 'retry-after': '9' })).toMatchObject({ kind: 'rateLimited', retryAfterMs: 9_000 })
    expect(kind(429)).toMatchObject({ kind: 'rateLimited', retryAfterMs: expect.any(Number) })
    expect(kind(503)).toMatchObject({ kind: 'service', status: 503 })
    expect(kind(302)).toMatchObject({ kind: 'service', status: 302 })
  })

  it('gives a failure with a clear message for any body', () => {
    fc.assert(
      fc.property(fc.integer({ min: 300, max: 599 }), fc.oneof(fc.string(), fc.json()), (status, body) => {
        const failure = responseFailure('trading', answer(status, body), noErrors)
        return failure instanceof Failure && failure.message.length > 10
      }),
    )
  })
})

describe('describeError', () => {
  it('PLT-09 keeps the platform’s longer sentence and its parameters for an id it does not know', () => {
    const error = {
      errorId: 999,
      message: 'Bad.',
      longMessage: 'Bad. Too long.',
      parameters: [{ name: 'a', value: 'b' }],
    }
    expect(describeError(error, catalog, 'Refused.')).toBe('Bad. Too long. (a: b)')
    expect(describeError({ errorId: 999 }, catalog, 'Refused.')).toBe('Refused.')
  })
})

describe('parseErrors', () => {
  it('reads an errorId written as a string, and drops malformed entries', () => {
    const body = { errors: [{ errorId: '25002', message: 7, parameters: 'none' }] }
    expect(parseErrors(answer(400, body))).toEqual([{ errorId: 25002 }])
  })

  it('is empty without a body', () => {
    expect(parseErrors(answer(500, 'oh'))).toEqual([])
  })
})

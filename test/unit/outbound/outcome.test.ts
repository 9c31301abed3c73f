import { describe, expect, it } from 'vitest'
import { responseFailure } from '../../../main/http/failures.ts'
import { type HttpResponse, TransportFailure } from '../../../main/http/request.ts'
import { failedWrite, readOutcome, thrownOutcome, triggerOf } from '../../../main/outbound/outcome.ts'
import { type AppError, Failure } from '../../../shared/result.ts'
import { noErrors } from '../../support/error-catalog.ts'
import { answer } from '../http/fake-send.ts'

const outcomeOf = (response: HttpResponse) =>
  readOutcome(response, noErrors.platformName, (one) =>
    responseFailure('messages', one, noErrors, { scope: 'message' }),
  )

it('AUT-03 refuses a send that lacks the permission, whatever its status, instead of trying again forever', () => {
  const body = { errors: [{ errorId: 1100, message: 'Access denied' }] }
  for (const status of [400, 401, 403]) {
    expect(outcomeOf(answer(status, body))).toMatchObject({
      outcome: 'refused',
      error: { kind: 'forbidden', scope: 'message' },
    })
  }
  expect(outcomeOf(answer(401))).toMatchObject({ outcome: 'notNow', error: { kind: 'signInNeeded' } })
})

it('PLT-09 keeps the platform’s message about an error that leaves the outcome unknown', () => {
  const body = { errors: [{ errorId: 335000, message: 'Internal server error encountered.' }] }
  expect(outcomeOf(answer(500, body))).toEqual({
    outcome: 'unknown',
    reason: 'The platform says: Internal server error encountered. The platform had an internal error (335000).',
  })
})

describe('the outcome of an answer', () => {
  const internal = { errors: [{ errorId: 25002, message: 'A system error has occurred.' }] }
  const causes = {
    errors: [
      { errorId: 1, message: 'No.' },
      { errorId: 2, message: 'The date is wrong.' },
    ],
  }
  const page = answer(200, '<!DOCTYPE html><html><body>Sign in to the hotel</body></html>', {
    'content-type': 'text/html',
  })

  it.each([
    ['a 204', answer(204), { outcome: 'carriedOut' }],
    ['a web page', page, { outcome: 'unknown', reason: expect.stringContaining('web page') }],
    ['a 500 with two errors', answer(500, causes), { outcome: 'unknown', reason: expect.stringContaining('date') }],
    ['a 500 without a body', answer(500), { outcome: 'unknown', reason: 'The platform had an internal error.' }],
    ['a 400 with an internal error', answer(400, internal), { outcome: 'unknown', reason: expect.any(String) }],
    ['a 400', answer(400, causes), { outcome: 'refused' }],
    ['a 500 with one error', answer(500, internal), { outcome: 'unknown', reason: expect.stringContaining('(25002)') }],
    ['a 429 with an internal error', answer(429, internal), { outcome: 'notNow' }],
    ['a 429 with a wait', answer(429, '', { 'retry-after': '7' }), { outcome: 'notNow', waitMs: 7_000 }],
    ['a 401', answer(401), { outcome: 'notNow', waitMs: 60_000 }],
  ])('MSG-12 is judged by its meaning, not its status alone: %s', (_, response, outcome) => {
    expect(outcomeOf(response)).toMatchObject(outcome)
  })
})

const message = 'It failed.'
const service = (status: number): AppError => ({ kind: 'service', status, message, cause: message, whatToDo: 'Wait.' })
const limited: AppError = { kind: 'rateLimited', message, retryAfterMs: 5_000 }

describe('the outcome of a write that threw', () => {
  it.each<readonly [string, unknown, object]>([
    ['no connection', new TransportFailure('notReached', message), { outcome: 'notReached' }],
    ['a lost answer', new TransportFailure('unknown', message), { outcome: 'unknown', reason: message }],
    ['a bug', new TypeError(message), { outcome: 'unknown', reason: 'The connection ended without an answer.' }],
    ['a block', new TransportFailure('notReached', { kind: 'conflict', message }), { outcome: 'notReached' }],
    ['a stop', new TransportFailure('unknown', { kind: 'offline', message }), { outcome: 'unknown' }],
    ['offline', new Failure({ kind: 'offline', message }), { outcome: 'notReached' }],
    ['a pause', new Failure(limited), { outcome: 'notNow', waitMs: 5_000 }],
    ['no sign-in', new Failure({ kind: 'signInNeeded', message }), { outcome: 'notNow', waitMs: 60_000 }],
    ['a status', new Failure(service(400)), { outcome: 'unknown', reason: message }],
    ['a refusal', new Failure({ kind: 'conflict', message }), { outcome: 'unknown', reason: message }],
  ])('MSG-13 by a client that returns every answer is known only if nothing was sent: %s', (_, error, outcome) => {
    expect(thrownOutcome(error)).toMatchObject(outcome)
  })

  it.each<readonly [string, unknown, object]>([
    ['no connection', new TransportFailure('notReached', message), { outcome: 'notReached' }],
    ['a lost answer', new TransportFailure('unknown', message), { outcome: 'unknown', reason: message }],
    ['a bug', new TypeError(message), { outcome: 'unknown' }],
    ['a 400', new Failure(service(400)), { outcome: 'refused' }],
    ['a 499', new Failure(service(499)), { outcome: 'refused' }],
    ['a 500', new Failure(service(500)), { outcome: 'unknown', reason: message }],
    ['a web page with 200', new Failure(service(200)), { outcome: 'unknown' }],
    ['a web page with 300', new Failure(service(300)), { outcome: 'refused' }],
    ['a pause', new Failure(limited), { outcome: 'notNow', waitMs: 5_000 }],
    [
      'no quota',
      new Failure({ kind: 'quotaExhausted', message, resetsAtMs: 9_000 }),
      { outcome: 'notNow', waitMs: 8_000 },
    ],
    [
      'no quota until now',
      new Failure({ kind: 'quotaExhausted', message, resetsAtMs: 1 }),
      { outcome: 'notNow', waitMs: 0 },
    ],
    ['a refusal', new Failure({ kind: 'conflict', message }), { outcome: 'refused' }],
  ])('MSG-13 by a client that throws refusals is judged by its error: %s', (_, error, outcome) => {
    expect(failedWrite(error, 1_000)).toMatchObject(outcome)
  })
})

it('SEC-04 only the first try may ask for consent', () => {
  expect(triggerOf({ attempts: 0 })).toEqual({})
  expect(triggerOf({ attempts: 1 })).toEqual({ trigger: 'queue' })
})

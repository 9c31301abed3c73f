import { expect, it } from 'vitest'
import { responseFailure } from '../../../main/http/answers.ts'
import type { HttpResponse } from '../../../main/http/request.ts'
import { readOutcome } from '../../../main/outbound/outcome.ts'
import { answer } from '../http/fake-send.ts'

const outcomeOf = (response: HttpResponse) =>
  readOutcome(response, (one) => responseFailure('messages', one, {}, { scope: 'message' }))

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

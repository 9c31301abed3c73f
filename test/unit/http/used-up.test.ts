import { describe, expect, it } from 'vitest'
import { createExchange } from '../../../main/http/exchange.ts'
import { responseFailure } from '../../../main/http/failures.ts'
import { noErrors } from '../../support/error-catalog.ts'
import { createFakeClock } from '../../support/fake-clock.ts'
import { createRecordingLog } from '../../support/recording-log.ts'
import { sendThrough } from '../../support/send-through.ts'
import { answer, request, scripted, sendMessage } from './fake-send.ts'

const refusal = (errorId: number | undefined, message: string) => answer(403, { errors: [{ errorId, message }] })

const usedUp = [
  ['the platform’s id', refusal(2001, 'Not now.')],
  ['a sentence about the limit of calls', refusal(undefined, 'Your application has exceeded its daily call limit.')],
  ['a sentence about the quota of requests', refusal(undefined, 'The quota for API requests is used up.')],
  [
    'the old sentence',
    refusal(10001, 'Service call has exceeded the number of times the operation is allowed to be called'),
  ],
  ['a bare body', answer(403, { message: 'Too many requests.' })],
] as const

describe('a 403 after the day’s calls', () => {
  it.each(usedUp)('MSG-20 with %s is told as used-up calls, never as a missing permission', async (_, response) => {
    const clock = createFakeClock()
    const { send } = scripted(response)
    const limited = sendThrough(createExchange({ wire: send, clock, log: createRecordingLog() }), { clock })
    const paused = await limited(sendMessage())
    const { detail } = responseFailure('messages', paused, noErrors, { scope: 'https://api.example/scope' })
    expect(detail).toMatchObject({ kind: 'rateLimited', retryAfterMs: 30_000 })
    expect(detail.message).toMatch(/Today’s calls (are|may be) used up\.$/)
    expect(detail.message).not.toMatch(/permission/i)
    await expect(limited(request({ maxWaitMs: 0 }))).rejects.toMatchObject({ detail: { kind: 'rateLimited' } })
  })

  it.each([
    ['a missing permission', refusal(1100, 'Access denied: the request limit of this scope.')],
    ['a limit of selling', refusal(undefined, 'You have reached your monthly selling limit.')],
    ['no sentence', answer(403)],
  ])('AUT-03 with %s stays a refusal', async (_, response) => {
    const { send } = scripted(response)
    expect(
      (await createExchange({ wire: send, clock: createFakeClock(), log: createRecordingLog() })(request())).status,
    ).toBe(403)
  })
})

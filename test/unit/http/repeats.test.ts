import { describe, expect, it } from 'vitest'
import { TransportFailure } from '../../../main/http/request.ts'
import { Failure } from '../../../shared/result.ts'
import { createFakeClock } from '../../support/fake-clock.ts'
import { answer, openSender, request, type Step, scripted, sendMessage } from './fake-send.ts'

const setUp = (...steps: readonly Step[]) => {
  const clock = createFakeClock()
  const { send, asked } = scripted(...steps)
  return { clock, asked, retry: openSender(send, { clock }).send }
}

describe('a request without an answer', () => {
  it('MAP-14 repeats a read when the platform fails', async () => {
    const { clock, asked, retry } = setUp(answer(503), answer(500), answer(200))
    const response = retry(request())
    await clock.advance(10_000)
    expect((await response).status).toBe(200)
    expect(asked).toHaveLength(3)
  })

  it('FACT-17 repeats a read without an answer twice, and throws the last failure', async () => {
    const failures = [1, 2, 3].map((n) => new TransportFailure('unknown', `broke ${n}`))
    const { clock, asked, retry } = setUp(...failures)
    const response = retry(request()).catch((error: unknown) => error)
    await clock.advance(60_000)
    expect(await response).toBe(failures[2])
    expect(asked).toHaveLength(3)
  })

  it('returns the last answer, not another error', async () => {
    const { clock, asked, retry } = setUp(answer(503))
    const response = retry(request())
    await clock.advance(60_000)
    expect((await response).status).toBe(503)
    expect(asked).toHaveLength(3)
  })

  it('retries a page that broke off', async () => {
    const { clock, retry } = setUp({ ...answer(200, '{"tot'), bodyCut: true }, answer(200, '{"total":0}'))
    const response = retry(request())
    await clock.advance(10_000)
    expect((await response).bodyCut).toBe(false)
  })

  it.each([
    ['an answer of 503', answer(503)],
    ['a connection that broke', new TransportFailure('unknown', 'broke')],
    ['a connection that was refused', new TransportFailure('notReached', 'refused')],
    ['a success whose body broke off', { ...answer(200, '{'), bodyCut: true }],
  ] satisfies [string, Step][])('MSG-13 never repeats a send, after %s', async (_, step) => {
    const { clock, asked, retry } = setUp(step)
    await retry(sendMessage()).catch(() => undefined)
    await clock.advance(120_000)
    expect(asked).toHaveLength(1)
    expect(clock.pending()).toBe(0)
  })

  it('does not repeat a missing sign-in or a 404', async () => {
    const failure = new Failure({ kind: 'signInNeeded', message: 'no' })
    const first = setUp(failure)
    await expect(first.retry(request())).rejects.toBe(failure)
    const second = setUp(answer(404))
    await second.retry(request())
    expect([first.asked.length, second.asked.length]).toEqual([1, 1])
  })

  it('stops waiting when the caller stops', async () => {
    const { clock, asked, retry } = setUp(answer(503), answer(200))
    const stop = new AbortController()
    const response = retry(request({ signal: stop.signal }))
    await clock.advance(0)
    stop.abort()
    expect(clock.pending()).toBe(0)
    expect((await response).status).toBe(503)
    expect(asked).toHaveLength(1)
  })
})

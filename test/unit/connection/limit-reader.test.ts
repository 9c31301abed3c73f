import { expect, it } from 'vitest'
import { createLimitReader } from '../../../main/connection/limit-reader.ts'
import type { StatedLimits } from '../../../main/connection/stated-limits.ts'
import type { HttpRequest } from '../../../main/http/request.ts'
import { createScheduler } from '../../../main/scheduler.ts'
import { completeProfile } from '../../../shared/connection/profile.ts'
import { Failure } from '../../../shared/result.ts'
import { createFakeClock } from '../../support/fake-clock.ts'
import { createRecordingLog } from '../../support/recording-log.ts'

const HOUR_MS = 3_600_000

const open = () => {
  const clock = createFakeClock()
  const log = createRecordingLog()
  const scheduler = createScheduler(clock, log)
  const signedIn = new Set<HttpRequest['credential']>()
  const asked: string[] = []
  let stored: StatedLimits | undefined
  let changes = 0
  const reader = createLimitReader({
    profile: completeProfile({ kind: 'production', name: 'Shop', platform: 'ebay' }),
    send: async ({ operation, credential }) => {
      asked.push(operation)
      if (!signedIn.has(credential)) throw new Failure({ kind: 'signInNeeded', message: 'No client secret yet.' })
      return { status: 200, headers: {}, body: new TextEncoder().encode('{"rateLimits":[]}'), bodyCut: false }
    },
    clock,
    log,
    scheduler,
    store: {
      load: () => stored,
      save: (limits) => {
        stored = limits
      },
    },
    onExhausted: () => undefined,
    onChange: () => {
      changes += 1
      scheduler.wakeRetries()
    },
  })
  return { clock, scheduler, signedIn, asked, reader, stored: () => stored, changes: () => changes }
}

it('PLT-46 the daily limits are read with the first sign-in, and again once the seller has signed in', async () => {
  const { clock, scheduler, signedIn, asked, reader, stored, changes } = open()
  reader.start()
  await clock.advance(1_000)
  expect([asked, stored()]).toEqual([['getRateLimits'], undefined])
  signedIn.add('application')
  scheduler.wakeRetries()
  await clock.advance(0)
  expect(stored()).toBeDefined()
  await clock.advance(HOUR_MS)
  const before = asked.length
  signedIn.add('user')
  scheduler.wakeRetries()
  await clock.advance(0)
  expect(asked.slice(before)).toEqual(['getRateLimits', 'getUserRateLimits'])
  // Nothing is missing any more.
  scheduler.wakeRetries()
  await clock.advance(HOUR_MS)
  expect(asked).toHaveLength(before + 2)
  expect(changes()).toBe(1)
})

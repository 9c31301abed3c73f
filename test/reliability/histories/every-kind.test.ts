/**
 * Any history of requests, network failures, crashes and clock jumps carries out each request once. `subjects` has kinds that are
 * settled in each way: by reading, by repeating, by the seller.
 */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { isLong } from '../long.ts'
import { type Subject, subjects, writeEndings } from './kinds.ts'

const RUNS = isLong ? 2_000 : 25
const MAX_STEPS = 20

const step = fc.oneof(
  { weight: 4, arbitrary: fc.record({ step: fc.constant('wish' as const), n: fc.nat(9) }) },
  {
    weight: 4,
    arbitrary: fc.record({ step: fc.constant('ending' as const), ending: fc.constantFrom(...writeEndings) }),
  },
  { weight: 4, arbitrary: fc.record({ step: fc.constant('wait' as const), ms: fc.integer({ min: 1, max: 60_000 }) }) },
  { weight: 2, arbitrary: fc.record({ step: fc.constant('crash' as const) }) },
  { weight: 1, arbitrary: fc.record({ step: fc.constant('away' as const), isAway: fc.boolean() }) },
  { weight: 1, arbitrary: fc.record({ step: fc.constant('clock' as const), ms: fc.integer({ min: -3e6, max: 3e6 }) }) },
  { weight: 1, arbitrary: fc.record({ step: fc.constant('sendAgain' as const) }) },
)
type Step = typeof step extends fc.Arbitrary<infer S> ? S : never

/** The seller resends everything that certainly was not carried out. */
const sendAgain = (subject: Subject): void => {
  subject.decide()
  const ids = subject
    .outbound()
    .list()
    .flatMap(({ id, canSendNow }) => (canSendNow ? [id] : []))
  if (ids.length > 0) subject.outbound().sendNow(ids)
}

const live = async (subject: Subject, history: readonly Step[], onCrash: () => void = () => undefined) => {
  let jumpedMs = 0
  let furthestMs = 0
  for (const one of history) {
    if (one.step === 'wish') await subject.wish(one.n)
    else if (one.step === 'ending') subject.network.ending = one.ending
    else if (one.step === 'wait') await subject.clock.advance(one.ms)
    else if (one.step === 'away') await subject.setAway(one.isAway)
    else if (one.step === 'clock') {
      subject.clock.jump(one.ms)
      jumpedMs += one.ms
      furthestMs = Math.max(furthestMs, jumpedMs)
    } else if (one.step === 'sendAgain') sendAgain(subject)
    else {
      onCrash()
      await subject.crash()
    }
  }
  // The network recovers, and the seller decides the rest. The clock is set right, since undo times end by the wall clock.
  subject.clock.jump(furthestMs - jumpedMs)
  subject.network.ending = 'answered'
  await subject.setAway(false)
  for (let round = 0; round < 4; round += 1) {
    await subject.clock.advance(120_000)
    sendAgain(subject)
  }
  await subject.clock.advance(120_000)
  return [
    ...(await subject.wrong()),
    ...subject
      .outbound()
      .list()
      .map(({ title, state }) => `${title} is ${state}`),
  ]
}

describe('a random history', () => {
  it.each(Object.entries(subjects))(
    'OFF-01 carries out every request once: %s',
    { timeout: 600_000 },
    async (_, open) => {
      await fc.assert(
        fc.asyncProperty(fc.array(step, { minLength: 3, maxLength: MAX_STEPS }), async (history) => {
          expect(await live(await open(), history)).toEqual([])
        }),
        { numRuns: RUNS },
      )
    },
  )

  it('null control: a start resent automatically after a crash is detected', async () => {
    const history: readonly Step[] = [
      { step: 'ending', ending: 'droppedAfterActing' },
      { step: 'wish', n: 1 },
      { step: 'wait', ms: 100 },
      { step: 'crash' },
    ]
    const queued = JSON.stringify({ state: 'queued', nextTryAtMs: 0, error: null, earlier: null })
    const withGuard = await subjects['mapping starts']()
    expect(await live(withGuard, history)).toEqual([])
    const without = await subjects['mapping starts']()
    const sendAgainByItself = () => {
      without.database.run(`UPDATE outbound SET state = 'queued', detail = ? WHERE state = 'unknown'`, [queued])
    }
    expect(await live(without, history, sendAgainByItself)).not.toEqual([])
  })
})

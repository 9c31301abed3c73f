/** Any history of writing, sending, undoing, crashes, network failures and clock jumps ends as the model predicts. */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createHarness } from '../../unit/messaging/messaging-harness.ts'
import { isLong } from '../long.ts'
import { action, type Driver, live } from './app-model.ts'
import { liveRoughly, type RoughAction, roughAction } from './rough-platform.ts'

const RUNS = isLong ? 2_000 : 100
const LONGEST = 25
const nothing = (): void => undefined

/** Removes a guard for the null control: requeues whatever was being sent when the app crashed. */
const queueAgain = (driver: Driver): void => {
  const queued = JSON.stringify({ state: 'queued', nextTryAtMs: 0, error: null, earlier: null })
  driver.database.run(`UPDATE outbound SET state = 'queued', detail = ? WHERE state IN ('sending', 'unknown')`, [
    queued,
  ])
}

/** The message is sent, its answer lost, and the app killed before it could read the thread. */
const lostAnswer = [
  { action: 'ending', ending: 'droppedAfterActing' },
  { action: 'write' },
  { action: 'send' },
  { action: 'sendNow' },
  { action: 'wait', ms: 100 },
  { action: 'crash' },
] as const

describe('a random history', () => {
  it(`MSG-13 leaves every message marked as sent exactly once on the platform, and every draft as typed`, {
    timeout: 1_800_000,
  }, async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(action, { minLength: 3, maxLength: LONGEST }), async (history) => {
        expect(await live(await createHarness(), history, nothing)).toEqual([])
      }),
      { numRuns: RUNS },
    )
  })

  it('null control: an outbox that resends automatically after a crash is detected', async () => {
    const killedBeforeItWasKnown = async (onCrash: (driver: Driver) => void): Promise<readonly string[]> => {
      const driver = await createHarness()
      driver.platform.beforeAnswer = async ({ operation }) => {
        if (operation === 'getConversation' && driver.platform.sends().length > 0) await new Promise(() => undefined)
      }
      return live(driver, lostAnswer, (crashing) => {
        crashing.platform.beforeAnswer = undefined
        onCrash(crashing)
      })
    }
    expect(await killedBeforeItWasKnown(nothing), 'with its guard').toEqual([])
    expect(await killedBeforeItWasKnown(queueAgain), 'without it').not.toEqual([])
  })

  it('MSG-13 carries nothing out twice when the platform changes texts or is late and another client writes', {
    timeout: 1_800_000,
  }, async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(roughAction, { minLength: 4, maxLength: LONGEST }), async (history) => {
        expect(await liveRoughly(await createHarness(), history, nothing)).toEqual([])
      }),
      { numRuns: RUNS },
    )
  })

  it('null control: a duplicate send to a late platform is detected', async () => {
    const history: readonly RoughAction[] = [
      { action: 'ending', ending: 'droppedAfterActing' },
      { action: 'rewrite', how: 'shouts' },
      { action: 'write', toPerson: false },
      { action: 'send', toPerson: false },
      { action: 'wait', ms: 12_000 },
      { action: 'crash' },
    ]
    expect(await liveRoughly(await createHarness(), history, nothing), 'with its guard').toEqual([])
    expect(await liveRoughly(await createHarness(), history, queueAgain), 'without it').not.toEqual([])
  })
})

/**
 * A simple model of one conversation: the text being written, and the messages handed over for sending.
 *
 * It is compared with the real app after any history of writing, sending, undoing, crashes, network failures and clock
 * jumps. It knows nothing of queues, reads or retries: a message marked as sent is in the thread exactly once, any other
 * isn't, and a draft is the text last typed.
 */
import fc from 'fast-check'
import { sendEndings } from '../../unit/messaging/fake-platform.ts'
import type { createHarness } from '../../unit/messaging/messaging-harness.ts'

export type Driver = Awaited<ReturnType<typeof createHarness>>

export const action = fc.oneof(
  { weight: 4, arbitrary: fc.constant({ action: 'write' } as const) },
  { weight: 4, arbitrary: fc.constant({ action: 'send' } as const) },
  { weight: 2, arbitrary: fc.constant({ action: 'undo' } as const) },
  { weight: 1, arbitrary: fc.constant({ action: 'sendNow' } as const) },
  { weight: 2, arbitrary: fc.constant({ action: 'crash' } as const) },
  { weight: 1, arbitrary: fc.record({ action: fc.constant('away' as const), away: fc.boolean() }) },
  {
    weight: 3,
    arbitrary: fc.record({ action: fc.constant('ending' as const), ending: fc.constantFrom(...sendEndings) }),
  },
  {
    weight: 3,
    arbitrary: fc.record({ action: fc.constant('wait' as const), ms: fc.integer({ min: 1, max: 60_000 }) }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ action: fc.constant('clock' as const), ms: fc.integer({ min: -3e6, max: 3e6 }) }),
  },
  { weight: 1, arbitrary: fc.constant({ action: 'buyerWrites' } as const) },
)
export type Action = typeof action extends fc.Arbitrary<infer A> ? A : never

const target = { conversationId: 'c1' }

/** Runs a history and returns every difference from the model. */
export const live = async (
  driver: Driver,
  history: readonly Action[],
  onCrash: (driver: Driver) => void,
): Promise<string[]> => {
  let draft: string | undefined
  let texts = 0
  const handedOver = new Map<string, string>()
  const conversation = driver.platform.conversations[0]
  const newest = (): string => [...handedOver.keys()].at(-1) ?? ''
  /** Acts on the last message sent. Returns whether main let it. */
  const onNewest = (what: 'withdraw' | 'sendNow'): boolean => {
    try {
      if (what === 'withdraw') driver.outbound().withdraw(newest())
      else driver.outbound().sendNow([newest()])
      return true
    } catch {
      return false
    }
  }

  for (const step of history) {
    if (step.action === 'write') {
      texts += 1
      draft = `Text ${texts}.`
      await driver.write(draft)
    } else if (step.action === 'send') {
      const thread = await driver.handlers().thread(target)
      const revision = thread.draft?.revision
      if (revision === undefined || draft === undefined) continue
      // The buyer may have written since: the seller has read it and sends the draft unchanged.
      await driver.handlers().markReviewed({ target, revision, buyerMessagesSeen: thread.buyerMessages ?? 0 })
      handedOver.set((await driver.handlers().send({ target, revision })).id, draft)
      draft = undefined
    } else if (step.action === 'undo') {
      const text = handedOver.get(newest())
      if (!onNewest('withdraw') || text === undefined) continue
      draft = draft === undefined ? text : `${text}\n\n${draft}`
      handedOver.delete(newest())
    } else if (step.action === 'sendNow') onNewest('sendNow')
    else if (step.action === 'crash') {
      onCrash(driver)
      await driver.crashAndRestart()
    } else if (step.action === 'away') await driver.setAway(step.away)
    else if (step.action === 'ending') driver.platform.endings = [step.ending, 'answered']
    else if (step.action === 'wait') await driver.clock.advance(step.ms)
    else if (step.action === 'clock') driver.clock.jump(step.ms)
    else if (conversation !== undefined) driver.platform.say(conversation, 'Any news?', 'buyer')
  }

  // The network recovers, and everything that can be sent is sent.
  driver.platform.endings = ['answered']
  await driver.setAway(false)
  for (let round = 0; round < 4; round += 1) {
    driver.clock.jump(3_600_000)
    await driver.clock.advance(40_000)
  }

  const arrived = driver.platform.arrived('c1')
  const wrong: string[] = []
  const there = await driver.draftText()
  if (there !== draft) wrong.push(`the draft is ${there}, typed was ${draft}`)
  for (const [id, text] of handedOver) {
    const state = driver.stateOf(id)
    const times = arrived.filter((one) => one === text).length
    if (times !== (state === 'sent' ? 1 : 0)) wrong.push(`${text} is ${state} and ${times} times in the thread`)
  }
  for (const text of arrived) if (![...handedOver.values()].includes(text)) wrong.push(`${text} went out unasked`)
  return wrong
}

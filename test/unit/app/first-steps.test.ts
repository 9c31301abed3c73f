import { describe, expect, it } from 'vitest'
import { createFirstSteps, type FirstStepFacts, firstStepFacts } from '../../../main/app/first-steps-progress.ts'
import { createFakeClock, settle } from '../../support/fake-clock.ts'

describe('first steps', () => {
  const nothing = { delayedMessage: 'none', hasSale: false, isRegistered: false } as const

  it('the answer step is done when a message is sent that first had to wait', () => {
    expect(firstStepFacts(nothing).answer).toBe('open')
    expect(firstStepFacts({ ...nothing, delayedMessage: 'waiting' }).answer).toBe('inProgress')
    expect(firstStepFacts({ ...nothing, delayedMessage: 'sent' }).answer).toBe('done')
  })

  it('the sale step is done when a sale arrives, and in progress once the receiver is registered', () => {
    expect(firstStepFacts(nothing).sale).toBe('open')
    expect(firstStepFacts({ ...nothing, isRegistered: true }).sale).toBe('inProgress')
    expect(firstStepFacts({ ...nothing, isRegistered: true, hasSale: true }).sale).toBe('done')
  })
})

describe('the first steps', () => {
  const open: FirstStepFacts = { answer: 'open', sale: 'open' }
  const make = (facts: { now: FirstStepFacts | undefined }, kept: Record<string, unknown> = {}) => {
    const clock = createFakeClock()
    let changes = 0
    const steps = createFirstSteps({
      settings: { get: (key) => kept[key], set: (key, value) => void Object.assign(kept, { [key]: value }) },
      clock,
      facts: () => facts.now,
      onChange: () => {
        changes += 1
      },
    })
    return { steps, clock, kept, changes: () => changes }
  }
  const doneOf = async ({ steps }: ReturnType<typeof make>): Promise<readonly string[]> =>
    (await steps.read()).steps.filter(({ stage }) => stage === 'done').map(({ id }) => id)

  it('stay done after a restart and with another database', async () => {
    const facts = { now: { ...open, answer: 'done' } as FirstStepFacts | undefined }
    const first = make(facts)
    expect(await doneOf(first)).toEqual(['answer'])
    facts.now = open
    const later = make(facts, first.kept)
    expect(await doneOf(later)).toEqual(['answer'])
  })

  it('a preview counts if it changes the title, and is reported once', async () => {
    const made = make({ now: open })
    await made.steps.onPreview(false)
    expect(await doneOf(made)).toEqual([])
    await made.steps.onPreview(true)
    await made.steps.onPreview(true)
    await made.clock.advance(1_000)
    await settle()
    expect(made.changes()).toBe(1)
    expect(await doneOf(made)).toEqual(['preview'])
  })

  it('a preview in another shop does not count', async () => {
    const facts = { now: undefined as FirstStepFacts | undefined }
    const made = make(facts)
    await made.steps.onPreview(true)
    facts.now = open
    expect(await doneOf(made)).toEqual([])
  })

  it('many events cause one check, and none once they are dismissed', async () => {
    const made = make({ now: open })
    for (let count = 0; count < 100; count += 1) made.steps.onEvent('notifications.logChanged')
    made.steps.onEvent('inventory.itemsChanged')
    await made.clock.advance(1_000)
    await settle()
    expect(made.changes()).toBe(1)
    made.steps.setDismissed(true)
    expect(made.changes()).toBe(2)
    made.steps.onEvent('notifications.logChanged')
    await made.clock.advance(1_000)
    await settle()
    expect(made.changes()).toBe(2)
    expect((await made.steps.read()).isShown).toBe(false)
    made.steps.setDismissed(false)
    expect((await made.steps.read()).isShown).toBe(true)
  })

  it('are offered only on a practice shop, and a broken saved state counts as none', async () => {
    const real = make({ now: undefined })
    expect(await real.steps.read()).toMatchObject({ isShown: false, isOffered: false })
    const broken = make({ now: open }, { firstSteps: { isDismissed: 'yes', done: 7 } })
    expect(await broken.steps.read()).toMatchObject({ isShown: true, isOffered: true })
    expect(await doneOf(broken)).toEqual([])
  })
})

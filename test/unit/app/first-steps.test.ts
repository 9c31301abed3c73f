import { describe, expect, it } from 'vitest'
import { createFirstSteps, type FirstStepFacts } from '../../../main/app/first-steps-progress.ts'
import { createFakeClock, settle } from '../../support/fake-clock.ts'

describe('the first steps', () => {
  const open: FirstStepFacts = { answer: 'open', ship: 'open', price: 'open' }
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

  it('many events cause one check, and none once they are dismissed', async () => {
    const made = make({ now: open })
    for (let count = 0; count < 100; count += 1) made.steps.onEvent('outbound.changed')
    made.steps.onEvent('inventory.itemsChanged')
    await made.clock.advance(1_000)
    await settle()
    expect(made.changes()).toBe(1)
    made.steps.setDismissed(true)
    expect(made.changes()).toBe(2)
    made.steps.onEvent('outbound.changed')
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

import { beforeEach, describe, expect, it } from 'vitest'
import { migrations } from '../../../main/app.ts'
import type { Database } from '../../../main/database/database.ts'
import { createFirstSteps, type FirstStepFacts, firstStepFacts } from '../../../main/desk/first-steps.ts'
import { createFakeClock, settle } from '../../support/fake-clock.ts'
import { openTestDatabase } from '../../support/test-database.ts'

let database: Database
beforeEach(() => {
  database = openTestDatabase(...migrations)
})

const offline = JSON.stringify({ kind: 'offline', message: 'The platform could not be reached.' })

const keepMessage = (id: string, state: string, lastError: string | null): void =>
  void database.run(
    `INSERT INTO outbox (id, target_key, conversation_id, content, state, detail, last_error, buyer_messages_seen, created_at_ms, changed_at_ms)
     VALUES (?, 'conversation:1', '1', '{}', ?, '{}', ?, 0, 0, 0)`,
    [id, state, lastError],
  )

const keepEvent = (name: string, signature: string): void =>
  void database.run(
    `INSERT INTO notification_events (identity, received_at_ms, last_delivery_at_ms, delivery_count, name, format, occurrences, signature, signature_words, processing)
     VALUES (?, 0, 0, 1, ?, 'soap', '[]', ?, '', 'processed')`,
    [`${name} ${signature}`, name, signature],
  )

describe('what the practice shop tells of the first steps', () => {
  it('an answer is done when it went out after it could not', () => {
    expect(firstStepFacts(database, false).answer).toBe('open')
    keepMessage('at once', 'sent', null)
    expect(firstStepFacts(database, false).answer).toBe('open')
    keepMessage('waits', 'queued', offline)
    expect(firstStepFacts(database, false).answer).toBe('underWay')
    database.run("UPDATE outbox SET state = 'takenBack' WHERE id = 'waits'")
    expect(firstStepFacts(database, false).answer).toBe('open')
    database.run("UPDATE outbox SET state = 'sent' WHERE id = 'waits'")
    expect(firstStepFacts(database, false).answer).toBe('done')
  })

  it('a sale is done when it arrived and its signature is good', () => {
    expect(firstStepFacts(database, false).sale).toBe('open')
    expect(firstStepFacts(database, true).sale).toBe('underWay')
    keepEvent('BidReceived', 'verified')
    keepEvent('ItemSold', 'wrong')
    expect(firstStepFacts(database, true).sale).toBe('underWay')
    keepEvent('FixedPriceTransaction', 'verified')
    expect(firstStepFacts(database, true).sale).toBe('done')
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

  it('what was done once stays done, over a restart and another database', async () => {
    const facts = { now: { ...open, answer: 'done' } as FirstStepFacts | undefined }
    const first = make(facts)
    expect(await doneOf(first)).toEqual(['answer'])
    facts.now = open
    const later = make(facts, first.kept)
    expect(await doneOf(later)).toEqual(['answer'])
  })

  it('a preview counts when it changes the title, and is told of once', async () => {
    const made = make({ now: open })
    made.steps.previewed(false)
    expect(await doneOf(made)).toEqual([])
    made.steps.previewed(true)
    made.steps.previewed(true)
    await made.clock.advance(1_000)
    await settle()
    expect(made.changes()).toBe(1)
    expect(await doneOf(made)).toEqual(['preview'])
  })

  it('a storm of events is one look, and no look at all once they are put away', async () => {
    const made = make({ now: open })
    for (let count = 0; count < 100; count += 1) made.steps.heard('notifications.logChanged')
    made.steps.heard('inventory.itemsChanged')
    await made.clock.advance(1_000)
    await settle()
    expect(made.changes()).toBe(1)
    made.steps.setPutAway(true)
    expect(made.changes()).toBe(2)
    made.steps.heard('notifications.logChanged')
    await made.clock.advance(1_000)
    await settle()
    expect(made.changes()).toBe(2)
    expect((await made.steps.read()).isShown).toBe(false)
    made.steps.setPutAway(false)
    expect((await made.steps.read()).isShown).toBe(true)
  })

  it('are offered on a practice shop alone, and a broken memory is none', async () => {
    const real = make({ now: undefined })
    expect(await real.steps.read()).toMatchObject({ isShown: false, isOffered: false })
    const broken = make({ now: open }, { firstSteps: { isPutAway: 'yes', done: 7 } })
    expect(await broken.steps.read()).toMatchObject({ isShown: true, isOffered: true })
    expect(await doneOf(broken)).toEqual([])
  })
})

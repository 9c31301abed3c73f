/** A change that is tried at once, so that its error shows where the seller pressed the button (OFF-01). */
import { describe, expect, it } from 'vitest'
import { ON_HOLD } from '../../../main/outbound/first-try.ts'
import { putOnHold } from '../../../main/outbound/hold.ts'
import type { Outcome } from '../../../main/outbound/outcome.ts'
import { type AppError, Failure } from '../../../shared/result.ts'
import { openTestDatabase } from '../../support/test-database.ts'
import { type KindChanges, openQueue, type QueueRow } from './queue-rig.ts'

const error: AppError = { kind: 'conflict', message: 'Too cheap.' }

const open = (changes: KindChanges = {}, database = openTestDatabase()) => {
  const queue = openQueue([changes], database)
  const [kind] = queue.queues
  if (kind === undefined) throw new Error('no kind')
  /** Adds a change and tries it. */
  const run = async (id: string) => {
    queue.add(id)
    const ended = kind.try(id, id.slice(0, 1))
    // Observed at once, because a refusal may come before the test waits for it.
    ended.catch(() => undefined)
    await queue.clock.advance(0)
    return { ended }
  }
  return { ...queue, isTrying: kind.isTrying, run }
}

describe('a change that is tried at once', () => {
  it('OFF-01 returns what the platform answered', async () => {
    const { isTrying, run } = open({
      answer: ({ id }) => ({ outcome: 'carriedOut', note: 'Low price.', answer: `made ${id}` }),
    })
    const { ended } = await run('a1')
    expect(await ended).toEqual({ state: 'sent', known: 'answer', message: '', note: 'Low price.', answer: 'made a1' })
    expect(isTrying('a1')).toBe(false)
  })

  it('OFF-01 waits for what shows it, if the seller does', async () => {
    const shown = Promise.withResolvers<void>()
    const { clock, isTrying, run } = open({
      answer: ({ id }) => ({ outcome: 'carriedOut', answer: `made ${id}` }),
      afterSend: () => shown.promise,
      triesUntilShown: true,
    })
    const { ended } = await run('a1')
    expect(isTrying('a1')).toBe(true)
    shown.resolve()
    await clock.advance(0)
    expect(await ended).toMatchObject({ state: 'sent', answer: 'made a1' })
  })

  it('OFF-01 doesn’t wait for what shows it if a reading shows it already', async () => {
    const { run } = open({
      check: async () => ({ decision: 'alreadyThere', atMs: 5 }),
      afterSend: () => new Promise(() => undefined),
      triesUntilShown: true,
    })
    const tried = await (await run('a1')).ended
    expect(tried).toMatchObject({ state: 'sent', known: 'reading' })
    expect(Object.hasOwn(tried, 'answer')).toBe(false)
  })

  it('OFF-01 ends with the answer where nothing more shows it', async () => {
    const { run } = open({ triesUntilShown: true })
    expect(await (await run('a1')).ended).toMatchObject({ state: 'sent', known: 'answer' })
  })

  it('OFF-03 throws a refusal, and leaves nothing in the outbox', async () => {
    const { outbound, run } = open({ answer: () => ({ outcome: 'refused', error }) })
    const { ended } = await run('a1')
    await expect(ended).rejects.toThrow('Too cheap.')
    expect(outbound.list()).toEqual([])
  })

  it('OFF-03 throws a refusal even if the disk is full, and leaves the change in the outbox', async () => {
    const onState = ({ state }: QueueRow): void => {
      if (state.state === 'discarded') throw new Failure({ kind: 'storage', message: 'The disk is full.' })
    }
    const { run, stateOf } = open({ answer: () => ({ outcome: 'refused', error }), onState })
    const { ended } = await run('a1')
    await expect(ended).rejects.toThrow('Too cheap.')
    expect(stateOf('a1')).toBe('refused')
  })

  it.each<readonly [string, Outcome, object]>([
    [
      'may have arrived',
      { outcome: 'unknown', reason: 'The connection ended.' },
      { state: 'unknown', message: 'The connection ended.' },
    ],
    [
      'waits for the platform',
      { outcome: 'notReached', error: { kind: 'offline', message: 'No connection.' } },
      { state: 'waiting', message: 'No connection.' },
    ],
    ['waits for a time', { outcome: 'notNow', waitMs: 60_000, error }, { state: 'waiting', message: 'Too cheap.' }],
  ])('OFF-01 says that it %s', async (_, outcome, shown) => {
    const { run } = open({ answer: () => outcome })
    expect(await (await run('a1')).ended).toEqual({ known: null, note: '', ...shown })
  })

  it('MSG-16 says that it was withdrawn', async () => {
    const { isTrying, outbound, run } = open({ check: () => new Promise(() => undefined) })
    const { ended } = await run('a1')
    expect(isTrying('a1')).toBe(true)
    outbound.discard(['a1'])
    expect(await ended).toMatchObject({ state: 'withdrawn', message: 'This was withdrawn.' })
  })

  it('OFF-01 does not wait for earlier changes, and is sent after them', async () => {
    const gate = Promise.withResolvers<undefined>()
    const { clock, run, stateOf } = open({ answer: ({ id }) => (id === 'a1' ? gate.promise : undefined) })
    await run('a1')
    expect(await (await run('a2')).ended).toMatchObject({
      state: 'waiting',
      message: 'Saved. It will be sent after the earlier changes.',
    })
    gate.resolve(undefined)
    await clock.advance(0)
    expect(stateOf('a2')).toBe('done')
  })

  it('OFF-04 waits while the outbox is on hold, and is sent once it is released', async () => {
    const database = openTestDatabase()
    putOnHold(database, 'restored', 0)
    const { clock, outbound, requests, run, stateOf } = open({}, database)
    expect(await (await run('a1')).ended).toMatchObject({ state: 'waiting', message: ON_HOLD })
    expect(requests).toEqual([])
    outbound.release()
    await clock.advance(0)
    expect(stateOf('a1')).toBe('done')
  })
})

/** What was carried out lately, by whom, and the answers to the window. */
import { expect, it } from 'vitest'
import { createOutboundHandlers } from '../../../main/outbound/handlers.ts'
import { MAX_DONE_CHANGES } from '../../../shared/outbound/done-contract.ts'
import { type Kind, type KindChanges, openQueue } from './queue-rig.ts'

/** A queue with its answers to the window. */
const open = (...kinds: readonly KindChanges[]) => {
  const queue = openQueue(kinds)
  let consents = 0
  const handlers = createOutboundHandlers({
    outbound: queue.outbound,
    onSendRequested: () => {
      consents += 1
    },
    findPicture: () => null,
    describeHold: () => null,
    release: queue.outbound.release,
  })
  const add = (id: string, kind = 0): void => {
    queue.add(id, kind, id)
    queue.wake(id)
  }
  return { ...queue, add, handlers, consents: () => consents }
}

it('OFF-06 what was done is listed newest first, with who did it and the values that it changed', async () => {
  const changes = Array.from({ length: MAX_DONE_CHANGES + 1 }, (_, at) => ({
    field: `Field ${at}`,
    from: null,
    to: `${at}`,
  }))
  const inRun = {
    describe: () => ({ sku: 'A-1', title: null, changes }),
    revert: () => ({ problem: 'Never' }),
  } as unknown as NonNullable<Kind['inRun']>
  const { add, clock, outbound, handlers } = open({ inRun }, { isByApp: true })
  const sinceMs = clock.nowMs()
  add('first')
  await clock.advance(1_000)
  add('second', 1)
  await clock.advance(1_000)
  const { entries, total } = await handlers.done({ sinceMs, offset: 0, limit: 10 })
  expect(total).toBe(2)
  expect(entries.map(({ id, by, title }) => [id, by, title])).toEqual([
    ['second', 'app', 'Change second'],
    ['first', 'you', 'Change first'],
  ])
  expect(entries.map((one) => one.changes.length)).toEqual([0, MAX_DONE_CHANGES])
  expect(outbound.done(sinceMs + 1_000, 0, 10).entries.map(({ id }) => id)).toEqual(['second'])
  expect(outbound.done(sinceMs, 1, 1)).toMatchObject({ entries: [{ id: 'first' }], total: 2 })
})

it('OFF-03 what was done and can’t be read any more is left out', async () => {
  const { add, clock, outbound, database } = open({})
  for (const id of ['damaged', 'whole']) add(id)
  await clock.advance(1_000)
  database.run(`UPDATE outbound SET payload = 'no JSON' WHERE id = 'damaged'`)
  expect(outbound.done(0, 0, 10).entries.map(({ id }) => id)).toEqual(['whole'])
})

it('SEC-04 asks for consent when the seller sends, not when the seller discards', async () => {
  const { add, handlers, clock, consents, outbound } = open({
    check: async () => ({ decision: 'refuse', error: { kind: 'conflict', message: 'No.' } }),
  })
  add('first')
  add('second')
  await clock.advance(1_000)
  await handlers.sendNow({ ids: ['first'] })
  expect(consents()).toBe(1)
  await handlers.discard({ ids: ['second'] })
  expect(consents()).toBe(1)
  await clock.advance(1_000)
  expect(outbound.list().map(({ id, state }) => [id, state])).toEqual([['first', 'refused']])
  expect(await handlers.counts({})).toEqual({ open: 1, needsUser: 1 })
})

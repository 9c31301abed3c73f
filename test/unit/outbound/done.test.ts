/** What was carried out lately, by whom, and the answers to the window. */
import { expect, it } from 'vitest'
import * as z from 'zod'
import { createOutboundHandlers } from '../../../main/outbound/handlers.ts'
import { createHold, putOnHold } from '../../../main/outbound/hold.ts'
import type { OutboundKind } from '../../../main/outbound/kind.ts'
import { createOutbound } from '../../../main/outbound/outbound.ts'
import { outboundSchema, runSchema } from '../../../main/outbound/schema.ts'
import { createScheduler } from '../../../main/scheduler.ts'
import { MAX_DONE_CHANGES } from '../../../shared/outbound/done-contract.ts'
import { createFakeClock } from '../../support/fake-clock.ts'
import { createRecordingLog } from '../../support/recording-log.ts'
import { openTestDatabase } from '../../support/test-database.ts'

type Kind = OutboundKind<string, null>

const open = (...kinds: readonly (Pick<Kind, 'name'> & Partial<Kind>)[]) => {
  const clock = createFakeClock()
  const log = createRecordingLog()
  const database = openTestDatabase(outboundSchema, runSchema)
  const hold = createHold(database)
  const scheduler = createScheduler(clock, log, hold.isOn)
  const outbound = createOutbound({
    database,
    scheduler,
    clock,
    log,
    online: { isOnline: () => true, onChange: () => () => undefined },
    hold,
    raise: () => undefined,
    emit: () => undefined,
  })
  const queues = kinds.map((kind) =>
    outbound.register<string, null>({
      payload: z.string(),
      evidence: z.null(),
      describe: ({ payload }) => `Change ${payload}`,
      check: async () => ({ decision: 'send', before: null }),
      dispatch: async (rows) => rows.map(() => ({ outcome: 'carriedOut' })),
      settle: 'ask',
      onChange: () => undefined,
      ...kind,
    }),
  )
  outbound.start()
  let consents = 0
  const handlers = createOutboundHandlers({
    outbound,
    onSendRequested: () => {
      consents += 1
    },
    describeHold: () => null,
    release: outbound.release,
  })
  /** Adds a change of the kind with this index. */
  const add = (id: string, kind = 0): void => {
    queues[kind]?.add({ id, lane: id, subject: `item:${id}`, payload: id })
    queues[kind]?.wake(id)
  }
  return { clock, database, hold, outbound, handlers, add, consents: () => consents }
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
  const { add, clock, outbound, handlers } = open({ name: 'save', inRun }, { name: 'reprice', isByApp: true })
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
  const { add, clock, outbound, database } = open({ name: 'save' })
  for (const id of ['damaged', 'whole']) add(id)
  await clock.advance(1_000)
  database.run(`UPDATE outbound SET payload = 'no JSON' WHERE id = 'damaged'`)
  expect(outbound.done(0, 0, 10).entries.map(({ id }) => id)).toEqual(['whole'])
})

it('SEC-04 asks for consent when the seller sends, not when the seller discards', async () => {
  const { add, handlers, hold, database, clock, consents, outbound } = open({
    name: 'save',
    check: async () => ({ decision: 'refuse', error: { kind: 'conflict', message: 'No.' } }),
  })
  putOnHold(database, 'restored', clock.nowMs())
  expect(hold.isOn()).toBe(false)
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

/** What is sent when items are saved, and what each answer leads to. */
import { beforeEach, describe, expect, it } from 'vitest'
import { TransportFailure } from '../../../../main/http/request.ts'
import { fieldPaths } from '../../../../shared/inventory/item.ts'
import type { JsonObject } from '../../../../shared/inventory/json.ts'
import { openSaves, refuse, respond, type SavesRig } from './saves-rig.ts'

const lamp: JsonObject = { condition: 'NEW', product: { title: 'Lamp' } }
const titled = (title: string, more: JsonObject = {}): JsonObject => ({ ...lamp, product: { title }, ...more })
const skus = (count: number): readonly string[] => Array.from({ length: count }, (_, at) => `S-${at + 1}`)

const lose = () => {
  throw new TransportFailure('unknown', 'The connection was lost.')
}
const cut = () => {
  throw new TransportFailure('notReached', 'No connection.')
}

/** Items with an edited title each. */
const openEdited = (names: readonly string[], options?: Parameters<typeof openSaves>[1]): SavesRig => {
  const rig = openSaves(Object.fromEntries(names.map((sku) => [sku, lamp])), options)
  for (const sku of names) rig.edit(sku, [fieldPaths.title, `Lamp ${sku}`])
  return rig
}

let rig: SavesRig
const item = (sku: string) => rig.store.item(sku)
const states = (runId: number) =>
  Object.fromEntries(rig.outbound.runs.rows(runId, [], 0, 100).rows.map(({ sku, state }) => [sku, state]))
const elements = (at = 0) => rig.writes()[at]?.body.requests as unknown as readonly JsonObject[]

describe('a single save', () => {
  beforeEach(() => {
    rig = openEdited(['LAMP-1'])
  })

  it('INV-08 sends the whole record once, with what others changed since the preview, and says what it kept', async () => {
    const { token } = await rig.saver.prepare('LAMP-1')
    rig.platform.set('LAMP-1', { ...lamp, condition: 'USED_GOOD' })
    const saving = rig.saver.save('LAMP-1', token, [])
    await rig.clock.advance(0)
    expect(await saving).toMatchObject({
      state: 'sent',
      known: 'answer',
      note: 'Also changed on the platform, and kept: Condition.',
    })
    expect(rig.writes()).toMatchObject([
      { method: 'PUT', sku: 'LAMP-1', language: 'en-US', body: titled('Lamp LAMP-1', { condition: 'USED_GOOD' }) },
    ])
    expect(rig.used()).toBe(1)
    expect(item('LAMP-1')).toMatchObject({ edit: undefined, record: rig.platform.get('LAMP-1'), state: 'saved' })
  })

  it('PLT-11 repeats the platform’s warnings, and names what it changed', async () => {
    rig.answerWrites((sent) => {
      rig.platform.set('LAMP-1', { ...sent.body, condition: 'USED_GOOD' })
      return respond(204, { warnings: [{ errorId: 1, message: 'The category is old.' }] })
    })
    const { note } = await rig.save('LAMP-1')
    expect(note).toContain('The platform warns: The category is old.')
    expect(note).toContain('What the item has now differs from what was sent: Condition.')
    expect(item('LAMP-1')?.record).toMatchObject({ condition: 'USED_GOOD' })
  })

  it('INV-15 stays saved if the item can’t be read afterwards', async () => {
    rig.answer(({ method }) => (method === 'GET' && rig.writes().length > 0 ? respond(503) : undefined))
    expect(await rig.save('LAMP-1')).toMatchObject({ state: 'sent', note: '' })
    expect(item('LAMP-1')).toMatchObject({ edit: undefined, record: titled('Lamp LAMP-1') })
    expect(rig.store.pastSaves('LAMP-1', 1)).toMatchObject([{ state: 'sent' }])
  })

  it('PLT-09 shows a refusal at its field, keeps the edit, and counts the attempt', async () => {
    rig.answerWrites(() => refuse(400, 'Not this title.', 'title'))
    expect(await rig.messageOf(rig.save('LAMP-1'))).toContain('Not this title.')
    expect(item('LAMP-1')).toMatchObject({
      edit: { changes: [{ path: fieldPaths.title }] },
      refusals: [{ path: fieldPaths.title, message: expect.stringContaining('Not this title.') }],
    })
    expect(rig.used()).toBe(1)
  })

  it('INV-15 waits as long as a 429 asks, counts nothing, and sends again', async () => {
    rig.answerWrites(() => respond(429, { errors: [] }, { 'retry-after': '5' }))
    expect(await rig.save('LAMP-1')).toMatchObject({ state: 'waiting' })
    expect(rig.used()).toBe(0)
    expect(rig.waiting('LAMP-1')).toMatchObject({ state: 'waiting', nextAtMs: rig.clock.nowMs() + 5_000 })
    await rig.clock.advance(4_900)
    expect(rig.writes()).toHaveLength(1)
    await rig.clock.advance(200)
    expect(rig.writes()).toHaveLength(2)
    expect(rig.used()).toBe(1)
    expect(item('LAMP-1')?.state).toBe('saved')
  })

  it('OFF-01 waits if nothing was sent, and counts nothing', async () => {
    rig.answerWrites(cut)
    expect(await rig.save('LAMP-1')).toMatchObject({ state: 'waiting', message: 'No connection.' })
    expect(rig.used()).toBe(0)
    // The list no longer shows a save in progress.
    expect(item('LAMP-1')?.state).toBe('changed')
  })

  it('INV-15 is unknown if its answer is lost, and counts', async () => {
    rig.answerWrites(lose)
    expect(await rig.save('LAMP-1')).toMatchObject({ state: 'unknown', message: 'The connection was lost.' })
    expect(rig.used()).toBe(1)
    expect(item('LAMP-1')?.state).toBe('unknown')
  })

  it('INV-15 is unknown if sending it fails in an unexpected way', async () => {
    rig.answerWrites(() => {
      throw new RangeError('A bug')
    })
    expect(await rig.save('LAMP-1')).toMatchObject({ state: 'unknown', message: 'The save ended unexpectedly.' })
    expect(rig.log.lines.some(({ level, fields }) => level === 'error' && fields?.error instanceof RangeError)).toBe(
      true,
    )
    expect(rig.used()).toBe(1)
  })

  it('AUT-02 reads the item again if the platform wants a new token, and counts one change', async () => {
    rig.answerWrites(async (sent) => {
      rig.platform.set('LAMP-1', { ...lamp, condition: 'USED_GOOD' })
      await sent.rebuild()
      return undefined
    })
    expect(await rig.save('LAMP-1')).toMatchObject({ state: 'sent' })
    expect(rig.platform.get('LAMP-1')).toEqual(titled('Lamp LAMP-1', { condition: 'USED_GOOD' }))
    expect(rig.used()).toBe(1)
    expect(rig.store.pastSaves('LAMP-1', 10)).toMatchObject([{ state: 'sent', startedAtMs: rig.clock.nowMs() }])
  })

  it('INV-08 sends nothing if another change is found when the platform wants a new token', async () => {
    rig.answerWrites(async (sent) => {
      rig.platform.set('LAMP-1', titled('Another title'))
      await sent.rebuild()
      return undefined
    })
    expect(await rig.messageOf(rig.save('LAMP-1'))).toContain('Decide each one. Nothing was sent.')
    expect(rig.platform.get('LAMP-1')).toEqual(titled('Another title'))
    expect(rig.used()).toBe(0)
    expect(rig.store.pastSaves('LAMP-1', 10)).toEqual([])
  })

  it('INV-08 sends nothing if the platform has everything when it wants a new token', async () => {
    rig.answerWrites(async (sent) => {
      rig.platform.set('LAMP-1', titled('Lamp LAMP-1'))
      await sent.rebuild()
      return undefined
    })
    expect(await rig.save('LAMP-1')).toMatchObject({
      state: 'sent',
      note: 'It has all of this already. Nothing was sent.',
    })
    expect(rig.used()).toBe(0)
    expect(item('LAMP-1')?.edit).toBeUndefined()
  })

  it('SEC-02 may ask for consent at its first try only', async () => {
    rig.answerWrites(cut)
    await rig.save('LAMP-1')
    await rig.clock.advance(60_000)
    expect(rig.writes().map(({ trigger }) => trigger)).toEqual([undefined, 'queue'])
  })

  it('INV-15 is shown as in progress while it is sent, and then as saved', async () => {
    rig.answerWrites(() => {
      expect(rig.shownItems.at(-1)).toEqual({ sku: 'LAMP-1', state: 'unknown' })
      return undefined
    })
    await rig.save('LAMP-1')
    expect(rig.writes()).toHaveLength(1)
    expect(rig.shownItems.at(-1)).toEqual({ sku: 'LAMP-1', state: 'saved' })
  })

  it('INV-15 stays saved if another tool deletes the item right afterwards', async () => {
    rig.answerWrites(() => {
      rig.platform.delete('LAMP-1')
      return respond(204)
    })
    expect(await rig.save('LAMP-1')).toMatchObject({ state: 'sent' })
    expect(rig.store.pastSaves('LAMP-1', 1)).toMatchObject([{ state: 'sent' }])
  })
})

describe('a call with several saves', () => {
  it('INV-11 sends them in one request, without asking for consent again', async () => {
    rig = openEdited(skus(3))
    const runId = await rig.startRun()
    await rig.clock.advance(0)
    expect(rig.writes()).toMatchObject([{ method: 'POST', sku: undefined, language: 'en-US', trigger: 'queue' }])
    expect(elements()).toEqual(skus(3).map((sku) => ({ sku, ...titled(`Lamp ${sku}`) })))
    expect(states(runId)).toEqual({ 'S-1': 'sent', 'S-2': 'sent', 'S-3': 'sent' })
    expect(rig.used()).toBe(3)
  })

  it('INV-11 sends a run of one item as a PUT, without asking for consent again', async () => {
    rig = openEdited(skus(1))
    const runId = await rig.startRun()
    await rig.clock.advance(0)
    expect(rig.writes()).toMatchObject([{ method: 'PUT', sku: 'S-1', trigger: 'queue' }])
    expect(states(runId)).toEqual({ 'S-1': 'sent' })
  })

  it('INV-12 takes each item’s outcome from its own answer', async () => {
    rig = openEdited(skus(4))
    rig.answerWrites(() => {
      rig.platform.set('S-1', titled('Lamp S-1'))
      return respond(200, {
        responses: [
          { sku: 'S-2', statusCode: 400, errors: [{ errorId: 25_999, message: 'Not this one.' }] },
          { sku: 'S-1', statusCode: 200, warnings: [{ errorId: 1, message: 'The category is old.' }] },
          { sku: 'S-4', statusCode: 429 },
        ],
      })
    })
    const runId = await rig.startRun()
    await rig.clock.advance(0)
    expect(states(runId)).toMatchObject({ 'S-1': 'sent', 'S-2': 'refused', 'S-3': 'unknown', 'S-4': 'waiting' })
    expect(item('S-2')?.refusals).toMatchObject([{ message: expect.stringContaining('Not this one.') }])
    expect(rig.store.pastSaves('S-1', 1)).toMatchObject([
      { note: expect.stringContaining('The platform warns: The category is old.') },
    ])
    expect(rig.store.pastSaves('S-4', 1)).toEqual([])
    // The platform counted the call, so nothing is refunded.
    expect(rig.used()).toBe(4)
  })

  it('INV-12 judges no item by the refusal of a whole call: it pauses the run and keeps the edits', async () => {
    rig = openEdited(skus(2))
    rig.answerWrites(() => refuse(400, 'The call is too large.'))
    const runId = await rig.startRun()
    await rig.clock.advance(0)
    expect(rig.outbound.runs.find(runId)).toMatchObject({ isPaused: true })
    expect(rig.store.pastSaves('S-1', 1)).toEqual([])
    expect(item('S-1')).toMatchObject({ state: 'changed', refusals: [] })
    expect(rig.used()).toBe(2)
    await rig.clock.advance(600_000)
    expect(rig.writes()).toHaveLength(1)
  })

  it('INV-15 refunds a call that never arrived, and sends it again', async () => {
    rig = openEdited(skus(2))
    rig.answerWrites(cut)
    const runId = await rig.startRun()
    await rig.clock.advance(0)
    expect(rig.used()).toBe(0)
    expect(item('S-1')?.state).toBe('changed')
    await rig.clock.advance(60_000)
    expect(states(runId)).toEqual({ 'S-1': 'sent', 'S-2': 'sent' })
    expect(rig.used()).toBe(2)
  })

  it('INV-15 settles a call without an answer by reading its items', async () => {
    rig = openEdited(skus(2))
    rig.answerWrites(() => {
      rig.platform.set('S-1', titled('Lamp S-1'))
      return lose()
    })
    const runId = await rig.startRun()
    await rig.clock.advance(0)
    expect(states(runId)).toEqual({ 'S-1': 'unknown', 'S-2': 'unknown' })
    await rig.clock.advance(60_000)
    expect(states(runId)).toEqual({ 'S-1': 'sent', 'S-2': 'notFound' })
    expect(rig.writes()).toHaveLength(1)
  })

  it('INV-08 leaves out items that changed on the platform while the call was repeated', async () => {
    rig = openEdited(skus(3))
    rig.answerWrites(async (sent) => {
      rig.platform.set('S-1', titled('Another title'))
      rig.platform.set('S-2', titled('Lamp S-2'))
      await sent.rebuild()
      return undefined
    })
    const runId = await rig.startRun()
    await rig.clock.advance(0)
    expect(elements()).toEqual([{ sku: 'S-3', ...titled('Lamp S-3') }])
    expect(states(runId)).toEqual({ 'S-1': 'refused', 'S-2': 'sent', 'S-3': 'sent' })
    expect(rig.used()).toBe(1)
  })

  it('INV-12 leaves out an item that was refused before the call was repeated', async () => {
    rig = openEdited(skus(3))
    rig.delayWrites(3_000)
    const runId = await rig.startRun()
    await rig.clock.advance(1_000)
    rig.platform.set('S-1', titled('Another title'))
    rig.answerWrites(async (sent) => {
      rig.platform.set('S-1', lamp)
      await sent.rebuild()
      return undefined
    })
    await rig.clock.advance(10_000)
    expect(elements().map(({ sku }) => sku)).toEqual(['S-2', 'S-3'])
    expect(states(runId)).toEqual({ 'S-1': 'refused', 'S-2': 'sent', 'S-3': 'sent' })
  })

  it('INV-12 keeps a refusal if the others can’t be read when the call is repeated', async () => {
    rig = openEdited(skus(3))
    rig.delayWrites(3_000)
    const runId = await rig.startRun()
    await rig.clock.advance(1_000)
    rig.platform.set('S-1', titled('Another title'))
    rig.answer(async (sent) => {
      if (sent.method === 'GET') return undefined
      rig.answer(() => respond(503))
      await sent.rebuild()
      return undefined
    })
    await rig.clock.advance(2_100)
    expect(states(runId)).toEqual({ 'S-1': 'refused', 'S-2': 'waiting', 'S-3': 'waiting' })
    expect(rig.used()).toBe(0)
  })

  it('INV-08 sends no empty call', async () => {
    rig = openEdited(skus(2))
    rig.delayWrites(3_000)
    const runId = await rig.startRun()
    await rig.clock.advance(1_000)
    for (const sku of skus(2)) rig.platform.set(sku, titled('Another title'))
    await rig.clock.advance(10_000)
    expect(rig.writes()).toEqual([])
    expect(states(runId)).toEqual({ 'S-1': 'refused', 'S-2': 'refused' })
    expect(rig.used()).toBe(0)
    expect(rig.log.lines.filter(({ level }) => level === 'error')).toEqual([])
  })

  it('INV-15 is unknown if it fails in an unexpected way after it was sent', async () => {
    rig = openEdited(skus(2))
    rig.answerWrites(() => {
      throw new RangeError('A bug')
    })
    const runId = await rig.startRun()
    await rig.clock.advance(0)
    expect(states(runId)).toEqual({ 'S-1': 'unknown', 'S-2': 'unknown' })
    expect(rig.used()).toBe(2)
  })
})

describe('a request that waits for its turn', () => {
  /** Delays writes, and answers the reads from then on differently. */
  const delay = (waitMs: number, answerRead: Parameters<SavesRig['answer']>[0] = () => undefined): void =>
    rig.delayWrites(waitMs, () => rig.answer((sent) => (sent.method === 'GET' ? answerRead(sent) : undefined)))
  const takeTime = (readMs: number) => async () => {
    await new Promise<void>((done) => void rig.clock.setTimer(done, readMs))
    return undefined
  }
  const sizes = () => rig.writes().map(({ sku, body }) => (sku === undefined ? (body.requests as unknown[]).length : 1))

  beforeEach(() => {
    rig = openEdited(skus(1))
  })

  it('INV-08 is built from a reading of at most 2 s ago', async () => {
    delay(2_000)
    await rig.startRun()
    await rig.clock.advance(10_000)
    // Before it is sent, and after it.
    expect(rig.reads()).toHaveLength(2)
  })

  it('INV-08 is built from a new reading after that', async () => {
    delay(2_001)
    const runId = await rig.startRun()
    await rig.clock.advance(1_000)
    rig.platform.set('S-1', { ...lamp, condition: 'USED_GOOD' })
    await rig.clock.advance(10_000)
    expect(rig.reads()).toHaveLength(3)
    expect(states(runId)).toEqual({ 'S-1': 'sent' })
    expect(rig.platform.get('S-1')).toEqual(titled('Lamp S-1', { condition: 'USED_GOOD' }))
    // It names what changed since the seller saw the item, not since the first reading.
    expect(rig.store.pastSaves('S-1', 1)[0]?.note).toBe('Also changed on the platform, and kept: Condition.')
  })

  it('INV-08 is not sent if the new reading shows a conflict', async () => {
    delay(3_000, () => respond(200, titled('Another title')))
    const runId = await rig.startRun()
    await rig.clock.advance(10_000)
    expect(states(runId)).toEqual({ 'S-1': 'refused' })
    expect(rig.writes()).toEqual([])
    expect(rig.used()).toBe(0)
  })

  it('INV-15 waits if the platform has an internal error at the new reading', async () => {
    delay(3_000, () => respond(500))
    const runId = await rig.startRun()
    await rig.clock.advance(3_500)
    expect(states(runId)).toEqual({ 'S-1': 'waiting' })
    expect(rig.writes()).toEqual([])
    expect(rig.used()).toBe(0)
    rig.delayWrites(0, () => rig.answer(() => undefined))
    rig.answer(() => undefined)
    await rig.clock.advance(300_000)
    expect(states(runId)).toEqual({ 'S-1': 'sent' })
  })

  it('OFF-01 waits if the platform can’t be reached for the new reading', async () => {
    delay(3_000, cut)
    const runId = await rig.startRun()
    await rig.clock.advance(3_500)
    expect(rig.outbound.runs.rows(runId, [], 0, 1).rows).toMatchObject([{ state: 'queued', message: 'No connection.' }])
    expect(rig.used()).toBe(0)
  })

  it('INV-15 waits if the new reading shows no item that could be merged', async () => {
    delay(3_000, () => respond(200, ['not an item']))
    const runId = await rig.startRun()
    await rig.clock.advance(10_000)
    expect(states(runId)).toEqual({ 'S-1': 'waiting' })
    expect(rig.writes()).toEqual([])
  })

  it('INV-15 isn’t sent, with a line in the log, if the new reading fails in an unexpected way', async () => {
    delay(3_000, () => {
      throw new RangeError('A bug')
    })
    const runId = await rig.startRun()
    await rig.clock.advance(10_000)
    expect(rig.outbound.runs.rows(runId, [], 0, 1).rows).toMatchObject([
      {
        state: 'queued',
        message:
          'This couldn’t be checked, so it wasn’t sent. Try again. If it happens again, report a problem under Settings, About.',
      },
    ])
    expect(rig.log.lines.some(({ level, fields }) => level === 'error' && fields?.error instanceof RangeError)).toBe(
      true,
    )
    expect(rig.used()).toBe(0)
  })

  it('INV-15 sends and counts nothing if the app closes meanwhile', async () => {
    delay(60_000)
    const runId = await rig.startRun()
    await rig.clock.advance(0)
    const closing = rig.outbound.stop()
    await rig.clock.advance(120_000)
    await closing
    expect(rig.writes()).toEqual([])
    expect(rig.reads()).toHaveLength(1)
    expect(rig.used()).toBe(0)
    expect(states(runId)).not.toEqual({ 'S-1': 'sent' })
  })

  it('INV-08 sends only as many items as can be read before the other readings are too old', async () => {
    rig = openEdited(skus(8))
    delay(3_000, takeTime(1_000))
    const runId = await rig.startRun()
    await rig.clock.advance(6_000)
    // Two batches of three take 2 s. The others go with the next call.
    expect(sizes()).toEqual([6])
    await rig.clock.advance(60_000)
    expect(sizes()).toEqual([6, 2])
    expect(Object.values(states(runId))).toEqual(Array(8).fill('sent'))
    expect(rig.used()).toBe(8)
  })

  it('INV-08 leaves for the next call what became too old while others were read again', async () => {
    rig = openEdited(skus(6))
    const runId = await rig.startRun()
    rig.answer(takeTime(900))
    // The first three were read 0.9 s before the others, and are read again.
    rig.delayWrites(300, () => rig.answer(takeTime(1_000)))
    await rig.clock.advance(60_000)
    expect(sizes()).toEqual([3, 3])
    expect(Object.values(states(runId))).toEqual(Array(6).fill('sent'))
  })

  it('INV-08 sends the others later if all that could be read in time are refused', async () => {
    rig = openEdited(skus(4))
    delay(3_000, async ({ sku }) => {
      await takeTime(2_500)()
      return sku === 'S-4' ? undefined : respond(200, titled('Another title'))
    })
    const runId = await rig.startRun()
    await rig.clock.advance(60_000)
    expect(states(runId)).toEqual({ 'S-1': 'refused', 'S-2': 'refused', 'S-3': 'refused', 'S-4': 'sent' })
  })

  it('INV-08 always sends some items, however long they take to be read', async () => {
    rig = openEdited(skus(4))
    delay(3_000, takeTime(5_000))
    const runId = await rig.startRun()
    await rig.clock.advance(120_000)
    expect(sizes()).toEqual([3, 1])
    expect(Object.values(states(runId))).toEqual(Array(4).fill('sent'))
  })
})

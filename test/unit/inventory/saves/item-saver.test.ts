/** A single save: its preview, its confirmation, and what becomes of it while it waits. */
import { beforeEach, describe, expect, it } from 'vitest'
import { TransportFailure } from '../../../../main/http/request.ts'
import { putOnHold } from '../../../../main/outbound/hold.ts'
import { fieldPaths } from '../../../../shared/inventory/item.ts'
import type { JsonObject } from '../../../../shared/inventory/json.ts'
import { openSaves, refuse, respond, type SavesRig } from './saves-rig.ts'

const lamp: JsonObject = { condition: 'NEW', product: { title: 'Lamp' } }
const titled = (title: string): JsonObject => ({ ...lamp, product: { title } })

const cut = () => {
  throw new TransportFailure('notReached', 'No connection.')
}
const lose = () => {
  throw new TransportFailure('unknown', 'The connection was lost.')
}

let rig: SavesRig
beforeEach(() => {
  rig = openSaves({ 'LAMP-1': lamp, 'LAMP-2': lamp })
  rig.edit('LAMP-1', [fieldPaths.title, 'Desk lamp'])
  rig.edit('LAMP-2', [fieldPaths.title, 'Desk lamp'])
})

const readsFail = (how: () => never) => rig.answer(({ method }) => (method === 'GET' ? how() : undefined))
const readsAnswer = (status: number) =>
  rig.answer(({ method }) => (method === 'GET' ? respond(status, { errors: [] }) : undefined))

describe('the preview of a save', () => {
  it('INV-08 compares the edit with what the platform has now', async () => {
    rig.platform.set('LAMP-1', { ...lamp, condition: 'USED_GOOD' })
    const { preview, lastReading, merged } = await rig.saver.prepare('LAMP-1')
    expect(lastReading).toBeNull()
    expect(preview.changes).toMatchObject([{ path: fieldPaths.title }])
    expect(merged).toEqual({ condition: 'USED_GOOD', product: { title: 'Desk lamp' } })
    expect(rig.writes()).toEqual([])
  })

  it.each([
    ['there is no connection', () => readsFail(cut), 'No connection.'],
    ['the platform has an internal error', () => readsAnswer(500), expect.any(String)],
    ['the platform asks for a pause', () => readsAnswer(429), expect.any(String)],
    ['the sign-in has expired', () => readsAnswer(401), expect.any(String)],
  ])('OFF-01 uses the last reading and says so if %s', async (_, fail, reason) => {
    const { readAtMs } = rig.store.item('LAMP-1') ?? {}
    await rig.clock.advance(60_000)
    fail()
    expect(await rig.saver.prepare('LAMP-1')).toMatchObject({
      lastReading: { atMs: readAtMs, reason },
      merged: titled('Desk lamp'),
    })
  })

  it.each([
    ['the platform refuses the reading', () => readsAnswer(403)],
    ['the platform doesn’t understand the request', () => readsAnswer(400)],
  ])('OFF-01 fails if %s, because waiting would not help', async (_, fail) => {
    fail()
    expect(await rig.messageOf(rig.saver.prepare('LAMP-1'))).not.toBe('')
  })

  it('OFF-01 fails with a bug instead of hiding it', async () => {
    readsFail(() => {
      throw new RangeError('A bug')
    })
    await expect(rig.saver.prepare('LAMP-1')).rejects.toBeInstanceOf(RangeError)
  })

  it('is refused without an edit', async () => {
    rig.store.putEdit('LAMP-1', undefined, rig.clock.nowMs(), null)
    expect(await rig.messageOf(rig.saver.prepare('LAMP-1'))).toBe('LAMP-1 has no unsaved edit.')
    expect(rig.requests).toEqual([])
  })
})

describe('a confirmed save', () => {
  it('INV-08 is refused if the edit changed after the preview', async () => {
    const { token } = await rig.saver.prepare('LAMP-1')
    rig.edit('LAMP-1', [fieldPaths.title, 'Red lamp'])
    expect(await rig.messageOf(rig.saver.save('LAMP-1', token, []))).toBe(
      'Your edit of LAMP-1 changed after this preview. Check the preview again; nothing was sent.',
    )
    expect(rig.writes()).toEqual([])
  })

  it('INV-07 is refused if the language changed after the preview', async () => {
    const { token } = await rig.saver.prepare('LAMP-1')
    rig.store.setContentLanguage('LAMP-1', 'de-DE')
    expect(await rig.messageOf(rig.saver.save('LAMP-1', token, []))).toContain('changed after this preview')
  })

  it('INV-15 is refused while another save of the item is being sent', async () => {
    rig.answerWrites(() => new Promise(() => undefined))
    void rig.save('LAMP-1')
    await rig.clock.advance(0)
    expect(await rig.messageOf(rig.save('LAMP-1'))).toBe('LAMP-1 is already being saved. Try again in a moment.')
    expect(rig.writes()).toHaveLength(1)
  })

  it('INV-15 is refused while the last save is being checked', async () => {
    rig.answerWrites(lose)
    await rig.save('LAMP-1')
    expect(await rig.messageOf(rig.save('LAMP-1'))).toBe(
      'Stallhand is still checking whether the last save of LAMP-1 arrived. Try again in a moment.',
    )
  })

  it('OFF-01 replaces one that waits, and is sent once', async () => {
    rig.answerWrites(cut)
    await rig.save('LAMP-1')
    rig.edit('LAMP-1', [fieldPaths.title, 'Red lamp'])
    expect(await rig.save('LAMP-1')).toMatchObject({ state: 'sent' })
    await rig.clock.advance(600_000)
    expect(rig.writes()).toHaveLength(2)
    expect(rig.platform.get('LAMP-1')).toEqual(titled('Red lamp'))
  })

  it('OFF-01 replaces one of a run, which goes on without it', async () => {
    rig.answerWrites(cut)
    const runId = await rig.startRun()
    await rig.clock.advance(0)
    rig.answer(() => undefined)
    expect(await rig.save('LAMP-1')).toMatchObject({ state: 'sent' })
    await rig.clock.advance(600_000)
    expect(rig.outbound.runs.find(runId)?.counts).toMatchObject({ sent: 1, discarded: 1 })
    expect(rig.platform.get('LAMP-2')).toEqual(titled('Desk lamp'))
  })

  it('OFF-01 doesn’t leave the rest of a run waiting for the one it replaces', async () => {
    rig.store.setContentLanguage('LAMP-1', 'de-DE')
    rig.answerWrites(() => respond(429, { errors: [] }, { 'retry-after': '3600' }))
    const runId = await rig.startRun()
    await rig.clock.advance(0)
    expect(rig.outbound.runs.find(runId)?.counts).toMatchObject({ sent: 0 })
    await rig.save('LAMP-1')
    await rig.clock.advance(1_000)
    expect(rig.outbound.runs.find(runId)?.counts).toMatchObject({ sent: 1, discarded: 1 })
  })

  it('OFF-04 only waits while the outbox is on hold', async () => {
    const held = openSaves({ 'LAMP-1': lamp })
    putOnHold(held.database, 'restored', 0)
    const after = openSaves({ 'LAMP-1': lamp }, { database: held.database })
    after.edit('LAMP-1', [fieldPaths.title, 'Desk lamp'])
    expect(await after.save('LAMP-1')).toMatchObject({ state: 'waiting' })
    expect(after.saver.pending('LAMP-1')?.message).toBe('Saved. It will be sent once you release the outbox.')
    await after.clock.advance(600_000)
    expect(after.writes()).toEqual([])
  })
})

describe('the save of an item that was not sent yet', () => {
  it('OFF-01 is none if there is none, or while it is sent', async () => {
    expect(rig.saver.pending('LAMP-1')).toBeNull()
    rig.answerWrites(lose)
    await rig.save('LAMP-1')
    expect(rig.saver.pending('LAMP-1')).toBeNull()
  })

  it('OFF-01 waits, with the reason', async () => {
    const sinceMs = rig.clock.nowMs()
    rig.answerWrites(() => respond(429, { errors: [] }, { 'retry-after': '60' }))
    await rig.save('LAMP-1')
    await rig.clock.advance(10_000)
    expect(rig.saver.pending('LAMP-1')).toEqual({
      state: 'waiting',
      sinceMs,
      message: expect.stringContaining('too many requests'),
      runId: null,
    })
    expect(rig.saver.pending('LAMP-2')).toBeNull()
  })

  it('OFF-06 belongs to its run', async () => {
    const runId = await rig.startRun()
    expect(rig.saver.pending('LAMP-1')).toMatchObject({ state: 'queued', message: null, runId })
  })

  it('INV-15 did not arrive', async () => {
    rig.answerWrites(lose)
    await rig.save('LAMP-1')
    await rig.clock.advance(40_000)
    expect(rig.saver.pending('LAMP-1')).toMatchObject({ state: 'notFound', message: 'The connection was lost.' })
  })

  it('INV-15 did not arrive, for no known reason, if the app closed while it was sent', async () => {
    rig.answerWrites(() => new Promise(() => undefined))
    void rig.save('LAMP-1')
    await rig.clock.advance(0)
    const next = openSaves({ 'LAMP-1': lamp }, { database: rig.database })
    await next.clock.advance(40_000)
    expect(next.saver.pending('LAMP-1')).toMatchObject({ state: 'notFound', message: null })
  })

  it('PLT-09 was refused in a run, and says why', async () => {
    rig.platform.set('LAMP-1', titled('Another title'))
    await rig.startRun()
    await rig.clock.advance(0)
    expect(rig.saver.pending('LAMP-1')).toMatchObject({
      state: 'refused',
      message: expect.stringContaining('Decide each one.'),
    })
  })

  it('OFF-01 can be withdrawn, which keeps the edit', async () => {
    rig.answerWrites(cut)
    await rig.save('LAMP-1')
    rig.saver.withdraw('LAMP-1')
    await rig.clock.advance(600_000)
    expect(rig.writes()).toHaveLength(1)
    expect(rig.saver.pending('LAMP-1')).toBeNull()
    expect(rig.store.item('LAMP-1')).toMatchObject({ state: 'changed' })
    expect(() => rig.saver.withdraw('LAMP-1')).toThrow('No save of LAMP-1 is waiting.')
    expect(rig.saver.withdrawAny('LAMP-1')).toBe(false)
  })

  it('OFF-01 can’t be withdrawn once it may have been sent', async () => {
    rig.answerWrites(lose)
    await rig.save('LAMP-1')
    expect(() => rig.saver.withdraw('LAMP-1')).toThrow('No save of LAMP-1 is waiting.')
    expect(rig.saver.withdrawAny('LAMP-1')).toBe(false)
    await rig.clock.advance(0)
    expect(rig.waiting('LAMP-1')).toMatchObject({ state: 'unknown' })
  })
})

describe('the items with a save in progress', () => {
  it('OFF-06 are those that wait, are sent or are checked', async () => {
    expect(['LAMP-1', 'LAMP-2'].filter((sku) => rig.isBusy(`item:${sku}`))).toEqual([])
    rig.answerWrites(lose)
    await rig.save('LAMP-1')
    rig.answerWrites(cut)
    await rig.save('LAMP-2')
    expect(['LAMP-1', 'LAMP-2'].filter((sku) => rig.isBusy(`item:${sku}`))).toEqual(['LAMP-1', 'LAMP-2'])
    rig.answer(() => undefined)
    await rig.clock.advance(600_000)
    expect(['LAMP-1', 'LAMP-2'].filter((sku) => rig.isBusy(`item:${sku}`))).toEqual([])
    // It is still in the outbox, for the seller to decide.
    expect(rig.waiting('LAMP-1')).toMatchObject({ state: 'notFound' })
  })
})

describe('the first try of a save', () => {
  it('PLT-09 says why the platform refuses it, and leaves nothing in the outbox', async () => {
    rig.answerWrites(() => refuse(400, 'Not this title.'))
    expect(await rig.messageOf(rig.save('LAMP-1'))).toContain('Not this title.')
    expect(rig.waiting('LAMP-1')).toBeUndefined()
    expect(rig.store.item('LAMP-1')).toMatchObject({ state: 'changed' })
  })

  it('OFF-02 says that nothing had to be sent', async () => {
    const { token } = await rig.saver.prepare('LAMP-1')
    rig.platform.set('LAMP-1', titled('Desk lamp'))
    const saving = rig.saver.save('LAMP-1', token, [])
    await rig.clock.advance(0)
    expect(await saving).toEqual({
      id: expect.any(String),
      state: 'sent',
      known: 'reading',
      message: '',
      note: 'It has all of this already. Nothing was sent.',
    })
  })

  it('says nothing more of a save that went as expected', async () => {
    expect(await rig.save('LAMP-1')).toEqual({
      id: expect.any(String),
      state: 'sent',
      known: 'answer',
      message: '',
      note: '',
    })
  })

  it('INV-17 is not for an item made with another tool', () => {
    expect(rig.saver.refusal('LAMP-1')).toBeUndefined()
    rig.store.addFamily('LAMP-1', { family: 'trading', evidence: 'seller', note: '', atMs: 0 })
    expect(rig.saver.refusal('LAMP-1')).toContain('made with another tool')
  })
})

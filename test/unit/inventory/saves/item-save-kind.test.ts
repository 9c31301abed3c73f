/** Item saves in the outbound queue: how many go at once, what they leave of the edit, and how a run is reverted. */
import { describe, expect, it } from 'vitest'
import { TransportFailure } from '../../../../main/http/request.ts'
import { fieldPaths } from '../../../../shared/inventory/item.ts'
import {
  type JsonObject,
  type JsonPath,
  type JsonValue,
  valueAt,
  withValueAt,
} from '../../../../shared/inventory/json.ts'
import { openSaves, refuse, type SavesRig } from './saves-rig.ts'

const DAY_MS = 24 * 60 * 60 * 1000
const lamp: JsonObject = { condition: 'NEW', product: { title: 'Lamp', upc: '012345678905' } }
const withTitle = (title: string, more: JsonObject = {}): JsonObject => ({
  ...lamp,
  product: { ...(lamp.product as JsonObject), title },
  ...more,
})
const skus = (count: number): readonly string[] => Array.from({ length: count }, (_, at) => `S-${at + 1}`)

const lose = () => {
  throw new TransportFailure('unknown', 'The connection was lost.')
}

const openItems = (count: number, options?: Parameters<typeof openSaves>[1]): SavesRig =>
  openSaves(Object.fromEntries(skus(count).map((sku) => [sku, lamp])), options)
const editAll = (rig: SavesRig, count: number, path: JsonPath, value: JsonValue): void => {
  for (const sku of skus(count)) rig.edit(sku, [path, value])
}
const countsOf = (rig: SavesRig, runId: number) => rig.outbound.runs.find(runId)?.counts
/** The number of items in each write. */
const sizes = (rig: SavesRig) =>
  rig.writes().map(({ sku, body }) => (sku === undefined ? (body.requests as unknown[]).length : 1))

describe('the change limit', () => {
  it('INV-15 lets a single save wait until a change is free, and says why', async () => {
    const rig = openItems(2, { changesPerDay: 1 })
    editAll(rig, 2, fieldPaths.title, 'Desk lamp')
    await rig.save('S-1')
    await rig.clock.advance(3_600_000)
    expect(await rig.save('S-2')).toMatchObject({
      state: 'waiting',
      message: '1 of 1 item changes of the last 24 hours are used. Nothing was sent; your edit is kept.',
    })
    expect(rig.writes()).toHaveLength(1)
    // Only the preview read it.
    expect(rig.reads().filter(({ sku }) => sku === 'S-2')).toHaveLength(1)
    expect(rig.waiting('S-2')).toMatchObject({ state: 'waiting', error: { kind: 'quotaExhausted' } })
    await rig.clock.advance(DAY_MS - 3_600_000 - 1_000)
    expect(rig.writes()).toHaveLength(1)
    await rig.clock.advance(1_000)
    expect(rig.writes()).toHaveLength(2)
    expect(rig.platform.get('S-2')).toEqual(withTitle('Desk lamp'))
  })

  it('PLT-14 lets a single save of another listing go', async () => {
    const rig = openItems(2, { changesPerDay: 1, per: 'listing' })
    editAll(rig, 2, fieldPaths.title, 'Desk lamp')
    await rig.save('S-1')
    expect(await rig.save('S-2')).toMatchObject({ state: 'sent' })
    rig.edit('S-1', [fieldPaths.title, 'Red lamp'])
    expect(await rig.save('S-1')).toMatchObject({ state: 'waiting' })
  })

  it('INV-15 sends of a run what fits today, and the rest when changes are free', async () => {
    const rig = openItems(5, { changesPerDay: 3 })
    rig.store.setChangeReserve(0)
    editAll(rig, 5, fieldPaths.title, 'Desk lamp')
    const runId = await rig.startRun()
    await rig.clock.advance(0)
    expect(sizes(rig)).toEqual([3])
    expect(countsOf(rig, runId)).toMatchObject({ sent: 3 })
    expect(rig.outbound.runs.find(runId)?.waits).toMatchObject({
      untilMs: rig.clock.nowMs() + DAY_MS,
      error: {
        kind: 'quotaExhausted',
        message: 'The item changes of the last 24 hours are used up. The rest is sent once changes are available.',
        resetsAtMs: rig.clock.nowMs() + DAY_MS,
      },
    })
    await rig.clock.advance(DAY_MS - 1)
    expect(sizes(rig)).toEqual([3])
    await rig.clock.advance(1)
    expect(sizes(rig)).toEqual([3, 2])
    expect(countsOf(rig, runId)).toMatchObject({ sent: 5 })
  })

  it('INV-15 keeps the reserve for stock corrections and single saves', async () => {
    const rig = openItems(3, { changesPerDay: 3 })
    rig.store.setChangeReserve(1)
    editAll(rig, 3, fieldPaths.title, 'Desk lamp')
    const runId = await rig.startRun()
    await rig.clock.advance(0)
    expect(countsOf(rig, runId)).toMatchObject({ sent: 2 })
    rig.edit('S-1', [fieldPaths.quantity, 3])
    expect(await rig.save('S-1')).toMatchObject({ state: 'sent' })
  })

  it('INV-15 sends stock corrections of a run with the reserve', async () => {
    const rig = openItems(3, { changesPerDay: 3 })
    rig.store.setChangeReserve(3)
    editAll(rig, 3, fieldPaths.quantity, 3)
    const runId = await rig.startRun()
    await rig.clock.advance(0)
    expect(countsOf(rig, runId)).toMatchObject({ sent: 3 })
  })

  it('INV-11 sends rows of one run only in a call, at most 25', async () => {
    const rig = openItems(30)
    editAll(rig, 27, fieldPaths.title, 'Desk lamp')
    await rig.startRun()
    for (const sku of ['S-28', 'S-29', 'S-30']) rig.edit(sku, [fieldPaths.title, 'Desk lamp'])
    const { planToken } = await rig.plan([], { kind: 'skus', skus: ['S-28', 'S-29', 'S-30'] })
    rig.outbound.runs.start({ planToken })
    await rig.clock.advance(10_000)
    expect(sizes(rig)).toEqual([25, 2, 3])
  })

  it('INV-11 sends an item once, in the same call, if the seller presses “Send now” while the others are read', async () => {
    const rig = openItems(5)
    editAll(rig, 5, fieldPaths.title, 'Desk lamp')
    rig.answer(async ({ sku }) => {
      if (sku === 'S-5') await new Promise<void>((done) => void rig.clock.setTimer(done, 500))
      return undefined
    })
    await rig.startRun()
    await rig.clock.advance(100)
    rig.outbound.sendNow([rig.waiting('S-1')?.id ?? ''])
    await rig.clock.advance(10_000)
    expect(sizes(rig)).toEqual([5])
  })

  it('INV-07 sends items of two languages in two calls', async () => {
    const rig = openItems(4)
    for (const sku of ['S-1', 'S-3']) rig.store.setContentLanguage(sku, 'de-DE')
    editAll(rig, 4, fieldPaths.title, 'Desk lamp')
    await rig.startRun()
    await rig.clock.advance(10_000)
    expect(rig.writes().map(({ language }) => language)).toEqual(['de-DE', 'en-US'])
    expect(sizes(rig)).toEqual([2, 2])
  })
})

describe('a save that was carried out', () => {
  it('is shown again, and no other item is', async () => {
    const rig = openItems(2)
    editAll(rig, 2, fieldPaths.title, 'Desk lamp')
    await rig.save('S-1')
    rig.shownItems.length = 0
    await rig.save('S-2')
    expect(new Set(rig.shownItems.map(({ sku }) => sku))).toEqual(new Set(['S-2']))
  })

  it('OFF-01 leaves what the seller typed meanwhile', async () => {
    const rig = openItems(1)
    editAll(rig, 1, fieldPaths.title, 'Desk lamp')
    rig.answerWrites(() => {
      rig.edit('S-1', [fieldPaths.quantity, 7])
      return undefined
    })
    await rig.save('S-1')
    expect(rig.store.item('S-1')).toMatchObject({
      state: 'changed',
      edit: { changes: [{ path: fieldPaths.quantity }] },
    })
  })

  it('OFF-01 leaves no edit if the seller discarded it meanwhile', async () => {
    const rig = openItems(1)
    editAll(rig, 1, fieldPaths.title, 'Desk lamp')
    rig.answerWrites(() => {
      rig.store.putEdit('S-1', undefined, rig.clock.nowMs(), null)
      return undefined
    })
    expect(await rig.save('S-1')).toMatchObject({ state: 'sent' })
    expect(rig.store.item('S-1')).toMatchObject({ state: 'saved', edit: undefined })
  })

  it('OFF-01 stays in the history if the seller removed the item from the list meanwhile', async () => {
    const rig = openItems(1)
    editAll(rig, 1, fieldPaths.title, 'Desk lamp')
    rig.answerWrites(() => {
      rig.store.remove('S-1')
      return undefined
    })
    expect(await rig.save('S-1')).toMatchObject({ state: 'sent' })
    expect(rig.store.has('S-1')).toBe(false)
    const [save] = rig.store.pastSaves('S-1', 1)
    expect(rig.store.savedVersions(save?.id ?? 0)).toMatchObject({ after: withTitle('Desk lamp') })
  })

  it('PLT-09 forgets the refusal of an earlier try, also if the seller types the same later', async () => {
    const rig = openItems(1)
    editAll(rig, 1, fieldPaths.title, 'Desk lamp')
    rig.answerWrites(() => refuse(400, 'Not this title.', 'title'))
    await rig.messageOf(rig.save('S-1'))
    expect(rig.store.item('S-1')?.refusals).toHaveLength(1)
    rig.answerWrites(() => {
      rig.edit('S-1', [fieldPaths.quantity, 7])
      return undefined
    })
    await rig.save('S-1')
    rig.platform.set('S-1', lamp)
    await rig.reader.read('S-1')
    rig.edit('S-1', [fieldPaths.title, 'Desk lamp'])
    expect(rig.store.item('S-1')?.refusals).toEqual([])
  })

  it('INV-08 keeps the item’s edit marked with where it came from', async () => {
    const rig = openItems(1)
    editAll(rig, 1, fieldPaths.title, 'Desk lamp')
    const edit = rig.store.content('S-1')?.edit
    rig.store.putEdit('S-1', edit, rig.clock.nowMs(), 'an earlier version')
    rig.answerWrites(() => {
      const { edit: now } = rig.store.content('S-1') ?? {}
      rig.store.putEdit(
        'S-1',
        { onto: 'existing', changes: [...(now?.changes ?? []), { op: 'set', path: fieldPaths.quantity, value: 7 }] },
        rig.clock.nowMs(),
        'an earlier version',
      )
      return undefined
    })
    await rig.save('S-1')
    expect(rig.store.item('S-1')).toMatchObject({ editSource: 'an earlier version', edit: { changes: [{ value: 7 }] } })
  })

  it('OFF-02 removes the edit if the platform had all of it already, without a save in the history', async () => {
    const rig = openItems(1)
    editAll(rig, 1, fieldPaths.title, 'Desk lamp')
    const { token } = await rig.saver.prepare('S-1')
    rig.platform.set('S-1', withTitle('Desk lamp'))
    const saving = rig.saver.save('S-1', token, [])
    await rig.clock.advance(0)
    expect(await saving).toMatchObject({ state: 'sent', known: 'reading' })
    expect(rig.store.item('S-1')).toMatchObject({ edit: undefined, record: withTitle('Desk lamp') })
    expect(rig.store.pastSaves('S-1', 1)).toEqual([])
    expect(rig.used()).toBe(0)
  })

  it('OFF-02 doesn’t send an item that was edited since, or is made with another tool', async () => {
    const rig = openItems(2)
    editAll(rig, 2, fieldPaths.title, 'Desk lamp')
    const runId = await rig.startRun()
    rig.edit('S-1', [fieldPaths.title, 'Red lamp'])
    rig.store.addFamily('S-2', { family: 'trading', evidence: 'seller', note: '', atMs: 0 })
    await rig.clock.advance(0)
    expect(rig.writes()).toEqual([])
    expect(rig.outbound.runs.rows(runId, [], 0, 5).rows).toMatchObject([
      { state: 'refused', message: expect.stringContaining('was edited after this save was confirmed') },
      { state: 'refused', message: expect.stringContaining('made with another tool') },
    ])
    // An edit that can't be sent needs no reading.
    expect(rig.reads().map(({ sku }) => sku)).toEqual(['S-2'])
  })
})

describe('a save without an answer', () => {
  const sendAndLose = async (rig: SavesRig, arrived: JsonObject): Promise<void> => {
    editAll(rig, 1, fieldPaths.title, 'Desk lamp')
    rig.answerWrites(() => {
      rig.platform.set('S-1', arrived)
      return lose()
    })
    await rig.save('S-1')
  }

  it('INV-15 has arrived if the platform has its fields, whatever others changed since', async () => {
    const rig = openItems(1)
    await sendAndLose(rig, withTitle('Desk lamp', { condition: 'USED_GOOD' }))
    await rig.clock.advance(2_000)
    expect(rig.store.item('S-1')).toMatchObject({
      state: 'saved',
      edit: undefined,
      record: withTitle('Desk lamp', { condition: 'USED_GOOD' }),
    })
  })

  it('MSG-13 may have arrived if another value is there, so the seller decides', async () => {
    const rig = openItems(1)
    await sendAndLose(rig, withTitle('Another title'))
    await rig.clock.advance(40_000)
    expect(rig.store.item('S-1')).toMatchObject({ lastSave: { state: 'unknown' }, edit: { changes: [{}] } })
    expect(rig.outbound.list()).toMatchObject([{ state: 'unknown', canSettle: true }])
  })

  it('MSG-13 arrived although a sale has changed one of its values since', async () => {
    const rig = openItems(1)
    editAll(rig, 1, fieldPaths.title, 'Desk lamp')
    editAll(rig, 1, fieldPaths.quantity, 5)
    rig.answerWrites((sent) => {
      rig.platform.set('S-1', withValueAt(sent.body as JsonObject, fieldPaths.quantity, 4))
      return lose()
    })
    await rig.save('S-1')
    await rig.clock.advance(40_000)
    expect(rig.store.item('S-1')?.lastSave).toMatchObject({ state: 'sent' })
  })

  it('MSG-13 may have arrived if the item is gone, so the seller decides', async () => {
    const rig = openItems(1)
    editAll(rig, 1, fieldPaths.title, 'Desk lamp')
    rig.answerWrites(() => {
      rig.platform.delete('S-1')
      return lose()
    })
    await rig.save('S-1')
    await rig.clock.advance(40_000)
    expect(rig.outbound.list()).toMatchObject([{ state: 'unknown', canSettle: true }])
  })

  it('INV-15 keeps the notes of the save', async () => {
    const rig = openItems(1)
    editAll(rig, 1, fieldPaths.title, 'Desk lamp')
    const runId = await rig.startRun()
    rig.platform.set('S-1', withTitle('Lamp', { condition: 'USED_GOOD' }))
    rig.answerWrites((sent) => {
      rig.platform.set('S-1', sent.body)
      return lose()
    })
    await rig.clock.advance(5_000)
    const kept = 'Also changed on the platform, and kept: Condition.'
    expect(rig.store.pastSaves('S-1', 1)).toMatchObject([{ state: 'sent', note: kept }])
    expect(rig.outbound.runs.rows(runId, [], 0, 1).rows).toMatchObject([{ state: 'sent', message: kept }])
  })

  it('INV-15 is sent after all if the app closed before anything was recorded', async () => {
    const rig = openItems(1)
    editAll(rig, 1, fieldPaths.title, 'Desk lamp')
    rig.delayWrites(600_000)
    await rig.startRun()
    await rig.clock.advance(0)
    const next = openSaves(Object.fromEntries(rig.platform), { database: rig.database })
    await next.clock.advance(10_000)
    expect(next.writes()).toHaveLength(1)
    expect(next.platform.get('S-1')).toEqual(withTitle('Desk lamp'))
    expect(next.used()).toBe(1)
  })
})

describe('what the outbox says of a save', () => {
  it('OFF-01 names the item, its changes, and whether it puts values back', async () => {
    const rig = openItems(1)
    editAll(rig, 1, fieldPaths.title, 'Desk lamp')
    const runId = await rig.startRun()
    expect(rig.waiting('S-1')).toMatchObject({
      title: 'Save S-1: Desk lamp',
      changes: [{ label: 'Title', before: 'Lamp', after: 'Desk lamp' }],
    })
    expect(rig.outbound.runs.rows(runId, [], 0, 1).rows).toMatchObject([{ sku: 'S-1', title: 'Desk lamp' }])
    await rig.clock.advance(0)
    rig.outbound.runs.start({ planToken: rig.outbound.runs.planRevert(runId, []).planToken })
    expect(rig.waiting('S-1')).toMatchObject({ title: 'Put back S-1: Desk lamp' })
  })

  it('OFF-01 names an item without a title', async () => {
    const rig = openSaves()
    rig.edit('NEW-1', [fieldPaths.quantity, 3])
    await rig.reader.read('NEW-1')
    await rig.startRun()
    expect(rig.waiting('NEW-1')).toMatchObject({ title: 'Save NEW-1: no title' })
  })
})

describe('putting a run back', () => {
  const runAll = async (rig: SavesRig): Promise<number> => {
    const runId = await rig.startRun()
    await rig.clock.advance(0)
    return runId
  }
  const startRevert = async (rig: SavesRig, runId: number) => {
    const { planToken } = rig.outbound.runs.planRevert(runId, [])
    const id = rig.outbound.runs.start({ planToken, deletions: 'confirmed' })
    await rig.clock.advance(0)
    return id
  }
  const problemOf = (rig: SavesRig, runId: number, excluded: readonly JsonPath[] = []) => {
    const { planToken } = rig.outbound.runs.planRevert(
      runId,
      excluded.map((path) => ({ sku: 'S-1', path: [...path] })),
    )
    return rig.outbound.runs.planRows(planToken, 'all', 0, 5).rows.find(({ sku }) => sku === 'S-1')?.problem
  }

  it('OFF-06 restores the values from before, keeps what changed since, and makes no edit', async () => {
    const rig = openItems(2)
    editAll(rig, 2, fieldPaths.title, 'Desk lamp')
    const runId = await runAll(rig)
    rig.platform.set('S-1', withTitle('Desk lamp', { condition: 'USED_GOOD' }))
    await rig.reader.read('S-1')
    const revertId = await startRevert(rig, runId)
    expect(countsOf(rig, revertId)).toMatchObject({ sent: 2 })
    expect(rig.platform.get('S-1')).toEqual(withTitle('Lamp', { condition: 'USED_GOOD' }))
    expect(rig.platform.get('S-2')).toEqual(lamp)
    expect(rig.store.item('S-2')).toMatchObject({ state: 'saved', edit: undefined })
  })

  it('OFF-06 keeps an edit that was made while it waited', async () => {
    const rig = openItems(1)
    editAll(rig, 1, fieldPaths.title, 'Desk lamp')
    const runId = await runAll(rig)
    const { planToken } = rig.outbound.runs.planRevert(runId, [])
    rig.outbound.runs.start({ planToken })
    rig.edit('S-1', [fieldPaths.quantity, 7])
    await rig.clock.advance(0)
    expect(rig.platform.get('S-1')).toEqual(lamp)
    expect(rig.store.item('S-1')?.edit?.changes).toMatchObject([{ path: fieldPaths.quantity, value: 7 }])
  })

  it('OFF-06 names what it deletes, and shows each value', async () => {
    const rig = openItems(1)
    editAll(rig, 1, fieldPaths.quantity, 7)
    const runId = await runAll(rig)
    const plan = rig.outbound.runs.planRevert(runId, [])
    expect(plan.deletions).toMatchObject({ all: 1, first: [{ sku: 'S-1', name: expect.stringContaining('7') }] })
    expect(rig.outbound.runs.planRows(plan.planToken, 'all', 0, 5).rows).toMatchObject([
      { problem: null, change: { before: '7', after: null } },
    ])
    await startRevert(rig, runId)
    expect(valueAt(rig.platform.get('S-1'), fieldPaths.quantity)).toBeUndefined()
  })

  it('OFF-06 leaves out the fields that the seller excludes', async () => {
    const rig = openItems(1)
    rig.edit('S-1', [fieldPaths.title, 'Desk lamp'], [fieldPaths.condition, 'USED_GOOD'])
    const runId = await runAll(rig)
    const { planToken } = rig.outbound.runs.planRevert(runId, [{ sku: 'S-1', path: [...fieldPaths.condition] }])
    rig.outbound.runs.start({ planToken, deletions: 'confirmed' })
    await rig.clock.advance(0)
    expect(rig.platform.get('S-1')).toEqual(withTitle('Lamp', { condition: 'USED_GOOD' }))
    expect(problemOf(rig, runId, [fieldPaths.title, fieldPaths.condition])).toBe('You left it out.')
  })

  it('OFF-06 says why an item can’t be put back', async () => {
    const rig = openItems(1)
    editAll(rig, 1, fieldPaths.title, 'Desk lamp')
    const runId = await runAll(rig)
    expect(problemOf(rig, runId)).toBeNull()
    rig.edit('S-1', [fieldPaths.quantity, 7])
    expect(problemOf(rig, runId)).toBe('It has an unsaved edit.')
    rig.store.putEdit('S-1', undefined, rig.clock.nowMs(), null)
    rig.platform.set('S-1', withTitle('Another title'))
    await rig.reader.read('S-1')
    expect(problemOf(rig, runId)).toBe('It has other values now.')
    rig.platform.delete('S-1')
    await rig.reader.read('S-1')
    expect(problemOf(rig, runId)).toBe('It no longer exists.')
    rig.store.remove('S-1')
    expect(problemOf(rig, runId)).toBe('It no longer exists.')
  })

  it('OFF-06 puts back no item of which any value was changed since', async () => {
    const rig = openItems(1)
    rig.edit('S-1', [fieldPaths.title, 'Desk lamp'], [fieldPaths.condition, 'USED_GOOD'])
    const runId = await runAll(rig)
    rig.platform.set('S-1', withTitle('Another title', { condition: 'USED_GOOD' }))
    await rig.reader.read('S-1')
    expect(problemOf(rig, runId)).toBe('It has other values now.')
    // The seller may put back the other value alone.
    expect(problemOf(rig, runId, [fieldPaths.title])).toBeNull()
  })

  it('OFF-06 has nothing to put back of a value that was there before', async () => {
    const rig = openItems(1)
    rig.edit('S-1', [fieldPaths.title, 'Desk lamp'], [fieldPaths.condition, 'USED_GOOD'])
    rig.platform.set('S-1', withTitle('Desk lamp'))
    const runId = await runAll(rig)
    expect(problemOf(rig, runId, [fieldPaths.condition])).toBe('It has the earlier values already.')
  })

  it('OFF-06 has nothing to put back of an item that another tool had changed in the same way', async () => {
    const rig = openItems(2)
    editAll(rig, 2, fieldPaths.title, 'Desk lamp')
    rig.answerWrites(async (sent) => {
      rig.platform.set('S-1', withTitle('Desk lamp'))
      await sent.rebuild()
      return undefined
    })
    const runId = await runAll(rig)
    expect(countsOf(rig, runId)).toMatchObject({ sent: 2 })
    expect(problemOf(rig, runId)).toBe('There is no earlier version.')
  })

  it('OFF-06 can’t put back a new item', async () => {
    const rig = openSaves()
    rig.edit('S-1', [fieldPaths.title, 'Vase'])
    await rig.reader.read('S-1')
    const runId = await runAll(rig)
    expect(problemOf(rig, runId)).toBe('There is no earlier version.')
  })

  it('INV-07 is sent in the item’s language', async () => {
    const rig = openItems(1)
    rig.store.setContentLanguage('S-1', 'de-DE')
    editAll(rig, 1, fieldPaths.title, 'Desk lamp')
    await startRevert(rig, await runAll(rig))
    expect(rig.writes().map(({ language }) => language)).toEqual(['de-DE', 'de-DE'])
  })

  it('INV-08 isn’t sent if the fields were changed by another tool in the meantime', async () => {
    const rig = openItems(1)
    editAll(rig, 1, fieldPaths.title, 'Desk lamp')
    const runId = await runAll(rig)
    const { planToken } = rig.outbound.runs.planRevert(runId, [])
    rig.platform.set('S-1', withTitle('Another title'))
    const revertId = rig.outbound.runs.start({ planToken })
    await rig.clock.advance(0)
    expect(countsOf(rig, revertId)).toMatchObject({ refused: 1 })
    expect(rig.platform.get('S-1')).toEqual(withTitle('Another title'))
  })
})

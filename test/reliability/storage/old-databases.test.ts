/** Databases of 0.2.2, with runs, saves and every other change in any state: nothing is lost, and nothing is sent twice (OFF-06). */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { createApp } from '../../../main/app.ts'
import { databaseFile } from '../../../main/connection/connection-list.ts'
import { openDatabase } from '../../../main/database/open-database.ts'
import { migrations } from '../../../main/migrations.ts'
import { fieldPaths } from '../../../shared/inventory/item.ts'
import { type JsonObject, valueAt } from '../../../shared/inventory/json.ts'
import type { Run, RunRow } from '../../../shared/outbound/run-contract.ts'
import { type InventoryRig, openInventory } from '../../contract/inventory/inventory-rig.ts'
import { createFakeClock } from '../../support/fake-clock.ts'
import { type OpenRun, openRuns, startedRuns, writeOldDatabase } from '../../support/old-database.ts'
import { createRecordingLog } from '../../support/recording-log.ts'
import { createDriver, givenAt, portsOn } from '../whole-app.ts'

let folder = ''
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'stallhand-old-'))
})
afterAll(() => rmSync(folder, { recursive: true, force: true, maxRetries: 10 }))
const newFolder = (): string => mkdtempSync(join(folder, 'shop-'))

type Entry = { readonly kind: string; readonly subject: string; readonly state: string; readonly runId: number | null }
type Past = { readonly saves: readonly { readonly state: string; readonly message: string }[] }

/** Opens the whole app on a database of 0.2.2, on hold as after a restore, with no platform in reach. */
const openApp = async (openRun?: OpenRun) => {
  const dataDir = newFolder()
  writeOldDatabase(databaseFile(dataDir, 'practice'), { openRun })
  const url = 'http://127.0.0.1:9'
  const app = await createApp(portsOn(dataDir), { given: givenAt(url) })
  const { ask } = createDriver(app.call, url, { ack: () => undefined, found: () => undefined })
  const runs = async () => (await ask<{ runs: readonly Run[] }>('outbound.runs')).runs
  const rows = async (runId: number) => (await ask<{ rows: readonly RunRow[] }>('outbound.runRows', { runId })).rows
  return { ask, runs, rows, stop: app.stop }
}

describe('a database of 0.2.2', () => {
  it('OFF-03 keeps every change that was waiting, in flight or undecided', async () => {
    const { ask, stop } = await openApp()
    const { entries } = await ask<{ entries: readonly Entry[] }>('outbound.list')
    const states = (kind: string) =>
      entries.filter((entry) => entry.kind === kind).map(({ subject, state }) => `${subject.split(':')[1]} ${state}`)
    expect(states('itemSave')).toEqual([
      'SAVE-QUEUED queued',
      'SAVE-WAITING waiting',
      'SAVE-REFUSED refused',
      'SAVE-UNKNOWN unknown',
      'SAVE-SENDING sending',
      'SAVE-NEVER-LEFT sending',
      'SAVE-NOT-FOUND notFound',
      'STOPPED-UNKNOWN unknown',
    ])
    expect(states('message')).toEqual([
      'C-1 delayed',
      'C-2 delayed',
      'C-3 queued',
      'C-4 waiting',
      'C-5 sending',
      'C-6 unknown',
      'C-7 notFound',
      'C-8 refused',
    ])
    expect(states('delete')).toEqual(['C-16 unknown', 'C-17 delayed'])
    expect(states('offerChange')).toEqual([
      'OFFER-REFUSED refused',
      'OFFER-NOT-FOUND notFound',
      'OFFER-UNKNOWN unknown',
      'OFFER-SENDING sending',
      'OFFER-WAITING waiting',
      'OFFER-QUEUED queued',
    ])
    for (const kind of ['offerSave', 'offerPublish', 'offerWithdraw', 'offerDelete', 'archive', 'read', 'restore']) {
      expect(states(kind), kind).toHaveLength(1)
    }
    expect(states('mappingStart')).toHaveLength(3)
    expect(states('subscriptionChange')).toHaveLength(2)
    // It was damaged before.
    expect(states('damaged')).toEqual(['C-9 refused'])
    expect(states('run')).toEqual([])
    await stop()
  })

  it('OFF-06 shows its ended runs, the items they left out, and each item’s outcome', async () => {
    const { runs, rows, stop } = await openApp()
    const all = await runs()
    expect(all.map(({ label, isOpen }) => ({ label, isOpen }))).toEqual([
      { label: 'prices', isOpen: true },
      { label: 'items', isOpen: true },
      { label: 'items', isOpen: false },
    ])
    const [, stopped, done] = all
    expect(done).toMatchObject({
      counts: { all: 6, sent: 4, discarded: 2 },
      leftOut: [{ sku: 'DONE-CONFLICT', reason: expect.stringContaining('changed on the platform') }],
      canRevert: true,
    })
    expect(stopped?.counts).toMatchObject({ all: 3, sent: 1, unknown: 1, discarded: 1 })
    expect((await rows(done?.runId ?? 0)).map(({ sku, state }) => `${sku} ${state}`)).toEqual([
      'DONE-DELETES sent',
      'DONE-NOT-SAVED discarded',
      'DONE-PARTLY sent',
      'DONE-REFUSED discarded',
      'DONE-SAVED sent',
      'DONE-UNCHANGED sent',
    ])
    await stop()
  })

  it('keeps the history of every save, with its outcome', async () => {
    const { ask, stop } = await openApp()
    const lastOf = async (sku: string) => (await ask<Past>('inventory.history', { sku })).saves[0]
    for (const [sku, state] of [
      ['SAVE-SENT', 'sent'],
      ['SAVE-DISCARDED', 'refused'],
      ['SAVE-NOT-FOUND', 'notFound'],
      ['SAVE-UNKNOWN', 'unknown'],
      ['DONE-SAVED', 'sent'],
      ['DONE-REFUSED', 'refused'],
      ['DONE-NOT-SAVED', 'notFound'],
      ['STOPPED-UNKNOWN', 'unknown'],
    ] as const) {
      expect((await lastOf(sku))?.state, sku).toBe(state)
      expect(await ask<unknown>('inventory.item', { sku }), sku).toMatchObject({ lastSave: { state } })
    }
    expect((await lastOf('DONE-REFUSED'))?.message).toBe('The platform refused it.')
    await stop()
  })

  it('reverts an earlier run', async () => {
    const { ask, runs, stop } = await openApp()
    const done = (await runs()).at(-1)
    const plan = await ask<{ counts: unknown; planToken: string }>('outbound.planRevert', { runId: done?.runId })
    // DONE-PARTLY has an unsaved edit, and DONE-UNCHANGED was not changed by the run.
    expect(plan.counts).toEqual({ going: 2, leftOut: 1 })
    await stop()
  })

  it.each(openRuns.slice(0, 2))('keeps the edits of a run that was not started: %s', async (openRun) => {
    const { ask, runs, stop } = await openApp(openRun)
    expect(await runs()).toHaveLength(3)
    const { edit } = await ask<{ edit: { changes: unknown[] } }>('inventory.item', { sku: 'OPEN-3' })
    expect(edit.changes).toHaveLength(2)
    await stop()
  })
})

describe('a run that was open in 0.2.2', () => {
  const SKUS = ['OPEN-1', 'OPEN-2', 'OPEN-3', 'OPEN-4', 'OPEN-5', 'OPEN-6', 'OPEN-7'] as const
  const itemOf = (sku: string, title = `Item ${sku}`): JsonObject => ({
    condition: 'USED_GOOD',
    product: { title, upc: '012345678905' },
    availability: { shipToLocationAvailability: { quantity: 3 } },
  })
  let rig: InventoryRig
  afterEach(() => rig.close())

  /** Starts inventory on a database of 0.2.2; the platform has what was saved before. */
  const openRig = async (openRun: OpenRun): Promise<Run> => {
    const file = join(newFolder(), 'shop.sqlite')
    writeOldDatabase(file, { openRun, isOnHold: false })
    const { database } = openDatabase({ file, migrations, clock: createFakeClock(), log: createRecordingLog() })
    // Other features send these.
    database.run(`DELETE FROM outbound_history WHERE outbound_id IN (SELECT id FROM outbound WHERE kind <> 'itemSave')`)
    database.run(`DELETE FROM outbound WHERE kind <> 'itemSave'`)
    const saved = openRun === 'waiting-for-settling' ? ['OPEN-1', 'OPEN-3', 'OPEN-4', 'OPEN-6'] : ['OPEN-1']
    const singles = ['SAVE-QUEUED', 'SAVE-WAITING', 'SAVE-NEVER-LEFT', 'SAVE-SENDING', 'SAVE-UNKNOWN']
    const there = [...SKUS, ...singles].map((sku) => [sku, itemOf(sku, saved.includes(sku) ? `New ${sku}` : undefined)])
    rig = await openInventory({}, 0, { database, there: Object.fromEntries(there) })
    return newest()
  }
  const newest = async (): Promise<Run> => {
    const { runs } = await rig.runs.runs({})
    const run = runs.find(({ runId }) => runId === Math.max(...runs.map((each) => each.runId)))
    if (run === undefined) throw new Error('There is no run')
    return run
  }
  const titleOf = async (sku: string) => valueAt(await rig.onPlatform(sku), fieldPaths.title)
  const ended = () => rig.until(async () => expect(await newest()).toMatchObject({ isOpen: false }))

  it.each(startedRuns)('INV-15 settles what was in flight and sends the rest once: %s', async (openRun) => {
    const run = await openRig(openRun)
    const isPaused = openRun === 'paused'
    expect(run).toMatchObject({ isPaused, isOpen: true, leftOut: [{ sku: 'OPEN-7' }] })
    if (isPaused) {
      await rig.clock.advance(120_000)
      expect(await newest()).toMatchObject({ counts: { queued: 3, notFound: 1 } })
      await rig.runs.resumeRun({ runId: run.runId })
    }
    await ended()
    const lost = openRun === 'sending' ? ['OPEN-2', 'OPEN-6'] : ['OPEN-2']
    expect((await newest()).counts).toMatchObject({ all: 6, sent: 5 - lost.length, notFound: lost.length, refused: 1 })
    for (const sku of SKUS) {
      const isSent = !['OPEN-2', 'OPEN-5', 'OPEN-7', ...lost].includes(sku)
      expect(await titleOf(sku), sku).toBe(isSent ? `New ${sku}` : `Item ${sku}`)
      const times = rig.requests.filter(({ method, body }) => method !== 'GET' && body?.includes(`New ${sku}`) === true)
      expect(times.length, sku).toBe(isSent && run.counts.queued > 0 && sku !== 'OPEN-1' ? 1 : 0)
    }
    // The seller had left this field out. In one of the databases there was no such field.
    const left = (await rig.client.item({ sku: 'OPEN-3' })).edit?.changes ?? []
    expect(left.map(({ path }) => path)).toEqual(openRun === 'waiting-for-settling' ? [] : [fieldPaths.upc])
  })

  it('OFF-01 sends the single saves that waited or had not left, and settles the others', async () => {
    await openRig('paused')
    await rig.until(async () => {
      for (const sku of ['SAVE-QUEUED', 'SAVE-WAITING', 'SAVE-NEVER-LEFT'])
        expect(await titleOf(sku)).toBe(`New ${sku}`)
    })
    await rig.until(async () => {
      for (const sku of ['SAVE-SENDING', 'SAVE-UNKNOWN']) {
        expect((await rig.client.item({ sku })).lastSave, sku).toMatchObject({ state: 'notFound' })
      }
    })
  })
})

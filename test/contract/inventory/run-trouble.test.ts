/** Runs that are paused, interrupted, refused or answered badly: nothing is wrongly reported as saved or sent twice. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { BlockedRequest } from '../../../main/http/request.ts'
import { fieldPaths } from '../../../shared/inventory/item.ts'
import { valueAt } from '../../../shared/inventory/json.ts'
import { Failure } from '../../../shared/result.ts'
import { waitFor } from '../../support/wait-for.ts'
import { type InventoryRig, openInventory } from './inventory-rig.ts'
import { editsOf, endedRun, readyRun } from './run-steps.ts'

const BULK = 'bulkCreateOrReplaceInventoryItem'
/** Long enough to act during the call. */
const IN_PROGRESS_MS = 300

let rig: InventoryRig

beforeEach(async () => {
  rig = await openInventory()
})
afterEach(async () => {
  await rig.close()
})

const run = () => rig.client.run({})
const posts = () => rig.requests.filter(({ method }) => method === 'POST')
const countsOf = async () => (await run())?.counts
const titleOf = async (sku: string) => valueAt(await rig.onPlatform(sku), fieldPaths.title)
const item = (sku: string) => rig.client.item({ sku })

/** Starts a run of 30 items in two calls, with the first in progress. */
const startRun = async () => {
  const skus = await editsOf(rig, 30)
  const runId = await readyRun(rig)
  await rig.fault({ operation: BULK, fault: 'latencyMs', latencyMs: IN_PROGRESS_MS, count: 1 })
  await rig.client.startRun({ runId })
  await rig.until(() => expect(posts()).toHaveLength(1))
  return { skus, runId }
}

describe('a run in progress', () => {
  it('INV-11 pauses after the current call, stays paused after a restart, and resumes', async () => {
    const { runId } = await startRun()
    await rig.client.pauseRun({ runId })
    await rig.until(async () => expect(await countsOf()).toMatchObject({ saved: 25, planned: 5 }))
    await rig.restart()
    await rig.clock.advance(120_000)
    expect(await run()).toMatchObject({ state: 'paused', counts: { saved: 25, planned: 5 } })
    expect(posts()).toHaveLength(1)
    await rig.client.resumeRun({ runId })
    await endedRun(rig)
    expect(await countsOf()).toMatchObject({ saved: 30, planned: 0 })
    expect(posts()).toHaveLength(2)
    expect(await rig.client.budget({})).toMatchObject({ used: 30, calls: 2 })
  })

  it('stops after the current call, and unsent items stay edits', async () => {
    const { skus, runId } = await startRun()
    await rig.client.stopRun({ runId })
    await rig.until(async () => expect(await countsOf()).toMatchObject({ saved: 25, notSent: 5 }))
    await rig.clock.advance(120_000)
    expect(posts()).toHaveLength(1)
    expect(await item(skus[29] ?? '')).toMatchObject({ state: 'changed', view: { title: 'New S-029' } })
    expect(await titleOf(skus[29] ?? '')).toBe('Item S-029')
  })

  it('INV-15 killed during a call: reads those items, repeats nothing, sends the rest', async () => {
    const { skus } = await startRun()
    await rig.kill()
    expect(await rig.client.budget({})).toMatchObject({ used: 25 })
    expect(await countsOf()).toMatchObject({ unknown: 25 })
    // The platform carries out the call only after the app has restarted, so an immediate read would miss it.
    await waitFor(async () => expect(await titleOf(skus[0] ?? '')).toBe('New S-000'))
    await endedRun(rig)
    expect(await countsOf()).toMatchObject({ saved: 30, unknown: 0 })
    expect(posts()).toHaveLength(2)
    for (const sku of skus) expect(await titleOf(sku)).toBe(`New ${sku}`)
    expect(await rig.client.budget({})).toMatchObject({ used: 30, calls: 2 })
  })

  it('INV-15 loses the connection: received items are saved, and the rest are not resent automatically', async () => {
    const skus = await editsOf(rig, 30)
    const runId = await readyRun(rig)
    // The first call is dropped before it is carried out, the second afterwards.
    await rig.fault({ operation: BULK, fault: 'dropBeforeActing', count: 1 })
    await rig.fault({ operation: BULK, fault: 'dropAfterActing', count: 1 })
    await rig.client.startRun({ runId })
    await endedRun(rig)
    expect(await countsOf()).toMatchObject({ saved: 5, notSaved: 25, planned: 0 })
    expect(posts()).toHaveLength(2)
    for (const sku of skus) {
      const { state, lastSave } = await item(sku)
      const isThere = (await titleOf(sku)) === `New ${sku}`
      expect({ state, lastSave: lastSave?.state }).toEqual(
        isThere ? { state: 'saved', lastSave: 'saved' } : { state: 'changed', lastSave: 'notSaved' },
      )
    }
  })

  it('INV-15 gets a 429: counts nothing, and continues when the platform allows', async () => {
    await editsOf(rig, 3)
    const runId = await readyRun(rig)
    await rig.fault({ operation: BULK, fault: 'status', status: 429, retryAfterS: 3_600, count: 1 })
    await rig.client.startRun({ runId })
    await rig.until(async () => expect((await run())?.waits?.reason).toBe('platformLimit'))
    expect(await run()).toMatchObject({ counts: { planned: 3 }, waits: { untilMs: expect.any(Number) } })
    expect(await rig.client.budget({})).toMatchObject({ used: 0 })
    await rig.restart()
    await rig.clock.advance(3_500_000)
    expect(posts()).toHaveLength(1)
    await rig.clock.advance(200_000)
    await endedRun(rig)
    expect(await countsOf()).toMatchObject({ saved: 3 })
    expect(await rig.client.budget({})).toMatchObject({ used: 3, calls: 1 })
  })

  it('waits while offline before a call, at no cost', async () => {
    await editsOf(rig, 3)
    const runId = await readyRun(rig)
    await rig.fault({ operation: 'inventory', fault: 'offline' })
    await rig.client.startRun({ runId })
    await rig.until(async () => expect((await run())?.waits?.reason).toBe('offline'))
    expect(await rig.client.budget({})).toMatchObject({ used: 0 })
    await rig.clearFaults()
    rig.backOnline()
    await endedRun(rig)
    expect(await countsOf()).toMatchObject({ saved: 3 })
  })
})

describe('a run that may not change the shop yet', () => {
  it('OFF-03 waits, names the cause, and is sent once it is allowed', async () => {
    await editsOf(rig, 3)
    const runId = await readyRun(rig)
    rig.setGate(({ method }) => {
      if (method === 'POST') throw new BlockedRequest('consent', 'Nothing was sent. Allow it, then try again.')
    })
    await rig.client.startRun({ runId })
    const error = { kind: 'offline', blockedBy: 'consent' }
    await rig.until(() => expect(rig.waiting()).toMatchObject([{ kind: 'run', state: 'queued', error }]))
    expect(await run()).toMatchObject({ waits: { reason: 'offline' }, problem: error })
    rig.setGate(undefined)
    rig.backOnline()
    await endedRun(rig)
    expect(await run()).toMatchObject({ problem: null, counts: { saved: 3 } })
  })
})

describe('a run that needs a sign-in', () => {
  it('continues at once after the sign-in', async () => {
    await editsOf(rig, 3)
    const runId = await readyRun(rig)
    rig.setGate(({ method }) => {
      if (method === 'POST') throw new Failure({ kind: 'signInNeeded', message: 'Sign in again in Settings.' })
    })
    await rig.client.startRun({ runId })
    await rig.until(async () =>
      expect(await run()).toMatchObject({ state: 'paused', problem: { kind: 'signInNeeded' } }),
    )
    rig.setGate(undefined)
    rig.backOnline()
    await endedRun(rig)
    expect(await run()).toMatchObject({ problem: null, counts: { saved: 3 } })
  })

  it('INV-11 stays paused if the seller paused it', async () => {
    const { runId } = await startRun()
    await rig.client.pauseRun({ runId })
    await rig.until(async () => expect(await countsOf()).toMatchObject({ saved: 25, planned: 5 }))
    rig.backOnline()
    await rig.clock.advance(120_000)
    expect(await run()).toMatchObject({ state: 'paused', counts: { planned: 5 } })
  })
})

describe('a run planned offline', () => {
  it('OFF-01 is planned from the last read, survives a restart, and is sent on top of what others changed', async () => {
    const skus = await editsOf(rig, 3)
    await rig.fault({ operation: 'inventory', fault: 'offline' })
    const readAtMs = rig.clock.nowMs()
    const runId = await readyRun(rig)
    expect(await run()).toMatchObject({ plan: { items: 3, lastReading: { items: 3 } } })
    expect((await run())?.plan.lastReading?.oldestAtMs).toBeLessThanOrEqual(readAtMs)
    await rig.client.startRun({ runId })
    await rig.until(() => expect(rig.waiting()).toMatchObject([{ kind: 'run', error: { kind: 'offline' } }]))
    await rig.restart()
    await rig.clock.advance(60_000)
    expect(rig.waiting()).toMatchObject([{ kind: 'run', title: 'Run of 3 item changes, 3 left' }])
    await rig.clearFaults()
    const first = skus[0] ?? ''
    await rig.putElsewhere(first, { product: { title: `Item ${first}`, description: 'Written elsewhere' } })
    rig.backOnline()
    await endedRun(rig)
    expect(await countsOf()).toMatchObject({ saved: 3 })
    expect((await rig.onPlatform(first))?.product).toMatchObject({
      title: `New ${first}`,
      description: 'Written elsewhere',
    })
    expect(posts()).toHaveLength(1)
    expect(rig.waiting()).toEqual([])
  })

  it('OFF-02 holds back an item whose save would delete something the plan did not name', async () => {
    const [first = ''] = await editsOf(rig, 2)
    await rig.edit(first, [fieldPaths.upc, undefined])
    await rig.fault({ operation: 'inventory', fault: 'offline' })
    const runId = await readyRun(rig)
    await rig.client.startRun({ runId, deletions: 'leftOut' })
    await rig.clearFaults()
    rig.backOnline()
    await endedRun(rig)
    expect(await countsOf()).toMatchObject({ saved: 1, held: 1 })
    expect((await rig.onPlatform(first))?.product).toHaveProperty('upc')
  })
})

describe('a run in the outbox', () => {
  it('OFF-03 can be resumed there', async () => {
    const { runId } = await startRun()
    await rig.client.pauseRun({ runId })
    await rig.until(() => expect(rig.waiting()).toMatchObject([{ kind: 'run', state: 'refused' }]))
    rig.outbound().sendNow(rig.waiting().map(({ id }) => id))
    await endedRun(rig)
    expect(await countsOf()).toMatchObject({ saved: 30 })
  })

  it('OFF-03 can be stopped there, and unsent items stay edits', async () => {
    const { skus, runId } = await startRun()
    await rig.client.pauseRun({ runId })
    await rig.until(() => expect(rig.waiting()).toMatchObject([{ state: 'refused' }]))
    rig.outbound().discard(rig.waiting().map(({ id }) => id))
    expect(await run()).toMatchObject({ state: 'stopped', counts: { saved: 25, notSent: 5 } })
    expect(await item(skus[29] ?? '')).toMatchObject({ state: 'changed' })
    await rig.clock.advance(120_000)
    expect(posts()).toHaveLength(1)
  })

  it('INV-15 stays paused if it was paused during a call and the app was killed', async () => {
    const { runId } = await startRun()
    await rig.client.pauseRun({ runId })
    await rig.kill()
    await rig.clock.advance(120_000)
    expect(await run()).toMatchObject({ state: 'paused', counts: { planned: 5 } })
    expect(posts()).toHaveLength(1)
    expect(rig.waiting()).toMatchObject([{ kind: 'run', state: 'refused', canSendNow: true }])
  })
})

describe('a bulk answer', () => {
  it('INV-12 with shuffled, duplicate or missing elements leaves each row matching the platform', async () => {
    const skus = await editsOf(rig, 8)
    const [missing, missingRefused, doubled, refused] = skus as [string, string, string, string]
    // The practice platform refuses a list of two codes.
    for (const sku of [missingRefused, refused]) await rig.edit(sku, [fieldPaths.upc, ['1', '2']])
    const runId = await readyRun(rig)
    rig.bendAnswers((request, answer) => {
      if (request.operation !== BULK) return answer
      const { responses } = JSON.parse(new TextDecoder().decode(answer.body)) as {
        responses: { sku: string; statusCode: number }[]
      }
      const reported = responses
        .filter(({ sku }) => sku !== missing && sku !== missingRefused)
        .reverse()
        .flatMap((element) => (element.sku === doubled ? [element, { ...element, statusCode: 400 }] : [element]))
      reported.push({ sku: 'S-999', statusCode: 204 })
      return { ...answer, status: 207, body: new TextEncoder().encode(JSON.stringify({ responses: reported })) }
    })
    await rig.client.startRun({ runId })
    await endedRun(rig)
    expect(await countsOf()).toMatchObject({ saved: 6, notSaved: 1, refused: 1, unknown: 0 })
    for (const sku of skus) {
      const { edit, lastSave } = await item(sku)
      const isThere = (await titleOf(sku)) === `New ${sku}`
      expect(lastSave?.state === 'saved', sku).toBe(isThere)
      expect(edit === null, sku).toBe(isThere)
    }
    expect(await item(missingRefused)).toMatchObject({ view: { upc: ['1', '2'] }, lastSave: { state: 'notSaved' } })
    expect(await item(refused)).toMatchObject({ view: { upc: ['1', '2'] }, lastSave: { state: 'refused' } })
    expect(posts()).toHaveLength(1)
    expect((await rig.client.items({})).rows.map(({ sku }) => sku)).not.toContain('S-999')
  })
})

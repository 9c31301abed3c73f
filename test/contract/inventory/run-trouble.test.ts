/** Runs that are paused, interrupted, refused or answered badly: nothing is wrongly reported as saved or sent twice. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { BlockedRequest } from '../../../main/http/request.ts'
import { fieldPaths } from '../../../shared/inventory/item.ts'
import { valueAt } from '../../../shared/inventory/json.ts'
import { Failure } from '../../../shared/result.ts'
import { waitFor } from '../../support/wait-for.ts'
import { failureOfCall, type InventoryRig, openInventory } from './inventory-rig.ts'
import { editsOf, endedRun, newestRun, planOf, rowsOf, startRun } from './run-steps.ts'

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

const run = () => newestRun(rig)
const writes = () => rig.requests.filter(({ method }) => method !== 'GET')
const countsOf = async () => (await run()).counts
const titleOf = async (sku: string) => valueAt(await rig.onPlatform(sku), fieldPaths.title)
const item = (sku: string) => rig.client.item({ sku })

/** Starts a run of 30 items in two calls, with the first in progress. */
const startTwoCalls = async () => {
  const skus = await editsOf(rig, 30)
  await rig.fault({ operation: BULK, fault: 'latencyMs', latencyMs: IN_PROGRESS_MS, count: 1 })
  const runId = await startRun(rig)
  await rig.until(() => expect(writes()).toHaveLength(1))
  return { skus, runId }
}

describe('a run in progress', () => {
  it('INV-11 pauses after the current call, stays paused after a restart, and resumes', async () => {
    const { runId } = await startTwoCalls()
    await rig.runs.pauseRun({ runId })
    await rig.until(async () => expect(await countsOf()).toMatchObject({ sent: 25, queued: 5 }))
    await rig.restart()
    await rig.clock.advance(120_000)
    expect(await run()).toMatchObject({ isPaused: true, isOpen: true, counts: { sent: 25, queued: 5 } })
    expect(writes()).toHaveLength(1)
    await rig.runs.resumeRun({ runId })
    await endedRun(rig)
    expect(await countsOf()).toMatchObject({ sent: 30, queued: 0 })
    expect(writes()).toHaveLength(2)
    expect(await rig.client.budget({})).toMatchObject({ used: 30 })
  })

  it('INV-11 sends nothing of a call whose items were being read when it was paused', async () => {
    await editsOf(rig, 3)
    await rig.fault({ operation: 'getInventoryItem', fault: 'latencyMs', latencyMs: IN_PROGRESS_MS })
    const runId = await startRun(rig)
    const reads = rig.requests.length
    await rig.until(() => expect(rig.requests.length).toBeGreaterThan(reads))
    await rig.runs.pauseRun({ runId })
    await rig.idle()
    await rig.clock.advance(120_000)
    expect(writes()).toEqual([])
    expect(await countsOf()).toMatchObject({ queued: 3 })
    await rig.clearFaults()
    await rig.runs.resumeRun({ runId })
    await endedRun(rig)
    expect(await countsOf()).toMatchObject({ sent: 3 })
  })

  it('stops after the current call, and unsent items stay edits', async () => {
    const { skus, runId } = await startTwoCalls()
    expect(await rig.runs.stopRun({ runId })).toEqual({ withdrawn: 5 })
    await rig.until(async () => expect(await countsOf()).toMatchObject({ sent: 25, discarded: 5 }))
    await rig.clock.advance(120_000)
    expect(writes()).toHaveLength(1)
    expect(await item(skus[29] ?? '')).toMatchObject({ state: 'changed', view: { title: 'New S-029' } })
    expect(await titleOf(skus[29] ?? '')).toBe('Item S-029')
  })

  it('INV-15 killed during a call: reads those items, repeats nothing, sends the rest', async () => {
    const { skus } = await startTwoCalls()
    await rig.kill()
    expect(await rig.client.budget({})).toMatchObject({ used: 25 })
    expect(await countsOf()).toMatchObject({ unknown: 25 })
    // The platform carries out the call only after the app has restarted, so an immediate read would miss it.
    await waitFor(async () => expect(await titleOf(skus[0] ?? '')).toBe('New S-000'))
    await endedRun(rig)
    expect(await countsOf()).toMatchObject({ sent: 30, unknown: 0 })
    expect(writes()).toHaveLength(2)
    for (const sku of skus) expect(await titleOf(sku)).toBe(`New ${sku}`)
    expect(await rig.client.budget({})).toMatchObject({ used: 30 })
  })

  it('INV-15 killed before a call was sent: sends it', async () => {
    await editsOf(rig, 3)
    await startRun(rig)
    const reading = rig.requests.length
    await rig.fault({ operation: 'getInventoryItem', fault: 'latencyMs', latencyMs: IN_PROGRESS_MS })
    await rig.until(() => expect(rig.requests.length).toBeGreaterThan(reading))
    await rig.kill()
    await rig.clearFaults()
    await endedRun(rig)
    expect(await countsOf()).toMatchObject({ sent: 3 })
    expect(writes()).toHaveLength(1)
  })

  it('INV-15 loses the connection: received items are saved, and the rest are not resent automatically', async () => {
    const skus = await editsOf(rig, 30)
    // The first call is dropped before it is carried out, the second afterwards.
    await rig.fault({ operation: BULK, fault: 'dropBeforeActing', count: 1 })
    await rig.fault({ operation: BULK, fault: 'dropAfterActing', count: 1 })
    await startRun(rig)
    await endedRun(rig)
    expect(await countsOf()).toMatchObject({ sent: 5, notFound: 25, queued: 0 })
    expect(writes()).toHaveLength(2)
    for (const sku of skus) {
      const { state, lastSave } = await item(sku)
      const isThere = (await titleOf(sku)) === `New ${sku}`
      expect({ state, lastSave: lastSave?.state }).toEqual(
        isThere ? { state: 'saved', lastSave: 'sent' } : { state: 'changed', lastSave: 'notFound' },
      )
    }
  })

  it('INV-15 does not wait longer for many lost saves than for one', async () => {
    await editsOf(rig, 10)
    await rig.fault({ operation: BULK, fault: 'dropBeforeActing', count: 1 })
    await startRun(rig)
    await rig.until(async () => expect(await countsOf()).toMatchObject({ unknown: 10 }))
    await rig.kill()
    const startMs = rig.clock.monotonicMs()
    await rig.until(async () => expect(await countsOf()).toMatchObject({ notFound: 10 }))
    expect(rig.clock.monotonicMs() - startMs).toBeLessThan(60_000)
  })

  it('INV-15 gets a 429: counts nothing, and continues when the platform allows', async () => {
    await editsOf(rig, 3)
    await rig.fault({ operation: BULK, fault: 'status', status: 429, retryAfterS: 3_600, count: 1 })
    await startRun(rig)
    await rig.until(async () =>
      expect(await run()).toMatchObject({ waits: { error: { kind: 'quotaExhausted' }, untilMs: expect.any(Number) } }),
    )
    expect(await rig.client.budget({})).toMatchObject({ used: 0 })
    await rig.restart()
    await rig.clock.advance(3_500_000)
    expect(writes()).toHaveLength(1)
    await rig.clock.advance(200_000)
    await endedRun(rig)
    expect(await countsOf()).toMatchObject({ sent: 3 })
    expect(await rig.client.budget({})).toMatchObject({ used: 3 })
  })

  it('waits while offline before a call, at no cost', async () => {
    await editsOf(rig, 3)
    await rig.fault({ operation: 'inventory', fault: 'offline' })
    await startRun(rig)
    await rig.until(async () => expect((await run()).waits?.error.kind).toBe('offline'))
    expect(await rig.client.budget({})).toMatchObject({ used: 0 })
    await rig.clearFaults()
    rig.backOnline()
    await endedRun(rig)
    expect(await countsOf()).toMatchObject({ sent: 3 })
  })

  it('pauses with the reason if the platform refuses the whole call', async () => {
    await editsOf(rig, 30)
    rig.bendAnswers((request, answer) =>
      request.operation === BULK ? { ...answer, status: 404, body: new Uint8Array() } : answer,
    )
    const runId = await startRun(rig)
    await rig.until(async () => expect(await run()).toMatchObject({ isPaused: true }))
    expect((await run()).problem?.message).toContain('bulk address')
    await rig.clock.advance(3_600_000)
    expect(writes()).toHaveLength(1)
    expect(await countsOf()).toMatchObject({ queued: 30 })
    rig.bendAnswers(undefined)
    await rig.runs.resumeRun({ runId })
    await endedRun(rig)
    expect(await countsOf()).toMatchObject({ sent: 30 })
  })
})

describe('a run that may not change the shop yet', () => {
  it('OFF-03 waits, names the cause, and is sent once it is allowed', async () => {
    await editsOf(rig, 3)
    rig.setGate(({ method }) => {
      if (method === 'POST') throw new BlockedRequest('consent', 'Nothing was sent. Allow it, then try again.')
    })
    await startRun(rig)
    const error = { kind: 'offline', blockedBy: 'consent' }
    await rig.until(() => expect(rig.waiting()[0]).toMatchObject({ kind: 'itemSave', state: 'queued', error }))
    expect(await run()).toMatchObject({ waits: { error } })
    rig.setGate(undefined)
    rig.backOnline()
    await endedRun(rig)
    expect(await run()).toMatchObject({ problem: null, counts: { sent: 3 } })
  })
})

describe('a run that needs a sign-in', () => {
  it('continues at once after the sign-in', async () => {
    await editsOf(rig, 3)
    rig.setGate(({ method }) => {
      if (method === 'POST') throw new Failure({ kind: 'signInNeeded', message: 'Sign in again in Settings.' })
    })
    await startRun(rig)
    await rig.until(async () => expect((await run()).waits?.error.kind).toBe('signInNeeded'))
    rig.setGate(undefined)
    rig.backOnline()
    await endedRun(rig)
    expect(await run()).toMatchObject({ problem: null, counts: { sent: 3 } })
  })

  it('AUT-03 pauses with the reason if a permission is missing, and resumes', async () => {
    await editsOf(rig, 3)
    rig.setGate(({ method }) => {
      if (method === 'POST') throw new Failure({ kind: 'forbidden', message: 'The permission is missing.' })
    })
    const runId = await startRun(rig)
    await rig.until(async () => expect(await run()).toMatchObject({ isPaused: true, problem: { kind: 'forbidden' } }))
    expect(await countsOf()).toMatchObject({ queued: 3 })
    rig.setGate(undefined)
    await rig.runs.resumeRun({ runId })
    await endedRun(rig)
    expect(await run()).toMatchObject({ problem: null, counts: { sent: 3 } })
  })

  it('INV-11 stays paused if the seller paused it', async () => {
    const { runId } = await startTwoCalls()
    await rig.runs.pauseRun({ runId })
    await rig.until(async () => expect(await countsOf()).toMatchObject({ sent: 25, queued: 5 }))
    rig.backOnline()
    await rig.clock.advance(120_000)
    expect(await run()).toMatchObject({ isPaused: true, counts: { queued: 5 } })
  })
})

describe('a run planned offline', () => {
  it('OFF-01 is planned from the last read, survives a restart, and is sent on top of what others changed', async () => {
    const skus = await editsOf(rig, 3)
    const readAtMs = rig.clock.nowMs()
    await rig.fault({ operation: 'inventory', fault: 'offline' })
    await rig.clock.advance(3_600_000)
    const plan = await planOf(rig)
    expect(plan).toMatchObject({ counts: { going: 3, leftOut: 0 }, lastReading: { rows: 3 } })
    expect(plan.lastReading?.oldestAtMs).toBeLessThanOrEqual(readAtMs)
    await rig.runs.startRun({ planToken: plan.planToken })
    await rig.until(() => expect(rig.waiting()[0]).toMatchObject({ kind: 'itemSave', error: { kind: 'offline' } }))
    await rig.restart()
    await rig.clock.advance(60_000)
    expect(rig.waiting()).toHaveLength(3)
    await rig.clearFaults()
    const first = skus[0] ?? ''
    await rig.putElsewhere(first, { product: { title: `Item ${first}`, description: 'Written elsewhere' } })
    rig.backOnline()
    await endedRun(rig)
    expect(await countsOf()).toMatchObject({ sent: 3 })
    expect((await rig.onPlatform(first))?.product).toMatchObject({
      title: `New ${first}`,
      description: 'Written elsewhere',
    })
    expect(writes()).toHaveLength(1)
    expect(rig.waiting()).toEqual([])
  })

  it('INV-08 leaves out an item whose deletion was not confirmed', async () => {
    const [first = ''] = await editsOf(rig, 2)
    await rig.edit(first, [fieldPaths.upc, undefined])
    await rig.fault({ operation: 'inventory', fault: 'offline' })
    await startRun(rig, 'leftOut')
    await rig.clearFaults()
    rig.backOnline()
    await endedRun(rig)
    expect(await run()).toMatchObject({ counts: { all: 1, sent: 1 }, leftOut: [{ sku: first }] })
    expect((await rig.onPlatform(first))?.product).toHaveProperty('upc')
    expect(await item(first)).toMatchObject({ state: 'changed' })
  })
})

describe('a run in the outbox', () => {
  it('OFF-03 lists each of its items, which can be sent again or discarded', async () => {
    const skus = await editsOf(rig, 3)
    await rig.putElsewhere(skus[0] ?? '', { product: { title: 'Theirs' } })
    const runId = await startRun(rig)
    await endedRun(rig)
    expect(rig.waiting()).toMatchObject([
      {
        ...{ kind: 'itemSave', subject: `item:${skus[0]}`, run: { runId, label: 'items' } },
        ...{ state: 'refused', canSendNow: true, canDiscard: true },
      },
    ])
    rig.outbound().discard(rig.waiting().map(({ id }) => id))
    expect(rig.waiting()).toEqual([])
    expect(await countsOf()).toMatchObject({ sent: 2, discarded: 1 })
    expect(await item(skus[0] ?? '')).toMatchObject({ state: 'conflict' })
  })

  it('INV-15 stays paused if it was paused during a call and the app was killed', async () => {
    const { runId } = await startTwoCalls()
    await rig.runs.pauseRun({ runId })
    await rig.kill()
    await rig.clock.advance(120_000)
    expect(await run()).toMatchObject({ isPaused: true, counts: { queued: 5 } })
    expect(writes()).toHaveLength(1)
  })

  it('OFF-02 keeps the fields that were typed while it waited, and refuses those that were typed again', async () => {
    const [kept = '', again = ''] = await editsOf(rig, 2)
    await rig.fault({ operation: 'inventory', fault: 'offline' })
    await startRun(rig)
    await rig.edit(kept, [fieldPaths.condition, 'NEW'])
    await rig.edit(again, [fieldPaths.title, 'Typed again'])
    await rig.clearFaults()
    rig.backOnline()
    await endedRun(rig)
    expect(await countsOf()).toMatchObject({ sent: 1, refused: 1 })
    expect((await item(kept)).edit?.changes.map(({ path }) => path)).toEqual([['condition']])
    expect(await item(again)).toMatchObject({ view: { title: 'Typed again' } })
    expect(await titleOf(again)).toBe(`Item ${again}`)
  })

  it('OFF-06 leaves an item out of a second run while its save waits, and waits for a single save of it', async () => {
    const [first = ''] = await editsOf(rig, 2)
    await rig.fault({ operation: 'inventory', fault: 'offline' })
    await startRun(rig)
    expect(await failureOfCall(startRun(rig))).toMatchObject({ kind: 'conflict' })
    expect((await planOf(rig)).counts).toEqual({ going: 0, leftOut: 2 })
    expect(await rig.save(first)).toMatchObject({ state: 'waiting' })
    await rig.clearFaults()
    rig.backOnline()
    await endedRun(rig)
    await rig.until(() => expect(rig.waiting()).toEqual([]))
    expect(await countsOf()).toMatchObject({ sent: 1, discarded: 1 })
    expect(await titleOf(first)).toBe(`New ${first}`)
    expect(await rig.client.budget({})).toMatchObject({ used: 2 })
  })
})

describe('a bulk answer', () => {
  it('INV-12 with shuffled, duplicate or missing elements leaves each row matching the platform', async () => {
    const skus = await editsOf(rig, 8)
    const [missing, missingRefused, doubled, refused] = skus as [string, string, string, string]
    // The practice platform refuses a list of two codes.
    for (const sku of [missingRefused, refused]) await rig.edit(sku, [fieldPaths.upc, ['012345678905', '036000291452']])
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
    const runId = await startRun(rig)
    await endedRun(rig)
    expect(await countsOf()).toMatchObject({ sent: 6, notFound: 1, refused: 1, unknown: 0 })
    for (const { sku, state } of await rowsOf(rig, runId)) {
      const { edit, lastSave } = await item(sku)
      const isThere = (await titleOf(sku)) === `New ${sku}`
      expect(lastSave?.state === 'sent', sku).toBe(isThere)
      expect(state === 'sent', sku).toBe(isThere)
      expect(edit === null, sku).toBe(isThere)
    }
    expect(await item(missingRefused)).toMatchObject({
      view: { upc: ['012345678905', '036000291452'] },
      lastSave: { state: 'notFound' },
    })
    expect(await item(refused)).toMatchObject({
      view: { upc: ['012345678905', '036000291452'] },
      lastSave: { state: 'refused' },
    })
    expect(writes()).toHaveLength(1)
    expect((await rig.client.items({})).rows.map(({ sku }) => sku)).not.toContain('S-999')
  })
})

/** Publishing after a run that saved listing drafts: offered by main, whatever becomes of the window (LST-21). */
import { afterEach, expect, it } from 'vitest'
import { completeFields, failureOf, type ListingRig, openListing } from './listing-rig.ts'

let rig: ListingRig
afterEach(() => rig.close())

const addItems = async (skus: readonly string[]): Promise<void> => {
  rig = await openListing()
  for (const sku of skus) {
    await rig.addItem(sku)
    await rig.listing.saveDraft({ sku, fields: completeFields })
  }
}

/** Starts saving the listing drafts. Returns the run's id. */
const startSaving = async (skus: readonly string[], excluded: readonly string[] = []): Promise<number> => {
  const { planToken } = await rig.listing.planRun({
    skus: [...skus],
    what: { action: 'saveOffer' },
    excluded: excluded.map((sku) => ({ sku, path: null })),
  })
  return (await rig.outbound.startRun({ planToken })).runId
}

const offers = async () =>
  (await rig.outbound.nextSteps({})).steps.map(({ runId, ready, later }) => ({ runId, ready, later }))
const next = async (runId: number) => (await rig.outbound.run({ runId }))?.next

/** Saves both listing drafts; the answer about the second is lost, and it was not carried out. */
const saveOneOfTwo = async (): Promise<number> => {
  await addItems(['LAMP-1', 'LAMP-2'])
  rig.setFate(({ operation }) => (operation === 'bulkCreateOffer' ? 'short' : 'fine'))
  const runId = await startSaving(['LAMP-1', 'LAMP-2'])
  await rig.clock.advance(1_000)
  rig.setFate(() => 'fine')
  return runId
}

const saveTheOther = async (): Promise<void> => {
  await rig.settle()
  await rig.sendNow(rig.waiting().map(({ id }) => id))
  await rig.settle()
}

const publishNext = async (runId: number): Promise<string> => {
  const { planToken, confirmation } = await rig.listing.planNext({ runId })
  await rig.outbound.startRun({ planToken })
  await rig.settle()
  return confirmation
}

it('LST-21 what was saved offline is offered after a restart, with its fees, and nothing is published before', async () => {
  await addItems(['LAMP-1', 'LAMP-2'])
  rig.setFate(() => 'down')
  const runId = await startSaving(['LAMP-1', 'LAMP-2'])
  await rig.settle()
  expect([await offers(), await next(runId)]).toEqual([[], { step: 'publish', ready: 0, later: 2, isOffered: false }])
  await rig.kill()
  rig.setFate(() => 'fine')
  await rig.settle()
  expect(await offers()).toEqual([{ runId, ready: 2, later: 0 }])
  await rig.kill()
  expect(await offers()).toEqual([{ runId, ready: 2, later: 0 }])
  expect(rig.sent('bulkPublishOffer')).toEqual([])
  expect(await publishNext(runId)).toBe('Publish 2 items on the United States marketplace, $516.00 in all. Fees $0.70.')
  expect([await offers(), await next(runId)]).toEqual([[], null])
  expect((await rig.inventory.items({ listing: 'published' })).total).toBe(2)
})

it('LST-21 only what was sent is planned; what waits is offered once it is sent', async () => {
  const runId = await saveOneOfTwo()
  expect(await offers()).toEqual([{ runId, ready: 1, later: 1 }])
  expect(await publishNext(runId)).toContain('Publish 1 item on')
  await saveTheOther()
  expect(await offers()).toEqual([{ runId, ready: 1, later: 0 }])
  const { planToken } = await rig.listing.planNext({ runId })
  expect(new Set((await rig.outbound.planRows({ planToken })).rows.map(({ sku }) => sku))).toEqual(new Set(['LAMP-2']))
})

it('LST-04 publishes nothing that was saved after the review', async () => {
  const runId = await saveOneOfTwo()
  const { planToken } = await rig.listing.planNext({ runId })
  await saveTheOther()
  expect(await failureOf(rig.outbound.startRun({ planToken }))).toMatchObject({ kind: 'conflict' })
  expect(rig.sent('bulkPublishOffer')).toEqual([])
})

it('LST-21 stays until it is dismissed, also for what is sent later', async () => {
  await addItems(['LAMP-1'])
  const runId = await startSaving(['LAMP-1'])
  await rig.settle()
  await rig.outbound.dismissNext({ runId })
  await rig.kill()
  expect([await offers(), await next(runId)]).toEqual([[], null])
  expect(await failureOf(rig.listing.planNext({ runId }))).toMatchObject({ kind: 'conflict' })
})

it('LST-21 what the seller leaves out of the step is decided, and what was left out of the save is never in it', async () => {
  await addItems(['LAMP-1', 'LAMP-2', 'LAMP-3'])
  const runId = await startSaving(['LAMP-1', 'LAMP-2', 'LAMP-3'], ['LAMP-3'])
  await rig.settle()
  const { planToken, counts } = await rig.listing.planNext({ runId, excluded: [{ sku: 'LAMP-2', path: null }] })
  expect(counts).toEqual({ going: 1, leftOut: 1 })
  await rig.outbound.startRun({ planToken })
  await rig.settle()
  expect(await offers()).toEqual([])
})

it('LST-21 what is published on its own page is offered no more', async () => {
  await addItems(['LAMP-1', 'LAMP-2'])
  const runId = await startSaving(['LAMP-1', 'LAMP-2'])
  await rig.settle()
  await rig.publish('LAMP-1')
  expect(await offers()).toEqual([{ runId, ready: 1, later: 0 }])
})

it('LST-21 publishing that was taken back before it was sent is offered again', async () => {
  await addItems(['LAMP-1'])
  const runId = await startSaving(['LAMP-1'])
  await rig.settle()
  const { planToken } = await rig.listing.planNext({ runId })
  rig.setFate(() => 'down')
  const published = await rig.outbound.startRun({ planToken })
  expect(await offers()).toEqual([])
  await rig.outbound.stopRun({ runId: published.runId })
  expect(await offers()).toEqual([{ runId, ready: 1, later: 0 }])
})

it('LST-21 a run that saved nothing offers nothing', async () => {
  await addItems(['LAMP-1'])
  rig.setFate(() => 'down')
  const runId = await startSaving(['LAMP-1'])
  await rig.outbound.stopRun({ runId })
  expect([await offers(), await next(runId)]).toEqual([[], null])
})

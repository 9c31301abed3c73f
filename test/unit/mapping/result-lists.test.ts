import { describe, expect, it } from 'vitest'
import { formOf, mendingOf, productOfSent } from '../../../renderer/mapping/product-form.ts'
import { emptyResult, openMapping, startAnswer, startsOf, taskAnswer } from './mapping-rig.ts'

const product = (id: string) => ({ externalProductId: id, sku: `SKU-${id}`, title: `Title ${id}` })
const previewOf = (id: string) => ({ sku: `SKU-${id}`, title: `Better ${id}` })

/** A task of A, B, C and D that ended: A mapped, B invalid, C without a match, D left unprocessed. */
const mixed = {
  ...emptyResult,
  completionStatus: 'COMPLETED_WITH_ERROR',
  listingPreviews: [previewOf('A')],
  invalidProducts: [{ externalProductId: 'B', errors: [{ errorId: 25_004, message: 'Title too long' }] }],
  unmappedProducts: [{ externalProductId: 'C', title: 'Title C' }],
  unprocessedProducts: [{ externalProductId: 'D', title: 'Title D' }],
}

const openEnded = async () => {
  let started = 0
  const results: unknown[] = [mixed]
  const rig = await openMapping((request) => {
    if (request.operation === 'startListingPreviewsCreation') return startAnswer(`T${++started}`)
    const { variables } = JSON.parse(request.body ?? '') as { variables: { input: { id: string } } }
    return taskAnswer(results[Number(variables.input.id.slice(1)) - 1] ?? null)
  })
  const { taskRefs } = await rig.call.start({ products: ['A', 'B', 'C', 'D'].map(product), requestKey: 'request-1' })
  await rig.clock.advance(10_000)
  return { rig, taskRef: taskRefs[0] ?? 0, results }
}

describe('the lists of a result', () => {
  it('MAP-05 MAP-06 MAP-07 each row has what the platform said and what was sent of the product', async () => {
    const { rig, taskRef } = await openEnded()
    expect((await rig.call.previews({ taskRef })).rows).toMatchObject([{ index: 0, sku: 'SKU-A', title: 'Better A' }])
    expect((await rig.call.invalidProducts({ taskRef })).rows).toMatchObject([
      { externalProductId: 'B', errors: [{ errorId: '25004' }], sent: product('B'), mended: null },
    ])
    expect((await rig.call.unmappedProducts({ taskRef })).rows).toMatchObject([{ sent: product('C') }])
    expect((await rig.call.unprocessedProducts({ taskRef })).rows).toMatchObject([{ sent: product('D') }])
    await rig.stop()
  })

  it('a result that was kept before lists had rows of their own is read the same', async () => {
    const { rig, taskRef } = await openEnded()
    const before = await rig.call.invalidProducts({ taskRef })
    rig.database.run('DELETE FROM mapping_entry')
    rig.database.run('UPDATE mapping_result SET is_filed = 0')
    expect(await rig.call.invalidProducts({ taskRef })).toEqual(before)
    expect((await rig.call.previews({ taskRef })).rows).toHaveLength(1)
    await rig.stop()
  })

  it('MAP-05 an invalid product is not sent again unchanged, whatever asks for it', async () => {
    const { rig, taskRef } = await openEnded()
    const again = { products: [product('B')], requestKey: 'request-2', parentRef: taskRef }
    await expect(rig.call.start(again)).rejects.toMatchObject({ detail: { kind: 'conflict' } })
    expect(startsOf(rig)).toHaveLength(1)
    await rig.call.start({ ...again, products: [{ ...product('B'), title: 'Shorter' }] })
    await rig.clock.advance(0)
    expect(startsOf(rig)).toHaveLength(2)
    await rig.stop()
  })

  it('MAP-05 what is changed of an invalid product is there after a restart, and is sent as it reads', async () => {
    const { rig, taskRef } = await openEnded()
    const [row] = (await rig.call.invalidProducts({ taskRef })).rows
    const sent = row?.sent ?? null
    if (sent === null) throw new Error('The product that was sent is known')
    const form = formOf(productOfSent(sent))
    expect(mendingOf(sent, form)).toEqual({ kind: 'unchanged' })
    expect(mendingOf(sent, { ...form, title: `${form.title}  ` })).toEqual({ kind: 'unchanged' })
    expect(mendingOf(sent, { ...form, sku: 'bad sku' })).toMatchObject({ kind: 'wrong', errors: { sku: /./ } })
    const mended = { ...form, title: 'Shorter' }
    await rig.call.saveMending({ taskRef, index: 0, form: mended })
    await rig.stop()
    const second = await openMapping(() => startAnswer('T9'), { database: rig.database, clock: rig.clock })
    expect((await second.call.invalidProducts({ taskRef })).rows[0]?.mended).toEqual(mended)
    expect(mendingOf(sent, mended)).toMatchObject({ kind: 'changed', product: { title: 'Shorter' } })
    await second.stop()
  })

  it('a lineage counts how many products got through in the end, over parent and children', async () => {
    const { rig, taskRef, results } = await openEnded()
    expect((await rig.call.task({ taskRef })).lineage).toBeNull()
    results[1] = { ...emptyResult, listingPreviews: [previewOf('D')] }
    await rig.call.start({ products: [product('D')], requestKey: 'request-2', parentRef: taskRef })
    await rig.clock.advance(0)
    expect((await rig.call.task({ taskRef })).lineage).toMatchObject({ products: 4, gotThrough: 1 })
    await rig.clock.advance(10_000)
    const [child] = (await rig.call.tasks({})).rows
    const { lineage } = await rig.call.task({ taskRef: child?.taskRef ?? 0 })
    expect(lineage).toMatchObject({ products: 4, gotThrough: 2 })
    expect(lineage?.tasks).toMatchObject([
      { taskRef, parentRef: null, state: 'completedWithError' },
      { parentRef: taskRef, state: 'completed' },
    ])
    await rig.stop()
  })

  it('an attempt is never overwritten: after a second one the first has its lists still', async () => {
    const { rig, taskRef, results } = await openEnded()
    const before = [
      await rig.call.unprocessedProducts({ taskRef }),
      await rig.call.requestBody({ taskRef }),
      (await rig.call.task({ taskRef })).polls,
    ]
    results[1] = { ...emptyResult, listingPreviews: [previewOf('D')] }
    await rig.call.start({ products: [product('D')], requestKey: 'request-2', parentRef: taskRef })
    await rig.clock.advance(60_000)
    expect([
      await rig.call.unprocessedProducts({ taskRef }),
      await rig.call.requestBody({ taskRef }),
      (await rig.call.task({ taskRef })).polls,
    ]).toEqual(before)
    await rig.stop()
  })

  it('MAP-04 the history has each ended task with how it ended and how long it took', async () => {
    const { rig, taskRef } = await openEnded()
    const { points, states } = await rig.call.history({})
    expect(points).toMatchObject([{ taskRef, state: 'completedWithError', durationMs: 5_000 }])
    expect(states).toEqual([{ state: 'completedWithError', count: 1 }])
    await rig.stop()
  })

  it('a list is exported under a name that says what it is', async () => {
    const { rig, taskRef } = await openEnded()
    expect(await rig.call.exportList({ taskRef, list: 'unprocessedProducts', format: 'csv' })).toEqual({
      fileName: `mapping-${taskRef}-unprocessed.csv`,
      text: '\ufeffexternalProductId,title\r\nD,Title D\r\n',
    })
    await rig.stop()
  })
})

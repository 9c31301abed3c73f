import { describe, expect, it } from 'vitest'
import { parseCorrection, toForm } from '../../../renderer/mapping/product-form.ts'
import { emptyResult, openMapping, startAnswer, startRequests, taskAnswer } from './mapping-rig.ts'

const product = (id: string) => ({ externalProductId: id, sku: `SKU-${id}`, title: `Title ${id}` })
const previewFor = (id: string) => ({ sku: `SKU-${id}`, title: `Better ${id}` })

/** A finished task: A mapped, B invalid, C unmapped, D unprocessed. */
const mixed = {
  ...emptyResult,
  completionStatus: 'COMPLETED_WITH_ERROR',
  listingPreviews: [previewFor('A')],
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
  it('MAP-05 MAP-06 MAP-07 each row has the answer and the product as it was sent', async () => {
    const { rig, taskRef } = await openEnded()
    expect((await rig.call.previews({ taskRef })).rows).toMatchObject([{ index: 0, sku: 'SKU-A', title: 'Better A' }])
    expect((await rig.call.invalidProducts({ taskRef })).rows).toMatchObject([
      { externalProductId: 'B', errors: [{ errorId: '25004' }], sent: product('B'), correction: null },
    ])
    expect((await rig.call.unmappedProducts({ taskRef })).rows).toMatchObject([{ sent: product('C') }])
    expect((await rig.call.unprocessedProducts({ taskRef })).rows).toMatchObject([{ sent: product('D') }])
    await rig.stop()
  })

  it('MAP-05 refuses to send an invalid product again unchanged', async () => {
    const { rig, taskRef } = await openEnded()
    const again = { products: [product('B')], requestKey: 'request-2', parentRef: taskRef }
    await expect(rig.call.start(again)).rejects.toMatchObject({ detail: { kind: 'conflict' } })
    expect(startRequests(rig)).toHaveLength(1)
    await rig.call.start({ ...again, products: [{ ...product('B'), title: 'Shorter' }] })
    await rig.clock.advance(0)
    expect(startRequests(rig)).toHaveLength(2)
    await rig.stop()
  })

  it('MAP-05 a correction of an invalid product survives a restart and is sent as typed', async () => {
    const { rig, taskRef } = await openEnded()
    const [row] = (await rig.call.invalidProducts({ taskRef })).rows
    const sent = row?.sent ?? null
    if (sent === null) throw new Error('The product that was sent is known')
    const form = toForm(sent)
    expect(parseCorrection(sent, form)).toEqual({ kind: 'unchanged' })
    expect(parseCorrection(sent, { ...form, title: `${form.title}  ` })).toEqual({ kind: 'unchanged' })
    expect(parseCorrection(sent, { ...form, sku: 'bad sku' })).toMatchObject({
      kind: 'incomplete',
      errors: { sku: /./ },
    })
    const correction = { ...form, title: 'Shorter' }
    await rig.call.saveCorrection({ taskRef, index: 0, form: correction })
    await rig.stop()
    const second = await openMapping(() => startAnswer('T9'), { database: rig.database, clock: rig.clock })
    expect((await second.call.invalidProducts({ taskRef })).rows[0]?.correction).toEqual(correction)
    expect(parseCorrection(sent, correction)).toMatchObject({ kind: 'changed', product: { title: 'Shorter' } })
    await second.stop()
  })

  it('the resend history counts mapped products over parent and children', async () => {
    const { rig, taskRef, results } = await openEnded()
    expect((await rig.call.task({ taskRef })).resends).toBeNull()
    results[1] = { ...emptyResult, listingPreviews: [previewFor('D')] }
    await rig.call.start({ products: [product('D')], requestKey: 'request-2', parentRef: taskRef })
    await rig.clock.advance(0)
    expect((await rig.call.task({ taskRef })).resends).toMatchObject({ productCount: 4, mappedCount: 1 })
    await rig.clock.advance(10_000)
    const [child] = (await rig.call.tasks({})).rows
    const { resends } = await rig.call.task({ taskRef: child?.taskRef ?? 0 })
    expect(resends).toMatchObject({ productCount: 4, mappedCount: 2 })
    expect(resends?.tasks).toMatchObject([
      { taskRef, parentRef: null, state: 'completedWithError' },
      { parentRef: taskRef, state: 'completed' },
    ])
    await rig.stop()
  })

  it('a second attempt leaves the lists of the first unchanged', async () => {
    const { rig, taskRef, results } = await openEnded()
    const before = [
      await rig.call.unprocessedProducts({ taskRef }),
      await rig.call.requestBody({ taskRef }),
      (await rig.call.task({ taskRef })).polls,
    ]
    results[1] = { ...emptyResult, listingPreviews: [previewFor('D')] }
    await rig.call.start({ products: [product('D')], requestKey: 'request-2', parentRef: taskRef })
    await rig.clock.advance(60_000)
    expect([
      await rig.call.unprocessedProducts({ taskRef }),
      await rig.call.requestBody({ taskRef }),
      (await rig.call.task({ taskRef })).polls,
    ]).toEqual(before)
    await rig.stop()
  })

  it('an exported list is named after its task and content', async () => {
    const { rig, taskRef } = await openEnded()
    expect(await rig.call.exportList({ taskRef, list: 'unprocessedProducts' })).toEqual({
      fileName: `mapping-${taskRef}-unprocessed.csv`,
      text: '\ufeffexternalProductId,title\r\nD,Title D\r\n',
    })
    await rig.stop()
  })
})

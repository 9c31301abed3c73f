import { describe, expect, it } from 'vitest'
import type { ProfileFile } from '../../../shared/connection/profile.ts'
import { readItemView } from '../../../shared/inventory/item.ts'
import type { JsonObject } from '../../../shared/inventory/json.ts'
import { emptyResult, openMapping, taskAnswer } from './mapping-rig.ts'

const wirePreview = (sku: string | null, title = 'Camera') => ({
  sku,
  title,
  description: '<p>Good</p>',
  mappingReferenceId: 'REF',
  category: { id: '15230' },
  images: [],
  aspects: [{ localizedAspectName: 'Brand', value: [{ localizedValue: 'Acme' }] }],
})

const items: Readonly<Record<string, { readonly record: JsonObject; readonly hasEdit?: boolean }>> = {
  PLAIN: {
    record: {
      condition: 'USED_GOOD',
      availability: { shipToLocationAvailability: { quantity: 3 } },
      product: { title: 'Mine' },
    },
  },
  BARE: { record: { product: { title: 'Mine' } } },
  EDITED: { record: { product: { title: 'Mine' } }, hasEdit: true },
  WHOLE: { record: { product: { title: 'Mine', description: 'x', aspects: { Brand: ['Other'] } } } },
}

const withPreviews = async (listingPreviews: readonly unknown[], profile?: Partial<ProfileFile>) => {
  const rig = await openMapping(() => taskAnswer({ ...emptyResult, listingPreviews }), {
    ...(profile === undefined ? {} : { profile }),
    items: {
      find: (sku) => {
        const item = items[sku]
        return item === undefined ? undefined : { view: readItemView(item.record), hasEdit: item.hasEdit === true }
      },
    },
  })
  const { taskRef } = await rig.call.addTaskId({ taskId: 'T1' })
  await rig.clock.advance(0)
  return { rig, taskRef }
}

describe('drafting many previews', () => {
  it('MAP-12 plans what each adds, which need a condition, and why others are left out', async () => {
    const { rig, taskRef } = await withPreviews([
      ...['PLAIN', 'BARE', 'EDITED', 'WHOLE', 'NEW', null, 'TWICE', 'TWICE'].map((sku) => wirePreview(sku)),
      wirePreview('LONG', 'x'.repeat(81)),
    ])
    const { rows } = await rig.call.draftPlan({ taskRef })
    expect(
      rows.map(({ sku, obstacle, isNew, needsCondition, parts }) => [
        sku,
        obstacle,
        isNew,
        needsCondition,
        parts.join(),
      ]),
    ).toEqual([
      ['PLAIN', null, false, false, 'description,newAspects'],
      ['BARE', null, false, true, 'description,newAspects'],
      ['EDITED', 'unsavedEdit', false, true, 'description,newAspects'],
      ['WHOLE', 'nothingNew', false, true, ''],
      ['NEW', null, true, true, 'title,description,newAspects'],
      [null, 'noSku', true, true, 'title,description,newAspects'],
      ['TWICE', 'sameSku', true, true, 'title,description,newAspects'],
      ['TWICE', 'sameSku', true, true, 'title,description,newAspects'],
      ['LONG', 'tooLong', true, true, 'title,description,newAspects'],
    ])
    await rig.stop()
  })

  it('PLT-36 LST-12 takes the suggested category even if the item has the rest', async () => {
    const { rig, taskRef } = await withPreviews([wirePreview('WHOLE')], { platform: 'ebay' })
    const { rows } = await rig.call.draftPlan({ taskRef })
    expect(rows).toMatchObject([{ sku: 'WHOLE', obstacle: null, isCategoryOnly: true }])
    const done = await rig.call.createDraftItems({ taskRef, previewIndexes: [0] })
    expect(done).toEqual({ drafts: [], categories: [{ previewIndex: 0, sku: 'WHOLE' }], failures: [] })
    expect(rig.staged).toEqual([])
    await rig.stop()
  })

  it('PLT-36 asks for no condition and no quantity where only the category is taken', async () => {
    const { rig, taskRef } = await withPreviews([wirePreview('WHOLE')], { platform: 'ebay' })
    const { rows } = await rig.call.draftPlan({ taskRef })
    expect(rows).toMatchObject([{ isCategoryOnly: true, needsCondition: false, needsQuantity: false }])
    await rig.stop()
  })

  it('MAP-12 gives condition and quantity only to items without them', async () => {
    const { rig, taskRef } = await withPreviews([wirePreview('PLAIN'), wirePreview('BARE'), wirePreview('WHOLE')])
    const done = await rig.call.createDraftItems({ taskRef, previewIndexes: [0, 1, 2], condition: 'NEW', quantity: 2 })
    expect(done).toMatchObject({
      drafts: [
        { previewIndex: 0, sku: 'PLAIN' },
        { previewIndex: 1, sku: 'BARE' },
      ],
      failures: [{ previewIndex: 2 }],
    })
    const product = { description: '<p>Good</p>', aspects: { Brand: ['Acme'] } }
    expect(rig.staged.map(({ sku, item }) => [sku, item])).toEqual([
      ['PLAIN', { condition: 'USED_GOOD', product }],
      ['BARE', { condition: 'NEW', product, availability: { shipToLocationAvailability: { quantity: 2 } } }],
    ])
    await rig.stop()
  })

  it('MAP-12 leaves out an item that needs a condition and gets none, and drafts the others', async () => {
    const { rig, taskRef } = await withPreviews([wirePreview('BARE'), wirePreview('PLAIN')])
    const done = await rig.call.createDraftItems({ taskRef, previewIndexes: [0, 1] })
    expect(done.drafts).toEqual([{ previewIndex: 1, sku: 'PLAIN' }])
    expect(done.failures).toEqual([{ previewIndex: 0, message: expect.stringContaining('Choose a condition') }])
    await rig.stop()
  })
})

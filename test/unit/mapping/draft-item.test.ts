import { describe, expect, it } from 'vitest'
import { readItemView } from '../../../shared/inventory/item.ts'
import type { JsonObject } from '../../../shared/inventory/json.ts'
import { Failure } from '../../../shared/result.ts'
import { emptyResult, openMapping, taskAnswer } from './mapping-rig.ts'

const preview = {
  sku: 'CAM-1',
  title: 'Camera',
  description: '<p>Good</p>',
  mappingReferenceId: 'REF-0123456789',
  category: { id: '15230' },
  images: [{ value: 'https://pictures.example/1.jpg' }],
  aspects: [
    { localizedAspectName: 'Brand', value: [{ localizedValue: 'Acme' }, { localizedValue: '' }] },
    { localizedAspectName: null, value: [{ localizedValue: 'lost' }] },
  ],
}

const withPreviews = async (options: Parameters<typeof openMapping>[1] = {}) => {
  const rig = await openMapping(
    () => taskAnswer({ ...emptyResult, listingPreviews: [preview, { ...preview, title: 'Other' }] }),
    options,
  )
  const { taskRef } = await rig.call.addTaskId({ taskId: 'T1' })
  await rig.clock.advance(0)
  return { rig, taskRef }
}

/** An item of the list, from its record. */
const item = (record: JsonObject, hasEdit = false) => ({ view: readItemView(record), hasEdit })

describe('a draft item from a preview', () => {
  it('MAP-12 has the chosen condition and no mappingReferenceId', async () => {
    const { rig, taskRef } = await withPreviews()
    const created = await rig.call.createDraftItem({
      taskRef,
      previewIndex: 0,
      sku: 'CAM-1',
      condition: 'USED_GOOD',
      replaceEdit: false,
    })
    expect(rig.staged).toEqual([
      {
        sku: 'CAM-1',
        item: {
          condition: 'USED_GOOD',
          product: {
            title: 'Camera',
            description: '<p>Good</p>',
            aspects: { Brand: ['Acme'] },
            imageUrls: ['https://pictures.example/1.jpg'],
          },
        },
        source: `Mapping ${taskRef}, suggestion 1`,
        replaceEdit: false,
      },
    ])
    expect(created.notes.map(({ kind }) => kind)).toEqual(['emptyValuesDropped', 'namelessAspectDropped'])
    expect((await rig.call.task({ taskRef })).drafts).toMatchObject([{ previewIndex: 0, sku: 'CAM-1' }])
    await rig.stop()
  })

  it('MAP-12 is not created without a condition', async () => {
    const { rig, taskRef } = await withPreviews()
    const input = { taskRef, previewIndex: 0, sku: 'CAM-1', replaceEdit: false }
    await expect(rig.call.createDraftItem(input as never)).rejects.toMatchObject({
      detail: {
        kind: 'validation',
        issues: [{ path: 'condition', message: expect.stringMatching(/Choose a condition/) }],
      },
    })
    expect(rig.staged).toEqual([])
    await rig.stop()
  })

  it('MAP-12 keeps the condition of an item that has one', async () => {
    const { rig, taskRef } = await withPreviews({ items: { find: () => item({ condition: 'USED_GOOD' }) } })
    await rig.call.createDraftItem({ taskRef, previewIndex: 0, sku: 'CAM-1', replaceEdit: false })
    expect(rig.staged[0]?.item).toMatchObject({ condition: 'USED_GOOD' })
    await rig.stop()
  })

  it('previews the draft with the existing item and other previews of the same SKU', async () => {
    const { rig, taskRef } = await withPreviews({
      items: { find: (sku) => (sku === 'CAM-1' ? item({ product: { title: 'Old title' } }) : undefined) },
    })
    const draft = await rig.call.draftFromPreview({ taskRef, previewIndex: 0, sku: 'CAM-1' })
    expect(draft).toMatchObject({ product: { title: 'Camera' }, existing: { title: 'Old title' } })
    expect(draft.samePreviews).toEqual([
      { index: 0, title: 'Camera' },
      { index: 1, title: 'Other' },
    ])
    expect(rig.staged).toEqual([])
    await rig.stop()
  })

  it('takes the chosen fields and no others', async () => {
    const { rig, taskRef } = await withPreviews()
    const created = await rig.call.createDraftItem({
      taskRef,
      previewIndex: 0,
      sku: 'CAM-1',
      condition: 'NEW',
      fields: ['description', 'imageUrls'],
      replaceEdit: false,
    })
    expect(rig.staged[0]?.item).toEqual({
      condition: 'NEW',
      product: { description: '<p>Good</p>', imageUrls: ['https://pictures.example/1.jpg'] },
    })
    expect(created.notes, 'no notes about fields that are not taken').toEqual([])
    await rig.stop()
  })

  it('an existing edit is not replaced without confirmation, and no draft is recorded', async () => {
    const { rig, taskRef } = await withPreviews({
      items: {
        stageDraft: ({ replaceEdit }) => {
          if (!replaceEdit) throw new Failure({ kind: 'conflict', message: 'CAM-1 has an unsaved edit.' })
        },
      },
    })
    const input = { taskRef, previewIndex: 1, sku: 'CAM-1', condition: 'NEW' } as const
    await expect(rig.call.createDraftItem({ ...input, replaceEdit: false })).rejects.toThrow(
      'CAM-1 has an unsaved edit.',
    )
    expect((await rig.call.task({ taskRef })).drafts).toEqual([])
    await rig.call.createDraftItem({ ...input, replaceEdit: true })
    expect((await rig.call.task({ taskRef })).drafts).toHaveLength(1)
    await rig.stop()
  })
})

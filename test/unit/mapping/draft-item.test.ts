import { describe, expect, it } from 'vitest'
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

describe('a draft item of a preview', () => {
  it('MAP-12 has the condition that the user chose, and no trace of mappingReferenceId', async () => {
    const { rig, taskRef } = await withPreviews()
    const made = await rig.call.makeDraftItem({
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
        source: `Mapping task ${taskRef}, preview 1`,
        replaceEdit: false,
      },
    ])
    expect(made.notes.map(({ kind }) => kind)).toEqual(['emptyValuesDropped', 'namelessAspectDropped'])
    expect((await rig.call.task({ taskRef })).drafts).toMatchObject([{ previewIndex: 0, sku: 'CAM-1' }])
    await rig.stop()
  })

  it('MAP-12 is not made without a condition', async () => {
    const { rig, taskRef } = await withPreviews()
    const input = { taskRef, previewIndex: 0, sku: 'CAM-1', replaceEdit: false }
    await expect(rig.call.makeDraftItem(input as never)).rejects.toMatchObject({
      detail: { kind: 'validation', issues: [{ path: 'input.condition', message: /it has to come from you/ }] },
    })
    expect(rig.staged).toEqual([])
    await rig.stop()
  })

  it('shows what the draft would be, the item that is there, and other previews of the same SKU', async () => {
    const { rig, taskRef } = await withPreviews({
      items: { has: (sku) => sku === 'CAM-1', titleOf: () => 'Old title' },
    })
    const draft = await rig.call.draftFromPreview({ taskRef, previewIndex: 0, sku: 'CAM-1', title: 'Mine' })
    expect(draft).toMatchObject({ product: { title: 'Mine' }, existing: { title: 'Old title' }, samePreviews: [1] })
    expect(rig.staged).toEqual([])
    await rig.stop()
  })

  it('an edit that is there is not replaced unasked, and no draft is noted', async () => {
    const { rig, taskRef } = await withPreviews({
      items: {
        stageDraft: ({ replaceEdit }) => {
          if (!replaceEdit) throw new Failure({ kind: 'conflict', message: 'CAM-1 has an unsaved edit.' })
        },
      },
    })
    const input = { taskRef, previewIndex: 1, sku: 'CAM-1', condition: 'NEW' } as const
    await expect(rig.call.makeDraftItem({ ...input, replaceEdit: false })).rejects.toThrow('CAM-1 has an unsaved edit.')
    expect((await rig.call.task({ taskRef })).drafts).toEqual([])
    await rig.call.makeDraftItem({ ...input, replaceEdit: true })
    expect((await rig.call.task({ taskRef })).drafts).toHaveLength(1)
    await rig.stop()
  })
})

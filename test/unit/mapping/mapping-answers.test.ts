import { describe, expect, it } from 'vitest'
import { startAnswerSchema, taskAnswerSchema } from '../../../main/mapping/platform/mapping-answers.ts'

const read = (result: unknown) =>
  taskAnswerSchema.parse({
    data: { listingPreviewsCreationTaskById: { requestedId: 'T1', listingPreviewsCreationTask: { id: 'T1', result } } },
  })

const previewWith = (part: object) =>
  read({ completionStatus: 'COMPLETED', listingPreviews: [{ title: 'x', ...part }] }).result?.lists.listingPreviews[0]

describe('answers of the mapping service', () => {
  it('MAP-02 MAP-03 reads requestedId, the task, and a null result as still processing', () => {
    expect(read(null)).toEqual({ requestedId: 'T1', hasTask: true, result: null, errors: [] })
  })

  it('MAP-03 refuses a completionStatus that does not exist, such as IN_PROGRESS', () => {
    expect(() => read({ completionStatus: 'IN_PROGRESS' })).toThrow()
  })

  it.each([
    ['the array form', [{ localizedAspectName: 'Brand', value: [{ localizedValue: 'Acme' }] }]],
    ['name and values', [{ name: 'Brand', values: ['Acme'] }]],
    ['name and values of objects', [{ name: 'Brand', values: [{ value: 'Acme', confidence: 'PREFILL' }] }]],
    ['name and aspectValues', [{ name: 'Brand', aspectValues: ['Acme'] }]],
    [
      'both at once, which are one list',
      [{ localizedAspectName: 'Brand', value: [{ localizedValue: 'Acme' }], name: 'Brand', values: ['Acme'] }],
    ],
  ])('MAP-11 reads aspects in %s', (_form, aspects) => {
    expect(previewWith({ aspects })?.aspects).toEqual([{ name: 'Brand', values: ['Acme'] }])
  })

  it('MAP-11 keeps nameless aspects and empty values, so the seller sees them', () => {
    expect(
      previewWith({ aspects: [{ value: [{ localizedValue: null }] }, { name: 'A', values: [''] }] })?.aspects,
    ).toEqual([
      { name: '', values: [''] },
      { name: 'A', values: [''] },
    ])
  })

  it('reads pictures as addresses and as objects with a value', () => {
    expect(previewWith({ images: ['https://a.example/1', { value: 'https://a.example/2' }, null] })?.images).toEqual([
      'https://a.example/1',
      'https://a.example/2',
    ])
  })

  it('MAP-05 MAP-06 MAP-07 reads the three problem lists; a missing list is empty', () => {
    const { result } = read({
      completionStatus: 'COMPLETED_WITH_ERROR',
      invalidProducts: [{ externalProductId: 'A', errors: [{ message: 'No title', errorId: 42 }] }],
      unmappedProducts: [{ externalProductId: 'B', title: 'Thing' }],
      unprocessedProducts: null,
    })
    expect(result?.state).toBe('completedWithError')
    expect(result?.lists).toEqual({
      listingPreviews: [],
      invalidProducts: [{ externalProductId: 'A', errors: [{ errorId: '42', message: 'No title' }] }],
      unmappedProducts: [{ externalProductId: 'B', title: 'Thing' }],
      unprocessedProducts: [],
    })
  })

  it.each([
    ['the task', { listingPreviewsCreationTask: { id: 'T9' } }],
    ['a task id', { taskId: 'T9' }],
    ['an id', { id: 'T9' }],
    ['the id itself', 'T9'],
  ])('finds the id of a started task as %s', (_form, payload) => {
    expect(startAnswerSchema.parse({ data: { startListingPreviewsCreation: payload } }).taskId).toBe('T9')
  })
})

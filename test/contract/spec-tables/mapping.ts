/** The mapping service (docs/platform.md, Listing-preview mapping). */
import { expect } from 'vitest'
import type { SpecRecord } from './record.ts'

/** Written by hand from the platform's description: every field that a task query can select. */
export const taskDocument = `query Task($input: ListingPreviewsCreationTaskByIdInput!) {
  listingPreviewsCreationTaskById(input: $input) {
    requestedId
    listingPreviewsCreationTask {
      id
      result {
        completionStatus
        listingPreviews {
          sku title description mappingReferenceId
          category { id }
          images { value }
          aspects { localizedAspectName value { localizedValue } }
        }
        invalidProducts { externalProductId errors { message errorId } }
        unmappedProducts { externalProductId title }
        unprocessedProducts { externalProductId title }
      }
    }
  }
}`

/** No document shows the input's shape (MAP-15). This is the practice platform's, as set in a connection. */
export const startDocument = `mutation Start($input: StartListingPreviewsCreationInput!) {
  startListingPreviewsCreation(input: $input) { listingPreviewsCreationTask { id } }
}`
const startBody = JSON.stringify({
  query: startDocument,
  variables: { input: { externalProducts: [{ sku: 'LAMP-0101', title: 'Brass desk lamp' }] } },
})

const json = { 'content-type': 'application/json' }
const request = {
  method: 'POST',
  path: '/sell/listing_preview/graphql',
  headers: json,
  body: JSON.stringify({ query: taskDocument, variables: { input: { id: 'task-1' } } }),
} as const
const never = (): AbortSignal => new AbortController().signal

export const mappingRecords: readonly SpecRecord[] = [
  {
    operation: 'startListingPreviewsCreation',
    credential: 'user',
    request: { ...request, body: startBody },
    answer: {
      status: 200,
      headers: json,
      body: '{"data":{"startListingPreviewsCreation":{"listingPreviewsCreationTask":{"id":"task-1"}}}}',
    },
    call: ({ mapping }) => mapping.startListingPreviewsCreation(startBody, never()),
    reads: { outcome: 'carriedOut', taskId: 'task-1' },
    platform: { needs: [] },
  },
  {
    operation: 'listingPreviewsCreationTaskById',
    note: 'null while processing',
    credential: 'user',
    request,
    answer: {
      status: 200,
      headers: json,
      body: '{"data":{"listingPreviewsCreationTaskById":{"requestedId":"task-1","listingPreviewsCreationTask":{"id":"task-1","result":null}}}}',
    },
    call: ({ mapping }) => mapping.listingPreviewsCreationTaskById('task-1', never()),
    reads: { outcome: { kind: 'processing' }, requestedId: 'task-1', result: null },
    platform: {
      needs: ['task'],
      shape:
        '{"data":{"listingPreviewsCreationTaskById":{"requestedId":"t","listingPreviewsCreationTask":{"id":"t"}}}}',
    },
  },
  {
    operation: 'listingPreviewsCreationTaskById',
    note: 'previews and problems both',
    credential: 'user',
    request,
    answer: {
      status: 200,
      headers: json,
      body: `{"data":{"listingPreviewsCreationTaskById":{"requestedId":"task-1","listingPreviewsCreationTask":{"id":"task-1","result":{
        "completionStatus":"COMPLETED_WITH_ERROR",
        "listingPreviews":[{"sku":"LAMP-0101","title":"Brass desk lamp","description":"<p>A lamp</p>","mappingReferenceId":"map-1",
          "category":{"id":"112581"},"images":[{"value":"https://pictures.example/lamp.png"}],
          "aspects":[{"localizedAspectName":"Colour","value":[{"localizedValue":"Brass"}]}]}],
        "invalidProducts":[{"externalProductId":"p2","errors":[{"message":"The code is no code.","errorId":"280001"}]}],
        "unmappedProducts":[{"externalProductId":"p3","title":"Odd thing"}],
        "unprocessedProducts":[{"externalProductId":"p4","title":"Late thing"}]}}}}}`,
    },
    call: ({ mapping }) => mapping.listingPreviewsCreationTaskById('task-1', never()),
    reads: {
      outcome: { kind: 'ended', state: 'completedWithError' },
      requestedId: 'task-1',
      result: expect.objectContaining({
        lists: {
          listingPreviews: [
            {
              sku: 'LAMP-0101',
              title: 'Brass desk lamp',
              description: '<p>A lamp</p>',
              mappingReferenceId: 'map-1',
              categoryId: '112581',
              images: ['https://pictures.example/lamp.png'],
              aspects: [{ name: 'Colour', values: ['Brass'] }],
            },
          ],
          invalidProducts: [
            { externalProductId: 'p2', errors: [{ message: 'The code is no code.', errorId: '280001' }] },
          ],
          unmappedProducts: [{ externalProductId: 'p3', title: 'Odd thing' }],
          unprocessedProducts: [{ externalProductId: 'p4', title: 'Late thing' }],
        },
        remarks: [],
      }),
    },
    platform: {
      needs: ['task'],
      shape:
        '{"data":{"listingPreviewsCreationTaskById":{"requestedId":"t","listingPreviewsCreationTask":{"id":"t"}}}}',
    },
  },
  {
    operation: 'listingPreviewsCreationTaskById',
    note: 'Task not found, inside HTTP 200',
    credential: 'user',
    request: { ...request, body: JSON.stringify({ query: taskDocument, variables: { input: { id: 'nobodys' } } }) },
    answer: {
      status: 200,
      headers: json,
      body: '{"data":{"listingPreviewsCreationTaskById":null},"errors":[{"message":"Task not found","path":["listingPreviewsCreationTaskById"]}]}',
    },
    call: async ({ mapping }) => (await mapping.listingPreviewsCreationTaskById('nobodys', never())).outcome.kind,
    reads: 'unknownTask',
    platform: { needs: [], shape: '{"errors":[{"message":"Task not found"}]}' },
  },
  {
    operation: 'listingPreviewsCreationTaskById',
    note: 'Access denied, inside HTTP 200',
    credential: 'user',
    request,
    answer: { status: 200, headers: json, body: '{"data":null,"errors":[{"message":"Access denied"}]}' },
    call: async ({ mapping }) => {
      const { outcome } = await mapping.listingPreviewsCreationTaskById('task-1', never())
      return outcome.kind === 'accessDenied' && outcome.scope
    },
    reads: 'https://api.example.com/oauth/api_scope/sell.listing_preview',
    platform: { needs: ['task'], shape: '{"data":{}}' },
  },
]

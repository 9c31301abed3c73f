import { matchQuery, QueryClient } from '@tanstack/react-query'
import { expect, it } from 'vitest'
import { createQueryClient } from '../../../renderer/api/cache.ts'
import { type StaleKey, staleKeys } from '../../../renderer/api/invalidation.ts'
import { contract } from '../../../shared/ipc/contract.ts'

/** Whether one of the keys makes the query with this key stale. */
const isStale = (keys: readonly StaleKey[], queryKey: readonly unknown[]): boolean => {
  const query = new QueryClient().getQueryCache().build(new QueryClient(), { queryKey })
  return keys.some((key) => matchQuery({ queryKey: key }, query))
}

it('an event shows the item as it is now: read, renamed or with another picture', () => {
  for (const keys of [staleKeys['inventory.itemsChanged'](), staleKeys['inventory.itemChanged']({ sku: 'CAM-1' })]) {
    expect(isStale(keys, ['notifications', 'events', { search: '' }])).toBe(true)
    expect(isStale(keys, ['notifications', 'event', { eventId: 7 }])).toBe(true)
  }
})

it('an item shows the conversations of a listing as soon as the listing is linked to it', () => {
  const conversations = ['overview', 'itemConversations', { sku: 'CAM-1' }]
  expect(isStale(staleKeys['notifications.logChanged'](), conversations), 'linked by the seller or an event').toBe(true)
  expect(isStale(staleKeys['listing.listingChanged']({ sku: 'CAM-1' }), conversations), 'by its offer').toBe(true)
})

it('ORD-06 an address on screen is read again when its order changes', () => {
  expect(isStale(staleKeys['orders.ordersChanged'](), ['orders', 'address', { orderId: '1' }])).toBe(true)
})

/** Queries whose first answer stays right. */
const keptAnswers: readonly string[] = [
  // Kept by the window itself, with each change of it.
  'app.view',
  // Called for each press, and not kept: files, checks before a change.
  ...['app.problemReport', 'inventory.exportCsv', 'inventory.exportCsvProblems', 'inventory.previewSave'],
  ...['listing.fees', 'listing.previewOffer', 'mapping.exportList', 'mapping.productsFromCsv', 'mapping.startDraft'],
  ...['messaging.nextUnanswered', 'messaging.sentRecently', 'orders.carrierFile', 'orders.exportCsv'],
  // What was sent, received or planned, under an id that never stands for something else.
  ...['inventory.savedVersions', 'notifications.eventBody', 'outbound.planRows'],
  ...['mapping.preview', 'mapping.previews', 'mapping.productsSent', 'mapping.requestBody'],
  ...['mapping.unmappedProducts', 'mapping.unprocessedProducts'],
  // The platform's and the carriers' lists. Their order may be of a moment ago.
  ...['listing.category', 'listing.categoryName', 'listing.categorySuggestions', 'orders.carriers'],
]

it('a query is named by an event, read with each screen, or listed here with the reason', () => {
  const cache = createQueryClient(() => undefined)
  const any = new Proxy({}, { get: () => 'x' })
  const keys = Object.values(staleKeys).flatMap((make) => (make as (data: object) => readonly StaleKey[])(any))
  const isRead = (feature: string, name: string): boolean =>
    keys.some(([ofFeature, ofName]) => ofFeature === feature && (ofName === undefined || ofName === name)) ||
    cache.getQueryDefaults([feature, name]).gcTime === 0
  const never = Object.entries(contract).flatMap(([feature, methods]) =>
    Object.entries(methods).flatMap(([name, { type }]) =>
      type === 'query' && !isRead(feature, name) ? [`${feature}.${name}`] : [],
    ),
  )
  expect(never.toSorted(), 'renderer/api/invalidation.ts, or readOnOpening in cache.ts').toEqual(keptAnswers.toSorted())
})

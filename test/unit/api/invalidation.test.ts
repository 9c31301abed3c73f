import { matchQuery, QueryClient } from '@tanstack/react-query'
import { expect, it } from 'vitest'
import { type StaleKey, staleKeys } from '../../../renderer/api/invalidation.ts'

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

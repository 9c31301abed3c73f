import { describe, expect, it } from 'vitest'
import { createNotificationEffects } from '../../../main/session/notification-effects.ts'
import { settle } from '../../support/fake-clock.ts'
import { createRecordingLog } from '../../support/recording-log.ts'

const SIGNED_IN_AT = '2026-11-21T09:00:00.000Z'

const arrange = (own: string | null) => {
  const done: string[] = []
  const onEvent = createNotificationEffects({
    messageArrived: (conversationId) => done.push(`read ${conversationId ?? 'all'}`),
    itemChanged: (sku) => done.push(`read item ${sku}`),
    listingChanged: (listingId) => done.push(`read listing ${listingId}`),
    taskEnded: (taskId) => done.push(`read task ${taskId}`),
    orderChanged: (orderId) => done.push(`read order ${orderId}`),
    saleArrived: () => done.push('read sales'),
    casesChanged: () => done.push('read cases'),
    offersChanged: () => done.push('read offers'),
    sellerNames: async () => (own === null ? [] : [own, 'practice-user-1']),
    signedInAtMs: async () => Date.parse(SIGNED_IN_AT),
    signOut: async () => done.push('sign out'),
    log: createRecordingLog(),
  })
  const happens = async (
    name: string,
    data: Readonly<Record<string, string>>,
    more: { readonly isTest?: boolean; readonly skus?: readonly string[] } = {},
  ): Promise<readonly string[]> => {
    onEvent({ name, isTest: false, skus: [], ...more, find: (element) => data[element] ?? null })
    await settle()
    return done
  }
  return happens
}

describe('the effects of a verified notification', () => {
  it('PLT-17 NEW_MESSAGE reads its conversation', async () => {
    expect(await arrange('my_shop')('NEW_MESSAGE', { conversationId: 'c1' })).toEqual(['read c1'])
  })

  it('PLT-16 LISTING_PREVIEW_CREATION_TASK_STATUS reads its task', async () => {
    expect(await arrange('my_shop')('LISTING_PREVIEW_CREATION_TASK_STATUS', { taskId: 't1' })).toEqual(['read task t1'])
  })

  it('LST-13 a sale reads the listing again, also if no item is known for it', async () => {
    expect(await arrange('my_shop')('FixedPriceTransaction', { ItemID: '7' })).toContain('read listing 7')
  })

  it('PLT-17 AUTHORIZATION_REVOCATION signs out', async () => {
    expect(await arrange('my_shop')('AUTHORIZATION_REVOCATION', { username: 'My_Shop' })).toEqual(['sign out'])
  })

  it('PLT-17 a revocation signs nobody out while the seller’s own name is unknown: it may be another’s', async () => {
    expect(await arrange(null)('AUTHORIZATION_REVOCATION', { username: 'my_shop' })).toEqual([])
  })

  it('FACT-14 AUTHORIZATION_REVOCATION signs out if it names the seller by the user id', async () => {
    expect(await arrange('my_shop')('AUTHORIZATION_REVOCATION', { username: 'practice-user-1' })).toEqual(['sign out'])
  })

  it('PLT-17 a revocation by another seller of the same application signs nobody out', async () => {
    expect(await arrange('my_shop')('AUTHORIZATION_REVOCATION', { username: 'other_shop' })).toEqual([])
  })

  it.each([
    ['late, before the last sign-in', '2026-11-21T08:59:59.000Z', []],
    ['after the last sign-in', '2026-11-21T09:00:01.000Z', ['sign out']],
    ['at an unreadable time', 'yesterday', ['sign out']],
  ])('PLT-17 a revocation that happened %s has its effect on that sign-in only', async (_, eventDate, effects) => {
    expect(await arrange('my_shop')('AUTHORIZATION_REVOCATION', { username: 'my_shop', eventDate })).toEqual(effects)
  })

  it('PLT-17 another topic that names a conversation has no effect', async () => {
    expect(await arrange('my_shop')('LISTING', { conversationId: 'c1', username: 'my_shop' })).toEqual([])
  })

  it.each(['ORDER_CONFIRMATION', 'ITEM_MARKED_SHIPPED'])('ORD-01 %s reads its order', async (name) => {
    expect(await arrange('my_shop')(name, { orderId: '14-14836-70653' })).toContain('read order 14-14836-70653')
  })

  it.each(['ORDER_RETURN_ACTIVITY', 'ORDER_CANCELLATION_ACTIVITY', 'ORDER_INQUIRY_ACTIVITY'])(
    'FACT-116 ORD-04 %s reads the cases and its order',
    async (name) => {
      expect(await arrange('my_shop')(name, { orderId: '1' })).toEqual(['read order 1', 'read cases'])
    },
  )

  it('FACT-172 LST-25 OFFER_ACTIVITY reads the offers of buyers', async () => {
    expect(await arrange('my_shop')('OFFER_ACTIVITY', { listingId: '7' })).toEqual(['read listing 7', 'read offers'])
  })

  it('NOT-09 a test has no effect', async () => {
    const more = { isTest: true, skus: ['CAM-1'] }
    expect(await arrange('my_shop')('NEW_MESSAGE', { conversationId: 'c1' }, more)).toEqual([])
    expect(await arrange('my_shop')('AUTHORIZATION_REVOCATION', { username: 'my_shop' }, more)).toEqual([])
    expect(await arrange('my_shop')('ItemSold', {}, more)).toEqual([])
  })

  it.each(['FixedPriceTransaction', 'ORDER_CONFIRMATION', 'ITEM_AVAILABILITY', 'ItemRevised'])(
    'PLT-17 %s reads its items again',
    async (name) => {
      const effects = await arrange('my_shop')(name, {}, { skus: ['CAM-1', 'CAM-2'] })
      expect(effects.filter((effect) => effect.startsWith('read item'))).toEqual(['read item CAM-1', 'read item CAM-2'])
    },
  )

  it('PLT-17 a question that names no conversation checks all messages', async () => {
    expect(await arrange('my_shop')('AskSellerQuestion', {})).toEqual(['read all'])
  })
})

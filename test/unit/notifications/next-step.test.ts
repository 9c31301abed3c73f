import { describe, expect, it } from 'vitest'
import { findNextStep } from '../../../renderer/notifications/log/next-step.ts'
import { platforms } from '../../../shared/connection/platforms.ts'
import type { EventPage } from '../../../shared/notifications/log-contract.ts'
import type { Order } from '../../../shared/orders/order.ts'

const occurrence = {
  ...{ itemId: '1', sku: null, transactionId: null, buyer: 'ahmed_h', price: null, currency: null, commentType: null },
}
const eventOf = (name: string, more: Partial<EventPage> = {}): EventPage =>
  ({
    ...{ name, origin: 'platform', signature: 'verified', processing: 'processed', isTest: false, why: null },
    ...{ occurrences: [occurrence], signatureMessage: 'Its signature doesn’t match this body.' },
    ...more,
  }) as EventPage
const orderOf = (stage: Order['stage'], more: Partial<Order> = {}) => ({
  ...{ stage, isLate: false, shipByMs: 5, cancel: null, source: 'platform' as const },
  ...more,
})
const stepOf = (event: EventPage, order?: ReturnType<typeof orderOf>, hasOrders = true) =>
  findNextStep(event, {
    ...{ order, hasOrders, hasItem: true, formatDay: () => 'Thu, Dec 3', platformName: platforms.ebay.name },
  })
const sale = eventOf('ItemSold')

describe('the next step', () => {
  it('RCV-09 of a paid sale is to ship it, with its day', () => {
    expect(stepOf(sale, orderOf('toShip'))).toMatchObject({ title: 'Ship by Thu, Dec 3', main: 'ship', tone: null })
    expect(stepOf(sale, orderOf('toShip', { isLate: true }))).toMatchObject({ main: 'ship', tone: 'danger' })
  })

  it('ORD-02 of a sale that is not paid, cancelled or shipped is never to ship it', () => {
    for (const stage of ['unpaid', 'cancelled', 'shipped', 'toPickUp', 'unknown'] as const)
      expect(stepOf(sale, orderOf(stage)).main).not.toBe('ship')
    expect(stepOf(sale, orderOf('unpaid')).text).toBe('Don’t ship it before it is paid.')
    expect(stepOf(sale, orderOf('cancelled')).text).toBe('Don’t ship it.')
  })

  it('ORD-04 of a sale whose buyer asked to cancel is to answer that first', () => {
    const cancel = { state: 'requested', reason: null, by: 'buyer', atMs: null } as const
    expect(stepOf(sale, orderOf('toShip', { cancel }))).toMatchObject({ main: 'showOrder', tone: 'caution' })
  })

  it('RCV-09 of a sale without a known order doesn’t say that it is paid', () => {
    expect(stepOf(sale)).toMatchObject({ main: 'orders' })
    expect(stepOf(sale, undefined, false)).toMatchObject({ title: 'Ship it once it is paid', main: null })
  })

  it('RCV-09 of a question is to answer it, of a case to open it', () => {
    expect(stepOf(eventOf('NEW_MESSAGE')).main).toBe('answer')
    for (const name of ['ORDER_RETURN_ACTIVITY', 'ORDER_INQUIRY_ACTIVITY', 'ORDER_CANCELLATION_ACTIVITY'])
      expect(stepOf(eventOf(name)).main).toBe('openCase')
  })

  it('RCV-08 of a message that isn’t proven to be the platform’s never leads to a parcel, and says why', () => {
    for (const signature of ['wrong', 'none', 'late', 'notVerifiableNow'] as const) {
      const step = stepOf(eventOf('ItemSold', { signature }), orderOf('toShip'))
      expect([step.main === 'ship', step.title]).toEqual([false, expect.stringMatching(/ship it/)])
    }
    const { title, text } = stepOf(eventOf('Unverified', { signature: 'wrong' }))
    expect([title, text]).toEqual([
      'Don’t ship it',
      expect.stringContaining('isn’t eBay sent this: its signature is wrong'),
    ])
  })

  it('NOT-09 of a test is nothing', () => {
    expect(stepOf(eventOf('ORDER_CONFIRMATION', { isTest: true }), orderOf('toShip'))).toMatchObject({ main: null })
  })
})

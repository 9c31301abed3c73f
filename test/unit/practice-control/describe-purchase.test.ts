import { describe, expect, it } from 'vitest'
import { describePurchase, purchaseDescription } from '../../../renderer/practice/describe-purchase.ts'

const bought = { orderId: '12-00001-00001', notifications: 0 }

describe('a purchase in the practice shop', () => {
  it('leads to the orders once an alert was sent', () => {
    expect(describePurchase({ ...bought, notifications: 1 }, true)).toEqual({
      text: 'Order 12-00001-00001 is paid. 1 notification sent.',
      next: 'openOrder',
    })
  })

  it('ORD-01 without an alert, says when the order appears and offers to check for it now', () => {
    const { text, next } = describePurchase(bought, true)
    expect(next).toBe('checkOrders')
    expect(text).toContain('appears with the next check for new orders, within 3 minutes')
  })

  it('ORD-01 without an alert, on a platform that lists no orders, says that Stallhand doesn’t know of it', () => {
    const { text, next } = describePurchase(bought, false)
    expect(next).toBe('setUpAlerts')
    expect(text).toContain('reports a sale only by an instant alert')
  })

  it('promises a check for new orders only where the platform lists orders', () => {
    expect(purchaseDescription(true)).toContain('check for new orders')
    expect(purchaseDescription(false)).not.toContain('check for new orders')
  })
})

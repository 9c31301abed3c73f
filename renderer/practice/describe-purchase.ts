/** What a purchase in the practice shop leads to, and how the seller gets to see it. Pure. */
import { sentMessage } from './sent-message.ts'

export type PurchaseNextStep = 'openOrder' | 'checkOrders' | 'setUpAlerts'

export type PurchaseResult = {
  readonly text: string
  readonly next: PurchaseNextStep
}

export const nextStepLabels: Readonly<Record<PurchaseNextStep, string>> = {
  openOrder: 'Show orders',
  checkOrders: 'Check for new orders',
  setUpAlerts: 'Set up instant alerts',
}

/** How Stallhand learns of a sale on this platform. */
export const purchaseDescription = (canReadOrders: boolean): string =>
  canReadOrders
    ? 'The buyer pays and the stock falls. Stallhand learns of it as in a real shop: by an instant alert, or with its next check for new orders.'
    : 'The buyer pays and the stock falls. Stallhand learns of it as in a real shop: by an instant alert.'

/** `notifications`: how many were sent. `canReadOrders`: whether the platform lists orders (ORD-01). */
export const describePurchase = (
  { orderId, notifications }: { readonly orderId: string; readonly notifications: number },
  canReadOrders: boolean,
): PurchaseResult => {
  const bought = `Order ${orderId} is paid.`
  if (notifications > 0) return { text: `${bought} ${sentMessage(notifications, '')}`, next: 'openOrder' }
  if (canReadOrders) {
    return {
      text: `${bought} No instant alert is set up for sales, so it appears with the next check for new orders, within 3 minutes.`,
      next: 'checkOrders',
    }
  }
  return {
    text: `${bought} Stallhand doesn’t know about it: this platform reports a sale only by an instant alert, and none is set up for sales.`,
    next: 'setUpAlerts',
  }
}

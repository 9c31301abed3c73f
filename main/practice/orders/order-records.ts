/** What the practice platform stores about orders, as plain data. */

export type StoredAddress = {
  readonly fullName: string
  readonly addressLine1: string
  readonly city: string
  readonly postalCode: string
  readonly countryCode: string
  readonly stateOrProvince?: string
}

export type StoredOrderLine = {
  readonly lineItemId: string
  /** Empty: of a listing without one. */
  readonly sku: string
  readonly itemId: string
  readonly title: string
  readonly quantity: number
  /** The price of one, such as `62.50`. */
  readonly price: string
  readonly currency: string
  readonly shipByMs: number
  readonly minDeliveryMs: number
  readonly maxDeliveryMs: number
}

export type StoredFulfillment = {
  readonly fulfillmentId: string
  readonly trackingNumber: string | null
  readonly carrier: string | null
  readonly shippedAtMs: number
  readonly lineItemIds: readonly string[]
  /** How many of each of them; absent: all. */
  readonly quantities?: Readonly<Record<string, number>>
}

export const caseKinds = ['return', 'inquiry', 'cancellation'] as const
export type CaseKind = (typeof caseKinds)[number]

/** Something a buyer wants of a past order: to send it back, to know where it is, or to cancel it. */
export type StoredCase = {
  readonly caseId: string
  readonly kind: CaseKind
  readonly orderId: string
  readonly lineItemId: string
  readonly reason: string
  readonly comment: string
  readonly openedAtMs: number
  readonly dueAtMs: number
  closedAtMs: number | null
  /** How it ended; null while it is open. */
  outcome: 'accepted' | 'declined' | null
}

export type StoredOrder = {
  readonly orderId: string
  readonly buyer: string
  readonly address: StoredAddress
  readonly note: string | null
  /** The buyer fetches it from the seller. */
  readonly isForPickup?: boolean
  readonly createdAtMs: number
  /** Before this time, the order was announced but can't be read. */
  readonly readableAtMs: number
  readonly shippingCost: string
  readonly lines: readonly StoredOrderLine[]
  modifiedAtMs: number
  fulfillments: StoredFulfillment[]
  cancelledAtMs: number | null
  refundedAtMs: number | null
}

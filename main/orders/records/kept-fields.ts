/**
 * The fields of an order that are kept in its record, which is listed, searched and exported (ORD-11).
 *
 * SECURITY (ORD-06): a list of what is kept, because no list can hold what a platform may add. Everything else, such as
 * addresses, notes of the buyer and unknown fields, is stored apart with the contact data, is in no export, and goes with
 * the buyer's erasure. Fields by their names in https://developer.ebay.com/api-docs/sell/fulfillment/types/sel:Order
 */

/** `value`: a text, a number or a list of them, but no object. An object names its fields, also those of each element of a list. */
export type KeptFields = 'value' | { readonly [name: string]: KeptFields }

/** Increase it with every change below, and of what is derived from a record: stored orders are then split and derived again. */
export const KEPT_VERSION = 2

const values = <Name extends string>(...names: readonly Name[]): Readonly<Record<Name, 'value'>> =>
  Object.fromEntries(names.map((name) => [name, 'value'])) as Record<Name, 'value'>

const money = values('value', 'currency', 'convertedFromValue', 'convertedFromCurrency', 'exchangeRate')
const refund = { ...values('refundId', 'refundDate', 'refundStatus', 'refundReferenceId'), amount: money }
const deliveryCost = {
  shippingCost: money,
  importCharges: money,
  shippingIntermediationFee: money,
  discountAmount: money,
}
const tax = { ...values('taxType', 'collectionMethod'), amount: money }

export const keptOrderFields: KeptFields = {
  ...values('orderId', 'legacyOrderId', 'salesRecordReference', 'creationDate', 'lastModifiedDate'),
  ...values('orderFulfillmentStatus', 'orderPaymentStatus', 'sellerId', 'ebayCollectAndRemitTax', 'fulfillmentHrefs'),
  buyer: values('username'),
  cancelStatus: {
    ...values('cancelState', 'cancelledDate'),
    cancelRequests: values(
      ...['cancelRequestId', 'cancelRequestState', 'cancelReason', 'cancelInitiator'],
      ...['cancelRequestedDate', 'cancelCompletedDate'],
    ),
  },
  paymentSummary: {
    payments: { ...values('paymentMethod', 'paymentDate', 'paymentStatus'), amount: money },
    refunds: refund,
    totalDueSeller: money,
  },
  pricingSummary: {
    ...{ priceSubtotal: money, priceDiscount: money, deliveryCost: money, deliveryDiscount: money },
    ...{ tax: money, fee: money, adjustment: money, total: money },
  },
  totalFeeBasisAmount: money,
  totalMarketplaceFee: money,
  fulfillmentStartInstructions: {
    ...values('fulfillmentInstructionsType', 'minEstimatedDeliveryDate', 'maxEstimatedDeliveryDate'),
    ...values('ebaySupportedFulfillment'),
    shippingStep: values('shippingCarrierCode', 'shippingServiceCode'),
  },
  lineItems: {
    ...values('lineItemId', 'legacyItemId', 'legacyVariationId', 'sku', 'title', 'quantity', 'soldFormat'),
    ...values('listingMarketplaceId', 'purchaseMarketplaceId', 'lineItemFulfillmentStatus'),
    ...{ total: money, lineItemCost: money, discountedLineItemCost: money, deliveryCost },
    lineItemFulfillmentInstructions: values(
      ...['shipByDate', 'minEstimatedDeliveryDate', 'maxEstimatedDeliveryDate', 'guaranteedDelivery'],
    ),
    variationAspects: values('name', 'value'),
    refunds: refund,
    taxes: tax,
    ebayCollectAndRemitTaxes: tax,
  },
}

export const keptShipmentFields: KeptFields = {
  ...values('fulfillmentId', 'shipmentTrackingNumber', 'shippingCarrierCode', 'shippedDate'),
  lineItems: values('lineItemId', 'quantity'),
}

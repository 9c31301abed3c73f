/** Scopes are compared from here on; what precedes it is the caller's own base URL. */
export const scopeMarker = '/oauth/api_scope'

export const scopes = {
  root: scopeMarker,
  message: `${scopeMarker}/message`,
  inventory: `${scopeMarker}/sell.inventory`,
  inventoryReadonly: `${scopeMarker}/sell.inventory.readonly`,
  listingPreview: `${scopeMarker}/sell.listing_preview`,
  fulfillment: `${scopeMarker}/sell.fulfillment`,
  subscription: `${scopeMarker}/commerce.notification.subscription`,
  subscriptionReadonly: `${scopeMarker}/commerce.notification.subscription.readonly`,
} as const

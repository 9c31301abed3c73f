/** Scopes are compared from this marker on, because any base URL may precede it. */
export const scopeMarker = '/oauth/api_scope'

export const scopes = {
  root: scopeMarker,
  message: `${scopeMarker}/message`,
  inventory: `${scopeMarker}/sell.inventory`,
  inventoryReadonly: `${scopeMarker}/sell.inventory.readonly`,
  listingPreview: `${scopeMarker}/sell.listing_preview`,
  account: `${scopeMarker}/sell.account`,
  accountReadonly: `${scopeMarker}/sell.account.readonly`,
  fulfillment: `${scopeMarker}/sell.fulfillment`,
  finances: `${scopeMarker}/sell.finances`,
  analytics: `${scopeMarker}/sell.analytics.readonly`,
  marketing: `${scopeMarker}/sell.marketing`,
  shipping: `${scopeMarker}/commerce.shipping`,
  identity: `${scopeMarker}/commerce.identity.readonly`,
  subscription: `${scopeMarker}/commerce.notification.subscription`,
  subscriptionReadonly: `${scopeMarker}/commerce.notification.subscription.readonly`,
} as const

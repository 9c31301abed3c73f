export const scopeMarker = '/oauth/api_scope'

/** The scopes of documents 1 to 3, from the part on that follows {scope_base}. */
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

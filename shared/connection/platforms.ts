/**
 * What differs between platforms, as data.
 *
 * Whatever carries a brand on the wire is a field here, so another platform is a record and not a change of code. Readers
 * accept every known spelling; writers use the connection's own, exactly.
 */
import * as z from 'zod'

/** Visible ASCII without spaces, quotes or angle brackets: can't break out of a header or a tag. */
const word = z.string().regex(/^[A-Za-z0-9_:/.-]{1,200}$/, 'This is one word of letters, digits, and _ : / . -')

export const platformSchema = z.strictObject({
  /** In header names: X-{upper}-C-MARKETPLACE-ID, X-{upper}-SIGNATURE, X-{upper}-API-CALL-NAME. */
  upper: word,
  /** The conversation type of the platform's own messages, `FROM_SVC` by default. */
  platformConversationType: word,
  /** The element of the user token in legacy calls. */
  authTokenElement: word,
  /** NotificationPayloadType of legacy registrations. */
  payloadType: word,
  /** Namespace of the legacy calls' elements; none by default. */
  soapNamespace: z
    .string()
    .regex(/^[A-Za-z0-9_:/.#-]{0,200}$/, 'A namespace is one address or name without spaces, quotes or angle brackets'),
  /** Path of the GraphQL service below the base URL. */
  graphqlPath: z
    .string()
    .regex(/^\/[\w/.-]{0,200}$/, 'The path begins with / and holds letters, digits, and _ / . - only'),
  /** Path of the bulk call below /sell/inventory/v1. Two are known. */
  bulkPath: z.enum(['/bulk_create_or_replace_inventory_item', '/inventory_item/bulk_create_or_replace']),
})

export type Platform = z.infer<typeof platformSchema>

/** A known platform, with the scopes to request: paths below the scope base. */
export type PlatformPreset = {
  readonly id: 'documents' | 'public'
  readonly label: string
  readonly platform: Platform
  /** Of the authorization-code grant. */
  readonly userScopes: readonly string[]
  /** Of the client-credentials grant. */
  readonly applicationScopes: readonly string[]
}

/** The neutral spelling, and the default everywhere. */
export const documentsPlatform: PlatformPreset = {
  id: 'documents',
  label: 'Neutral (SVC)',
  platform: {
    upper: 'SVC',
    platformConversationType: 'FROM_SVC',
    authTokenElement: 'svcAuthToken',
    payloadType: 'SvcSchemaSOAP',
    soapNamespace: '',
    graphqlPath: '/sell/listing_preview/graphql',
    bulkPath: '/bulk_create_or_replace_inventory_item',
  },
  userScopes: [
    '/oauth/api_scope/message',
    '/oauth/api_scope/sell.inventory',
    '/oauth/api_scope/sell.listing_preview',
    '/oauth/api_scope/commerce.notification.subscription',
  ],
  applicationScopes: ['/oauth/api_scope'],
}

export const publicPlatform: PlatformPreset = {
  id: 'public',
  label: 'EBAY',
  platform: {
    upper: 'EBAY',
    platformConversationType: 'FROM_EBAY',
    authTokenElement: 'eBayAuthToken',
    payloadType: 'eBLSchemaSOAP',
    soapNamespace: 'urn:ebay:apis:eBLBaseComponents',
    graphqlPath: '/graphql',
    bulkPath: '/bulk_create_or_replace_inventory_item',
  },
  userScopes: [
    '/oauth/api_scope/commerce.message',
    '/oauth/api_scope/sell.inventory',
    '/oauth/api_scope/sell.inventory.mapping',
    '/oauth/api_scope/commerce.notification.subscription',
  ],
  applicationScopes: ['/oauth/api_scope'],
}

export const platformPresets: readonly PlatformPreset[] = [documentsPlatform, publicPlatform]

export const marketplaceHeader = ({ upper }: Platform): string => `X-${upper}-C-MARKETPLACE-ID`
export const signatureHeader = ({ upper }: Platform): string => `X-${upper}-SIGNATURE`

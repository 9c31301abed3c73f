/**
 * The platform's words, as data.
 *
 * The documents write a neutral word where a real platform writes its brand. Whatever stands for the brand on the wire is
 * a field here, so that a connection to another wording is a record and not a change of code. Readers accept all known
 * wordings; writers use the connection's own, exactly.
 */
import * as z from 'zod'

/** A token of the wire: visible ASCII without spaces, quotes or angle brackets, so that none can break out of a header or a tag. */
const word = z.string().regex(/^[A-Za-z0-9_:/.-]{1,200}$/, 'This is one word of letters, digits, and _ : / . -')

export const dialectSchema = z.strictObject({
  /** Stands in header names: X-{upper}-C-MARKETPLACE-ID, X-{upper}-SIGNATURE, X-{upper}-API-CALL-NAME. */
  upper: word,
  /** The conversationType of the platform's own notices, FROM_SVC in document 2. */
  platformConversationType: word,
  /** The element of the user token in legacy calls, document 3 section 4. */
  authTokenElement: word,
  /** NotificationPayloadType of legacy registrations, document 3 section 4. */
  payloadType: word,
  /** Namespace of the legacy calls' own elements; the documents give none. */
  soapNamespace: z
    .string()
    .regex(/^[A-Za-z0-9_:/.#-]{0,200}$/, 'A namespace is one address or name without spaces, quotes or angle brackets'),
  /** Path of the GraphQL service below the base URL, document 1 section 4. */
  graphqlPath: z
    .string()
    .regex(/^\/[\w/.-]{0,200}$/, 'The path begins with / and holds letters, digits, and _ / . - only'),
  /** Path of the bulk call below /sell/inventory/v1; document 1 section 4 gives two. */
  bulkPath: z.enum(['/bulk_create_or_replace_inventory_item', '/inventory_item/bulk_create_or_replace']),
})

export type Dialect = z.infer<typeof dialectSchema>

/** The documents' own words: the default everywhere. */
export const documentsDialect: Dialect = {
  upper: 'SVC',
  platformConversationType: 'FROM_SVC',
  authTokenElement: 'svcAuthToken',
  payloadType: 'SvcSchemaSOAP',
  soapNamespace: '',
  graphqlPath: '/sell/listing_preview/graphql',
  bulkPath: '/bulk_create_or_replace_inventory_item',
}

/**
 * A second wording, publicly known: it differs in every word that stands for the brand.
 *
 * Its header names and marketplace ids follow from `upper`; the rest does not follow from one word and is listed.
 */
const publicDialect: Dialect = {
  upper: 'EBAY',
  platformConversationType: 'FROM_EBAY',
  authTokenElement: 'eBayAuthToken',
  payloadType: 'eBLSchemaSOAP',
  soapNamespace: 'urn:ebay:apis:eBLBaseComponents',
  graphqlPath: '/graphql',
  bulkPath: '/bulk_create_or_replace_inventory_item',
}

/** A wording that is ready to choose, with the scopes that are asked for in it: paths that follow the scope base. */
export type KnownWords = {
  readonly id: 'documents' | 'public'
  readonly label: string
  readonly dialect: Dialect
  /** Of the authorization-code grant. */
  readonly userScopes: readonly string[]
  /** Of the client-credentials grant. */
  readonly applicationScopes: readonly string[]
}

/** Documents 1 to 3, section 5. */
export const documentsWords: KnownWords = {
  id: 'documents',
  label: "The documents' words",
  dialect: documentsDialect,
  userScopes: [
    '/oauth/api_scope/message',
    '/oauth/api_scope/sell.inventory',
    '/oauth/api_scope/sell.listing_preview',
    '/oauth/api_scope/commerce.notification.subscription',
  ],
  applicationScopes: ['/oauth/api_scope'],
}

export const publicWords: KnownWords = {
  id: 'public',
  label: "Another platform's words (EBAY)",
  dialect: publicDialect,
  userScopes: [
    '/oauth/api_scope/commerce.message',
    '/oauth/api_scope/sell.inventory',
    '/oauth/api_scope/sell.inventory.mapping',
    '/oauth/api_scope/commerce.notification.subscription',
  ],
  applicationScopes: ['/oauth/api_scope'],
}

export const knownWords: readonly KnownWords[] = [documentsWords, publicWords]

export const marketplaceHeader = (dialect: Dialect): string => `X-${dialect.upper}-C-MARKETPLACE-ID`
export const signatureHeader = (dialect: Dialect): string => `X-${dialect.upper}-SIGNATURE`

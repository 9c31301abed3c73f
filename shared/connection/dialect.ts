/**
 * The platform's words, as data.
 *
 * The documents write a neutral word where a real platform writes its brand. Whatever stands for the brand on the wire is
 * a field here, so that a connection to another wording is a record and not a change of code. Readers accept all known
 * wordings; writers use the connection's own, exactly.
 */
import * as z from 'zod'

/** A token of the wire: visible ASCII without spaces, quotes or angle brackets, so that none can break out of a header or a tag. */
const word = z.string().regex(/^[A-Za-z0-9_:/.-]{1,200}$/)

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
  soapNamespace: z.string().max(200),
  /** Path of the GraphQL service below the base URL, document 1 section 4. */
  graphqlPath: z.string().regex(/^\/[\w/.-]*$/),
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

export const marketplaceHeader = (dialect: Dialect): string => `X-${dialect.upper}-C-MARKETPLACE-ID`
export const signatureHeader = (dialect: Dialect): string => `X-${dialect.upper}-SIGNATURE`

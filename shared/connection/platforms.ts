/**
 * Platforms as data: everything about a platform that is not a difference of shape.
 *
 * A platform's hosts, names on the wire, scopes, marketplaces and limits are fields of its record, so code reads a field and
 * never asks which platform it is. Where shapes differ, a feature has one writer per platform in its `platform/` folder.
 */

import { type Condition, knownConditions } from './conditions.ts'
import { defaultStartVariables } from './start-variables.ts'

export const platformIds = ['neutral', 'ebay'] as const
export type PlatformId = (typeof platformIds)[number]

export const DEFAULT_PLATFORM: PlatformId = 'neutral'
/** The platform of a new folder's practice shop, which has orders and sales (USE-09). */
export const PRACTICE_PLATFORM: PlatformId = 'ebay'

/** A marketplace that sellers list on, and the settings that follow from it. */
export type Marketplace = {
  readonly id: string
  readonly label: string
  /** Content-Language of writes, as in `en-US`. */
  readonly language: string
  /** Its other languages, which a connection can choose instead (PLT-35). */
  readonly otherLanguages?: readonly string[]
  /** The site of legacy calls. */
  readonly siteId: string
  /** ISO 4217 code of prices. */
  readonly currency: string
  /** The IANA time zone of its days (ORD-09); the computer's where it is unknown. */
  readonly zone?: string
}

/** Every address of a connection. Its token goes to these hosts only (PLT-02). */
export type Addresses = {
  /** REST services. */
  readonly baseUrl: string
  /** The page where the seller signs in. */
  readonly authorizeUrl: string
  readonly tokenUrl: string
  readonly graphqlUrl: string
  /** The legacy trading service. */
  readonly tradingEndpoint: string
  /** Returns the signed-in seller. */
  readonly identityUrl: string
  /** Stores uploaded pictures. */
  readonly mediaUrl: string
  /** Lists what the seller earned. */
  readonly financesUrl: string
}

export type Environment = 'sandbox' | 'production'

/** A value that the seller copies from the developer pages. */
export type Key = {
  readonly label: string
  /** What the value is, and where the developer pages show it. */
  readonly description: string
}

/**
 * What sentences call a platform, for whoever makes one: `${The} refused it. Change it on ${the}’s own pages.` A value,
 * because a finished text can’t be renamed: what a buyer or the platform wrote may be in it.
 */
export type PlatformName = {
  /** Inside a sentence: `eBay`, or `the platform` if it has no name. */
  readonly the: string
  /** At the start of a sentence. */
  readonly The: string
}

export type Platform = {
  readonly id: PlatformId
  readonly label: string
  readonly name: PlatformName
  /** Whether the notification service's error numbers are known (195xxx). */
  readonly hasNotificationErrors: boolean
  /**
   * Goes into header names and conversation types: X-{word}-C-MARKETPLACE-ID, X-{word}-SIGNATURE, X-{word}-API-…,
   * FROM_{word}.
   */
  readonly headerWord: string
  /** The element of the user token in legacy calls. */
  readonly authTokenElement: string
  /** NotificationPayloadType of legacy registrations. */
  readonly payloadType: string
  /** Namespace of the legacy calls' elements; empty for none. */
  readonly legacyNamespace: string
  /** Path of the GraphQL service below a base URL. */
  readonly graphqlPath: string
  /** Path of the legacy service below a base URL. */
  readonly tradingPath: string
  /** The platform's own addresses. Null if the seller types them. */
  readonly environments: Readonly<Record<Environment, Addresses>> | null
  /** The address of a listing's page without the listing id that ends it. Null if the platform has no such pages. */
  readonly listingPages: Readonly<Record<Environment, string>> | null
  /** The address of an order's page without the order's id that ends it. Null if the platform has no such pages. */
  readonly orderPages: Readonly<Record<Environment, string>> | null
  /** The host of pictures that the platform keeps; null if it keeps none. */
  readonly pictureHost: string | null
  /** The prefix of scopes. Null: the connection's base URL. */
  readonly scopeBase: string | null
  readonly scopes: {
    /** Scopes of the authorization-code grant, as paths below `scopeBase`. */
    readonly user: readonly string[]
    /** Scopes of the client-credentials grant. */
    readonly application: readonly string[]
    /** Labels of scopes that only approved applications get. Never requested; without `.read` or `.readonly`. */
    readonly gated: readonly string[]
  }
  /** `name`: the redirect is a name from the developer pages, and the browser's address is pasted (PLT-01). */
  readonly redirect: 'address' | 'name'
  readonly keys: { readonly clientId: Key; readonly clientSecret: Key; readonly redirect: Key }
  /** How a seller gets a developer account, before any key exists; null if the seller has to find out. */
  readonly developerAccount: {
    readonly page: string
    /** What the account is for and how long it takes, as sentences. */
    readonly about: string
    /** What to answer if the page asks what will be built. */
    readonly purpose: string
  } | null
  /** The page that shows an application's keys; null if the seller has to find it. */
  readonly developerPage: string | null
  /** What the seller sets up on the developer pages, not in this app, to receive notifications; null for nothing. */
  readonly receiverSteps: string | null
  /** What else may be wrong if the platform refuses the client ID or secret, as sentences. */
  readonly clientHints: Readonly<Partial<Record<'practice' | Environment, string>>>
  /** A substring of every client ID, by environment. */
  readonly clientIdMarks: Readonly<Record<Environment, string>> | null
  /** The first one is the default. */
  readonly marketplaces: readonly Marketplace[]
  /** What an item's condition can be (INV-05, PLT-12). A category may allow fewer. */
  readonly conditions: readonly Condition[]
  readonly limits: {
    readonly itemChangesPerDay: number
    /** Whether changes are limited per seller or per listing (INV-15, PLT-14). */
    readonly changesCountedPer: 'seller' | 'listing'
    /** Maximum pictures of an item, and of an item inside a group of variations (INV-06, PLT-14). */
    readonly pictures: number
    readonly picturesInGroup: number
    /** Maximum characters of a specific's value (INV-03), values of a specific, and specifics of an item. */
    readonly aspectValue: number
    readonly aspectValues: number | null
    readonly aspects: number | null
    /** Maximum characters of an item's description; null if the platform states none. */
    readonly description: number | null
    /** The published daily call limits, by service. */
    readonly callsPerDay: Readonly<
      Partial<
        Record<
          | 'inventory'
          | 'mapping'
          | 'notification'
          | 'trading'
          | 'fulfillment'
          | 'postOrder'
          | 'account'
          | 'catalog'
          | 'analytics',
          number
        >
      >
    >
    readonly productsPerTask: number
    /**
     * The first and the longest delay between two reads of a mapping task. Longer where the platform allows few calls a
     * day (PLT-16).
     */
    readonly taskPolls: { readonly firstMs: number; readonly maxMs: number }
    /** Length limits of a verification token of letters, digits, _ and -; null if the platform states none. */
    readonly tokenCharacters: { readonly min: number; readonly max: number } | null
    /** Maximum length of a destination's name; null if the platform states none. */
    readonly destinationName: number | null
  }
  readonly mapping: {
    readonly startDocument: string
    /** A template as in `start-variables.ts`; empty if the platform has a fixed form. */
    readonly startVariables: string
    readonly taskDocument: string
  }
  readonly capabilities: {
    /** Whether offers can be created and published without a setting of the connection (INV-16). */
    readonly listing: boolean
    /** Whether items and offers have the fields of the published description beyond those that every platform has (LST-16). */
    readonly moreFields: boolean
    /** Whether the platform lists all items of the seller (PLT-13). */
    readonly itemList: boolean
    /** Whether one call reads up to 25 items (bulkGetInventoryItem). The neutral platform's documents have no such call. */
    readonly bulkItemReads: boolean
    /** Whether the platform lists the active listings that other tools made, and lets them be taken over (LST-13, LST-14). */
    readonly activeListings: boolean
    /** Whether an item can be deleted, which ends its listing too. */
    readonly itemDeletion: boolean
    /** Whether several items can be the variations of one listing (LST-15). */
    readonly itemGroups: boolean
    /** Whether the platform filters by UNANSWERED and ANSWERED (MSG-06, PLT-06). */
    readonly unansweredFilter: boolean
    /** Whether a message may consist of attachments alone (PLT-08). Otherwise it needs a text (MSG-09). */
    readonly mediaAlone: boolean
    /** Whether web addresses, e-mail addresses and phone numbers don't arrive in messages. */
    readonly dropsContactData: boolean
    /** Whether the application has its own subscriptions besides each seller's (PLT-21). */
    readonly applicationSubscriptions: boolean
    /** Whether an alert address must be set before the first destination (195003). */
    readonly alertAddressFirst: boolean
    /** Whether writing a destination succeeds only after its challenge was answered correctly (195020). */
    readonly challengesOnWrite: boolean
    /** Whether a topic allows only one subscription (195012). */
    readonly oneSubscriptionPerTopic: boolean
    /** Whether only `prompt=login` makes the sign-in page ask who signs in. */
    readonly loginPrompt: boolean
    /** Whether reads of items and offers are refused without Accept-Language (PLT-23). */
    readonly acceptLanguage: boolean
    /** Whether a POST without a body may be refused (411), so that it carries `{}` (PLT-32). */
    readonly requiresBody: boolean
    /** Whether listings take their texts from the catalogue by default, so that new offers refuse it. */
    readonly catalogDetails: boolean
    /** Whether mapping takes a category name, which item specifics need, or a product code alone (PLT-36). */
    readonly publishedMapping: boolean
    /** Whether the legacy service lists the names of all events (SOAP-03). */
    readonly legacyEventCatalogue: boolean
    /** Whether legacy notifications are signed inside their envelope (PLT-20). */
    readonly legacySignature: boolean
    /** Whether the platform returns who is signed in. */
    readonly identity: boolean
    /** Whether pictures can be uploaded from this computer (LST-10). */
    readonly pictureUpload: boolean
    /** Whether orders can be read and marked as shipped. Otherwise the notifications of sales are the orders (ORD-01). */
    readonly orders: boolean
    /** The kinds of connections that can read returns, missing parcels and cancellation requests (ORD-04). */
    readonly cases: readonly ('practice' | Environment)[]
    /** Whether the platform lists what was earned. Otherwise the orders' own totals are estimates of it (FIN-03). */
    readonly earnings: boolean
    /** The kinds of connections to which the platform states its daily limits (PLT-38). */
    readonly statedLimits: readonly ('practice' | Environment)[]
  }
  /** Which sellers' calls must bear a digital signature, all of a service or those named; it is ignored for others (PLT-47). */
  readonly signatures: {
    /** Whoever lists there is such a seller. Others are known once the platform misses a signature. */
    readonly marketplaces: readonly string[]
    readonly calls: readonly { readonly service: string; readonly operations?: readonly string[] }[]
  }
}

const startDocument = `mutation StartListingPreviewsCreation($input: StartListingPreviewsCreationInput!) {
  startListingPreviewsCreation(input: $input) {
    listingPreviewsCreationTask { id }
  }
}`

const neutralTaskDocument = `query ListingPreviewsCreationTaskById($input: ListingPreviewsCreationTaskByIdInput!) {
  listingPreviewsCreationTaskById(input: $input) {
    requestedId
    listingPreviewsCreationTask {
      id
      result {
        completionStatus
        listingPreviews {
          sku
          title
          description
          mappingReferenceId
          category { id }
          images { value }
          aspects { localizedAspectName value { localizedValue } }
        }
        invalidProducts { externalProductId errors { message errorId } }
        unmappedProducts { externalProductId title }
        unprocessedProducts { externalProductId title }
      }
    }
  }
}`

const ebayStartDocument = `mutation StartListingPreviewsCreation($input: StartListingPreviewsCreationInput!) {
  startListingPreviewsCreation(input: $input) {
    listingPreviewsCreationTask { id }
    errors { errorDescription }
  }
}`

const ebayTaskDocument = `query ListingPreviewsCreationTaskById($input: ListingPreviewsCreationTaskByIdInput!) {
  listingPreviewsCreationTaskById(input: $input) {
    requestedId
    listingPreviewsCreationTask {
      id
      result {
        completionStatus
        listingPreviews {
          sku
          title
          description
          mappingReferenceId
          category { categoryId name }
          images
          aspects { name values { value confidence } }
          product { productId }
          clientProvidedProductDetails { externalProductIdentifier { productId productType } title sku }
        }
        invalidProducts {
          clientProvidedProductDetails { externalProductIdentifier { productId productType } title sku }
          description
        }
        unmappedProducts { externalProductIdentifier { productId productType } title sku }
        unprocessedProducts { externalProductIdentifier { productId productType } title sku }
      }
    }
  }
}`

/** The neutral platform's record, and the defaults of every other. */
const neutral: Platform = {
  id: 'neutral',
  label: 'Neutral (SVC)',
  name: { the: 'the platform', The: 'The platform' },
  hasNotificationErrors: false,
  headerWord: 'SVC',
  authTokenElement: 'svcAuthToken',
  payloadType: 'SvcSchemaSOAP',
  legacyNamespace: '',
  graphqlPath: '/sell/listing_preview/graphql',
  tradingPath: '/ws/api',
  environments: null,
  listingPages: null,
  pictureHost: null,
  orderPages: null,
  scopeBase: null,
  scopes: {
    user: [
      '/oauth/api_scope/message',
      '/oauth/api_scope/sell.inventory',
      '/oauth/api_scope/sell.listing_preview',
      '/oauth/api_scope/commerce.notification.subscription',
    ],
    application: ['/oauth/api_scope'],
    gated: [],
  },
  redirect: 'address',
  keys: {
    clientId: { label: 'Client ID', description: 'Also called application ID. It isn’t secret.' },
    clientSecret: {
      label: 'Client secret',
      description: 'Also called certificate or cert ID. Only Stallhand can read it, and it is never shown again.',
    },
    redirect: {
      label: 'Redirect',
      description:
        'The redirect value registered for the application. If empty, the browser returns to this computer automatically.',
    },
  },
  developerAccount: null,
  developerPage: null,
  receiverSteps: null,
  clientHints: {},
  clientIdMarks: null,
  marketplaces: [{ id: 'SVC_US', label: 'United States', language: 'en-US', siteId: '0', currency: 'USD' }],
  conditions: ['NEW', 'USED_EXCELLENT', 'USED_VERY_GOOD', 'USED_GOOD', 'USED_ACCEPTABLE', 'FOR_PARTS_OR_NOT_WORKING'],
  limits: {
    itemChangesPerDay: 250,
    changesCountedPer: 'seller',
    pictures: 12,
    picturesInGroup: 12,
    aspectValue: 50,
    aspectValues: null,
    aspects: null,
    description: null,
    callsPerDay: {},
    productsPerTask: 500,
    taskPolls: { firstMs: 5_000, maxMs: 60_000 },
    tokenCharacters: null,
    destinationName: null,
  },
  mapping: { startDocument, startVariables: defaultStartVariables, taskDocument: neutralTaskDocument },
  capabilities: {
    listing: false,
    moreFields: false,
    itemList: false,
    bulkItemReads: false,
    activeListings: false,
    itemDeletion: false,
    itemGroups: false,
    unansweredFilter: true,
    mediaAlone: false,
    dropsContactData: false,
    applicationSubscriptions: false,
    alertAddressFirst: false,
    challengesOnWrite: false,
    oneSubscriptionPerTopic: false,
    loginPrompt: false,
    acceptLanguage: false,
    requiresBody: false,
    catalogDetails: false,
    publishedMapping: false,
    legacyEventCatalogue: true,
    legacySignature: false,
    identity: false,
    pictureUpload: false,
    orders: false,
    cases: [],
    earnings: false,
    statedLimits: [],
  },
  signatures: { marketplaces: [], calls: [] },
}

const listEbayAddresses = (infix: '' | '.sandbox'): Addresses => ({
  baseUrl: `https://api${infix}.ebay.com`,
  authorizeUrl: `https://auth${infix}.ebay.com/oauth2/authorize`,
  tokenUrl: `https://api${infix}.ebay.com/identity/v1/oauth2/token`,
  graphqlUrl: `https://graphqlapi${infix}.ebay.com/graphql`,
  tradingEndpoint: `https://api${infix}.ebay.com/ws/api.dll`,
  identityUrl: `https://apiz${infix}.ebay.com/commerce/identity/v1`,
  mediaUrl: `https://apim${infix}.ebay.com/commerce/media/v1_beta`,
  financesUrl: `https://apiz${infix}.ebay.com/sell/finances/v1`,
})

const marketplace = (
  id: string,
  label: string,
  language: string,
  siteId: string,
  currency: string,
  zone: string,
  otherLanguages: readonly string[] = [],
): Marketplace => ({ id, label, language, siteId, currency, zone, otherLanguages })

const ebay: Platform = {
  id: 'ebay',
  label: 'eBay',
  name: { the: 'eBay', The: 'eBay' },
  hasNotificationErrors: true,
  headerWord: 'EBAY',
  authTokenElement: 'eBayAuthToken',
  payloadType: 'eBLSchemaSOAP',
  legacyNamespace: 'urn:ebay:apis:eBLBaseComponents',
  graphqlPath: '/graphql',
  tradingPath: '/ws/api.dll',
  listingPages: { sandbox: 'https://www.sandbox.ebay.com/itm/', production: 'https://www.ebay.com/itm/' },
  orderPages: {
    sandbox: 'https://www.sandbox.ebay.com/sh/ord/details?orderid=',
    production: 'https://www.ebay.com/sh/ord/details?orderid=',
  },
  environments: { sandbox: listEbayAddresses('.sandbox'), production: listEbayAddresses('') },
  pictureHost: 'ebayimg.com',
  // PLT-03: scopes are absolute, and the same in the sandbox.
  scopeBase: 'https://api.ebay.com',
  scopes: {
    user: [
      // The legacy calls use the seller's token (PLT-19), and have only been seen to work with the root scope.
      '/oauth/api_scope',
      '/oauth/api_scope/commerce.message',
      '/oauth/api_scope/sell.inventory',
      '/oauth/api_scope/sell.inventory.mapping',
      '/oauth/api_scope/sell.account',
      '/oauth/api_scope/sell.fulfillment',
      '/oauth/api_scope/sell.finances',
      '/oauth/api_scope/commerce.identity.readonly',
      '/oauth/api_scope/commerce.notification.subscription',
    ],
    application: ['/oauth/api_scope'],
    // Each was refused to ordinary keysets, which ends the whole sign-in: https://github.com/Marty-LFG/tcg-listing-tools
    gated: ['sell.cancellation', 'sell.return', 'sell.inquiry', 'sell.listing', 'buy.item.stream', 'buy.watchlist'],
  },
  redirect: 'name',
  keys: {
    clientId: {
      label: 'Client ID',
      description:
        'On developer.ebay.com under Application Keys: “App ID (Client ID)” of this keyset. It isn’t secret.',
    },
    clientSecret: {
      label: 'Client secret',
      description:
        'On the same page: “Cert ID (Client Secret)”. Only Stallhand can read it, and it is never shown again.',
    },
    redirect: {
      label: 'RuName',
      description:
        'Beside the App ID choose User Tokens, then “Get a Token from eBay via Your Application”: the “RuName (eBay Redirect URL name)”. It is a name, not an address.',
    },
  },
  developerAccount: {
    page: 'https://developer.ebay.com/signin?tab=register',
    about:
      'eBay lets a program into your shop through an application that you register in your own name. It costs nothing. eBay checks new developer accounts first, which takes about a day; after that you need ten minutes.',
    purpose: 'A desktop app for my own eBay shop',
  },
  developerPage: 'https://developer.ebay.com/my/keys',
  receiverSteps:
    'Marketplace account deletion is set on developer.ebay.com, not here: choose Notifications beside your App ID, and enter this address and your verification token there. eBay asks for it before production keys work.',
  clientHints: {
    sandbox: 'Copy the App ID and the Cert ID from the same sandbox keyset.',
    production:
      'Copy the App ID and the Cert ID from the same production keyset. A new one works only after marketplace account deletion is set up for it on developer.ebay.com, or an exemption was filed there.',
  },
  clientIdMarks: { sandbox: '-SBX-', production: '-PRD-' },
  marketplaces: [
    marketplace('EBAY_US', 'United States', 'en-US', '0', 'USD', 'America/Los_Angeles'),
    marketplace('EBAY_GB', 'United Kingdom', 'en-GB', '3', 'GBP', 'Europe/London'),
    marketplace('EBAY_DE', 'Germany', 'de-DE', '77', 'EUR', 'Europe/Berlin'),
    marketplace('EBAY_AU', 'Australia', 'en-AU', '15', 'AUD', 'Australia/Sydney'),
    marketplace('EBAY_AT', 'Austria', 'de-AT', '16', 'EUR', 'Europe/Vienna'),
    marketplace('EBAY_BE', 'Belgium', 'fr-BE', '23', 'EUR', 'Europe/Brussels', ['nl-BE']),
    marketplace('EBAY_CA', 'Canada', 'en-CA', '2', 'CAD', 'America/Toronto', ['fr-CA']),
    marketplace('EBAY_CH', 'Switzerland', 'de-CH', '193', 'CHF', 'Europe/Zurich', ['fr-CH', 'it-CH']),
    marketplace('EBAY_ES', 'Spain', 'es-ES', '186', 'EUR', 'Europe/Madrid'),
    marketplace('EBAY_FR', 'France', 'fr-FR', '71', 'EUR', 'Europe/Paris'),
    marketplace('EBAY_HK', 'Hong Kong', 'zh-HK', '201', 'HKD', 'Asia/Hong_Kong'),
    marketplace('EBAY_IE', 'Ireland', 'en-IE', '205', 'EUR', 'Europe/Dublin'),
    marketplace('EBAY_IT', 'Italy', 'it-IT', '101', 'EUR', 'Europe/Rome'),
    marketplace('EBAY_MY', 'Malaysia', 'en-MY', '207', 'MYR', 'Asia/Kuala_Lumpur'),
    marketplace('EBAY_NL', 'Netherlands', 'nl-NL', '146', 'EUR', 'Europe/Amsterdam'),
    marketplace('EBAY_PH', 'Philippines', 'en-PH', '211', 'PHP', 'Asia/Manila'),
    marketplace('EBAY_PL', 'Poland', 'pl-PL', '212', 'PLN', 'Europe/Warsaw'),
    marketplace('EBAY_SG', 'Singapore', 'en-SG', '216', 'SGD', 'Asia/Singapore'),
    marketplace('EBAY_MOTORS_US', 'United States, Motors', 'en-US', '100', 'USD', 'America/Los_Angeles'),
  ],
  conditions: knownConditions,
  limits: {
    itemChangesPerDay: 250,
    changesCountedPer: 'listing',
    pictures: 24,
    picturesInGroup: 12,
    aspectValue: 65,
    aspectValues: 30,
    aspects: 45,
    description: 4_000,
    callsPerDay: {
      inventory: 2_000_000,
      mapping: 20,
      notification: 10_000,
      trading: 5_000,
      fulfillment: 100_000,
      postOrder: 5_000,
      account: 25_000,
      // Taxonomy's, the lower one; metadata has its own.
      catalog: 5_000,
      analytics: 5_000,
    },
    productsPerTask: 10,
    // The mapping service allows 20 calls a day.
    taskPolls: { firstMs: 60_000, maxMs: 600_000 },
    tokenCharacters: { min: 32, max: 80 },
    destinationName: 64,
  },
  mapping: { startDocument: ebayStartDocument, startVariables: '', taskDocument: ebayTaskDocument },
  capabilities: {
    listing: true,
    moreFields: true,
    itemList: true,
    bulkItemReads: true,
    activeListings: true,
    itemDeletion: true,
    itemGroups: true,
    unansweredFilter: false,
    mediaAlone: true,
    dropsContactData: true,
    applicationSubscriptions: true,
    alertAddressFirst: true,
    challengesOnWrite: true,
    oneSubscriptionPerTopic: true,
    loginPrompt: true,
    acceptLanguage: true,
    requiresBody: true,
    catalogDetails: true,
    publishedMapping: true,
    legacyEventCatalogue: false,
    legacySignature: true,
    identity: true,
    pictureUpload: true,
    orders: true,
    // The service has no sandbox: https://developer.ebay.com/Devzone/post-order/concepts/UsageGuide.html
    cases: ['practice', 'production'],
    earnings: true,
    // The sandbox answers with sample figures.
    statedLimits: ['practice', 'production'],
  },
  // https://developer.ebay.com/develop/guides/digital-signatures-for-apis
  signatures: {
    marketplaces: [
      ...['EBAY_GB', 'EBAY_IE', 'EBAY_DE', 'EBAY_AT', 'EBAY_FR', 'EBAY_IT', 'EBAY_ES', 'EBAY_NL', 'EBAY_BE', 'EBAY_PL'],
    ],
    calls: [
      { service: 'finances' },
      { service: 'fulfillment', operations: ['issueRefund'] },
      { service: 'trading', operations: ['GetAccount'] },
      {
        service: 'postOrder',
        operations: [
          ...['issueInquiryRefund', 'issueCaseRefund', 'issueReturnRefund', 'processReturnRequest'],
          ...['createCancellation', 'approveCancellationRequest'],
        ],
      },
    ],
  },
}

export const platforms: Readonly<Record<PlatformId, Platform>> = { neutral, ebay }

/** All addresses of a platform that answers under one base URL, as the practice platform does. */
export const listAddressesUnder = (baseUrl: string, platform: Platform): Addresses => ({
  baseUrl,
  authorizeUrl: `${baseUrl}/oauth2/authorize`,
  tokenUrl: `${baseUrl}/identity/v1/oauth2/token`,
  graphqlUrl: `${baseUrl}${platform.graphqlPath}`,
  tradingEndpoint: `${baseUrl}${platform.tradingPath}`,
  identityUrl: `${baseUrl}/commerce/identity/v1`,
  mediaUrl: `${baseUrl}/commerce/media/v1_beta`,
  financesUrl: `${baseUrl}/sell/finances/v1`,
})

/** The fields of a connection that header and type names are built from (MSG-01). */
type Names = { readonly headerWord: string }

export const marketplaceHeader = ({ headerWord }: Names): string => `X-${headerWord}-C-MARKETPLACE-ID`
export const signatureHeader = ({ headerWord }: Names): string => `X-${headerWord}-SIGNATURE`
/** The conversation type of the platform's own messages (MSG-02). */
export const platformConversationType = ({ headerWord }: Names): string => `FROM_${headerWord}`
/** `legacyHeader(profile, 'CALL-NAME')` is `X-SVC-API-CALL-NAME` (SOAP-01). */
export const legacyHeader = ({ headerWord }: Names, name: string): string => `X-${headerWord}-API-${name}`

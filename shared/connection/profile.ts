/**
 * A connection without its secrets: where the platform is and how this seller uses it. Secrets are in main's vault,
 * keyed by the connection's id, so a profile can be shown, exported and passed as a file.
 */
import * as z from 'zod'
import {
  type Addresses,
  DEFAULT_PLATFORM,
  listAddressesUnder,
  type Platform,
  type PlatformId,
  PRACTICE_PLATFORM,
  platformIds,
  platforms,
} from './platforms.ts'
import { startVariablesSchema } from './start-variables.ts'

export const connectionKindSchema = z.enum(['practice', 'sandbox', 'production'])
export type ConnectionKind = z.infer<typeof connectionKindSchema>

/** This machine, as a URL's `hostname` spells it. */
export const isLoopback = (hostname: string): boolean =>
  hostname === '127.0.0.1' || hostname === 'localhost' || hostname === '[::1]'

/** An address that a token may be sent to: HTTPS, or plain HTTP on this machine, without a user name or password. */
const serviceUrlSchema = z
  .string()
  .max(500)
  .superRefine((text, ctx) => {
    const url = URL.canParse(text) ? new URL(text) : undefined
    const problem =
      url === undefined
        ? `“${text}” isn’t an address. Write it with its scheme, such as https://api.example.com`
        : url.protocol !== 'https:' && !(url.protocol === 'http:' && isLoopback(url.hostname))
          ? `“${text}” isn’t HTTPS. Plain HTTP is allowed on this computer only (127.0.0.1)`
          : url.username !== '' || url.password !== ''
            ? 'The address contains a name or password. Leave them out: secrets are entered separately'
            : undefined
    if (problem !== undefined) ctx.addIssue({ code: 'custom', message: problem })
  })
  .transform((text) => text.replace(/\/+$/, ''))

const scopeList = z
  .array(
    z
      .string()
      .regex(/^[\x21-\x7e]{1,300}$/, 'A scope is one word of at most 300 visible characters. Write one on each line'),
  )
  .max(30, 'At most 30 scopes can be requested at once')

const scopeBaseSchema = z
  .string()
  .regex(/^[\x21-\x7e]{1,200}$/, 'The scope base is one word of at most 200 visible characters')
  .transform((text) => text.replace(/\/+$/, ''))

/** Until 0.2.2, connections and connection files called the neutral platform `documents`. */
const platformSchema = z.preprocess(
  (id: PlatformId | 'documents') => (id === 'documents' ? DEFAULT_PLATFORM : id),
  z.enum(platformIds),
)

/** Detects a document that was pasted only in part. */
const isBalanced = (text: string): boolean => {
  let depth = 0
  for (const char of text) {
    if (char === '{') depth += 1
    if (char === '}') depth -= 1
    if (depth < 0) return false
  }
  return depth === 0
}

const graphqlDocument = (type: 'query' | 'mutation', operation: string) =>
  z
    .string()
    .max(20_000, 'The document is longer than 20,000 characters')
    .refine((text) => new RegExp(`\\b${operation}\\b`).test(text), `The document doesn’t call ${operation}`)
    .refine(
      (text) => new RegExp(`(^|\\})\\s*${type}\\b`, 'm').test(text),
      `The document has no ${type}. It must begin with the word “${type}”`,
    )
    .refine(isBalanced, 'The document is incomplete: its braces don’t close. Paste the whole document')

/** Where the platform redirects after a sign-in: an address, or a name from its developer pages. Empty: a free loopback port. */
const redirectUriSchema = z
  .string()
  .regex(
    /^[\x21-\x7e]{0,500}$/,
    'The redirect is one word of at most 500 visible characters, as the developer pages show it',
  )
  .superRefine((text, ctx) => {
    const url = URL.canParse(text) ? new URL(text) : undefined
    if (url === undefined) return
    if (url.username !== '' || url.password !== '') {
      ctx.addIssue({ code: 'custom', message: 'The redirect contains a name or password. Leave them out' })
    } else if (url.protocol === 'http:' && !isLoopback(url.hostname)) {
      ctx.addIssue({
        code: 'custom',
        message: `“${text}” isn’t HTTPS. Plain HTTP is allowed on this computer only (http://127.0.0.1)`,
      })
    }
  })

const wholeNumber = (least: number, most: number) => {
  const message = `Use a whole number from ${least} to ${most.toLocaleString('en-US')}`
  return z.int(message).min(least, message).max(most, message)
}

/**
 * How a notification's signature header is encoded, if the platform doesn't say (RCV-04). The first is the public form.
 */
export const signatureForms = ['base64Json', 'json', 'pairs', 'keyAndSignature'] as const
export type SignatureForm = (typeof signatureForms)[number]

const mappingDocumentsSchema = z.strictObject({
  startDocument: graphqlDocument('mutation', 'startListingPreviewsCreation'),
  startVariables: startVariablesSchema,
  taskDocument: graphqlDocument('query', 'listingPreviewsCreationTaskById'),
})

const connectionProfileSchema = z.strictObject({
  /** Names the database and the secrets: `practice`, `my-shop-sandbox`. */
  id: z
    .string()
    .regex(
      /^[a-z0-9][a-z0-9-]{0,39}$/,
      'Use 1 to 40 small letters, digits and hyphens, beginning with a letter or digit',
    ),
  name: z
    .string()
    .trim()
    .min(1, 'Give the connection a name: what you call this shop')
    .max(60, 'The name has more than 60 characters. Shorten it'),
  kind: connectionKindSchema,
  baseUrl: serviceUrlSchema,
  tradingEndpoint: serviceUrlSchema,
  graphqlUrl: serviceUrlSchema,
  identityUrl: serviceUrlSchema,
  mediaUrl: serviceUrlSchema,
  financesUrl: serviceUrlSchema,
  oauth: z.strictObject({
    authorizeUrl: serviceUrlSchema,
    tokenUrl: serviceUrlSchema,
    clientId: z
      .string()
      .regex(/^[\x21-\x39\x3b-\x7e]{0,200}$/, 'The client ID is one word of at most 200 characters, without a colon'),
    redirectUri: redirectUriSchema,
  }),
  /** The prefix of scopes, before `/oauth/api_scope`. */
  scopeBase: scopeBaseSchema,
  /** Requested scopes, by credential. */
  scopes: z.strictObject({ user: scopeList, application: scopeList }),
  marketplaceId: z
    .string()
    .regex(/^[A-Za-z0-9_-]{1,40}$/, 'The marketplace is one word of letters, digits, _ and -, such as SVC_US'),
  /** Content-Language of writes. */
  contentLanguage: z
    .string()
    .regex(/^[A-Za-z]{2,3}(-[A-Za-z0-9]{2,8})*$/, 'Write the language as in en-US: language, hyphen, country'),
  /** X-…-API-SITEID and X-…-API-COMPATIBILITY-LEVEL of the legacy calls. */
  siteId: z.string().regex(/^\d{1,5}$/, 'The site ID is a number of at most five digits, such as 0'),
  compatibilityLevel: z
    .string()
    .regex(/^\d{1,5}$/, 'The compatibility level is a number of at most five digits, such as 1311'),
  mapping: mappingDocumentsSchema,
  limits: z.strictObject({
    /** Create or update calls in any 24 hours, 250 by default (INV-15). */
    itemChangesPerDay: wholeNumber(1, 1_000_000),
    /** What the limit is counted by. */
    changesCountedPer: z.enum(['seller', 'listing']),
    productsPerTask: wholeNumber(1, 500),
    /** Background reads per day for each service without a known limit (PLT-38). */
    backgroundReadsPerDay: wholeNumber(20, 10_000_000),
  }),
  receiver: z.strictObject({
    /** The loopback port that the receiver listens on; 0 picks a free one and keeps it. */
    port: wholeNumber(0, 65_535),
    /** The address registered with the platform, if a tunnel or proxy is in between. */
    registeredUrl: z.string().max(500).nullable(),
    signatureForm: z.enum(signatureForms),
  }),
  /** Replaces the start of picture addresses: the practice shop's pictures have no public host. */
  pictureMirrors: z.array(z.strictObject({ from: z.string().max(200), to: z.string().max(200) })).max(10),
  platform: platformSchema,
  /** The word in header names and conversation types, `SVC` by default (MSG-01). */
  headerWord: z.string().regex(/^[A-Za-z0-9]{1,20}$/, 'The word in header names has 1 to 20 letters and digits'),
  /** Path of the bulk call below /sell/inventory/v1. Two are known (INV-13). */
  bulkPath: z.enum(['/bulk_create_or_replace_inventory_item', '/inventory_item/bulk_create_or_replace']),
  /** Whether items can be listed through this connection (INV-16). */
  canList: z.boolean(),
})

export type ConnectionProfile = z.infer<typeof connectionProfileSchema>

const { shape } = connectionProfileSchema

/** The share of a typed limit that 0.2 reserved for background reads. */
const OLD_BACKGROUND_SHARE = 0.65

/**
 * Profiles of 0.2 may also contain two settings that no longer exist, which are dropped, and a limit on all calls,
 * which becomes one on background reads.
 */
const limitsFileSchema = shape.limits
  .partial()
  .extend({
    changesCountedBy: z.unknown().optional(),
    changeDay: z.unknown().optional(),
    callsPerDay: wholeNumber(50, 10_000_000).nullish(),
  })
  .transform(({ changesCountedBy: _, changeDay: __, callsPerDay, ...limits }) =>
    callsPerDay == null ? limits : { backgroundReadsPerDay: Math.floor(callsPerDay * OLD_BACKGROUND_SHARE), ...limits },
  )

/**
 * A profile as a person writes it: kind, name and base URL. Everything else has a default.
 *
 * A practice profile may omit the base URL: the app then starts its own practice platform.
 */
export const profileFileSchema = connectionProfileSchema.partial().extend({
  kind: shape.kind,
  name: shape.name,
  oauth: shape.oauth.partial().optional(),
  scopes: shape.scopes.partial().optional(),
  mapping: shape.mapping.partial().optional(),
  limits: limitsFileSchema.optional(),
  receiver: shape.receiver.partial().optional(),
})

export type ProfileFile = z.infer<typeof profileFileSchema>

/** A profile for this run only, and the file it came from (`--connection=FILE`). */
export type GivenProfile = { readonly profile: ProfileFile; readonly file: string }

/** The practice shop of a folder from before 0.4: the neutral formats. */
export const practiceProfileFile: ProfileFile = { id: 'practice', kind: 'practice', name: 'Practice shop' }

/** The practice shop of a new folder: it has everything, orders and sales too (USE-09). */
export const firstPracticeProfileFile: ProfileFile = { ...practiceProfileFile, platform: PRACTICE_PLATFORM }

const slug = (name: string): string =>
  name
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, 40)
    .replace(/^-+|-+$/g, '') || 'connection'

/** The id of a profile: its own, or one derived from its name. */
export const toProfileId = (file: Pick<ProfileFile, 'id' | 'name'>): string => file.id ?? slug(file.name)

/** Additional scopes for the practice platform's topics and policies. */
const practiceScopes = ['/oauth/api_scope/sell.fulfillment', '/oauth/api_scope/sell.account']

/** The record of a profile's platform. */
export const getPlatform = (file: Pick<ProfileFile, 'platform'>): Platform =>
  platforms[file.platform ?? DEFAULT_PLATFORM]

/** The public page of a listing; undefined if the platform's pages aren't known, and for practice. */
export const listingPageUrl = (
  profile: Pick<ConnectionProfile, 'platform' | 'kind'>,
  listingId: string,
): string | undefined => {
  const base = profile.kind === 'practice' ? undefined : getPlatform(profile).listingPages?.[profile.kind]
  return base === undefined ? undefined : `${base}${encodeURIComponent(listingId)}`
}

/** The platform's own addresses for this kind of connection; undefined if the seller types them, or for practice. */
const findFixedAddresses = (file: Pick<ProfileFile, 'kind' | 'platform' | 'baseUrl'>): Addresses | undefined => {
  const { environments } = getPlatform(file)
  // A base URL on this machine replaces the platform, with all services below it.
  return file.kind === 'practice' || file.baseUrl !== undefined ? undefined : environments?.[file.kind]
}

/** Used if a platform doesn't state how many calls a day a service accepts. */
const DEFAULT_BACKGROUND_READS = 2_000

type Derived = Omit<ConnectionProfile, 'id' | 'name' | 'kind'>

/**
 * The defaults that follow from kind, platform, marketplace and base URL. Forms show them as placeholders.
 *
 * `baseUrl` is used if the platform has no addresses of its own.
 */
export const profileDefaults = (
  file: Pick<ProfileFile, 'kind' | 'platform' | 'marketplaceId' | 'baseUrl' | 'scopeBase'>,
  baseUrl: string,
): Derived => {
  const platform = getPlatform(file)
  const isPractice = file.kind === 'practice'
  const addresses = findFixedAddresses(file) ?? listAddressesUnder(baseUrl, platform)
  const [firstMarketplace] = platform.marketplaces
  const marketplace = platform.marketplaces.find(({ id }) => id === file.marketplaceId) ?? firstMarketplace
  const scopeBase = (file.scopeBase ?? platform.scopeBase ?? addresses.baseUrl).replace(/\/+$/, '')
  const toScope = (path: string): string => `${scopeBase}${path}`
  const userScopes = [...new Set([...platform.scopes.user, ...(isPractice ? practiceScopes : [])])]
  const { authorizeUrl, tokenUrl, ...services } = addresses
  return {
    ...services,
    oauth: { authorizeUrl, tokenUrl, clientId: isPractice ? 'practice-client' : '', redirectUri: '' },
    scopeBase,
    scopes: { user: userScopes.map(toScope), application: platform.scopes.application.map(toScope) },
    marketplaceId: marketplace?.id ?? '',
    contentLanguage: marketplace?.language ?? 'en-US',
    siteId: marketplace?.siteId ?? '0',
    compatibilityLevel: '1311',
    mapping: platform.mapping,
    limits: {
      itemChangesPerDay: platform.limits.itemChangesPerDay,
      changesCountedPer: platform.limits.changesCountedPer,
      productsPerTask: platform.limits.productsPerTask,
      backgroundReadsPerDay: DEFAULT_BACKGROUND_READS,
    },
    receiver: { port: 0, registeredUrl: null, signatureForm: signatureForms[0] },
    pictureMirrors: isPractice ? [{ from: 'https://pictures.practice.invalid/', to: `${baseUrl}/pictures/` }] : [],
    platform: platform.id,
    headerWord: platform.headerWord,
    bulkPath: '/bulk_create_or_replace_inventory_item',
    canList: isPractice || platform.capabilities.listing,
  }
}

/**
 * The Accept-Language of calls about items, offers, policies and categories (PLT-23). eBay's descriptions never name it, and
 * without it eBay answers 400 with 25709: https://github.com/hendt/ebay-api/issues/137
 */
export const languageHeaders = (profile: Pick<ConnectionProfile, 'platform' | 'contentLanguage'>) =>
  getPlatform(profile).capabilities.acceptLanguage ? { 'accept-language': profile.contentLanguage } : {}

/** ISO 4217 code of the amounts of the connection's marketplace. */
export const currencyOf = (profile: Pick<ConnectionProfile, 'platform' | 'marketplaceId'>): string =>
  getPlatform(profile).marketplaces.find(({ id }) => id === profile.marketplaceId)?.currency ?? 'USD'

/**
 * The headers of reads of business policies. A marketplace with several languages has policies for each, chosen by Content-Language:
 * https://developer.ebay.com/api-docs/sell/account/resources/fulfillment_policy/methods/getFulfillmentPolicies
 */
export const policyHeaders = (
  profile: Pick<ConnectionProfile, 'platform' | 'contentLanguage' | 'marketplaceId'>,
): Readonly<Record<string, string>> => {
  const { otherLanguages = [] } = getPlatform(profile).marketplaces.find(({ id }) => id === profile.marketplaceId) ?? {}
  return {
    ...languageHeaders(profile),
    ...(otherLanguages.length > 0 ? { 'content-language': profile.contentLanguage } : {}),
  }
}

/**
 * The seller's scope with one of these names, such as `sell.inventory`, as the connection spells it (AUT-03). Returns
 * the scope to grant, even one that was never requested, and never the read-only variant.
 */
export const nameScope = (profile: ConnectionProfile, ...names: readonly [string, ...string[]]): string => {
  const { scopes } = getPlatform(profile)
  const isNamed = (scope: string): boolean => names.some((name) => scope.endsWith(`/${name}`))
  const path = scopes.user.find(isNamed)
  return profile.scopes.user.find(isNamed) ?? (path === undefined ? names[0] : `${profile.scopeBase}${path}`)
}

/** Like a spread, except that undefined fields don't override. */
const merge = (under: object, over: object | undefined): object => ({
  ...under,
  ...Object.fromEntries(Object.entries(over ?? {}).filter(([, value]) => value !== undefined)),
})

/**
 * Fills in the defaults. `practiceUrl` is the base URL of a practice profile that has none.
 *
 * Throws a `ZodError` if the result is incomplete, such as a sandbox without a base URL.
 */
export const completeProfile = (file: ProfileFile, practiceUrl?: string): ConnectionProfile => {
  const typedUrl = file.baseUrl ?? (file.kind === 'practice' ? practiceUrl : undefined)
  const defaults = profileDefaults(file, typedUrl ?? '')
  return connectionProfileSchema.parse({
    ...merge(defaults, file),
    id: toProfileId(file),
    baseUrl: typedUrl ?? findFixedAddresses(file)?.baseUrl,
    oauth: merge(defaults.oauth, file.oauth),
    scopes: merge(defaults.scopes, file.scopes),
    mapping: merge(defaults.mapping, file.mapping),
    limits: merge(defaults.limits, file.limits),
    receiver: merge(defaults.receiver, file.receiver),
  })
}

/** Every host that this connection talks to, as origins (PLT-02). */
export const listOrigins = (profile: ConnectionProfile): readonly string[] => {
  const { baseUrl, tradingEndpoint, graphqlUrl, identityUrl, mediaUrl, financesUrl, oauth } = profile
  const services = [baseUrl, tradingEndpoint, graphqlUrl, identityUrl, mediaUrl, financesUrl]
  const urls = [...services, oauth.tokenUrl, oauth.authorizeUrl]
  return [...new Set(urls.map((url) => new URL(url).origin))]
}

/**
 * Represents the app's own practice platform, whose port changes with each start. No other profile can use this
 * address.
 */
const OWN_PRACTICE_URL = 'https://own-practice.invalid'

/**
 * The origins that a connection's secrets are entered for (SEC-01): all of its hosts. The app's own practice platform
 * counts as one. Throws a `ZodError` if the profile is incomplete.
 */
export const listSecretOrigins = (file: ProfileFile): readonly string[] =>
  listOrigins(completeProfile(file, OWN_PRACTICE_URL))

/** Whether a changed profile contains an origin that the previous one did not. */
export const addsOrigin = (before: ProfileFile, after: ProfileFile): boolean => {
  const known = listSecretOrigins(before)
  return listSecretOrigins(after).some((origin) => !known.includes(origin))
}

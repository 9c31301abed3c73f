/**
 * A connection without its secrets: where the platform is, and how this seller talks to it.
 *
 * Secrets (client secret, tokens, verification token, legacy credentials) are in the vault of main, keyed by the
 * connection's id. A profile can therefore be read, shown, exported and handed in as a file.
 */
import * as z from 'zod'
import { dialectSchema, documentsWords, knownWords } from './dialect.ts'

export const connectionKindSchema = z.enum(['practice', 'sandbox', 'production'])
export type ConnectionKind = z.infer<typeof connectionKindSchema>

/** This machine, as a URL's `hostname` spells it. */
export const isLoopback = (hostname: string): boolean =>
  hostname === '127.0.0.1' || hostname === 'localhost' || hostname === '[::1]'

/** An address that a token may be sent to: HTTPS, or plain HTTP on this machine; never with a name and password in it. */
export const serviceUrlSchema = z
  .string()
  .max(500)
  .superRefine((text, ctx) => {
    const url = URL.canParse(text) ? new URL(text) : undefined
    const problem =
      url === undefined
        ? `"${text}" is not an address. Write it with its scheme, such as https://api.example.com`
        : url.protocol !== 'https:' && !(url.protocol === 'http:' && isLoopback(url.hostname))
          ? `"${text}" is not HTTPS. Plain HTTP is allowed on this machine only (127.0.0.1)`
          : url.username !== '' || url.password !== ''
            ? 'The address holds a name or password. Leave them out; secrets are asked for separately'
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
  .max(30, 'More than 30 scopes cannot be asked for at once')

/** Braces that open and close: what a document that was pasted by half does not have. */
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
    .refine((text) => new RegExp(`\\b${operation}\\b`).test(text), `The document does not call ${operation}`)
    .refine(
      (text) => new RegExp(`(^|\\})\\s*${type}\\b`, 'm').test(text),
      `The document has no ${type}: it begins with the word "${type}"`,
    )
    .refine(isBalanced, 'The document is not whole: its braces do not close. Paste all of it')

/**
 * Where the platform leads back to after a sign-in: an address, or a name that the platform's developer pages gave.
 *
 * Empty: a port of this machine that is free at that moment.
 */
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
      ctx.addIssue({ code: 'custom', message: 'The redirect holds a name or password. Leave them out' })
    } else if (url.protocol === 'http:' && !isLoopback(url.hostname)) {
      ctx.addIssue({
        code: 'custom',
        message: `"${text}" is not HTTPS. Plain HTTP is allowed on this machine only (http://127.0.0.1)`,
      })
    }
  })

const wholeNumber = (least: number, most: number) => {
  const message = `Use a whole number from ${least} to ${most.toLocaleString('en-US')}`
  return z.int(message).min(least, message).max(most, message)
}

/** The two GraphQL documents of the mapping service and how its products are written (document 1 does not show the start's input). */
const mappingDocumentsSchema = z.strictObject({
  startDocument: graphqlDocument('mutation', 'startListingPreviewsCreation'),
  taskDocument: graphqlDocument('query', 'listingPreviewsCreationTaskById'),
})

export const connectionProfileSchema = z.strictObject({
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
  oauth: z.strictObject({
    authorizeUrl: serviceUrlSchema,
    tokenUrl: serviceUrlSchema,
    clientId: z
      .string()
      .regex(/^[\x21-\x39\x3b-\x7e]{0,200}$/, 'The client id is one word of at most 200 characters, without a colon'),
    redirectUri: redirectUriSchema,
  }),
  /** Scopes asked for, by the credential that carries them (documents 1 to 3, section 5). */
  scopes: z.strictObject({ user: scopeList, application: scopeList }),
  marketplaceId: z
    .string()
    .regex(/^[A-Za-z0-9_-]{1,40}$/, 'The marketplace is one word of letters, digits, _ and -, such as SVC_US'),
  /** Content-Language of writes, en-US by default (document 1 section 4). */
  contentLanguage: z
    .string()
    .regex(/^[A-Za-z]{2,3}(-[A-Za-z0-9]{2,8})*$/, 'The language is written as in en-US: language, hyphen, country'),
  /** X-…-API-SITEID and X-…-API-COMPATIBILITY-LEVEL of the legacy calls (document 3 section 4). */
  siteId: z.string().regex(/^\d{1,5}$/, 'The site id is a number of at most five digits, such as 0'),
  compatibilityLevel: z
    .string()
    .regex(/^\d{1,5}$/, 'The compatibility level is a number of at most five digits, such as 1311'),
  mapping: mappingDocumentsSchema,
  limits: z.strictObject({
    /** Create or update calls in any 24 hours, 250 in document 1 section 8. */
    itemChangesPerDay: wholeNumber(1, 1_000_000),
    /** 500 in document 1 section 8. */
    productsPerTask: wholeNumber(1, 500),
  }),
  receiver: z.strictObject({
    /** The loopback port that the receiver listens on; 0 picks one and keeps it. */
    port: wholeNumber(0, 65_535),
    /** The address registered with the platform where it is not the listening one (a tunnel or proxy between). */
    registeredUrl: z.string().max(500).nullable(),
  }),
  /** Where pictures of an origin are really fetched: the practice shop's pictures have no public host. */
  pictureMirrors: z.array(z.strictObject({ from: z.string().max(200), to: z.string().max(200) })).max(10),
  dialect: dialectSchema,
})

export type ConnectionProfile = z.infer<typeof connectionProfileSchema>

const defaultStartDocument = `mutation StartListingPreviewsCreation($input: StartListingPreviewsCreationInput!) {
  startListingPreviewsCreation(input: $input) {
    listingPreviewsCreationTask { id }
  }
}`

const defaultTaskDocument = `query ListingPreviewsCreationTaskById($input: ListingPreviewsCreationTaskByIdInput!) {
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

const { shape } = connectionProfileSchema

/**
 * A profile as a person writes it: kind, name and base URL; the rest follows from them unless it is given.
 *
 * A practice profile may leave the base URL out: the app then starts a practice platform of its own.
 */
export const profileFileSchema = connectionProfileSchema.partial().extend({
  kind: shape.kind,
  name: shape.name,
  oauth: shape.oauth.partial().optional(),
  scopes: shape.scopes.partial().optional(),
  mapping: shape.mapping.partial().optional(),
  limits: shape.limits.partial().optional(),
  receiver: shape.receiver.partial().optional(),
  dialect: shape.dialect.partial().optional(),
})

export type ProfileFile = z.infer<typeof profileFileSchema>

/** A profile that was given at the start, for this run, and the file it came from (`--connection=FILE`). */
export type GivenProfile = { readonly profile: ProfileFile; readonly file: string }

/** The practice connection of a new user: everything else follows from its kind. */
export const practiceProfileFile: ProfileFile = { id: 'practice', kind: 'practice', name: 'Practice shop' }

const slug = (name: string): string =>
  name
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, 40)
    .replace(/^-+|-+$/g, '') || 'connection'

/** The id of a profile: its own, or one made from its name. */
export const idOfProfile = (file: Pick<ProfileFile, 'id' | 'name'>): string => file.id ?? slug(file.name)

/** What the practice platform's topics ask for beyond the documents' scopes, so that each of them can be subscribed to. */
const practiceScopes = ['/oauth/api_scope/sell.fulfillment']

type Derived = Omit<ConnectionProfile, 'id' | 'name' | 'kind' | 'baseUrl'>

/** What follows from kind, base URL and the platform's words where nothing else is said: also what a form shows as such. */
export const defaultsOf = (file: Pick<ProfileFile, 'kind' | 'dialect'>, baseUrl: string): Derived => {
  const words = knownWords.find(({ dialect }) => dialect.upper === file.dialect?.upper) ?? documentsWords
  const isPractice = file.kind === 'practice'
  return {
    tradingEndpoint: `${baseUrl}/ws/api`,
    oauth: {
      authorizeUrl: `${baseUrl}/oauth2/authorize`,
      tokenUrl: `${baseUrl}/identity/v1/oauth2/token`,
      clientId: isPractice ? 'practice-client' : '',
      redirectUri: '',
    },
    scopes: {
      user: [...words.userScopes, ...(isPractice ? practiceScopes : [])].map((path) => `${baseUrl}${path}`),
      application: words.applicationScopes.map((path) => `${baseUrl}${path}`),
    },
    marketplaceId: isPractice ? 'PRACTICE_US' : `${words.dialect.upper}_US`,
    contentLanguage: 'en-US',
    siteId: '0',
    compatibilityLevel: '1311',
    mapping: { startDocument: defaultStartDocument, taskDocument: defaultTaskDocument },
    limits: { itemChangesPerDay: 250, productsPerTask: 500 },
    receiver: { port: 0, registeredUrl: null },
    pictureMirrors: isPractice ? [{ from: 'https://pictures.practice.invalid/', to: `${baseUrl}/pictures/` }] : [],
    dialect: words.dialect,
  }
}

/** `over` laid on `under`: a field that is absent or undefined leaves the one below it in sight. */
const laidOn = (under: object, over: object | undefined): object => ({
  ...under,
  ...Object.fromEntries(Object.entries(over ?? {}).filter(([, value]) => value !== undefined)),
})

/**
 * Fills in what a profile file leaves out.
 *
 * `practiceUrl` is the address of a practice platform that the app runs itself; it stands in where a practice profile has
 * no base URL. Throws a `ZodError` where the whole does not parse (a sandbox without a base URL, for one).
 */
export const completeProfile = (file: ProfileFile, practiceUrl?: string): ConnectionProfile => {
  const baseUrl = file.baseUrl ?? (file.kind === 'practice' ? practiceUrl : undefined)
  const defaults = defaultsOf(file, baseUrl ?? '')
  return connectionProfileSchema.parse({
    ...laidOn(defaults, file),
    id: idOfProfile(file),
    baseUrl,
    oauth: laidOn(defaults.oauth, file.oauth),
    scopes: laidOn(defaults.scopes, file.scopes),
    mapping: laidOn(defaults.mapping, file.mapping),
    limits: laidOn(defaults.limits, file.limits),
    receiver: laidOn(defaults.receiver, file.receiver),
    dialect: laidOn(defaults.dialect, file.dialect),
  })
}

/** Every origin that a connection's sign-in and calls go to: what its secrets are given for. */
export const originsOfProfile = ({ baseUrl, tradingEndpoint, oauth }: ConnectionProfile): ReadonlySet<string> =>
  new Set([baseUrl, tradingEndpoint, oauth.tokenUrl, oauth.authorizeUrl].map((url) => new URL(url).origin))

/**
 * Whether a change of the profile leads to a host that the former one did not name: its secrets then go (AUT-04).
 *
 * A practice platform of the app's own has another port at each start and counts as one host. Both must be whole.
 */
export const leadsElsewhere = (before: ProfileFile, after: ProfileFile): boolean => {
  const known = originsOfProfile(completeProfile(before, 'http://127.0.0.1:1'))
  return [...originsOfProfile(completeProfile(after, 'http://127.0.0.1:1'))].some((origin) => !known.has(origin))
}

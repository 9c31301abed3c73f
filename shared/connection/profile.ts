/**
 * A connection without its secrets: where the platform is, and how this seller talks to it.
 *
 * Secrets (client secret, tokens, verification token, legacy credentials) are in the vault of main, keyed by the
 * connection's id. A profile can therefore be read, shown, exported and handed in as a file.
 */
import * as z from 'zod'
import { dialectSchema, documentsDialect } from './dialect.ts'

export const connectionKindSchema = z.enum(['practice', 'sandbox', 'production'])
export type ConnectionKind = z.infer<typeof connectionKindSchema>

const isLoopback = (hostname: string): boolean =>
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

const scopeList = z.array(z.string().regex(/^[\x21-\x7e]{1,300}$/)).max(30)

/** The two GraphQL documents of the mapping service and how its products are written (document 1 does not show the start's input). */
const mappingDocumentsSchema = z.strictObject({
  startDocument: z.string().min(1).max(20_000),
  taskDocument: z.string().min(1).max(20_000),
})

export const connectionProfileSchema = z.strictObject({
  /** Names the database and the secrets: `practice`, `my-shop-sandbox`. */
  id: z
    .string()
    .regex(
      /^[a-z0-9][a-z0-9-]{0,39}$/,
      'Use 1 to 40 small letters, digits and hyphens, beginning with a letter or digit',
    ),
  name: z.string().trim().min(1).max(60),
  kind: connectionKindSchema,
  baseUrl: serviceUrlSchema,
  tradingEndpoint: serviceUrlSchema,
  oauth: z.strictObject({
    authorizeUrl: serviceUrlSchema,
    tokenUrl: serviceUrlSchema,
    clientId: z.string().max(200),
    redirectUri: z.string().max(500),
  }),
  /** Scopes asked for, by the credential that carries them (documents 1 to 3, section 5). */
  scopes: z.strictObject({ user: scopeList, application: scopeList }),
  marketplaceId: z.string().regex(/^[A-Za-z0-9_-]{1,40}$/),
  /** Content-Language of writes, en-US by default (document 1 section 4). */
  contentLanguage: z.string().regex(/^[A-Za-z]{2,3}(-[A-Za-z0-9]{2,8})*$/),
  /** X-…-API-SITEID and X-…-API-COMPATIBILITY-LEVEL of the legacy calls (document 3 section 4). */
  siteId: z.string().regex(/^\d{1,5}$/),
  compatibilityLevel: z.string().regex(/^\d{1,5}$/),
  mapping: mappingDocumentsSchema,
  limits: z.strictObject({
    /** Create or update calls in any 24 hours, 250 in document 1 section 8. */
    itemChangesPerDay: z.int().min(1).max(1_000_000),
    /** 500 in document 1 section 8. */
    productsPerTask: z.int().min(1).max(500),
  }),
  receiver: z.strictObject({
    /** The loopback port that the receiver listens on; 0 picks one and keeps it. */
    port: z.int().min(0).max(65_535),
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

/**
 * A profile as a person writes it: kind, name and base URL; the rest follows from them unless it is given.
 *
 * A practice profile may leave the base URL out: the app then starts a practice platform of its own.
 */
export const profileFileSchema = connectionProfileSchema
  .partial()
  .extend({ kind: connectionKindSchema, name: connectionProfileSchema.shape.name })

export type ProfileFile = z.infer<typeof profileFileSchema>

/** The practice connection of a new user: everything else follows from its kind. */
export const practiceProfileFile: ProfileFile = { id: 'practice', kind: 'practice', name: 'Practice shop' }

const slug = (name: string): string =>
  name
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '')
    .slice(0, 40) || 'connection'

/**
 * Fills in what a profile file leaves out.
 *
 * `practiceUrl` is the address of a practice platform that the app runs itself; it stands in where a practice profile has
 * no base URL. Throws a `ZodError` where the whole does not parse (a sandbox without a base URL, for one).
 */
export const completeProfile = (file: ProfileFile, practiceUrl?: string): ConnectionProfile => {
  const baseUrl = file.baseUrl ?? (file.kind === 'practice' ? practiceUrl : undefined)
  const scopeBase = baseUrl ?? ''
  const scope = (path: string): string => `${scopeBase}/oauth/api_scope${path}`
  return connectionProfileSchema.parse({
    id: slug(file.name),
    tradingEndpoint: `${baseUrl}/ws/api`,
    oauth: {
      authorizeUrl: `${baseUrl}/oauth2/authorize`,
      tokenUrl: `${baseUrl}/identity/v1/oauth2/token`,
      clientId: file.kind === 'practice' ? 'practice-client' : '',
      redirectUri: '',
    },
    scopes: {
      user: [
        scope('/message'),
        scope('/sell.inventory'),
        scope('/sell.listing_preview'),
        scope('/commerce.notification.subscription'),
      ],
      application: [scope('')],
    },
    marketplaceId: file.kind === 'practice' ? 'PRACTICE_US' : 'SVC_US',
    contentLanguage: 'en-US',
    siteId: '0',
    compatibilityLevel: '1311',
    mapping: { startDocument: defaultStartDocument, taskDocument: defaultTaskDocument },
    limits: { itemChangesPerDay: 250, productsPerTask: 500 },
    receiver: { port: 0, registeredUrl: null },
    pictureMirrors:
      file.kind === 'practice' ? [{ from: 'https://pictures.practice.invalid/', to: `${baseUrl}/pictures/` }] : [],
    dialect: documentsDialect,
    ...file,
    baseUrl,
  })
}

/**
 * Connections: the list, the open one, its online state, and who is signed in. Secrets go in; no output has a field for
 * one.
 */
import * as z from 'zod'
import { command, done, event, type FeatureContract, query } from '../ipc/define.ts'
import { permissionSchema } from './permissions.ts'
import { platformIds } from './platforms.ts'
import { connectionKindSchema, profileFileSchema } from './profile.ts'
import { receiverStatusSchema } from './receivers.ts'

const timeMs = z.number()

const onlineStatusSchema = z.object({
  /** Taken from the last request; `unknown` before the first one. */
  state: z.enum(['unknown', 'online', 'offline']),
  sinceMs: timeMs,
  /** When the next automatic attempt is due; null while online. */
  nextTryAtMs: timeMs.nullable(),
})

const sessionSchema = z.object({
  state: z.enum(['signedIn', 'signInNeeded']),
  /** The seller's name, or why no one is signed in. */
  label: z.string(),
  /** The scopes of the current token, if known. */
  scopes: z.array(z.string()),
  /** When the current token expires; it is renewed before that. */
  expiresAtMs: timeMs.nullable(),
  /** When the seller has to sign in again, if the platform said so. */
  signInEndsAtMs: timeMs.nullable(),
})

/** A sign-in in progress, or the result of the last one. */
const signInSchema = z.object({
  /** `waiting`: for the browser, or for a pasted code. `exchanging`: for tokens in exchange for the code. */
  phase: z.enum(['none', 'waiting', 'exchanging', 'failed', 'done']),
  /** `loopback`, `link`: the browser returns by itself, through a port or a link. `paste`: the user pastes the code. */
  way: z.enum(['loopback', 'link', 'paste']).nullable(),
  /** The sign-in page, in case the browser did not open. Null unless waiting. */
  address: z.string().nullable(),
  /** When waiting times out. */
  endsAtMs: timeMs.nullable(),
  problem: z.string().nullable(),
  /** The platform refused the client ID or client secret: fix those first. */
  isClientRefused: z.boolean(),
  /** The platform refused a permission: the seller can sign in without it (PLT-29). */
  isScopeRefused: z.boolean(),
})
export type SignIn = z.infer<typeof signInSchema>

/** Secrets that a user can enter, by name. */
export const typedSecretNames = [
  'clientSecret',
  'refreshToken',
  'accessToken',
  'appName',
  'devName',
  'certName',
  'userToken',
] as const
export type TypedSecretName = (typeof typedSecretNames)[number]

/** Says that a secret is stored, and since when. Never contains its value. */
const secretPresenceSchema = z.object({
  name: z.enum(typedSecretNames),
  isKept: z.boolean(),
  /** Null if it is not stored, or the time is unknown. */
  sinceMs: timeMs.nullable(),
})
export type SecretPresence = z.infer<typeof secretPresenceSchema>

const connectionStatusSchema = z.object({
  connection: z.object({
    id: z.string(),
    name: z.string(),
    kind: connectionKindSchema,
    baseUrl: z.string(),
    marketplaceId: z.string(),
    contentLanguage: z.string(),
    platform: z.enum(platformIds),
  }),
  online: onlineStatusSchema,
  session: sessionSchema,
  /**
   * Where secrets are stored. `kept`: in the system's key store. `sessionOnly`, `unwanted`: in memory until the app ends, because
   * the key store can't be used, or Stallhand was started with `--no-key-ring`.
   */
  secrets: z.enum(['kept', 'sessionOnly', 'unwanted']),
  signIn: signInSchema,
  /** The permissions that a sign-in requests, and those that the current one lacks. */
  permissions: z.array(permissionSchema),
  /** The host that the browser will open for a sign-in. */
  signInHost: z.string(),
  /** In the order of the form. Empty for a practice connection. */
  keptSecrets: z.array(secretPresenceSchema),
  writes: z.object({
    /** `unconfirmed`: production, and the seller has not consented since the start. */
    state: z.enum(['open', 'unconfirmed', 'readOnly']),
    /**
     * `asking`: an action waits for consent. `waiting`: queued changes wait for it. `declined`: the seller chose "Not
     * now".
     */
    question: z.enum(['none', 'asking', 'waiting', 'declined']),
  }),
})
export type ConnectionStatus = z.infer<typeof connectionStatusSchema>

/** A secret on its way from the user into main. No answer ever contains one (AUT-04). */
const typedSecret = z
  .string()
  .trim()
  .regex(/^[\x21-\x7e]{1,4000}$/, 'A secret has 1 to 4000 visible characters without spaces. Copy all of it again.')

const serviceCheckSchema = z.object({
  /** The service's name as the seller knows it: `Messages`. */
  name: z.string(),
  operation: z.string(),
  ok: z.boolean(),
  /** What the check found, and what to do about a problem. */
  message: z.string(),
  /** For support: status, error id or system error code. */
  detail: z.string().nullable(),
})
export type ServiceCheck = z.infer<typeof serviceCheckSchema>

/** Calls to one service in the last 24 hours, by purpose. */
const serviceCallsSchema = z.object({
  label: z.string(),
  /**
   * `seller`: the seller's own actions. `watch`: checks for news. `readAhead`: reads what the seller hasn't opened, for
   * search.
   */
  counts: z.object({ seller: z.int(), watch: z.int(), readAhead: z.int() }),
  /**
   * `stated`: the platform said at `atMs` how many calls it accepts, the seller's included. `published`: its documents say
   * so. `unknown`: neither does, so this limits background reads only.
   */
  limit: z.discriminatedUnion('source', [
    z.object({ source: z.literal('stated'), perDay: z.number(), atMs: timeMs }),
    z.object({ source: z.literal('published'), perDay: z.number() }),
    z.object({ source: z.literal('unknown'), perDay: z.number() }),
  ]),
  /** Background reads allowed per day. */
  backgroundCap: z.int(),
  /** Until when the platform refuses calls; null if it accepts them. */
  refusedUntilMs: timeMs.nullable(),
})
export type ServiceCalls = z.infer<typeof serviceCallsSchema>

const idSchema = z.string().max(40)

/** The texts of a form by field path, valid or not. No form has a field for a secret. */
const draftSchema = z.record(z.string().max(60), z.string().max(30_000))

/** A profile as its form edits it: the app assigns the id. */
const editedProfileSchema = profileFileSchema.omit({ id: true })
export type EditedProfile = z.infer<typeof editedProfileSchema>

/** `practice`: always exists. `stored`: in the settings. `file`: given at the start, for this run. */
const connectionSourceSchema = z.enum(['practice', 'stored', 'file'])

const listedConnectionSchema = z.object({
  id: z.string(),
  name: z.string(),
  kind: connectionKindSchema,
  platform: z.enum(platformIds),
  /** Null for a practice connection that uses the built-in platform. */
  baseUrl: z.string().nullable(),
  isOpen: z.boolean(),
  source: connectionSourceSchema,
  fileName: z.string().nullable(),
})
export type ListedConnection = z.infer<typeof listedConnectionSchema>

export const connectionContract = {
  status: query({ input: z.strictObject({}), output: connectionStatusSchema }),
  /** Calls of the last 24 hours. Services that were not called are left out. */
  calls: query({ input: z.strictObject({}), output: z.object({ services: z.array(serviceCallsSchema) }) }),
  /** Checks now whether the platform answers. */
  tryNow: command({ input: z.strictObject({}), output: z.object({ state: onlineStatusSchema.shape.state }) }),
  /** A picture, fetched and checked in main. Exactly one of the two fields is null. */
  image: query({
    input: z.strictObject({ url: z.string().max(2_000) }),
    output: z.object({ dataUrl: z.string().nullable(), problem: z.string().nullable() }),
  }),
  /** Makes one safe read of each service. */
  check: command({ input: z.strictObject({}), output: z.object({ services: z.array(serviceCheckSchema) }) }),
  /**
   * Stores secrets from the developer pages. An omitted one stays unchanged; null deletes it. The host asks about new hosts
   * (SEC-04); throws `conflict` if the seller does not agree to them.
   */
  keepSecrets: command({
    input: z.strictObject(
      Object.fromEntries(typedSecretNames.map((name) => [name, typedSecret.nullable().optional()])) as Record<
        TypedSecretName,
        z.ZodOptional<z.ZodNullable<typeof typedSecret>>
      >,
    ),
    output: done,
  }),

  /** The host asks for consent to the first change at production since the start (SEC-04). */
  allowWrites: command({ input: z.strictObject({}), output: z.object({ isAllowed: z.boolean() }) }),
  /** Switches read-only mode, which survives restarts. The host asks before it is switched off (SEC-04). */
  lockWrites: command({ input: z.strictObject({ isReadOnly: z.boolean() }), output: done }),

  list: query({
    input: z.strictObject({}),
    output: z.object({
      connections: z.array(listedConnectionSchema),
      /** Stored profiles that can't be read. They are kept unchanged. */
      unreadable: z.array(z.object({ name: z.string(), problem: z.string() })),
    }),
  }),
  /** One connection to edit, without defaults. */
  get: query({
    input: z.strictObject({ id: idSchema }),
    output: z.object({
      id: z.string(),
      source: connectionSourceSchema,
      isOpen: z.boolean(),
      profile: editedProfileSchema,
    }),
  }),
  create: command({ input: z.strictObject({ profile: editedProfileSchema }), output: z.object({ id: z.string() }) }),
  /**
   * Changes a connection, and reopens it if it is open. Its kind can't change. If an address leads to another host, its
   * secrets are deleted (`signedOut`): they were entered for the previous one.
   */
  update: command({
    input: z.strictObject({ id: idSchema, profile: editedProfileSchema }),
    output: z.object({ signedOut: z.boolean() }),
  }),
  /** Creates a connection with the same profile, its own database and no secrets. */
  duplicate: command({ input: z.strictObject({ id: idSchema }), output: z.object({ id: z.string() }) }),
  /** Deletes profile and secrets and renames the database. `name` is typed by the user and must match. */
  delete: command({
    input: z.strictObject({ id: idSchema, name: z.string().max(60) }),
    output: z.object({
      /** The database's new path; null if there was none. */
      setAsideAs: z.string().nullable(),
    }),
  }),
  /** Opens another connection. The current one stays open if that fails. */
  open: command({ input: z.strictObject({ id: idSchema }), output: done }),

  /** The unsaved texts of a connection's form. The id `new` is the form for a new one. */
  draft: query({ input: z.strictObject({ id: idSchema }), output: z.object({ fields: draftSchema.nullable() }) }),
  /** Stores the texts across restarts; null deletes them. */
  keepDraft: command({
    input: z.strictObject({ id: idSchema, fields: draftSchema.nullable() }),
    output: done,
  }),

  /**
   * Opens the platform's sign-in page in the browser and waits up to ten minutes. The host asks about new hosts, as in
   * `keepSecrets`.
   */
  beginSignIn: command({
    /** `without`: scopes to leave out; by default those of the last sign-in. */
    input: z.strictObject({ without: z.array(z.string().max(300)).max(30).optional() }),
    output: signInSchema,
  }),
  /** The code, or the whole address where the browser ended. */
  finishSignIn: command({ input: z.strictObject({ pasted: z.string().max(8_000) }), output: done }),
  cancelSignIn: command({ input: z.strictObject({}), output: done }),
  /**
   * Opens the page in the browser where the platform shows an application's keys. Throws `notFound` for a platform without a
   * known page.
   */
  openDeveloperPages: command({
    input: z.strictObject({ platform: z.enum(platformIds), page: z.enum(['account', 'keys']).default('keys') }),
    output: done,
  }),
  /** Deletes the seller's tokens, the legacy user token included. */
  signOut: command({ input: z.strictObject({}), output: done }),

  /** The receivers of this connection and of every registered one, starting with the connection on screen. */
  receivers: query({ input: z.strictObject({}), output: z.object({ receivers: z.array(receiverStatusSchema) }) }),

  /** The state or the log of a receiver changed. */
  receiversChanged: event(z.object({})),
  /** A sale, a question or a forgery arrived at a connection that isn't shown. `text` comes from a stranger. */
  arrivedElsewhere: event(
    z.object({
      /** The connection's id. */
      id: z.string(),
      name: z.string(),
      raises: z.enum(['sale', 'question', 'forgery']),
      title: z.string(),
      text: z.string(),
    }),
  ),
  /** Online state, session, sign-in or secrets changed. */
  changed: event(z.object({})),
  /** A connection or its profile was added, changed or removed. */
  listChanged: event(z.object({})),
} as const satisfies FeatureContract

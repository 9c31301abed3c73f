/**
 * The connection room's part of the contract: the connections there are, which of them is open, whether it answers, and
 * who is signed in. Nothing secret: what is typed as a secret goes in, and no output has a field for one.
 */
import * as z from 'zod'
import { command, event, type FeatureContract, query } from '../ipc/define.ts'
import { connectionKindSchema, profileFileSchema } from './profile.ts'

const timeMs = z.number()

export const onlineStatusSchema = z.object({
  /** What the last real call told; `unknown` before the first one. */
  state: z.enum(['unknown', 'online', 'offline']),
  sinceMs: timeMs,
  /** When the next attempt goes out by itself; null while online. */
  nextTryAtMs: timeMs.nullable(),
})

export const sessionSchema = z.object({
  state: z.enum(['signedIn', 'signInNeeded']),
  /** Who is signed in, or why nobody is, as a sentence or name to show. */
  label: z.string(),
  /** The rights of the present token, as far as they are known. */
  scopes: z.array(z.string()),
  /** When the present token ends; it is renewed before. Null while there is none. */
  expiresAtMs: timeMs.nullable(),
  /** When the seller has to sign in again, where the platform said so. */
  signInEndsAtMs: timeMs.nullable(),
})

/** A sign-in that is under way, or how the last one ended. */
export const signInSchema = z.object({
  /** `waiting`: for the browser, or for the code to be pasted. `exchanging`: the code is being exchanged for tokens. */
  phase: z.enum(['none', 'waiting', 'exchanging', 'failed', 'done']),
  /** `loopback`, `link`: the browser leads back here by itself, through a port or a link. `paste`: the user brings the code. */
  way: z.enum(['loopback', 'link', 'paste']).nullable(),
  /** What the browser was asked to open, for a computer whose browser did not. Null unless waiting. */
  address: z.string().nullable(),
  /** When the waiting ends by itself. */
  endsAtMs: timeMs.nullable(),
  /** Why it failed. */
  problem: z.string().nullable(),
  /** It failed because the platform takes the client id or client secret for wrong: those are to be mended first. */
  isClientRefused: z.boolean(),
})
export type SignIn = z.infer<typeof signInSchema>

/** Secrets that a user can hand in, by name. */
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

/** Told of a kept secret: that it is there, and since when. Never what it is. */
export const secretPresenceSchema = z.object({
  name: z.enum(typedSecretNames),
  isKept: z.boolean(),
  /** Null where it is not kept, or where nobody wrote down when. */
  sinceMs: timeMs.nullable(),
})
export type SecretPresence = z.infer<typeof secretPresenceSchema>

export const connectionStatusSchema = z.object({
  connection: z.object({
    id: z.string(),
    name: z.string(),
    kind: connectionKindSchema,
    baseUrl: z.string(),
    marketplaceId: z.string(),
    contentLanguage: z.string(),
  }),
  online: onlineStatusSchema,
  session: sessionSchema,
  /** `kept`: in the system's key store. `sessionOnly`: in memory, and asked for again after a restart. */
  secrets: z.enum(['kept', 'sessionOnly']),
  /** Create and update calls the connection allows in any 24 hours (document 1, section 8). */
  itemChangesPerDay: z.int(),
  signIn: signInSchema,
  /** Where a sign-in begins: what the browser will be sent to, shown before it is. */
  signInHost: z.string(),
  /** By name, in the order in which they are asked for. Empty for a practice connection, which needs none. */
  keptSecrets: z.array(secretPresenceSchema),
  writes: z.object({
    /** `unconfirmed`: production, and the seller has not yet said since the start that it may send. */
    state: z.enum(['open', 'unconfirmed', 'readOnly']),
    /** `asking`: an act waits for the seller's word. `waiting`: something of earlier does. `declined`: the word was "not now". */
    question: z.enum(['none', 'asking', 'waiting', 'declined']),
  }),
})
export type ConnectionStatus = z.infer<typeof connectionStatusSchema>

/** A secret on its only way through a window: from the user's hand into main. No answer ever holds one (AUT-04). */
const typedSecret = z
  .string()
  .trim()
  .regex(/^[\x21-\x7e]{1,4000}$/, 'A secret has 1 to 4000 visible characters without spaces. Copy it again, whole.')

/** One service as the check found it. */
export const serviceCheckSchema = z.object({
  /** What the seller calls it: `Messages`. */
  name: z.string(),
  /** The read that was tried, named as in the documents. */
  operation: z.string(),
  ok: z.boolean(),
  /** One or two sentences: what was found, and what to do where it is not well. */
  words: z.string(),
  /** For whoever helps: status, error id, code of the wire. Null where there is nothing to add. */
  detail: z.string().nullable(),
})
export type ServiceCheck = z.infer<typeof serviceCheckSchema>

const idSchema = z.string().max(40)

/** Texts of a form by their field's path, right or wrong. No form has a field for a secret. */
const draftSchema = z.record(z.string().max(60), z.string().max(30_000))

/** A connection's profile as its form writes it: without an id, which is the app's affair. */
export const editedProfileSchema = profileFileSchema.omit({ id: true })
export type EditedProfile = z.infer<typeof editedProfileSchema>

/** `practice`: always there. `stored`: kept in the settings. `file`: given at the start, for this run. */
export const connectionSourceSchema = z.enum(['practice', 'stored', 'file'])

export const listedConnectionSchema = z.object({
  id: z.string(),
  name: z.string(),
  kind: connectionKindSchema,
  /** Null for a practice connection that runs a platform of its own. */
  baseUrl: z.string().nullable(),
  isOpen: z.boolean(),
  source: connectionSourceSchema,
  /** The name of the file that it was given in. */
  fileName: z.string().nullable(),
})
export type ListedConnection = z.infer<typeof listedConnectionSchema>

export const connectionContract = {
  status: query({ input: z.strictObject({}), output: connectionStatusSchema }),
  /** Tries now whether the platform answers, instead of waiting for the next attempt. */
  tryNow: command({ input: z.strictObject({}), output: z.object({ state: onlineStatusSchema.shape.state }) }),
  /** A picture by its HTTPS address, fetched and checked in main. Exactly one of the two is null. */
  image: query({
    input: z.strictObject({ url: z.string().max(2_000) }),
    output: z.object({ dataUrl: z.string().nullable(), problem: z.string().nullable() }),
  }),
  /** Makes one safe read of each service and says in words what came of it. */
  check: command({ input: z.strictObject({}), output: z.object({ services: z.array(serviceCheckSchema) }) }),
  /** Keeps what the developer pages or a sign-in elsewhere gave out; left out: stays as it is; null: is forgotten. */
  keepSecrets: command({
    input: z.strictObject(
      Object.fromEntries(typedSecretNames.map((name) => [name, typedSecret.nullable().optional()])) as Record<
        TypedSecretName,
        z.ZodOptional<z.ZodNullable<typeof typedSecret>>
      >,
    ),
    output: z.object({}),
  }),

  /** The seller's word on the first change of this start at production. Until then nothing that changes anything goes out. */
  answerWrites: command({ input: z.strictObject({ isAllowed: z.boolean() }), output: z.object({}) }),
  /** Locks the open connection to reading, over restarts, or unlocks it. */
  lockWrites: command({ input: z.strictObject({ isReadOnly: z.boolean() }), output: z.object({}) }),

  /** All connections, the open one marked, and what was stored but cannot be read any more. */
  list: query({
    input: z.strictObject({}),
    output: z.object({
      connections: z.array(listedConnectionSchema),
      /** Kept as they are, never dropped: by the name they had, and what is wrong. */
      unreadable: z.array(z.object({ name: z.string(), problem: z.string() })),
    }),
  }),
  /** One connection to edit: what was said about it, without what follows by itself. */
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
   * Changes a connection; the open one is opened again with it. Its kind stays. Where an address now leads to another
   * host, its secrets are deleted, since they were given for the former one: `signedOut`.
   */
  update: command({
    input: z.strictObject({ id: idSchema, profile: editedProfileSchema }),
    output: z.object({ signedOut: z.boolean() }),
  }),
  /** Another one with the same profile, without secrets and with a database of its own. */
  duplicate: command({ input: z.strictObject({ id: idSchema }), output: z.object({ id: z.string() }) }),
  /** Deletes profile and secrets and sets the database aside. `name` is typed by the user and must be the connection's. */
  delete: command({
    input: z.strictObject({ id: idSchema, name: z.string().max(60) }),
    output: z.object({
      /** Where the database went; null where there was none yet. */
      setAsideAs: z.string().nullable(),
    }),
  }),
  /** Closes the open connection and opens this one. Where it cannot be opened, the former stays and the error says why. */
  open: command({ input: z.strictObject({ id: idSchema }), output: z.object({}) }),

  /** What was typed into a connection's form and not saved, by field; null where nothing waits. `new`: of a new one. */
  draft: query({ input: z.strictObject({ id: idSchema }), output: z.object({ fields: draftSchema.nullable() }) }),
  /** Keeps it over restarts; null once it was saved or thrown away. */
  keepDraft: command({
    input: z.strictObject({ id: idSchema, fields: draftSchema.nullable() }),
    output: z.object({}),
  }),

  /** Opens the platform's sign-in page in the browser and waits for its answer, ten minutes at most. */
  beginSignIn: command({ input: z.strictObject({}), output: signInSchema }),
  /** The code, or the whole address that the browser was led to. */
  finishSignIn: command({ input: z.strictObject({ pasted: z.string().max(8_000) }), output: z.object({}) }),
  cancelSignIn: command({ input: z.strictObject({}), output: z.object({}) }),
  /** Deletes what stands for the seller: refresh token, access tokens and the user token of the legacy calls. */
  signOut: command({ input: z.strictObject({}), output: z.object({}) }),

  /** Online state, session, sign-in or secrets are other than before. */
  changed: event(z.object({})),
  /** There are other connections than before, or one has another profile. */
  listChanged: event(z.object({})),
} as const satisfies FeatureContract

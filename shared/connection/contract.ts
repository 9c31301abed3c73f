/** The connection room's part of the contract: which shop is open, whether it answers, and who is signed in. Nothing secret. */
import * as z from 'zod'
import { command, event, query, type RoomContract } from '../ipc/define.ts'
import { connectionKindSchema } from './profile.ts'

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
})

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
})
export type ServiceCheck = z.infer<typeof serviceCheckSchema>

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
  /** Keeps what the platform's developer pages gave out; a field that is left out stays as it is. */
  keepSecrets: command({
    input: z.strictObject({ clientSecret: typedSecret.optional(), refreshToken: typedSecret.optional() }),
    output: z.object({}),
  }),
  /** Online state or session is another than before. */
  changed: event(z.object({})),
} as const satisfies RoomContract

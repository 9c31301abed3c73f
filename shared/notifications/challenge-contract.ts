/** The contract's part for the challenge: what is hashed, whether it is answered, and why an answer is wrong (RCV-02). */
import * as z from 'zod'
import { command, type FeatureContract, query } from '../ipc/define.ts'

const partSchema = z.object({
  part: z.enum(['challengeCode', 'verificationToken', 'endpoint']),
  /** As it stands; the verification token is as many dots as it has characters. */
  shown: z.string(),
  bytes: z.int(),
  /** The bytes in hex, two digits each; those of the verification token as `••`. */
  hex: z.string(),
})
export type ChallengePart = z.infer<typeof partSchema>

/** What the platform is publicly known to take. */
const verificationTokenSchema = z
  .string()
  .trim()
  .regex(/^[A-Za-z0-9_-]{32,80}$/, 'A verification token has 32 to 80 letters, digits, underscores and hyphens')

const challengeCodeSchema = z.string().trim().min(1, 'Enter the challenge code').max(1_000)
const endpointSchema = z.string().trim().min(1, 'Enter the address').max(2_000)

export const challengeContract = {
  /** What the answer to a challenge is the SHA-256 of, in order, and the answer. `endpoint` null: the registered address. */
  challenge: query({
    input: z.object({ challengeCode: challengeCodeSchema, endpoint: endpointSchema.nullable() }),
    output: z.object({
      parts: z.array(partSchema),
      response: z.string(),
      /** Eight digits of the token's SHA-256: alike where two tokens are, and no way back to either. */
      fingerprint: z.string(),
    }),
  }),
  /** Compares a pasted answer with the right one and names the mistakes that lead to it. */
  diagnoseChallenge: query({
    input: z.object({
      challengeCode: challengeCodeSchema,
      endpoint: endpointSchema.nullable(),
      given: z.string().max(20_000),
    }),
    output: z.discriminatedUnion('verdict', [
      z.object({ verdict: z.literal('right') }),
      z.object({ verdict: z.literal('nearMiss'), mistakes: z.array(z.string()) }),
      z.object({ verdict: z.literal('unknown'), words: z.string(), tried: z.int() }),
    ]),
  }),
  /**
   * Asks this receiver its challenge as the platform does: `here` over the loopback, `registered` by way of the address that
   * the platform was told, which finds a tunnel or proxy that leads elsewhere or changes something.
   */
  askChallenge: command({
    input: z.object({ way: z.enum(['here', 'registered']) }),
    output: z.object({
      address: z.string(),
      challengeCode: z.string(),
      isRight: z.boolean(),
      /** The status; null where no answer came. */
      status: z.int().nullable(),
      contentType: z.string().nullable(),
      /** The beginning of the answer. */
      text: z.string(),
      tookMs: z.number(),
      /** What came of it and, where it is wrong, what is most likely the matter. */
      words: z.array(z.string()),
    }),
  }),
  /** Whether a token is the one that is kept: compared in main, which never says the kept one. */
  compareToken: command({
    input: z.object({ token: z.string().min(1, 'Enter a token').max(1_000) }),
    output: z.object({
      verdict: z.enum(['same', 'sameButSpace', 'sameButCase', 'other']),
      /** Of the kept one. */
      length: z.int(),
    }),
  }),
  /**
   * Takes a token of the seller's own in place of the kept one: one that a form of the platform was given. The challenge is
   * answered with it from now on, and what was registered with the former one is outdated.
   */
  useToken: command({ input: z.object({ token: verificationTokenSchema }), output: z.object({}) }),
} as const satisfies FeatureContract

/** The contract for the challenge check: what is hashed, whether it is answered, and why an answer is wrong (RCV-02). */
import * as z from 'zod'
import { command, done, type FeatureContract, query } from '../ipc/define.ts'

const partSchema = z.object({
  part: z.enum(['challengeCode', 'verificationToken', 'endpoint']),
  /** The text to show: the verification token appears as dots. */
  shown: z.string(),
  bytes: z.int(),
})
export type ChallengePart = z.infer<typeof partSchema>

const verificationTokenSchema = z
  .string()
  .trim()
  .regex(/^[\x21-\x7e]{1,500}$/, 'A verification token is one word of at most 500 visible characters')

const challengeSchema = z.object({
  challengeCode: z.string().trim().min(1, 'Enter the challenge code').max(1_000),
  /** Null for the registered address. */
  endpoint: z.string().trim().min(1, 'Enter the address').max(2_000).nullable(),
})

export const challengeContract = {
  /** The three texts whose SHA-256 answers a challenge, in order, and the answer. */
  challenge: query({
    input: challengeSchema,
    output: z.object({ parts: z.array(partSchema), response: z.string() }),
  }),
  /** Compares a pasted answer with the correct one and names the mistakes that produce it. */
  diagnoseChallenge: query({
    input: challengeSchema.extend({ given: z.string().max(20_000) }),
    output: z.discriminatedUnion('verdict', [
      z.object({ verdict: z.literal('right') }),
      z.object({ verdict: z.literal('nearMiss'), mistakes: z.array(z.string()) }),
      z.object({ verdict: z.literal('unknown'), message: z.string() }),
    ]),
  }),
  /** Sends this receiver a challenge: over loopback, or through the registered address and any tunnel before it. */
  sendChallenge: command({
    input: z.object({ route: z.enum(['loopback', 'registered']) }),
    output: z.object({
      address: z.string(),
      challengeCode: z.string(),
      isRight: z.boolean(),
      /** Null if no answer arrived. */
      status: z.int().nullable(),
      contentType: z.string().nullable(),
      /** The first 2,000 characters of the answer. */
      text: z.string(),
      tookMs: z.number(),
      messages: z.array(z.string()),
    }),
  }),
  /**
   * Replaces Stallhand's token with the seller's. An earlier registration becomes outdated. Throws `validation` for a token
   * that the platform would refuse.
   */
  setVerificationToken: command({ input: z.object({ token: verificationTokenSchema }), output: done }),
} as const satisfies FeatureContract

/** The contract's part for the challenge: what is hashed, whether it is answered, and why an answer is wrong (RCV-02). */
import * as z from 'zod'
import { command, query, type RoomContract } from '../ipc/define.ts'

const partSchema = z.object({
  part: z.enum(['challengeCode', 'verificationToken', 'endpoint']),
  /** As it stands; of the verification token the first and last two characters only. */
  shown: z.string(),
  bytes: z.int(),
  /** The bytes in hex, two digits each; those of the verification token as `••`. */
  hex: z.string(),
})
export type ChallengePart = z.infer<typeof partSchema>

const challengeCodeSchema = z.string().trim().min(1, 'Enter the challenge code').max(1_000)
const endpointSchema = z.string().trim().min(1, 'Enter the address').max(2_000)

export const challengeContract = {
  /** What the answer to a challenge is the SHA-256 of, in order, and the answer. `endpoint` null: the registered address. */
  challenge: query({
    input: z.object({ challengeCode: challengeCodeSchema, endpoint: endpointSchema.nullable() }),
    output: z.object({ parts: z.array(partSchema), response: z.string() }),
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
  /** The verification token in full, for somebody who asked to see it: a form of the platform may want it. */
  showVerificationToken: command({ input: z.object({}), output: z.object({ verificationToken: z.string() }) }),
} as const satisfies RoomContract

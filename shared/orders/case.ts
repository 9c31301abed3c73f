/** Returns, missing parcels and cancellation requests, which the seller answers on the platform (ORD-04). */
import * as z from 'zod'

/** `inquiry`: the buyer says that the parcel didn't arrive. */
export const caseTypes = ['return', 'inquiry', 'cancellation'] as const
export type CaseType = (typeof caseTypes)[number]

export const caseSchema = z.object({
  caseId: z.string(),
  type: z.enum(caseTypes),
  orderId: z.string().nullable(),
  buyer: z.string().nullable(),
  listingId: z.string().nullable(),
  /** The platform's state, such as `RETURN_REQUESTED`. */
  state: z.string().nullable(),
  /** The platform's word for the buyer's reason. */
  reason: z.string().nullable(),
  isOpen: z.boolean(),
  /** What the seller has to do: `Answer the return request`. Null if the seller waits for somebody else. */
  todo: z.string().nullable(),
  /** By when. Null if nothing is due, or the platform doesn't say. */
  dueAtMs: z.number().nullable(),
  /** The amount in question, as the platform states it. */
  amount: z.object({ value: z.string(), currency: z.string() }).nullable(),
  openedAtMs: z.number().nullable(),
  readAtMs: z.number(),
})
export type OrderCase = z.infer<typeof caseSchema>

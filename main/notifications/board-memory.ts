/**
 * What is remembered of the board (memory.ts).
 *
 * SECURITY: views only. A verification token is in none of them.
 */
import * as z from 'zod'
import {
  destinationViewSchema,
  filterViewSchema,
  subscriptionViewSchema,
  topicViewSchema,
} from '../../shared/notifications/board-contract.ts'

const partOf = <T extends z.ZodType>(entry: T) => z.object({ asOfMs: z.number().nullable(), entries: z.array(entry) })

export const rememberedSchema = z.object({
  config: partOf(z.string()),
  topics: partOf(topicViewSchema),
  destinations: partOf(destinationViewSchema),
  // What else a subscription shows is this machine's own knowledge, and made anew.
  subscriptions: partOf(subscriptionViewSchema.omit({ filters: true, test: true, lastArrived: true })),
  filters: z.array(z.object({ subscriptionId: z.string(), filters: z.array(filterViewSchema.omit({ watch: true })) })),
})

/**
 * What the platform last said of the board, on disk: it is there at once after a start, and without a connection, with its age.
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
import type { NotificationStore } from './store.ts'

const SETTING = 'board'

const partOf = <T extends z.ZodType>(entry: T) => z.object({ asOfMs: z.number().nullable(), entries: z.array(entry) })

const rememberedSchema = z.object({
  config: partOf(z.string()),
  topics: partOf(topicViewSchema),
  destinations: partOf(destinationViewSchema),
  // What else a subscription shows is this machine's own knowledge, and made anew.
  subscriptions: partOf(subscriptionViewSchema.omit({ filters: true, test: true, lastArrived: true })),
  filters: z.array(z.object({ subscriptionId: z.string(), filters: z.array(filterViewSchema.omit({ watch: true })) })),
})
export type Remembered = z.infer<typeof rememberedSchema>

export const createBoardMemory = (store: NotificationStore) => ({
  /** Undefined where nothing is remembered, or where an earlier version wrote it in another form. */
  recall: (): Remembered | undefined => {
    try {
      return rememberedSchema.parse(JSON.parse(store.setting(SETTING) ?? 'null'))
    } catch {
      return undefined
    }
  },
  remember: (board: Remembered): void => store.setSetting(SETTING, JSON.stringify(board)),
})

/**
 * Keeps the seller's read mark while the platform's list still counts the same messages as unread: reports differ on whether a mark
 * by a call reaches the list. A new message, or a list that shows the conversation as read, ends it.
 */
import * as z from 'zod'
import type { ConversationRecord } from '../platform/message-wire.ts'

/** The newest message when the conversation was marked as read, and how many were unread. */
export const keptReadMarkSchema = z.object({
  latestAtMs: z.number().nullable(),
  preview: z.string().nullable(),
  unreadCount: z.number().nullable(),
})
export type KeptReadMark = Readonly<z.infer<typeof keptReadMarkSchema>>

/** Whether the seller had marked everything as read that the entry shows as unread. `preview`: the start of the entry's message. */
export const covers = (mark: KeptReadMark, record: ConversationRecord, preview: string | null): boolean => {
  if ((record.unreadCount ?? 0) > (mark.unreadCount ?? Number.MAX_SAFE_INTEGER)) return false
  if (record.latest === null) return (record.latestAtMs ?? 0) <= (mark.latestAtMs ?? 0)
  const { createdAtMs } = record.latest
  return createdAtMs === null ? preview === mark.preview : createdAtMs <= (mark.latestAtMs ?? 0)
}

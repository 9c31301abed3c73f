/**
 * Whether the list shows a message that was missing in the last reading. Documented messages have only a text, so times
 * alone don't decide.
 */
import * as z from 'zod'
import { readStoredJson } from '../../database/stored-json.ts'
import { type ConversationRecord, readConversation } from '../platform/message-wire.ts'

/** A conversation's last list entry, and the newest time known. */
export type ListedBefore = { readonly sort_ms: number; readonly raw: string }

export const showsNews = (record: ConversationRecord, before: ListedBefore): boolean => {
  if ((record.latestAtMs ?? 0) > before.sort_ms) return true
  if (record.latest === null || record.latest.createdAtMs !== null) return false
  return readConversation(readStoredJson(z.unknown(), before.raw))?.latest?.raw !== record.latest.raw
}

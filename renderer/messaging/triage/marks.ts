/** The seller's own marks on conversations. */
import type { Conversation } from '../../../shared/messaging/conversation.ts'

/** Null ends the snooze. */
export type Mark = { readonly noReplyNeeded: boolean } | { readonly snoozedUntilMs: number | null }

/** The calls that undo a mark: each conversation gets its previous mark back. `rows` are from before the mark. */
export const planUndo = (
  rows: readonly Conversation[],
  mark: Mark,
): readonly { readonly mark: Mark; readonly conversationIds: readonly string[] }[] => {
  const formerOf = ({ noReplyNeeded, snoozedUntilMs }: Conversation): Mark =>
    'noReplyNeeded' in mark ? { noReplyNeeded } : { snoozedUntilMs }
  return [...Map.groupBy(rows, (row) => JSON.stringify(formerOf(row))).values()].flatMap((alike) =>
    alike[0] === undefined
      ? []
      : [{ mark: formerOf(alike[0]), conversationIds: alike.map(({ conversationId }) => conversationId) }],
  )
}

/** Reads lists and threads of the message service to their end. */
import type { ConversationType } from '../../../shared/messaging/conversation.ts'
import { messagingLimits } from '../../../shared/messaging/message-limits.ts'
import { addPage, beforeFirstPass, isAgreed, startPass } from './list-pass.ts'
import type { ConversationsQuery, MessageClient } from './message-client.ts'
import type { MessageRecord } from './message-wire.ts'

/** Passes before a list counts as changing too fast. */
export const MAX_PASSES = 6
const MAX_THREAD_TRIES = 3

/**
 * Reads the ids of every conversation that matches a query, in passes until two agree (MSG-04). `ids` are from the last
 * pass. `complete` is false if no two passes agreed.
 */
export const readAllConversations = async (
  client: Pick<MessageClient, 'getConversations'>,
  query: Omit<ConversationsQuery, 'offset' | 'limit'>,
  signal?: AbortSignal,
): Promise<{ readonly complete: boolean; readonly ids: ReadonlySet<string> }> => {
  let pass = beforeFirstPass
  let ids = new Set<string>()
  do {
    const previous = ids
    ids = new Set()
    pass = startPass(pass, 0)
    while (pass.isRunning) {
      const page = await client.getConversations(
        { ...query, limit: messagingLimits.pageMax, offset: pass.nextOffset },
        signal,
      )
      const added: string[] = []
      for (const { conversationId } of page.conversations) {
        if (!ids.has(conversationId)) added.push(conversationId)
        ids.add(conversationId)
      }
      pass = addPage(pass, {
        ...page,
        added: added.length,
        agreeing: added.filter((id) => previous.has(id)).length,
        unreadable: page.count - page.conversations.length,
      })
    }
  } while (!isAgreed(pass) && pass.pass < MAX_PASSES)
  return { complete: isAgreed(pass) && pass.unreadable === 0, ids }
}

export type WholeThread = {
  /** In the platform's order, without repeats; only those with an id. */
  readonly messages: readonly MessageRecord[]
  readonly total: number
  /** False if the pages didn't fit together after three attempts. */
  readonly complete: boolean
}

/** Reads a whole thread (MSG-07). */
export const readWholeThread = async (
  client: Pick<MessageClient, 'getConversation'>,
  conversation: { readonly conversationId: string; readonly conversationType: ConversationType },
  signal?: AbortSignal,
): Promise<WholeThread> => {
  for (let tries = 1; ; tries += 1) {
    const messages: MessageRecord[] = []
    const ids = new Set<string>()
    const totals = new Set<number>()
    let total = 0
    for (let offset = 0; ; ) {
      const page = await client.getConversation({ ...conversation, limit: messagingLimits.pageMax, offset }, signal)
      total = page.total
      totals.add(total)
      for (const message of page.messages) {
        if (message.messageId !== null && ids.has(message.messageId)) continue
        if (message.messageId !== null) ids.add(message.messageId)
        messages.push(message)
      }
      offset += page.step
      if (page.step === 0 || offset >= total) break
    }
    const complete = totals.size === 1 && messages.length === total
    if (complete || tries === MAX_THREAD_TRIES) return { messages, total, complete }
  }
}

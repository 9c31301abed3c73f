/** Files one or hundreds of conversations (MSG-14 to MSG-19). Only what the platform confirmed changes here. */
import type { FilingAction, FilingResult } from '../../../shared/messaging/filing.ts'
import type { Database } from '../../database/database.ts'
import type { Clock, Log } from '../../ports.ts'
import type { ConversationStore } from '../conversations/conversation-store.ts'
import type { BulkStatus, ConversationRef, MessageClient } from '../platform/message-client.ts'
import { readAllConversations } from '../platform/paging.ts'
import { failureMessage, resolveConversations, toBatches, updateBatch } from './bulk-update.ts'

type FilingStatus = Exclude<BulkStatus, 'DELETE'>

/** The calls of each action, in order. */
const statuses: Readonly<Record<FilingAction, readonly FilingStatus[]>> = {
  read: ['READ'],
  unread: ['UNREAD'],
  archive: ['ARCHIVE'],
  archiveAndRead: ['READ', 'ARCHIVE'],
  active: ['ACTIVE'],
}

export type FilingDeps = {
  readonly database: Pick<Database, 'transaction'>
  readonly client: Pick<MessageClient, 'bulkUpdateConversation' | 'getConversations'>
  readonly conversations: ConversationStore
  readonly clock: Clock
  readonly log: Log
  readonly onConversationsChange: (conversationIds: readonly string[]) => void
}

export type FileConversations = ReturnType<typeof createFileConversations>

export const createFileConversations = (deps: FilingDeps) => {
  const { database, client, conversations, clock } = deps

  const save = (conversationId: string, status: FilingStatus): void => {
    const atMs = clock.nowMs()
    if (status === 'READ' || status === 'UNREAD') conversations.setUnread(conversationId, status === 'UNREAD', atMs)
    else conversations.setArchived(conversationId, status === 'ARCHIVE', atMs)
  }

  /** Ids that the platform lists under a status; narrowed to the buyer if all have the same. */
  const readListed = async (
    wanted: readonly ConversationRef[],
    conversationStatus: 'ARCHIVE' | 'UNREAD',
  ): Promise<ReadonlySet<string>> => {
    const buyers = new Set(
      wanted.map(({ conversationId }) => conversations.conversation(conversationId)?.buyer ?? null),
    )
    const [buyer] = buyers
    const listed = new Set<string>()
    for (const conversationType of new Set(wanted.map((one) => one.conversationType))) {
      const { ids } = await readAllConversations(client, {
        conversationType,
        conversationStatus,
        ...(buyers.size === 1 && buyer != null ? { otherPartyUsername: buyer } : {}),
      })
      for (const id of ids) listed.add(id)
    }
    return listed
  }

  /** Reads back whether both of two calls hold; returns the problems by conversation. */
  const verifyArchivedAndRead = async (wanted: readonly ConversationRef[]): Promise<ReadonlyMap<string, string>> => {
    const problems = new Map<string, string>()
    if (wanted.length === 0) return problems
    try {
      const archived = await readListed(wanted, 'ARCHIVE')
      const unread = await readListed(wanted, 'UNREAD')
      for (const { conversationId } of wanted) {
        if (!archived.has(conversationId)) {
          problems.set(conversationId, 'The platform accepted the change but does not list it as archived.')
        } else if (unread.has(conversationId)) {
          problems.set(conversationId, 'The platform accepted the change but still lists it as unread.')
        }
      }
    } catch (error) {
      for (const { conversationId } of wanted) {
        problems.set(
          conversationId,
          `The platform accepted the change, but it could not be verified: ${failureMessage(error)}`,
        )
      }
    }
    return problems
  }

  const fileBatch = async (
    batch: readonly ConversationRef[],
    action: FilingAction,
  ): Promise<readonly FilingResult[]> => {
    const failed: FilingResult[] = []
    let accepted = batch
    for (const status of statuses[action]) {
      if (accepted.length === 0) break
      const results = await updateBatch(deps, accepted, status)
      const done = new Set(results.filter((result) => result.done).map(({ conversationId }) => conversationId))
      failed.push(...results.filter((result) => !result.done))
      accepted = accepted.filter(({ conversationId }) => done.has(conversationId))
    }
    const problems = action === 'archiveAndRead' ? await verifyArchivedAndRead(accepted) : new Map<string, string>()
    const results = database.transaction(() =>
      accepted.map(({ conversationId }): FilingResult => {
        const problem = problems.get(conversationId)
        if (problem !== undefined) return { conversationId, done: false, problems: [problem] }
        for (const status of statuses[action]) save(conversationId, status)
        return { conversationId, done: true, problems: [] }
      }),
    )
    deps.onConversationsChange(batch.map(({ conversationId }) => conversationId))
    return [...failed, ...results]
  }

  /** Returns a result for each conversation, in any order. Never throws for what the platform refuses. */
  return async (conversationIds: readonly string[], action: FilingAction): Promise<readonly FilingResult[]> => {
    const { known, unknown } = resolveConversations(conversationIds, conversations.conversation)
    const results = [...unknown]
    for (const batch of toBatches(known)) results.push(...(await fileBatch(batch, action)))
    return results
  }
}

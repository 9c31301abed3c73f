/** Reads changed threads, newest first. A thread that isn't stored before the app quits is read again. */
import { Failure } from '../../../shared/result.ts'
import type { GroupCommit } from '../../database/group-commit.ts'
import type { Clock, Log } from '../../ports.ts'
import type { ConversationStore } from '../conversations/conversation-store.ts'
import type { ConversationRef, MessageClient } from '../platform/message-client.ts'
import { readWholeThread } from '../platform/paging.ts'

/** Leaves two of the read lane's eight slots free: one for the list, one for what the user opens (MSG-20). */
const MAX_PARALLEL_READS = 6
/** How long a thread that cannot be read is skipped, unless the user opens it. */
const SKIP_MS = 30 * 60_000
/** Failures that affect every thread. */
const generalFailures: ReadonlySet<string> = new Set(['offline', 'unknown', 'rateLimited', 'signInNeeded', 'storage'])

type ThreadClient = Pick<MessageClient, 'getConversation'>

type ThreadReaderDeps = {
  /** For threads that the user has not opened. */
  readonly client: ThreadClient
  /** Milliseconds until such a thread may be read; 0 if now. */
  readonly threadWaitMs: () => number
  readonly conversations: Pick<ConversationStore, 'startReading' | 'staleThreads'>
  readonly clock: Clock
  readonly log: Log
  readonly commit: GroupCommit['commit']
  readonly signal: AbortSignal
  /** False while the lists can't be read. Threads then wait too. */
  readonly mayRead: () => boolean
  readonly onChange: (conversationId: string) => void
  readonly onProgress: () => void
}

export const createThreadReader = (deps: ThreadReaderDeps) => {
  const { conversations, clock, log, commit, signal } = deps
  const running = new Map<string, Promise<void>>()
  const skippedUntilMs = new Map<string, number>()

  const fetchAndSave = async (client: ThreadClient, conversation: ConversationRef): Promise<void> => {
    const { conversationId } = conversation
    const save = conversations.startReading(conversationId, clock.nowMs())
    const thread = await readWholeThread(client, conversation, signal)
    if (signal.aborted) return
    const hasChanged = await commit(() => save(thread))
    skippedUntilMs.delete(conversationId)
    if (hasChanged) deps.onChange(conversationId)
    deps.onProgress()
  }

  /** Joins a reading of the same thread that is in progress. */
  const read = (client: ThreadClient, conversation: ConversationRef): Promise<void> => {
    const { conversationId } = conversation
    const started =
      running.get(conversationId) ?? fetchAndSave(client, conversation).finally(() => running.delete(conversationId))
    running.set(conversationId, started)
    return started
  }

  const next = (): ConversationRef | undefined => {
    const nowMs = clock.nowMs()
    for (const [conversationId, untilMs] of skippedUntilMs) if (untilMs <= nowMs) skippedUntilMs.delete(conversationId)
    return conversations
      .staleThreads(skippedUntilMs.size + running.size + 1)
      .find(({ conversationId }) => !skippedUntilMs.has(conversationId) && !running.has(conversationId))
  }

  return {
    /** Reads one thread for the user. Throws the errors of the platform, the network or the disk. */
    read,

    /**
     * Reads threads until none is left or a failure affects all; the next check of the lists resumes. Returns how many ms to wait
     * if reading paused to save calls, else 0. Throws storage failures.
     */
    readAll: async (): Promise<number> => {
      let generalFailure: Failure | undefined
      let waitMs = 0
      const fail = (conversationId: string, problem: unknown): void => {
        if (signal.aborted) return
        const kind = problem instanceof Failure ? problem.detail.kind : 'internal'
        if (problem instanceof Failure && generalFailures.has(kind)) generalFailure ??= problem
        else {
          log.warn('could not read a thread', { kind })
          skippedUntilMs.set(conversationId, clock.nowMs() + SKIP_MS)
          deps.onProgress()
        }
      }
      const worker = async (): Promise<void> => {
        while (generalFailure === undefined && !signal.aborted && deps.mayRead()) {
          const conversation = next()
          if (conversation === undefined) return
          waitMs = deps.threadWaitMs()
          if (waitMs > 0) return
          await read(deps.client, conversation).catch((problem: unknown) => fail(conversation.conversationId, problem))
        }
      }
      await Promise.all(Array.from({ length: MAX_PARALLEL_READS }, worker))
      if (generalFailure?.detail.kind === 'storage') throw generalFailure
      return generalFailure === undefined ? waitMs : 0
    },
  }
}

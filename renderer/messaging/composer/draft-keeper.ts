/**
 * The text of one composer, saved as a draft. A draft read from the database replaces the text only while nothing is
 * unsaved, and then only if the user isn't typing or the draft contains the text. If another window changed or sent the
 * same draft, nothing is overwritten: the user chooses.
 */
import type { Draft, SavedBy } from '../../../shared/messaging/conversation.ts'
import { emptyContent, type MessageContent, type MessageTarget } from '../../../shared/messaging/message-text.ts'
import { Failure } from '../../../shared/result.ts'
import { createAutosave, type Later, SAVE_AFTER_MS } from '../../ui/autosave/autosave.ts'
import { createStore } from '../../ui/hooks/store.ts'
import { withoutSent } from './without-sent.ts'

export type DraftStatus = 'empty' | 'unsaved' | 'saved' | 'conflict' | 'failed'

export type DraftView = {
  readonly content: MessageContent
  readonly status: DraftStatus
  /** Why the draft is in conflict or couldn't be saved. */
  readonly problem: string | null
}

export type SaveDraft = (request: {
  readonly target: MessageTarget
  readonly content: MessageContent
  readonly revision: number | null
  readonly buyerMessagesSeen: number | null
  readonly by: SavedBy
}) => Promise<{ readonly revision: number | null }>

export type DraftKeeper = {
  readonly view: () => DraftView
  readonly subscribe: (listener: () => void) => () => void
  readonly type: (messageText: string) => void
  /** Adds to the end of the text. */
  readonly append: (messageText: string) => void
  /** Changes attachments, copy or reference. */
  readonly change: (part: Partial<MessageContent>) => void
  /** Sets the number of buyer messages on screen, null if the thread wasn't read. It is saved with later changes. */
  readonly see: (buyerMessages: number | null) => void
  /** Saves now. Resolves with the saved revision, or null if there is no draft. Rejects with the `Failure`. */
  readonly flush: () => Promise<number | null>
  /** Saves now, even during another save, for a page that is closing. */
  readonly leave: () => void
  /** Takes over a draft that was read from the database. */
  readonly adopt: (draft: Draft | null, isFocused: boolean) => void
  /** Removes the draft of that revision, which the outbox took, and keeps what was added since. */
  readonly sent: (revision: number) => void
  /** Ends a conflict with the text on screen. */
  readonly keepMine: () => void
  /** Ends a conflict with the other window's text. */
  readonly takeTheirs: () => void
}

const isEmpty = (content: MessageContent): boolean =>
  content.messageText === '' && content.messageMedia.length === 0 && content.reference === null

export const createDraftKeeper = (deps: {
  readonly target: MessageTarget
  readonly windowId: string
  /** The draft as read. The keeper starts with it, so that nothing can be typed over it. */
  readonly stored: Draft | null
  readonly save: SaveDraft
  readonly later: Later
  /** Called when a save fails. The returned function is called once a save succeeds. */
  readonly hold: () => () => void
}): DraftKeeper => {
  let content = deps.stored?.content ?? emptyContent
  let revision = deps.stored?.revision ?? null
  /** What the draft of `revision` contains. */
  let kept = content
  /** Number of saves so far. Only the answer to the newest one counts. */
  let saves = 0
  let buyerMessagesSeen: number | null = null
  /** Drafts up to this revision were sent: a late read of one is ignored. */
  let sentRevision = -1
  /** The draft as last read. */
  let onDisk = deps.stored
  /** The user chose the other window's text before it was read. */
  let wantsTheirs = false

  const autosave = createAutosave<MessageContent>({
    save: async (saved) => {
      saves += 1
      const number = saves
      const by = { windowId: deps.windowId, number }
      const answer = await deps.save({ target: deps.target, content: saved, revision, buyerMessagesSeen, by })
      if (number !== saves) return
      revision = answer.revision
      kept = saved
    },
    delayMs: SAVE_AFTER_MS,
    later: deps.later,
    hold: deps.hold,
    isConflict: (error) => error instanceof Failure && error.detail.kind === 'conflict',
  })

  const readView = (): DraftView => {
    const status = autosave.status()
    const problem = 'message' in status ? status.message : null
    if (status.state !== 'saved') return { content, status: status.state, problem }
    return { content, status: isEmpty(content) ? 'empty' : 'saved', problem }
  }
  const view = createStore(readView())
  const notify = (): void => view.set(readView())
  autosave.subscribe(notify)

  /** Whether the draft was changed by another window. */
  const isTheirs = (draft: Draft | null): boolean => (draft?.revision ?? null) !== revision

  const take = (draft: Draft | null): void => {
    revision = draft?.revision ?? null
    wantsTheirs = false
    content = draft?.content ?? emptyContent
    kept = content
    autosave.discard()
    notify()
  }

  const change = (part: Partial<MessageContent>): void => {
    content = { ...content, ...part }
    autosave.change(content)
    notify()
  }

  return {
    view: view.get,
    subscribe: view.subscribe,
    type: (messageText) => change({ messageText }),
    append: (messageText) => change({ messageText: content.messageText + messageText }),
    change,
    see: (buyerMessages) => {
      buyerMessagesSeen = buyerMessages
    },
    flush: async () => {
      await autosave.flush()
      return revision
    },
    leave: autosave.leave,
    adopt: (draft, isFocused) => {
      if (draft !== null && draft.revision <= sentRevision) return
      if (draft === null || draft.revision >= (onDisk?.revision ?? -1)) onDisk = draft
      if (view.get().status === 'conflict') {
        if (wantsTheirs && isTheirs(onDisk)) take(onDisk)
        return
      }
      if (autosave.pending() !== undefined || (draft?.revision ?? null) === revision) return
      if (draft !== null && revision !== null && draft.revision < revision) return
      const containsThis = revision !== null && draft?.joined.includes(revision) === true
      // Saving what is on screen changes nothing if this read was too early, and otherwise shows the conflict.
      if (isFocused && !isEmpty(content) && !containsThis) change({})
      else take(draft)
    },
    sent: (gone) => {
      sentRevision = Math.max(sentRevision, gone)
      if (gone !== revision) return
      const left = withoutSent(content, kept)
      take(null)
      if (!isEmpty(left)) change(left)
    },
    keepMine: () => {
      wantsTheirs = false
      if (isTheirs(onDisk)) revision = onDisk?.revision ?? null
      autosave.resolve()
    },
    takeTheirs: () => {
      // If it hasn't been read yet, `adopt` takes it on arrival.
      if (isTheirs(onDisk)) take(onDisk)
      else wantsTheirs = true
    },
  }
}

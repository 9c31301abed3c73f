/**
 * What stands in one composer, and its way to the disk.
 *
 * The text on screen belongs to the person who types. It is written 300 ms after the last key, and at once when asked; what
 * arrives from elsewhere takes its place only while nothing here is unsaved and nobody types. Where another window changed
 * the same draft, nothing is overwritten: the person chooses.
 */
import type { Draft } from '../../shared/messaging/conversation.ts'
import { emptyContent, type MessageContent, type MessageTarget } from '../../shared/messaging/message-text.ts'
import { Failure } from '../../shared/result.ts'
import { errorMessage } from '../ui/error-message.ts'
import type { Later } from '../ui/typed-keeper.ts'

export const SAVE_AFTER_MS = 300
const RETRY_AFTER_MS = 2_000

export type DraftStatus = 'empty' | 'unsaved' | 'saving' | 'saved' | 'conflict' | 'failed'

export type DraftView = {
  readonly content: MessageContent
  readonly status: DraftStatus
  /** Why it is in conflict or could not be saved. */
  readonly problem: string | null
}

export type SaveDraft = (request: {
  readonly target: MessageTarget
  readonly content: MessageContent
  readonly revision: number | null
  readonly buyerMessagesSeen: number
}) => Promise<{ readonly revision: number | null }>

export type DraftKeeper = {
  readonly view: () => DraftView
  readonly subscribe: (listener: () => void) => () => void
  readonly type: (messageText: string, buyerMessagesSeen: number) => void
  /** Changes what else belongs to the message: attachments, copy, reference. Kept as typing is. */
  readonly change: (part: Partial<MessageContent>, buyerMessagesSeen: number) => void
  /** Writes what is unsaved; resolves with the revision on disk, null where there is no draft. Rejects with the `Failure`. */
  readonly flush: () => Promise<number | null>
  /** What is on disk, as it was last read. */
  readonly adopt: (draft: Draft | null, isFocused: boolean) => void
  /** The outbox has it: the composer is empty. */
  readonly sent: () => void
  /** In a conflict: the text on screen is the draft. */
  readonly keepMine: () => void
  /** In a conflict: the text of the other window is the draft. */
  readonly takeTheirs: () => void
}

const isEmpty = (content: MessageContent): boolean =>
  content.messageText === '' && content.messageMedia.length === 0 && content.reference === null

export const createDraftKeeper = (deps: {
  readonly target: MessageTarget
  readonly save: SaveDraft
  readonly later: Later
  /** Called where what is on screen is on no disk; the function that comes back, once it is. */
  readonly hold: () => () => void
}): DraftKeeper => {
  const listeners = new Set<() => void>()
  let view: DraftView = { content: emptyContent, status: 'empty', problem: null }
  let revision: number | null = null
  /** Drafts up to this revision were sent from here; an old reading of one must not bring it back. */
  let goneRevision = -1
  /** What is on disk by the last reading, which may have come before anybody knew of a conflict; undefined before the first. */
  let onDisk: Draft | null | undefined
  /** The person chose the other text before it was read. */
  let wantsTheirs = false
  let seen = 0
  let cancel = (): void => undefined
  let saving: Promise<void> | undefined

  let release: (() => void) | undefined

  const show = (next: Partial<DraftView>): void => {
    view = { ...view, ...next }
    // In between, while it is written again, it is not there yet.
    if (view.status === 'failed' || view.status === 'conflict') release ??= deps.hold()
    if (view.status === 'saved' || view.status === 'empty') {
      release?.()
      release = undefined
    }
    for (const listener of [...listeners]) listener()
  }

  /** Whether a reading shows what another window made of the draft, and not what this one wrote. */
  const isTheirs = (draft: Draft | null | undefined): draft is Draft | null =>
    draft !== undefined && (draft?.revision ?? null) !== revision

  const settledStatus = (): DraftStatus => (isEmpty(view.content) ? 'empty' : 'saved')
  const isUnsaved = (): boolean => view.status === 'unsaved' || view.status === 'saving' || view.status === 'failed'

  const plan = (delayMs: number): void => {
    cancel()
    // A failure is on screen already, and the next try is planned where it happens.
    cancel = deps.later(() => void saveAll().catch(() => undefined), delayMs)
  }

  const saveOnce = async (): Promise<void> => {
    const { content } = view
    show({ status: 'saving', problem: null })
    try {
      const kept = await deps.save({ target: deps.target, content, revision, buyerMessagesSeen: seen })
      revision = kept.revision
      show({ status: view.content === content ? settledStatus() : 'unsaved' })
    } catch (error) {
      const isConflict = error instanceof Failure && error.detail.kind === 'conflict'
      show({
        status: isConflict ? 'conflict' : 'failed',
        problem: errorMessage(error),
      })
      if (!isConflict) plan(RETRY_AFTER_MS)
      throw error
    }
  }

  const saveAll = async (): Promise<void> => {
    cancel()
    while (isUnsaved()) {
      saving ??= saveOnce().finally(() => {
        saving = undefined
      })
      await saving
    }
  }

  const take = (draft: Draft | null): void => {
    revision = draft?.revision ?? null
    wantsTheirs = false
    const content = draft?.content ?? emptyContent
    show({ content, status: isEmpty(content) ? 'empty' : 'saved', problem: null })
  }

  const change = (part: Partial<MessageContent>, buyerMessagesSeen: number): void => {
    seen = buyerMessagesSeen
    const content = { ...view.content, ...part }
    // In a conflict typing goes on, and saving waits for the choice.
    if (view.status === 'conflict') {
      show({ content })
      return
    }
    show({ content, status: 'unsaved' })
    plan(SAVE_AFTER_MS)
  }

  return {
    view: () => view,
    subscribe: (listener) => {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    type: (messageText, buyerMessagesSeen) => change({ messageText }, buyerMessagesSeen),
    change,
    flush: async () => {
      if (view.status === 'conflict') {
        throw new Failure({ kind: 'conflict', message: view.problem ?? 'This draft was changed in another window.' })
      }
      await saveAll()
      return revision
    },
    adopt: (draft, isFocused) => {
      if (draft !== null && draft.revision <= goneRevision) return
      if (draft === null || draft.revision >= (onDisk?.revision ?? -1)) onDisk = draft
      if (view.status === 'conflict') {
        if (wantsTheirs && isTheirs(onDisk)) take(onDisk)
        return
      }
      if (isUnsaved() || draft?.revision === revision) return
      if (draft === null) {
        if (revision !== null && !isFocused) take(null)
        return
      }
      if (revision !== null && draft.revision < revision) return
      if (isFocused && !isEmpty(view.content)) return
      take(draft)
    },
    sent: () => {
      goneRevision = Math.max(goneRevision, revision ?? -1)
      take(null)
    },
    keepMine: () => {
      wantsTheirs = false
      if (isTheirs(onDisk)) revision = onDisk?.revision ?? null
      show({ status: 'unsaved', problem: null })
      plan(0)
    },
    takeTheirs: () => {
      // Never an empty text in place of one that was not read yet: it is taken when it comes.
      if (isTheirs(onDisk)) take(onDisk)
      else wantsTheirs = true
    },
  }
}

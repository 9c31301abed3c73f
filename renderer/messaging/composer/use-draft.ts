/** The draft of a target. */
import { useEffect, useLayoutEffect, useSyncExternalStore } from 'react'
import type { StallhandClient } from '../../../shared/ipc/contract.ts'
import type { Draft } from '../../../shared/messaging/conversation.ts'
import { type MessageTarget, targetKey } from '../../../shared/messaging/message-text.ts'
import { useClient } from '../../api/hooks.ts'
import { askBeforeLeaving } from '../../ui/autosave/ask-before-leaving.ts'
import { laterByTimer } from '../../ui/autosave/autosave.ts'
import { errorMessage } from '../../ui/feedback/error-message.ts'
import { toast } from '../../ui/feedback/toast.tsx'
import { createDraftKeeper, type DraftKeeper, type DraftView } from './draft-keeper.ts'

const windowId = crypto.randomUUID()

const keepers = new WeakMap<StallhandClient, Map<string, DraftKeeper>>()

/**
 * One keeper per connection and target, for as long as the window is open, so switching conversations loses nothing.
 * Two connections may know the same buyer and the same conversation. `stored` is the draft as read.
 */
export const findKeeper = (client: StallhandClient, target: MessageTarget, stored: Draft | null): DraftKeeper => {
  const key = targetKey(target)
  const byTarget = keepers.get(client) ?? new Map<string, DraftKeeper>()
  keepers.set(client, byTarget)
  const known = byTarget.get(key)
  if (known !== undefined) return known
  const created = createDraftKeeper({
    target,
    windowId,
    stored,
    save: (request) =>
      client.messaging.saveDraft({
        ...request,
        content: { ...request.content, messageMedia: [...request.content.messageMedia] },
      }),
    later: laterByTimer,
    hold: askBeforeLeaving,
  })
  byTarget.set(key, created)
  return created
}

/** Reports that an off-screen draft couldn't be saved, until it is. */
const toastUnsaved = (keeper: DraftKeeper): void =>
  void keeper.flush().catch((error: unknown) => {
    if (keeper.view().status !== 'failed') return
    const text = `The message isn’t saved yet. ${errorMessage(error)}`
    const dismiss = toast({ tone: 'danger', text, outlivesSwitch: true })
    const stop = keeper.subscribe(() => {
      if (keeper.view().status === 'failed') return
      stop()
      dismiss()
    })
  })

/** `buyerMessages`: how many are on screen. `isFocused` says whether the user is typing in it. */
export const useDraft = (
  target: MessageTarget,
  onDisk: Draft | null,
  buyerMessages: number | null,
  isFocused: () => boolean,
): { readonly keeper: DraftKeeper; readonly view: DraftView } => {
  const keeper = findKeeper(useClient(), target, onDisk)
  const view = useSyncExternalStore(keeper.subscribe, keeper.view)

  // Before the next key can be pressed.
  useLayoutEffect(() => keeper.see(buyerMessages), [keeper, buyerMessages])

  // biome-ignore lint/correctness/useExhaustiveDependencies: adopts the stored draft when it changes, not when the focus moves
  useEffect(() => keeper.adopt(onDisk, isFocused()), [keeper, onDisk])

  useEffect(() => {
    const whenHidden = (): void => {
      if (document.visibilityState === 'hidden') keeper.leave()
    }
    window.addEventListener('pagehide', keeper.leave)
    document.addEventListener('visibilitychange', whenHidden)
    return () => {
      window.removeEventListener('pagehide', keeper.leave)
      document.removeEventListener('visibilitychange', whenHidden)
      keeper.leave()
      toastUnsaved(keeper)
    }
  }, [keeper])

  return { keeper, view }
}

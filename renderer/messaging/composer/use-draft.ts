import { useEffect, useSyncExternalStore } from 'react'
import type { StallhandClient } from '../../../shared/ipc/contract.ts'
import type { Draft } from '../../../shared/messaging/conversation.ts'
import { type MessageTarget, targetKey } from '../../../shared/messaging/message-text.ts'
import { useClient } from '../../api/hooks.ts'
import { askBeforeLeaving, laterByTimer } from '../../ui/use-autosave.ts'
import { createDraftKeeper, type DraftKeeper, type DraftView } from './draft-keeper.ts'

/** One keeper per target, for as long as the window is open: switching conversations loses nothing. */
const keepers = new WeakMap<StallhandClient, Map<string, DraftKeeper>>()

const findKeeper = (client: StallhandClient, target: MessageTarget): DraftKeeper => {
  const key = targetKey(target)
  const byTarget = keepers.get(client) ?? new Map<string, DraftKeeper>()
  keepers.set(client, byTarget)
  const known = byTarget.get(key)
  if (known !== undefined) return known
  const created = createDraftKeeper({
    target,
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

/** The draft of a target. `isFocused` says whether the user is typing in it. */
export const useDraft = (
  target: MessageTarget,
  onDisk: Draft | null,
  isFocused: () => boolean,
): { readonly keeper: DraftKeeper; readonly view: DraftView } => {
  const keeper = findKeeper(useClient(), target)
  const view = useSyncExternalStore(keeper.subscribe, keeper.view)

  // biome-ignore lint/correctness/useExhaustiveDependencies: adopts the stored draft when it changes, not when the focus moves
  useEffect(() => keeper.adopt(onDisk, isFocused()), [keeper, onDisk])

  useEffect(() => {
    // The keeper shows a failed save.
    const saveNow = (): void => void keeper.flush().catch(() => undefined)
    const whenHidden = (): void => {
      if (document.visibilityState === 'hidden') saveNow()
    }
    window.addEventListener('pagehide', saveNow)
    document.addEventListener('visibilitychange', whenHidden)
    return () => {
      window.removeEventListener('pagehide', saveNow)
      document.removeEventListener('visibilitychange', whenHidden)
      saveNow()
    }
  }, [keeper])

  return { keeper, view }
}

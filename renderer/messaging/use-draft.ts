/** The composer's text as React sees it. One keeper per target lives as long as the window, so that no switch loses a key. */
import { useEffect, useSyncExternalStore } from 'react'
import type { StallhandClient } from '../../shared/ipc/contract.ts'
import type { Draft } from '../../shared/messaging/conversation.ts'
import { type MessageTarget, targetKey } from '../../shared/messaging/message-text.ts'
import { useClient } from '../api/hooks.ts'
import { askBeforeLeaving, laterByTimer } from '../ui/use-autosave.ts'
import { createDraftKeeper, type DraftKeeper, type DraftView } from './draft-keeper.ts'

const keepers = new WeakMap<StallhandClient, Map<string, DraftKeeper>>()

const keeperOf = (client: StallhandClient, target: MessageTarget): DraftKeeper => {
  const key = targetKey(target)
  const ofClient = keepers.get(client) ?? new Map<string, DraftKeeper>()
  keepers.set(client, ofClient)
  const known = ofClient.get(key)
  if (known !== undefined) return known
  const made = createDraftKeeper({
    target,
    save: (request) =>
      client.messaging.saveDraft({
        ...request,
        content: { ...request.content, messageMedia: [...request.content.messageMedia] },
      }),
    later: laterByTimer,
    hold: askBeforeLeaving,
  })
  ofClient.set(key, made)
  return made
}

/** `isFocused` says whether somebody types here now. */
export const useDraft = (
  target: MessageTarget,
  onDisk: Draft | null,
  isFocused: () => boolean,
): { readonly keeper: DraftKeeper; readonly view: DraftView } => {
  const keeper = keeperOf(useClient(), target)
  const view = useSyncExternalStore(keeper.subscribe, keeper.view)

  // biome-ignore lint/correctness/useExhaustiveDependencies: what is on disk is taken over when it changes, not when focus moves
  useEffect(() => keeper.adopt(onDisk, isFocused()), [keeper, onDisk])

  useEffect(() => {
    // A failure to save is shown by the keeper itself.
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

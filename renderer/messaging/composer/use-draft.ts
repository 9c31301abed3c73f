import { useEffect, useState, useSyncExternalStore } from 'react'
import type { StallhandClient } from '../../../shared/ipc/contract.ts'
import type { Draft } from '../../../shared/messaging/conversation.ts'
import { type MessageTarget, targetKey } from '../../../shared/messaging/message-text.ts'
import { useClient } from '../../api/hooks.ts'
import { useReadShop } from '../../api/use-view-state.ts'
import { askBeforeLeaving, laterByTimer } from '../../ui/use-autosave.ts'
import { createDraftKeeper, type DraftKeeper, type DraftView } from './draft-keeper.ts'

const windowId = crypto.randomUUID()

/**
 * One keeper per connection and target, for as long as the window is open: switching conversations loses nothing. Two connections
 * may know the same buyer and the same conversation.
 */
const keepers = new WeakMap<StallhandClient, Map<string, DraftKeeper>>()

const findKeeper = (
  client: StallhandClient,
  shop: string,
  readShop: () => string,
  target: MessageTarget,
): DraftKeeper => {
  const key = `${shop} ${targetKey(target)}`
  const byTarget = keepers.get(client) ?? new Map<string, DraftKeeper>()
  keepers.set(client, byTarget)
  const known = byTarget.get(key)
  if (known !== undefined) return known
  const created = createDraftKeeper({
    target,
    windowId,
    save: async (request) => {
      if (readShop() !== shop) throw new Error('Open the connection of this draft again to save it.')
      return client.messaging.saveDraft({
        ...request,
        content: { ...request.content, messageMedia: [...request.content.messageMedia] },
      })
    },
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
  const readShop = useReadShop()
  // The composer unmounts when another connection is shown.
  const [shop] = useState(readShop)
  const keeper = findKeeper(useClient(), shop, readShop, target)
  const view = useSyncExternalStore(keeper.subscribe, keeper.view)

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
    }
  }, [keeper])

  return { keeper, view }
}

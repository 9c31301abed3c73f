/** Refreshes the open thread soon after it opens and every 20 s, and marks it as read if the seller chose so. */
import { useEffect, useEffectEvent, useState } from 'react'
import { MARK_READ_KEY } from '../../../shared/app/choices.ts'
import type { AppError } from '../../../shared/result.ts'
import { useApiMutation, useApiQuery, useClient } from '../../api/hooks.ts'
import { useViewState } from '../../api/use-view-state.ts'
import { useOnceSeen } from '../../ui/hooks/use-once-seen.ts'

/** Stepping through the list with j and k refreshes only conversations on which the user stays. */
const REFRESH_AFTER_MS = 350
const REFRESH_EVERY_MS = 20_000
const MARK_READ_AFTER_MS = 1_050

type ThreadRefresh = {
  /** Why the last refresh failed; stays until one succeeds. */
  readonly error: AppError | null
  readonly isPending: boolean
  /**
   * Does nothing during a refresh. Its control stays enabled: if it were disabled between pointer down and up, the
   * press would be lost.
   */
  readonly refresh: () => void
}

export const useThreadRefresh = (conversationId: string, isUnread: boolean): ThreadRefresh => {
  const refreshing = useApiMutation('messaging', 'refreshThread')
  const client = useClient()
  const [failed, setFailed] = useState<{ readonly of: string; readonly error: AppError } | null>(null)
  // In read-only mode, or before the seller allowed sending, opening a conversation changes nothing.
  const isWritable = useApiQuery('connection', 'status', {}).data?.writes.state === 'open'
  const [marksOnOpen] = useViewState(MARK_READ_KEY, true)
  const mayMark = isWritable && marksOnOpen

  const refresh = (of: string): void =>
    refreshing.mutate(
      { conversationId: of },
      { onSuccess: () => setFailed(null), onError: ({ detail }) => setFailed({ of, error: detail }) },
    )
  const refreshNow = useEffectEvent(refresh)

  useEffect(() => {
    const first = setTimeout(() => refreshNow(conversationId), REFRESH_AFTER_MS)
    const again = setInterval(() => {
      if (!document.hidden) refreshNow(conversationId)
    }, REFRESH_EVERY_MS)
    return () => {
      clearTimeout(first)
      clearInterval(again)
    }
  }, [conversationId])

  // The mark is queued. Queueing fails only if the conversation is no longer stored.
  const mark = (): void => void client.messaging.markRead({ conversationId }).catch(() => undefined)
  useOnceSeen(isUnread && mayMark ? conversationId : null, mark, MARK_READ_AFTER_MS)

  const isPending = refreshing.isPending && refreshing.variables.conversationId === conversationId
  return {
    error: failed?.of === conversationId ? failed.error : null,
    isPending,
    refresh: () => {
      if (!isPending) refresh(conversationId)
    },
  }
}

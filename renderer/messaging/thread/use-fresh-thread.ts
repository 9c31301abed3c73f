/** Reads the open thread from the platform when it is opened and while it is looked at; says how the last reading went. */
import { useCallback, useEffect, useState } from 'react'
import { type AppError, Failure } from '../../../shared/result.ts'
import { useApiQuery, useClient } from '../../api/hooks.ts'

/** Running through the list with j and k asks the platform only where one stays. */
const REFRESH_AFTER_MS = 350
const REFRESH_EVERY_MS = 20_000
const READ_AFTER_MS = 3 * REFRESH_AFTER_MS

export type FreshThread = {
  readonly error: AppError | null
  readonly isReading: boolean
  readonly read: () => Promise<void>
}

type Reading = { readonly of: string; readonly error: AppError | null; readonly isReading: boolean }

const notRead = (conversationId: string): Reading => ({ of: conversationId, error: null, isReading: false })

export const useFreshThread = (conversationId: string, isUnread: boolean): FreshThread => {
  const client = useClient()
  // Looking at a message changes nothing at a shop that is locked, or that has not been allowed to be changed yet.
  const mayMark = useApiQuery('connection', 'status', {}).data?.writes.state === 'open'
  const [state, setState] = useState<Reading>(notRead(conversationId))
  // Another conversation is open: what is known of the reading of the former one is not about it.
  if (state.of !== conversationId) setState(notRead(conversationId))
  const { error, isReading } = state.of === conversationId ? state : notRead(conversationId)
  const read = useCallback(async () => {
    const put = (part: Partial<Reading>): void =>
      setState((before) => (before.of === conversationId ? { ...before, ...part } : before))
    put({ isReading: true })
    try {
      await client.messaging.refreshThread({ conversationId })
      put({ error: null })
    } catch (problem) {
      if (problem instanceof Failure) put({ error: problem.detail })
    } finally {
      put({ isReading: false })
    }
  }, [client, conversationId])

  useEffect(() => {
    const first = setTimeout(() => void read(), REFRESH_AFTER_MS)
    const again = setInterval(() => {
      if (!document.hidden) void read()
    }, REFRESH_EVERY_MS)
    return () => {
      clearTimeout(first)
      clearInterval(again)
    }
  }, [read])

  useEffect(() => {
    if (!isUnread || !mayMark) return undefined
    // Seen for a moment is read. Where that cannot be told to the platform now, it stays unread and nothing is lost.
    const timer = setTimeout(() => {
      if (!document.hidden) void client.messaging.markRead({ conversationId }).catch(() => undefined)
    }, READ_AFTER_MS)
    return () => clearTimeout(timer)
  }, [client, conversationId, isUnread, mayMark])

  return { error, isReading, read }
}

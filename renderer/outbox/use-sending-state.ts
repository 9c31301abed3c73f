/** What keeps the whole outbox from being sent. */
import { useApiQuery } from '../api/hooks.ts'
import type { SendingState } from './outbox-labels.ts'

export const useSendingState = (): SendingState => ({
  isOnHold: (useApiQuery('outbound', 'hold', {}).data ?? null) !== null,
  isOffline: useApiQuery('connection', 'status', {}).data?.online.state === 'offline',
})

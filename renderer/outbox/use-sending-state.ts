/** What keeps the whole outbox from being sent, and what its texts call the platform. */
import { useApiQuery } from '../api/hooks.ts'
import { usePlatformName } from '../api/use-connection.ts'
import type { SendingState } from './outbox-labels.ts'

export const useSendingState = (): SendingState => ({
  isOnHold: (useApiQuery('outbound', 'hold', {}).data ?? null) !== null,
  isOffline: useApiQuery('connection', 'status', {}).data?.online.state === 'offline',
  platformName: usePlatformName(),
})

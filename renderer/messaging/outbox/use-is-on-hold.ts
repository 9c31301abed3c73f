/** Whether everything waits for the seller to release the outbox (OFF-04). */
import { useApiQuery } from '../../api/hooks.ts'

export const useIsOnHold = (): boolean => (useApiQuery('outbound', 'hold', {}).data ?? null) !== null

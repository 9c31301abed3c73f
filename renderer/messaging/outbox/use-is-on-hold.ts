/** Whether nothing is sent until the seller releases the outbox (OFF-04). */
import { useApiQuery } from '../../api/hooks.ts'

export const useIsOnHold = (): boolean => (useApiQuery('outbound', 'hold', {}).data ?? null) !== null

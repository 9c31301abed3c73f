import { useApiQuery } from '../../api/hooks.ts'

/** Whether nothing is sent until the seller releases the outbox (OFF-04). */
export const useIsOnHold = (): boolean => (useApiQuery('outbound', 'hold', {}).data ?? null) !== null

/** The open connection, for bands and for buttons that send. */
import type { StallhandContract } from '../../shared/ipc/contract.ts'
import type { OutputOf } from '../../shared/ipc/define.ts'
import { useApiQuery } from './hooks.ts'

type Status = OutputOf<StallhandContract['connection']['status']>

/** Undefined until it is read. */
export const useConnection = (): Status['connection'] | undefined =>
  useApiQuery('connection', 'status', {}).data?.connection

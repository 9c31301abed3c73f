/** A call ledger that saves nothing. The default limit is never reached. */
import type { CallLimit } from '../../main/http/call-budget.ts'
import { type CallLedger, createCallLedger } from '../../main/http/call-ledger.ts'
import type { Clock } from '../../main/ports.ts'
import { createRecordingLog } from './recording-log.ts'

export const createTestLedger = (
  clock: Clock,
  limit: CallLimit = { perDay: 10_000_000, source: 'published' },
  save: () => void = () => undefined,
): CallLedger => createCallLedger({ clock, log: createRecordingLog(), stored: {}, save, limitOf: () => limit })

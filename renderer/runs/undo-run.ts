/** Undoes a run: withdraws what was not sent, and shows what putting back the rest would change (OFF-06, OFF-07). */
import type { StallhandClient } from '../../shared/ipc/contract.ts'
import { navigate } from '../location.ts'
import type { UndoResult } from '../ui/feedback/acts.ts'
import { createStore } from '../ui/hooks/store.ts'
import { runLocation } from './run-labels.ts'

/** The run that should offer its revert as soon as it is on screen. */
export const wantedRevert = createStore<number | null>(null)

export const undoRun = async (client: StallhandClient, runId: number): Promise<UndoResult> => {
  const started = await client.outbound.run({ runId })
  if (started === null) return { is: 'not', why: 'Its record is gone.' }
  if (started.isOpen) await client.outbound.stopRun({ runId })
  const run = started.isOpen ? await client.outbound.run({ runId }) : started
  if (run !== null && !run.canRevert) {
    return run.counts.sent === 0 ? { is: 'undone' } : { is: 'not', why: 'It was sent, and it can’t be put back here.' }
  }
  // Putting back writes to the platform, so the seller sees and confirms it first.
  wantedRevert.set(runId)
  navigate(runLocation(started))
  return { is: 'toReview' }
}

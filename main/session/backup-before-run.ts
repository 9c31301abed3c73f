/** Backs up before a run that changes many items. */
import type { StallhandHandlers } from '../../shared/ipc/contract.ts'

/** A run over more items is preceded by a backup. */
export const MAX_ITEMS_WITHOUT_BACKUP = 100

/** Returns `startRun` with the backup before it. The run doesn't start if the backup fails, as on a full disk. */
export const backUpBeforeRun =
  (
    { run, startRun }: Pick<StallhandHandlers['inventory'], 'run' | 'startRun'>,
    backUp: () => Promise<void>,
  ): StallhandHandlers['inventory']['startRun'] =>
  async (input) => {
    const current = await run({})
    if (current?.runId === input.runId && current.counts.all > MAX_ITEMS_WITHOUT_BACKUP) await backUp()
    return startRun(input)
  }

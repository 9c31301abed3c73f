/** Waits until nothing of a run is being sent, or waits for the platform. */
import type { StallhandClient } from '../../../shared/ipc/contract.ts'

const CHECK_EVERY_MS = 300
const MAX_WAIT_MS = 120_000

/** Resolves at the latest after two minutes: what still waits then is left out of what comes next. */
export const waitForRun = async (client: StallhandClient, runId: number): Promise<void> => {
  const endAtMs = performance.now() + MAX_WAIT_MS
  for (;;) {
    const run = await client.listing.run({})
    if (run === null || run.runId !== runId || !run.isOpen || performance.now() > endAtMs) return
    await new Promise((resolve) => setTimeout(resolve, CHECK_EVERY_MS))
  }
}

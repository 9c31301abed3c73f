/** Backs up before a run that changes many items. */

/** A run over more items backs up first. */
const MAX_ITEMS_WITHOUT_BACKUP = 100

/** Wraps `startRun` to back up first. The run doesn't start if the backup fails, for example on a full disk. */
export const backUpBeforeRun =
  <Input, Output>(
    startRun: (input: Input) => Output | Promise<Output>,
    countItems: (input: Input) => number | Promise<number>,
    backUp: () => Promise<void>,
  ) =>
  async (input: Input): Promise<Output> => {
    if ((await countItems(input)) > MAX_ITEMS_WITHOUT_BACKUP) await backUp()
    return startRun(input)
  }

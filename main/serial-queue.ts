/** Runs work one at a time, in call order. A failure doesn't block the next call. */
export type RunSerially = <T>(work: () => Promise<T>) => Promise<T>

export const createSerialQueue = (): RunSerially => {
  let last: Promise<unknown> = Promise.resolve()
  return (work) => {
    const result = last.then(work)
    last = result.catch(() => undefined)
    return result
  }
}

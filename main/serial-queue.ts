/** Runs work one at a time in the order of the calls. A failure does not hold up the next. */
export type RunSerially = <T>(work: () => Promise<T>) => Promise<T>

export const createSerialQueue = (): RunSerially => {
  let last: Promise<unknown> = Promise.resolve()
  return (work) => {
    const result = last.then(work)
    last = result.catch(() => undefined)
    return result
  }
}

/** One act after another, in the order in which they were asked for; one that fails does not hold up the next. */
export type RunSerially = <T>(work: () => Promise<T>) => Promise<T>

export const createSerialQueue = (): RunSerially => {
  let turn: Promise<unknown> = Promise.resolve()
  return (work) => {
    const result = turn.then(work)
    turn = result.catch(() => undefined)
    return result
  }
}

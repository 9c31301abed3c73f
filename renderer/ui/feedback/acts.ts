/**
 * The seller's last acts in this window, for one undo (OFF-07, OFF-09).
 *
 * An act exists from the key on, before its answer: undoing it waits for the answer and then undoes what it came to. Undo goes
 * back in the order of acting, except that a message that still waits comes first: it is the only one that time takes away. An act
 * that can't be undone stays in the list and says why once, so that nothing older is undone in its place unseen.
 */

/** What an undo came to. `toReview`: nothing changed yet, and what it opened asks the seller first. */
export type UndoResult =
  /** `text`: what became of it, if its label doesn't say that. */
  | { readonly is: 'undone'; readonly text?: string }
  | { readonly is: 'toReview' }
  | { readonly is: 'not'; readonly why: string }

/** How to undo what an act came to. */
export type Undo = {
  /** Without a result it undoes all of it, or throws. Asks main what is still possible: this window's clock can't know. */
  readonly undo: () => Promise<UndoResult | null | undefined> | undefined
  /** Whether it still waits, so that it is undone before later acts. Absent: it doesn't matter. */
  readonly waits?: (() => Promise<boolean>) | undefined
}

export type Act = {
  readonly id: number
  /** `3 conversations archived`. */
  readonly label: string
  readonly atMs: number
  /** Acts of the same group are dropped together, such as the cells of a sheet once they are sent. */
  readonly group?: string | undefined
  /** Whether it may wait: until its answer it counts as waiting. */
  readonly mayWait?: boolean | undefined
  /** Null if nothing was done. */
  readonly answer: Promise<Undo | null>
}

/** A person remembers a handful; more would undo what was long forgotten. */
const MAX_ACTS = 50

let acts: readonly Act[] = []
let lastId = 0
const listeners = new Set<(act: Act) => void>()

/** Calls `listener` with each new act. Returns a function that stops. */
export const onAct = (listener: (act: Act) => void): (() => void) => {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

/** Records an act before it is done. Call `end` with its answer, null if nothing was done: the act is then dropped. */
export const beginAct = (
  doing: Pick<Act, 'label' | 'group' | 'mayWait'>,
  nowMs: number,
): { readonly act: Act; readonly end: (undo: Undo | null) => void } => {
  lastId += 1
  const { promise, resolve } = Promise.withResolvers<Undo | null>()
  const act: Act = { ...doing, id: lastId, atMs: nowMs, answer: promise }
  acts = [...acts, act].slice(-MAX_ACTS)
  for (const listener of listeners) listener(act)
  const end = (undo: Undo | null): void => {
    if (undo === null) dropAct(act.id)
    resolve(undo)
  }
  return { act, end }
}

/** Call for an act that was undone another way. */
export const dropAct = (id: number): void => {
  acts = acts.filter((act) => act.id !== id)
}

/** Drops the newest act of a group: its own control undid it. */
export const dropNewest = (group: string): void => {
  const newest = acts.findLast((act) => act.group === group)
  if (newest !== undefined) dropAct(newest.id)
}

/** Drops a group, or all acts, such as those of a shop that is no longer shown. */
export const dropActs = (group?: string): void => {
  acts = group === undefined ? [] : acts.filter((act) => act.group !== group)
}

export const hasActs = (): boolean => acts.length > 0

/** Whether an act that may wait still does. One that can't be asked about doesn't count. */
const isWaiting = async (act: Act): Promise<boolean> => {
  const pending = Symbol('pending')
  const undo = await Promise.race([act.answer, Promise.resolve(pending)])
  if (typeof undo === 'symbol') return true
  return (await undo?.waits?.().catch(() => false)) ?? false
}

const chooseAct = async (): Promise<Act | undefined> => {
  for (const act of acts.toReversed()) {
    if (act.mayWait === true && (await isWaiting(act))) return act
  }
  return acts.at(-1)
}

let choosing: Promise<unknown> = Promise.resolve()

/** Removes and returns the act to undo next: the newest that waits, or the newest of all. Two calls never get the same. */
export const takeAct = (): Promise<Act | undefined> => {
  const taken = choosing.then(async () => {
    const act = await chooseAct()
    if (act !== undefined) dropAct(act.id)
    return act
  })
  choosing = taken.catch(() => undefined)
  return taken
}

/** Puts back an act whose undo changed nothing, so that the next undo doesn't reach past it. */
export const putBackAct = (act: Act): void => {
  acts = [...acts, act].toSorted((one, other) => one.id - other.id)
}

/** When the newest act was; null without one. */
export const newestActMs = (): number | null => acts.at(-1)?.atMs ?? null

/**
 * The seller's last acts in this window, for one undo (OFF-07).
 *
 * Undo goes back in the order of acting, except that a message that still waits comes first: it is the only one that time
 * takes away. An act that can't be undone stays in the list and says why once, so that nothing older is undone in its place
 * unseen.
 */

/** What an undo came to. `toReview`: nothing changed yet, and what it opened asks the seller first. */
export type UndoResult =
  /** `text`: what became of it, if its label doesn't say that. */
  | { readonly is: 'undone'; readonly text?: string }
  | { readonly is: 'toReview' }
  | { readonly is: 'not'; readonly why: string }

export type Act = {
  readonly id: number
  /** `3 conversations archived`. */
  readonly label: string
  readonly atMs: number
  /** Until when it waits and can be withdrawn; undefined if time doesn't matter. */
  readonly untilMs?: number | undefined
  /** Acts of the same group are dropped together, such as the cells of a sheet once they are sent. */
  readonly group?: string | undefined
  /** Without a result it undoes all of it, or throws. */
  readonly undo: () => Promise<UndoResult | null | undefined> | undefined
  /** Why it can't be undone after `untilMs`: `eBay can’t take back a message.` */
  readonly whyNot?: string | undefined
}

export type Choice = { readonly act: Act; readonly isPossible: boolean } | null

/** The act to undo next: the newest that waits, or the newest of all. `isPossible` is false if its time has passed. */
export const chooseAct = (acts: readonly Act[], nowMs: number): Choice => {
  const waiting = acts.findLast(({ untilMs }) => untilMs !== undefined && untilMs > nowMs)
  const act = waiting ?? acts.at(-1)
  if (act === undefined) return null
  return { act, isPossible: act.untilMs === undefined || act.untilMs > nowMs }
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

/** Records an act, and returns it with its id. */
export const recordAct = (done: Omit<Act, 'id' | 'atMs'>, nowMs: number): Act => {
  lastId += 1
  const act = { ...done, id: lastId, atMs: nowMs }
  acts = [...acts, act].slice(-MAX_ACTS)
  for (const listener of listeners) listener(act)
  return act
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

/** Removes and returns the act to undo next. */
export const takeAct = (nowMs: number): Choice => {
  const choice = chooseAct(acts, nowMs)
  if (choice !== null) dropAct(choice.act.id)
  return choice
}

/** Puts back an act whose undo changed nothing, so that the next undo doesn't reach past it. */
export const putBackAct = (act: Act): void => {
  acts = [...acts, act].toSorted((one, other) => one.id - other.id)
}

/** When the newest act was; null without one. */
export const newestActMs = (): number | null => acts.at(-1)?.atMs ?? null

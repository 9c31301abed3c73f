/** Does the seller's acts and offers to undo them: by a toast, and by the undo command (OFF-07, OFF-09). */
import { type Act, beginAct, dropAct, hasActs, newestActMs, putBackAct, takeAct, type Undo } from './acts.ts'
import { dismiss, toast, toastFailure } from './toast.tsx'

type Doing = {
  /** What is done, in the words of its result: `3 conversations archived`. */
  readonly label: string
  readonly group?: string | undefined
  /** It may wait until it is sent, and is then undone before later acts. */
  readonly mayWait?: boolean | undefined
}

/** What an act came to. */
export type Undoable = Undo & {
  /** The toast's text, if it is not the label. */
  readonly text?: string | undefined
  /** The toast counts down to it. */
  readonly untilMs?: number | undefined
  /** Shows no toast, because the act and its undo are on screen. */
  readonly isQuiet?: boolean | undefined
}

const sayCannot = (label: string, why: string): void => {
  toast({ text: `Can’t undo: ${label}. ${why}`.trim(), tone: 'caution' })
}

/** Says “Undone” only of what was undone. What wasn't, but could be later, stays the next to undo. */
const run = async (act: Act, isByKey: boolean): Promise<void> => {
  try {
    const answered = await act.answer
    if (answered === null) {
      sayCannot(act.label, 'It wasn’t done.')
      return
    }
    // Its toast offers the same undo.
    dismiss(`act-${act.id}`)
    const result = (await answered.undo()) ?? { is: 'undone' }
    if (result.is === 'not') sayCannot(act.label, result.why)
    else if (result.is === 'toReview') {
      putBackAct(act)
      toast({ text: `Not undone yet: ${act.label}. Confirm it first.` })
    } else if (isByKey || result.text !== undefined) toast({ text: result.text ?? `Undone: ${act.label}.` })
  } catch (error) {
    putBackAct(act)
    toastFailure(error)
  }
}

/** Acts that the undo key took: no toast offers to undo them. */
const taken = new WeakSet<Act>()

/**
 * Does an act that can be undone from now on, even before its answer. `work` returns how to undo what it came to, or null if it
 * did nothing. Returns whether it was done and isn't being undone already. Throws what `work` throws.
 */
export const doUndoably = async (doing: Doing, work: () => Promise<Undoable | null>): Promise<boolean> => {
  const { act, end } = beginAct(doing, Date.now())
  let undoable: Undoable | null = null
  try {
    undoable = await work()
  } finally {
    end(undoable)
  }
  if (undoable === null || taken.has(act)) return false
  if (undoable.isQuiet === true) return true
  const onPress = (): void => {
    dropAct(act.id)
    void run(act, false)
  }
  const { text = act.label, untilMs } = undoable
  toast({ id: `act-${act.id}`, text, untilMs, action: { label: 'Undo', onPress } })
  return true
}

/**
 * Does an act that nothing takes back, so that the undo key says why instead of undoing what was done before it. Returns and throws
 * what `work` does.
 */
export const doFinally = async <T>(
  { label, why }: { label: string; why: string },
  work: () => Promise<T>,
): Promise<T> => {
  const result = Promise.withResolvers<T>()
  await doUndoably({ label }, async () => {
    result.resolve(await work())
    return { undo: async () => ({ is: 'not', why }), isQuiet: true }
  })
  return result.promise
}

/** Undoes the last act. Returns false if there is none. */
export const undoLast = (): boolean => {
  if (!hasActs()) return false
  void takeAct().then((act) => {
    if (act === undefined) return
    taken.add(act)
    return run(act, true)
  })
  return true
}

let lastInputMs = 0

/** Remembers when the seller last typed, so that the undo key undoes typing first. Returns a function that stops. */
export const watchTyping = (): (() => void) => {
  const onInput = (event: Event): void => {
    // What the app writes into a field isn't typed.
    if (event.isTrusted) lastInputMs = Date.now()
  }
  window.addEventListener('input', onInput, { capture: true })
  return () => window.removeEventListener('input', onInput, { capture: true })
}

/** Whether the seller typed after the last act: then the field's own undo is meant. */
export const typedSinceLastAct = (): boolean => lastInputMs > (newestActMs() ?? 0)

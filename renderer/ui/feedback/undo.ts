/** Offers to undo what the seller just did: by a toast, and by the undo command (OFF-07). */
import { type Act, dropAct, newestActMs, putBackAct, recordAct, takeAct } from './acts.ts'
import { dismiss, toast, toastFailure } from './toast.tsx'

type Undoable = {
  /** What was done: `3 conversations archived`. */
  readonly text: string
  /** What was done, where the toast's text is a countdown. */
  readonly label?: string | undefined
  readonly undo: Act['undo']
  /** Until when it waits and can be withdrawn; infinite if no clock ends that. The toast counts down to it. */
  readonly untilMs?: number | undefined
  readonly whyNot?: string | undefined
  readonly group?: string | undefined
  /** Shows no toast, because the act and its undo are on screen. */
  readonly isQuiet?: boolean | undefined
}

const sayCannot = (label: string, why: string): void => {
  toast({ text: `Can’t undo: ${label}. ${why}`.trim(), tone: 'caution' })
}

/** Says “Undone” only of what was undone. What wasn't, but could be later, stays the next to undo. */
const run = async (act: Act, isByKey: boolean): Promise<void> => {
  try {
    const result = (await act.undo()) ?? { is: 'undone' }
    if (result.is === 'not') sayCannot(act.label, result.why)
    else if (result.is === 'toReview') {
      putBackAct(act)
      toast({ text: `Not undone yet: ${act.label}. Confirm it first.` })
    } else if (isByKey) toast({ text: result.text ?? `Undone: ${act.label}.` })
  } catch (error) {
    putBackAct(act)
    toastFailure(error)
  }
}

export const offerUndo = ({ text, label = text, undo, untilMs, whyNot, group, isQuiet = false }: Undoable): void => {
  const act = recordAct({ label, undo, untilMs, whyNot, group }, Date.now())
  if (isQuiet) return
  const onPress = (): void => {
    dropAct(act.id)
    void run(act, false)
  }
  const endsMs = untilMs === Number.POSITIVE_INFINITY ? undefined : untilMs
  toast({ id: `act-${act.id}`, text, untilMs: endsMs, action: { label: 'Undo', onPress } })
}

/** Undoes the last act. Returns false if there is none. */
export const undoLast = (): boolean => {
  const choice = takeAct(Date.now())
  if (choice === null) return false
  const { act, isPossible } = choice
  if (!isPossible) {
    sayCannot(act.label, act.whyNot ?? '')
    return true
  }
  // Its toast offers the same undo.
  dismiss(`act-${act.id}`)
  void run(act, true)
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

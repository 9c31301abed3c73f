/**
 * A control that appears under a resting pointer, or gets the focus while a key is held, doesn't take the press that was meant for
 * another (USE-08). A double click on “Mark as shipped” must not press what slides under the pointer. Pure.
 */

/** Longer than the second press of a double click, shorter than seeing a new control and deciding to press it. */
const GUARD_MS = 400
/** Hands tremble. */
const RESTING_PX = 2

type Point = { readonly x: number; readonly y: number }

/** `name` identifies a control that is rendered again, and tells it from another with the same element. */
export type PressTarget = { readonly name: string }

const isNear = (a: Point, b: Point): boolean => Math.abs(a.x - b.x) <= RESTING_PX && Math.abs(a.y - b.y) <= RESTING_PX

export type PressGuard = ReturnType<typeof createPressGuard>

export const createPressGuard = () => {
  let resting: Point | undefined
  /** The control under the pointer, and since when if it came there by itself. */
  let under: (PressTarget & { readonly sinceMs: number | undefined }) | undefined
  let held: (PressTarget & { readonly key: string }) | undefined

  /** Call for each pointer event, with the control under the pointer. */
  const point = (at: Point, target: PressTarget | undefined, nowMs: number): void => {
    const hasMoved = resting === undefined || !isNear(resting, at)
    if (hasMoved) resting = at
    if (target === undefined) under = undefined
    else if (hasMoved) under = { name: target.name, sinceMs: undefined }
    else if (under?.name !== target.name) under = { name: target.name, sinceMs: nowMs }
  }

  return {
    point,
    /** Whether the control takes a press of the pointer. Call `point` for the press first. */
    takesPress: (nowMs: number): boolean => under?.sinceMs === undefined || nowMs - under.sinceMs >= GUARD_MS,
    /**
     * Whether the focused control takes Enter or Space: a held key stays with the control that it was pressed on. That a second press
     * meets nothing that destroys or sends is the kept focus's work. Call for every key that is pressed.
     */
    takesKey: (key: string, isRepeated: boolean, target: PressTarget | undefined): boolean => {
      const isPress = target !== undefined && (key === 'Enter' || key === ' ')
      if (isPress && isRepeated && held?.key === key && held.name !== target.name) return false
      held = isPress ? { name: target.name, key } : undefined
      return true
    },
  }
}

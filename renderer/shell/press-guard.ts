/**
 * The second press of a double click, or of a held key, doesn't act on another control than the first (USE-08). A double click on
 * “Mark as shipped” must not press what slid under the pointer. Pure.
 */

/** Longer than the pause of a double click, shorter than seeing a new control and deciding to press it. */
const GUARD_MS = 400
/** Hands tremble. */
const RESTING_PX = 4

type Point = { readonly x: number; readonly y: number }

/** `name` identifies a control that is rendered again, and tells it from another with the same element. */
export type PressTarget = { readonly name: string }

const isNear = (a: Point, b: Point): boolean => Math.abs(a.x - b.x) <= RESTING_PX && Math.abs(a.y - b.y) <= RESTING_PX

export const createPressGuard = () => {
  let lastPress: (PressTarget & { readonly at: Point; readonly atMs: number }) | undefined
  let held: (PressTarget & { readonly key: string }) | undefined
  return {
    /** Whether the control under the pointer takes its press. Call for every press. */
    takesPress: (at: Point, target: PressTarget | undefined, nowMs: number): boolean => {
      const isSecond = lastPress !== undefined && nowMs - lastPress.atMs < GUARD_MS && isNear(lastPress.at, at)
      if (isSecond && target !== undefined && target.name !== lastPress?.name) return false
      lastPress = target === undefined ? undefined : { name: target.name, at, atMs: nowMs }
      return true
    },
    /**
     * Whether the focused control takes Enter or Space. That a second press meets nothing that destroys or sends is the kept focus's
     * work. Call for every key that is pressed.
     */
    takesKey: (key: string, isRepeated: boolean, target: PressTarget | undefined): boolean => {
      // A key between two presses of the pointer shows that the second is meant.
      lastPress = undefined
      const isPress = target !== undefined && (key === 'Enter' || key === ' ')
      if (isPress && isRepeated && held?.key === key && held.name !== target.name) return false
      held = isPress ? { name: target.name, key } : undefined
      return true
    },
  }
}

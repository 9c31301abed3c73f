/** Restores the window's bounds. */
import * as z from 'zod'

const boundsSchema = z.object({
  x: z.int(),
  y: z.int(),
  width: z.int().min(400),
  height: z.int().min(300),
  maximized: z.boolean(),
})
type Rectangle = { readonly x: number; readonly y: number; readonly width: number; readonly height: number }

const overlap = (a: Rectangle, b: Rectangle): number =>
  Math.max(0, Math.min(a.x + a.width, b.x + b.width) - Math.max(a.x, b.x)) *
  Math.max(0, Math.min(a.y + a.height, b.y + b.height) - Math.max(a.y, b.y))

/** How much of the title bar must be on one screen, so that the window can be moved. */
const TITLE = { width: 120, height: 32 } as const

const hasTitle = ({ x, y, width }: Rectangle, area: Rectangle): boolean =>
  y >= area.y &&
  y + TITLE.height <= area.y + area.height &&
  Math.min(x + width, area.x + area.width) - Math.max(x, area.x) >= Math.min(width, TITLE.width)

const clamp = (value: number, min: number, max: number): number => Math.max(min, Math.min(value, max))

/** Moves a window whose title bar is on no screen, as above the topmost one, onto the screen that shows most of it. */
const withReachableTitle = <B extends Rectangle>(bounds: B, screens: readonly Rectangle[]): B => {
  const [most] = screens.toSorted((one, other) => overlap(bounds, other) - overlap(bounds, one))
  if (most === undefined || screens.some((area) => hasTitle(bounds, area))) return bounds
  return {
    ...bounds,
    x: clamp(bounds.x, most.x + TITLE.width - bounds.width, most.x + most.width - TITLE.width),
    y: clamp(bounds.y, most.y, most.y + most.height - TITLE.height),
  }
}

/** Returns the saved bounds, with the title bar in reach, if at least a quarter of the window is on a connected screen. */
export const usableBounds = (
  kept: unknown,
  screens: readonly Rectangle[],
): z.output<typeof boundsSchema> | undefined => {
  const parsed = boundsSchema.safeParse(kept)
  if (!parsed.success) return undefined
  const enough = (parsed.data.width * parsed.data.height) / 4
  return screens.some((area) => overlap(parsed.data, area) >= enough)
    ? withReachableTitle(parsed.data, screens)
    : undefined
}

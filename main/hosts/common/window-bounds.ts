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

/** Returns the saved bounds if at least a quarter of the window is on a connected screen. */
export const usableBounds = (
  kept: unknown,
  screens: readonly Rectangle[],
): z.output<typeof boundsSchema> | undefined => {
  const parsed = boundsSchema.safeParse(kept)
  if (!parsed.success) return undefined
  const enough = (parsed.data.width * parsed.data.height) / 4
  return screens.some((area) => overlap(parsed.data, area) >= enough) ? parsed.data : undefined
}

import { createHash } from 'node:crypto'
import { crc32, deflateSync } from 'node:zlib'
import { Hono } from 'hono'
import type { Faults, PracticeApp, PracticeEnv } from './faults.ts'

/**
 * Pictures of the shop's items: drawn here, the same for the same name, without any network.
 *
 * A small still-life: a wall, a table, and the kind of thing the name begins with, in colours of its own. Shapes are
 * signed distances (negative inside), which gives smooth edges without a drawing library.
 */
const size = 480
const mostCached = 200

type Colour = readonly [red: number, green: number, blue: number]
type Shape = { readonly colour: Colour; readonly distance: (x: number, y: number) => number }

const circle =
  (cx: number, cy: number, radius: number) =>
  (x: number, y: number): number =>
    Math.hypot(x - cx, y - cy) - radius

const box =
  (cx: number, cy: number, halfWidth: number, halfHeight: number, corner = 6) =>
  (x: number, y: number): number => {
    const dx = Math.abs(x - cx) - halfWidth + corner
    const dy = Math.abs(y - cy) - halfHeight + corner
    return Math.hypot(Math.max(dx, 0), Math.max(dy, 0)) + Math.min(Math.max(dx, dy), 0) - corner
  }

/** An ellipse, near enough for these sizes. */
const ellipse =
  (cx: number, cy: number, rx: number, ry: number) =>
  (x: number, y: number): number =>
    (Math.hypot((x - cx) / rx, (y - cy) / ry) - 1) * Math.min(rx, ry)

/** A trapezoid standing on its longer or shorter side. */
const trapezoid =
  (cx: number, top: number, bottom: number, halfTop: number, halfBottom: number) =>
  (x: number, y: number): number => {
    const share = Math.min(Math.max((y - top) / (bottom - top), 0), 1)
    const half = halfTop + (halfBottom - halfTop) * share
    const slope = Math.hypot(1, (halfBottom - halfTop) / (bottom - top))
    return Math.max((Math.abs(x - cx) - half) / slope, top - y, y - bottom)
  }

const line =
  (x1: number, y1: number, x2: number, y2: number, halfWidth: number) =>
  (x: number, y: number): number => {
    const dx = x2 - x1
    const dy = y2 - y1
    const share = Math.min(Math.max(((x - x1) * dx + (y - y1) * dy) / (dx * dx + dy * dy), 0), 1)
    return Math.hypot(x - x1 - dx * share, y - y1 - dy * share) - halfWidth
  }

/** HSL with hue in degrees, the rest from 0 to 1. */
const hsl = (hue: number, saturation: number, lightness: number): Colour => {
  const chroma = saturation * Math.min(lightness, 1 - lightness)
  const part = (offset: number): number => {
    const k = (offset + hue / 30) % 12
    return Math.round(255 * (lightness - chroma * Math.max(-1, Math.min(k - 3, 9 - k, 1))))
  }
  return [part(0), part(8), part(4)]
}

type Palette = { readonly body: Colour; readonly dark: Colour; readonly light: Colour; readonly metal: Colour }

/** What each kind looks like; the table's edge is at 330, x and y run to 480. */
const motifs: Readonly<Record<string, (palette: Palette) => readonly Shape[]>> = {
  cam: ({ body, dark, light, metal }) => [
    { colour: metal, distance: box(240, 205, 104, 22) },
    { colour: metal, distance: box(325, 182, 16, 12) },
    { colour: body, distance: box(240, 275, 130, 62, 18) },
    { colour: metal, distance: circle(240, 275, 64) },
    { colour: dark, distance: circle(240, 275, 54) },
    { colour: [38, 42, 54], distance: circle(240, 275, 36) },
    { colour: light, distance: circle(226, 260, 9) },
    { colour: light, distance: box(160, 215, 18, 9, 3) },
  ],
  lmp: ({ body, dark, light, metal }) => [
    { colour: light, distance: ellipse(240, 345, 150, 22) },
    { colour: metal, distance: line(240, 220, 240, 345, 7) },
    { colour: dark, distance: ellipse(240, 350, 62, 16) },
    { colour: light, distance: circle(240, 228, 24) },
    { colour: body, distance: trapezoid(240, 120, 225, 48, 112) },
    { colour: dark, distance: box(240, 118, 50, 5, 4) },
  ],
  cer: ({ body, dark, light }) => [
    { colour: body, distance: ellipse(240, 275, 82, 88) },
    { colour: body, distance: trapezoid(240, 135, 225, 34, 46) },
    { colour: dark, distance: ellipse(240, 138, 42, 13) },
    { colour: light, distance: ellipse(208, 255, 13, 34) },
    { colour: dark, distance: box(240, 300, 79, 5, 3) },
  ],
  tls: ({ body, dark, metal }) => [
    { colour: metal, distance: box(240, 335, 150, 18, 5) },
    { colour: body, distance: box(225, 300, 120, 24, 12) },
    { colour: metal, distance: line(232, 305, 275, 215, 12) },
    { colour: dark, distance: circle(145, 262, 26) },
    { colour: dark, distance: box(145, 290, 12, 20, 4) },
    { colour: dark, distance: line(318, 290, 342, 222, 20) },
  ],
  clk: ({ body, dark, light }) => [
    { colour: dark, distance: box(240, 348, 128, 14, 5) },
    { colour: body, distance: box(240, 275, 106, 74, 10) },
    { colour: body, distance: circle(240, 230, 106) },
    { colour: light, distance: circle(240, 235, 78) },
    { colour: dark, distance: line(240, 235, 240, 178, 4) },
    { colour: dark, distance: line(240, 235, 282, 258, 5) },
    { colour: dark, distance: circle(240, 235, 8) },
  ],
  rad: ({ body, dark, light, metal }) => [
    { colour: body, distance: box(240, 265, 158, 92, 34) },
    { colour: dark, distance: box(190, 255, 88, 56, 12) },
    { colour: body, distance: box(190, 240, 80, 3, 2) },
    { colour: body, distance: box(190, 258, 80, 3, 2) },
    { colour: body, distance: box(190, 276, 80, 3, 2) },
    { colour: light, distance: box(338, 225, 42, 22, 6) },
    { colour: metal, distance: circle(320, 300, 20) },
    { colour: metal, distance: circle(368, 300, 14) },
  ],
  bks: ({ body, dark, light, metal }) => [
    { colour: dark, distance: box(240, 335, 140, 22, 5) },
    { colour: light, distance: box(250, 335, 132, 14, 2) },
    { colour: body, distance: box(230, 288, 128, 24, 5) },
    { colour: light, distance: box(240, 288, 120, 16, 2) },
    { colour: metal, distance: box(252, 190, 30, 76, 5) },
    { colour: body, distance: box(192, 180, 26, 86, 5) },
    { colour: light, distance: box(192, 140, 16, 6, 2) },
  ],
}

const shapesOf = (name: string, kind: string): { shapes: readonly Shape[]; wall: Colour; table: Colour } => {
  const bytes = createHash('sha256').update(name.replace(/-\d+$/, '')).digest()
  const hue = ((bytes[0] ?? 0) / 256) * 360
  // Further pictures of one thing show it in the light of another hour.
  const hour = Number(/-(\d+)$/.exec(name)?.[1] ?? '1') - 1
  const palette: Palette = {
    body: hsl(hue, 0.42, 0.46),
    dark: hsl(hue, 0.35, 0.24),
    light: hsl((hue + 40) % 360, 0.55, 0.86),
    metal: hsl(42, 0.12 + (bytes[1] ?? 0) / 900, 0.66),
  }
  return {
    shapes: motifs[kind]?.(palette) ?? [],
    wall: hsl((hue + 180 + hour * 25) % 360, 0.18, 0.86 - hour * 0.06),
    table: hsl(28 + (bytes[2] ?? 0) / 20, 0.3, 0.42 - hour * 0.03),
  }
}

const chunk = (type: string, data: Buffer): Buffer => {
  const named = Buffer.concat([Buffer.from(type, 'latin1'), data])
  const out = Buffer.alloc(named.length + 8)
  out.writeUInt32BE(data.length, 0)
  named.copy(out, 4)
  out.writeUInt32BE(crc32(named) >>> 0, named.length + 4)
  return out
}

const encodePng = (pixels: Buffer): Buffer => {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(size, 0)
  header.writeUInt32BE(size, 4)
  // Eight bits a channel, true colour.
  header.writeUInt8(8, 8)
  header.writeUInt8(2, 9)
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
  return Buffer.concat([
    signature,
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(pixels, { level: 6 })),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

/** Draws the picture of that name, or `undefined` when no item of the shop can be called so. */
export const drawPicture = (name: string): Buffer | undefined => {
  const kind = /^([a-z]{3})-[a-z0-9-]{1,60}$/.exec(name)?.[1]
  if (kind === undefined || !Object.hasOwn(motifs, kind)) return undefined
  const { shapes, wall, table } = shapesOf(name, kind)
  const tableEdge = 330
  const stride = size * 3 + 1
  const pixels = Buffer.alloc(stride * size)
  const shadow = ellipse(255, 366, 175, 20)
  for (let y = 0; y < size; y += 1) {
    for (let x = 0; x < size; x += 1) {
      const onTable = y > tableEdge
      // Light falls from the upper left; the wall darkens away from it.
      const light = onTable ? 1.06 - (y - tableEdge) / 700 : 1.04 - (x + y) / 4200
      let [red, green, blue] = onTable ? table : wall
      const shade = onTable ? Math.min(Math.max(-shadow(x, y) / 24, 0), 1) * 0.35 : 0
      red *= light * (1 - shade)
      green *= light * (1 - shade)
      blue *= light * (1 - shade)
      for (const { colour, distance } of shapes) {
        const cover = Math.min(Math.max(0.5 - distance(x, y), 0), 1)
        if (cover === 0) continue
        const gloss = 1.1 - (x + y) / 2600
        red += (colour[0] * gloss - red) * cover
        green += (colour[1] * gloss - green) * cover
        blue += (colour[2] * gloss - blue) * cover
      }
      const at = y * stride + 1 + x * 3
      pixels[at] = Math.min(red, 255)
      pixels[at + 1] = Math.min(green, 255)
      pixels[at + 2] = Math.min(blue, 255)
    }
  }
  return encodePng(pixels)
}

/** GET /pictures/{name}.png: what stands behind https://pictures.practice.invalid in the item records. */
export const picturesService = (faults: Faults): PracticeApp => {
  const app = new Hono<PracticeEnv>()
  const drawn = new Map<string, Buffer>()

  app.get('/pictures/:file', faults.guard('pictures', 'getPicture'), (c) => {
    const file = c.req.param('file')
    const name = file.endsWith('.png') ? file.slice(0, -4).toLowerCase() : ''
    const picture = drawn.get(name) ?? drawPicture(name)
    if (picture === undefined) return c.text('There is no such picture.', 404)
    if (drawn.size >= mostCached) drawn.clear()
    drawn.set(name, picture)
    return c.body(new Uint8Array(picture), 200, { 'content-type': 'image/png', 'cache-control': 'max-age=86400' })
  })

  return app
}

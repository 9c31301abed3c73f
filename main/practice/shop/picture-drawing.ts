/**
 * A still life for a picture's name, such as `cam-0101-2`: always the same PNG, or `undefined` if no item of the shop
 * can have a picture of that name. Drawing takes some milliseconds, so drawn pictures are cached.
 */
import { createHash } from 'node:crypto'
import { crc32, deflateSync } from 'node:zlib'

/** The width and height of a picture in pixels. */
const SIZE = 480
/** Where the wall meets the table. */
const TABLE_EDGE = 330

type Colour = readonly [red: number, green: number, blue: number]
/** A signed distance, negative inside. Gives smooth edges without a drawing library. */
type Outline = (x: number, y: number) => number
type Shape = readonly [colour: Colour, outline: Outline]

const circle =
  (cx: number, cy: number, radius: number): Outline =>
  (x, y) =>
    Math.hypot(x - cx, y - cy) - radius

const box =
  (cx: number, cy: number, halfWidth: number, halfHeight: number, corner = 6): Outline =>
  (x, y) => {
    const dx = Math.abs(x - cx) - halfWidth + corner
    const dy = Math.abs(y - cy) - halfHeight + corner
    return Math.hypot(Math.max(dx, 0), Math.max(dy, 0)) + Math.min(Math.max(dx, dy), 0) - corner
  }

/** Only approximates the distance, well enough at these sizes. */
const ellipse =
  (cx: number, cy: number, rx: number, ry: number): Outline =>
  (x, y) =>
    (Math.hypot((x - cx) / rx, (y - cy) / ry) - 1) * Math.min(rx, ry)

const trapezoid =
  (cx: number, top: number, bottom: number, halfTop: number, halfBottom: number): Outline =>
  (x, y) => {
    const share = Math.min(Math.max((y - top) / (bottom - top), 0), 1)
    const half = halfTop + (halfBottom - halfTop) * share
    const slope = Math.hypot(1, (halfBottom - halfTop) / (bottom - top))
    return Math.max((Math.abs(x - cx) - half) / slope, top - y, y - bottom)
  }

const line =
  (x1: number, y1: number, x2: number, y2: number, halfWidth: number): Outline =>
  (x, y) => {
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

/** By the prefix of the SKU. */
const motifs: Readonly<Record<string, (palette: Palette) => readonly Shape[]>> = {
  cam: ({ body, dark, light, metal }) => [
    [metal, box(240, 205, 104, 22)],
    [metal, box(325, 182, 16, 12)],
    [body, box(240, 275, 130, 62, 18)],
    [metal, circle(240, 275, 64)],
    [dark, circle(240, 275, 54)],
    [[38, 42, 54], circle(240, 275, 36)],
    [light, circle(226, 260, 9)],
    [light, box(160, 215, 18, 9, 3)],
  ],
  lmp: ({ body, dark, light, metal }) => [
    [light, ellipse(240, 345, 150, 22)],
    [metal, line(240, 220, 240, 345, 7)],
    [dark, ellipse(240, 350, 62, 16)],
    [light, circle(240, 228, 24)],
    [body, trapezoid(240, 120, 225, 48, 112)],
    [dark, box(240, 118, 50, 5, 4)],
  ],
  cer: ({ body, dark, light }) => [
    [body, ellipse(240, 275, 82, 88)],
    [body, trapezoid(240, 135, 225, 34, 46)],
    [dark, ellipse(240, 138, 42, 13)],
    [light, ellipse(208, 255, 13, 34)],
    [dark, box(240, 300, 79, 5, 3)],
  ],
  tls: ({ body, dark, metal }) => [
    [metal, box(240, 335, 150, 18, 5)],
    [body, box(225, 300, 120, 24, 12)],
    [metal, line(232, 305, 275, 215, 12)],
    [dark, circle(145, 262, 26)],
    [dark, box(145, 290, 12, 20, 4)],
    [dark, line(318, 290, 342, 222, 20)],
  ],
  clk: ({ body, dark, light }) => [
    [dark, box(240, 348, 128, 14, 5)],
    [body, box(240, 275, 106, 74, 10)],
    [body, circle(240, 230, 106)],
    [light, circle(240, 235, 78)],
    [dark, line(240, 235, 240, 178, 4)],
    [dark, line(240, 235, 282, 258, 5)],
    [dark, circle(240, 235, 8)],
  ],
  rad: ({ body, dark, light, metal }) => [
    [body, box(240, 265, 158, 92, 34)],
    [dark, box(190, 255, 88, 56, 12)],
    [body, box(190, 240, 80, 3, 2)],
    [body, box(190, 258, 80, 3, 2)],
    [body, box(190, 276, 80, 3, 2)],
    [light, box(338, 225, 42, 22, 6)],
    [metal, circle(320, 300, 20)],
    [metal, circle(368, 300, 14)],
  ],
  bks: ({ body, dark, light, metal }) => [
    [dark, box(240, 335, 140, 22, 5)],
    [light, box(250, 335, 132, 14, 2)],
    [body, box(230, 288, 128, 24, 5)],
    [light, box(240, 288, 120, 16, 2)],
    [metal, box(252, 190, 30, 76, 5)],
    [body, box(192, 180, 26, 86, 5)],
    [light, box(192, 140, 16, 6, 2)],
  ],
}

const pngChunk = (type: string, data: Buffer): Buffer => {
  const content = Buffer.concat([Buffer.from(type, 'latin1'), data])
  const out = Buffer.alloc(content.length + 8)
  out.writeUInt32BE(data.length, 0)
  content.copy(out, 4)
  out.writeUInt32BE(crc32(content) >>> 0, content.length + 4)
  return out
}

const encodePng = (pixels: Buffer): Buffer => {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(SIZE, 0)
  header.writeUInt32BE(SIZE, 4)
  // Eight bits a channel, true colour.
  header.writeUInt8(8, 8)
  header.writeUInt8(2, 9)
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    pngChunk('IHDR', header),
    pngChunk('IDAT', deflateSync(pixels, { level: 6 })),
    pngChunk('IEND', Buffer.alloc(0)),
  ])
}

const MAX_KEPT_PICTURES = 500
const kept = new Map<string, Buffer | undefined>()

export const drawPicture = (name: string): Buffer | undefined => {
  if (kept.has(name)) return kept.get(name)
  if (kept.size === MAX_KEPT_PICTURES) kept.clear()
  const picture = draw(name)
  kept.set(name, picture)
  return picture
}

const draw = (name: string): Buffer | undefined => {
  const kind = /^([a-z]{3})-[a-z0-9-]{1,60}$/.exec(name)?.[1]
  if (kind === undefined || !Object.hasOwn(motifs, kind)) return undefined
  const hash = createHash('sha256').update(name.replace(/-\d+$/, '')).digest()
  const hue = ((hash[0] ?? 0) / 256) * 360
  // Further pictures of an item show it at a later hour.
  const hour = Number(/-(\d+)$/.exec(name)?.[1] ?? '1') - 1
  const wall = hsl((hue + 180 + hour * 25) % 360, 0.18, 0.86 - hour * 0.06)
  const table = hsl(28 + (hash[2] ?? 0) / 20, 0.3, 0.42 - hour * 0.03)
  const shapes =
    motifs[kind]?.({
      body: hsl(hue, 0.42, 0.46),
      dark: hsl(hue, 0.35, 0.24),
      light: hsl((hue + 40) % 360, 0.55, 0.86),
      metal: hsl(42, 0.12 + (hash[1] ?? 0) / 900, 0.66),
    }) ?? []
  const shadow = ellipse(255, 366, 175, 20)
  const stride = SIZE * 3 + 1
  const pixels = Buffer.alloc(stride * SIZE)
  const row = new Float64Array(SIZE * 3)
  for (let y = 0; y < SIZE; y += 1) {
    const isTable = y > TABLE_EDGE
    const ground = isTable ? table : wall
    for (let x = 0; x < SIZE; x += 1) {
      // Light comes from the upper left; the wall darkens away from it.
      const light = isTable ? 1.06 - (y - TABLE_EDGE) / 700 : 1.04 - (x + y) / 4200
      const shade = isTable ? Math.min(Math.max(-shadow(x, y) / 24, 0), 1) * 0.35 : 0
      for (let part = 0; part < 3; part += 1) row[x * 3 + part] = (ground[part] ?? 0) * light * (1 - shade)
    }
    for (const [colour, outline] of shapes) {
      for (let x = 0; x < SIZE; x += 1) {
        const distance = outline(x, y)
        const cover = Math.min(Math.max(0.5 - distance, 0), 1)
        if (cover === 0) {
          // One pixel brings the outline at most one pixel closer.
          x += Math.floor(distance - 0.5)
          continue
        }
        const gloss = 1.1 - (x + y) / 2600
        for (let part = 0; part < 3; part += 1) {
          const before = row[x * 3 + part] ?? 0
          row[x * 3 + part] = before + ((colour[part] ?? 0) * gloss - before) * cover
        }
      }
    }
    for (let part = 0; part < row.length; part += 1) pixels[y * stride + 1 + part] = Math.min(row[part] ?? 0, 255)
  }
  return encodePng(pixels)
}

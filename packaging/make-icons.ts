/**
 * Draws every picture that packaging and tray need from the two drawings beside this file, in Chromium.
 *
 * The pictures are kept in the repository, so that a build needs no browser. Run `node packaging/make-icons.ts` after changing
 * a drawing.
 */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { type Browser, chromium } from 'playwright'
import { chromiumArguments, findChromium } from '../test/support/chromium.ts'

const here = import.meta.dirname
const resources = path.join(here, '../resources')

type Draw = (drawing: string, pixels: number) => Promise<Buffer>

const drawIn =
  (browser: Browser): Draw =>
  async (drawing, pixels) => {
    const page = await browser.newPage({ viewport: { width: pixels, height: pixels } })
    const picture = `data:image/svg+xml;base64,${Buffer.from(drawing).toString('base64')}`
    await page.setContent(
      `<style>body{margin:0}img{display:block}</style><img src="${picture}" width="${pixels}" height="${pixels}">`,
    )
    await page.locator('img').evaluate((image) => (image as HTMLImageElement).decode())
    const png = await page.screenshot({ omitBackground: true })
    await page.close()
    return png
  }

const whole = (size: number, write: (view: DataView) => void): Buffer => {
  const bytes = new ArrayBuffer(size)
  write(new DataView(bytes))
  return Buffer.from(bytes)
}

/** Windows: a directory of PNG pictures. 256 is written as 0. */
export const createIco = (pictures: readonly { readonly pixels: number; readonly png: Buffer }[]): Buffer => {
  let offset = 6 + 16 * pictures.length
  const entries = pictures.map(({ pixels, png }) => {
    const entry = whole(16, (view) => {
      view.setUint8(0, pixels % 256)
      view.setUint8(1, pixels % 256)
      view.setUint16(4, 1, true)
      view.setUint16(6, 32, true)
      view.setUint32(8, png.length, true)
      view.setUint32(12, offset, true)
    })
    offset += png.length
    return entry
  })
  const head = whole(6, (view) => {
    view.setUint16(2, 1, true)
    view.setUint16(4, pictures.length, true)
  })
  return Buffer.concat([head, ...entries, ...pictures.map(({ png }) => png)])
}

/** macOS: PNG pictures, each under the name of its size. */
export const createIcns = (pictures: readonly { readonly type: string; readonly png: Buffer }[]): Buffer => {
  const parts = pictures.map(({ type, png }) =>
    Buffer.concat([Buffer.from(type, 'latin1'), whole(4, (view) => view.setUint32(0, png.length + 8)), png]),
  )
  const size = parts.reduce((sum, part) => sum + part.length, 8)
  return Buffer.concat([Buffer.from('icns', 'latin1'), whole(4, (view) => view.setUint32(0, size)), ...parts])
}

const main = async (): Promise<void> => {
  const executablePath = findChromium()
  const browser = await chromium.launch({
    args: chromiumArguments(),
    ...(executablePath === undefined ? {} : { executablePath }),
  })
  const draw = drawIn(browser)
  const icon = readFileSync(path.join(here, 'icon.svg'), 'utf8')
  const shape = readFileSync(path.join(here, 'tray.svg'), 'utf8')
  // Linux doesn't say whether a panel is light or dark: a middle green shows on both.
  const coloured = shape.replace('<svg ', '<svg fill="#3f9a73" ')

  mkdirSync(path.join(here, 'icons'), { recursive: true })
  mkdirSync(resources, { recursive: true })
  for (const pixels of [16, 24, 32, 48, 64, 128, 256, 512]) {
    writeFileSync(path.join(here, 'icons', `${pixels}x${pixels}.png`), await draw(icon, pixels))
  }
  const windows = [16, 24, 32, 48, 64, 256]
  const pictures = await Promise.all(windows.map(async (pixels) => ({ pixels, png: await draw(icon, pixels) })))
  writeFileSync(path.join(here, 'icon.ico'), createIco(pictures))
  const apple = { ic07: 128, ic08: 256, ic09: 512, ic10: 1024, ic11: 32, ic12: 64, ic13: 256, ic14: 512 }
  const sized = await Promise.all(
    Object.entries(apple).map(async ([type, pixels]) => ({ type, png: await draw(icon, pixels) })),
  )
  writeFileSync(path.join(here, 'icon.icns'), createIcns(sized))

  writeFileSync(path.join(resources, 'tray.png'), await draw(coloured, 24))
  writeFileSync(path.join(resources, 'tray@2x.png'), await draw(coloured, 48))
  writeFileSync(path.join(resources, 'trayTemplate.png'), await draw(shape, 18))
  writeFileSync(path.join(resources, 'trayTemplate@2x.png'), await draw(shape, 36))
  const tray = await Promise.all([16, 32].map(async (pixels) => ({ pixels, png: await draw(coloured, pixels) })))
  writeFileSync(path.join(resources, 'tray.ico'), createIco(tray))
  await browser.close()
}

await main()

import { Hono } from 'hono'
import type { Faults, PracticeApp, PracticeEnv } from '../control/faults.ts'
import { drawPicture } from '../shop/picture-drawing.ts'

/** `GET /pictures/{name}.png`: the pictures that the items' https://pictures.practice.invalid URLs refer to. */
export const createPictureService = (faults: Faults): PracticeApp => {
  const app = new Hono<PracticeEnv>()
  app.get('/pictures/:file', faults.guard('pictures', 'getPicture'), (c) => {
    const file = c.req.param('file')
    const picture = file.endsWith('.png') ? drawPicture(file.slice(0, -4).toLowerCase()) : undefined
    if (picture === undefined) return c.text('There is no such picture.', 404)
    return c.body(new Uint8Array(picture), 200, { 'content-type': 'image/png', 'cache-control': 'max-age=86400' })
  })
  return app
}

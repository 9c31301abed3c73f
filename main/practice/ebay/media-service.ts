import { Hono } from 'hono'
import { authenticate, demandScope } from '../api/oauth-service.ts'
import { createRefusals } from '../api/refusal.ts'
import { scopes } from '../api/scopes.ts'
import type { Faults, PracticeApp, PracticeEnv } from '../control/faults.ts'
import { newShortId } from '../shop/ids.ts'
import type { Practice } from '../shop/shop-state.ts'

const BASE = '/commerce/media/v1_beta/image'
const DOMAIN = 'API_MEDIA'
const MAX_PICTURE_BYTES = 12 * 1024 * 1024
const PICTURE_ORIGIN = 'https://pictures.practice.invalid'
const EXPIRES_AFTER_MS = 30 * 86_400_000

const { refuse } = createRefusals(DOMAIN)

/** The first bytes of each type of picture that is accepted. */
const signatures: readonly (readonly [type: string, bytes: readonly number[]])[] = [
  ['image/jpeg', [0xff, 0xd8, 0xff]],
  ['image/png', [0x89, 0x50, 0x4e, 0x47]],
  ['image/gif', [0x47, 0x49, 0x46]],
  ['image/webp', [0x52, 0x49, 0x46, 0x46]],
]

/** Keeps pictures that are uploaded from the seller's computer. */
export const createMediaService = (practice: Practice, faults: Faults): PracticeApp => {
  const app = new Hono<PracticeEnv>()

  app.post(`${BASE}/create_image_from_file`, faults.guard('media', 'createImageFromFile'), async (c) => {
    demandScope(authenticate(practice, c, DOMAIN), [scopes.inventory], DOMAIN)
    if (!(c.req.header('content-type') ?? '').startsWith('multipart/form-data')) {
      refuse(415, 190201, 'The content type must be multipart/form-data.')
    }
    const file = (await c.req.formData()).get('image')
    if (!(file instanceof File)) return refuse(400, 190202, 'The form field image is missing.')
    const bytes = Buffer.from(await file.arrayBuffer())
    const found = signatures.find(([, start]) => start.every((byte, index) => bytes[index] === byte))
    if (found === undefined) return refuse(400, 190204, 'The file type is not supported.')
    if (bytes.length > MAX_PICTURE_BYTES) refuse(400, 190203, 'The picture is too large.')
    const id = newShortId()
    practice.state.uploads.set(id, { name: file.name, base64: bytes.toString('base64'), contentType: found[0] })
    return c.json({ imageUrl: `${PICTURE_ORIGIN}/uploads/${id}` }, 201, { location: `${practice.url}${BASE}/${id}` })
  })

  app.get(`${BASE}/:id`, faults.guard('media', 'getImage'), (c) => {
    demandScope(authenticate(practice, c, DOMAIN), [scopes.inventory], DOMAIN)
    const id = c.req.param('id')
    if (!practice.state.uploads.has(id)) refuse(404, 190205, 'The picture was not found.', { id })
    const expirationDate = new Date(practice.now() + EXPIRES_AFTER_MS).toISOString()
    return c.json({ imageUrl: `${PICTURE_ORIGIN}/uploads/${id}`, expirationDate })
  })

  app.get('/pictures/uploads/:id', faults.guard('pictures', 'getPicture'), (c) => {
    const upload = practice.state.uploads.get(c.req.param('id'))
    if (upload === undefined) return c.text('There is no such picture.', 404)
    return c.body(new Uint8Array(Buffer.from(upload.base64, 'base64')), 200, { 'content-type': upload.contentType })
  })

  return app
}

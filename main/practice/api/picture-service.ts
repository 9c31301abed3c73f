/** The shop's pictures: those of its items, and those that a seller uploads. */
import type { Faults, PracticeApp } from '../control/faults.ts'
import { newShortId } from '../shop/ids.ts'
import { drawPicture } from '../shop/picture-drawing.ts'
import { readPictureSize } from '../shop/picture-size.ts'
import type { StoredUpload } from '../shop/records.ts'
import type { Practice } from '../shop/shop-state.ts'
import { createRefusals } from './refusal.ts'
import { scopes } from './scopes.ts'
import { admitByScope, type Call, createService } from './service.ts'

const BASE = '/commerce/media/v1_beta/image'
const DOMAIN = 'API_MEDIA'
const MAX_PICTURE_BYTES = 12 * 1024 * 1024
export const PICTURE_ORIGIN = 'https://pictures.practice.invalid'
const EXPIRES_AFTER_MS = 30 * 86_400_000

const { refuse } = createRefusals(DOMAIN)

/** The first bytes of each type of picture that is accepted. */
const signatures: readonly (readonly [type: string, bytes: readonly number[]])[] = [
  ['image/jpeg', [0xff, 0xd8, 0xff]],
  ['image/png', [0x89, 0x50, 0x4e, 0x47]],
  ['image/gif', [0x47, 0x49, 0x46]],
  ['image/webp', [0x52, 0x49, 0x46, 0x46]],
]

/** The pictures that the items' https://pictures.practice.invalid URLs refer to. */
export const createPictureService = (practice: Practice, faults: Faults): PracticeApp => {
  const isExpired = ({ expiresAtMs = Number.POSITIVE_INFINITY }: StoredUpload): boolean => expiresAtMs <= practice.now()
  return createService(faults, { service: 'pictures', base: '/pictures' }, [
    [
      'GET',
      '/00/s/:size/z/:id/:file',
      'getPicture',
      (c) => {
        const upload = practice.state.uploads.get(c.req.param('id') ?? '')
        if (upload === undefined || isExpired(upload)) return c.text('There is no such picture.', 404)
        return c.body(new Uint8Array(Buffer.from(upload.base64, 'base64')), 200, { 'content-type': upload.contentType })
      },
    ],
    [
      'GET',
      '/:file',
      'getPicture',
      (c) => {
        const name = /^(.+)\.png$/.exec(c.req.param('file') ?? '')?.[1]
        const picture = name === undefined ? undefined : drawPicture(name.toLowerCase())
        if (picture === undefined) return c.text('There is no such picture.', 404)
        const headers = { 'content-type': 'image/png', 'cache-control': 'max-age=86400' }
        return c.body(new Uint8Array(picture), 200, headers)
      },
    ],
  ])
}

/** The form of the platform's own addresses: the size in base64, then the id. */
const toJson = (id: string, { width = 500, height = 500, expiresAtMs = 0 }: StoredUpload) => {
  const size = Buffer.from(`${width}X${height}`).toString('base64url')
  const address = (variant: string): string =>
    `${PICTURE_ORIGIN}/00/s/${size}/z/${id}/$_${variant}.JPG?set_id=8800005007`
  return {
    imageUrl: address('1'),
    maxDimensionImageUrl: address('57'),
    expirationDate: new Date(expiresAtMs).toISOString(),
  }
}

/** Stores pictures that are uploaded from the seller's computer. */
export const createMediaService = (practice: Practice, faults: Faults): PracticeApp => {
  const upload = async (c: Call): Promise<Response> => {
    if (!(c.req.header('content-type') ?? '').startsWith('multipart/form-data')) {
      refuse(415, 190201, 'The content type must be multipart/form-data.')
    }
    const file = (await c.req.formData()).get('image')
    if (!(file instanceof File)) return refuse(400, 190202, 'The form field image is missing.')
    const bytes = Buffer.from(await file.arrayBuffer())
    const found = signatures.find(([, start]) => start.every((byte, index) => bytes[index] === byte))
    if (found === undefined) return refuse(400, 190203, 'The supplied image is in a format that is not supported.')
    if (bytes.length > MAX_PICTURE_BYTES) refuse(400, 190201, 'The image file size is larger than the limit.')
    const id = `~${newShortId()}`
    const upload: StoredUpload = {
      name: file.name,
      base64: bytes.toString('base64'),
      contentType: found[0],
      ...readPictureSize(bytes),
      expiresAtMs: practice.now() + EXPIRES_AFTER_MS,
    }
    practice.state.uploads.set(id, upload)
    return c.json(toJson(id, upload), 201, { location: `${practice.url}${BASE}/${id}` })
  }

  const describe = (c: Call): Response => {
    const id = c.req.param('id') ?? ''
    const upload = practice.state.uploads.get(id)
    if (upload === undefined || (upload.expiresAtMs ?? Number.POSITIVE_INFINITY) <= practice.now()) {
      return refuse(404, 190205, 'The picture was not found.', { id })
    }
    return c.json(toJson(id, upload))
  }

  const admit = admitByScope(practice, DOMAIN, { read: [scopes.inventory], write: [scopes.inventory] })
  return createService(faults, { service: 'media', base: BASE, admit }, [
    ['POST', '/create_image_from_file', 'createImageFromFile', upload],
    ['GET', '/:id', 'getImage', describe],
  ])
}

/**
 * Pictures from anywhere, made safe for the window.
 *
 * SECURITY (design section 8): the renderer loads no remote image. Main fetches it over HTTPS from a public host (or from
 * a mirror that the profile names), carries no credential, reads at most 5 MB, believes the bytes and not the header about
 * what it is, and hands out PNG, JPEG, GIF and WebP only. SVG is a program and is refused.
 */
import { createHash } from 'node:crypto'
import { mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { ConnectionProfile } from '../../shared/connection/profile.ts'
import { Failure } from '../../shared/result.ts'
import { isPrivateAddress } from '../http/private-address.ts'
import type { Send } from '../http/request.ts'
import type { Clock, Log } from '../ports.ts'

export type Picture = { readonly dataUrl: string | null; readonly problem: string | null }
export type Pictures = { readonly image: (url: string) => Promise<Picture> }

export type PicturesDeps = {
  readonly mirrors: ConnectionProfile['pictureMirrors']
  readonly send: Send
  /** Where fetched pictures are kept; made when it is first needed. */
  readonly folder: string
  readonly clock: Clock
  readonly log: Log
  /** What the kept pictures may take in all; 200 MB where nothing is said. */
  readonly keepBytes?: number
}

const MOST_BYTES = 5 * 1024 * 1024
const DEFAULT_KEEP_BYTES = 200 * 1024 * 1024
/** A picture at the same address may be replaced by its owner; a week is soon enough. */
const KEEP_MS = 7 * 24 * 60 * 60_000
/** A host that just failed is not asked again at every scroll. */
const FAILURE_MS = 30_000
const KEPT_NAME = /^[0-9a-f]{64}$/

const startsWith = (bytes: Uint8Array, text: string, at = 0): boolean =>
  [...text].every((char, index) => bytes[at + index] === char.charCodeAt(0))

/** The media type that the first bytes tell, or undefined for all but the four kinds that are shown. */
export const pictureType = (bytes: Uint8Array): string | undefined => {
  if (startsWith(bytes, '\x89PNG\r\n\x1a\n')) return 'image/png'
  if (startsWith(bytes, '\xff\xd8\xff')) return 'image/jpeg'
  if (startsWith(bytes, 'GIF87a') || startsWith(bytes, 'GIF89a')) return 'image/gif'
  if (startsWith(bytes, 'RIFF') && startsWith(bytes, 'WEBP', 8)) return 'image/webp'
  return undefined
}

const shown = (bytes: Uint8Array, type: string): Picture => ({
  dataUrl: `data:${type};base64,${Buffer.from(bytes).toString('base64')}`,
  problem: null,
})
const not = (problem: string): Picture => ({ dataUrl: null, problem })

/** Where the picture is really fetched, or why it is not. */
const addressOf = (
  url: string,
  mirrors: ConnectionProfile['pictureMirrors'],
): { readonly from: string } | { readonly problem: string } => {
  if (!URL.canParse(url)) return { problem: 'This is not the address of a picture.' }
  const parsed = new URL(url)
  const mirror = mirrors.find(({ from }) => parsed.href.startsWith(from))
  if (mirror !== undefined) {
    // Resolved again, so that no ".." leads out of the mirror's folder.
    const target = new URL(`${mirror.to}${parsed.href.slice(mirror.from.length)}`)
    if (target.href.startsWith(new URL(mirror.to).href)) return { from: target.href }
    return { problem: 'This is not the address of a picture.' }
  }
  if (parsed.protocol !== 'https:') return { problem: 'Pictures are loaded over HTTPS only.' }
  if (parsed.username !== '' || parsed.password !== '') return { problem: 'The address holds a name or password.' }
  if (isPrivateAddress(parsed.hostname)) return { problem: `${parsed.hostname} is inside a private network.` }
  return { from: parsed.href }
}

/** `image` never rejects: what is wrong with a picture is its `problem`, a sentence to show in its place. */
export const createPictures = (deps: PicturesDeps): Pictures => {
  const { clock, log, folder } = deps
  const underWay = new Map<string, Promise<Picture>>()
  const failed = new Map<string, { readonly picture: Picture; readonly untilMs: number }>()
  const keepBytes = deps.keepBytes ?? DEFAULT_KEEP_BYTES
  let keptBytes: number | undefined

  const fileOf = (url: string): string => join(folder, createHash('sha256').update(url).digest('hex'))

  const readKept = async (url: string): Promise<Picture | undefined> => {
    try {
      const file = fileOf(url)
      const { mtimeMs } = await stat(file)
      if (Math.abs(clock.nowMs() - mtimeMs) > KEEP_MS) return undefined
      const bytes = await readFile(file)
      const type = pictureType(bytes)
      return type === undefined ? undefined : shown(bytes, type)
    } catch {
      return undefined
    }
  }

  /** Deletes the oldest until three quarters of the room are left in use. */
  const makeRoom = async (): Promise<void> => {
    const names = (await readdir(folder)).filter((name) => KEPT_NAME.test(name))
    const files = await Promise.all(
      names.map(async (name) => {
        const { size, mtimeMs } = await stat(join(folder, name))
        return { file: join(folder, name), size, mtimeMs }
      }),
    )
    let total = files.reduce((sum, { size }) => sum + size, 0)
    if (total > keepBytes) {
      for (const { file, size } of files.sort((a, b) => a.mtimeMs - b.mtimeMs)) {
        if (total <= keepBytes * 0.75) break
        await rm(file, { force: true })
        total -= size
      }
    }
    keptBytes = total
  }

  const keep = async (url: string, bytes: Uint8Array): Promise<void> => {
    try {
      await mkdir(folder, { recursive: true })
      const file = fileOf(url)
      await writeFile(`${file}.new`, bytes)
      await rename(`${file}.new`, file)
      keptBytes = keptBytes === undefined ? undefined : keptBytes + bytes.length
      if (keptBytes === undefined || keptBytes > keepBytes) await makeRoom()
    } catch (error) {
      // A full disk costs a second fetch, not the picture.
      log.warn('a picture could not be kept', { error })
    }
  }

  const fetchPicture = async (url: string, from: string): Promise<Picture> => {
    const answer = await deps.send({
      service: 'pictures',
      operation: 'getPicture',
      method: 'GET',
      url: from,
      pathTemplate: '/{picture}',
      headers: { accept: 'image/webp,image/png,image/jpeg,image/gif' },
      lane: 'read',
      repeatable: true,
      credential: 'none',
      timeoutMs: 15_000,
      maxBytes: MOST_BYTES,
    })
    if (answer.status !== 200) return not(`The picture is not there (HTTP ${answer.status}).`)
    if (answer.bodyCut) return not('The picture is larger than 5 MB, or did not arrive whole.')
    const type = pictureType(answer.body)
    if (type === undefined) return not('This is not a PNG, JPEG, GIF or WebP picture.')
    await keep(url, answer.body)
    return shown(answer.body, type)
  }

  const load = async (url: string): Promise<Picture> => {
    const address = addressOf(url, deps.mirrors)
    if ('problem' in address) return not(address.problem)
    const kept = await readKept(url)
    if (kept !== undefined) return kept
    const earlier = failed.get(url)
    if (earlier !== undefined && earlier.untilMs > clock.monotonicMs()) return earlier.picture
    failed.delete(url)
    const picture = await fetchPicture(url, address.from).catch((error: unknown) => {
      if (error instanceof Failure) return not(error.message)
      throw error
    })
    if (picture.dataUrl === null) {
      if (failed.size > 1_000) failed.clear()
      failed.set(url, { picture, untilMs: clock.monotonicMs() + FAILURE_MS })
    }
    return picture
  }

  return {
    image: (url) => {
      const current = underWay.get(url)
      if (current !== undefined) return current
      const picture = load(url).finally(() => underWay.delete(url))
      underWay.set(url, picture)
      return picture
    },
  }
}

/**
 * Remote pictures, made safe for the window. SECURITY: the renderer loads no remote image. Main fetches it over HTTPS
 * from a public host, or from a mirror in the profile, without credentials; reads at most 5 MB; and detects the type
 * from the bytes, not the header. Allows only PNG, JPEG, GIF and WebP: SVG can run scripts.
 */
import { createHash } from 'node:crypto'
import { mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { ConnectionProfile } from '../../shared/connection/profile.ts'
import { Failure } from '../../shared/result.ts'
import type { Services } from '../feature.ts'
import { detectPictureType } from '../http/picture-type.ts'
import { isPrivateAddress } from '../http/private-address.ts'

export type Picture = { readonly dataUrl: string | null; readonly problem: string | null }
export type Pictures = { readonly image: (url: string) => Promise<Picture> }

type PicturesDeps = Pick<Services, 'clock' | 'log' | 'send'> & {
  readonly mirrors: ConnectionProfile['pictureMirrors']
  /** The cache folder; created when first needed. */
  readonly folder: string
  /** The maximum size of the cache; 200 MB by default. */
  readonly maxCacheBytes?: number
}

const MAX_PICTURE_BYTES = 5 * 1024 * 1024
const DEFAULT_CACHE_BYTES = 200 * 1024 * 1024
const CACHE_MS = 7 * 24 * 60 * 60_000
/** A host that just failed is not asked again on every scroll. */
const FAILURE_MS = 30_000
const MAX_FAILURES = 1_000
const CACHED_NAME = /^[0-9a-f]{64}$/

const problem = (text: string): Picture => ({ dataUrl: null, problem: text })

const toPicture = (bytes: Uint8Array): Picture => {
  const type = detectPictureType(bytes)
  if (type === undefined) return problem('This isn’t a PNG, JPEG, GIF or WebP picture.')
  return { dataUrl: `data:${type};base64,${Buffer.from(bytes).toString('base64')}`, problem: null }
}

/** The address to fetch, or why it isn't fetched. */
const resolveAddress = (
  url: string,
  mirrors: ConnectionProfile['pictureMirrors'],
): { readonly from: string } | { readonly problem: string } => {
  if (!URL.canParse(url)) return { problem: 'This isn’t the address of a picture.' }
  const parsed = new URL(url)
  const mirror = mirrors.find(({ from }) => parsed.href.startsWith(from))
  if (mirror !== undefined) {
    // Resolved again, so that no ".." leaves the mirror's folder.
    const target = new URL(`${mirror.to}${parsed.href.slice(mirror.from.length)}`)
    if (target.href.startsWith(new URL(mirror.to).href)) return { from: target.href }
    return { problem: 'This isn’t the address of a picture.' }
  }
  if (parsed.protocol !== 'https:') return { problem: 'Pictures are loaded over HTTPS only.' }
  if (parsed.username !== '' || parsed.password !== '') return { problem: 'The address contains a name or password.' }
  if (isPrivateAddress(parsed.hostname)) return { problem: `${parsed.hostname} is in a private network.` }
  return { from: parsed.href }
}

/** `image` never rejects: `problem` is a sentence to show in the picture's place. */
export const createPictures = (deps: PicturesDeps): Pictures => {
  const { clock, log, folder } = deps
  const maxCacheBytes = deps.maxCacheBytes ?? DEFAULT_CACHE_BYTES
  const loading = new Map<string, Promise<Picture>>()
  const failed = new Map<string, { readonly picture: Picture; readonly untilMs: number }>()
  let cacheBytes: number | undefined

  const cacheFile = (url: string): string => join(folder, createHash('sha256').update(url).digest('hex'))

  const readCache = async (url: string): Promise<Picture | undefined> => {
    try {
      const file = cacheFile(url)
      const { mtimeMs } = await stat(file)
      if (Math.abs(clock.nowMs() - mtimeMs) > CACHE_MS) return undefined
      const picture = toPicture(await readFile(file))
      return picture.dataUrl === null ? undefined : picture
    } catch {
      return undefined
    }
  }

  /** Deletes the oldest files until the cache is three quarters full. */
  const trimCache = async (): Promise<void> => {
    const names = (await readdir(folder)).filter((name) => CACHED_NAME.test(name))
    const files = await Promise.all(
      names.map(async (name) => {
        const { size, mtimeMs } = await stat(join(folder, name))
        return { file: join(folder, name), size, mtimeMs }
      }),
    )
    cacheBytes = files.reduce((sum, { size }) => sum + size, 0)
    if (cacheBytes <= maxCacheBytes) return
    for (const { file, size } of files.sort((a, b) => a.mtimeMs - b.mtimeMs)) {
      if (cacheBytes <= maxCacheBytes * 0.75) break
      await rm(file, { force: true })
      cacheBytes -= size
    }
  }

  const writeCache = async (url: string, bytes: Uint8Array): Promise<void> => {
    try {
      await mkdir(folder, { recursive: true })
      const file = cacheFile(url)
      await writeFile(`${file}.new`, bytes)
      await rename(`${file}.new`, file)
      if (cacheBytes !== undefined) cacheBytes += bytes.length
      if (cacheBytes === undefined || cacheBytes > maxCacheBytes) await trimCache()
    } catch (error) {
      // A full disk costs a second download, not the picture.
      log.warn('a picture could not be cached', { error })
    }
  }

  const fetchPicture = async (url: string, from: string): Promise<Picture> => {
    const response = await deps.send({
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
      maxBytes: MAX_PICTURE_BYTES,
    })
    if (response.status !== 200) return problem('The picture wasn’t found.')
    if (response.bodyCut) return problem('The picture is larger than 5 MB, or didn’t load completely.')
    const picture = toPicture(response.body)
    if (picture.dataUrl !== null) await writeCache(url, response.body)
    return picture
  }

  const load = async (url: string): Promise<Picture> => {
    const address = resolveAddress(url, deps.mirrors)
    if ('problem' in address) return problem(address.problem)
    const cached = await readCache(url)
    if (cached !== undefined) return cached
    const earlier = failed.get(url)
    if (earlier !== undefined && earlier.untilMs > clock.monotonicMs()) return earlier.picture
    failed.delete(url)
    const picture = await fetchPicture(url, address.from).catch((error: unknown) => {
      if (error instanceof Failure) return problem(error.message)
      throw error
    })
    if (picture.dataUrl === null) {
      if (failed.size > MAX_FAILURES) failed.clear()
      failed.set(url, { picture, untilMs: clock.monotonicMs() + FAILURE_MS })
    }
    return picture
  }

  return {
    image: (url) => {
      const current = loading.get(url)
      if (current !== undefined) return current
      const picture = load(url).finally(() => loading.delete(url))
      loading.set(url, picture)
      return picture
    },
  }
}

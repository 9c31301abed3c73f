import { mkdtempSync, readdirSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import { createPictures } from '../../../main/connection/pictures.ts'
import { detectPictureType } from '../../../main/http/picture-type.ts'
import { type HttpRequest, type HttpResponse, TransportFailure } from '../../../main/http/request.ts'
import { createFakeClock } from '../../support/fake-clock.ts'
import { createRecordingLog } from '../../support/recording-log.ts'

const folders: string[] = []
afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true })
})

const bytes = (...parts: readonly (string | number[])[]): Uint8Array =>
  Buffer.concat(parts.map((part) => (typeof part === 'string' ? Buffer.from(part, 'latin1') : Buffer.from(part))))
const png = bytes('\x89PNG\r\n\x1a\n', 'pixels')
const found = (body: Uint8Array, more: Partial<HttpResponse> = {}): HttpResponse => ({
  status: 200,
  headers: { 'content-type': 'image/png' },
  body,
  bodyCut: false,
  ...more,
})

const setUp = (respond: (request: HttpRequest) => HttpResponse | Error = () => found(png), maxCacheBytes?: number) => {
  const parent = mkdtempSync(join(tmpdir(), 'pictures-'))
  folders.push(parent)
  const folder = join(parent, 'pictures')
  // The system stamps files, so the fake clock starts at the real time.
  const clock = createFakeClock(Date.now())
  const asked: HttpRequest[] = []
  const open = () =>
    createPictures({
      mirrors: [{ from: 'https://pictures.practice.invalid/', to: 'http://127.0.0.1:4000/pictures/' }],
      folder,
      clock,
      log: createRecordingLog(),
      ...(maxCacheBytes === undefined ? {} : { maxCacheBytes }),
      send: async (request) => {
        asked.push(request)
        const response = respond(request)
        if (response instanceof Error) throw response
        return response
      },
    })
  return { ...open(), open, clock, asked, folder }
}

describe('pictures', () => {
  it('are returned as data and survive a restart', async () => {
    const { image, open, asked } = setUp()
    const expected = { dataUrl: `data:image/png;base64,${Buffer.from(png).toString('base64')}`, problem: null }
    expect(await image('https://a.example/x.png')).toEqual(expected)
    expect(await open().image('https://a.example/x.png')).toEqual(expected)
    expect(asked).toHaveLength(1)
  })

  it('AUT-04 carries no credential to a picture’s host', async () => {
    const { image, asked } = setUp()
    await image('https://a.example/x.png?size=1')
    expect(asked[0]).toMatchObject({ credential: 'none', method: 'GET', url: 'https://a.example/x.png?size=1' })
    expect(Object.keys(asked[0]?.headers ?? {})).toEqual(['accept'])
  })

  it('fetches a mirrored picture from its mirror, and from nowhere above it', async () => {
    const { image, asked } = setUp()
    await image('https://pictures.practice.invalid/cam-1.png')
    await image('https://pictures.practice.invalid/../../practice/reset')
    await image('https://pictures.practice.invalid/%2e%2e/%2e%2e/practice/reset')
    for (const { url } of asked) expect(url.startsWith('http://127.0.0.1:4000/pictures/')).toBe(true)
    expect(asked[0]?.url).toBe('http://127.0.0.1:4000/pictures/cam-1.png')
  })

  it.each([
    ['not an address', 'nonsense'],
    ['plain HTTP', 'http://a.example/x.png'],
    ['a file', 'file:///etc/passwd'],
    ['data', 'data:image/png;base64,AAAA'],
    ['a name and password', 'https://me:pw@a.example/x.png'],
    ['this machine', 'https://127.0.0.1/x.png'],
    ['this machine by another spelling', 'https://2130706433/x.png'],
    ['the local network', 'https://192.168.0.1/x.png'],
    ['the local network by name', 'https://printer.local/x.png'],
  ])('makes no request for %s', async (_, url) => {
    const { image, asked } = setUp()
    const { dataUrl, problem } = await image(url)
    expect(dataUrl).toBeNull()
    expect(problem).toMatch(/\.$/)
    expect(asked).toEqual([])
  })

  it.each([
    ['SVG, whatever the header says', found(bytes('<svg xmlns="http://www.w3.org/2000/svg"><script/></svg>'))],
    ['HTML', found(bytes('<!doctype html>'))],
    ['nothing', found(bytes(''))],
    ['a PNG that did not arrive whole', found(png, { bodyCut: true })],
    ['a redirect', found(png, { status: 302 })],
  ])('does not show %s', async (_, response) => {
    const { image, folder } = setUp(() => response)
    const { dataUrl, problem } = await image('https://a.example/x.png')
    expect(dataUrl).toBeNull()
    expect(problem).not.toBeNull()
    expect(() => statSync(folder)).toThrow()
  })

  it('wait before retrying a host that failed', async () => {
    let isThere = false
    const { image, clock, asked } = setUp(() => (isThere ? found(png) : new TransportFailure('notReached', 'Away.')))
    expect(await image('https://a.example/x.png')).toEqual({ dataUrl: null, problem: 'Away.' })
    isThere = true
    expect((await image('https://a.example/x.png')).dataUrl).toBeNull()
    expect(asked).toHaveLength(1)
    await clock.advance(30_001)
    expect((await image('https://a.example/x.png')).dataUrl).not.toBeNull()
  })

  it('are requested once for simultaneous requests', async () => {
    const { image, asked } = setUp()
    await Promise.all([1, 2, 3].map(() => image('https://a.example/x.png')))
    expect(asked).toHaveLength(1)
  })

  it('reads at most 5 MB', async () => {
    const { image, asked } = setUp()
    await image('https://a.example/x.png')
    expect(asked[0]?.maxBytes).toBe(5 * 1024 * 1024)
  })

  it('stays within its size limit, removes the oldest first, and touches no other file', async () => {
    const big = bytes(
      '\x89PNG\r\n\x1a\n',
      Array.from({ length: 992 }, () => 0),
    )
    const { image, folder } = setUp(() => found(big), 10_000)
    await image('https://a.example/0.png')
    const [first = ''] = readdirSync(folder)
    utimesSync(join(folder, first), new Date(0), new Date(0))
    writeFileSync(join(folder, 'mine.txt'), 'x'.repeat(20_000))
    for (let n = 1; n <= 12; n += 1) await image(`https://a.example/${n}.png`)
    const kept = readdirSync(folder).filter((name) => name !== 'mine.txt')
    expect(kept.length * 1_000).toBeLessThanOrEqual(10_000)
    expect(kept.length).toBeGreaterThan(0)
    expect(kept).not.toContain(first)
    expect(readdirSync(folder)).toContain('mine.txt')
  })
})

describe('detectPictureType', () => {
  it('recognises the four types by their first bytes alone', () => {
    expect(detectPictureType(png)).toBe('image/png')
    expect(detectPictureType(bytes([0xff, 0xd8, 0xff, 0xe0]))).toBe('image/jpeg')
    expect(detectPictureType(bytes('GIF87a'))).toBe('image/gif')
    expect(detectPictureType(bytes('GIF89a'))).toBe('image/gif')
    expect(detectPictureType(bytes('RIFF', [1, 2, 3, 4], 'WEBPVP8 '))).toBe('image/webp')
    expect(detectPictureType(bytes('RIFF', [1, 2, 3, 4], 'WAVE'))).toBeUndefined()
    expect(detectPictureType(bytes('<svg>'))).toBeUndefined()
    expect(detectPictureType(bytes('\x89PNG'))).toBeUndefined()
  })
})

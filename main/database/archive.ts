/**
 * A database as one file to keep: a line of JSON that describes it, then the database, both in one gzip stream.
 *
 * gzip's checksum and length reveal a file that is cut off or changed. Unpacking is bounded, so it can't fill the disk.
 */
import { createReadStream } from 'node:fs'
import { open } from 'node:fs/promises'
import { Readable, type Writable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGunzip, createGzip } from 'node:zlib'
import { conflict, Failure } from '../../shared/result.ts'

const MAX_HEADER_BYTES = 256 * 1024
const MAX_DATABASE_BYTES = 16 * 1024 * 1024 * 1024
const LINE_END = 0x0a

const unchanged = (message: string, cause?: unknown): Failure => conflict(`${message} Nothing was changed.`, cause)
const notAnExport = (cause?: unknown): Failure => unchanged('This file is not a complete export of Stallhand.', cause)

/** The file is open before anything is read, and closed on return: a caller that deletes it after a failure deletes it for good. */
const writeTo = async (to: string, flags: 'w' | 'wx', write: (file: Writable) => Promise<void>): Promise<void> => {
  const handle = await open(to, flags, 0o600)
  try {
    await write(handle.createWriteStream())
  } finally {
    await handle.close()
  }
}

/** Creates `to`, which must not exist. Anyone who has the file can read the header, so it must hold no secret. */
export const packArchive = async (copy: string, header: unknown, to: string, signal?: AbortSignal): Promise<void> => {
  async function* content(): AsyncGenerator<Buffer> {
    yield Buffer.from(`${JSON.stringify(header)}\n`)
    for await (const chunk of createReadStream(copy, { highWaterMark: 1024 * 1024 })) yield chunk as Buffer
  }
  const options = signal === undefined ? {} : { signal }
  await writeTo(to, 'wx', (file) => pipeline(Readable.from(content()), createGzip(), file, options))
}

/** Writes the database to `to` and returns the header, unvalidated. Throws `conflict` if the file is not complete. */
export const unpackArchive = async (
  file: string,
  to: string,
  maxBytes: number = MAX_DATABASE_BYTES,
): Promise<unknown> => {
  let header: Buffer | undefined
  let bytes = 0
  async function* database(source: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
    let head = Buffer.alloc(0)
    for await (const chunk of source) {
      bytes += chunk.length
      if (bytes > maxBytes) throw unchanged(`The file unpacks to more than ${maxBytes.toLocaleString('en')} bytes.`)
      if (header !== undefined) {
        yield chunk
        continue
      }
      head = Buffer.concat([head, chunk])
      const end = head.indexOf(LINE_END)
      if (end < 0 && head.length <= MAX_HEADER_BYTES) continue
      if (end < 0 || end > MAX_HEADER_BYTES) throw notAnExport()
      header = head.subarray(0, end)
      yield head.subarray(end + 1)
    }
  }
  try {
    await writeTo(to, 'w', (copy) => pipeline(createReadStream(file), createGunzip(), database, copy))
    if (header === undefined) throw notAnExport()
    return JSON.parse(header.toString('utf8')) as unknown
  } catch (error) {
    if (error instanceof Failure) throw error
    const code = error instanceof Error && 'code' in error ? String(error.code) : ''
    // Errors of zlib and JSON mean a bad file; the others come from the disk.
    if (error instanceof SyntaxError || code.startsWith('Z_') || code.startsWith('ERR_')) throw notAnExport(error)
    throw error
  }
}

/**
 * A database archive: a line of JSON that describes the database, then the database, in one gzip stream.
 *
 * gzip's checksum and length reveal a truncated or altered file. A database's header states its size
 * (https://www.sqlite.org/fileformat2.html#the_database_header), so a file that would fill the disk is refused before
 * it is unpacked.
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
const SQLITE_HEADER_BYTES = 100
const SQLITE_MAGIC = 'SQLite format 3\0'

const unchanged = (message: string, cause?: unknown): Failure => conflict(`${message} Nothing was changed.`, cause)
const notAnExport = (cause?: unknown): Failure => unchanged('This file isn’t a complete export of Stallhand.', cause)

const damaged = (): Failure => unchanged('The database in this file is damaged. Choose another file.')

/**
 * Opens the file before reading anything, and closes it before returning, so a caller can safely delete it after a
 * failure.
 */
const writeTo = async (to: string, flags: 'w' | 'wx', write: (file: Writable) => Promise<void>): Promise<void> => {
  const handle = await open(to, flags, 0o600)
  try {
    await write(handle.createWriteStream())
  } finally {
    await handle.close()
  }
}

/** Creates `to`, which must not exist. Anyone with the file can read the header, so it must not contain a secret. */
export const packArchive = async (copy: string, header: unknown, to: string, signal?: AbortSignal): Promise<void> => {
  async function* content(): AsyncGenerator<Buffer> {
    yield Buffer.from(`${JSON.stringify(header)}\n`)
    for await (const chunk of createReadStream(copy, { highWaterMark: 1024 * 1024 })) yield chunk as Buffer
  }
  const options = signal === undefined ? {} : { signal }
  await writeTo(to, 'wx', (file) => pipeline(Readable.from(content()), createGzip(), file, options))
}

/** The size stated in a database's header, in bytes; undefined if it isn't a database. */
const readStatedBytes = (start: Buffer): number | undefined => {
  if (start.length < SQLITE_HEADER_BYTES || start.toString('latin1', 0, 16) !== SQLITE_MAGIC) return undefined
  const pageBytes = start.readUInt16BE(16)
  return (pageBytes === 1 ? 65_536 : pageBytes) * start.readUInt32BE(28)
}

/**
 * Writes the database to `to` and returns the header, unvalidated. Throws `conflict` if the file is incomplete.
 *
 * `requireRoom` is called with the database's size before anything is written, and throws if the disk has too little
 * space.
 */
export const unpackArchive = async (
  file: string,
  to: string,
  requireRoom: (bytes: number) => void,
): Promise<unknown> => {
  let header: Buffer | undefined
  let statedBytes = 0
  let bytes = 0
  /** The chunks after the JSON line; the first one contains the whole SQLite header. */
  async function* content(source: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
    let head = Buffer.alloc(0)
    for await (const chunk of source) {
      if (header !== undefined) {
        yield chunk
        continue
      }
      head = Buffer.concat([head, chunk])
      const end = head.indexOf(LINE_END)
      if (end > MAX_HEADER_BYTES || (end < 0 && head.length > MAX_HEADER_BYTES)) throw notAnExport()
      if (end < 0 || head.length < end + 1 + SQLITE_HEADER_BYTES) continue
      header = head.subarray(0, end)
      yield head.subarray(end + 1)
    }
  }
  async function* database(source: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
    for await (const chunk of content(source)) {
      if (bytes === 0) {
        const stated = readStatedBytes(chunk)
        if (stated === undefined) throw damaged()
        if (stated > MAX_DATABASE_BYTES) throw unchanged('The database in this file is larger than 16 GB.')
        requireRoom(stated)
        statedBytes = stated
      }
      bytes += chunk.length
      if (bytes > statedBytes) throw damaged()
      yield chunk
    }
    if (header === undefined) throw notAnExport()
    if (bytes < statedBytes) throw damaged()
  }
  try {
    await writeTo(to, 'w', (copy) => pipeline(createReadStream(file), createGunzip(), database, copy))
    return JSON.parse(String(header)) as unknown
  } catch (error) {
    if (error instanceof Failure) throw error
    const code = error instanceof Error && 'code' in error ? String(error.code) : ''
    // Errors from zlib and JSON mean a bad file; others come from the disk.
    if (error instanceof SyntaxError || code.startsWith('Z_') || code.startsWith('ERR_')) throw notAnExport(error)
    throw error
  }
}

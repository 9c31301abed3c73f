/**
 * A database as one file to keep: a line of JSON that says what it is, then the database, packed together with gzip.
 *
 * gzip's own checksum and length tell a file that is cut off or changed. Unpacking is bounded: what would fill the disk is
 * refused while it is read.
 */
import { createReadStream, createWriteStream } from 'node:fs'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGunzip, createGzip } from 'node:zlib'
import { Failure } from '../../shared/result.ts'

const LONGEST_HEADER_BYTES = 256 * 1024
/** The largest database that is unpacked. */
const LARGEST_DATABASE_BYTES = 16 * 1024 * 1024 * 1024
const LINE_END = 0x0a

/** Writes `to`. The header is one JSON value; it is readable by anybody who has the file. */
export const pack = async (copy: string, header: unknown, to: string): Promise<void> => {
  async function* whole(): AsyncGenerator<Buffer> {
    yield Buffer.from(`${JSON.stringify(header)}\n`)
    for await (const chunk of createReadStream(copy, { highWaterMark: 1024 * 1024 })) yield chunk as Buffer
  }
  await pipeline(Readable.from(whole()), createGzip(), createWriteStream(to, { mode: 0o600 }))
}

const notOurs = (cause?: unknown): Failure =>
  new Failure(
    { kind: 'conflict', message: 'This file is not a whole export of Stallhand. Nothing was changed.' },
    cause,
  )

/** Writes the database to `to` and gives back the header, unchecked. Errors: `conflict` where the file is not whole. */
export const unpack = async (
  file: string,
  to: string,
  largestBytes: number = LARGEST_DATABASE_BYTES,
): Promise<unknown> => {
  let line: Buffer | undefined
  let bytes = 0
  async function* database(source: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
    let head = Buffer.alloc(0)
    for await (const chunk of source) {
      bytes += chunk.length
      if (bytes > largestBytes) {
        throw new Failure({
          kind: 'conflict',
          message: `The file unpacks to more than ${largestBytes.toLocaleString('en')} bytes, which no shop holds. Nothing was changed.`,
        })
      }
      if (line !== undefined) {
        yield chunk
        continue
      }
      head = Buffer.concat([head, chunk])
      const end = head.indexOf(LINE_END)
      if (end < 0 && head.length <= LONGEST_HEADER_BYTES) continue
      if (end < 0 || end > LONGEST_HEADER_BYTES) throw notOurs()
      line = head.subarray(0, end)
      yield head.subarray(end + 1)
    }
  }
  try {
    await pipeline(createReadStream(file), createGunzip(), database, createWriteStream(to, { mode: 0o600 }))
    if (line === undefined) throw notOurs()
    return JSON.parse(line.toString('utf8')) as unknown
  } catch (error) {
    if (error instanceof Failure) throw error
    const code = error instanceof Error && 'code' in error ? String(error.code) : ''
    // What the disk says is about the disk; everything else is about the file.
    if (error instanceof SyntaxError || code.startsWith('Z_') || code.startsWith('ERR_')) throw notOurs(error)
    throw error
  }
}

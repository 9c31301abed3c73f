/**
 * Reads the records of a database's pages without SQLite. Format: https://www.sqlite.org/fileformat2.html#b_tree_pages
 *
 * Any byte may be wrong: what points outside its page, or doesn't add up, is left out.
 */
import type { SQLInputValue } from 'node:sqlite'
import type { PageFile } from './page-file.ts'

export type StoredRecord = {
  /** Null in an index, and in a table without a rowid. */
  readonly rowid: bigint | null
  readonly values: readonly SQLInputValue[]
}

export type TreePage = {
  readonly isIndex: boolean
  /** The pages below. */
  readonly children: readonly number[]
  /** The records that can be read. */
  readonly records: () => readonly StoredRecord[]
  readonly cellCount: number
}

const INDEX_INTERIOR = 2
const TABLE_INTERIOR = 5
const INDEX_LEAF = 10
const TABLE_LEAF = 13
/** Far more than any value that Stallhand stores. */
const MAX_PAYLOAD_BYTES = 64 * 1024 * 1024

class BadBytes extends Error {}

type Cursor = { at: number }

const readVarint = (bytes: Buffer, cursor: Cursor): bigint => {
  let value = 0n
  for (let index = 0; index < 9; index += 1) {
    const byte = bytes[cursor.at]
    if (byte === undefined) throw new BadBytes()
    cursor.at += 1
    if (index === 8) return BigInt.asIntN(64, (value << 8n) | BigInt(byte))
    value = (value << 7n) | BigInt(byte & 0x7f)
    if (byte < 0x80) break
  }
  return BigInt.asIntN(64, value)
}

const INTEGER_BYTES = [0, 1, 2, 3, 4, 6, 8]

const readInteger = (bytes: Buffer, at: number, length: number): bigint => {
  let value = 0n
  for (let index = 0; index < length; index += 1) value = (value << 8n) | BigInt(bytes[at + index] ?? 0)
  return BigInt.asIntN(8 * length, value)
}

const readValue = (bytes: Buffer, cursor: Cursor, type: number): SQLInputValue => {
  if (type === 0) return null
  if (type === 8) return 0n
  if (type === 9) return 1n
  if (type === 10 || type === 11) throw new BadBytes()
  const length = type >= 12 ? (type - 12 - (type % 2)) / 2 : type === 7 ? 8 : (INTEGER_BYTES[type] ?? 0)
  const from = cursor.at
  cursor.at += length
  if (cursor.at > bytes.length) throw new BadBytes()
  if (type === 7) return bytes.readDoubleBE(from)
  if (type < 7) return readInteger(bytes, from, length)
  return type % 2 === 1 ? bytes.toString('utf8', from, cursor.at) : Uint8Array.from(bytes.subarray(from, cursor.at))
}

const readValues = (payload: Buffer): readonly SQLInputValue[] => {
  const head: Cursor = { at: 0 }
  const headBytes = Number(readVarint(payload, head))
  if (headBytes < head.at || headBytes > payload.length) throw new BadBytes()
  const body: Cursor = { at: headBytes }
  const values: SQLInputValue[] = []
  while (head.at < headBytes) values.push(readValue(payload, body, Number(readVarint(payload, head))))
  if (head.at !== headBytes) throw new BadBytes()
  return values
}

/** How many bytes of a payload are on its page. */
const localBytes = (payloadBytes: number, usable: number, isIndex: boolean): number => {
  const max = isIndex ? Math.floor(((usable - 12) * 64) / 255) - 23 : usable - 35
  if (payloadBytes <= max) return payloadBytes
  const min = Math.floor(((usable - 12) * 32) / 255) - 23
  const rest = min + ((payloadBytes - min) % (usable - 4))
  return rest <= max ? rest : min
}

const readPayload = (file: PageFile, page: Buffer, at: number, payloadBytes: number, isIndex: boolean): Buffer => {
  if (payloadBytes < 0 || payloadBytes > MAX_PAYLOAD_BYTES) throw new BadBytes()
  const local = localBytes(payloadBytes, file.usableBytes, isIndex)
  if (at + local > file.usableBytes) throw new BadBytes()
  const parts = [page.subarray(at, at + local)]
  let left = payloadBytes - local
  if (left === 0) return parts[0] as Buffer
  if (at + local + 4 > file.usableBytes) throw new BadBytes()
  for (let next = page.readUInt32BE(at + local); left > 0; ) {
    const overflow = file.read(next)
    if (overflow === undefined) throw new BadBytes()
    const part = overflow.subarray(4, 4 + Math.min(left, file.usableBytes - 4))
    parts.push(part)
    left -= part.length
    next = overflow.readUInt32BE(0)
  }
  return Buffer.concat(parts)
}

/** Reads the page of a table or an index; undefined if it is missing or something else. */
export const readTreePage = (file: PageFile, number: number): TreePage | undefined => {
  const page = file.read(number)
  if (page === undefined) return undefined
  const start = number === 1 ? 100 : 0
  const type = page[start]
  const isInterior = type === INDEX_INTERIOR || type === TABLE_INTERIOR
  if (!isInterior && type !== INDEX_LEAF && type !== TABLE_LEAF) return undefined
  const isIndex = type === INDEX_INTERIOR || type === INDEX_LEAF
  const cellCount = page.readUInt16BE(start + 3)
  const pointers = start + (isInterior ? 12 : 8)
  if (pointers + 2 * cellCount > file.usableBytes) return undefined
  const cells = Array.from({ length: cellCount }, (_, index) => page.readUInt16BE(pointers + 2 * index)).filter(
    (at) => at >= pointers + 2 * cellCount && at + 4 <= file.usableBytes,
  )
  const readCell = (at: number): StoredRecord => {
    const cursor: Cursor = { at: at + (isInterior ? 4 : 0) }
    const payloadBytes = Number(readVarint(page, cursor))
    const rowid = isIndex ? null : readVarint(page, cursor)
    return { rowid, values: readValues(readPayload(file, page, cursor.at, payloadBytes, isIndex)) }
  }
  return {
    isIndex,
    cellCount,
    children: isInterior ? [...cells.map((at) => page.readUInt32BE(at)), page.readUInt32BE(start + 8)] : [],
    records: () =>
      type === TABLE_INTERIOR
        ? []
        : cells.flatMap((at) => {
            try {
              return [readCell(at)]
            } catch (error) {
              if (error instanceof BadBytes || error instanceof RangeError) return []
              throw error
            }
          }),
  }
}

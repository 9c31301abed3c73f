/**
 * Reads the pages of a database file without SQLite, which refuses a file whose first page is damaged.
 *
 * Pages that were committed to the write-ahead log come from there. Format: https://www.sqlite.org/fileformat2.html
 */
import { closeSync, existsSync, fstatSync, openSync, readFileSync, readSync } from 'node:fs'

const MAGIC = 'SQLite format 3\0'
const HEADER_BYTES = 100
/** Ours are never of another size: no connection sets one. */
const DEFAULT_PAGE_BYTES = 4_096
const WAL_HEADER_BYTES = 32
const FRAME_HEADER_BYTES = 24

export type PageFile = {
  /** The bytes of a page that hold content. */
  readonly usableBytes: number
  /** How many pages the file and the log have, which may be fewer than the database had. */
  readonly count: number
  /** The format, 0 if the first page doesn't say it. */
  readonly format: number
  /** Whether pages are missing at the end. */
  readonly isShort: boolean
  /** Pages that belong to nothing. */
  readonly free: ReadonlySet<number>
  /** A page by its number, from 1. Undefined if it is missing. */
  readonly read: (page: number) => Buffer | undefined
  readonly close: () => void
}

const isPageSize = (bytes: number): boolean => bytes >= 512 && bytes <= 65_536 && (bytes & (bytes - 1)) === 0

type Sum = { readonly a: number; readonly b: number }

/** The log's checksum, which ends the log where a frame doesn't continue it. */
const addToSum = ({ a, b }: Sum, bytes: Buffer, isBigEndian: boolean): Sum => {
  let [first, second] = [a, b]
  for (let at = 0; at < bytes.length; at += 8) {
    const [x, y] = isBigEndian
      ? [bytes.readUInt32BE(at), bytes.readUInt32BE(at + 4)]
      : [bytes.readUInt32LE(at), bytes.readUInt32LE(at + 4)]
    first = (first + x + second) >>> 0
    second = (second + y + first) >>> 0
  }
  return { a: first, b: second }
}

/** The committed pages of a log, and how many pages the database then had. */
const readLog = (file: string) => {
  const pages = new Map<number, Buffer>()
  const log = existsSync(file) ? readFileSync(file) : Buffer.alloc(0)
  if (log.length < WAL_HEADER_BYTES || log.readUInt32BE(0) >>> 1 !== 0x377f0682 >>> 1)
    return { pages, count: 0, pageBytes: 0 }
  const isBigEndian = (log.readUInt32BE(0) & 1) === 1
  const pageBytes = log.readUInt32BE(8)
  if (!isPageSize(pageBytes)) return { pages, count: 0, pageBytes: 0 }
  let sum = addToSum({ a: 0, b: 0 }, log.subarray(0, 24), isBigEndian)
  let count = 0
  let pending = new Map<number, Buffer>()
  for (
    let at = WAL_HEADER_BYTES;
    at + FRAME_HEADER_BYTES + pageBytes <= log.length;
    at += FRAME_HEADER_BYTES + pageBytes
  ) {
    const content = log.subarray(at + FRAME_HEADER_BYTES, at + FRAME_HEADER_BYTES + pageBytes)
    sum = addToSum(addToSum(sum, log.subarray(at, at + 8), isBigEndian), content, isBigEndian)
    const isOfThisLog = log.compare(log, 16, 24, at + 8, at + 16) === 0
    if (!isOfThisLog || log.readUInt32BE(at + 16) !== sum.a || log.readUInt32BE(at + 20) !== sum.b) break
    pending.set(log.readUInt32BE(at), content)
    const countAfter = log.readUInt32BE(at + 4)
    if (countAfter === 0) continue
    for (const [page, bytes] of pending) pages.set(page, bytes)
    pending = new Map()
    count = countAfter
  }
  return { pages, count, pageBytes }
}

/** Follows the list of free pages as far as it can be read. */
const listFree = (header: Buffer, read: PageFile['read'], count: number): ReadonlySet<number> => {
  const free = new Set<number>()
  for (let trunk = header.readUInt32BE(32); trunk > 0 && trunk <= count && !free.has(trunk); ) {
    free.add(trunk)
    const page = read(trunk)
    if (page === undefined) break
    const leaves = Math.min(page.readUInt32BE(4), page.length / 4 - 2)
    for (let index = 0; index < leaves; index += 1) free.add(page.readUInt32BE(8 + 4 * index))
    trunk = page.readUInt32BE(0)
  }
  return free
}

/** Opens the database at `file` and its write-ahead log for reading. Throws the file system's errors. */
export const openPageFile = (file: string): PageFile => {
  const log = readLog(`${file}-wal`)
  const fd = openSync(file, 'r')
  const start = Buffer.alloc(HEADER_BYTES)
  readSync(fd, start, 0, HEADER_BYTES, 0)
  const stated = start.readUInt16BE(16) === 1 ? 65_536 : start.readUInt16BE(16)
  const isHeader = (bytes: Buffer): boolean => bytes.toString('latin1', 0, 16) === MAGIC
  const pageBytes =
    log.pageBytes > 0 ? log.pageBytes : isHeader(start) && isPageSize(stated) ? stated : DEFAULT_PAGE_BYTES
  const fileCount = Math.floor(fstatSync(fd).size / pageBytes)
  const count = Math.max(fileCount, log.count, ...log.pages.keys())
  const read = (page: number): Buffer | undefined => {
    if (page < 1 || page > count) return undefined
    const logged = log.pages.get(page)
    if (logged !== undefined || page > fileCount) return logged
    const bytes = Buffer.alloc(pageBytes)
    return readSync(fd, bytes, 0, pageBytes, (page - 1) * pageBytes) === pageBytes ? bytes : undefined
  }
  const first = read(1)
  const header = first !== undefined && isHeader(first) ? first : undefined
  return {
    usableBytes: pageBytes - (header?.readUInt8(20) ?? 0),
    count,
    format: header?.readUInt32BE(60) ?? 0,
    isShort: count < Math.max(log.count, header?.readUInt32BE(28) ?? 0),
    free: header === undefined ? new Set() : listFree(header, read, count),
    read,
    close: () => closeSync(fd),
  }
}

/** The log: one line of JSON a happening, in the data folder, private to the user and bounded in size. */
import { closeSync, fstatSync, mkdirSync, openSync, readSync, renameSync, rmSync, writeSync } from 'node:fs'
import path from 'node:path'
import { pino } from 'pino'
import type { Log } from '../../ports.ts'
import { redactFields, redactText } from './redact.ts'

export type FileLog = Log & {
  readonly file: string
  /** The last whole lines, at most so many bytes, oldest first; from the file before where the present one is short. */
  readonly recent: (largestBytes: number) => string
  readonly close: () => void
}

const LARGEST_FILE_BYTES = 5 * 1024 * 1024
/** stallhand.log, and .1 to .3 behind it. */
const OLDER_FILES = 3

const olderFile = (file: string, number: number): string => file.replace(/\.log$/, `.${number}.log`)

/** The end of a file, at most so many bytes; nothing where it cannot be read. */
const tail = (file: string, largestBytes: number): { readonly text: string; readonly isWhole: boolean } => {
  let fd: number | undefined
  try {
    fd = openSync(file, 'r')
    const { size } = fstatSync(fd)
    const bytes = Buffer.alloc(Math.min(size, largestBytes))
    readSync(fd, bytes, 0, bytes.length, size - bytes.length)
    return { text: bytes.toString('utf8'), isWhole: size <= largestBytes }
  } catch {
    return { text: '', isWhole: true }
  } finally {
    if (fd !== undefined) closeSync(fd)
  }
}

/**
 * A file that moves aside when it is full. Written synchronously: the line before a crash is the one that is wanted.
 *
 * A disk that is full stops the log, never the app.
 */
const openRotatingFile = (
  file: string,
  largestBytes: number,
): { readonly write: (line: string) => void; readonly close: () => void } => {
  const open = (): { fd: number; bytes: number } => {
    const fd = openSync(file, 'a', 0o600)
    return { fd, bytes: fstatSync(fd).size }
  }
  let current: { fd: number; bytes: number } | undefined = open()

  const rotate = (): void => {
    if (current !== undefined) closeSync(current.fd)
    current = undefined
    rmSync(olderFile(file, OLDER_FILES), { force: true })
    for (let number = OLDER_FILES - 1; number >= 0; number -= 1) {
      try {
        renameSync(number === 0 ? file : olderFile(file, number), olderFile(file, number + 1))
      } catch {
        // There is no older file of this number yet.
      }
    }
    current = open()
  }

  return {
    write: (line) => {
      try {
        if (current === undefined) return
        if (current.bytes > 0 && current.bytes + line.length > largestBytes) rotate()
        current.bytes += writeSync(current.fd, line)
      } catch {
        // Nowhere is left to say it.
      }
    },
    close: () => {
      if (current !== undefined) closeSync(current.fd)
      current = undefined
    },
  }
}

export const openFileLog = (dataDir: string, largestBytes = LARGEST_FILE_BYTES): FileLog => {
  const directory = path.join(dataDir, 'logs')
  mkdirSync(directory, { recursive: true, mode: 0o700 })
  const file = path.join(directory, 'stallhand.log')
  const target = openRotatingFile(file, largestBytes)
  const logger = pino(
    { base: null, timestamp: pino.stdTimeFunctions.isoTime, formatters: { level: (label) => ({ level: label }) } },
    target,
  )
  const at =
    (level: 'debug' | 'info' | 'warn' | 'error'): Log['info'] =>
    (message, fields) => {
      // What is not written need not be gone through for secrets: there is a line for each request.
      if (!logger.isLevelEnabled(level)) return
      logger[level](fields === undefined ? {} : redactFields(fields), redactText(message))
    }
  const recent = (wantedBytes: number): string => {
    const now = tail(file, wantedBytes)
    const leftBytes = wantedBytes - Buffer.byteLength(now.text)
    const before = now.isWhole && leftBytes > 0 ? tail(olderFile(file, 1), leftBytes) : undefined
    const text = (before?.text ?? '') + now.text
    // The first line was cut through, unless the text begins where a file does.
    return (before?.isWhole ?? now.isWhole) ? text : text.slice(text.indexOf('\n') + 1)
  }
  return {
    debug: at('debug'),
    info: at('info'),
    warn: at('warn'),
    error: at('error'),
    file,
    recent,
    close: target.close,
  }
}

/** The log: JSON lines in the data folder, private to the user and bounded in size. */
import { closeSync, fstatSync, mkdirSync, openSync, readSync, renameSync, rmSync, writeSync } from 'node:fs'
import path from 'node:path'
import { pino } from 'pino'
import type { Log } from '../../ports.ts'
import { redactFields, redactText } from './redact.ts'

export type FileLog = Log & {
  readonly file: string
  /** The last complete lines, oldest first. Includes the previous file if the current one is short. */
  readonly recent: (maxBytes: number) => string
  readonly close: () => void
}

const MAX_FILE_BYTES = 5 * 1024 * 1024
/** stallhand.1.log to stallhand.3.log. */
const OLDER_FILES = 3

const olderFile = (file: string, number: number): string => file.replace(/\.log$/, `.${number}.log`)

/** The end of a file; empty if it can't be read. */
const readTail = (file: string, maxBytes: number): { readonly text: string; readonly isWhole: boolean } => {
  let fd: number | undefined
  try {
    fd = openSync(file, 'r')
    const { size } = fstatSync(fd)
    const bytes = Buffer.alloc(Math.min(size, maxBytes))
    readSync(fd, bytes, 0, bytes.length, size - bytes.length)
    return { text: bytes.toString('utf8'), isWhole: size <= maxBytes }
  } catch {
    return { text: '', isWhole: true }
  } finally {
    if (fd !== undefined) closeSync(fd)
  }
}

/** Writes synchronously, so that the last line before a crash isn't lost. A full disk stops the log, never the app. */
const openRotatingFile = (
  file: string,
  maxBytes: number,
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
        // There is no file with this number yet.
      }
    }
    current = open()
  }

  return {
    write: (line) => {
      try {
        if (current === undefined) return
        if (current.bytes > 0 && current.bytes + line.length > maxBytes) rotate()
        current.bytes += writeSync(current.fd, line)
      } catch {
        // There is nowhere left to report the error.
      }
    },
    close: () => {
      if (current !== undefined) closeSync(current.fd)
      current = undefined
    },
  }
}

export const openFileLog = (dataDir: string, maxBytes = MAX_FILE_BYTES): FileLog => {
  const directory = path.join(dataDir, 'logs')
  mkdirSync(directory, { recursive: true, mode: 0o700 })
  const file = path.join(directory, 'stallhand.log')
  const target = openRotatingFile(file, maxBytes)
  const logger = pino(
    { base: null, timestamp: pino.stdTimeFunctions.isoTime, formatters: { level: (label) => ({ level: label }) } },
    target,
  )
  const at =
    (level: 'debug' | 'info' | 'warn' | 'error'): Log['info'] =>
    (message, fields) => {
      // Skips redacting, which takes time: each request has a debug line.
      if (!logger.isLevelEnabled(level)) return
      logger[level](fields === undefined ? {} : redactFields(fields), redactText(message))
    }
  const recent = (wantedBytes: number): string => {
    const now = readTail(file, wantedBytes)
    const leftBytes = wantedBytes - Buffer.byteLength(now.text)
    const before = now.isWhole && leftBytes > 0 ? readTail(olderFile(file, 1), leftBytes) : undefined
    const text = (before?.text ?? '') + now.text
    // The first line may be incomplete unless the text begins at the start of a file.
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

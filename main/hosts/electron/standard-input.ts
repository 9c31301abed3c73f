/** What the program that started this one writes to it. */
import { createReadStream } from 'node:fs'
import process from 'node:process'
import type { Readable } from 'node:stream'

/**
 * On Windows, Electron's `process.stdin` is at its end from the beginning
 * (https://github.com/electron/electron/blob/main/lib/common/init.ts). The pipe itself is there: its descriptor is 0.
 */
export const openStandardInput = (platform: NodeJS.Platform): Readable =>
  platform === 'win32' ? createReadStream('', { fd: 0, autoClose: false }) : process.stdin

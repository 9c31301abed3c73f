/** Where the door is: a socket in the data folder, or a named pipe on Windows. */
import { createHash } from 'node:crypto'
import { lstatSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'

/** The system's limit for a socket's path is 104 bytes on macOS, 108 on Linux. */
const MAX_SOCKET_BYTES = 100

const hashOf = (dataDir: string): string =>
  createHash('sha256').update(path.resolve(dataDir)).digest('hex').slice(0, 24)

/** The same for the app and for the assistant's program, whatever the folder is called. */
export const doorPath = (dataDir: string, platform: NodeJS.Platform = process.platform): string => {
  if (platform === 'win32') return `\\\\.\\pipe\\stallhand-${hashOf(dataDir)}`
  const inside = path.join(path.resolve(dataDir), 'assistants.sock')
  return Buffer.byteLength(inside) <= MAX_SOCKET_BYTES
    ? inside
    : path.join(tmpdir(), `stallhand-${hashOf(dataDir)}`, 'assistants.sock')
}

const OTHERS_MAY_WRITE = 0o022

/**
 * SECURITY: whether only this user can put a socket there. A link counts as its owner's, who could point it elsewhere. True on Windows,
 * where the door is no file.
 */
export const isOwnFolder = (folder: string, ownUid = process.getuid?.()): boolean => {
  if (ownUid === undefined) return true
  try {
    const { uid, mode } = statSync(folder)
    return uid === ownUid && lstatSync(folder).uid === ownUid && (mode & OTHERS_MAY_WRITE) === 0
  } catch {
    return false
  }
}

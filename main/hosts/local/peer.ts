/**
 * Which user is at the other end of a loopback connection, if the system says so.
 *
 * SECURITY: all users of a machine share loopback, and on Linux they can read the address in the list of processes. There
 * the system reports the user of a connection, and other users are refused. Elsewhere the address is passed to the browser
 * unseen (../common/open-browser.ts).
 */
import { readFileSync } from 'node:fs'

const ROOT_UID = 0

const toHex = (port: number): string => port.toString(16).toUpperCase().padStart(4, '0')

/** The user of the connection from `peerPort` to `ownPort` in the text of /proc/net/tcp; undefined if it is not listed. */
export const findUid = (table: string, peerPort: number, ownPort: number): number | undefined => {
  const from = `:${toHex(peerPort)}`
  const to = `:${toHex(ownPort)}`
  for (const line of table.split('\n').slice(1)) {
    const [, local, remote, , , , , uid] = line.trim().split(/\s+/)
    if (local?.endsWith(from) === true && remote?.endsWith(to) === true && /^\d+$/.test(uid ?? '')) return Number(uid)
  }
  return undefined
}

const readTable = (file: string): string => {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return ''
  }
}

/**
 * Whether a connection comes from another user of this machine; false if unknown. Root is allowed: it carries the connections
 * of browsers outside a virtual machine or container.
 */
export const isOfAnotherUser = (
  peerPort: number,
  ownPort: number,
  ownUid: number | null = process.getuid?.() ?? null,
  read: (file: string) => string = readTable,
): boolean => {
  if (ownUid === null) return false
  for (const file of ['/proc/net/tcp', '/proc/net/tcp6']) {
    const uid = findUid(read(file), peerPort, ownPort)
    if (uid !== undefined) return uid !== ownUid && uid !== ROOT_UID
  }
  return false
}

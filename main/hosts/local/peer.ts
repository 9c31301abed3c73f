/**
 * Whose process is at the other end of a loopback connection, where the system tells.
 *
 * SECURITY (design section 8): loopback is shared by all users of a machine, and an address that is opened in a browser
 * stands for a moment in a list of processes, which others can read on Linux. There the system says whose a connection is:
 * one of another user is answered with a refusal, whatever it knows. Elsewhere cookie and token alone decide, and the
 * address is handed over so that no other user sees it (../common/open-browser.ts).
 */
import { readFileSync } from 'node:fs'

const ROOT_UID = 0

const asHex = (port: number): string => port.toString(16).toUpperCase().padStart(4, '0')

/** The user of the connection from `peerPort` to `ownPort` in a table as /proc/net/tcp has it; undefined where it is not in it. */
export const uidInTable = (table: string, peerPort: number, ownPort: number): number | undefined => {
  const from = `:${asHex(peerPort)}`
  const to = `:${asHex(ownPort)}`
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
 * Whether a connection comes from another user of this machine; false where that cannot be told. What runs as root may do
 * anything here, and carries the connections of a browser outside (a virtual machine, a container) on its behalf.
 */
export const isOfAnotherUser = (
  peerPort: number,
  ownPort: number,
  ownUid: number | null = process.getuid?.() ?? null,
  read: (file: string) => string = readTable,
): boolean => {
  if (ownUid === null) return false
  for (const file of ['/proc/net/tcp', '/proc/net/tcp6']) {
    const uid = uidInTable(read(file), peerPort, ownPort)
    if (uid !== undefined) return uid !== ownUid && uid !== ROOT_UID
  }
  return false
}

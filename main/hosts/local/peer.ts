/**
 * Finds out which user is at the other end of a loopback connection, where the system reports it.
 *
 * SECURITY (SEC-02): all users of a machine share loopback, so anyone who learns an address could use it. Linux lists
 * the user of every connection (https://www.kernel.org/doc/html/latest/networking/proc_net_tcp.html), so only this user
 * is admitted. On other systems, only the token decides.
 */
import { readFileSync } from 'node:fs'
import type { IncomingMessage } from 'node:http'
import { endianness, release } from 'node:os'
import { setTimeout } from 'node:timers/promises'

/** The ends of an accepted connection: the peer's address and port, and this server's port on 127.0.0.1. */
export type Connection = {
  readonly remoteAddress: string
  readonly remotePort: number
  readonly ownPort: number
}

type Socket = { readonly uid: number; readonly inode: string }

const OWN_ADDRESS = '127.0.0.1'
const ESTABLISHED = '01'
/** The prefix of an IPv4 address in the table of IPv6 connections. */
const MAPPED = '0000000000000000FFFF0000'

/** Formats an address as the kernel prints it, in this machine's byte order. */
const formatAddress = (address: string): string => {
  const bytes = Buffer.from(address.split('.').map(Number))
  return (endianness() === 'LE' ? bytes.reverse() : bytes).toString('hex').toUpperCase()
}

const formatEnd = (address: string, port: number): string =>
  `${formatAddress(address)}:${port.toString(16).toUpperCase().padStart(4, '0')}`

/**
 * The user and inode of each socket connected from the peer to this server, from the text of /proc/net/tcp or tcp6.
 *
 * SECURITY: both addresses, both ports and the state must match. The kernel lists closed sockets under user 0, whoever
 * owned them, so only established ones are reliable.
 */
const findSockets = (table: string, { remoteAddress, remotePort, ownPort }: Connection): readonly Socket[] => {
  const from = formatEnd(remoteAddress, remotePort)
  const to = formatEnd(OWN_ADDRESS, ownPort)
  return table
    .split('\n')
    .slice(1)
    .flatMap((line) => {
      const [, local, remote, state, , , , uid, , inode] = line.trim().split(/\s+/)
      const isMatch =
        state === ESTABLISHED &&
        (local === from || local === MAPPED + from) &&
        (remote === to || remote === MAPPED + to)
      return isMatch && /^\d+$/.test(uid ?? '') ? [{ uid: Number(uid), inode: inode ?? '' }] : []
    })
}

const readTable = (file: string): string | undefined => {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return undefined
  }
}

/**
 * Waits, in milliseconds, before each lookup of an unclear answer. The kernel lists a table in parts, so an entry can
 * be missed or listed twice while others come and go.
 */
const RETRIES_MS = [0, 20, 100, 300]

type Reading = (file: string) => string | undefined

/** Undefined if the answer is unclear: no socket was found, or several. */
const checkOnce = (connection: Connection, ownUid: number, read: Reading): boolean | undefined => {
  const tables = ['/proc/net/tcp', '/proc/net/tcp6'].map(read).filter((table) => table !== undefined)
  if (tables.length === 0) return false
  const sockets = tables.flatMap((table) => findSockets(table, connection))
  const [first] = sockets
  return first !== undefined && sockets.every(({ inode }) => inode === first.inode) ? first.uid !== ownUid : undefined
}

/**
 * Whether a connection may come from another user of this machine. False on systems that don't list users.
 *
 * SECURITY: exactly one socket of this user passes. Another user may have caused none or several. Root is refused too,
 * because a socket of root may carry anyone's bytes.
 */
export const isOfAnotherUser = async (
  connection: Connection,
  ownUid: number | null = process.getuid?.() ?? null,
  read: Reading = readTable,
): Promise<boolean> => {
  if (ownUid === null) return false
  for (const delayMs of RETRIES_MS) {
    if (delayMs > 0) await setTimeout(delayMs)
    const isForeign = checkOnce(connection, ownUid, read)
    if (isForeign !== undefined) return isForeign
  }
  return true
}

/** SECURITY (SEC-02): the answer to every request of such a connection. */
export const otherUserMessage = (systemRelease: string = release()): string =>
  `This Stallhand belongs to another user of this computer.${
    // A Windows browser reaches Linux through a relay run by root, which could carry anyone's bytes.
    /microsoft/i.test(systemRelease)
      ? ' Under WSL, open the address in a browser inside Linux, or run Stallhand on Windows.'
      : ''
  }`

/** Whether a request to the separate page at `origin` names that host exactly and comes from this user. */
export const isOwnRequest = async ({ headers, socket }: IncomingMessage, origin: string): Promise<boolean> => {
  const { remoteAddress = '', remotePort = 0 } = socket
  const { host, port } = new URL(origin)
  return headers.host === host && !(await isOfAnotherUser({ remoteAddress, remotePort, ownPort: Number(port) }))
}

/**
 * Which user is at the other end of a loopback connection, if the system says so.
 *
 * SECURITY (SEC-02): all users of a machine share loopback, so whoever learns an address could use it. Linux lists the user
 * of every connection, and there only this user is admitted. Other systems don't say; there the token alone decides.
 */
import { readFileSync } from 'node:fs'
import { endianness } from 'node:os'

/** The ends of an accepted connection: the peer's address and port, and the port of this server on 127.0.0.1. */
export type Connection = {
  readonly remoteAddress: string
  readonly remotePort: number
  readonly ownPort: number
}

const OWN_ADDRESS = '127.0.0.1'
const ESTABLISHED = '01'
/** What precedes an IPv4 address in the table of IPv6 connections. */
const MAPPED = '0000000000000000FFFF0000'

/** An address as the kernel prints it: in the byte order of this machine. */
const formatAddress = (address: string): string => {
  const bytes = Buffer.from(address.split('.').map(Number))
  return (endianness() === 'LE' ? bytes.reverse() : bytes).toString('hex').toUpperCase()
}

const formatEnd = (address: string, port: number): string =>
  `${formatAddress(address)}:${port.toString(16).toUpperCase().padStart(4, '0')}`

/**
 * The users of the sockets connected from the peer to this server, in the text of /proc/net/tcp or tcp6.
 *
 * SECURITY: both addresses, both ports and the state must match. The kernel lists a closed socket under user 0, whoever had
 * it, so only an established one says anything.
 */
const findUids = (table: string, { remoteAddress, remotePort, ownPort }: Connection): readonly number[] => {
  const from = formatEnd(remoteAddress, remotePort)
  const to = formatEnd(OWN_ADDRESS, ownPort)
  return table
    .split('\n')
    .slice(1)
    .flatMap((line) => {
      const [, local, remote, state, , , , uid] = line.trim().split(/\s+/)
      const isMatch =
        state === ESTABLISHED &&
        (local === from || local === MAPPED + from) &&
        (remote === to || remote === MAPPED + to)
      return isMatch && /^\d+$/.test(uid ?? '') ? [Number(uid)] : []
    })
}

const readTable = (file: string): string | undefined => {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return undefined
  }
}

/** The kernel lists a table in parts, and an entry can be missed while others come and go. */
const MAX_READS = 3

/**
 * Whether a connection may come from another user of this machine. False on systems that don't list users.
 *
 * SECURITY: exactly one socket of this user passes. None, or several, is an answer that somebody else may have arranged. Root
 * is refused too: a socket of root may carry anybody's bytes.
 */
export const isOfAnotherUser = (
  connection: Connection,
  ownUid: number | null = process.getuid?.() ?? null,
  read: (file: string) => string | undefined = readTable,
): boolean => {
  if (ownUid === null) return false
  for (let reads = 0; reads < MAX_READS; reads += 1) {
    const tables = ['/proc/net/tcp', '/proc/net/tcp6'].map(read).filter((table) => table !== undefined)
    if (tables.length === 0) return false
    const uids = tables.flatMap((table) => findUids(table, connection))
    if (uids.length === 1) return uids[0] !== ownUid
  }
  return true
}

/**
 * Identifies the senders of deliveries by their headers: the address added by a tunnel or proxy, and the program's own
 * name.
 *
 * SECURITY (SEC-07): a stranger can forge both, except the last address, which the tunnel adds. So the sender only
 * affects which key is fetched first, never whether a delivery is trusted.
 */
import { isIP } from 'node:net'
import { findHeader, type Header } from '../log/headers.ts'

/** How many characters of a program's name are kept. */
const MAX_AGENT = 100
const MAX_SENDERS = 200

/** The address and the program, separated by a space, which no address contains; null if neither is known. */
export const findSender = (headers: readonly Header[]): string | null => {
  const nearest = findHeader(headers, 'x-forwarded-for')?.split(',').at(-1)?.trim() ?? ''
  const agent = (findHeader(headers, 'user-agent') ?? '').replace(/\s+/g, ' ').trim().slice(0, MAX_AGENT)
  const parts = [...(isIP(nearest) === 0 ? [] : [nearest]), ...(agent === '' ? [] : [agent])]
  return parts.length === 0 ? null : parts.join(' ')
}

const toParts = (sender: string): { readonly address: string | null; readonly agent: string } => {
  const [first = '', ...rest] = sender.split(' ')
  return isIP(first) === 0 ? { address: null, agent: sender } : { address: first, agent: rest.join(' ') }
}

export type KnownSenders = {
  /** Call for the sender of each verified delivery. */
  readonly add: (sender: string | null) => void
  /** 2 for the address of an earlier verified delivery, 1 for its program, 0 for a sender never seen before. */
  readonly rank: (sender: string | null) => 0 | 1 | 2
}

export const createKnownSenders = (earlier: readonly string[]): KnownSenders => {
  const addresses = new Set<string>()
  const agents = new Set<string>()
  const addTo = (set: Set<string>, value: string): void => {
    set.delete(value)
    set.add(value)
    const [oldest] = set
    if (set.size > MAX_SENDERS && oldest !== undefined) set.delete(oldest)
  }
  const add = (sender: string | null): void => {
    if (sender === null) return
    const { address, agent } = toParts(sender)
    if (address !== null) addTo(addresses, address)
    if (agent !== '') addTo(agents, agent)
  }
  for (const sender of earlier.toReversed()) add(sender)
  return {
    add,
    rank: (sender) => {
      if (sender === null) return 0
      const { address, agent } = toParts(sender)
      if (address !== null && addresses.has(address)) return 2
      return agents.has(agent) ? 1 : 0
    },
  }
}

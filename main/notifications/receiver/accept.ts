/** Keeping a delivery: raw bytes and headers are on disk before the sender hears 200 (RCV-05). */
import { hash } from 'node:crypto'
import type { Origin } from '../../../shared/notifications/event.ts'
import type { Delivery, NewDelivery } from '../log-store.ts'
import type { NotificationStore } from '../store.ts'
import type { AtOnce, Checking, Filed } from './at-once.ts'
import type { Content } from './body-gate.ts'
import type { GroupCommit } from './group-commit.ts'

export type Arrival = {
  readonly receivedAtMs: number
  /** The body, read by the gate. */
  readonly content: Content
  /** node:http's list of names and values, in turn, as they came. */
  readonly rawHeaders: readonly string[]
  readonly body: Uint8Array
  readonly acceptMs: number
}

/** What a delivery of ours repeats. */
export type ReplaySource = { readonly deliveryId: number; readonly origin: Origin }

/** A delivery that is on disk, with what need not be read from there again. */
export type Kept = {
  readonly delivery: Delivery
  readonly body: Uint8Array
  readonly content: Content
  /** A check of its signature that is under way. */
  readonly checking: Checking | undefined
  /** Where it was filed already, and nothing remains to be done but to tell. */
  readonly filed: Filed | undefined
}

/** The header by which a replay is known. It bears a ticket that is good once; without one it is a header like any other. */
export const REPLAY_HEADER = 'x-stallhand-replay'

type Header = readonly [string, string]

const pairs = (rawHeaders: readonly string[]): readonly Header[] => {
  const headers: Header[] = []
  for (let at = 0; at + 1 < rawHeaders.length; at += 2) headers.push([rawHeaders[at] ?? '', rawHeaders[at + 1] ?? ''])
  return headers
}

/** The value of a header that came exactly once; two of one name are two opinions, and count as none that can be read. */
export const singleHeader = (headers: readonly Header[], name: string): string | null => {
  let found: string | null = null
  for (const [each, value] of headers) {
    if (each.length === name.length && each.toLowerCase() === name)
      found = found === null ? value : `${found}, ${value}`
  }
  return found
}

/**
 * Puts an arrival on disk and resolves with what was kept; deliveries of the same moment share one commit.
 *
 * Rejects where it could not be kept (a full disk): then the answer must not be 200, so that the platform sends it again.
 */
export const createAccept = (deps: {
  readonly store: NotificationStore
  readonly group: GroupCommit
  readonly atOnce: AtOnce
  /** `X-SVC-SIGNATURE`, in the words of the connection's platform. */
  readonly signatureHeader: string
  /** What a ticket stands for; undefined for one that this app did not give out, or that was used. */
  readonly sourceOf: (ticket: string) => ReplaySource | undefined
}) => {
  const signatureName = deps.signatureHeader.toLowerCase()
  return (arrival: Arrival): Promise<Kept> => {
    const all = pairs(arrival.rawHeaders)
    const ticket = singleHeader(all, REPLAY_HEADER)
    const source = ticket === null ? undefined : deps.sourceOf(ticket)
    const headers = source === undefined ? all : all.filter(([name]) => name.toLowerCase() !== REPLAY_HEADER)
    const { receivedAtMs, body, content, acceptMs } = arrival
    const facts = {
      receivedAtMs,
      format: content.format,
      origin: source === undefined ? 'platform' : source.origin === 'import' ? 'import' : 'replay',
      replayOf: source?.deliveryId ?? null,
      signatureHeader: singleHeader(headers, signatureName),
      soapAction: singleHeader(headers, 'soapaction'),
      bodyDigest: hash('sha256', body, 'hex'),
    } as const
    const checking = deps.atOnce.begin(facts, body)
    const times = { acceptMs, persistMs: null, answerMs: null, processMs: null }
    const fresh: NewDelivery = { ...facts, headers: JSON.stringify(headers), body, times }
    let tries = 0
    return deps.group.commit(() => {
      tries += 1
      // Where filing it failed, it is kept all the same (RCV-06).
      const kept = tries === 1 ? deps.atOnce.keep(fresh, content, checking) : undefined
      if (kept !== undefined) {
        const { deliveryId, filed } = kept
        const delivery = { ...facts, deliveryId, state: 'settled', eventId: filed.eventId } as const
        return { delivery, body, content, checking, filed }
      }
      const delivery = { ...facts, deliveryId: deps.store.addDelivery(fresh), state: 'pending', eventId: null } as const
      return { delivery, body, content, checking, filed: undefined }
    }, checking?.verdict)
  }
}

/** Keeping a delivery: raw bytes and headers are on disk before the sender hears 200 (RCV-05). */
import { createHash } from 'node:crypto'
import type { NotificationStore } from '../store.ts'
import type { GroupCommit } from './group-commit.ts'

export type Arrival = {
  readonly receivedAtMs: number
  readonly format: 'soap' | 'json'
  /** node:http's list of names and values, in turn, as they came. */
  readonly rawHeaders: readonly string[]
  readonly body: Uint8Array
  readonly acceptMs: number
}

const pairs = (rawHeaders: readonly string[]): (readonly [string, string])[] =>
  Array.from({ length: rawHeaders.length / 2 }, (_, index) => [
    rawHeaders[index * 2] ?? '',
    rawHeaders[index * 2 + 1] ?? '',
  ])

/** The value of a header that came exactly once; two of one name are two opinions, and count as none that can be read. */
const single = (headers: readonly (readonly [string, string])[], name: string): string | null => {
  const values = headers.filter(([each]) => each.toLowerCase() === name).map(([, value]) => value)
  return values.length === 0 ? null : values.length === 1 ? (values[0] ?? null) : values.join(', ')
}

/**
 * Puts an arrival on disk and resolves with its id; deliveries of the same moment share one commit.
 *
 * Rejects where it could not be kept (a full disk): then the answer must not be 200, so that the platform sends it again.
 */
export const createAccept = (deps: {
  readonly store: NotificationStore
  readonly group: GroupCommit
  /** `X-SVC-SIGNATURE`, in the words of the connection's dialect. */
  readonly signatureHeader: string
}) => {
  const signatureName = deps.signatureHeader.toLowerCase()
  return (arrival: Arrival): Promise<number> => {
    const headers = pairs(arrival.rawHeaders)
    const bodyDigest = createHash('sha256').update(arrival.body).digest('hex')
    return deps.group.commit(() =>
      deps.store.addDelivery({
        receivedAtMs: arrival.receivedAtMs,
        format: arrival.format,
        headers,
        signatureHeader: single(headers, signatureName),
        soapAction: single(headers, 'soapaction'),
        body: arrival.body,
        bodyDigest,
        acceptMs: arrival.acceptMs,
      }),
    )
  }
}

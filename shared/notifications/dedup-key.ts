/**
 * The key under which a notification is claimed: timestamp, ItemID and TransactionID (document 3, section 6, rule 5).
 *
 * The event's name stands before them, since the platform may tell of one sale by two event types at one moment. Where the
 * three leave events alike (no timestamp, or neither of the ids, as in the documents' FeedbackLeft), the digest of the
 * content joins them: two different events are never taken for one, and a repeated one is still known by its content.
 */
export type KeyParts = {
  readonly name: string
  readonly timestamp: string | null
  readonly itemId: string | null
  readonly transactionId: string | null
  /** Gives the hex digest of the event's content, where it is needed. */
  readonly contentDigest: () => string
}

/** One key per transaction; JSON, so that no value can run over into its neighbour. */
export const dedupKey = (parts: KeyParts): string => {
  const { name, timestamp, itemId, transactionId, contentDigest } = parts
  const weak = timestamp === null || (itemId === null && transactionId === null)
  return JSON.stringify([name, timestamp, itemId, transactionId, ...(weak ? [contentDigest()] : [])])
}

/** The key of a message of the REST service: its notificationId, which a repeated delivery keeps. */
export const notificationIdKey = (notificationId: string): string => JSON.stringify(['notificationId', notificationId])

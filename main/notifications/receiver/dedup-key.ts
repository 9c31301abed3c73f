/**
 * The key under which an event's occurrence is claimed: timestamp, ItemID and TransactionID (RCV-07).
 *
 * The event name is part of the key, because the platform may report one sale with two event types. If the timestamp or
 * both ids are missing, as in FeedbackLeft, a digest of the content is added, so that different events never share a
 * key.
 */
type KeyParts = {
  readonly name: string
  readonly timestamp: string | null
  readonly itemId: string | null
  readonly transactionId: string | null
  /** Returns the hex digest of the event's content. Called only if needed. */
  readonly contentDigest: () => string
}

/** JSON keeps adjacent values from running together. */
export const dedupKey = ({ name, timestamp, itemId, transactionId, contentDigest }: KeyParts): string => {
  const isWeak = timestamp === null || (itemId === null && transactionId === null)
  return JSON.stringify([name, timestamp, itemId, transactionId, ...(isWeak ? [contentDigest()] : [])])
}

/** The key of a REST message: its notificationId, which a repeated delivery keeps. */
export const notificationIdKey = (notificationId: string): string => JSON.stringify(['notificationId', notificationId])

/**
 * The key of a REST message's content. The platform was seen to report one event under two notificationIds (PLT-40):
 * same topic, same event date, same data.
 */
export const twinKey = (topic: string, eventDate: string, dataDigest: string): string =>
  JSON.stringify(['content', topic, eventDate, dataDigest])

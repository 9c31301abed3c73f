/** What the toast and the undo say of a message that was just put into the outbox. Pure. */

type Sent = {
  readonly buyer: string
  readonly undoUntilMs: number
  /** The chosen time; undefined to send at once. */
  readonly sendAtMs?: number | undefined
  readonly isOffline: boolean
}

/** `untilMs`: the toast counts down to it. Offline nothing is sent then. */
export const describeSent = ({
  buyer,
  undoUntilMs,
  sendAtMs,
  isOffline,
}: Sent): { readonly text: string; readonly untilMs: number | undefined } => {
  if (sendAtMs !== undefined) return { text: `Reply to ${buyer} is scheduled`, untilMs: undefined }
  if (isOffline) return { text: `Reply to ${buyer} waits until you are online`, untilMs: undefined }
  return { text: `Reply to ${buyer} sends in`, untilMs: undoUntilMs }
}

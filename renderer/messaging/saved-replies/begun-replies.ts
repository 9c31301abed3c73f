/** Saved replies that were begun and not saved: what was typed is there again when their dialog is, as long as the window is. */
import type { StallhandClient } from '../../../shared/ipc/contract.ts'

export type BegunReply = { readonly id: string | null; readonly name: string; readonly text: string }

/** Of a connection's client, by the reply's id; a new one has none. */
const begun = new WeakMap<StallhandClient, Map<string | null, BegunReply>>()

export const begunReplies = (client: StallhandClient): Map<string | null, BegunReply> => {
  const known = begun.get(client) ?? new Map<string | null, BegunReply>()
  begun.set(client, known)
  return known
}

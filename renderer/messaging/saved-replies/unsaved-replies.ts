/** Saved replies with unsaved changes. They return when the dialog opens again, as long as the window is open. */
import type { StallhandClient } from '../../../shared/ipc/contract.ts'
import type { SavedReply } from '../../../shared/messaging/saved-reply.ts'

/** A reply in the editor; a new one has no id. */
export type EditedReply = Pick<SavedReply, 'name' | 'text' | 'language'> & { readonly id: string | null }

const unsavedByClient = new WeakMap<StallhandClient, Map<string | null, EditedReply>>()

/** The unsaved replies of one connection, by id. */
export const findUnsavedReplies = (client: StallhandClient): Map<string | null, EditedReply> => {
  const unsaved = unsavedByClient.get(client) ?? new Map<string | null, EditedReply>()
  unsavedByClient.set(client, unsaved)
  return unsaved
}

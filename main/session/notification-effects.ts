/** What a verified notification of the platform sets in motion in other features (PLT-16, PLT-17). */
import type { Log } from '../ports.ts'

export type NotificationEffects = {
  readonly messageArrived: (conversationId: string) => void
  readonly taskEnded: (taskId: string) => void
  /** The signed-in seller's username; null if unknown. */
  readonly sellerName: () => Promise<string | null>
  readonly signOut: () => Promise<unknown>
  readonly log: Log
}

/** Sign-ins of other sellers of the same application are reported here too, and don't concern this one. */
const signOutIfOwn = async (username: string | null, effects: NotificationEffects): Promise<void> => {
  const own = await effects.sellerName()
  const isOther = own !== null && username !== null && own.toLowerCase() !== username.toLowerCase()
  if (!isOther) await effects.signOut()
}

/** Returns a function to call once for each new event whose signature is good. Never throws. */
export const createNotificationEffects =
  (effects: NotificationEffects) =>
  (event: { readonly name: string; readonly find: (name: string) => string | null }): void => {
    const conversationId = event.find('conversationId')
    if (event.name === 'NEW_MESSAGE' && conversationId !== null) effects.messageArrived(conversationId)
    const taskId = event.find('taskId')
    if (event.name === 'LISTING_PREVIEW_CREATION_TASK_STATUS' && taskId !== null) effects.taskEnded(taskId)
    if (event.name === 'AUTHORIZATION_REVOCATION') {
      signOutIfOwn(event.find('username'), effects).catch((error: unknown) =>
        effects.log.warn('could not sign out after a revocation', { error }),
      )
    }
  }

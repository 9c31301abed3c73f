/**
 * Remembers which verification token is in use, and detects the loss of an earlier one: without a vault, secrets don't
 * outlive the app.
 *
 * SECURITY: only a digest is stored. The token's 36 random bytes can't be recovered from it.
 */
import { createHash } from 'node:crypto'
import * as z from 'zod'
import type { NotificationStore } from '../store.ts'
import { createStoredValue } from '../stored-value.ts'

/** `own`: Stallhand made the lost token. `chosen`: the seller entered it. */
export type LostToken = 'own' | 'chosen'

export const createTokenHistory = (store: NotificationStore) => {
  const last = createStoredValue(store, 'lastToken', z.object({ isChosen: z.boolean() }))
  let digest = ''
  let lost: LostToken | undefined

  return {
    digest: (): string => digest,
    /** Whether the seller entered it, so that another program may have the same one. */
    isChosen: (): boolean => last.read()?.isChosen ?? false,
    lost: (): LostToken | undefined => lost,
    /** `created`: by Stallhand, because none was stored. `chosen`: by the seller. `stored`: loaded from the vault. */
    set: (token: string, origin: 'stored' | 'created' | 'chosen'): void => {
      digest = createHash('sha256').update(token).digest('hex')
      const before = last.read()
      lost = origin !== 'created' || before === undefined ? undefined : before.isChosen ? 'chosen' : 'own'
      if (before === undefined || origin === 'chosen') last.write({ isChosen: origin === 'chosen' })
    },
  }
}

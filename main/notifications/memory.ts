/**
 * What the platform last said, on disk: it is there at once after a start, and without a connection, with its age.
 *
 * SECURITY: only what a screen shows is put here. No token and no secret is ever part of it.
 */
import type * as z from 'zod'
import type { Log } from '../ports.ts'
import type { NotificationStore } from './store.ts'

export const createMemory = <T extends z.ZodType>(
  { store, log }: { readonly store: NotificationStore; readonly log: Log },
  name: string,
  schema: T,
) => ({
  /** Undefined where nothing is remembered, or where an earlier version wrote it in another form. */
  recall: (): z.infer<T> | undefined => {
    try {
      return schema.parse(JSON.parse(store.setting(name) ?? 'null'))
    } catch {
      return undefined
    }
  },
  remember: (value: z.infer<T>): void => {
    try {
      store.setSetting(name, JSON.stringify(value))
    } catch (error) {
      // What the platform said is on screen all the same; a disk that takes nothing is said by whatever a seller writes.
      log.warn('what the platform said could not be remembered', { name, error })
    }
  },
})

/**
 * One JSON value of `notification_settings`, checked by a schema.
 *
 * SECURITY: tokens and secrets are never stored here.
 */
import type * as z from 'zod'
import type { Log } from '../ports.ts'
import type { NotificationStore } from './store.ts'

export const createStoredValue = <S extends z.ZodType>(store: NotificationStore, name: string, schema: S) => {
  const write = (value: z.input<S>): void => store.setSetting(name, JSON.stringify(value))
  return {
    /** Undefined if nothing valid is stored. */
    read: (): z.output<S> | undefined => {
      try {
        return schema.parse(JSON.parse(store.setting(name) ?? 'null'))
      } catch {
        return undefined
      }
    },
    write,
    /** For caches: a full disk must not keep the platform's answer off the screen. */
    writeOrLog: (value: z.input<S>, log: Log): void => {
      try {
        write(value)
      } catch (error) {
        log.warn('cannot store what the platform returned', { name, error })
      }
    },
  }
}

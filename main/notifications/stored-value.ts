/**
 * One JSON value of `notification_settings`, checked by a schema.
 *
 * SECURITY: tokens and secrets are never stored here.
 */
import type * as z from 'zod'
import { readStoredJson } from '../database/stored-json.ts'
import type { Log } from '../ports.ts'
import type { NotificationStore } from './store.ts'

export const createStoredValue = <T>(store: NotificationStore, name: string, schema: z.ZodType<T>) => {
  const write = (value: T): void => store.setSetting(name, JSON.stringify(value))
  return {
    /** Undefined if nothing valid is stored. */
    read: (): T | undefined => readStoredJson(schema, store.setting(name)),
    write,
    /** For caches: a full disk must not prevent the platform's answer from being shown. */
    writeOrLog: (value: T, log: Log): void => {
      try {
        write(value)
      } catch (error) {
        log.warn('cannot store what the platform returned', { name, error })
      }
    },
  }
}

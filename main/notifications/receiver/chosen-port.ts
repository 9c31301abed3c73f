/** The port on which the receiver listens: the profile's, or the one that replaced it for good (RCV-01). */
import * as z from 'zod'
import { readStoredJson } from '../../database/stored-json.ts'
import type { NotificationStore } from '../store.ts'

const SETTING = 'port'
/** `insteadOf`: the profile's port at the time of the choice. */
const storedSchema = z.object({ port: z.number(), insteadOf: z.number() })

/** `profilePort`: 0 if the profile names none. */
export const createChosenPort = (store: Pick<NotificationStore, 'setting' | 'setSetting'>, profilePort: number) => ({
  /** The stored port, unless the profile names another one since; 0 if there is neither. */
  load: (): number => {
    const stored = readStoredJson(storedSchema, store.setting(SETTING))
    return stored?.insteadOf === profilePort ? stored.port : profilePort
  },
  save: (port: number): void => store.setSetting(SETTING, JSON.stringify({ port, insteadOf: profilePort })),
})

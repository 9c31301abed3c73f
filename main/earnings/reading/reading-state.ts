/** How far transactions were read, stored across restarts. */
import * as z from 'zod'
import type { Database } from '../../database/database.ts'
import { readStoredJson } from '../../database/stored-json.ts'

const coverageSchema = z.object({
  /** Every transaction from then on is here, by this computer's clock. */
  fromMs: z.number(),
  /** When the newest ones were last read. */
  toMs: z.number(),
})
/** The part of the past that is being read, how much of it is here, and how often it was read. */
const windowSchema = z.object({
  fromMs: z.number(),
  toMs: z.number(),
  offset: z.number(),
  total: z.number(),
  passes: z.number(),
})

const schemas = { coverage: coverageSchema, window: windowSchema } as const
type Values = { [N in keyof typeof schemas]: z.infer<(typeof schemas)[N]> }

export type ReadingState = ReturnType<typeof createReadingState>

export const createReadingState = (database: Database) => ({
  load: <N extends keyof Values>(name: N): Values[N] | undefined =>
    readStoredJson(
      schemas[name] as unknown as z.ZodType<Values[N]>,
      database.get<{ value: string }>('SELECT value FROM earnings_reading WHERE name = ?', [name])?.value,
    ),
  store: <N extends keyof Values>(name: N, value: Values[N]): void =>
    void database.run('INSERT OR REPLACE INTO earnings_reading (name, value) VALUES (?, ?)', [
      name,
      JSON.stringify(value),
    ]),
  remove: (name: keyof Values): void => void database.run('DELETE FROM earnings_reading WHERE name = ?', [name]),
})

/** How far orders and cases were read, stored across restarts. */
import * as z from 'zod'
import type { Database } from '../../database/database.ts'
import { readStoredJson } from '../../database/stored-json.ts'

const ordersSchema = z.object({
  /** The platform's time from which the next reading looks for changes. */
  markMs: z.number(),
  /** Every order changed since then is here. */
  completeFromMs: z.number(),
  /** When the last reading was complete, by this computer's clock. */
  completeToMs: z.number(),
})
export type OrdersRead = z.infer<typeof ordersSchema>

const casesSchema = z.object({ readAtMs: z.number() })

/** The list of kept fields by which the stored orders were split. */
const keptSchema = z.object({ version: z.number() })

const schemas = { orders: ordersSchema, cases: casesSchema, kept: keptSchema } as const
type Values = { [N in keyof typeof schemas]: z.infer<(typeof schemas)[N]> }

export type ReadingState = ReturnType<typeof createReadingState>

export const createReadingState = (database: Database) => ({
  load: <N extends keyof Values>(name: N): Values[N] | undefined =>
    readStoredJson(
      schemas[name] as unknown as z.ZodType<Values[N]>,
      database.get<{ value: string }>('SELECT value FROM order_reading WHERE name = ?', [name])?.value,
    ),
  store: <N extends keyof Values>(name: N, value: Values[N]): void =>
    void database.run('INSERT OR REPLACE INTO order_reading (name, value) VALUES (?, ?)', [
      name,
      JSON.stringify(value),
    ]),
})

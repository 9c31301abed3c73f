/** Rows of the table of transactions. */
import * as z from 'zod'
import { readStoredJson } from '../../database/stored-json.ts'
import type { TransactionFee, TransactionRecord } from '../records/transaction-record.ts'

/** The kept fields without a column of their own, as JSON. */
export type StoredRecord = {
  readonly memo: string | null
  readonly status: string | null
  readonly fees: readonly TransactionFee[]
  readonly lines: readonly string[]
}

const recordSchema = z.object({
  memo: z.string().nullable().catch(null),
  status: z.string().nullable().catch(null),
  fees: z.array(z.object({ lineItemId: z.string().nullable(), type: z.string(), minor: z.number() })).catch([]),
  lines: z.array(z.string()).catch([]),
})

export const formatRecord = ({ memo, status, fees, lineItemIds: lines }: TransactionRecord): string =>
  JSON.stringify({ memo, status, fees, lines } satisfies StoredRecord)

/** Without values if a damaged disk changed it. */
export const readStoredRecord = (text: string): StoredRecord =>
  readStoredJson<StoredRecord>(recordSchema, text) ?? { memo: null, status: null, fees: [], lines: [] }

/** Personal data in earnings (SEC-10, ORD-11): a buyer's username, and the platform's note. What was earned stays. */
import { jsonChanged } from '../database/stored-json.ts'
import { isOfPerson, type PersonalData } from '../erasure/personal-data.ts'

const IS_OF_PERSON = isOfPerson('buyer', 'at_ms')

export const earningsPersonalData: PersonalData = {
  searchIndexes: ['earnings_search'],
  newest: ['SELECT max(at_ms) FROM earnings_transactions WHERE buyer = :name AND at_ms <= :untilMs'],
  tables: [
    {
      table: 'earnings_search',
      delete: `rowid IN (SELECT id FROM earnings_transactions WHERE ${IS_OF_PERSON})`,
    },
    {
      table: 'earnings_lines',
      withoutPersons: ['line_item_id', 'sku', 'listing_id', 'title'],
    },
    {
      table: 'earnings_transactions',
      names: { buyer: 'SELECT DISTINCT buyer AS name FROM earnings_transactions WHERE buyer IS NOT NULL' },
      ofPerson: ['record'],
      withoutPersons: [
        ...['transaction_id', 'type', 'fee_type', 'month', 'side', 'currency'],
        ...['order_id', 'payout_id', 'listing_id'],
      ],
      change: [
        `UPDATE earnings_transactions SET buyer = NULL,
           record = ${jsonChanged('record', `json_set(record, '$.memo', NULL)`, "'{}'")}
         WHERE ${IS_OF_PERSON}`,
      ],
    },
    { table: 'earnings_payouts', withoutPersons: ['payout_id', 'currency', 'status', 'account'] },
    { table: 'earnings_reading', withoutPersons: ['name', 'value'] },
  ],
}

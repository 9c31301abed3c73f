/** Joins the names that a buyer has and had: an order keeps the name of its last reading, a conversation shows the new one. */
import type { Database } from '../../database/database.ts'

/** Every name of the buyer of a conversation, the given one first (ORD-02). */
export const loadBuyerNames = (database: Database, buyer: string): readonly string[] => [
  ...new Set([
    buyer,
    ...database.column<string>(
      `SELECT f.name FROM former_names f JOIN conversations c ON c.id = f.conversation_row WHERE c.buyer = :buyer
       UNION SELECT c.buyer FROM former_names f JOIN conversations c ON c.id = f.conversation_row
         WHERE f.name = :buyer AND c.buyer IS NOT NULL`,
      { buyer },
    ),
  ]),
]

/** These names of buyers, and what their conversations call them since. */
export const withPresentNames = (database: Database, names: readonly string[]): readonly string[] => [
  ...new Set([
    ...names,
    ...database.column<string>(
      `SELECT c.buyer FROM former_names f JOIN conversations c ON c.id = f.conversation_row
       WHERE f.name IN (SELECT value FROM json_each(?)) AND c.buyer IS NOT NULL`,
      [JSON.stringify(names)],
    ),
  ]),
]

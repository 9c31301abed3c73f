/**
 * What becomes of each table when a user's account is closed (PLT-18). A test requires a row for every table.
 *
 * Conversations with the user, and queued changes and drafts for that user, are deleted. Elsewhere the name is replaced. Items,
 * listings and mapping tasks are the seller's own texts about goods, so they stay as they are.
 */
import type { TableRule } from '../database/erase.ts'

const WITH_PERSON = 'SELECT id FROM conversations WHERE is_person(buyer)'
const IDS_WITH_PERSON = 'SELECT conversation_id FROM conversations WHERE is_person(buyer)'

/** Changes of items hold the seller's texts, which a replaced word would change on the platform. */
const MESSAGING_KINDS = `kind IN ('message', 'read', 'unread', 'archive', 'restore', 'delete')`
const TO_PERSON = `${MESSAGING_KINDS} AND (is_person(payload ->> '$.target.otherPartyUsername')
  OR subject IN (SELECT 'conversation:' || conversation_id FROM conversations WHERE is_person(buyer)))`

/** Children before the conversations that they belong to. */
export const erasureRules: readonly TableRule[] = [
  {
    table: 'outbound_history',
    delete: `outbound_id IN (SELECT id FROM outbound WHERE ${TO_PERSON})`,
    redact: ['detail'],
    where: `outbound_id IN (SELECT id FROM outbound WHERE ${MESSAGING_KINDS})`,
  },
  { table: 'outbound', delete: TO_PERSON, redact: ['payload', 'detail', 'last_error'], where: MESSAGING_KINDS },
  {
    table: 'drafts',
    delete: `is_person(other_party_username) OR conversation_id IN (${IDS_WITH_PERSON})`,
    redact: ['content', 'evidence'],
  },
  {
    table: 'messages',
    delete: `conversation_row IN (${WITH_PERSON})`,
    redact: ['sender', 'text', 'attachments', 'raw'],
  },
  { table: 'sync_seen', delete: `conversation_row IN (${WITH_PERSON})` },
  {
    table: 'conversations',
    delete: 'is_person(buyer)',
    redact: ['subject', 'preview', 'waiting_evidence', 'raw'],
  },
  { table: 'sync_lists', redact: ['state'] },
  { table: 'buyer_notes', delete: 'is_person(buyer)', redact: ['text'] },
  { table: 'saved_replies', redact: ['name', 'text'] },
  { table: 'saved_searches', delete: 'is_person(other_party)', redact: ['name', 'search'] },
  { table: 'notification_captures', redact: ['headers', 'body'] },
  { table: 'notification_events', redact: ['buyer', 'occurrences', 'note', 'signature_message', 'why'] },
  { table: 'notification_settings', redact: ['value'] },
]

/** The tables of inventory, listing and mapping, by how their names begin: they are about goods. */
export const tablesAboutGoods = /^(?:cell_|csv_|inventory_|item_|items$|listing|mapping_|send_run)/

/** Other tables that hold nothing of a buyer. Search indexes are rebuilt from the rows that are left. */
export const tablesWithoutPersons: readonly string[] = [
  ...['draft_revision', 'outbound_hold', 'outbound_mark'],
  ...['notification_claims', 'notification_deliveries', 'notification_erasures', 'notification_keys'],
  'notification_listings',
]

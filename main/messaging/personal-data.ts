/** Personal data in messaging (PLT-18). */
import { jsonAt } from '../database/stored-json.ts'
import { IN_NAMES, IN_SUBJECTS, isOfPerson, ofPerson, type PersonalData } from '../erasure/personal-data.ts'
import { ROWS_PER_CONVERSATION } from './earlier/answered-questions.ts'

const OF_PERSON = `'conversation:' || conversation_id ${IN_SUBJECTS}`
const ROWS_OF_PERSON = `SELECT id FROM conversations WHERE ${OF_PERSON}`

/**
 * A draft or a waiting message keeps its conversation, without its content: the text is the seller's, and stays
 * accessible.
 */
export const HAS_UNSENT = `(conversation_id IN (SELECT conversation_id FROM drafts WHERE conversation_id IS NOT NULL)
  OR 'conversation:' || conversation_id IN (SELECT subject FROM outbound WHERE is_open = 1 AND kind = 'message'))`

/** Of a damaged draft, all that is stored: it may mention the person. */
const TEXT_OF_DRAFT = `coalesce(${jsonAt('content', '$.messageText')}, content)`

/** When the buyer first wrote; 0 if that isn't known, as for a thread that was not read and ends with the seller's message. */
const BUYER_SINCE = `coalesce(
  (SELECT min(m.created_at_ms) FROM messages m WHERE m.conversation_row = c.id AND m.writer = 'buyer'),
  iif(c.latest_writer IS 'buyer', c.sort_ms, 0))`

/**
 * Whether a name that a conversation's buyer gave up leads to that buyer: the buyer had it when the account was closed, or no one else
 * is known by it since, as the notification may come late. Rows of 0.3.0 don't say when.
 */
const LEADS_TO_BUYER = `(f.given_up_at_ms IS NULL OR EXISTS (SELECT 1 FROM json_each(:names) person
  WHERE ${ofPerson('name')} = f.name
    AND (f.given_up_at_ms >= ${ofPerson('closedAtMs')} OR f.given_up_at_ms >= ${ofPerson('newestMs')})))`

export const messagingPersonalData: PersonalData = {
  searchIndexes: ['search_index', 'answered_questions'],
  subjects: [
    `SELECT 'conversation:' || c.conversation_id AS subject FROM conversations c WHERE ${isOfPerson('c.buyer', BUYER_SINCE)}`,
    // The platform doesn't name the conversation's buyer, or uses another name since the account was closed.
    `SELECT 'conversation:' || c.conversation_id AS subject FROM messages m JOIN conversations c ON c.id = m.conversation_row
     WHERE c.conversation_type = 'FROM_MEMBERS' AND m.writer <> 'seller' AND ${isOfPerson('m.sender', 'm.created_at_ms')}
       AND NOT EXISTS (SELECT 1 FROM former_names f WHERE f.name = m.sender AND f.conversation_row = c.id AND NOT ${LEADS_TO_BUYER})`,
    `SELECT 'conversation:' || c.conversation_id AS subject FROM former_names f JOIN conversations c ON c.id = f.conversation_row
     WHERE c.conversation_type = 'FROM_MEMBERS' AND f.name ${IN_NAMES} AND ${LEADS_TO_BUYER}`,
  ],
  newest: [
    'SELECT max(sort_ms) FROM conversations WHERE buyer = :name AND sort_ms <= :untilMs',
    `SELECT max(created_at_ms) FROM messages WHERE sender = :name AND writer <> 'seller' AND created_at_ms <= :untilMs`,
  ],
  givenUp: 'SELECT name, given_up_at_ms AS atMs FROM former_names WHERE given_up_at_ms IS NOT NULL',
  earlierNames: `SELECT f.name, f.given_up_at_ms AS atMs FROM former_names f JOIN conversations c ON c.id = f.conversation_row
    WHERE c.conversation_type = 'FROM_MEMBERS' AND f.given_up_at_ms IS NOT NULL AND ${isOfPerson('c.buyer', BUYER_SINCE)}`,
  tables: [
    {
      table: 'former_names',
      names: { name: 'SELECT DISTINCT name FROM former_names' },
      delete: `conversation_row IN (${ROWS_OF_PERSON})`,
    },
    {
      table: 'messages',
      names: {
        sender: `SELECT DISTINCT sender AS name FROM messages WHERE sender IS NOT NULL AND writer <> 'seller'`,
      },
      ofPerson: ['attachments', 'raw'],
      ownTexts: {
        text: [
          { place: 'message', ref: '(SELECT conversation_id FROM conversations c WHERE c.id = conversation_row)' },
        ],
      },
      withoutPersons: ['key', 'writer'],
      delete: `conversation_row IN (${ROWS_OF_PERSON})`,
    },
    {
      table: 'sync_seen',
      withoutPersons: ['scope'],
      delete: `conversation_row IN (${ROWS_OF_PERSON} AND NOT ${HAS_UNSENT})`,
    },
    { table: 'sync_lists', withoutPersons: ['scope', 'state'] },
    { table: 'search_index', delete: `rowid IN (${ROWS_OF_PERSON})` },
    { table: 'answered_questions', delete: `rowid / ${ROWS_PER_CONVERSATION} IN (${ROWS_OF_PERSON})` },
    {
      table: 'conversations',
      names: { buyer: 'SELECT DISTINCT buyer AS name FROM conversations WHERE buyer IS NOT NULL' },
      ofPerson: ['subject', 'preview', 'waiting_evidence', 'read_kept', 'raw'],
      withoutPersons: ['conversation_id', 'conversation_type', 'item_id', 'latest_writer', 'thread_order'],
      delete: `${OF_PERSON} AND NOT ${HAS_UNSENT}`,
      change: [
        `UPDATE conversations SET buyer = NULL, subject = NULL, preview = NULL, waiting_evidence = NULL, read_kept = NULL, raw = '{}',
           thread_stale = 0, thread_total = 0 WHERE ${OF_PERSON}`,
      ],
    },
    {
      table: 'drafts',
      names: {
        other_party_username:
          'SELECT DISTINCT other_party_username AS name FROM drafts WHERE other_party_username IS NOT NULL',
      },
      ofPerson: ['target_key'],
      ownTexts: {
        content: [
          { place: 'draft', text: TEXT_OF_DRAFT, ref: 'conversation_id', where: 'conversation_id IS NOT NULL' },
          {
            place: 'newMessageDraft',
            text: TEXT_OF_DRAFT,
            ref: 'other_party_username',
            where: 'conversation_id IS NULL',
          },
        ],
      },
      withoutPersons: ['conversation_id', 'evidence'],
    },
    { table: 'draft_revision' },
    {
      table: 'buyer_notes',
      names: { buyer: 'SELECT buyer AS name FROM buyer_notes' },
      ownTexts: { text: [{ place: 'buyerNote', ref: 'buyer' }] },
      delete: `buyer ${IN_NAMES}`,
    },
    {
      table: 'saved_replies',
      withoutPersons: ['id', 'language'],
      ownTexts: { name: [{ place: 'savedReply', ref: 'id' }], text: [{ place: 'savedReply', ref: 'id' }] },
    },
    {
      table: 'saved_searches',
      names: { other_party: 'SELECT DISTINCT other_party AS name FROM saved_searches WHERE other_party IS NOT NULL' },
      withoutPersons: ['id', 'view', 'item_id', 'orders'],
      ownTexts: { name: [{ place: 'savedSearch', ref: 'id' }], search: [{ place: 'savedSearch', ref: 'id' }] },
      delete: `other_party ${IN_NAMES}`,
    },
  ],
}

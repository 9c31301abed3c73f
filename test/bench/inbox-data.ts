/**
 * An inbox of any size, generated from a seed: the same size always gives the same conversations and messages.
 *
 * Word frequencies are as uneven as in a language: a few words are in most messages, most are in few. So searches for common,
 * medium and rare words can be measured separately.
 */
import type { DatabaseSync } from 'node:sqlite'
import { createDatabase, type Database } from '../../main/database/database.ts'
import { createDrafts } from '../../main/messaging/outbox/drafts.ts'
import { indexText } from '../../main/messaging/search/search-terms.ts'
import { emptyContent } from '../../shared/messaging/message-text.ts'

export const commonWords = ['parcel', 'shipping', 'camera', 'please', 'thank', 'question', 'colour', 'price'] as const
const WORDS_IN_ALL = 20_000
const WORDS_PER_MESSAGE = 14

/** Pseudorandom numbers from 0 (inclusive) to 1 (exclusive) from a seed (mulberry32). */
export const seededRandom = (seed: number): (() => number) => {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

/** Returns the word with this frequency rank; 0 is the most frequent. */
export const makeWord = (rank: number): string => {
  const common = commonWords[rank]
  if (common !== undefined) return common
  let left = rank * 7919
  let word = ''
  for (let turn = 0; turn < 3; turn += 1) {
    word += `${'bdfgklmnprstvz'[left % 14]}${'aeiou'[Math.floor(left / 14) % 5]}`
    left = Math.floor(left / 70)
  }
  return `${word}${rank % 97}`
}

const MESSAGES_EACH = 10

/** Fills the empty messaging tables with this many conversations of ten messages each. */
export const fillInbox = (connection: DatabaseSync, conversations: number): void => {
  const random = seededRandom(1)
  const rank = (): number => Math.floor(WORDS_IN_ALL ** random()) - 1
  const text = (): string => Array.from({ length: WORDS_PER_MESSAGE }, () => makeWord(rank())).join(' ')
  const addConversation = connection.prepare(
    `INSERT INTO conversations (id, conversation_id, conversation_type, subject, buyer, item_id, preview, latest_at_ms,
       sort_ms, waiting_evidence, unread, archived, unanswered, raw, thread_stale)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, 0)`,
  )
  const addMessage = connection.prepare(
    `INSERT INTO messages (conversation_row, key, position, writer, sender, text, created_at_ms, attachments, raw)
     VALUES (?, ?, ?, ?, ?, ?, ?, '[]', ?)`,
  )
  const addTerms = connection.prepare('INSERT INTO search_index (rowid, terms) VALUES (?, ?)')
  const beganMs = Date.UTC(2020, 0, 1)
  const stepMs = Math.floor((5 * 365 * 86_400_000) / conversations)
  const BATCH = 500
  for (let from = 0; from < conversations; from += BATCH) {
    connection.exec('BEGIN')
    for (let at = from; at < Math.min(from + BATCH, conversations); at += 1) {
      const buyer = `buyer${Math.floor(random() * conversations)}`
      const subject = `${makeWord(rank())} ${makeWord(rank())}`
      const itemId = String(100_000 + Math.floor(random() * (conversations / 20)))
      const latestMs = beganMs + at * stepMs
      const texts = Array.from({ length: MESSAGES_EACH }, text)
      const last = texts.at(-1) ?? ''
      const isBuyerLast = random() < 0.5
      addConversation.run(
        at + 1,
        `c${at}`,
        random() < 0.02 ? 'FROM_SVC' : 'FROM_MEMBERS',
        subject,
        buyer,
        itemId,
        last.slice(0, 160),
        latestMs,
        latestMs,
        isBuyerLast
          ? JSON.stringify({ key: `m${MESSAGES_EACH - 1}`, sender: buyer, writer: 'buyer', atMs: latestMs })
          : null,
        random() < 0.1 ? 1 : 0,
        random() < 0.3 ? 1 : 0,
        random() < 0.2 ? 1 : 0,
        JSON.stringify({ conversationId: `c${at}`, subject, buyer: { username: buyer }, messages: [{ text: last }] }),
      )
      for (const [position, text] of texts.entries()) {
        const isBuyer = position === MESSAGES_EACH - 1 ? isBuyerLast : position % 2 === 0
        addMessage.run(
          at + 1,
          `m${position}`,
          position,
          isBuyer ? 'buyer' : 'seller',
          isBuyer ? buyer : 'seller',
          text,
          latestMs - (MESSAGES_EACH - 1 - position) * 3_600_000,
          JSON.stringify({ messageId: `m${position}`, text, senderUsername: isBuyer ? buyer : 'seller' }),
        )
      }
      addTerms.run(at + 1, indexText([subject, buyer, itemId, ...texts]))
    }
    connection.exec('COMMIT')
  }
  fillWriting(createDatabase(connection), conversations, text)
}

/** A few dozen drafts and outbox messages, whatever the size of the inbox. */
const fillWriting = (database: Database, conversations: number, text: () => string): void => {
  const drafts = createDrafts(database, () => Date.UTC(2025, 0, 1))
  for (let number = 0; number < 60; number += 1) {
    const conversationId = `c${Math.floor((number * conversations) / 60)}`
    const content = { ...emptyContent, messageText: text() }
    if (number < 40) {
      drafts.save({ target: { conversationId }, content, revision: null, buyerMessagesSeen: 5 })
      continue
    }
    const state = { state: 'queued', nextTryAtMs: 0, error: null, earlier: null }
    database.run(
      `INSERT INTO outbound (id, kind, lane, subject, payload, state, detail, created_at_ms, changed_at_ms)
       VALUES (:id, 'message', :subject, :subject, :payload, 'queued', :detail, 1, 1)`,
      {
        id: `o${number}`,
        subject: `conversation:${conversationId}`,
        payload: JSON.stringify({ target: { conversationId }, content, buyerMessagesSeen: 5, copiesKnown: 0 }),
        detail: JSON.stringify(state),
      },
    )
  }
}

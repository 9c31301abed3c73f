/**
 * An inbox of any size, made from a seed: the same numbers give the same conversations and messages.
 *
 * Words follow a steep curve, as words of a language do: a few are in most messages, most are in few. So searches for common,
 * middling and rare words can be measured apart.
 */
import { DatabaseSync } from 'node:sqlite'
import { createDatabase, type Database } from '../../main/database/database.ts'
import { messagingMigrations } from '../../main/messaging/store.ts'

export const commonWords = ['parcel', 'shipping', 'camera', 'please', 'thank', 'question', 'colour', 'price'] as const
const WORDS_IN_ALL = 20_000
const WORDS_PER_MESSAGE = 14

/** Numbers from 0 up to 1 from a seed (mulberry32). */
export const seededRandom = (seed: number): (() => number) => {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

/** The word of a rank, most frequent first. */
export const wordOf = (rank: number): string => {
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

/** Fills a database file (or ':memory:') with so many conversations, ten messages each where nothing is said. */
export const fillInbox = (
  file: string,
  conversations: number,
  messagesEach = 10,
  seed = 1,
): { readonly database: Database; readonly connection: DatabaseSync } => {
  const connection = new DatabaseSync(file)
  connection.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = OFF; PRAGMA foreign_keys = ON;')
  for (const { sql } of messagingMigrations) connection.exec(sql)
  const random = seededRandom(seed)
  const rank = (): number => Math.floor(WORDS_IN_ALL ** random()) - 1
  const text = (): string => Array.from({ length: WORDS_PER_MESSAGE }, () => wordOf(rank())).join(' ')
  const addConversation = connection.prepare(
    `INSERT INTO conversations (id, conversation_id, conversation_type, subject, buyer, item_id, preview, created_at_ms, latest_at_ms,
       sort_ms, unread, archived, unanswered, raw, thread_stale)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, '{}', 0)`,
  )
  const addMessage = connection.prepare(
    `INSERT INTO messages (id, conversation_row, key, position, writer, sender, text, created_at_ms, attachments, raw)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, '[]', '{}')`,
  )
  const beganMs = Date.UTC(2020, 0, 1)
  const stepMs = Math.floor((5 * 365 * 86_400_000) / conversations)
  const BATCH = 2_000
  for (let from = 0; from < conversations; from += BATCH) {
    connection.exec('BEGIN')
    for (let at = from; at < Math.min(from + BATCH, conversations); at += 1) {
      const buyer = `buyer${Math.floor(random() * conversations)}`
      const latestMs = beganMs + at * stepMs
      const last = text()
      const isNotice = random() < 0.02 ? 'FROM_SVC' : 'FROM_MEMBERS'
      addConversation.run(
        at + 1,
        `c${at}`,
        isNotice,
        `${wordOf(rank())} ${wordOf(rank())}`,
        buyer,
        String(100_000 + (at % 5_000)),
        last.slice(0, 160),
        latestMs,
        latestMs,
        latestMs,
        random() < 0.1 ? 1 : 0,
        random() < 0.3 ? 1 : 0,
        random() < 0.2 ? 1 : 0,
      )
      for (let position = 0; position < messagesEach; position += 1) {
        const isLast = position === messagesEach - 1
        const isBuyer = position % 2 === 0
        const atMs = latestMs - (messagesEach - 1 - position) * 3_600_000
        addMessage.run(
          // As the room gives them: rising with time; here no two share more than a moment.
          atMs * 1024 + (at % 1023),
          at + 1,
          `m${position}`,
          position,
          isBuyer ? 'buyer' : 'seller',
          isBuyer ? buyer : 'seller',
          isLast ? last : text(),
          atMs,
        )
      }
    }
    connection.exec('COMMIT')
  }
  connection.exec('ANALYZE; PRAGMA wal_checkpoint(TRUNCATE); PRAGMA synchronous = FULL;')
  return { database: createDatabase(connection), connection }
}

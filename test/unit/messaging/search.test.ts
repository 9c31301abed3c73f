import { DatabaseSync } from 'node:sqlite'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createDatabase } from '../../../main/database/database.ts'
import { createConversationStore, messagingMigrations } from '../../../main/messaging/store.ts'
import type { MessageRecord } from '../../../main/messaging/wire.ts'
import { openTestDatabase } from '../../support/test-database.ts'

const conversation = (conversationId: string, latestAtMs: number) => ({
  conversationId,
  subject: null,
  buyer: null,
  itemId: null,
  createdAtMs: latestAtMs,
  latestAtMs,
  latestText: null,
  unread: false,
  archived: false,
  raw: conversationId,
})
const message = (messageId: string, text: string, createdAtMs: number | null): MessageRecord => ({
  messageId,
  text,
  sender: null,
  createdAtMs,
  attachments: [],
  raw: `${messageId} ${text}`,
})
const page = { view: 'all', search: '', cursor: null, limit: 50 } as const
const openStore = () => {
  const database = openTestDatabase(...messagingMigrations)
  return { database, store: createConversationStore(database) }
}

describe('searching', () => {
  it('finds what a reading of every message finds, whatever was written, for whole words and beginnings', () => {
    const word = fc.constantFrom('parcel', 'parc', 'shipping', 'shippings', 'questionable', 'question', 'lid', 'z')
    fc.assert(
      fc.property(
        fc.array(fc.array(word, { minLength: 1, maxLength: 4 }), { minLength: 1, maxLength: 25 }),
        fc.array(word, { minLength: 1, maxLength: 2 }),
        (texts, searched) => {
          const { store } = openStore()
          texts.forEach((words, index) => {
            store.keepPage('FROM_MEMBERS', [conversation(`c${index}`, index)], new Set(), 1)
            const messages = [message('m', words.join(' '), index % 3 === 0 ? null : index)]
            store.keepThread(`c${index}`, { messages, total: 1, complete: true }, 1_000)
          })
          const wanted = texts.flatMap((words, index) =>
            searched.every((begin) => words.some((one) => one.startsWith(begin))) ? [`c${index}`] : [],
          )
          const answer = store.page({ ...page, search: searched.join(' ') })
          expect(answer.rows.map(({ conversationId }) => conversationId).toSorted()).toEqual(wanted.toSorted())
          expect(answer.total).toBe(wanted.length)
          expect(answer.totalIsFloor).toBe(false)
        },
      ),
      { numRuns: 60 },
    )
  })

  it('gives the newest first of very many finds, says "or more", and goes on page by page without a repeat', () => {
    const { store } = openStore()
    for (let index = 0; index < 1_500; index += 1) {
      store.keepPage('FROM_MEMBERS', [conversation(`c${index}`, index * 1_000)], new Set(), 1)
      store.keepThread(
        `c${index}`,
        { messages: [message('m', 'the same parcel', index * 1_000)], total: 1, complete: true },
        1,
      )
    }
    const first = store.page({ ...page, search: 'parcel' })
    expect(first.rows[0]?.conversationId).toBe('c1499')
    expect(first.totalIsFloor).toBe(true)
    const seen = new Set<string>()
    for (let cursor: string | null = null; ; ) {
      const next = store.page({ ...page, search: 'parcel', cursor, limit: 200 })
      for (const { conversationId } of next.rows) seen.add(conversationId)
      cursor = next.nextCursor
      if (cursor === null) break
    }
    expect(seen.size).toBeGreaterThanOrEqual(500)
  })

  it('keeps more messages of one moment than a moment has numbers for, and dates beyond all sense', () => {
    const { store } = openStore()
    store.keepPage('FROM_MEMBERS', [conversation('c1', 1)], new Set(), 1)
    const many = Array.from({ length: 2_500 }, (_, index) => message(`m${index}`, `word${index}`, 5_000))
    const odd = [message('far', 'future', 253_402_300_799_000), message('old', 'past', -62_135_596_800_000)]
    store.keepThread('c1', { messages: [...many, ...odd], total: 2_502, complete: true }, 1_000)
    expect(store.thread('c1')?.messages).toHaveLength(2_502)
    for (const search of ['word2499', 'future', 'past']) expect(store.page({ ...page, search }).total, search).toBe(1)
  })

  it('finds the messages that were kept before the index was by time', () => {
    const connection = new DatabaseSync(':memory:')
    const database = createDatabase(connection)
    for (const { version, sql } of messagingMigrations) if (version < 10) connection.exec(sql)
    database.run(
      `INSERT INTO conversations (id, conversation_id, conversation_type, raw) VALUES (1, 'c1', 'FROM_MEMBERS', '{}')`,
    )
    for (const [key, text, atMs] of [
      ['a', 'stoneware vase', 9_000],
      ['b', 'porcelain cup', null],
    ] as const) {
      database.run(
        `INSERT INTO messages (conversation_row, key, position, writer, text, created_at_ms, attachments, raw)
         VALUES (1, ?, 0, 'buyer', ?, ?, '[]', '{}')`,
        [key, text, atMs],
      )
    }
    for (const { version, sql } of messagingMigrations) if (version === 10) connection.exec(sql)
    const store = createConversationStore(database)
    expect(store.page({ ...page, search: 'stonew' }).total).toBe(1)
    expect(store.page({ ...page, search: 'cup' }).total).toBe(1)
    expect(store.thread('c1')?.messages).toHaveLength(2)
  })
})

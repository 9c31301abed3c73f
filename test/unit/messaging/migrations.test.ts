import { DatabaseSync } from 'node:sqlite'
import { describe, expect, it } from 'vitest'
import { createDatabase, type Database } from '../../../main/database/database.ts'
import { createDrafts } from '../../../main/messaging/drafts.ts'
import { createConversationStore, messagingMigrations } from '../../../main/messaging/store.ts'
import { emptyContent } from '../../../shared/messaging/message-text.ts'
import { everything, firstPage } from './list-rig.ts'

/** A database as a version of the program left it that knew the steps up to `version`. */
const openAt = (version: number) => {
  const connection = new DatabaseSync(':memory:')
  for (const step of messagingMigrations) if (step.version <= version) connection.exec(step.sql)
  return {
    database: createDatabase(connection),
    /** What the next start of this version does. */
    migrate: () => {
      for (const step of messagingMigrations) if (step.version > version) connection.exec(step.sql)
    },
  }
}

const put = (
  database: Database,
  conversationId: string,
  sortMs: number,
  more: Record<string, string | number> = {},
) => {
  const row = {
    conversation_id: conversationId,
    conversation_type: 'FROM_MEMBERS',
    raw: '{}',
    sort_ms: sortMs,
    ...more,
  }
  const names = Object.keys(row)
  return database.run(
    `INSERT INTO conversations (${names.join(', ')}) VALUES (${names.map(() => '?').join(', ')})`,
    Object.values(row),
  ).lastInsertRowid
}

const say = (database: Database, conversationRow: number, key: string, text: string, atMs: number | null) =>
  database.run(
    `INSERT INTO messages (conversation_row, key, position, writer, sender, text, created_at_ms, attachments, raw)
     VALUES (?, ?, 0, 'buyer', 'anna', ?, ?, '[]', '{}')`,
    [conversationRow, key, text, atMs],
  )

const write = (database: Database, conversationId: string, state: string, text: string) => {
  const content = JSON.stringify({ ...emptyContent, messageText: text })
  database.run(
    `INSERT INTO outbox (id, target_key, conversation_id, content, state, detail, buyer_messages_seen, created_at_ms, changed_at_ms)
     VALUES (?, ?, ?, ?, ?, '{}', 0, 1, 1)`,
    [`${conversationId} ${state}`, `conversation:${conversationId}`, conversationId, content, state],
  )
}

const draft = (database: Database, conversationId: string, revision: number, text: string) => {
  const content = JSON.stringify({ ...emptyContent, messageText: text })
  database.run(
    `INSERT INTO drafts (target_key, conversation_id, content, revision, begun_at_ms, saved_at_ms, buyer_messages_seen)
     VALUES (?, ?, ?, ?, 1, 1, 0)`,
    [`conversation:${conversationId}`, conversationId, content, revision],
  )
}

describe.each([3, 7, 10, 11])('an inbox that was kept at step %i', (version) => {
  const open = () => {
    const { database, migrate } = openAt(version)
    const first = put(database, 'c1', 9_000, { buyer: 'anna', item_id: '17', unread: 1, subject: 'Stoneware' })
    const second = put(database, 'c2', 9_000, { buyer: 'anna', archived: 1 })
    const third = put(database, 'c3', 20_000, { buyer: 'tom', unanswered: 1, thread_stale: 0 })
    put(database, 'c4', -5)
    put(database, 'c5', 0, { conversation_type: 'FROM_SVC' })
    put(database, 'c6', 30_000, { gone: 1 })
    say(database, first, 'a', 'A stoneware vase', 9_000)
    say(database, second, 'b', 'A porcelain cup', null)
    say(database, third, 'c', 'A café mug', 20_000)
    draft(database, 'c3', 4, 'With a handle')
    database.run('UPDATE draft_revision SET last = 4')
    write(database, 'c1', 'unknown', 'It is glazed')
    write(database, 'c1', 'sent', 'It was sold')
    write(database, 'c1', 'queued', 'It is blue')
    database.run(`INSERT INTO conversation_sync VALUES ('FROM_MEMBERS', 5, 77)`)
    migrate()
    return { database, store: createConversationStore(database) }
  }

  it('shows the same conversations, drafts and messages on their way, in their order and with true numbers', () => {
    const { store, database } = open()
    const ids = (view: 'all' | 'archived' | 'notices' | 'hasDraft' | 'inOutbox' | 'unknown') =>
      store.page({ ...firstPage, view }).rows.map(({ conversationId }) => conversationId)
    expect(ids('all').slice(0, 2)).toEqual(['c3', 'c1'])
    expect(ids('all').toSorted()).toEqual(['c1', 'c3', 'c4'])
    expect(store.counts()).toEqual({
      all: 3,
      unread: 1,
      unanswered: 1,
      hasDraft: 1,
      inOutbox: 1,
      unknown: 1,
      archived: 1,
      notices: 1,
    })
    expect([ids('archived'), ids('notices'), ids('hasDraft'), ids('unknown')]).toEqual([['c2'], ['c5'], ['c3'], ['c1']])
    expect(store.page(firstPage).rows.find(({ conversationId }) => conversationId === 'c1')).toMatchObject({
      waiting: 2,
      unknown: 1,
    })
    expect(store.facets({ kind: 'otherParty', view: 'all', search: '', offset: 0, limit: 10 }).rows).toEqual([
      { value: 'anna', count: 1 },
      { value: 'tom', count: 1 },
    ])
    expect(createDrafts(database, () => 1).of({ conversationId: 'c3' })?.content.messageText).toBe('With a handle')
    expect(store.thread('c2')?.messages.map(({ text }) => text)).toEqual(['A porcelain cup'])
  })

  it('is found word by word once it was gone through, and says how much is still to be', () => {
    const { store } = open()
    expect(store.outstanding().notSearched).toBe(5)
    while (store.catchUp(2) > 0);
    const found = (search: string, view: 'all' | 'archived' = 'all') =>
      store.page({ ...firstPage, view, search }).rows.map(({ conversationId, hit }) => [conversationId, hit?.where])
    expect(found('stonew')).toEqual([['c1', 'subject']])
    expect(found('vase')).toEqual([['c1', 'message']])
    expect(found('cup', 'archived')).toEqual([['c2', 'message']])
    expect(found('CAFE')).toEqual([['c3', 'message']])
    expect(found('handle')).toEqual([['c3', 'draft']])
    expect(found('glazed')).toEqual([['c1', 'outbox']])
    expect(found('sold')).toEqual([])
    // Those whose thread was never read are still to be read; those that were are known by now.
    expect(store.outstanding()).toEqual({ threadsToRead: 4, notSearched: 4 })
    expect(store.conversation('c3')?.waitingSince).toMatchObject({
      atMs: 20_000,
      messageKey: 'c',
      reason: 'senderIsBuyer',
    })
  })

  it('has its places and facets counted, whichever version left it', () => {
    for (const version of [16, 3]) {
      const { database, migrate } = openAt(version)
      for (let day = 1; day <= 40; day += 1) {
        const more = { buyer: `buyer${day % 7}`, unread: day % 2, archived: day % 5 === 0 ? 1 : 0 }
        put(database, `c${day}`, day * 86_400_000, version === 16 ? { ...more, place: day * 86_400_000 } : more)
      }
      migrate()
      const store = createConversationStore(database)
      const idsAt = (offset: number) => store.page({ ...firstPage, offset, limit: 1 }).rows[0]?.conversationId
      const listed = Array.from({ length: 40 }, (_, index) => 40 - index).filter((day) => day % 5 !== 0)
      for (const [offset, day] of listed.entries()) {
        expect(idsAt(offset)).toBe(`c${day}`)
        expect(store.offsetOf({ ...everything, view: 'all' }, `c${day}`)).toBe(offset)
      }
      expect(store.facets({ kind: 'otherParty', view: 'all', search: '', offset: 0, limit: 3 }).total).toBe(7)
    }
  })

  it('goes on from there: what changes is counted and found like anything else', () => {
    const { store, database } = open()
    while (store.catchUp(2) > 0);
    const drafts = createDrafts(database, () => 1)
    drafts.save({
      target: { conversationId: 'c3' },
      content: { ...emptyContent, messageText: 'Without one' },
      revision: 4,
      buyerMessagesSeen: 0,
    })
    const found = (search: string) => store.page({ ...firstPage, search }).total
    expect([found('handle'), found('without')]).toEqual([0, 1])
    store.setArchived('c3', true, 1)
    expect(store.counts()).toMatchObject({ all: 2, archived: 2, unanswered: 0, hasDraft: 1 })
    expect(store.offsetOf({ ...everything, view: 'archived' }, 'c3')).toBe(0)
  })
})

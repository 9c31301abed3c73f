import { beforeEach, describe, expect, it, vi } from 'vitest'
import type { Database } from '../../../../main/database/database.ts'
import { recreateSearch } from '../../../../main/database/search-indexes.ts'
import {
  answeredQuestionsIndex,
  indexAnsweredQuestions,
  planAnsweredQuestionsFill,
} from '../../../../main/messaging/earlier/answered-questions.ts'
import { createEarlierAnswers } from '../../../../main/messaging/earlier/earlier-answers.ts'
import { createScheduler } from '../../../../main/scheduler.ts'
import type { PersonalFact } from '../../../../shared/messaging/personal-parts.ts'
import { Failure } from '../../../../shared/result.ts'
import { createFakeClock } from '../../../support/fake-clock.ts'
import { createRecordingLog } from '../../../support/recording-log.ts'
import { openTestDatabase } from '../../../support/test-database.ts'

type Said = readonly [writer: 'buyer' | 'seller', text: string]

let database: Database
const titles = new Map<string, string>()
beforeEach(() => {
  database = openTestDatabase()
  titles.clear()
})

/** Stores a conversation as the platform's reading would. */
const store = (conversationId: string, said: readonly Said[], itemId: string | null = null, isIndexed = true) => {
  const { lastInsertRowid } = database.run(
    `INSERT INTO conversations (conversation_id, conversation_type, item_id, raw) VALUES (?, 'FROM_MEMBERS', ?, '{}')`,
    [conversationId, itemId],
  )
  for (const [position, [writer, text]] of said.entries()) {
    database.run(
      `INSERT INTO messages (conversation_row, key, position, writer, text, attachments, raw)
       VALUES (?, ?, ?, ?, ?, '[]', '{}')`,
      [lastInsertRowid, String(position), position, writer, text],
    )
  }
  if (isIndexed) indexAnsweredQuestions(database, lastInsertRowid)
}

const find = (conversationId: string) =>
  createEarlierAnswers(database, (itemId) => titles.get(itemId) ?? null).find(conversationId)

const parcel: readonly Said[] = [
  ['buyer', 'Hello, where is my parcel? It has not arrived yet.'],
  ['seller', 'It is with the carrier, here is the number.'],
]

describe('earlier answers', () => {
  it('USE-07 are what the seller answered to the most similar question, with where they are from', () => {
    store('c-1', parcel)
    store('c-2', [
      ['buyer', 'What are the measurements of this jacket?'],
      ['seller', '60 cm wide'],
      ['buyer', 'ok'],
    ])
    store('new', [['buyer', 'Hi, my parcel still has not come. Where could it be?']])
    expect(find('new')).toEqual([
      {
        conversationId: 'c-1',
        questionText: 'Hello, where is my parcel? It has not arrived yet.',
        answer: 'It is with the carrier, here is the number.',
        askedAtMs: null,
        isSameItem: false,
      },
    ])
  })

  it('USE-07 are none while the seller wrote last', () => {
    store('c-1', parcel)
    store('new', [...parcel])
    expect(find('new')).toEqual([])
  })

  it('USE-07 are none for a conversation that is not stored', () => {
    expect(find('unknown')).toEqual([])
  })

  it('USE-07 of the same listing come first', () => {
    store(
      'c-1',
      [
        ['buyer', 'How tall is the lamp?'],
        ['seller', 'The brass one is 40 cm.'],
      ],
      '1',
    )
    store(
      'c-2',
      [
        ['buyer', 'How tall is the lamp?'],
        ['seller', 'The glass one is 30 cm.'],
      ],
      '2',
    )
    store('new', [['buyer', 'How tall is the lamp?']], '1')
    expect(find('new').map(({ isSameItem }) => isSameItem)).toEqual([true, false])
  })

  it('USE-07 of the same kind of item come before others', () => {
    titles.set('1', 'Brass table lamp').set('2', 'Brass table lamp, large').set('3', 'Garden chair')
    store(
      'c-2',
      [
        ['buyer', 'How tall is it?'],
        ['seller', 'This lamp: 40 cm.'],
      ],
      '2',
    )
    store(
      'c-3',
      [
        ['buyer', 'How tall is it?'],
        ['seller', 'This chair: 90 cm.'],
      ],
      '3',
    )
    store('new', [['buyer', 'How tall is it?']], '1')
    expect(find('new').map(({ answer }) => answer)).toEqual(['This lamp: 40 cm.', 'This chair: 90 cm.'])
  })

  it('USE-07 search with the signs of a search as plain text', () => {
    store('c-1', parcel)
    store('new', [['buyer', '"parcel" OR * NEAR( -where ^is: my parcel? \' " not arrived']])
    expect(find('new')).toHaveLength(1)
  })

  it('USE-07 follow a message that was changed or removed', () => {
    store('c-1', parcel)
    store('new', [['buyer', 'Where is my parcel? It has not arrived yet.']])
    database.run(`DELETE FROM messages WHERE writer = 'seller'`)
    indexAnsweredQuestions(database, 1)
    expect(find('new')).toEqual([])
  })
})

describe('the index of answered questions', () => {
  describe('after a start', () => {
    const countIndexed = () => database.get<{ n: number }>('SELECT count(*) AS n FROM answered_questions')?.n
    const start = () => {
      const clock = createFakeClock()
      const scheduler = createScheduler(clock, createRecordingLog())
      planAnsweredQuestionsFill({ database, scheduler, clock })
      return { clock, scheduler }
    }

    it('USE-07 is filled with what was stored before there was one, over several turns', async () => {
      for (let number = 1; number <= 25; number += 1) store(`c-${number}`, parcel, null, false)
      store('new', [['buyer', 'Where is my parcel? It has not arrived yet.']], null, false)
      expect(find('new')).toEqual([])
      const { clock } = start()
      await clock.advance(3_000)
      expect(countIndexed()).toBe(10)
      await clock.advance(1_000)
      expect(database.get('SELECT count(*) AS n FROM answered_questions WHERE rowid > 0')).toEqual({ n: 25 })
      expect(find('new')).toHaveLength(1)
    })

    it('USE-07 is not filled again', async () => {
      await start().clock.advance(4_000)
      expect(start().clock.pending()).toBe(0)
    })

    it('USE-07 is not filled further once the app stops', async () => {
      for (let number = 1; number <= 25; number += 1) store(`c-${number}`, parcel, null, false)
      const { clock, scheduler } = start()
      await clock.advance(3_000)
      await scheduler.stop()
      await clock.advance(60_000)
      expect(countIndexed()).toBe(10)
    })

    it('USE-07 goes on once a full disk has space again', async () => {
      for (let number = 1; number <= 25; number += 1) store(`c-${number}`, parcel, null, false)
      const { clock } = start()
      await clock.advance(3_000)
      const { run } = database
      const full = vi.spyOn(database, 'run').mockImplementation(() => {
        throw new Failure({ kind: 'storage', message: 'The disk is full.' })
      })
      await clock.advance(1_000)
      expect(countIndexed()).toBe(10)
      full.mockImplementation(run)
      await clock.advance(16_000)
      expect(database.get('SELECT count(*) AS n FROM answered_questions WHERE rowid > 0')).toEqual({ n: 25 })
    })
  })

  it('USE-07 is rebuilt from the messages', () => {
    store('c-1', parcel, null, false)
    store('new', [['buyer', 'Where is my parcel? It has not arrived yet.']], null, false)
    Array.from(recreateSearch(database, [answeredQuestionsIndex]))
    expect(find('new')).toHaveLength(1)
  })

  it('SEC-18 have gaps in place of what belongs to the buyer they were written to', () => {
    store('c-1', [
      ['buyer', 'Hello, where is my parcel? It has not arrived yet. Anna Weber, call +49 170 1234567'],
      ['seller', 'Hello Anna, it went to Am Hof 3 as 00340434161094042557, order 12-34567-89012.'],
    ])
    database.run(`UPDATE conversations SET buyer = 'anna_82' WHERE conversation_id = 'c-1'`)
    store('new', [['buyer', 'Hi, my parcel still has not come. Where could it be?']])
    const facts: readonly PersonalFact[] = [
      { kind: 'name', value: 'Anna Weber' },
      { kind: 'address', value: 'Am Hof 3' },
      { kind: 'tracking', value: '00340434161094042557' },
    ]
    const asked: string[] = []
    const [offered] = createEarlierAnswers(
      database,
      () => null,
      (buyer) => {
        asked.push(buyer)
        return facts
      },
    ).find('new')
    expect(asked).toEqual(['anna_82'])
    expect(offered).toMatchObject({
      questionText: 'Hello, where is my parcel? It has not arrived yet. {{buyer}}, call {{phone}}',
      answer: 'Hello {{buyer}}, it went to {{address}} as {{tracking}}, order {{order}}.',
    })
  })
})

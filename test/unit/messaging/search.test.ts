import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  findWords,
  indexedWords,
  searchExpression,
  searchedWords,
  snippetOf,
  type Word,
  wordsOf,
} from '../../../main/messaging/search-words.ts'
import { emptyContent } from '../../../shared/messaging/message-text.ts'
import { catchUp, everything, firstPage, message, openStore, record, whole } from './list-rig.ts'
import { createHarness } from './messaging-harness.ts'

describe('cutting a text into words', () => {
  it('takes a word as a reader does: any case, with accents or without, in any script', () => {
    const words = (text: string) => wordsOf(text).map(({ word }) => word)
    expect(words("Café-Crème, 2½ STÜCK; l'été")).toEqual(['cafe', 'creme', '212', 'stuck', 'l', 'ete'])
    expect(words('ﬁne Ⅷ Ökonomie ОЧЕНЬ')).toEqual(['fine', 'viii', 'okonomie', 'очень'])
    expect(words('相机ok')).toEqual(['相', '机', 'ok'])
    expect(words('  …!? ')).toEqual([])
  })

  it('says where each stands in the text as it was written', () => {
    const text = '👋 ÀÉ  zoe'
    expect(wordsOf(text).map(({ start, end }) => text.slice(start, end))).toEqual(['ÀÉ', 'zoe'])
  })

  it('marks what it finds at its place and nothing else, whatever was written', () => {
    const texts = fc.oneof(fc.string({ unit: 'binary', maxLength: 40 }), fc.string({ unit: 'grapheme', maxLength: 30 }))
    fc.assert(
      fc.property(texts, fc.string({ unit: 'grapheme', maxLength: 6 }), (text, typed) => {
        const searched = searchedWords(typed)
        const { ranges } = findWords(text, searched)
        // One sign may stand for several words (`㍿`): it is marked once, where any of them is found.
        const isFound = ({ word }: Word): boolean => searched.some((beginning) => word.startsWith(beginning))
        const expected = new Map(
          wordsOf(text)
            .filter(isFound)
            .map(({ start, end }) => [start, { start, end }]),
        )
        expect(ranges).toEqual([...expected.values()])
      }),
      {
        examples: [
          ['㌈', '㋕'],
          ['a ㍿', '株 会'],
        ],
      },
    )
  })

  it('cuts a snippet whose marks lie on the same words as in the text, and never through a character', () => {
    const piece = fc.constantFrom('parcel ', 'a', '👋', '\n', ' ', 'Schifffahrtsgesellschaft ', 'é', 'x'.repeat(90))
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 60 }), (pieces) => {
        const text = pieces.join('')
        const found = findWords(text, ['parc'])
        const { snippet, ranges, cutBefore, cutAfter } = snippetOf(text, found.ranges)
        expect(snippet.isWellFormed()).toBe(true)
        expect(snippet).not.toMatch(/[\n\r]/)
        expect(ranges.length).toBeGreaterThanOrEqual(Math.min(1, found.ranges.length))
        for (const { start, end } of ranges) expect(wordsOf(snippet.slice(start, end))[0]?.word).toMatch(/^parc/)
        if (!cutBefore && !cutAfter) expect(snippet).toBe(text.replace(/\s/g, ' '))
      }),
    )
  })
})

describe('what the index is asked', () => {
  it('MSG-23 takes whatever is typed as words, never as an operator', () => {
    const { database, store } = openStore()
    store.keepPage('FROM_MEMBERS', [record({ conversationId: 'c1', subject: 'NEAR AND OR' })], new Set(), 1)
    catchUp(store)
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string({ unit: 'binary' }),
          fc.constantFrom('"', 'a" OR "b', 'NEAR(', 'subject:x', '*', "'; DROP TABLE drafts; --", 'ﷺ', '½*'),
        ),
        (search) => {
          store.page({ ...firstPage, search })
        },
      ),
    )
    expect(searchExpression(searchedWords('"*-^'))).toBeUndefined()
    expect(store.page({ ...firstPage, search: 'near and' }).total).toBe(1)
    expect(database.all('SELECT 1 FROM drafts')).toEqual([])
  })

  it('finds any beginning of any word that was written, of any script and length', () => {
    const { database } = openStore()
    let rowid = 0
    fc.assert(
      fc.property(
        fc.string({ unit: 'grapheme', maxLength: 40 }),
        fc.nat(),
        fc.integer({ min: 1, max: 70 }),
        (text, at, length) => {
          const words = wordsOf(text)
          const chosen = words[at % Math.max(1, words.length)]
          if (chosen === undefined) return
          const beginning = [...chosen.word].slice(0, length).join('')
          const expression = searchExpression(searchedWords(beginning))
          if (expression === undefined) return
          rowid += 1
          database.run('INSERT INTO conversation_words (rowid, words) VALUES (?, ?)', [rowid, indexedWords([text])])
          const found = database.get(
            'SELECT rowid FROM conversation_words WHERE conversation_words MATCH ? AND rowid = ?',
            [expression, rowid],
          )
          expect(found, `${JSON.stringify(beginning)} in ${JSON.stringify(text)}`).toBeDefined()
        },
      ),
      { numRuns: 300 },
    )
  })
})

describe('searching', () => {
  const vocabulary = [
    'parcel',
    'parc',
    'shipping',
    'shippings',
    'Versandkostenfreiheit',
    'Versandkosten',
    'lid',
    'zoë',
    'z',
  ] as const
  const texts = fc.array(fc.constantFrom(...vocabulary), { maxLength: 3 }).map((words) => words.join(' '))
  const conversation = fc.record({
    subject: texts,
    buyer: fc.constantFrom('zoe', 'lid', 'anna'),
    itemId: fc.option(fc.constantFrom('17', 'parcel-9')),
    messages: fc.array(fc.record({ text: texts, atMs: fc.option(fc.nat(50)) }), { maxLength: 4 }),
    archived: fc.boolean(),
    unread: fc.boolean(),
    draft: fc.option(texts),
    waiting: fc.option(texts),
    /** When its words come into the index: with what the list said, after a first reading, or at the very end. */
    wordedAfter: fc.constantFrom('page', 'firstReading', 'all'),
  })
  type Made = typeof conversation extends fc.Arbitrary<infer T> ? T : never

  const searched = fc
    .array(fc.constantFrom(...vocabulary, 'VERSANDKOSTENF', 'ship', 'an', '1', 'parcel-9'), {
      minLength: 1,
      maxLength: 3,
    })
    .map((words) => words.join(' '))
  const selection = fc.record({
    view: fc.constantFrom('all', 'unread', 'archived', 'hasDraft', 'inOutbox' as const),
    itemId: fc.option(fc.constant('17')),
    otherParty: fc.option(fc.constant('zoe')),
    search: searched,
  })

  /** A reading of everything, word by word. */
  const naive = (
    made: readonly Made[],
    { view, itemId, otherParty, search }: ReturnType<typeof selection.generate>['value'],
  ) => {
    const wanted = searchedWords(search)
    const holds = (...all: readonly string[]): boolean => findWords(all.join(' '), wanted).words.size === wanted.length
    return made.flatMap((one, index) => {
      const isInView =
        view === 'all'
          ? !one.archived
          : view === 'unread'
            ? !one.archived && one.unread
            : view === 'archived'
              ? one.archived
              : view === 'hasDraft'
                ? (one.draft ?? '') !== ''
                : (one.waiting ?? '') !== ''
      if (!isInView || (itemId !== null && one.itemId !== itemId) || (otherParty !== null && one.buyer !== otherParty))
        return []
      const said = holds(one.subject, one.buyer, one.itemId ?? '', ...one.messages.map(({ text }) => text))
      return said || holds(one.draft ?? '') || holds(one.waiting ?? '') ? [`c${index}`] : []
    })
  }

  it('finds what a reading of everything finds, in the order of the list, page by page, and shows each where it hit', () => {
    fc.assert(
      fc.property(fc.array(conversation, { maxLength: 14 }), selection, (made, asked) => {
        const { database, store, drafts } = openStore()
        made.forEach((one, index) => {
          const conversationId = `c${index}`
          const messages = one.messages.map(({ text, atMs }, at) => message(`m${at}`, text, atMs))
          store.keepPage('FROM_MEMBERS', [record({ ...one, conversationId, latestAtMs: index % 5 })], new Set(), 1)
          if (one.wordedAfter === 'page') catchUp(store)
          store.keepThread(conversationId, whole(...messages.slice(0, -1)), 100)
          if (one.wordedAfter === 'firstReading') catchUp(store)
          store.keepThread(conversationId, whole(...messages), 101)
          const content = (messageText: string) => ({ ...emptyContent, messageText })
          if (one.draft !== null) {
            drafts.save({
              target: { conversationId },
              content: content('another'),
              revision: null,
              buyerMessagesSeen: 0,
            })
            const revision = drafts.of({ conversationId })?.revision ?? null
            drafts.save({ target: { conversationId }, content: content(one.draft), revision, buyerMessagesSeen: 0 })
          }
        })
        // Messages on their way, as the outbox writes them.
        made.forEach(({ waiting }, index) => {
          if (waiting === null || waiting === '') return
          putInOutbox(database, `c${index}`, waiting)
        })
        const recounted = database.get(
          `SELECT COUNT(*) FILTER (WHERE thread_stale = 1) AS threadsToRead,
             COUNT(*) FILTER (WHERE thread_stale = 1 OR worded = 0) AS notSearched FROM conversations WHERE gone = 0`,
        )
        expect(store.outstanding()).toEqual({ ...recounted })
        const wanted = naive(made, asked)
        catchUp(store)
        expect(store.outstanding()).toEqual({ threadsToRead: 0, notSearched: 0 })
        const page = store.page({ ...asked, offset: 0, limit: 100 })
        expect(page.rows.map(({ conversationId }) => conversationId).toSorted()).toEqual(wanted.toSorted())
        expect(page).toMatchObject({ total: wanted.length, totalIsFloor: false })
        const unsearched = store
          .page({ ...asked, search: '', offset: 0, limit: 100 })
          .rows.map((row) => row.conversationId)
        expect(page.rows.map((row) => row.conversationId)).toEqual(unsearched.filter((id) => wanted.includes(id)))
        for (let offset = 0; offset < wanted.length; offset += 1) {
          const [row] = store.page({ ...asked, offset, limit: 1 }).rows
          expect(row?.conversationId).toBe(page.rows[offset]?.conversationId)
          expect(store.offsetOf(asked, row?.conversationId ?? '')).toBe(offset)
        }
        for (const { hit } of page.rows) {
          expect(hit?.ranges.length).toBeGreaterThan(0)
          for (const { start, end } of hit?.ranges ?? []) {
            const [word] = wordsOf(hit?.snippet.slice(start, end) ?? '')
            expect(searchedWords(asked.search).some((beginning) => word?.word.startsWith(beginning))).toBe(true)
          }
        }
      }),
      { numRuns: 60 },
    )
  })

  it('says where it hit: name, subject, item, message, draft or outbox, and which message', async () => {
    const desk = await createHarness((platform) => {
      platform.add({ buyer: 'stone-mason', subject: 'Marble slab', texts: ['Is the granite grey', 'and the basalt'] })
    })
    await desk.clock.advance(5_000)
    const hit = async (search: string) =>
      (await desk.handlers().conversations({ ...firstPage, search })).rows[0]?.hit ?? undefined
    expect(await hit('mason')).toMatchObject({ where: 'name', snippet: 'stone-mason', ranges: [{ start: 6, end: 11 }] })
    expect(await hit('slab')).toMatchObject({ where: 'subject' })
    expect(await hit('granite')).toMatchObject({ where: 'message', messageKey: 'm2', snippet: 'Is the granite grey' })
    // Words may stand in different places of one conversation; shown is the place with most of them.
    expect(await hit('mason granite grey')).toMatchObject({ where: 'message', messageKey: 'm2' })
    await desk.write('I have slate')
    expect(await hit('slate')).toMatchObject({ where: 'draft', ranges: [{ start: 7, end: 12 }] })
    await desk.send('I have slate')
    expect(await hit('slate')).toMatchObject({ where: 'outbox' })
  })

  it('follows a draft through every change: typed, changed, sent, taken back, thrown away', async () => {
    const desk = await createHarness()
    await desk.clock.advance(5_000)
    const found = async (search: string) =>
      (await desk.handlers().conversations({ ...firstPage, search })).rows.map(({ hit }) => hit?.where)
    await desk.write('granite')
    expect(await found('granite')).toEqual(['draft'])
    await desk.write('basalt')
    expect(await found('granite')).toEqual([])
    const id = await desk.send('basalt')
    expect(await found('basalt')).toEqual(['outbox'])
    await desk.handlers().takeBack({ id })
    expect(await found('basalt')).toEqual(['draft'])
    const second = await desk.send('slate')
    await desk.handlers().discard({ id: second })
    expect(await found('slate')).toEqual([])
    await desk.send('marble')
    await desk.clock.advance(20_000)
    expect(await found('marble')).toEqual(['message'])
    const revision = await desk.write('quartz')
    const target = { conversationId: 'c1' }
    await desk.handlers().saveDraft({ target, content: emptyContent, revision, buyerMessagesSeen: 1 })
    expect(await found('quartz')).toEqual([])
  })

  it('finds messages to persons, who have no conversation yet', async () => {
    const desk = await createHarness()
    const target = { otherPartyUsername: 'new-buyer' }
    await desk.handlers().saveDraft({
      target,
      content: { ...emptyContent, messageText: 'About your granite' },
      revision: null,
      buyerMessagesSeen: 0,
    })
    const page = await desk.handlers().conversations({ ...firstPage, search: 'granit' })
    expect(page.rows).toEqual([])
    expect(page.newMessages).toMatchObject([
      {
        otherPartyUsername: 'new-buyer',
        hit: { where: 'draft', snippet: 'About your granite', ranges: [{ start: 11, end: 18 }] },
      },
    ])
  })

  it('lists the newest thousand of very many finds and says "or more"', () => {
    const { store } = openStore()
    for (let index = 0; index < 1_300; index += 1) {
      store.keepPage(
        'FROM_MEMBERS',
        [
          record({
            conversationId: `c${index}`,
            subject: 'the same parcel',
            latestAtMs: index * 1_000,
            archived: index % 5 === 0,
          }),
        ],
        new Set(),
        1,
      )
    }
    expect(store.outstanding()).toEqual({ threadsToRead: 1_300, notSearched: 1_300 })
    catchUp(store)
    const page = store.page({ ...firstPage, search: 'parcel' })
    expect(page.rows[0]?.conversationId).toBe('c1299')
    expect(page).toMatchObject({ total: 1_000, totalIsFloor: true })
    expect(store.page({ ...firstPage, search: 'parcel', offset: 950 }).rows).toHaveLength(50)
    expect(store.page({ ...firstPage, view: 'archived', search: 'parcel' })).toMatchObject({
      total: 260,
      totalIsFloor: false,
    })
    expect(store.count({ ...everything, search: 'parcel' })).toEqual({ count: 1_000, isFloor: true })
  })
})

function putInOutbox(
  database: ReturnType<typeof openStore>['database'],
  conversationId: string,
  messageText: string,
): void {
  const { lastInsertRowid } = database.run(
    `INSERT INTO outbox (id, target_key, conversation_id, content, state, detail, buyer_messages_seen, created_at_ms, changed_at_ms, worded)
     VALUES (:id, :key, :id, :content, 'queued', '{}', 0, 1, 1, 1)`,
    {
      id: conversationId,
      key: `conversation:${conversationId}`,
      content: JSON.stringify({ ...emptyContent, messageText }),
    },
  )
  database.run('INSERT INTO outbox_words (rowid, words) VALUES (?, ?)', [lastInsertRowid, indexedWords([messageText])])
}

import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  createSnippet,
  findMatches,
  indexText,
  matchExpression,
  parseSearch,
  splitTerms,
  type Term,
} from '../../../../main/messaging/search/search-terms.ts'
import { emptyContent } from '../../../../shared/messaging/message-text.ts'
import { everything, firstPage, message, openStore, record, whole } from '../conversation-records.ts'
import { createHarness } from '../messaging-harness.ts'

describe('search terms', () => {
  it('ignore case and accents, in any script', () => {
    const terms = (text: string) => splitTerms(text).map(({ term }) => term)
    expect(terms("Café-Crème, 2½ STÜCK; l'été")).toEqual(['cafe', 'creme', '212', 'stuck', 'l', 'ete'])
    expect(terms('ﬁne Ⅷ Ökonomie ОЧЕНЬ')).toEqual(['fine', 'viii', 'okonomie', 'очень'])
    expect(terms('相机ok')).toEqual(['相', '机', 'ok'])
    expect(terms('  …!? ')).toEqual([])
  })

  it('have positions in the original text', () => {
    const text = '👋 ÀÉ  zoe'
    expect(splitTerms(text).map(({ start, end }) => text.slice(start, end))).toEqual(['ÀÉ', 'zoe'])
  })

  it('match exactly the terms that start with them', () => {
    const texts = fc.oneof(fc.string({ unit: 'binary', maxLength: 40 }), fc.string({ unit: 'grapheme', maxLength: 30 }))
    fc.assert(
      fc.property(texts, fc.string({ unit: 'grapheme', maxLength: 6 }), (text, typed) => {
        const searched = parseSearch(typed)
        const { ranges } = findMatches(text, searched)
        // A character such as `㍿` may expand to several terms. It is marked once if any of them matches.
        const isFound = ({ term }: Term): boolean => searched.some((beginning) => term.startsWith(beginning))
        const expected = new Map(
          splitTerms(text)
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

  it('are marked in a snippet at the same terms, never inside a character', () => {
    const piece = fc.constantFrom('parcel ', 'a', '👋', '\n', ' ', 'Schifffahrtsgesellschaft ', 'é', 'x'.repeat(90))
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 60 }), (pieces) => {
        const text = pieces.join('')
        const found = findMatches(text, ['parc'])
        const { snippet, ranges, cutBefore, cutAfter } = createSnippet(text, found.ranges)
        expect(snippet.isWellFormed()).toBe(true)
        expect(snippet).not.toMatch(/[\n\r]/)
        expect(ranges.length).toBeGreaterThanOrEqual(Math.min(1, found.ranges.length))
        for (const { start, end } of ranges) expect(splitTerms(snippet.slice(start, end))[0]?.term).toMatch(/^parc/)
        if (!cutBefore && !cutAfter) expect(snippet).toBe(text.replace(/\s/g, ' '))
      }),
    )
  })
})

describe('the search index', () => {
  it('MSG-23 treats whatever is typed as terms, never as operators', () => {
    const { database, store } = openStore()
    store.savePage('FROM_MEMBERS', [record({ conversationId: 'c1', subject: 'NEAR AND OR' })], new Set(), 1)
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
    expect(matchExpression(parseSearch('"*-^'))).toBeUndefined()
    expect(store.page({ ...firstPage, search: 'near and' }).total).toBe(1)
    expect(database.all('SELECT 1 FROM drafts')).toEqual([])
  })

  it('finds any start of any word, in any script and of any length', () => {
    const { database } = openStore()
    let rowid = 0
    fc.assert(
      fc.property(
        fc.string({ unit: 'grapheme', maxLength: 40 }),
        fc.nat(),
        fc.integer({ min: 1, max: 70 }),
        (text, at, length) => {
          const terms = splitTerms(text)
          const chosen = terms[at % Math.max(1, terms.length)]
          if (chosen === undefined) return
          const beginning = [...chosen.term].slice(0, length).join('')
          const expression = matchExpression(parseSearch(beginning))
          if (expression === undefined) return
          rowid += 1
          database.run('INSERT INTO search_index (rowid, terms) VALUES (?, ?)', [rowid, indexText([text])])
          const found = database.get('SELECT rowid FROM search_index WHERE search_index MATCH ? AND rowid = ?', [
            expression,
            rowid,
          ])
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
  const texts = fc.array(fc.constantFrom(...vocabulary), { maxLength: 3 }).map((terms) => terms.join(' '))
  const conversation = fc.record({
    subject: texts,
    buyer: fc.constantFrom('zoe', 'lid', 'anna'),
    itemId: fc.option(fc.constantFrom('17', 'parcel-9')),
    messages: fc.array(fc.record({ text: texts, atMs: fc.option(fc.nat(50)) }), { maxLength: 4 }),
    archived: fc.boolean(),
    unread: fc.boolean(),
    draft: fc.option(texts),
    waiting: fc.option(texts),
  })
  type Made = typeof conversation extends fc.Arbitrary<infer T> ? T : never

  const searched = fc
    .array(fc.constantFrom(...vocabulary, 'VERSANDKOSTENF', 'ship', 'an', '1', 'parcel-9'), {
      minLength: 1,
      maxLength: 3,
    })
    .map((terms) => terms.join(' '))
  const selection = fc.record({
    view: fc.constantFrom('all', 'unread', 'archived', 'hasDraft', 'inOutbox' as const),
    itemId: fc.option(fc.constant('17')),
    otherParty: fc.option(fc.constant('zoe')),
    search: searched,
  })

  /** The expected results from a word-by-word scan. */
  const naive = (
    made: readonly Made[],
    { view, itemId, otherParty, search }: ReturnType<typeof selection.generate>['value'],
  ) => {
    const wanted = parseSearch(search)
    const holds = (...all: readonly string[]): boolean =>
      findMatches(all.join(' '), wanted).terms.size === wanted.length
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

  it('matches a full scan, in list order and page by page, and shows each match', () => {
    fc.assert(
      fc.property(fc.array(conversation, { maxLength: 14 }), selection, (made, asked) => {
        const { database, store, drafts } = openStore()
        made.forEach((one, index) => {
          const conversationId = `c${index}`
          const messages = one.messages.map(({ text, atMs }, at) => message(`m${at}`, text, atMs))
          store.savePage('FROM_MEMBERS', [record({ ...one, conversationId, latestAtMs: index % 5 })], new Set(), 1)
          store.startReading(conversationId, 100)(whole(...messages.slice(0, -1)))
          store.startReading(conversationId, 101)(whole(...messages))
          store.setArchived(conversationId, one.archived, 102)
          const content = (messageText: string) => ({ ...emptyContent, messageText })
          if (one.draft !== null) {
            drafts.save({
              target: { conversationId },
              content: content('another'),
              revision: null,
              buyerMessagesSeen: 0,
            })
            const revision = drafts.load({ conversationId })?.revision ?? null
            drafts.save({ target: { conversationId }, content: content(one.draft), revision, buyerMessagesSeen: 0 })
          }
        })
        // Unsent messages, as the outbox stores them.
        made.forEach(({ waiting }, index) => {
          if (waiting === null || waiting === '') return
          putInOutbox(database, `c${index}`, waiting)
        })
        const wanted = naive(made, asked)
        const page = store.page({ ...asked, offset: 0, limit: 100 })
        expect(page.rows.map(({ conversationId }) => conversationId).toSorted()).toEqual(wanted.toSorted())
        expect(page.total).toBe(wanted.length)
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
            const [word] = splitTerms(hit?.snippet.slice(start, end) ?? '')
            expect(parseSearch(asked.search).some((beginning) => word?.term.startsWith(beginning))).toBe(true)
          }
        }
      }),
      { numRuns: 60 },
    )
  })

  it('names the matched field: name, subject, message, draft or outbox', async () => {
    const harness = await createHarness((platform) => {
      platform.add({ buyer: 'stone-mason', subject: 'Marble slab', texts: ['Is the granite grey', 'and the basalt'] })
    })
    await harness.clock.advance(5_000)
    const hit = async (search: string) =>
      (await harness.handlers().conversations({ ...firstPage, search })).rows[0]?.hit ?? undefined
    expect(await hit('mason')).toMatchObject({ where: 'name', snippet: 'stone-mason', ranges: [{ start: 6, end: 11 }] })
    expect(await hit('slab')).toMatchObject({ where: 'subject' })
    expect(await hit('granite')).toMatchObject({ where: 'message', messageKey: 'm2', snippet: 'Is the granite grey' })
    // The terms may be in different messages of one conversation; the snippet shows the one with most of them.
    expect(await hit('mason granite grey')).toMatchObject({ where: 'message', messageKey: 'm2' })
    await harness.write('I have slate')
    expect(await hit('slate')).toMatchObject({ where: 'draft', ranges: [{ start: 7, end: 12 }] })
    await harness.send('I have slate')
    expect(await hit('slate')).toMatchObject({ where: 'outbox' })
  })

  it('follows a draft that is changed, sent, withdrawn and discarded', async () => {
    const harness = await createHarness()
    await harness.clock.advance(5_000)
    const found = async (search: string) =>
      (await harness.handlers().conversations({ ...firstPage, search })).rows.map(({ hit }) => hit?.where)
    await harness.write('granite')
    expect(await found('granite')).toEqual(['draft'])
    await harness.write('basalt')
    expect(await found('granite')).toEqual([])
    const id = await harness.send('basalt')
    expect(await found('basalt')).toEqual(['outbox'])
    harness.outbound().withdraw(id)
    expect(await found('basalt')).toEqual(['draft'])
    const second = await harness.send('slate')
    harness.outbound().discard([second])
    expect(await found('slate')).toEqual([])
    await harness.send('marble')
    await harness.clock.advance(20_000)
    expect(await found('marble')).toEqual(['message'])
    const revision = await harness.write('quartz')
    const target = { conversationId: 'c1' }
    await harness.handlers().saveDraft({ target, content: emptyContent, revision, buyerMessagesSeen: 1 })
    expect(await found('quartz')).toEqual([])
  })

  it('counts every match, however many', () => {
    const { store } = openStore()
    const records = Array.from({ length: 1_300 }, (_, index) =>
      record({
        conversationId: `c${index}`,
        subject: 'the same parcel',
        latestAtMs: index * 1_000,
        archived: index % 5 === 0,
      }),
    )
    store.savePage('FROM_MEMBERS', records, new Set(), 1)
    const page = store.page({ ...firstPage, search: 'parcel' })
    expect(page.rows[0]?.conversationId).toBe('c1299')
    expect(page.total).toBe(1_040)
    expect(store.page({ ...firstPage, search: 'parcel', offset: 1_030 }).rows).toHaveLength(10)
    expect(store.page({ ...firstPage, view: 'archived', search: 'parcel' }).total).toBe(260)
    expect(store.count({ ...everything, search: 'parcel' })).toBe(1_040)
  })
})

const putInOutbox = (
  database: ReturnType<typeof openStore>['database'],
  conversationId: string,
  messageText: string,
): void => {
  database.run(
    `INSERT INTO outbound (id, kind, lane, subject, payload, state, detail, created_at_ms, changed_at_ms)
     VALUES (:id, 'message', :key, :key, :payload, 'queued', '{}', 1, 1)`,
    {
      id: conversationId,
      key: `conversation:${conversationId}`,
      payload: JSON.stringify({ target: { conversationId }, content: { ...emptyContent, messageText } }),
    },
  )
}

import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Database } from '../../../../main/database/database.ts'
import { type ConversationRow, conversationColumns } from '../../../../main/messaging/conversations/conversation-row.ts'
import { createFilterSql, orderOf } from '../../../../main/messaging/conversations/filter-sql.ts'
import { type ConversationView, conversationViews } from '../../../../shared/messaging/conversation.ts'
import { emptyContent } from '../../../../shared/messaging/message-text.ts'
import { everything, firstPage, message, openStore, record, whole } from '../conversation-records.ts'
import { createHarness } from '../messaging-harness.ts'

/** The expected state of a conversation, computed without the store. */
type Model = {
  readonly id: string
  readonly isNotice: boolean
  latestAtMs: number
  unread: boolean
  archived: boolean
  unanswered: boolean | null
  gone: boolean
  buyer: string | null
  itemId: string | null
  draft: boolean
  pending: number
  unknown: number
  snoozed: boolean
  noReplyNeeded: boolean
  lastSentMs: number | null
  /** Archived on the platform, and in the inbox because of a newer message (MSG-25). */
  returned: boolean
  isThreadRead: boolean
}

/** Views with another sort order have their own tests. */
const isByNewest = (view: ConversationView): boolean => !['unanswered', 'snoozed', 'sent'].includes(view)

/** A newer message from anyone but the seller clears both marks. */
const endMarks = (model: Model | undefined, latestAtMs: number): Pick<Model, 'snoozed' | 'noReplyNeeded'> => {
  const isNewer = model === undefined || latestAtMs > model.latestAtMs
  return { snoozed: !isNewer && model.snoozed, noReplyNeeded: !isNewer && model.noReplyNeeded }
}

const isIn = (view: ConversationView, one: Model): boolean => {
  const folder = one.gone
    ? 'gone'
    : one.archived
      ? 'archived'
      : one.isNotice
        ? 'notices'
        : one.snoozed
          ? 'snoozed'
          : 'all'
  switch (view) {
    case 'unread':
      return folder === 'all' && one.unread
    case 'unanswered':
      return folder === 'all' && one.unanswered === true && !one.noReplyNeeded
    case 'sent':
      return ['all', 'archived', 'snoozed'].includes(folder) && one.lastSentMs !== null
    case 'hasDraft':
      return one.draft
    case 'inOutbox':
      return one.pending > 0
    case 'unknown':
      return one.unknown > 0
    default:
      return folder === view
  }
}

describe('lists', () => {
  const at = fc.nat(9)
  const moment = (most: number) =>
    fc.oneof(
      fc.nat(most),
      fc.nat(most).map((days) => days * 86_400_000),
    )
  const action = fc.oneof(
    fc.record({
      action: fc.constant('page' as const),
      at,
      latestAtMs: moment(30),
      unread: fc.boolean(),
      archived: fc.boolean(),
      buyer: fc.constantFrom('anna', 'tom', null),
      itemId: fc.constantFrom('17', '18', null),
    }),
    fc.record({ action: fc.constant('thread' as const), at, atMs: moment(40) }),
    fc.record({
      action: fc.constantFrom(
        'unread' as const,
        'archive' as const,
        'draft' as const,
        'snooze' as const,
        'noReply' as const,
      ),
      at,
      to: fc.boolean(),
    }),
    fc.record({ action: fc.constantFrom('gone' as const, 'answered' as const), at }),
    fc.record({ action: fc.constant('unanswered' as const), ids: fc.array(at, { maxLength: 6 }) }),
    fc.record({
      action: fc.constant('outbox' as const),
      at,
      state: fc.constantFrom('queued', 'unknown', 'sent', 'discarded', 'withdrawn'),
    }),
  )

  it('matches a full scan of all conversations in every view, count, facet and offset', () => {
    fc.assert(
      fc.property(fc.array(action, { maxLength: 40 }), at, (actions, current) => {
        const { database, store, drafts } = openStore()
        const models = new Map<string, Model>()
        let now = 1
        for (const step of actions) {
          now += 1
          if (step.action === 'unanswered') {
            const ids = new Set(step.ids.map((one) => `c${one}`))
            for (const one of models.values()) {
              one.unanswered = ids.has(one.id)
              database.run('UPDATE conversations SET unanswered = ? WHERE conversation_id = ?', [
                one.unanswered ? 1 : 0,
                one.id,
              ])
            }
            continue
          }
          const id = `c${step.at}`
          const model = models.get(id)
          if (step.action === 'page') {
            const type = step.at % 4 === 0 ? 'FROM_SVC' : 'FROM_MEMBERS'
            const { latestAtMs, unread, archived, buyer, itemId } = step
            const isNews = model !== undefined && latestAtMs > model.latestAtMs
            const returned =
              archived && model !== undefined && (model.returned || (isNews && (model.archived || unread)))
            store.savePage(
              type,
              [record({ conversationId: id, latestAtMs, unread, archived, buyer, itemId, raw: `${now}` })],
              new Set(),
              now,
            )
            models.set(id, {
              id,
              isNotice: type === 'FROM_SVC',
              latestAtMs: Math.max(latestAtMs, model?.latestAtMs ?? 0),
              unread,
              archived: archived && !returned,
              returned,
              isThreadRead: model?.isThreadRead ?? false,
              unanswered: model?.unanswered ?? null,
              gone: false,
              buyer: buyer ?? model?.buyer ?? null,
              itemId: itemId ?? model?.itemId ?? null,
              draft: drafts.load({ conversationId: id }) !== undefined,
              pending: model?.pending ?? 0,
              unknown: model?.unknown ?? 0,
              ...endMarks(model, latestAtMs),
              lastSentMs: model?.lastSentMs ?? null,
            })
            continue
          }
          if (model === undefined) continue
          const target = { conversationId: id }
          switch (step.action) {
            case 'thread':
              store.startReading(id, now)(whole(message('m', 'text', step.atMs)))
              if (model.isThreadRead && model.archived && step.atMs > model.latestAtMs)
                Object.assign(model, { archived: false, returned: true })
              model.isThreadRead = true
              Object.assign(model, endMarks(model, step.atMs))
              model.latestAtMs = Math.max(model.latestAtMs, step.atMs)
              break
            case 'unread':
              store.setUnread(id, step.to, now - 1)
              model.unread = step.to
              break
            case 'archive':
              store.setArchived(id, step.to, now - 1)
              Object.assign(model, { archived: step.to, returned: false })
              break
            case 'gone':
              store.setGone(id, now - 1)
              model.gone = true
              break
            case 'answered':
              store.setAnswered(id, now - 1, false)
              if (model.unanswered !== null) model.unanswered = false
              model.snoozed = false
              model.lastSentMs = now - 1
              break
            case 'snooze':
              store.snooze([id], step.to ? 1_000 + step.at : null)
              model.snoozed = step.to
              break
            case 'noReply':
              store.setNoReplyNeeded([id], step.to)
              model.noReplyNeeded = step.to
              break
            case 'draft': {
              const before = drafts.load(target)
              const messageText = step.to ? `draft ${now}` : ''
              drafts.save({
                target,
                content: { ...emptyContent, messageText },
                revision: before?.revision ?? null,
                buyerMessagesSeen: 0,
              })
              model.draft = step.to
              break
            }
            case 'outbox': {
              const open = (state: string): number => (['queued', 'unknown'].includes(state) ? 1 : 0)
              const before = database.get<{ state: string }>('SELECT state FROM outbound WHERE id = ?', [id])
              database.run(
                `INSERT INTO outbound (id, kind, lane, subject, payload, state, detail, created_at_ms, changed_at_ms)
                 VALUES (:id, 'message', :subject, :subject, '{"content":{"messageText":"sent"}}', :state, '{}', 1, 1)
                 ON CONFLICT (id) DO UPDATE SET state = excluded.state`,
                { id, subject: `conversation:${id}`, state: step.state },
              )
              model.pending += open(step.state) - open(before?.state ?? '')
              model.unknown += Number(step.state === 'unknown') - Number(before?.state === 'unknown')
              break
            }
          }
        }

        const all = [...models.values()]
        const counts = store.counts()
        for (const view of conversationViews) {
          const inView = all.filter((one) => isIn(view, one))
          expect(counts[view], view).toBe(inView.length)
          for (const itemId of [null, '17']) {
            for (const otherParty of [null, 'anna']) {
              const selection = { view, itemId, otherParty, search: '' }
              const wanted = inView.filter(
                (one) =>
                  (itemId === null || one.itemId === itemId) && (otherParty === null || one.buyer === otherParty),
              )
              const page = store.page({ ...selection, offset: 0, limit: 100 })
              const ids = page.rows.map(({ conversationId }) => conversationId)
              expect(ids.toSorted(), JSON.stringify(selection)).toEqual(wanted.map(({ id }) => id).toSorted())
              expect(page.total).toBe(wanted.length)
              const times = ids.map((id) => models.get(id)?.latestAtMs ?? 0)
              if (isByNewest(view)) expect(isNewestFirst(times), JSON.stringify(times)).toBe(true)
              ids.forEach((id, offset) => {
                expect(store.offsetOf(selection, id)).toBe(offset)
                expect(store.page({ ...selection, offset, limit: 1 }).rows[0]?.conversationId).toBe(id)
              })
              const nextView = view === 'all' ? 'unanswered' : view
              const nextPage = store.page({ ...selection, view: nextView, offset: 0, limit: 100 })
              const nextIds = nextPage.rows.map(({ conversationId }) => conversationId)
              expect(store.nextUnanswered(selection, `c${current}`)).toBe(
                nextWaiting(nextIds, models, `c${current}`, database, nextView),
              )
            }
          }
          for (const kind of ['item', 'otherParty'] as const) {
            const groups = Map.groupBy(inView, (one) => (kind === 'item' ? one.itemId : one.buyer))
            groups.delete(null)
            const { rows, total } = store.facets({ kind, view, search: '', offset: 0, limit: 100 })
            expect(total).toBe(groups.size)
            expect(Object.fromEntries(rows.map(({ value, count }) => [value, count]))).toEqual(
              Object.fromEntries([...groups].map(([value, members]) => [value, members.length])),
            )
          }
        }
      }),
      { numRuns: 100 },
    )
  })

  it('pages to the end and no further', () => {
    const { store } = openStore()
    for (let index = 0; index < 250; index += 1) {
      store.savePage('FROM_MEMBERS', [record({ conversationId: `c${index}`, latestAtMs: 1_000 + index })], new Set(), 1)
    }
    const ids = (offset: number, limit: number) =>
      store.page({ ...everything, offset, limit }).rows.map(({ conversationId }) => conversationId)
    expect(ids(0, 2)).toEqual(['c249', 'c248'])
    expect(ids(120, 10)).toEqual(Array.from({ length: 10 }, (_, index) => `c${129 - index}`))
    expect(ids(245, 10)).toEqual(['c4', 'c3', 'c2', 'c1', 'c0'])
    expect(ids(250, 10)).toEqual([])
    expect(ids(9_999, 10)).toEqual([])
  })

  it('reads every view without a search by its index, in order', () => {
    const { database } = openStore()
    for (const view of ['all', 'unread', 'unanswered', 'snoozed', 'sent', 'archived', 'notices'] as const) {
      const { sql } = createFilterSql(database, { ...everything, view })
      const plan = database
        .all<{ detail: string }>(`EXPLAIN QUERY PLAN SELECT c.id ${sql} ${orderOf(view).orderBy} LIMIT 1 OFFSET 1`)
        .map(({ detail }) => detail)
        .join('; ')
      expect(plan).toMatch(/SEARCH c USING (COVERING )?INDEX conversations_/)
      expect(plan).not.toMatch(/SCAN|TEMP B-TREE/)
    }
  })

  it('keeps conversations of the same time in the platform’s order, and accepts any date', () => {
    const { store } = openStore()
    const many = Array.from({ length: 700 }, (_, index) => record({ conversationId: `c${index}`, latestAtMs: 5_000 }))
    const undated = Array.from({ length: 700 }, (_, index) => record({ conversationId: `u${index}`, latestAtMs: null }))
    const odd = [
      record({ conversationId: 'far', latestAtMs: 253_402_300_799_000 }),
      record({ conversationId: 'old', latestAtMs: -62_135_596_800_000 }),
    ]
    store.savePage('FROM_MEMBERS', [...many, ...undated, ...odd], new Set(), 1)
    expect(store.counts().all).toBe(1_402)
    expect(store.page(firstPage).rows[0]?.conversationId).toBe('far')
    // The platform's order.
    expect(store.offsetOf(everything, 'c0')).toBe(1)
    expect(store.offsetOf(everything, 'c699')).toBe(700)
    expect(store.offsetOf(everything, 'old')).toBeGreaterThan(700)
  })
})

describe('facets', () => {
  it('lists most conversations first, by pages, and matches any part of a value', () => {
    const { store } = openStore()
    const buyers = ['anna_b', 'anna_b', 'anna_b', 'joanna', 'tom', 'tom', '50%_off', 'ann%']
    buyers.forEach((buyer, index) => {
      store.savePage('FROM_MEMBERS', [record({ conversationId: `c${index}`, buyer, latestAtMs: index })], new Set(), 1)
    })
    const facets = (search: string, offset = 0, limit = 10) =>
      store.facets({ kind: 'otherParty', view: 'all', search, offset, limit })
    expect(facets('', 0, 2)).toEqual({
      rows: [
        { value: 'anna_b', count: 3 },
        { value: 'tom', count: 2 },
      ],
      total: 5,
    })
    expect(facets('', 2).rows.map(({ value }) => value)).toEqual(['50%_off', 'ann%', 'joanna'])
    expect(facets('ANNA').rows.map(({ value }) => value)).toEqual(['anna_b', 'joanna'])
    expect(facets('%').rows.map(({ value }) => value)).toEqual(['50%_off', 'ann%'])
    expect(facets('a_b').rows.map(({ value }) => value)).toEqual(['anna_b'])
    expect(facets('\\').total).toBe(0)
  })
})

describe('the next unanswered conversation', () => {
  it('is the next below, then from the top, skipping those with a pending reply', async () => {
    const harness = await createHarness((platform) => {
      for (let index = 0; index < 5; index += 1) platform.add({ unanswered: index !== 2 })
    })
    await harness.clock.advance(5_000)
    const rows = (await harness.handlers().conversations(firstPage)).rows.map(({ conversationId }) => conversationId)
    const [longest, second, answered, fourth, newest] = rows.toReversed()
    const next = async (conversationId: string | null | undefined) =>
      (await harness.handlers().nextUnanswered({ ...everything, conversationId: conversationId ?? null }))
        .conversationId
    expect(await next(null)).toBe(longest)
    expect(await next(longest)).toBe(second)
    expect(await next(second)).toBe(fourth)
    expect(await next(answered)).toBe(fourth)
    expect(await next(newest)).toBe(longest)
    await harness.send('Yes', { conversationId: second ?? '' })
    expect(await next(longest)).toBe(fourth)
    for (const conversationId of [longest, fourth, newest]) {
      await harness.send('Yes', { conversationId: conversationId ?? '' })
    }
    expect(await next(null)).toBeNull()
  })
})

const isNewestFirst = (times: readonly number[]): boolean =>
  times.every((time, index) => index === 0 || time <= (times[index - 1] ?? 0))

const nextWaiting = (
  ids: readonly string[],
  models: ReadonlyMap<string, Model>,
  current: string,
  database: Database,
  view: ConversationView,
): string | undefined => {
  const { after } = orderOf(view)
  const others = ids.filter((id) => {
    const one = models.get(id)
    return one?.unanswered === true && !one.noReplyNeeded && one.pending === 0 && id !== current
  })
  const isBelow = (id: string): boolean => {
    const given = database.get<ConversationRow>(
      `SELECT ${conversationColumns} FROM conversations c WHERE conversation_id = ?`,
      [current],
    )
    if (given === undefined) return false
    return (
      database.get(`SELECT 1 FROM conversations c WHERE c.conversation_id = :of AND ${after}`, {
        of: id,
        id: given.id,
        orderMs: orderOf(view).keyOf(given),
      }) !== undefined
    )
  }
  return others.find(isBelow) ?? others[0]
}

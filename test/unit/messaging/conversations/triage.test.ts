import { describe, expect, it } from 'vitest'
import { firstPage, message, openStore, record, whole } from '../conversation-records.ts'

const HOUR_MS = 3_600_000

const openInbox = () => {
  const { store } = openStore()
  const list = (conversationId: string, latestAtMs: number, sender: string) =>
    store.savePage(
      'FROM_MEMBERS',
      [
        record({
          conversationId,
          buyer: 'anna',
          latestAtMs,
          unanswered: sender === 'anna',
          latest: message(`${conversationId} ${latestAtMs}`, 'text', latestAtMs, sender),
        }),
      ],
      new Set(),
      1,
    )
  const ids = (view: 'all' | 'unanswered' | 'snoozed' | 'sent') =>
    store.page({ ...firstPage, view }).rows.map(({ conversationId }) => conversationId)
  const find = (id: string) => store.page(firstPage).rows.find(({ conversationId }) => conversationId === id)
  return { store, list, ids, find }
}

describe('unanswered', () => {
  it('lists the buyer who has waited longest first, by their oldest unanswered message', () => {
    const { store, list, ids } = openInbox()
    list('recent', 30 * HOUR_MS, 'anna')
    list('old', 20 * HOUR_MS, 'anna')
    list('reminded', 40 * HOUR_MS, 'anna')
    store.startReading(
      'reminded',
      2,
    )(whole(message('1', 'Hello?', 10 * HOUR_MS, 'anna'), message('2', 'Anyone?', 40 * HOUR_MS, 'anna')))
    expect(ids('unanswered')).toEqual(['reminded', 'old', 'recent'])
  })

  it('goes to the longest-waiting buyer from anywhere else', () => {
    const { list, store } = openInbox()
    list('old', 20 * HOUR_MS, 'anna')
    list('recent', 30 * HOUR_MS, 'anna')
    expect(store.nextUnanswered(firstPage, null)).toBe('old')
    expect(store.nextUnanswered(firstPage, 'old')).toBe('recent')
    expect(store.nextUnanswered(firstPage, 'recent')).toBe('old')
  })
})

describe('no reply needed', () => {
  it('removes a conversation from the unanswered ones and keeps it in the inbox', () => {
    const { list, store, ids } = openInbox()
    list('thanks', HOUR_MS, 'anna')
    store.setNoReplyNeeded(['thanks'], true)
    expect(ids('unanswered')).toEqual([])
    expect(ids('all')).toEqual(['thanks'])
    expect(store.nextUnanswered(firstPage, null)).toBeUndefined()
  })

  it('ends when the buyer writes again', () => {
    const { list, store, ids } = openInbox()
    list('thanks', HOUR_MS, 'anna')
    store.setNoReplyNeeded(['thanks'], true)
    list('thanks', 2 * HOUR_MS, 'anna')
    expect(ids('unanswered')).toEqual(['thanks'])
  })

  it('stays when the same message is listed again', () => {
    const { list, store, ids } = openInbox()
    list('thanks', HOUR_MS, 'anna')
    store.setNoReplyNeeded(['thanks'], true)
    store.startReading('thanks', 5)(whole(message('1', 'Thanks!', HOUR_MS, 'anna')))
    list('thanks', HOUR_MS, 'anna')
    expect(ids('unanswered')).toEqual([])
  })
})

describe('snoozing', () => {
  it('removes a conversation from the inbox until its time', () => {
    const { list, store, ids } = openInbox()
    list('later', HOUR_MS, 'anna')
    store.snooze(['later'], 5 * HOUR_MS)
    expect(ids('all')).toEqual([])
    expect(ids('unanswered')).toEqual([])
    expect(ids('snoozed')).toEqual(['later'])
    expect(store.endSnoozes(5 * HOUR_MS - 1)).toBe(0)
    expect(store.endSnoozes(5 * HOUR_MS)).toBe(1)
    expect(ids('all')).toEqual(['later'])
  })

  it('lists the conversation that returns first at the top', () => {
    const { list, store, ids } = openInbox()
    for (const id of ['a', 'b', 'c']) list(id, HOUR_MS, 'anna')
    store.snooze(['a'], 30)
    store.snooze(['b'], 10)
    store.snooze(['c'], 20)
    expect(ids('snoozed')).toEqual(['b', 'c', 'a'])
    expect(store.nextSnoozeMs()).toBe(10)
  })

  it.each(['list', 'thread'] as const)('ends when a new message of the buyer shows in a %s', (where) => {
    const { list, store, ids } = openInbox()
    list('later', HOUR_MS, 'anna')
    store.snooze(['later'], 100 * HOUR_MS)
    if (where === 'list') list('later', 2 * HOUR_MS, 'anna')
    else store.startReading('later', 2)(whole(message('2', 'Hello?', 2 * HOUR_MS, 'anna')))
    expect(ids('all')).toEqual(['later'])
  })

  it('ends when a newer message shows in a list that does not say who wrote it', () => {
    const { list, store, ids } = openInbox()
    list('later', HOUR_MS, 'seller')
    store.snooze(['later'], 100 * HOUR_MS)
    store.savePage('FROM_MEMBERS', [record({ conversationId: 'later', latestAtMs: 2 * HOUR_MS })], new Set(), 1)
    expect(ids('all')).toEqual(['later'])
  })

  it('continues after a reply that was written before it', () => {
    const { list, store, ids } = openInbox()
    list('later', HOUR_MS, 'anna')
    store.snooze(['later'], 100 * HOUR_MS)
    store.setAnswered('later', 2 * HOUR_MS, false)
    expect(ids('snoozed')).toEqual(['later'])
  })

  it('continues after a message from the seller', () => {
    const { list, store, ids } = openInbox()
    list('later', HOUR_MS, 'anna')
    store.snooze(['later'], 100 * HOUR_MS)
    list('later', 2 * HOUR_MS, 'seller')
    expect(ids('snoozed')).toEqual(['later'])
  })
})

describe('sent', () => {
  it('lists conversations in which the seller wrote, latest message first', () => {
    const { list, store, ids, find } = openInbox()
    list('answeredHere', HOUR_MS, 'anna')
    list('answeredElsewhere', 2 * HOUR_MS, 'seller')
    list('neverAnswered', 3 * HOUR_MS, 'anna')
    store.setAnswered('answeredHere', 4 * HOUR_MS, false)
    expect(ids('sent')).toEqual(['answeredHere', 'answeredElsewhere'])
    expect(find('answeredHere')?.latestWriter).toBe('seller')
    expect(find('neverAnswered')?.latestWriter).toBe('buyer')
  })

  it('keeps a conversation whose buyer wrote afterwards', () => {
    const { list, store, ids } = openInbox()
    list('both', HOUR_MS, 'anna')
    store.startReading(
      'both',
      3,
    )(whole(message('1', 'Hi', HOUR_MS, 'seller'), message('2', 'Hi!', 2 * HOUR_MS, 'anna')))
    expect(ids('sent')).toEqual(['both'])
  })
})

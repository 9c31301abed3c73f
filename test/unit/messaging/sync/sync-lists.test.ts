/** How far each list has been read, what a pass stores, and what the platform no longer lists (MSG-04 to MSG-06, PLT-06, PLT-31). */
import { describe, expect, it } from 'vitest'
import { createConversationWrites } from '../../../../main/messaging/conversations/conversation-writes.ts'
import type { ConversationRecord } from '../../../../main/messaging/platform/message-wire.ts'
import {
  CONFIRM_AFTER_MS,
  createSyncLists,
  initialState,
  type ListName,
  listNames,
  scopeName,
} from '../../../../main/messaging/sync/sync-lists.ts'
import { message, openStore, record } from '../conversation-records.ts'

const DAY_MS = 24 * 60 * 60_000
const members: ListName = { conversationType: 'FROM_MEMBERS', filter: null }
const notices: ListName = { conversationType: 'FROM_SVC', filter: null }
const archive: ListName = { conversationType: 'FROM_MEMBERS', filter: 'ARCHIVE' }
const waiting: ListName = { conversationType: 'FROM_MEMBERS', filter: 'UNANSWERED' }

type Entry = string | ConversationRecord
const toRecord = (entry: Entry): ConversationRecord =>
  typeof entry === 'string' ? record({ conversationId: entry, buyer: 'mia' }) : entry

const open = (erasedId?: string) => {
  const { database } = openStore()
  const erased = {
    isErased: () => false,
    isErasedConversation: (id: string) => id === erasedId,
  } as unknown as Parameters<typeof createConversationWrites>[1]
  const lists = createSyncLists(database, createConversationWrites(database, erased))
  const toPage = (entries: readonly Entry[], total = entries.length, count = entries.length) => ({
    conversations: entries.map(toRecord),
    total,
    count,
    step: count,
  })
  /** Reads a whole list in one page, as of this time. */
  const pass = (name: ListName, entries: readonly Entry[], atMs: number, total?: number, count?: number) => {
    lists.start(name, atMs)
    const { changes } = lists.savePage(name, toPage(entries, total, count), atMs, atMs + 5)
    return { changes, isAgreed: lists.finish(name, atMs + 10) }
  }
  /** Reads a list until two passes agree, and settles it. */
  const read = (name: ListName, entries: readonly Entry[], atMs: number): number => {
    pass(name, entries, atMs)
    pass(name, entries, atMs)
    return lists.settle(name)
  }
  /** The changes of two readings that may confirm each other. */
  const twice = (name: ListName, entries: readonly Entry[]) => {
    const atMs = lists.load(name).startedAtMs + DAY_MS
    return [read(name, entries, atMs), read(name, entries, atMs + CONFIRM_AFTER_MS)]
  }
  /** The ids of the conversations of which this is true, in the order of the alphabet. */
  const where = (condition: string): readonly string[] =>
    database.column<string>(`SELECT conversation_id FROM conversations WHERE ${condition} ORDER BY conversation_id`)
  return { database, lists, toPage, pass, read, twice, where }
}

describe('the lists', () => {
  it('PLT-06 include who waits only if the platform has that filter', () => {
    const names = (unansweredFilter: boolean) => listNames({ unansweredFilter }).map(scopeName)
    expect(names(true)).toEqual([
      'FROM_MEMBERS UNANSWERED',
      'FROM_MEMBERS',
      'FROM_SVC',
      'FROM_MEMBERS ARCHIVE',
      'FROM_SVC ARCHIVE',
    ])
    expect(names(false)).toEqual(names(true).slice(1))
  })

  it('MSG-04 begin again if their stored state is damaged', () => {
    const { database, lists, pass } = open()
    pass(members, ['a'], 1_000)
    database.run(`UPDATE sync_lists SET state = '{'`)
    expect(lists.load(members)).toEqual(initialState)
  })
})

describe('a pass over a list', () => {
  it('MSG-04 is complete once two in a row list the same, as of the start of the second', () => {
    const { lists, pass } = open()
    expect(pass(members, ['a', 'b'], 1_000)).toEqual({ changes: 2, isAgreed: false })
    expect(lists.load(members)).toMatchObject({ disagreed: 1, quietPasses: 0, asOfMs: null, checkedAtMs: null })
    expect(pass(members, ['a', 'b'], 2_000)).toEqual({ changes: 0, isAgreed: true })
    const agreed = { disagreed: 0, quietPasses: 0, asOfMs: 2_000, checkedAtMs: 2_010, tookMs: 5, pageAtMs: 2_005 }
    expect(lists.load(members)).toMatchObject(agreed)
  })

  it('MSG-04 is quiet if it changes nothing, and does not only confirm the one before', () => {
    const { lists, pass } = open()
    for (const atMs of [1_000, 2_000, 3_000, 4_000]) pass(members, ['a'], atMs)
    expect(lists.load(members).quietPasses).toBe(2)
    pass(members, ['a', 'b'], 5_000)
    expect(lists.load(members)).toMatchObject({ quietPasses: 0, disagreed: 1, asOfMs: 4_000 })
    pass(members, ['a', 'b'], 6_000)
    expect(lists.load(members)).toMatchObject({ quietPasses: 0, disagreed: 0, asOfMs: 6_000 })
  })

  it('MSG-04 over entries without an id ends the reading, and proves nothing about them', () => {
    const { lists, pass } = open()
    for (const atMs of [1_000, 2_000]) pass(members, ['a'], atMs, 2, 2)
    expect(lists.load(members)).toMatchObject({ disagreed: 0, checkedAtMs: 2_010, asOfMs: null })
  })

  it('MSG-04 that lists fewer than the total twice ends the reading as far as the platform lists', () => {
    const { lists, pass, toPage } = open()
    const passShort = (atMs: number): void => {
      lists.start(members, atMs)
      lists.savePage(members, toPage(['a'], 9), atMs, atMs)
      lists.savePage(members, toPage([], 9), atMs, atMs)
      expect(lists.finish(members, atMs + 10)).toBe(false)
    }
    passShort(1_000)
    expect(lists.load(members)).toMatchObject({ disagreed: 1, isAsListed: false, quietPasses: 0, checkedAtMs: null })
    passShort(2_000)
    expect(lists.load(members)).toMatchObject({
      disagreed: 0,
      isAsListed: true,
      asOfMs: 2_000,
      checkedAtMs: 2_010,
      quietPasses: 1,
    })
    pass(members, ['a'], 3_000, 1)
    pass(members, ['a'], 4_000, 1)
    expect(lists.load(members)).toMatchObject({ isAsListed: false, asOfMs: 4_000 })
  })

  it('MSG-04 forgets which pass listed a conversation only once it is complete', () => {
    const { database, pass } = open()
    const seen = () => database.column<number>('SELECT pass FROM sync_seen ORDER BY pass')
    pass(members, ['a', 'b'], 1_000)
    pass(members, ['a'], 2_000)
    expect(seen()).toEqual([1, 2])
    pass(members, ['a'], 3_000)
    expect(seen()).toEqual([3])
  })

  it('PLT-18 counts an erased person’s conversation as read, and does not store it', () => {
    const { lists, pass, where } = open('b')
    expect([pass(members, ['a', 'b'], 1_000), pass(members, ['a', 'b'], 2_000)]).toMatchObject([
      { isAgreed: false },
      { isAgreed: true },
    ])
    expect([lists.load(members).read, where('TRUE')]).toEqual([2, ['a']])
  })

  it('MSG-04 that did not end keeps how long the one before took', () => {
    const { lists, pass, toPage } = open()
    pass(members, ['a'], 1_000)
    lists.start(members, 2_000)
    const { state } = lists.savePage(members, toPage(['a'], 9), 2_000, 7_000)
    expect(state).toMatchObject({ isRunning: true, tookMs: 5, pageAtMs: 7_000 })
    expect(lists.savePage(members, toPage(['b', 'c'], 3), 7_000, 8_000).state).toMatchObject({
      isRunning: false,
      tookMs: 6_000,
      changes: 2,
    })
  })

  it('PLT-06 is over if the platform refuses the list, until the next one', () => {
    const { lists, pass } = open()
    for (const atMs of [1_000, 2_000]) pass(archive, ['a'], atMs)
    lists.start(archive, 3_000)
    lists.refuse(archive, 3_500)
    expect(lists.load(archive)).toMatchObject({ isRunning: false, isRefused: true, checkedAtMs: 3_500, asOfMs: null })
    expect(lists.start(archive, 4_000).isRefused).toBe(false)
  })
})

describe('a list that is too long', () => {
  it('PLT-31 is read in windows, and a window by half, until it is too short', () => {
    const { lists } = open()
    const nowMs = 400 * DAY_MS
    expect(lists.start(members, nowMs).window).toBeNull()
    expect(lists.narrow(members, nowMs)).toBe(true)
    const { isNarrow, window } = lists.load(members)
    expect([isNarrow, (window?.toMs ?? 0) - (window?.fromMs ?? 0)]).toEqual([true, 31 * DAY_MS])
    expect(lists.narrow(members, nowMs + 1)).toBe(true)
    const half = lists.load(members)
    expect((half.window?.toMs ?? 0) - (half.window?.fromMs ?? 0)).toBe(15.5 * DAY_MS)
    expect(half).toMatchObject({ nextOffset: 0, pageAtMs: nowMs + 1 })
    let halves = 0
    while (lists.narrow(members, nowMs)) halves += 1
    expect(halves).toBeGreaterThan(5)
    expect(lists.start(members, nowMs).window).toEqual(window)
  })

  it('MSG-05 is not read in windows if it is one of notices', () => {
    const { lists } = open()
    expect(lists.narrow(notices, 1_000)).toBe(false)
    expect(lists.load(notices).isNarrow).toBe(false)
  })

  it('PLT-31 records when it was checked for new messages', () => {
    const { lists } = open()
    lists.setNewsAt(members, 5_000)
    expect(lists.load(members).newsAtMs).toBe(5_000)
  })
})

describe('a check for new messages', () => {
  it('MSG-04 says how much is new, and whether all of the page is', () => {
    const { lists, toPage } = open('e')
    expect(lists.saveNewest(members, toPage(['a', 'b']), 1_000)).toEqual({ changes: 2, isAllNew: true })
    expect(lists.saveNewest(members, toPage(['c', 'a']), 2_000)).toEqual({ changes: 1, isAllNew: false })
    expect(lists.saveNewest(members, toPage(['d', 'e']), 3_000)).toEqual({ changes: 1, isAllNew: true })
    expect(lists.saveNewest(members, toPage(['f'], 9, 2), 4_000)).toEqual({ changes: 1, isAllNew: false })
  })

  it('MSG-04 shows the new total, unless a pass counts, or the check saw only a part of the list', () => {
    const { lists, toPage } = open()
    lists.saveNewest(members, toPage(['a'], 3), 1_000)
    expect(lists.load(members).total).toBe(3)
    lists.start(members, 2_000)
    lists.saveNewest(members, toPage(['b'], 4), 3_000)
    expect(lists.load(members).total).toBe(3)
    lists.refuse(members, 4_000)
    lists.narrow(members, 4_000)
    lists.saveNewest(members, toPage(['c'], 5), 5_000)
    expect(lists.load(members).total).toBe(3)
  })

  it('MSG-04 that ended early is remembered until a pass has ended', () => {
    const { lists, pass } = open()
    lists.setMissesNews(members, true)
    expect(lists.load(members).missesNews).toBe(true)
    lists.setMissesNews(members, false)
    expect(lists.load(members).missesNews).toBe(false)
    lists.setMissesNews(members, true)
    pass(members, ['a'], 1_000)
    expect(lists.load(members).missesNews).toBe(false)
  })
})

describe('the archive', () => {
  const from = (sender: string, atMs: number): ConversationRecord =>
    record({
      conversationId: 'a',
      buyer: 'mia',
      latestAtMs: atMs,
      latest: message(`m${atMs}`, 'Hello', atMs, sender),
    })

  it('MSG-06 is what its filter lists, and stays so in the whole list', () => {
    const { pass, where } = open()
    pass(archive, ['a'], 1_000)
    pass(members, ['a', 'b'], 2_000)
    expect(where('archived = 1')).toEqual(['a'])
  })

  it('MSG-06 loses a conversation in which the buyer writes', () => {
    const { pass, where } = open()
    pass(archive, [from('mia', 2_000)], 3_000)
    pass(members, [from('mia', 2_000), 'b'], 4_000)
    expect(where('archived = 1')).toEqual(['a'])
    for (const atMs of [6_000, 6_500]) {
      pass(members, [from('mia', 5_000), 'b'], atMs)
      expect(where('archived = 1')).toEqual([])
    }
    // MSG-25: the platform may go on listing it there.
    pass(archive, [from('mia', 5_000)], 7_000)
    pass(members, [from('mia', 5_000), 'b'], 8_000)
    expect(where('archived = 1')).toEqual([])
  })

  it.each<readonly [string, ConversationRecord, readonly string[]]>([
    ['keeps a conversation in which the seller writes', from('my_shop', 5_000), ['a']],
    ['loses one in which someone unknown writes', { ...from('my_shop', 5_000), buyer: null }, []],
    ['loses one with news of which only the time is known', { ...from('mia', 5_000), latest: null }, []],
  ])('MSG-06 %s', (_, entry, archived) => {
    const { pass, where } = open()
    pass(archive, [from('mia', 2_000)], 3_000)
    pass(members, [entry], 6_000)
    expect(where('archived = 1')).toEqual(archived)
  })

  it('MSG-06 counts what only its filter lists, once for each pass', () => {
    const { lists, pass } = open()
    pass(archive, ['a', 'b'], 1_000)
    expect(lists.archivedOnly()).toBe(2)
    lists.start(members, 2_000)
    lists.savePage(members, { conversations: [toRecord('a')], total: 1, count: 1, step: 1 }, 2_000, 2_005)
    expect(lists.archivedOnly()).toBe(2)
    lists.finish(members, 2_010)
    expect(lists.archivedOnly()).toBe(1)
  })
})

describe('who waits for an answer', () => {
  it('PLT-06 is what the filter lists, unless it was answered after the page was requested', () => {
    const { database, lists, pass, where, toPage } = open()
    pass(members, ['a', 'b', 'c'], 1_000)
    database.run('UPDATE conversations SET unanswered = 0')
    database.run(`UPDATE conversations SET answered_at_ms = 5_000 WHERE conversation_id = 'b'`)
    lists.start(waiting, 4_000)
    expect(lists.savePage(waiting, toPage(['a', 'b']), 4_000, 4_500).changes).toBe(1)
    expect(where('unanswered = 1')).toEqual(['a'])
    expect(lists.savePage(members, toPage(['a']), 4_000, 4_500).changes).toBe(0)
  })

  it('PLT-06 changes once a complete reading of the filter no longer lists it', () => {
    const { database, lists, pass, twice, where } = open()
    pass(members, ['a', 'b'], 1_000)
    pass(notices, ['n'], 1_000)
    database.run('UPDATE conversations SET unanswered = 1')
    expect(twice(waiting, ['a'])).toEqual([0, 1])
    expect(where('unanswered = 1')).toEqual(['a', 'n'])
    expect(lists.settle(waiting)).toBe(0)
  })
})

describe('what the platform no longer lists', () => {
  it('MSG-26 is shown until a later reading agrees, however often it is read at once', () => {
    const { lists, pass, read, where } = open()
    pass(members, ['a', 'b'], 1_000)
    for (const atMs of [2_000, 3_000, 4_000]) expect(read(members, [], atMs)).toBe(0)
    expect(lists.load(members).missingSinceMs).toBe(2_000)
    expect(read(members, ['b'], 2_000 + CONFIRM_AFTER_MS)).toBe(1)
    expect(where('gone = 1')).toEqual(['a'])
    expect(lists.load(members).missingSinceMs).toBeNull()
  })

  it('MSG-26 is shown if two readings lack different ones', () => {
    const { pass, read, where } = open()
    pass(members, ['a', 'b'], 1_000)
    for (const [index, id] of ['a', 'b', 'a', 'b'].entries())
      expect(read(members, [id], (index + 1) * CONFIRM_AFTER_MS)).toBe(0)
    expect(where('gone = 1')).toEqual([])
  })

  it('MSG-04 is hidden, unless the archive or a search lists it', () => {
    const { database, lists, pass, twice, where } = open()
    pass(members, ['a', 'b', 'c'], 1_000)
    pass(notices, ['n'], 1_000)
    pass(archive, ['b'], 1_500)
    database.run(
      `INSERT INTO sync_seen (scope, conversation_row, pass) SELECT 'FOUND', id, 0 FROM conversations WHERE conversation_id = 'c'`,
    )
    expect(twice(members, [])).toEqual([0, 1])
    expect(where('gone = 1')).toEqual(['a'])
    expect(lists.settle(members)).toBe(0)
  })

  it('MSG-06 is kept in the archive until the archive was read completely', () => {
    const { database, pass, twice, where } = open()
    pass(archive, ['a'], 1_000)
    pass(members, ['b'], 1_500)
    database.run(`DELETE FROM sync_seen WHERE scope = 'FROM_MEMBERS ARCHIVE'`)
    expect(twice(members, ['b'])).toEqual([0, 0])
    for (const atMs of [2_000, 3_000]) pass(archive, ['c'], atMs)
    expect(twice(members, ['b'])).toEqual([0, 1])
    expect(where('gone = 1')).toEqual(['a'])
  })

  it('PLT-31 is kept if it is recent and the list is read in windows, because it may have moved', () => {
    const { database, lists, pass, where } = open()
    const nowMs = 400 * DAY_MS
    const at = (conversationId: string, latestAtMs: number) => record({ conversationId, latestAtMs })
    pass(members, [at('old', nowMs - DAY_MS - 1), at('recent', nowMs - DAY_MS)], nowMs)
    lists.narrow(members, nowMs)
    lists.start(members, nowMs)
    database.run(`DELETE FROM sync_seen WHERE scope = 'FROM_MEMBERS'`)
    expect(lists.settle(members)).toBe(0)
    lists.start(members, nowMs + CONFIRM_AFTER_MS)
    expect(lists.settle(members)).toBe(1)
    expect(where('gone = 1')).toEqual(['old'])
  })
})

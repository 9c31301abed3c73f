/** How lists and threads are read page by page, and what ends a reading (MSG-04, MSG-06, MSG-20, PLT-06, PLT-31). */
import { describe, expect, it } from 'vitest'
import type { ConversationsQuery } from '../../../../main/messaging/platform/message-client.ts'
import { createListReader } from '../../../../main/messaging/sync/list-reader.ts'
import {
  CONFIRM_AFTER_MS,
  createSyncLists,
  type ListName,
  scopeName,
} from '../../../../main/messaging/sync/sync-lists.ts'
import { createThreadReader } from '../../../../main/messaging/sync/thread-reader.ts'
import { type AppError, Failure } from '../../../../shared/result.ts'
import { createFakeClock, settle } from '../../../support/fake-clock.ts'
import { createRecordingLog } from '../../../support/recording-log.ts'
import { openStore, record } from '../conversation-records.ts'

const DAY_MS = 24 * 60 * 60_000
const PAGE = 2
const members: ListName = { conversationType: 'FROM_MEMBERS', filter: null }
const notices: ListName = { conversationType: 'FROM_SVC', filter: null }
const archive: ListName = { conversationType: 'FROM_MEMBERS', filter: 'ARCHIVE' }
const waiting: ListName = { conversationType: 'FROM_MEMBERS', filter: 'UNANSWERED' }

const serviceError = (status: number, message = 'Broken.'): AppError => ({
  kind: 'service',
  status,
  message,
  cause: message,
  whatToDo: 'Wait.',
})
const tooLong = new Failure(serviceError(500, 'Too long.'))
const offline = new Failure({ kind: 'offline', message: 'No connection.' })

/** A platform with these ids in each list, of which it shows two a page. */
const open = (ids: Record<string, readonly string[]> = {}) => {
  const { database, store } = openStore()
  const clock = createFakeClock()
  const syncLists = createSyncLists(database, store)
  const stopping = new AbortController()
  const asked: ConversationsQuery[] = []
  const changes: number[] = []
  let fail: (query: ConversationsQuery) => Failure | undefined = () => undefined
  const client = {
    getConversations: async (query: ConversationsQuery) => {
      asked.push(query)
      const failure = fail(query)
      if (failure !== undefined) throw failure
      const { conversationType, conversationStatus, offset = 0 } = query
      const filter = conversationStatus as ListName['filter'] | undefined
      const all = ids[scopeName({ conversationType, filter: filter ?? null })] ?? []
      const shown = all.slice(offset, offset + PAGE)
      const conversations = shown.map((conversationId) => record({ conversationId }))
      return { total: all.length, count: shown.length, step: shown.length, conversations }
    },
    isListTooLong: ({ message }: AppError) => message === 'Too long.',
  }
  const reader = createListReader({
    client: client as Parameters<typeof createListReader>[0]['client'],
    syncLists,
    commit: async (work) => work(),
    clock,
    signal: stopping.signal,
    readAheadSpreadMs: () => 0,
    onPage: (count) => void changes.push(count),
  })
  const readPass = async (name: ListName): Promise<void> => {
    while (!(await reader.readPage(name)));
  }
  const check = (...types: Parameters<typeof reader.checkForNew>[1]) =>
    reader.checkForNew(
      client as Parameters<typeof reader.checkForNew>[0],
      types.length === 0 ? ['FROM_MEMBERS'] : types,
    )
  return {
    asked,
    changes,
    check,
    clock,
    database,
    ids,
    reader,
    readPass,
    stopping,
    syncLists,
    failWith: (next: typeof fail): void => {
      fail = next
    },
    offsets: () => asked.splice(0).map(({ offset }) => offset),
  }
}

describe('a pass over a list', () => {
  it('MSG-04 reads page after page, and starts over at its end', async () => {
    const { asked, changes, offsets, reader } = open({ 'FROM_MEMBERS ARCHIVE': ['a', 'b', 'c'] })
    expect([await reader.readPage(archive), await reader.readPage(archive)]).toEqual([false, true])
    expect(asked[0]).toEqual({ conversationType: 'FROM_MEMBERS', conversationStatus: 'ARCHIVE', limit: 50, offset: 0 })
    expect([offsets(), changes]).toEqual([
      [0, 2],
      [2, 1],
    ])
    await reader.readPage(members)
    expect(asked[0]).toEqual({ conversationType: 'FROM_MEMBERS', limit: 50, offset: 0 })
  })

  it('MSG-04 goes on where it was interrupted, within three days', async () => {
    const { clock, offsets, reader } = open({ FROM_MEMBERS: ['a', 'b', 'c', 'd', 'e'] })
    await reader.readPage(members)
    clock.jump(3 * DAY_MS)
    await reader.readPage(members)
    clock.jump(3 * DAY_MS + 1)
    await reader.readPage(members)
    expect(offsets()).toEqual([0, 2, 0])
  })

  it('OFF-01 stores no page that arrives after the app began to end', async () => {
    const { reader, stopping, syncLists } = open({ FROM_MEMBERS: ['a'] })
    const reading = reader.readPage(members)
    stopping.abort()
    await expect(reading).rejects.toThrow('Stopped.')
    expect(syncLists.load(members).read).toBe(0)
  })

  it('MSG-04 hides what two passes no longer list, and says that something changed', async () => {
    const { changes, clock, database, ids, readPass } = open({ FROM_MEMBERS: ['a', 'b'] })
    await readPass(members)
    ids.FROM_MEMBERS = ['a']
    await readPass(members)
    await readPass(members)
    await clock.advance(CONFIRM_AFTER_MS)
    await readPass(members)
    const gone = () => database.column<string>('SELECT conversation_id FROM conversations WHERE gone = 1')
    expect([gone(), changes]).toEqual([['b'], [2, 0, 0, 0, 1]])
    await readPass(members)
    expect(changes.slice(5)).toEqual([0])
  })

  it('PLT-06 updates who waits after two passes over that filter', async () => {
    const { clock, database, ids, readPass } = open({
      FROM_MEMBERS: ['a', 'b'],
      'FROM_MEMBERS UNANSWERED': ['a', 'b'],
    })
    await readPass(members)
    await readPass(waiting)
    ids['FROM_MEMBERS UNANSWERED'] = ['b']
    await readPass(waiting)
    await readPass(waiting)
    await clock.advance(CONFIRM_AFTER_MS)
    await readPass(waiting)
    expect(database.column('SELECT conversation_id FROM conversations WHERE unanswered = 1')).toEqual(['b'])
    expect(database.column('SELECT conversation_id FROM conversations WHERE gone = 1')).toEqual([])
  })

  it.each<readonly [string, ListName, Failure]>([
    ['a whole list that is refused', members, new Failure(serviceError(400))],
    ['a filter that fails for now', archive, new Failure(serviceError(500))],
    ['a lost connection', archive, offline],
  ])('PLT-06 throws the error of %s', async (_, name, failure) => {
    const { failWith, reader, syncLists } = open()
    failWith(() => failure)
    await expect(reader.readPage(name)).rejects.toBe(failure)
    expect(syncLists.load(name).isRefused).toBe(false)
  })

  it('PLT-06 ends for a filter that the platform does not have', async () => {
    const { failWith, reader, syncLists } = open()
    failWith(() => new Failure(serviceError(400)))
    expect(await reader.readPage(archive)).toBe(true)
    expect(syncLists.load(archive).isRefused).toBe(true)
  })

  it('PLT-31 of buyers that is too long is read in shorter parts, until there is no shorter one', async () => {
    const { asked, failWith, reader, syncLists } = open()
    failWith(() => tooLong)
    let tries = 0
    const readAll = async (): Promise<void> => {
      for (; tries < 100; tries += 1) expect(await reader.readPage(members)).toBe(false)
    }
    await expect(readAll()).rejects.toBe(tooLong)
    expect(tries).toBeGreaterThan(5)
    expect(syncLists.load(members).isRefused).toBe(false)
    const { startTimeMs = 0, endTimeMs = 0 } = asked[1] ?? {}
    expect(endTimeMs - startTimeMs).toBe(31 * DAY_MS)
  })

  it('PLT-31 of notices that is too long is given up', async () => {
    const { failWith, reader, syncLists } = open()
    failWith(() => tooLong)
    expect(await reader.readPage(notices)).toBe(true)
    expect(syncLists.load(notices).isRefused).toBe(true)
  })
})

describe('a check for new messages', () => {
  it('MSG-04 reads one page at first, and later as many as have only new entries', async () => {
    const { changes, check, ids, offsets, readPass } = open({ FROM_MEMBERS: ['a', 'b', 'c'] })
    expect([await check(), offsets(), changes.splice(0)]).toEqual([true, [0], [2]])
    await readPass(members)
    offsets()
    changes.splice(0)
    expect([await check(), offsets(), changes]).toEqual([false, [0], []])
    ids.FROM_MEMBERS = ['g', 'f', 'e', 'd', 'a', 'b', 'c']
    expect([await check(), offsets(), changes]).toEqual([true, [0, 2, 4], [2, 2]])
    ids.FROM_MEMBERS = ['h', ...ids.FROM_MEMBERS]
    expect([await check(), offsets()]).toEqual([true, [0]])
  })

  it('MSG-04 ends with the list, even if all of it is new', async () => {
    const { check, ids, offsets, readPass } = open({ FROM_MEMBERS: [] })
    await readPass(members)
    offsets()
    expect([await check(), offsets()]).toEqual([false, [0]])
    ids.FROM_MEMBERS = ['a', 'b', 'c', 'd']
    expect([await check(), offsets()]).toEqual([true, [0, 2]])
  })

  it('MSG-04 that can’t read on remembers that it misses some, until a pass reads them', async () => {
    const { check, failWith, ids, readPass, syncLists } = open({ FROM_MEMBERS: ['a'] })
    await readPass(members)
    ids.FROM_MEMBERS = ['e', 'd', 'c', 'b', 'a']
    failWith(({ offset }) => (offset === 2 ? offline : undefined))
    await expect(check()).rejects.toBe(offline)
    expect(syncLists.load(members).missesNews).toBe(true)
    failWith(() => undefined)
    // The next check stops at the first page, which is known now.
    expect(await check()).toBe(false)
    expect(syncLists.load(members).missesNews).toBe(true)
    await readPass(members)
    ids.FROM_MEMBERS = ['g', 'f', ...ids.FROM_MEMBERS]
    expect(await check()).toBe(true)
    expect(syncLists.load(members).missesNews).toBe(false)
  })

  it('MSG-05 reads no list that the platform refused, and the others', async () => {
    const { asked, check, syncLists } = open({ FROM_MEMBERS: ['a'], FROM_SVC: ['n'] })
    syncLists.refuse(notices, 0)
    expect(await check('FROM_SVC', 'FROM_MEMBERS')).toBe(true)
    expect(asked.map(({ conversationType }) => conversationType)).toEqual(['FROM_MEMBERS'])
  })

  it('PLT-31 reads the last day of a list that is too long, or as far back as the check before, at most 30 days', async () => {
    const { asked, check, clock, failWith, syncLists } = open({ FROM_MEMBERS: ['a'] })
    failWith(({ startTimeMs }) => (startTimeMs === undefined ? tooLong : undefined))
    expect(await check()).toBe(true)
    const spans = () =>
      asked
        .splice(0)
        .flatMap(({ startTimeMs, endTimeMs }) =>
          startTimeMs === undefined || endTimeMs === undefined
            ? []
            : [[clock.nowMs() - startTimeMs, endTimeMs - clock.nowMs()]],
        )
    expect(spans()).toEqual([[DAY_MS, DAY_MS]])
    expect(syncLists.load(members).newsAtMs).toBe(clock.nowMs())
    clock.jump(5 * DAY_MS)
    await check()
    expect(spans()).toEqual([[6 * DAY_MS, DAY_MS]])
    clock.jump(90 * DAY_MS)
    await check()
    expect(spans()).toEqual([[30 * DAY_MS, DAY_MS]])
  })

  it('PLT-31 gives up notices that are too long, and throws any other error', async () => {
    const { check, failWith, syncLists } = open()
    failWith(() => tooLong)
    expect(await check('FROM_SVC')).toBe(false)
    expect(syncLists.load(notices)).toMatchObject({ isRefused: true, newsAtMs: null })
    await expect(check('FROM_MEMBERS')).rejects.toBe(tooLong)
    failWith(() => offline)
    await expect(check('FROM_MEMBERS')).rejects.toBe(offline)
  })
})

describe('reading threads', () => {
  const openThreads = (count: number, waitMs = () => 0) => {
    const clock = createFakeClock()
    const log = createRecordingLog()
    const stopping = new AbortController()
    const stale = new Set(Array.from({ length: count }, (_, index) => `c${index}`))
    const asked: string[] = []
    const changed: string[] = []
    let progress = 0
    let mayRead = true
    let answer: (id: string) => Promise<void> = async () => undefined
    const client = {
      getConversation: async ({ conversationId }: { readonly conversationId: string }) => {
        asked.push(conversationId)
        await answer(conversationId)
        return { total: 0, count: 0, step: 0, messages: [] }
      },
    } as unknown as Parameters<ReturnType<typeof createThreadReader>['read']>[0]
    const reader = createThreadReader({
      client,
      threadWaitMs: waitMs,
      conversations: {
        startReading: (id) => () => {
          stale.delete(id)
          return id !== 'c1'
        },
        staleThreads: (limit) =>
          [...stale]
            .slice(0, limit)
            .map((conversationId) => ({ conversationId, conversationType: 'FROM_MEMBERS' as const })),
      },
      clock,
      log,
      commit: async (work) => work(),
      signal: stopping.signal,
      mayRead: () => mayRead,
      onChange: (id) => void changed.push(id),
      onProgress: () => {
        progress += 1
      },
    })
    return {
      asked,
      changed,
      client,
      clock,
      log,
      reader,
      stale,
      stopping,
      progress: () => progress,
      forbid: (): void => {
        mayRead = false
      },
      answerWith: (next: typeof answer): void => {
        answer = next
      },
    }
  }

  it('MSG-07 reads all, and names those that changed', async () => {
    const threads = openThreads(3)
    expect(await threads.reader.readAll()).toBe(0)
    expect([threads.asked, threads.changed, threads.progress()]).toEqual([['c0', 'c1', 'c2'], ['c0', 'c2'], 3])
  })

  it('MSG-20 reads six at once', async () => {
    const threads = openThreads(9)
    const gate = Promise.withResolvers<void>()
    threads.answerWith(() => gate.promise)
    const reading = threads.reader.readAll()
    await settle()
    expect(threads.asked).toHaveLength(6)
    gate.resolve()
    await reading
    expect(new Set(threads.asked).size).toBe(9)
  })

  it('MSG-20 reads one thread once, however many ask for it', async () => {
    const threads = openThreads(1)
    const conversation = { conversationId: 'c0', conversationType: 'FROM_MEMBERS' } as const
    await Promise.all([threads.reader.read(threads.client, conversation), threads.reader.readAll()])
    expect(threads.asked).toEqual(['c0'])
    await threads.reader.read(threads.client, conversation)
    expect(threads.asked).toEqual(['c0', 'c0'])
  })

  it('MSG-07 skips one that can’t be read for half an hour, unless the seller opens it', async () => {
    const threads = openThreads(2)
    threads.answerWith((id) => (id === 'c0' ? Promise.reject(new Failure(serviceError(500))) : Promise.resolve()))
    expect(await threads.reader.readAll()).toBe(0)
    expect([threads.stale.has('c0'), threads.progress()]).toEqual([true, 2])
    await threads.clock.advance(30 * 60_000 - 1)
    await threads.reader.readAll()
    expect(threads.asked).toEqual(['c0', 'c1'])
    await threads.clock.advance(1)
    await threads.reader.readAll()
    expect(threads.asked).toEqual(['c0', 'c1', 'c0'])
    threads.answerWith(async () => undefined)
    await threads.reader.read(threads.client, { conversationId: 'c0', conversationType: 'FROM_MEMBERS' })
    threads.stale.add('c0')
    await threads.reader.readAll()
    expect(threads.asked.slice(3)).toEqual(['c0', 'c0'])
  })

  it('MSG-20 stops at a failure that concerns every thread', async () => {
    const threads = openThreads(20)
    threads.answerWith(() => Promise.reject(offline))
    expect(await threads.reader.readAll()).toBe(0)
    expect([threads.asked.length, threads.progress()]).toEqual([6, 0])
    await threads.reader.readAll()
    expect(threads.asked[6]).toBe('c0')
  })

  it('OFF-01 throws if the disk is full', async () => {
    const full = new Failure({ kind: 'storage', message: 'The disk is full.' })
    const threads = openThreads(2)
    threads.answerWith(() => Promise.reject(full))
    await expect(threads.reader.readAll()).rejects.toBe(full)
  })

  it('MSG-20 pauses to save calls, and says for how long', async () => {
    let left = 2
    const threads = openThreads(9, () => (left-- > 0 ? 0 : 60_000))
    expect(await threads.reader.readAll()).toBe(60_000)
    expect(threads.asked).toEqual(['c0', 'c1'])
  })

  it('MSG-04 reads none while the lists can’t be read, or after the app began to end', async () => {
    const threads = openThreads(2)
    threads.forbid()
    await threads.reader.readAll()
    const ended = openThreads(2)
    ended.stopping.abort()
    await ended.reader.readAll()
    expect([...threads.asked, ...ended.asked]).toEqual([])
  })

  it('OFF-01 stores none that arrives after the app began to end', async () => {
    const threads = openThreads(1)
    threads.answerWith(async () => threads.stopping.abort())
    await threads.reader.readAll()
    expect([threads.stale.has('c0'), threads.progress(), threads.log.lines]).toEqual([true, 0, []])
  })
})

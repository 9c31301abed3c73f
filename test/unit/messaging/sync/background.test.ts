/** When the sync reads what, whom its calls are for, and what it reports (MSG-04, MSG-20, OFF-01, OFF-02, PLT-17). */
import { describe, expect, it } from 'vitest'
import { TransportFailure } from '../../../../main/http/request.ts'
import { createConversationStore } from '../../../../main/messaging/conversations/conversation-store.ts'
import { createMessageClient } from '../../../../main/messaging/platform/message-client.ts'
import { createSellerNames } from '../../../../main/messaging/platform/seller-name.ts'
import { createSync } from '../../../../main/messaging/sync/sync.ts'
import { createSyncLists } from '../../../../main/messaging/sync/sync-lists.ts'
import { createScheduler } from '../../../../main/scheduler.ts'
import { type ConnectionProfile, completeProfile } from '../../../../shared/connection/profile.ts'
import { createFakeClock, settle } from '../../../support/fake-clock.ts'
import { noErasedPersons } from '../../../support/no-erased-persons.ts'
import { createRecordingLog } from '../../../support/recording-log.ts'
import { openTestDatabase } from '../../../support/test-database.ts'
import { createFakePlatform, practiceProfile } from '../fake-platform.ts'

const POLL_MS = 30_000
const HOUR_MS = 3_600_000

const open = (
  prepare: (platform: ReturnType<typeof createFakePlatform>['platform']) => void = (platform) => void platform.add(),
  profile: ConnectionProfile = practiceProfile,
) => {
  const { platform, send } = createFakePlatform()
  prepare(platform)
  const clock = createFakeClock()
  const log = createRecordingLog()
  const scheduler = createScheduler(clock, log)
  const database = openTestDatabase()
  const conversations = createConversationStore(database, noErasedPersons)
  /** Calls in order: who they are for, and the list or thread that they read. */
  const calls: string[] = []
  const reports: string[] = []
  /** The state at each report about the reading. */
  const states: string[] = []
  const fault = { ofDisk: undefined as Error | undefined }
  const wait = { watchMs: 0, readAheadMs: 0 }
  let onOnline: ((online: boolean) => void) | undefined
  const sellerNames = createSellerNames({ profile, send })
  const createClient = (purpose: string) =>
    createMessageClient({
      profile,
      sellerNames,
      send: (request) => {
        const { pathname, searchParams: query } = new URL(request.url)
        const list = ['conversation_type', 'conversation_status', 'offset'].map((name) => query.get(name))
        const isList = request.operation === 'getConversations'
        calls.push(
          [purpose, ...(isList ? list.filter((part) => part !== null) : pathname.split('/').slice(-1))].join(' '),
        )
        return send(request)
      },
    })
  const sync = createSync({
    profile,
    clock,
    log,
    scheduler,
    online: {
      isOnline: () => !platform.away,
      onChange: (listener) => {
        onOnline = listener
        return () => {
          onOnline = undefined
        }
      },
    },
    clients: { seller: createClient('seller'), watch: createClient('watch'), readAhead: createClient('ahead') },
    calls: {
      waitMs: (_, purpose) => (purpose === 'watch' ? wait.watchMs : wait.readAheadMs),
      spreadMs: () => 0,
    },
    conversations,
    syncLists: createSyncLists(database, conversations),
    commit: async (work) => {
      if (fault.ofDisk !== undefined) throw fault.ofDisk
      return work()
    },
    pollIntervalMs: POLL_MS,
    onConversationsChange: () => void reports.push('conversations'),
    onThreadChange: (conversationId) => void reports.push(conversationId),
    onSyncChange: () => {
      reports.push('sync')
      states.push(sync.state().state)
    },
  })
  /** The first reading of everything. */
  const readAll = async (): Promise<void> => {
    sync.start()
    await clock.advance(1_000)
    take()
  }
  const take = () => ({ calls: calls.splice(0), reports: reports.splice(0), states: states.splice(0) })
  const say = (index: number, text: string): void => {
    const conversation = platform.conversations[index]
    if (conversation === undefined) throw new Error('no conversation')
    platform.say(conversation, text, 'buyer', clock.nowMs())
  }
  return { platform, clock, log, sync, fault, wait, readAll, take, say, goOnline: (on: boolean) => onOnline?.(on) }
}

describe('a check for new messages', () => {
  it('OFF-02 reads the members’ first page for the watch, and nothing more without news', async () => {
    const { clock, readAll, take } = open()
    await readAll()
    await clock.advance(POLL_MS)
    expect(take()).toEqual({
      calls: ['watch FROM_MEMBERS 0'],
      reports: ['sync', 'sync'],
      states: ['running', 'idle'],
    })
  })

  it('OFF-02 with news reads who waits and the thread, but no other list', async () => {
    const { clock, readAll, take, say } = open((platform) => {
      platform.add()
      platform.add()
    })
    await readAll()
    say(0, 'Is it blue?')
    await clock.advance(POLL_MS)
    const { calls, reports } = take()
    expect(new Set(calls)).toEqual(new Set(['watch FROM_MEMBERS 0', 'ahead FROM_MEMBERS UNANSWERED 0', 'ahead c1']))
    expect(reports).toContain('c1')
    expect(reports.filter((report) => report === 'conversations').length).toBeGreaterThanOrEqual(2)
  })

  it('OFF-02 reads notices too once they are due', async () => {
    const { clock, readAll, take } = open()
    await readAll()
    await clock.advance(HOUR_MS)
    expect(take().calls).toContain('watch FROM_SVC 0')
  })

  it('MSG-20 waits while the day’s calls are saved', async () => {
    const { clock, readAll, take, wait } = open()
    await readAll()
    wait.watchMs = HOUR_MS
    await clock.advance(POLL_MS)
    expect(take().calls.length).toBeLessThanOrEqual(1)
    await clock.advance(POLL_MS)
    expect(take().calls).toEqual([])
  })

  it('OFF-02 is made as soon as the connection is back, and not when it is lost', async () => {
    const { clock, platform, readAll, take, goOnline } = open()
    await readAll()
    goOnline(false)
    await clock.advance(1)
    expect(take().calls).toEqual([])
    platform.away = true
    await clock.advance(POLL_MS)
    platform.away = false
    take()
    goOnline(true)
    await clock.advance(1)
    expect(take().calls).toContain('watch FROM_MEMBERS 0')
  })

  it('OFF-02 is made at once when the window is used again, and then only on request', async () => {
    const { clock, sync, readAll, take } = open()
    await readAll()
    await clock.advance(2 * HOUR_MS)
    take()
    sync.use()
    await clock.advance(1)
    expect(take().calls).toContain('watch FROM_MEMBERS 0')
    sync.use()
    await clock.advance(1)
    expect(take().calls).toEqual([])
    sync.checkSoon()
    await clock.advance(1)
    expect(take().calls).toEqual(['watch FROM_MEMBERS 0'])
  })

  it('OFF-02 on Refresh is the seller’s, and all lists are read', async () => {
    const { clock, sync, readAll, take } = open()
    await readAll()
    sync.syncNow()
    await clock.advance(1_000)
    const { calls, reports } = take()
    expect(reports).not.toContain('conversations')
    expect(calls.slice(0, 2)).toEqual(['seller FROM_MEMBERS 0', 'seller FROM_SVC 0'])
    for (const list of [
      'FROM_MEMBERS UNANSWERED',
      'FROM_MEMBERS',
      'FROM_SVC',
      'FROM_MEMBERS ARCHIVE',
      'FROM_SVC ARCHIVE',
    ])
      expect(calls).toContain(`ahead ${list} 0`)
    await clock.advance(POLL_MS)
    expect(take().calls).toEqual(['watch FROM_MEMBERS 0'])
  })

  it('MSG-06 before filing is the seller’s, and reads who waits only after news', async () => {
    const { clock, sync, readAll, take, say } = open()
    await readAll()
    await sync.checkNow()
    await clock.advance(1)
    expect(take().calls).toEqual(['seller FROM_MEMBERS 0'])
    say(0, 'Is it blue?')
    await sync.checkNow()
    await clock.advance(1)
    expect(take().calls).toContain('ahead FROM_MEMBERS UNANSWERED 0')
  })
})

describe('what is read and reported in the background', () => {
  it('OFF-02 a long list delays no thread with a new message', async () => {
    const { clock, platform, sync, readAll, take, say } = open((all) => {
      for (let index = 0; index < 60; index += 1) all.add()
    })
    await readAll()
    platform.beforeAnswer = ({ url }) =>
      /FROM_MEMBERS/.test(url) && /offset=50/.test(url) ? new Promise(() => undefined) : undefined
    say(0, 'Is it blue?')
    sync.syncNow()
    await clock.advance(1_000)
    const { calls, reports } = take()
    expect(calls).toContain('ahead c1')
    // The window shows the progress of each page.
    expect(reports.filter((report) => report === 'sync').length).toBeGreaterThan(3)
  })

  it('OFF-02 no thread is read for a list that cannot be read', async () => {
    const { clock, platform, sync, readAll, take, say } = open((all) => {
      all.add()
      all.add()
    })
    await readAll()
    platform.threadStatus = 429
    say(0, 'Is it blue?')
    say(1, 'Is it new?')
    await clock.advance(POLL_MS)
    expect(sync.state().threadsToRead).toBe(2)
    platform.threadStatus = undefined
    platform.beforeAnswer = ({ operation }) => {
      if (operation === 'getConversations') throw new TransportFailure('notReached', 'No connection.')
    }
    sync.checkSoon()
    await clock.advance(1)
    take()
    sync.messageArrived('c1')
    await clock.advance(1)
    expect(take().calls).toEqual(['watch c1', 'watch FROM_MEMBERS 0'])
    platform.beforeAnswer = undefined
    await clock.advance(POLL_MS)
    expect(take().calls).toContain('ahead c3')
  })

  it('MSG-20 threads are read after every list was read once', async () => {
    const { clock, platform, sync, take } = open()
    const answer = Promise.withResolvers<void>()
    platform.beforeAnswer = ({ url }) => (/FROM_SVC.*ARCHIVE|ARCHIVE.*FROM_SVC/.test(url) ? answer.promise : undefined)
    sync.start()
    await clock.advance(1_000)
    expect(take().calls).not.toContain('ahead c1')
    answer.resolve()
    await clock.advance(1_000)
    expect(take().calls).toContain('ahead c1')
  })

  it('MSG-20 threads that wait for the day’s calls are read as soon as those allow it', async () => {
    const { clock, platform, sync, readAll, take, say, wait } = open()
    await readAll()
    platform.threadStatus = 429
    say(0, 'Is it blue?')
    await clock.advance(POLL_MS)
    platform.threadStatus = undefined
    Object.assign(wait, { watchMs: 10 * HOUR_MS, readAheadMs: HOUR_MS })
    sync.checkSoon()
    await clock.advance(1)
    wait.readAheadMs = 0
    take()
    await clock.advance(HOUR_MS - 1_000)
    expect(take().calls).toEqual([])
    await clock.advance(1_000)
    expect(take().calls).toEqual(['ahead c1'])
  })

  it('PLT-17 a notification reads its conversation for the watch, and checks', async () => {
    const { clock, sync, readAll, take } = open()
    await readAll()
    sync.messageArrived('c1')
    sync.messageArrived('unknown')
    await clock.advance(1)
    expect(take().calls).toEqual(['watch c1', 'watch FROM_MEMBERS 0'])
  })

  it('PLT-17 a conversation that cannot be read is no fault, and is read by the next check', async () => {
    const { clock, log, platform, sync, readAll } = open()
    await readAll()
    platform.threadStatus = 404
    sync.messageArrived('c1')
    await clock.advance(1_000)
    expect(log.lines.filter(({ level }) => level === 'error')).toEqual([])
  })

  it('MSG-20 a thread that the seller opens is the seller’s call', async () => {
    const { sync, readAll, take } = open()
    await readAll()
    await sync.refreshThread('c1')
    expect(take().calls).toEqual(['seller c1'])
  })

  it('MSG-20 reading ahead resumes when the calls allow it', async () => {
    const { clock, sync, take, wait } = open()
    wait.readAheadMs = HOUR_MS
    sync.start()
    await clock.advance(1_000)
    expect(sync.state()).toMatchObject({ state: 'partial', isListed: false, resumesAtMs: clock.nowMs() + HOUR_MS })
    expect(take().calls.filter((call) => call.startsWith('ahead'))).toEqual([])
    wait.readAheadMs = 0
    await clock.advance(HOUR_MS)
    expect(sync.state()).toMatchObject({ state: 'idle', isListed: true, resumesAtMs: null, threadsToRead: 0 })
  })
})

describe('the end of the app', () => {
  it('OFF-01 waits for a reading that runs, and reads and reports nothing afterwards', async () => {
    const { clock, platform, sync, readAll, take, goOnline } = open()
    await readAll()
    const answer = Promise.withResolvers<void>()
    platform.afterAnswer = () => answer.promise
    const opened = sync.refreshThread('c1')
    await settle()
    let isStopped = false
    const stopping = sync.stop().then(() => {
      isStopped = true
    })
    await settle()
    expect(isStopped).toBe(false)
    answer.resolve()
    await Promise.allSettled([opened, stopping])
    take()
    goOnline(true)
    await clock.advance(1)
    sync.messageArrived('c1')
    await settle()
    expect(take()).toEqual({ calls: [], reports: [], states: [] })
  })

  it('OFF-01 keeps a page that arrives afterwards out of the state', async () => {
    const { clock, platform, sync, readAll, take } = open()
    await readAll()
    const answer = Promise.withResolvers<void>()
    platform.afterAnswer = () => answer.promise
    await clock.advance(POLL_MS)
    const stopping = sync.stop()
    take()
    answer.resolve()
    await stopping
    await clock.advance(1)
    expect(take().reports).toEqual([])
    expect(sync.state().error).toBeNull()
  })
})

describe('the state', () => {
  it('MSG-04 before the first reading is that nothing was read', () => {
    expect(open().sync.state()).toMatchObject({
      state: 'never',
      known: 0,
      total: null,
      isListed: false,
      isWaitingKnown: false,
      asOfMs: null,
      checkedAtMs: null,
      isAsListed: false,
      error: null,
      resumesAtMs: null,
      threadsToRead: 0,
    })
  })

  it('MSG-04 is that of the list that was read longest ago', async () => {
    const { clock, sync, readAll, say } = open()
    const startedAtMs = clock.nowMs()
    await readAll()
    expect(sync.state()).toMatchObject({ state: 'idle', known: 1, total: 1, isListed: true, isWaitingKnown: true })
    expect(sync.state().asOfMs).toBe(startedAtMs)
    say(0, 'Is it blue?')
    await clock.advance(POLL_MS)
    // Only the list of those who wait was read again.
    expect(sync.state().asOfMs).toBe(startedAtMs)
    expect(sync.state().checkedAtMs).toBe(startedAtMs + POLL_MS)
  })

  it('OFF-02 says that reading failed, and that it works again', async () => {
    const { clock, platform, sync, readAll } = open()
    await readAll()
    platform.away = true
    await clock.advance(POLL_MS)
    expect(sync.state()).toMatchObject({ state: 'failed', error: { kind: 'offline' } })
    platform.away = false
    await clock.advance(POLL_MS)
    expect(sync.state()).toMatchObject({ state: 'idle', error: null })
  })

  it('OFF-02 says that the inbox could not be read if the fault is not the platform’s', async () => {
    const { clock, sync, fault, readAll } = open()
    await readAll()
    fault.ofDisk = new Error('broken')
    await clock.advance(POLL_MS)
    expect(sync.state()).toMatchObject({
      state: 'failed',
      error: {
        kind: 'internal',
        message: 'The inbox couldn’t be read. Try again. If it happens again, report a problem under Settings, About.',
      },
    })
    fault.ofDisk = undefined
    await clock.advance(POLL_MS)
    expect(sync.state().state).toBe('idle')
  })

  it('MSG-04 is running while a list is read', async () => {
    const { clock, platform, sync } = open()
    const answer = Promise.withResolvers<void>()
    platform.beforeAnswer = () => answer.promise
    sync.start()
    await clock.advance(1)
    expect(sync.state()).toMatchObject({ state: 'running', asOfMs: null })
    platform.beforeAnswer = undefined
    answer.resolve()
    await clock.advance(1_000)
    expect(sync.state().state).toBe('idle')
  })

  it('PLT-06 knows who waits from the buyers’ list if the platform has no such filter', async () => {
    const { clock, sync, readAll, take } = open(
      (platform) => void platform.add(),
      completeProfile({ kind: 'sandbox', platform: 'ebay', name: 'Shop' }, undefined),
    )
    expect(sync.state().isWaitingKnown).toBe(false)
    await readAll()
    expect(sync.state().isWaitingKnown).toBe(true)
    await clock.advance(HOUR_MS)
    expect(take().calls.join()).not.toContain('UNANSWERED')
  })
})

import { describe, expect, it } from 'vitest'
import type { HttpRequest, HttpResponse } from '../../../../main/http/request.ts'
import { createMessageClient } from '../../../../main/messaging/platform/message-client.ts'
import { createListReader } from '../../../../main/messaging/sync/list-reader.ts'
import { createSyncLists, type ListName } from '../../../../main/messaging/sync/sync-lists.ts'
import { completeProfile } from '../../../../shared/connection/profile.ts'
import { createFakeClock } from '../../../support/fake-clock.ts'
import { answer } from '../../http/fake-send.ts'
import { everything, openStore } from '../conversation-records.ts'

const DAY_MS = 24 * 60 * 60_000
const members: ListName = { conversationType: 'FROM_MEMBERS', filter: null }
const notices: ListName = { conversationType: 'FROM_SVC', filter: null }
const tooLong = answer(500, { errors: [{ errorId: 335000, message: 'getAllMyConversations exceeded retries limit' }] })

/** A shop with a conversation every `everyMs`, in which a list of more than `max` fails. */
const open = ({ count, everyMs, max }: { count: number; everyMs: number; max: number }) => {
  const { database, store } = openStore()
  const clock = createFakeClock()
  const all = Array.from({ length: count }, (_, index) => ({ id: `c${index}`, atMs: clock.nowMs() - index * everyMs }))
  const asked: HttpRequest[] = []
  const client = createMessageClient({
    profile: completeProfile({ kind: 'sandbox', platform: 'ebay', name: 'Shop' }),
    send: async (request): Promise<HttpResponse> => {
      if (request.operation === 'getUser') return answer(200, { username: 'shop' })
      asked.push(request)
      const query = new URL(request.url).searchParams
      const time = (name: string, none: number) => (query.has(name) ? Date.parse(query.get(name) ?? '') : none)
      const found = all.filter(({ atMs }) => atMs > time('start_time', 0) && atMs < time('end_time', Number.MAX_VALUE))
      if (found.length > max) return tooLong
      const offset = Number(query.get('offset'))
      const shown = found.slice(offset, offset + 50)
      return answer(200, {
        total: found.length,
        conversations: shown.map(({ id, atMs }) => ({
          conversationId: id,
          createdDate: new Date(atMs).toISOString(),
          latestMessage: { messageId: `m${id}${atMs}`, messageBody: 'Hi', createdDate: new Date(atMs).toISOString() },
        })),
      })
    },
  })
  const syncLists = createSyncLists(database, store)
  const reader = createListReader({
    client,
    syncLists,
    commit: async (work) => work(),
    clock,
    signal: new AbortController().signal,
    readAheadSpreadMs: () => 0,
    onPage: () => undefined,
  })
  const readPass = async (name = members) => {
    for (let pages = 0; pages < 500; pages += 1) if (await reader.readPage(name)) return
    throw new Error('the pass does not end')
  }
  return { all, asked, client, clock, reader, readPass, store, syncLists }
}

describe('a list that the platform refuses as a whole', () => {
  it('PLT-31 FACT-79 is read in parts until it is complete', async () => {
    const shop = open({ count: 700, everyMs: DAY_MS / 3, max: 60 })
    await shop.readPass()
    expect(shop.store.count(everything)).toBe(700)
    await shop.readPass()
    const { asOfMs, isAsListed } = shop.syncLists.load(members)
    expect({ isComplete: asOfMs !== null, isAsListed }).toEqual({ isComplete: true, isAsListed: false })
  })

  it('PLT-31 halves a part that is still too long', async () => {
    const shop = open({ count: 300, everyMs: 60_000, max: 60 })
    await shop.readPass()
    expect(shop.store.count(everything)).toBe(300)
  })

  it('PLT-31 asks for no part that the description does not name', async () => {
    const shop = open({ count: 100, everyMs: DAY_MS, max: 20 })
    await shop.readPass()
    const names = new Set(shop.asked.flatMap(({ url }) => [...new URL(url).searchParams.keys()]))
    expect(names).toEqual(new Set(['conversation_type', 'limit', 'offset', 'start_time', 'end_time']))
  })

  it('PLT-31 shows new messages from the first check on', async () => {
    const shop = open({ count: 700, everyMs: DAY_MS / 3, max: 60 })
    expect(await shop.reader.checkForNew(shop.client, ['FROM_MEMBERS'])).toBe(true)
    expect(shop.store.count(everything)).toBe(3)
    shop.all.unshift({ id: 'new', atMs: shop.clock.nowMs() + 1_000 })
    expect(await shop.reader.checkForNew(shop.client, ['FROM_MEMBERS'])).toBe(true)
    expect(shop.store.conversation('new')).toBeDefined()
  })

  it('PLT-31 hides nothing recent that moved to a part that was read already', async () => {
    const shop = open({ count: 200, everyMs: DAY_MS / 3, max: 40 })
    await shop.readPass()
    await shop.readPass()
    shop.all.splice(0, shop.all.length, ...shop.all.slice(1))
    await shop.readPass()
    await shop.readPass()
    expect(shop.store.conversation('c0')).toBeDefined()
    expect(shop.store.count(everything)).toBe(200)
  })

  it('PLT-31 gives up notices, which cannot be listed by time, and nothing else', async () => {
    const shop = open({ count: 100, everyMs: DAY_MS, max: 20 })
    await shop.readPass(notices)
    expect(shop.syncLists.load(notices).isRefused).toBe(true)
    expect(await shop.reader.checkForNew(shop.client, ['FROM_MEMBERS', 'FROM_SVC'])).toBe(true)
  })

  it('PLT-31 takes another internal error for what it is', async () => {
    const shop = open({ count: 1, everyMs: 1, max: 60 })
    const failing = createListReader({
      client: { ...shop.client, getConversations: async () => Promise.reject(new Error('down')) },
      syncLists: shop.syncLists,
      commit: async (work) => work(),
      clock: shop.clock,
      signal: new AbortController().signal,
      readAheadSpreadMs: () => 0,
      onPage: () => undefined,
    })
    await expect(failing.readPage(members)).rejects.toThrow('down')
    expect(shop.syncLists.load(members).isNarrow).toBe(false)
  })
})

describe('a list whose total says more than it lists', () => {
  it('MSG-04 ends as complete as far as the platform lists, and hides nothing', async () => {
    const shop = open({ count: 20, everyMs: DAY_MS, max: 60 })
    const client = {
      ...shop.client,
      getConversations: async (...query: Parameters<typeof shop.client.getConversations>) => {
        const page = await shop.client.getConversations(...query)
        return { ...page, total: page.total + 3 }
      },
    }
    const reader = createListReader({
      client,
      syncLists: shop.syncLists,
      commit: async (work) => work(),
      clock: shop.clock,
      signal: new AbortController().signal,
      readAheadSpreadMs: () => 0,
      onPage: () => undefined,
    })
    while (!(await reader.readPage(members)));
    expect(shop.syncLists.load(members)).toMatchObject({ isAsListed: false, asOfMs: null })
    shop.all.pop()
    while (!(await reader.readPage(members)));
    while (!(await reader.readPage(members)));
    expect(shop.syncLists.load(members)).toMatchObject({ isAsListed: true, disagreed: 0 })
    expect(shop.syncLists.load(members).asOfMs).not.toBeNull()
    expect(shop.store.count(everything)).toBe(20)
  })
})

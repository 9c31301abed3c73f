/** What a key can learn and take through the door, over a shop of this test (SEC-19). */
import { expect, it } from 'vitest'
import { createProposalsFeature } from '../../../main/proposals/feature.ts'
import type { ReadableShop, ReadThread, SellerActs } from '../../../main/proposals/ports.ts'
import { assistantReadNames } from '../../../shared/proposals/reads.ts'
import { createFakeClock } from '../../support/fake-clock.ts'
import { noErasedPersons } from '../../support/no-erased-persons.ts'
import { openTestDatabase } from '../../support/test-database.ts'

const open = (own: Partial<ReadableShop> = {}) => {
  const done: string[] = []
  let thread: ReadThread = {
    conversationId: 'C-1',
    buyer: 'anna',
    subject: null,
    listingId: null,
    messages: [{ from: 'buyer', atMs: 1, text: 'Is it blue?' }],
    buyerMessages: 1,
    latestAtMs: 1,
    canReply: true,
  }
  const shop: ReadableShop = {
    waitingConversations: async () => [],
    thread: async (id) => (id === 'C-1' ? thread : undefined),
    itemCells: async (sku) => (sku === 'A-1' ? { title: 'Lamp' } : undefined),
    specificColumns: async () => [],
    order: async () => undefined,
    savedReplies: async () => [],
    dueToday: async () => ({}),
    ...own,
  }
  const acts = new Proxy({} as SellerActs, {
    get: (_, name) => async () => {
      done.push(String(name))
      return true
    },
  })
  const { door, handlers } = createProposalsFeature({
    database: openTestDatabase(),
    clock: createFakeClock(1_790_000_000_000),
    emit: () => undefined,
    shop,
    acts,
    columnLabel: (column: string) => column,
    erased: noErasedPersons,
    program: { command: '', args: [] },
  } as unknown as Parameters<typeof createProposalsFeature>[0])
  const addKey = async (reads: readonly (typeof assistantReadNames)[number][] = assistantReadNames) =>
    (await handlers.addAssistant({ name: `Assistant ${reads.length}`, reads: [...reads] })).key
  return {
    door,
    handlers,
    done,
    addKey,
    change: (more: Partial<ReadThread>) => {
      thread = { ...thread, ...more }
    },
  }
}

it('SEC-19 a suggestion is older than a message that only the list of conversations knows of', async () => {
  const { door, handlers, addKey, change, done } = open()
  await door.propose(await addKey(), 'noReplyNeeded', { conversationId: 'C-1' })
  const read = async () => (await handlers.proposals({ offset: 0, limit: 10 })).rows
  const [before] = await read()
  expect(before?.isStale).toBe(false)
  change({ latestAtMs: 2 })
  expect((await read())[0]?.isStale).toBe(true)
  const { taken, left } = await handlers.acceptMany({ proposalIds: [before?.proposalId ?? 0] })
  expect([taken.length, left.length, done]).toEqual([0, 1, []])
})

it('SEC-19 guesses at what there is count as readings and are listed, also for a key that may read nothing', async () => {
  const { door, handlers, addKey } = open()
  const key = await addKey([])
  const guess = (index: number) =>
    index % 2 === 0
      ? door.propose(key, 'noReplyNeeded', { conversationId: `C-9${index}` })
      : door.propose(key, 'itemChange', { sku: `B-${index}`, changes: [{ column: 'title', text: 'X' }] })
  for (let index = 0; index < 500; index += 1) await expect(guess(index)).rejects.toThrow('no such')
  await expect(door.propose(key, 'noReplyNeeded', { conversationId: 'C-1' })).rejects.toThrow('Continue tomorrow')
  await expect(guess(1)).rejects.toThrow('Continue tomorrow')
  const { rows, total } = await handlers.readings({ offset: 0, limit: 2 })
  expect([total, rows.map(({ read, subject }) => [read, subject])]).toEqual([
    500,
    [
      ['item', null],
      ['thread', null],
    ],
  ])
})

it('SEC-19 a look-up that would give 500 rows gives at most 25 conversations, 30 messages and 100 saved replies', async () => {
  const many = <T>(one: (index: number) => T): readonly T[] => Array.from({ length: 500 }, (_, index) => one(index))
  const asked: number[] = []
  const { door, addKey, change } = open({
    savedReplies: async () => many((index) => ({ name: String(index), text: '' })),
    waitingConversations: async (limit) => {
      asked.push(limit)
      return []
    },
  })
  change({ messages: many((index) => ({ from: 'buyer', atMs: index, text: String(index) })) })
  const key = await addKey()
  expect(await door.read(key, 'savedReplies', {})).toHaveLength(100)
  expect(((await door.read(key, 'thread', { conversationId: 'C-1' })) as ReadThread).messages).toHaveLength(30)
  await door.read(key, 'waitingConversations', { limit: 25 })
  await expect(door.read(key, 'waitingConversations', { limit: 500 })).rejects.toThrow()
  expect(asked).toEqual([25])
})

it('SEC-19 a reading that was just forbidden stays forbidden when another one is changed', async () => {
  const { door, handlers, addKey } = open()
  const key = await addKey(['savedReplies', 'dueToday', 'thread'])
  const assistantId = (await handlers.assistants({})).assistants[0]?.assistantId ?? 0
  await handlers.changeRead({ assistantId, read: 'savedReplies', isAllowed: false })
  await handlers.changeRead({ assistantId, read: 'dueToday', isAllowed: false })
  await handlers.changeRead({ assistantId, read: 'item', isAllowed: true })
  expect((await handlers.assistants({})).assistants[0]?.reads).toEqual(['thread', 'item'])
  await expect(door.read(key, 'savedReplies', {})).rejects.toThrow()
  await expect(door.read(key, 'dueToday', {})).rejects.toThrow()
})

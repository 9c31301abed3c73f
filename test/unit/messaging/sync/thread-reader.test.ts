import { expect, it } from 'vitest'
import { createThreadReader } from '../../../../main/messaging/sync/thread-reader.ts'
import { createFakeClock } from '../../../support/fake-clock.ts'
import { createRecordingLog } from '../../../support/recording-log.ts'

const setUp = (count: number, durably: <T>(work: () => T) => Promise<T>) => {
  const saved = new Set<string>()
  const ids = Array.from({ length: count }, (_, index) => `c${index}`)
  const reader = createThreadReader({
    client: { getConversation: async () => ({ total: 0, count: 0, step: 0, messages: [] }) },
    threadWaitMs: () => 0,
    conversations: {
      staleThreads: (limit) =>
        ids
          .filter((id) => !saved.has(id))
          .slice(0, limit)
          .map((conversationId) => ({ conversationId, conversationType: 'FROM_MEMBERS' as const })),
      saveThread: (conversationId) => {
        saved.add(conversationId)
        return true
      },
    },
    clock: createFakeClock(),
    log: createRecordingLog(),
    durably,
    signal: new AbortController().signal,
    mayRead: () => true,
    onChange: () => undefined,
    onProgress: () => undefined,
  })
  return { reader, saved }
}

it('saves threads that are read while the disk works in one commit', async () => {
  let commits = 0
  const { reader, saved } = setUp(200, async (work) => {
    commits += 1
    const value = work()
    for (let turn = 0; turn < 20; turn += 1) await new Promise((resolve) => setImmediate(resolve))
    return value
  })
  await reader.readAll()
  expect(saved.size).toBe(200)
  expect(commits).toBeLessThan(20)
})

it('reports a commit that failed to everyone who waits for it, and goes on with the next', async () => {
  let commits = 0
  const { reader, saved } = setUp(1, async (work) => {
    commits += 1
    if (commits === 1) throw new Error('the disk broke')
    return work()
  })
  const conversation = { conversationId: 'c0', conversationType: 'FROM_MEMBERS' as const }
  const client = { getConversation: async () => ({ total: 0, count: 0, step: 0, messages: [] }) }
  await expect(reader.read(client, conversation)).rejects.toThrow('the disk broke')
  await reader.read(client, conversation)
  expect(saved.size).toBe(1)
})

/** Production: nothing is sent before the seller agrees, and nothing at all while locked. */
import { afterEach, describe, expect, it } from 'vitest'
import { createTestHost, type TestHost } from './open-app.ts'
import { startPlatform } from './open-practice.ts'

const closing: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const close of closing.splice(0).toReversed()) await close()
})

/** Opens a signed-in production connection to the test's own platform. */
const openProduction = async () => {
  const platform = await startPlatform()
  closing.push(platform.stop)
  const host = createTestHost()
  closing.push(host.close)
  await host.start()
  const profile = {
    name: 'Real shop',
    kind: 'production',
    baseUrl: platform.url,
    oauth: { clientId: 'practice-client' },
  }
  const { id } = await host.ask<{ id: string }>('connection.create', { profile })
  await host.ask('connection.open', { id })
  await host.ask('connection.keepSecrets', { clientSecret: 'practice-secret', refreshToken: 'practice-refresh-token' })
  const writes = async (): Promise<number> => {
    const answer = await fetch(`${platform.url}/practice/status`)
    const { requests } = (await answer.json()) as { requests: readonly { method: string; path: string }[] }
    return requests.filter(({ method, path }) => method !== 'GET' && !path.includes('oauth') && !path.includes('token'))
      .length
  }
  return { host, writes }
}

type Thread = {
  readonly draft: { readonly revision: number } | null
  readonly outbox: readonly { readonly id: string; readonly state: string }[]
  readonly messages: readonly { readonly text: string | null }[]
  readonly buyerMessages: number
}

const threadWithMessages = async (host: TestHost): Promise<{ conversationId: string; thread: Thread }> => {
  let found: { conversationId: string; thread: Thread } | undefined
  await expect
    .poll(async () => {
      const { rows } = await host.ask<{ rows: readonly { conversationId: string }[] }>('messaging.conversations', {
        view: 'all',
      })
      const conversationId = rows.map((row) => row.conversationId).sort()[0]
      if (conversationId === undefined) return 0
      found = { conversationId, thread: await host.ask<Thread>('messaging.thread', { conversationId }) }
      return found.thread.messages.length
    })
    .toBeGreaterThan(0)
  if (found === undefined) throw new Error('no thread')
  return found
}

const writesOf = async (host: TestHost) =>
  (await host.ask<{ writes: { state: string; question: string } }>('connection.status')).writes

describe('production', () => {
  it('SEC-04 holds the first message until the seller agrees outside the window, and then sends it once', async () => {
    const { host, writes } = await openProduction()
    const answer = Promise.withResolvers<boolean>()
    host.answers.push(answer.promise)
    const { conversationId, thread } = await threadWithMessages(host)
    expect(await writesOf(host)).toEqual({ state: 'unconfirmed', question: 'none' })
    const target = { conversationId }
    const { revision } = await host.ask<{ revision: number }>('messaging.saveDraft', {
      target,
      content: { messageText: 'It leaves today.', messageMedia: [], reference: null, emailCopyToSender: false },
      revision: null,
      buyerMessagesSeen: thread.buyerMessages,
    })
    const { id } = await host.ask<{ id: string }>('messaging.send', { target, revision })
    await host.ask('outbound.sendNow', { ids: [id] })
    await expect.poll(() => writesOf(host)).toEqual({ state: 'unconfirmed', question: 'asking' })
    expect(host.questions).toMatchObject([
      { title: 'Send to your real shop?', text: expect.stringContaining('Real shop') },
    ])
    // The page can't answer for the seller.
    expect(await host.refusal('connection.allowWrites')).toMatchObject({ kind: 'conflict' })
    answer.resolve(false)
    await expect.poll(() => writesOf(host)).toEqual({ state: 'unconfirmed', question: 'declined' })
    const waiting = await host.ask<Thread>('messaging.thread', target)
    expect(waiting.outbox.map(({ state }) => state)).toEqual(['queued'])
    expect(await writes()).toBe(0)

    await host.ask('connection.allowWrites')
    await expect
      .poll(async () => {
        const now = await host.ask<Thread>('messaging.thread', target)
        return now.messages.filter(({ text }) => text === 'It leaves today.').length
      })
      .toBe(1)
    expect(await writes()).toBe(1)
    // Switching away and back is still the same run, so it doesn't ask again.
    const { connections } = await host.ask<{ connections: readonly { id: string; isOpen: boolean }[] }>(
      'connection.list',
    )
    const { id: production } = connections.find(({ isOpen }) => isOpen) ?? { id: 'none' }
    await host.ask('connection.open', { id: 'practice' })
    await host.ask('connection.open', { id: production })
    expect(await writesOf(host)).toEqual({ state: 'open', question: 'none' })
    // The next start will ask again.
    await host.start()
    expect(await writesOf(host)).toEqual({ state: 'unconfirmed', question: 'none' })
  })

  it('does not ask when a conversation is opened, and reports queued changes without asking', async () => {
    const { host, writes } = await openProduction()
    host.answers.push(new Promise(() => undefined))
    const { conversationId, thread } = await threadWithMessages(host)
    await host.ask('messaging.markRead', { conversationId })
    await expect
      .poll(async () => (await host.ask<{ entries: readonly unknown[] }>('outbound.list')).entries)
      .toMatchObject([{ kind: 'read', error: { kind: 'offline' } }])
    expect(await writesOf(host)).toEqual({ state: 'unconfirmed', question: 'none' })
    const target = { conversationId }
    const { revision } = await host.ask<{ revision: number }>('messaging.saveDraft', {
      target,
      content: { messageText: 'Left over.', messageMedia: [], reference: null, emailCopyToSender: false },
      revision: null,
      buyerMessagesSeen: thread.buyerMessages,
    })
    const { id } = await host.ask<{ id: string }>('messaging.send', { target, revision })
    // It asks at the action, while it can be undone, and not later, while the seller is typing.
    expect(await writesOf(host)).toEqual({ state: 'unconfirmed', question: 'asking' })
    await host.ask('outbound.sendNow', { ids: [id] })
    // The app ends with the message unsent. The next start shows a notice instead of asking.
    await host.start()
    await expect.poll(() => writesOf(host)).toEqual({ state: 'unconfirmed', question: 'waiting' })
    expect(await writes()).toBe(0)
  })

  it('counts and sends no change while the connection is locked, even after a restart; unlocking asks', async () => {
    const { host, writes } = await openProduction()
    await host.ask('connection.allowWrites')
    await host.ask('connection.lockWrites', { isReadOnly: true })
    expect(await writesOf(host)).toEqual({ state: 'readOnly', question: 'none' })
    const products = [{ externalProductId: '1', title: 'A lamp' }]
    await host.ask('mapping.start', { products, requestKey: 'one-act-of-a-test' })
    expect(await host.refusal('notifications.register', { events: ['FixedPriceTransaction'] })).toBeDefined()
    await host.start()
    expect(await writesOf(host)).toEqual({ state: 'readOnly', question: 'none' })
    host.answers.push(false)
    await host.ask('connection.lockWrites', { isReadOnly: false })
    expect(await writesOf(host)).toEqual({ state: 'readOnly', question: 'none' })
    await host.ask('connection.lockWrites', { isReadOnly: false })
    expect(await writesOf(host)).toEqual({ state: 'unconfirmed', question: 'none' })
    expect(await writes()).toBe(0)
  })
})

it('a changed undo time applies from the next message on', async () => {
  const { host } = await openProduction()
  const { conversationId, thread } = await threadWithMessages(host)
  const target = { conversationId }
  await host.ask('app.saveView', { key: 'messaging.undoSeconds', value: 60 })
  const { revision } = await host.ask<{ revision: number }>('messaging.saveDraft', {
    target,
    content: { messageText: 'In a minute.', messageMedia: [], reference: null, emailCopyToSender: false },
    revision: null,
    buyerMessagesSeen: thread.buyerMessages,
  })
  const beforeMs = Date.now()
  const { undoUntilMs } = await host.ask<{ undoUntilMs: number }>('messaging.send', { target, revision })
  expect(undoUntilMs).toBeGreaterThanOrEqual(beforeMs + 60_000)
  expect(undoUntilMs).toBeLessThanOrEqual(Date.now() + 60_000)
})

/** The inbox over real HTTP against a practice shop that masks texts, or lists threads from the oldest message on. */
import { afterEach, describe, expect, it } from 'vitest'
import { createUndiciSend } from '../../../main/http/undici-send.ts'
import { practiceCredentials } from '../../../main/practice/credentials.ts'
import { startPracticePlatform } from '../../../main/practice/platform.ts'
import type { FakeClock } from '../../support/fake-clock.ts'
import { waitFor } from '../../support/wait-for.ts'
import { practiceProfile } from '../../unit/messaging/fake-platform.ts'
import { createHarness } from '../../unit/messaging/messaging-harness.ts'

type Shown = { readonly messages: readonly { readonly from: string; readonly text: string }[] }

let close = async (): Promise<void> => undefined
afterEach(() => close())

const openInbox = async (questions: readonly string[]) => {
  let clock: FakeClock | undefined
  const platform = await startPracticePlatform({
    now: () => clock?.nowMs() ?? Date.UTC(2026, 10, 21, 9),
    conversations: 0,
    items: 0,
  })
  const wire = createUndiciSend({ origins: [platform.url] })
  close = async () => {
    await wire.close()
    await platform.stop()
  }
  const practice = async <T>(path: string, body?: object): Promise<T> => {
    const answer = await fetch(`${platform.url}/practice/${path}`, {
      method: body === undefined ? 'GET' : 'POST',
      headers: { 'content-type': 'application/json' },
      body: body === undefined ? null : JSON.stringify(body),
    })
    expect(answer.status).toBe(200)
    return (await answer.json()) as T
  }
  const { clientId, clientSecret, refreshToken } = practiceCredentials
  const granted = await fetch(practiceProfile.oauth.tokenUrl.replace(practiceProfile.baseUrl, platform.url), {
    method: 'POST',
    headers: {
      authorization: `Basic ${btoa(`${clientId}:${clientSecret}`)}`,
      'content-type': 'application/x-www-form-urlencoded',
    },
    body: new URLSearchParams({ grant_type: 'refresh_token', refresh_token: refreshToken }).toString(),
  })
  const { access_token: token } = (await granted.json()) as { access_token: string }

  let conversationId: string | undefined
  for (const text of questions) {
    const written = await practice<{ conversationId: string }>('messages', {
      text,
      ...(conversationId === undefined ? { username: 'anna' } : { conversationId }),
    })
    conversationId = written.conversationId
    await practice('clock', { advanceMs: 1_000 })
  }
  if (conversationId === undefined) throw new Error('nothing was asked')
  const target = { conversationId }
  const harness = await createHarness(
    (_, own) => {
      clock = own
    },
    {},
    undefined,
    (request) =>
      wire.send({
        ...request,
        url: request.url.replace(practiceProfile.baseUrl, platform.url),
        headers: { ...request.headers, authorization: `Bearer ${token}` },
      }),
  )
  const read = async () => {
    await harness.handlers().refreshThread(target)
    return harness.handlers().thread(target)
  }
  /** Advances the fake clock until `look` no longer throws. The answers in between need real time. */
  const until = (look: () => void | Promise<void>): Promise<void> =>
    waitFor(async () => {
      await harness.clock.advance(1_000)
      await look()
    })
  await until(async () => {
    const { rows } = await harness
      .handlers()
      .conversations({ view: 'all', itemId: null, otherParty: null, search: '', offset: 0, limit: 10 })
    expect(rows).toHaveLength(1)
  })
  return {
    harness,
    target,
    practice,
    read,
    until,
    /** The seller's texts in the conversation, as the platform stores them. */
    arrived: async () =>
      (await practice<Shown>(`conversations/${conversationId}`)).messages
        .filter(({ from }) => from === 'seller')
        .map(({ text }) => text),
  }
}

const reply = 'Write to shop@example.com'
const masked = 'Write to ***'

describe('a platform that masks texts', () => {
  it('MSG-13 shows a masked reply once, as sent', async () => {
    const { harness, target, practice, read, until, arrived } = await openInbox(['Where can I write to?'])
    await practice('faults', { operation: 'sendMessage', fault: 'maskText' })
    const id = await harness.send(reply, target)
    await until(() => expect(harness.stateOf(id)).toBe('sent'))
    await until(async () => expect((await read()).outbox).toEqual([]))
    expect((await read()).messages.map(({ text, writer }) => [writer, text])).toEqual([
      ['buyer', 'Where can I write to?'],
      ['seller', masked],
    ])
    expect(await arrived()).toEqual([masked])
  })

  it('MSG-13 leaves a masked reply whose answer was lost to the seller, and sends no second copy', async () => {
    const { harness, target, practice, until, arrived } = await openInbox(['Where can I write to?'])
    await practice('faults', { operation: 'sendMessage', fault: 'maskText' })
    await practice('faults', { operation: 'sendMessage', fault: 'dropAfterActing', count: 1 })
    const id = await harness.send(reply, target)
    await until(() => expect(harness.detailOf(id)).toMatchObject({ state: 'unknown', nextReadAtMs: null }))
    expect(await arrived()).toEqual([masked])
  })
})

describe('a platform that lists a thread oldest first', () => {
  const questions = Array.from({ length: 60 }, (_, index) => `Question ${index + 1}`)

  it('MSG-07 reads a thread of two pages in order', async () => {
    const { practice, read } = await openInbox(questions)
    await practice('faults', { operation: 'getConversation', fault: 'oldestFirst' })
    const { messages, conversation, freshness } = await read()
    expect(messages.map(({ text }) => text)).toEqual(questions)
    expect([conversation.preview, freshness.isOrderKnown, freshness.complete]).toEqual(['Question 60', true, true])
  })

  it('MSG-13 finds a reply whose answer was lost at its end, and sends no second copy', async () => {
    const { harness, target, practice, read, until, arrived } = await openInbox(questions)
    await practice('faults', { operation: 'getConversation', fault: 'oldestFirst' })
    await practice('faults', { operation: 'sendMessage', fault: 'dropAfterActing', count: 1 })
    const id = await harness.send('All of them', target)
    await until(() => expect(harness.stateOf(id)).toBe('sent'))
    const { messages, conversation } = await read()
    expect(messages.slice(-2).map(({ text }) => text)).toEqual(['Question 60', 'All of them'])
    expect(conversation.preview).toBe('All of them')
    expect(await arrived()).toEqual(['All of them'])
  })
})

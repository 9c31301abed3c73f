/** Archiving and read marks against messages that the seller hasn't seen, with a platform that sends only texts. */
import { describe, expect, it } from 'vitest'
import { responseFailure } from '../../../../main/http/failures.ts'
import { updateBatch } from '../../../../main/messaging/filing/bulk-update.ts'
import type { OutboundRow } from '../../../../main/outbound/kind.ts'
import { noErrors } from '../../../support/error-catalog.ts'
import { createRecordingLog } from '../../../support/recording-log.ts'
import { answer } from '../../http/fake-send.ts'
import { firstPage } from '../conversation-records.ts'
import { createHarness } from '../messaging-harness.ts'

type Harness = Awaited<ReturnType<typeof createHarness>>

const first = ({ platform }: Harness) => {
  const [conversation] = platform.conversations
  if (conversation === undefined) throw new Error('no conversation')
  return conversation
}
/** A conversation whose thread was never read. */
const openUnread = async (texts: readonly string[] = ['Is it blue?']) => {
  const harness = await createHarness((platform) => {
    platform.add({ texts, messageStatus: 'READ' })
    platform.threadStatus = 500
  })
  harness.platform.threadStatus = undefined
  return harness
}

describe('filing a conversation that was never read', () => {
  it.each(['archive', 'read'] as const)('OFF-02 does not %s a message that came meanwhile', async (action) => {
    const harness = await openUnread()
    harness.platform.say(first(harness), 'And is it heavy?', 'buyer')
    first(harness).messageStatus = 'UNREAD'
    await harness.handlers().file({ conversationIds: ['c1'], action })
    await harness.clock.advance(10_000)
    expect(first(harness).messageStatus).toBe('UNREAD')
  })

  it.each([
    ['archive', 'ARCHIVE'],
    ['read', 'READ'],
  ] as const)('MSG-14 %s goes out if nothing came, whatever the number of messages', async (action, status) => {
    const harness = await openUnread(['Hello', 'Is it blue?', 'Or red?'])
    first(harness).messageStatus = 'UNREAD'
    await harness.handlers().file({ conversationIds: ['c1'], action })
    await harness.clock.advance(10_000)
    expect(first(harness).messageStatus).toBe(status)
  })
})

describe('archiving a conversation that became unread', () => {
  it('OFF-02 reads the thread first, if the list shows nothing else of the message', async () => {
    const harness = await createHarness((platform) => void platform.add({ messageStatus: 'READ' }))
    await harness.handlers().refreshThread({ conversationId: 'c1' })
    await harness.clock.advance(60_000)
    // The same text once more: only the mark tells.
    harness.platform.say(first(harness), 'Is this still available', 'buyer')
    first(harness).messageStatus = 'UNREAD'
    await harness.handlers().file({ conversationIds: ['c1'], action: 'archive' })
    await harness.clock.advance(10_000)
    expect(first(harness).messageStatus).toBe('UNREAD')
  })
})

describe('filing just after the buyer wrote', () => {
  const cases = [
    ['archive', 'lists the newest message', false],
    ['archive', 'lists no messages', true],
    ['read', 'lists the newest message', false],
    ['read', 'lists no messages', true],
  ] as const

  it.each(cases)(
    'MSG-25 OFF-08 does not %s over a message that came after what the seller saw, on a platform that %s',
    async (action, _, listsNoMessages) => {
      const harness = await createHarness((platform) => {
        platform.listsNoMessages = listsNoMessages
        platform.add()
      })
      await harness.clock.advance(60_000)
      harness.platform.say(first(harness), 'It arrived broken', 'buyer')
      await harness.clock.advance(2_000)
      await harness.handlers().file({ conversationIds: ['c1'], action })
      await harness.clock.advance(10_000)
      expect(harness.bulkCalls()).toEqual([])
      const { rows } = await harness.handlers().conversations(firstPage)
      expect(rows).toMatchObject([{ conversationId: 'c1', unread: true, preview: 'It arrived broken' }])
    },
  )

  it.each(cases)(
    'MSG-25 %s goes out once the seller has seen it, on a platform that %s',
    async (action, _, listsNone) => {
      const harness = await createHarness((platform) => {
        platform.listsNoMessages = listsNone
        platform.add()
      })
      harness.platform.say(first(harness), 'It arrived broken', 'buyer')
      await harness.handlers().file({ conversationIds: ['c1'], action })
      await harness.clock.advance(10_000)
      await harness.handlers().file({ conversationIds: ['c1'], action })
      await harness.clock.advance(10_000)
      expect(first(harness).messageStatus).toBe(action === 'archive' ? 'ARCHIVE' : 'READ')
    },
  )

  it('MSG-25 does not archive a message that was read after the request, while the list is older', async () => {
    const harness = await createHarness()
    await harness.clock.advance(10_000)
    await harness.handlers().file({ conversationIds: ['c1'], action: 'archive' })
    harness.platform.say(first(harness), 'It arrived broken', 'buyer')
    await harness.handlers().refreshThread({ conversationId: 'c1' })
    await harness.clock.advance(10_000)
    expect(harness.bulkCalls()).toEqual([])
    const { messages } = await harness.handlers().thread({ conversationId: 'c1' })
    expect(messages.at(-1)?.text).toBe('It arrived broken')
  })

  it('MSG-25 archives a message that the seller saw in the list before its thread was read', async () => {
    const harness = await createHarness()
    harness.platform.threadStatus = 500
    harness.platform.say(first(harness), 'It arrived broken', 'buyer')
    await harness.clock.advance(31_000)
    harness.platform.threadStatus = undefined
    await harness.handlers().file({ conversationIds: ['c1'], action: 'archive' })
    await harness.clock.advance(10_000)
    expect(first(harness).messageStatus).toBe('ARCHIVE')
  })

  it('MSG-25 says why it did not archive', async () => {
    const harness = await createHarness()
    await harness.clock.advance(60_000)
    harness.platform.say(first(harness), 'It arrived broken', 'buyer')
    await harness.handlers().file({ conversationIds: ['c1'], action: 'archive' })
    await harness.clock.advance(10_000)
    expect(harness.outbound().list()).toMatchObject([
      { kind: 'archive', state: 'refused', error: { message: expect.stringMatching(/^Not archived: there is a new/) } },
    ])
  })

  it.each([
    ['archive', 'archived', false],
    ['read', 'unread', true],
  ] as const)('MSG-25 %s hides no message that came before its answer', async (action, field, expected) => {
    const harness = await createHarness()
    await harness.clock.advance(60_000)
    let arrive: () => void = () => undefined
    harness.platform.afterAnswer = ({ operation }) =>
      operation === 'bulkUpdateConversation' ? new Promise((resolve) => (arrive = resolve)) : undefined
    await harness.handlers().file({ conversationIds: ['c1'], action })
    await harness.clock.advance(1_000)
    harness.platform.say(first(harness), 'It arrived broken', 'buyer')
    first(harness).messageStatus = 'UNREAD'
    await harness.clock.advance(31_000)
    arrive()
    await harness.clock.advance(1_000)
    const { conversation } = await harness.handlers().thread({ conversationId: 'c1' })
    expect(conversation[field]).toBe(expected)
  })
})

describe('filing over a network that answers with its own page', () => {
  it('MSG-17 repeats the change, because sending it twice does no harm', async () => {
    const page = answer(200, '<!DOCTYPE html><html><body>Sign in to the hotel</body></html>', {
      'content-type': 'text/html',
    })
    const client = {
      bulkUpdateConversation: async () => Promise.reject(responseFailure('messages', page, noErrors)),
    }
    const payload = { conversationId: 'c1', conversationType: 'FROM_MEMBERS' } as const
    const row = { id: 'f1', payload } as unknown as OutboundRow<typeof payload, null>
    const batch = { rows: [{ row, ready: undefined }], leave: async () => [{ row, ready: undefined }] }
    const signal = new AbortController().signal
    const outcomes = await updateBatch({ client, log: createRecordingLog() }, batch, 'ARCHIVE', signal)
    expect(outcomes.get('f1')?.outcome).toBe('unknown')
  })
})

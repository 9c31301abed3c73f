/** Archiving and read marks against messages that the seller hasn't seen, with a platform that sends only texts. */
import { describe, expect, it } from 'vitest'
import { responseFailure } from '../../../../main/http/answers.ts'
import { updateBatch } from '../../../../main/messaging/filing/bulk-update.ts'
import { createRecordingLog } from '../../../support/recording-log.ts'
import { answer } from '../../http/fake-send.ts'
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

describe('filing over a network that answers with its own page', () => {
  it('MSG-17 repeats the change, because sending it twice does no harm', async () => {
    const page = answer(200, '<!DOCTYPE html><html><body>Sign in to the hotel</body></html>', {
      'content-type': 'text/html',
    })
    const client = {
      bulkUpdateConversation: async () => Promise.reject(responseFailure('messages', page, {})),
    }
    const conversation = { conversationId: 'c1', conversationType: 'FROM_MEMBERS' } as const
    const signal = new AbortController().signal
    const [outcome] = await updateBatch({ client, log: createRecordingLog() }, [conversation], 'ARCHIVE', signal)
    expect(outcome?.outcome).toBe('unknown')
  })
})

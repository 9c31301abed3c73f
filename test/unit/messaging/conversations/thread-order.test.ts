import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { findThreadOrder, listedText } from '../../../../main/messaging/conversations/thread-order.ts'
import { createHarness } from '../messaging-harness.ts'

const textOnly = (text: string) => ({ messageId: null, text, createdAtMs: null })
const nothing = { before: [], newest: null, sent: [] }

describe('the order of a thread', () => {
  it('MSG-07 is never wrong, however a thread without times grows', () => {
    const text = fc.constantFrom('Yes', 'No', 'Is it there?', 'Thanks', 'Blue')
    fc.assert(
      fc.property(
        fc.array(text, { maxLength: 8 }),
        fc.array(text, { maxLength: 4 }),
        fc.boolean(),
        (old, news, isNewestFirst) => {
          const list = (texts: readonly string[]) => (isNewestFirst ? texts.toReversed() : texts).map(textOnly)
          const found = findThreadOrder(list([...old, ...news]), { ...nothing, before: list(old).map(listedText) })
          expect([null, isNewestFirst ? 'newestFirst' : 'oldestFirst']).toContain(found)
        },
      ),
    )
  })

  it('MSG-07 is learned from two times', () => {
    const at = (createdAtMs: number | null) => ({ messageId: null, text: 'Hello', createdAtMs })
    expect(findThreadOrder([at(2), at(null), at(1)], nothing)).toBe('newestFirst')
    expect(findThreadOrder([at(1), at(1), at(2)], nothing)).toBe('oldestFirst')
    expect(findThreadOrder([at(1), at(null)], nothing)).toBeNull()
  })

  it('MSG-07 is learned from where the list’s newest message is, if that is an end', () => {
    const listed = ['Bye', 'And blue?', 'Hello'].map(textOnly)
    const find = (text: string) => findThreadOrder(listed, { ...nothing, newest: listedText(textOnly(text)) })
    expect(find('Bye')).toBe('newestFirst')
    expect(find('Hello')).toBe('oldestFirst')
    expect(find('And blue?')).toBeNull()
    expect(find('Something newer')).toBeNull()
  })

  it('MSG-07 is learned from two texts sent from here', () => {
    const listed = ['Bye', 'Second answer', 'And blue?', 'First answer'].map(textOnly)
    expect(findThreadOrder(listed, { ...nothing, sent: ['First answer', 'Second answer'] })).toBe('newestFirst')
    expect(findThreadOrder(listed, { ...nothing, sent: ['First answer'] })).toBeNull()
  })
})

describe('a platform that lists the newest message first, without times', () => {
  it('MSG-07 shows the thread oldest first, because the list’s newest message shows the order', async () => {
    const harness = await createHarness((platform) => {
      platform.newestFirst = true
      platform.add({ texts: ['First question', 'Second question'] })
    })
    const read = async () => {
      const thread = await harness.handlers().thread({ conversationId: 'c1' })
      return {
        texts: thread.messages.map(({ text }) => text),
        preview: thread.conversation.preview,
        isOrderKnown: thread.freshness.isOrderKnown,
      }
    }
    expect(await read()).toEqual({
      texts: ['First question', 'Second question'],
      preview: 'Second question',
      isOrderKnown: true,
    })
    await harness.send('Here is the answer')
    await harness.clock.advance(20_000)
    expect(await read()).toEqual({
      texts: ['First question', 'Second question', 'Here is the answer'],
      preview: 'Here is the answer',
      isOrderKnown: true,
    })
  })
})

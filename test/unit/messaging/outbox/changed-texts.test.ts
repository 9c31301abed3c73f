import { describe, expect, it } from 'vitest'
import { findChangedTexts } from '../../../../main/messaging/outbox/changed-texts.ts'
import { hasContactData } from '../../../../renderer/messaging/composer/contact-data.ts'
import { createHarness } from '../messaging-harness.ts'

const own = (key: string, text: string) => ({ key, text, writer: 'seller' as const })
const sent = 'See https://shop.example/cups or mail me@shop.example please'

describe('a message that arrived without part of its text', () => {
  it('FACT-88 is found beside what the seller wrote', () => {
    const messages = [{ key: 'q', text: 'Any cups?', writer: 'buyer' as const }, own('a', 'See  or mail  please')]
    expect([...findChangedTexts(messages, [sent])]).toEqual([['a', sent]])
  })

  it('FACT-88 is found where numbers are masked', () => {
    expect([...findChangedTexts([own('a', 'Call *** today')], ['Call 0170 1234 today'])]).toHaveLength(1)
  })

  it('FACT-88 is no message that arrived whole, was written elsewhere, or has other words', () => {
    expect(findChangedTexts([own('a', sent)], [sent]).size).toBe(0)
    expect(findChangedTexts([own('a', 'Yes, we have cups')], [sent]).size).toBe(0)
    expect(findChangedTexts([own('a', sent), own('b', 'See please')], [sent]).size).toBe(0)
    expect(findChangedTexts([{ ...own('a', 'See'), writer: 'buyer' }], [sent]).size).toBe(0)
  })

  it('FACT-88 shows in the thread once it is read again', async () => {
    const harness = await createHarness()
    harness.platform.rewrite = (text) => text.replaceAll(/https?:\S+/g, '')
    await harness.send('See https://shop.example/cups please')
    await harness.clock.advance(5 * 60_000)
    const { messages } = await harness.handlers().thread({ conversationId: 'c1' })
    expect(messages.at(-1)).toMatchObject({ text: 'See  please', sentText: 'See https://shop.example/cups please' })
  })

  it.each([
    ['https://shop.example', true],
    ['www.shop.example', true],
    ['me@shop.example', true],
    ['+49 170 1234567', true],
    ['It is 30 x 40 cm, for 1,000.50', false],
  ])('FACT-88 is warned about while writing: %s', (text, expected) => {
    expect(hasContactData(text)).toBe(expected)
  })
})

import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { emptyContent } from '../../../../shared/messaging/message-text.ts'
import { resolveText } from '../../../../shared/messaging/saved-reply.ts'
import { createHarness, UNDO_MS } from '../messaging-harness.ts'

const values = { buyer: 'anna', item: '4711', subject: null }
const ALL_MS = UNDO_MS + 60_000

describe('variables of a saved reply', () => {
  it.each([
    ['Hello {{buyer}}', 'Hello anna'],
    ['Hello {{ Buyer | there }}', 'Hello anna'],
    ['About {{subject|your question}}', 'About your question'],
    ['Empty {{subject|}}.', 'Empty .'],
    ['{{{buyer}}}', '{anna}'],
    ['{{buyer}}{{item}}', 'anna4711'],
    ['no braces { here }', 'no braces { here }'],
  ])('resolves %s', (typed, text) => {
    expect(resolveText(typed, values)).toMatchObject({ text, unresolved: [] })
  })

  it('names variables without a value, with their position', () => {
    const typed = 'Dear {{buyer}}, {{subject}} and {{size}}'
    const { unresolved } = resolveText(typed, values)
    expect(unresolved.map(({ placeholder, start, end }) => [placeholder, typed.slice(start, end)])).toEqual([
      ['{{subject}}', '{{subject}}'],
      ['{{size}}', '{{size}}'],
    ])
  })

  it('leaves an unknown variable unresolved despite its fallback, since its name may be misspelt', () => {
    expect(resolveText('{{buyr|there}}', values).unresolved).toHaveLength(1)
  })

  it('never expands variables within a value, and never lets them pass', () => {
    expect(resolveText('Hello {{buyer}}', { ...values, buyer: '{{item}}' }).unresolved).toHaveLength(1)
  })

  it('reports for every text either no {{…}} or the unresolved variables', () => {
    const piece = fc.oneof(fc.constantFrom('{{', '}}', '{', '}', '|', 'buyer', 'size', '\n', ' '), fc.string())
    fc.assert(
      fc.property(
        fc.array(piece).map((pieces) => pieces.join('')),
        fc.string(),
        (typed, buyer) => {
          const { text, unresolved } = resolveText(typed, { ...values, buyer })
          expect(unresolved.length > 0).toBe(/\{\{[\s\S]*?\}\}/u.test(text))
        },
      ),
    )
  })
})

describe('a sent saved reply', () => {
  it('is the resolved text', async () => {
    const harness = await createHarness()
    await harness.send('Hello {{buyer|there}}, item {{item|in question}}')
    await harness.clock.advance(ALL_MS)
    expect(harness.platform.arrived('c1')).toEqual(['Hello buyer1, item in question'])
  })

  it('names the item by its title, also that of a listing linked to the message', async () => {
    const harness = await createHarness(undefined, { itemTitle: (id) => (id === '4711' ? 'Kestrel 35' : null) })
    const content = { ...emptyContent, messageText: 'About {{item}}' }
    const reference = { referenceId: '4711', referenceType: 'LISTING' as const }
    const target = { conversationId: 'c1' }
    const saved = { target, content: { ...content, reference }, revision: null, buyerMessagesSeen: 1 }
    const { revision } = await harness.handlers().saveDraft(saved)
    await harness.handlers().send({ target, revision: revision ?? 0 })
    await harness.clock.advance(ALL_MS)
    expect(harness.platform.arrived('c1')).toEqual(['About Kestrel 35'])
  })

  it('never contains {{…}}: such a text stays a draft', async () => {
    const harness = await createHarness()
    await expect(harness.send('Your {{size}} is on its way')).rejects.toMatchObject({ detail: { kind: 'validation' } })
    expect(await harness.draftText()).toBe('Your {{size}} is on its way')
    expect(harness.outbound().list()).toEqual([])
  })

  it('contains no {{…}} in any request, whatever the text or the buyer', async () => {
    const piece = fc.constantFrom(
      '{{buyer}}',
      '{{buyer|there}}',
      '{{item|}}',
      '{{size}}',
      '{{',
      '}}',
      '{',
      ' ',
      'Hello',
    )
    const name = fc.constantFrom('anna', '{{item}}', '{{', 'a}}')
    const seen = { sent: 0, refused: 0, resolved: 0 }
    await fc.assert(
      fc.asyncProperty(fc.array(piece, { minLength: 1, maxLength: 6 }), name, async (pieces, buyer) => {
        const harness = await createHarness((platform) => void platform.add({ buyer }))
        const typed = pieces.join('')
        const isTaken = await harness.send(typed).then(
          () => true,
          () => false,
        )
        await harness.clock.advance(15_000)
        const texts = harness.platform.sends().map(({ body }) => JSON.parse(body ?? '{}').messageText as string)
        // Accepted messages are sent, and refused ones stay drafts.
        expect(texts).toHaveLength(isTaken ? 1 : 0)
        if (!isTaken && typed.trim() !== '') expect(await harness.draftText()).toBe(typed)
        for (const text of texts) expect(text).not.toMatch(/\{\{[\s\S]*?\}\}/)
        if (texts.length === 0) seen.refused += 1
        else seen.sent += 1
        if (texts.length > 0 && typed.includes('{{buyer')) seen.resolved += 1
      }),
      {
        numRuns: 60,
        examples: [
          [['{{buyer}}'], 'anna'],
          [['{{size}}'], 'anna'],
          [['{{buyer}}'], '{{item}}'],
        ],
      },
    )
    // Shows that the property isn't vacuous: some were sent with a variable filled in, and some were not sent.
    expect(Math.min(seen.sent, seen.refused, seen.resolved)).toBeGreaterThan(0)
  })

  it('can be created from a sent message, and used in another conversation', async () => {
    const harness = await createHarness((platform) => {
      platform.add()
      platform.add()
    })
    await harness.send('It ships on Monday')
    await harness.clock.advance(15_000)
    const { messages } = await harness.handlers().thread({ conversationId: 'c1' })
    const sent = messages.find(({ writer }) => writer === 'seller')
    await harness.handlers().saveReply({ id: null, name: 'Monday', text: sent?.text ?? '', language: null })
    const { replies } = await harness.handlers().savedReplies({})
    await harness.send(replies[0]?.text ?? '', { conversationId: 'c3' })
    await harness.clock.advance(15_000)
    expect(harness.platform.arrived('c3')).toEqual(['It ships on Monday'])
  })

  it('MSG-09 is counted as sent: 2,000 with the name pass, 2,001 do not', async () => {
    const harness = await createHarness()
    const name = 'buyer1'
    await expect(harness.send(`${'🦊'.repeat(2001 - name.length)}{{buyer}}`)).rejects.toMatchObject({
      detail: { kind: 'validation' },
    })
    await harness.send(`${'🦊'.repeat(2000 - name.length)}{{buyer}}`)
    await harness.clock.advance(ALL_MS)
    expect([...(harness.platform.arrived('c1')[0] ?? '')]).toHaveLength(2000)
  })
})

describe('saved replies', () => {
  it('are saved, changed, listed by name and deleted', async () => {
    const harness = await createHarness()
    const handlers = harness.handlers()
    const { id } = await handlers.saveReply({ id: null, name: 'Shipping', text: 'Dear {{buyer}}', language: null })
    await handlers.saveReply({ id: null, name: 'And returns', text: 'Send it back', language: null })
    await handlers.saveReply({ id, name: 'Shipping', text: 'Hello {{buyer}}', language: null })
    const listed = async () => (await handlers.savedReplies({})).replies.map(({ name, text }) => [name, text])
    expect(await listed()).toEqual([
      ['And returns', 'Send it back'],
      ['Shipping', 'Hello {{buyer}}'],
    ])
    expect(() => handlers.saveReply({ id: null, name: 'shipping', text: 'x', language: null })).toThrow(
      'named “shipping” already exists',
    )
    expect(() => handlers.saveReply({ id: null, name: 'x', text: ' ', language: null })).toThrow('has no text')
    await handlers.saveReply({ id, name: 'Versand', text: 'Hallo {{buyer}}', language: 'de' })
    expect((await handlers.savedReplies({})).replies.map(({ language }) => language)).toEqual([null, 'de'])
    await handlers.deleteReply({ id })
    expect(await listed()).toHaveLength(1)
  })
})

describe('new messages', () => {
  it('keep one draft per person, and list them', async () => {
    const harness = await createHarness()
    await harness.write('To anna', { otherPartyUsername: 'anna' })
    await harness.write('To tom', { otherPartyUsername: 'tom' })
    const { drafts } = await harness.handlers().newDrafts({})
    expect(drafts.map(({ content }) => content.messageText).toSorted()).toEqual(['To anna', 'To tom'])
    expect((await harness.handlers().newMessage({ otherPartyUsername: 'anna' })).draft?.content.messageText).toBe(
      'To anna',
    )
  })
})

describe('the same text to the same buyer', () => {
  it('is reported within ten minutes in any conversation, but not refused', async () => {
    const harness = await createHarness((platform) => {
      platform.add({ buyer: 'anna' })
      platform.add({ buyer: 'anna' })
      platform.add({ buyer: 'tom' })
    })
    const [, second, other] = harness.platform.conversations.map(({ conversationId }) => conversationId)
    await harness.send('Sent  today')
    const ask = async (conversationId = '', messageText = 'Sent today') =>
      (await harness.handlers().sentRecently({ target: { conversationId }, messageText })).atMs
    expect(await ask('c1')).not.toBeNull()
    expect(await ask(second)).not.toBeNull()
    expect(await ask(other)).toBeNull()
    expect(await ask('c1', 'Sent tomorrow')).toBeNull()
    await harness.send('Sent today')
    await harness.clock.advance(11 * 60_000)
    expect(await ask('c1')).toBeNull()
  })

  it('is reported however long the first one waits, and for ten minutes after it was sent', async () => {
    const harness = await createHarness()
    const ask = async () =>
      (await harness.handlers().sentRecently({ target: { conversationId: 'c1' }, messageText: 'Sent today' })).atMs
    await harness.setAway(true)
    await harness.send('Sent today')
    await harness.clock.advance(60 * 60_000)
    expect(await ask()).not.toBeNull()
    await harness.setAway(false)
    await harness.clock.advance(60_000)
    expect(harness.platform.arrived('c1')).toEqual(['Sent today'])
    expect(await ask()).not.toBeNull()
    await harness.clock.advance(10 * 60_000)
    expect(await ask()).toBeNull()
  })

  it('is not reported where a message has no text, because its attachments may be others', async () => {
    const harness = await createHarness()
    const [conversation] = harness.platform.conversations
    if (conversation !== undefined) harness.platform.say(conversation, '', 'seller', harness.clock.nowMs())
    await harness.handlers().refreshThread({ conversationId: 'c1' })
    const { atMs } = await harness.handlers().sentRecently({ target: { conversationId: 'c1' }, messageText: '' })
    expect(atMs).toBeNull()
  })

  it('is not reported once withdrawn', async () => {
    const harness = await createHarness()
    const id = await harness.send('Sent today')
    harness.outbound().withdraw(id)
    expect(
      (await harness.handlers().sentRecently({ target: { conversationId: 'c1' }, messageText: 'Sent today' })).atMs,
    ).toBeNull()
  })
})

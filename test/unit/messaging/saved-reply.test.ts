import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { emptyContent } from '../../../shared/messaging/message-text.ts'
import { hasPlaceholder, resolveText } from '../../../shared/messaging/saved-reply.ts'
import { createHarness, UNDO_MS } from './messaging-harness.ts'

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

  it('says once of each variable what goes out in its place', () => {
    const { filled } = resolveText('{{buyer}}, {{subject|your question}}: {{subject|}} {{size}} {{buyer}}', values)
    expect(filled).toEqual([
      { placeholder: '{{buyer}}', value: 'anna' },
      { placeholder: '{{subject|your question}}', value: 'your question' },
      { placeholder: '{{subject|}}', value: '' },
    ])
  })

  it('names what stands for nothing, with its place', () => {
    const typed = 'Dear {{buyer}}, {{subject}} and {{size}}'
    const { unresolved } = resolveText(typed, values)
    expect(unresolved.map(({ placeholder, start, end }) => [placeholder, typed.slice(start, end)])).toEqual([
      ['{{subject}}', '{{subject}}'],
      ['{{size}}', '{{size}}'],
    ])
  })

  it('takes a fallback for a variable it does not know as unresolved: it may be a misspelt name', () => {
    expect(resolveText('{{buyr|there}}', values).unresolved).toHaveLength(1)
  })

  it('never reads a value for variables, and never lets it pass', () => {
    expect(resolveText('Hello {{buyer}}', { ...values, buyer: '{{item}}' }).unresolved).toHaveLength(1)
  })

  it('says of every text either that it is free of {{…}} or what is in the way', () => {
    const piece = fc.oneof(fc.constantFrom('{{', '}}', '{', '}', '|', 'buyer', 'size', '\n', ' '), fc.string())
    fc.assert(
      fc.property(
        fc.array(piece).map((pieces) => pieces.join('')),
        fc.string(),
        (typed, buyer) => {
          const { text, unresolved } = resolveText(typed, { ...values, buyer })
          expect(unresolved.length > 0).toBe(hasPlaceholder(text))
        },
      ),
    )
  })
})

describe('what leaves', () => {
  it('is the resolved text', async () => {
    const desk = await createHarness()
    await desk.send('Hello {{buyer|there}}, item {{item|in question}}')
    await desk.clock.advance(ALL_MS)
    expect(desk.platform.arrived('c1')).toEqual(['Hello buyer1, item in question'])
  })

  it('is never a text with {{…}}: it does not enter the outbox, and the draft stays', async () => {
    const desk = await createHarness()
    await expect(desk.send('Your {{size}} is on its way')).rejects.toMatchObject({ detail: { kind: 'validation' } })
    expect(await desk.draftText()).toBe('Your {{size}} is on its way')
    expect((await desk.handlers().outbox({})).entries).toEqual([])
  })

  it('holds no {{…}} in any request, whatever was typed, whoever the buyer is', async () => {
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
        const desk = await createHarness((platform) => void platform.add({ buyer }))
        const typed = pieces.join('')
        const isTaken = await desk.send(typed).then(
          () => true,
          () => false,
        )
        await desk.clock.advance(15_000)
        const texts = desk.platform.sends().map(({ body }) => JSON.parse(body ?? '{}').messageText as string)
        // What was taken leaves, and what was refused is a draft still.
        expect(texts).toHaveLength(isTaken ? 1 : 0)
        if (!isTaken && typed.trim() !== '') expect(await desk.draftText()).toBe(typed)
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
    // The property is about something: some left with a variable resolved, and some did not leave.
    expect(Math.min(seen.sent, seen.refused, seen.resolved)).toBeGreaterThan(0)
  })

  it('can be made of a message that was sent, and used in another conversation', async () => {
    const desk = await createHarness((platform) => {
      platform.add()
      platform.add()
    })
    await desk.send('It ships on Monday')
    await desk.clock.advance(15_000)
    const { messages } = await desk.handlers().thread({ conversationId: 'c1' })
    const sent = messages.find(({ writer }) => writer === 'seller')
    await desk.handlers().keepReply({ id: null, name: 'Monday', text: sent?.text ?? '' })
    const { replies } = await desk.handlers().savedReplies({})
    await desk.send(replies[0]?.text ?? '', { conversationId: 'c3' })
    await desk.clock.advance(15_000)
    expect(desk.platform.arrived('c3')).toEqual(['It ships on Monday'])
  })

  it('is never a text with {{…}}, even from a row that holds one', async () => {
    const desk = await createHarness()
    const id = await desk.send('Fine')
    desk.database.run('UPDATE outbox SET content = ? WHERE id = ?', [
      JSON.stringify({ ...emptyContent, messageText: 'Hello {{buyer}}' }),
      id,
    ])
    await desk.clock.advance(ALL_MS)
    expect(desk.stateOf(id)).toBe('rejected')
    expect(desk.platform.sends()).toEqual([])
  })

  it('MSG-09 is counted as it leaves: 2,000 with the name pass, 2,001 do not', async () => {
    const desk = await createHarness()
    const name = 'buyer1'
    await expect(desk.send(`${'🦊'.repeat(2001 - name.length)}{{buyer}}`)).rejects.toMatchObject({
      detail: { kind: 'validation' },
    })
    await desk.send(`${'🦊'.repeat(2000 - name.length)}{{buyer}}`)
    await desk.clock.advance(ALL_MS)
    expect([...(desk.platform.arrived('c1')[0] ?? '')]).toHaveLength(2000)
  })
})

describe('saved replies', () => {
  it('are kept, changed, listed by name and deleted', async () => {
    const desk = await createHarness()
    const handlers = desk.handlers()
    const { id } = await handlers.keepReply({ id: null, name: 'Shipping', text: 'Dear {{buyer}}' })
    await handlers.keepReply({ id: null, name: 'And returns', text: 'Send it back' })
    await handlers.keepReply({ id, name: 'Shipping', text: 'Hello {{buyer}}' })
    const listed = async () => (await handlers.savedReplies({})).replies.map(({ name, text }) => [name, text])
    expect(await listed()).toEqual([
      ['And returns', 'Send it back'],
      ['Shipping', 'Hello {{buyer}}'],
    ])
    expect(() => handlers.keepReply({ id: null, name: 'shipping', text: 'x' })).toThrow('named "shipping" already')
    expect(() => handlers.keepReply({ id: null, name: 'x', text: ' ' })).toThrow('has no text')
    await handlers.deleteReply({ id })
    expect(await listed()).toHaveLength(1)
  })
})

describe('new messages', () => {
  it('keep one draft per person, and list them', async () => {
    const desk = await createHarness()
    await desk.write('To anna', { otherPartyUsername: 'anna' })
    await desk.write('To tom', { otherPartyUsername: 'tom' })
    const { drafts } = await desk.handlers().newDrafts({})
    expect(drafts.map(({ content }) => content.messageText).toSorted()).toEqual(['To anna', 'To tom'])
    expect((await desk.handlers().newMessage({ otherPartyUsername: 'anna' })).draft?.content.messageText).toBe(
      'To anna',
    )
  })
})

describe('the same text to the same buyer', () => {
  it('is told within ten minutes, in whatever conversation, and is not refused', async () => {
    const desk = await createHarness((platform) => {
      platform.add({ buyer: 'anna' })
      platform.add({ buyer: 'anna' })
      platform.add({ buyer: 'tom' })
    })
    const [, second, other] = desk.platform.conversations.map(({ conversationId }) => conversationId)
    await desk.send('Sent  today')
    const ask = async (conversationId = '', messageText = 'Sent today') =>
      (await desk.handlers().sentRecently({ target: { conversationId }, messageText })).atMs
    expect(await ask('c1')).not.toBeNull()
    expect(await ask(second)).not.toBeNull()
    expect(await ask(other)).toBeNull()
    expect(await ask('c1', 'Sent tomorrow')).toBeNull()
    await desk.send('Sent today')
    await desk.clock.advance(10 * 60_000 + 1)
    expect(await ask('c1')).toBeNull()
  })

  it('is not told of what was taken back', async () => {
    const desk = await createHarness()
    const id = await desk.send('Sent today')
    await desk.handlers().takeBack({ id })
    expect(
      (await desk.handlers().sentRecently({ target: { conversationId: 'c1' }, messageText: 'Sent today' })).atMs,
    ).toBeNull()
  })
})

/**
 * Random histories with a platform that sends only texts, lists in any order, masks, answers late, and is written to by others: no
 * news is hidden, nothing is archived or deleted over unseen news, and nothing is sent twice.
 */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { isLong } from '../../reliability/long.ts'
import { firstPage } from './conversation-records.ts'
import type { SendEnding } from './fake-platform.ts'
import { createHarness } from './messaging-harness.ts'

const MINUTE_MS = 60_000
const COUNT = 3
const RUNS = isLong ? 300 : 12

const which = fc.nat(COUNT - 1)
const step = fc.oneof(
  fc.record({
    kind: fc.constant('buyer' as const),
    at: which,
    text: fc.constantFrom('Hello?', 'Is it blue?', 'Call 0170'),
  }),
  fc.record({ kind: fc.constant('elsewhere' as const), at: which }),
  fc.record({
    kind: fc.constant('reply' as const),
    at: which,
    ending: fc.constantFrom<SendEnding>(
      'answered',
      'droppedAfterActing',
      'droppedBeforeActing',
      'droppedActingLater',
      'status429',
      'refusedConnection',
    ),
  }),
  fc.record({
    kind: fc.constant('file' as const),
    at: which,
    action: fc.constantFrom('archive' as const, 'read' as const, 'unread' as const, 'active' as const),
  }),
  fc.record({ kind: fc.constant('delete' as const), at: which }),
  fc.record({ kind: fc.constant('snooze' as const), at: which }),
  fc.record({ kind: fc.constant('open' as const), at: which }),
  fc.record({ kind: fc.constant('wait' as const), ms: fc.constantFrom(500, 5_000, 20_000, 40_000, 90_000) }),
  fc.record({ kind: fc.constantFrom('masks' as const, 'turns' as const, 'late' as const, 'away' as const) }),
)

/** What the seller tries may be refused. */
const attempt = async (act: () => unknown): Promise<void> => {
  try {
    await act()
  } catch {
    // The seller sees the reason.
  }
}

describe('a platform that sends only texts', () => {
  it('MSG-24 MSG-25 MSG-13 MSG-16 hides no news, acts over none, and sends nothing twice, in any history, whether lists carry messages or not', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.boolean(),
        fc.boolean(),
        fc.array(step, { maxLength: 25 }),
        async (newestFirst, listsNoMessages, steps) => {
          const harness = await createHarness((platform) => {
            platform.listsNoMessages = listsNoMessages
            platform.newestFirst = newestFirst
            for (let index = 0; index < COUNT; index += 1) platform.add({ conversationId: `c${index}` })
          })
          const { platform, clock } = harness
          const faults: string[] = []
          const find = (id: string) => platform.conversations.find(({ conversationId }) => conversationId === id)
          const countBuyer = (id: string) => find(id)?.messages.filter(({ from }) => from === 'buyer').length ?? 0
          /** The buyer's messages that the seller could see when acting last. */
          const seen = new Map<string, number>()
          const see = async (id: string) => {
            const { buyerMessages } = await harness.handlers().thread({ conversationId: id })
            seen.set(id, buyerMessages ?? countBuyer(id))
          }
          platform.beforeAnswer = ({ operation, body = '{}' }) => {
            if (operation !== 'bulkUpdateConversation') return
            const { conversations } = JSON.parse(body) as {
              conversations: { conversationId: string; conversationStatus: string }[]
            }
            for (const { conversationId, conversationStatus } of conversations) {
              const isOver = countBuyer(conversationId) > (seen.get(conversationId) ?? 0)
              if (isOver && ['ARCHIVE', 'DELETE'].includes(conversationStatus))
                faults.push(`${conversationStatus} of ${conversationId} over a message that was not seen`)
            }
          }
          let replies = 0
          for (const one of steps) {
            const id = 'at' in one ? `c${one.at}` : ''
            const conversation = find(id)
            if ('at' in one && conversation === undefined) continue
            switch (one.kind) {
              case 'buyer':
                if (conversation === undefined) break
                platform.say(conversation, one.text, 'buyer')
                conversation.messageStatus = 'UNREAD'
                conversation.unanswered = true
                break
              case 'elsewhere':
                if (conversation === undefined) break
                replies += 1
                platform.say(conversation, `Written elsewhere ${replies}`, 'seller')
                conversation.unanswered = false
                // Who answers elsewhere has seen there what the buyer wrote.
                seen.set(id, countBuyer(id))
                break
              case 'reply':
                replies += 1
                platform.endings = [one.ending, 'answered']
                await attempt(() => harness.send(`Reply number ${replies}, 0170`, { conversationId: id }))
                break
              case 'file':
                await see(id)
                await harness.handlers().file({ conversationIds: [id], action: one.action })
                break
              case 'delete':
                await see(id)
                await attempt(() => harness.deleteShown([id]))
                break
              case 'snooze':
                await harness.handlers().snooze({ conversationIds: [id], untilMs: clock.nowMs() + 86_400_000 })
                break
              case 'open':
                await attempt(() => harness.handlers().refreshThread({ conversationId: id }))
                break
              case 'wait':
                await clock.advance(one.ms)
                break
              case 'masks':
                platform.rewrite = (text) => text.replaceAll(/\d{4}/g, '****')
                break
              case 'turns':
                platform.newestFirst = !platform.newestFirst
                break
              case 'late':
                for (const act of platform.late.splice(0)) act()
                break
              case 'away':
                await harness.setAway(!platform.away)
                break
            }
          }
          if (platform.away) await harness.setAway(false)
          await clock.advance(2 * MINUTE_MS)
          for (const conversation of [...platform.conversations]) {
            platform.say(conversation, `News for ${conversation.conversationId}`, 'buyer')
            conversation.messageStatus = 'UNREAD'
          }
          await clock.advance(6 * MINUTE_MS)
          expect(faults).toEqual([])
          expect(platform.carriedOut.length).toBe(new Set(platform.carriedOut).size)
          const { rows } = await harness.handlers().conversations(firstPage)
          const shown = new Map(rows.map(({ conversationId, preview }) => [conversationId, preview]))
          for (const { conversationId } of platform.conversations)
            expect(shown.get(conversationId)).toBe(`News for ${conversationId}`)
        },
      ),
      { numRuns: RUNS },
    )
  })
})

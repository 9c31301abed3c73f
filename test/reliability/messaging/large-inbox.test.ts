/** The first hour with a shop of three times the design's scale (ten in the long form), on a platform that allows few calls a day (OFF-02, PLT-38). */
import { expect, it } from 'vitest'
import { firstPage } from '../../unit/messaging/conversation-records.ts'
import { createHarness } from '../../unit/messaging/messaging-harness.ts'
import { isLong } from '../long.ts'

const MINUTE_MS = 60_000
const CALLS_A_DAY = isLong ? 2_000 : 600
const [INBOX, ARCHIVED] = isLong ? [7_000, 93_000] : [2_100, 27_900]

it(`OFF-02 a seller who signs in at nine can answer who waits at five past, with ${INBOX + ARCHIVED} conversations and ${CALLS_A_DAY} calls a day`, {
  timeout: 600_000,
}, async () => {
  const waiting: string[] = []
  const harness = await createHarness(
    (platform, clock) => {
      for (let index = 0; index < INBOX + ARCHIVED; index += 1) {
        const isWaiting = index < INBOX && index % 100 === 0
        const { conversationId } = platform.add({
          texts: ['Is it blue?'],
          createdAtMs: Date.UTC(2026, 10, 1) - index * MINUTE_MS,
          messageStatus: index < INBOX ? 'READ' : 'ARCHIVE',
          unanswered: isWaiting,
        })
        if (isWaiting) waiting.push(conversationId)
      }
      platform.dailyCap = { calls: CALLS_A_DAY, nowMs: clock.nowMs }
    },
    {},
    { perDay: CALLS_A_DAY, source: 'unknown' },
  )
  await harness.clock.advance(5 * MINUTE_MS)
  const { rows } = await harness.handlers().conversations({ ...firstPage, view: 'unanswered' })
  expect(rows.map(({ conversationId }) => conversationId).toSorted()).toEqual(waiting.toSorted())
  expect((await harness.handlers().sync({})).isWaitingKnown).toBe(true)
  expect((await harness.handlers().conversations(firstPage)).total).toBe(INBOX)

  const [conversationId = ''] = waiting
  await harness.handlers().refreshThread({ conversationId })
  const id = await harness.send('Yes, blue', { conversationId })
  await harness.clock.advance(15_000)
  expect(harness.stateOf(id)).toBe('sent')

  const text = 'And is it still there?'
  const [first] = harness.platform.conversations
  if (first === undefined) throw new Error('no conversation')
  await harness.clock.advance(60 * MINUTE_MS)
  harness.platform.say(first, text, 'buyer', harness.clock.nowMs())
  await harness.clock.advance(20 * MINUTE_MS)
  expect((await harness.handlers().conversations(firstPage)).rows.map(({ preview }) => preview)).toContain(text)
  expect(harness.platform.overCap).toBe(0)
})

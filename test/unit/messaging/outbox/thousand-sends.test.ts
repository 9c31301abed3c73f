/** A thousand sends whose connections all drop, checked against what the platform received. */
import { describe, expect, it } from 'vitest'
import { createHarness, UNDO_MS } from '../messaging-harness.ts'

const CONVERSATIONS = 100
const EACH = 10
/** Undo time, ten sends one after the other, and for each every reading of its thread. */
const ALL_MS = EACH * (UNDO_MS + 60_000)

/** Every third text repeats, so that counting must decide and not finding. */
const replyText = (turn: number): string => (turn % 3 === 0 ? 'Yes, it is.' : `Answer ${turn}`)

const thousand = async (ending: 'droppedAfterActing' | 'droppedBeforeActing') => {
  const harness = await createHarness((platform) => {
    for (let index = 0; index < CONVERSATIONS; index += 1) platform.add({ texts: [] })
  })
  harness.platform.endings = [ending]
  const ids = harness.platform.conversations.map(({ conversationId }) => conversationId)
  const sent: string[] = []
  for (let turn = 0; turn < EACH; turn += 1) {
    for (const conversationId of ids) sent.push(await harness.send(replyText(turn), { conversationId }))
  }
  await harness.clock.advance(ALL_MS)
  return { harness, ids, sent }
}

const expected = Array.from({ length: EACH }, (_, turn) => replyText(turn))

describe('a thousand sends', () => {
  it('MSG-13 dropped after the platform acted: none is sent twice, all end as sent', {
    timeout: 60_000,
  }, async () => {
    const { harness, ids, sent } = await thousand('droppedAfterActing')
    expect(sent).toHaveLength(1_000)
    expect(new Set(sent.map(harness.stateOf))).toEqual(new Set(['sent']))
    expect(new Set(sent.map((id) => harness.detailOf(id).known))).toEqual(new Set(['reading']))
    for (const id of ids) expect(harness.platform.arrived(id)).toEqual(expected)
    expect(harness.platform.sends()).toHaveLength(1_000)
  })

  it('MSG-13 dropped before the platform acted: none is reported as sent', { timeout: 60_000 }, async () => {
    const { harness, ids, sent } = await thousand('droppedBeforeActing')
    expect(new Set(sent.map(harness.stateOf))).toEqual(new Set(['notFound']))
    for (const id of ids) expect(harness.platform.arrived(id)).toEqual([])
    expect(harness.platform.sends()).toHaveLength(1_000)
  })
})

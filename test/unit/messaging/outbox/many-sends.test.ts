/** A hundred sends (a thousand in the long form) whose connections all drop, checked against what the platform received. */
import { describe, expect, it } from 'vitest'
import { isLong } from '../../../reliability/long.ts'
import { createHarness, UNDO_MS } from '../messaging-harness.ts'

const CONVERSATIONS = isLong ? 100 : 10
const EACH = 10
const ALL = CONVERSATIONS * EACH
/** Covers the undo time and ten sends in sequence, each with every read of its thread. */
const ALL_MS = EACH * (UNDO_MS + 60_000)

/** Every third text repeats, so that the number of copies decides. */
const replyText = (turn: number): string => (turn % 3 === 0 ? 'Yes, it is.' : `Answer ${turn}`)

const sendMany = async (ending: 'droppedAfterActing' | 'droppedBeforeActing') => {
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

describe('many sends whose connections drop', () => {
  it('MSG-13 dropped after the platform acted: none is sent twice, all end as sent', async () => {
    const { harness, ids, sent } = await sendMany('droppedAfterActing')
    expect(sent).toHaveLength(ALL)
    expect(new Set(sent.map(harness.stateOf))).toEqual(new Set(['sent']))
    expect(new Set(sent.map((id) => harness.detailOf(id).known))).toEqual(new Set(['reading']))
    for (const id of ids) expect(harness.platform.arrived(id)).toEqual(expected)
    expect(harness.platform.sends()).toHaveLength(ALL)
  })

  it('MSG-13 dropped before the platform acted: none is reported as sent', async () => {
    const { harness, ids, sent } = await sendMany('droppedBeforeActing')
    expect(new Set(sent.map(harness.stateOf))).toEqual(new Set(['notFound']))
    for (const id of ids) expect(harness.platform.arrived(id)).toEqual([])
    expect(harness.platform.sends()).toHaveLength(ALL)
  })
})

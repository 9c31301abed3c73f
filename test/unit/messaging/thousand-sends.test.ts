/** A thousand sends on a line that drops each of them, over a platform that knows the truth. */
import { describe, expect, it } from 'vitest'
import { createHarness, UNDO_MS } from './messaging-harness.ts'

const CONVERSATIONS = 100
const EACH = 10
/** Undo time, ten sends one after the other, and for each every reading of its thread. */
const ALL_MS = EACH * (UNDO_MS + 60_000)

/** Every third text is the same as another of its conversation, so that counting and not finding must tell. */
const textOf = (turn: number): string => (turn % 3 === 0 ? 'Yes, it is.' : `Answer ${turn}`)

const thousand = async (ending: 'droppedAfterActing' | 'droppedBeforeActing') => {
  const desk = await createHarness((platform) => {
    for (let index = 0; index < CONVERSATIONS; index += 1) platform.add({ texts: [] })
  })
  desk.platform.endings = [ending]
  const ids = desk.platform.conversations.map(({ conversationId }) => conversationId)
  const sent: string[] = []
  for (let turn = 0; turn < EACH; turn += 1) {
    for (const conversationId of ids) sent.push(await desk.send(textOf(turn), { conversationId }))
    // A message that is not found waits for the user and holds up nothing; the next goes out behind it.
  }
  await desk.clock.advance(ALL_MS)
  return { desk, ids, sent }
}

const expected = Array.from({ length: EACH }, (_, turn) => textOf(turn))

describe('a thousand sends', () => {
  it('MSG-13 on a line that drops after the platform acted: none twice, all end as sent', {
    timeout: 60_000,
  }, async () => {
    const { desk, ids, sent } = await thousand('droppedAfterActing')
    expect(sent).toHaveLength(1_000)
    expect(new Set(sent.map(desk.stateOf))).toEqual(new Set(['sent']))
    expect(new Set(sent.map((id) => desk.detailOf(id).known))).toEqual(new Set(['thread']))
    for (const id of ids) expect(desk.platform.arrived(id)).toEqual(expected)
    expect(desk.platform.sends()).toHaveLength(1_000)
  })

  it('MSG-13 on a line that drops before the platform acts: none is said to be sent', { timeout: 60_000 }, async () => {
    const { desk, ids, sent } = await thousand('droppedBeforeActing')
    expect(new Set(sent.map(desk.stateOf))).toEqual(new Set(['notFound']))
    for (const id of ids) expect(desk.platform.arrived(id)).toEqual([])
    expect(desk.platform.sends()).toHaveLength(1_000)
  })
})

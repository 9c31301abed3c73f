/** Reads lists by offset while they change. */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Send } from '../../../main/http/request.ts'
import { createMessageClient } from '../../../main/messaging/platform/message-client.ts'
import { readAllConversations, readWholeThread } from '../../../main/messaging/platform/paging.ts'
import { completeProfile } from '../../../shared/connection/profile.ts'
import { answer } from '../http/fake-send.ts'

const profile = completeProfile({ kind: 'sandbox', name: 'Shop', baseUrl: 'https://shop.example' })

/** Changes between two calls: a conversation arrives, an answer moves one to the front, one is deleted. */
type Move = { readonly kind: 'arrive' } | { readonly kind: 'toFront' | 'delete'; readonly at: number }
const move: fc.Arbitrary<Move> = fc.oneof(
  fc.record({ kind: fc.constant('arrive' as const) }),
  fc.record({ kind: fc.constantFrom('toFront' as const, 'delete' as const), at: fc.nat(60) }),
)

/** A message service that lists newest first in pages of at most `maxPage`, and changes after each call. */
const movingService = (size: number, maxPage: number, script: readonly (readonly Move[])[]) => {
  let list = Array.from({ length: size }, (_, index) => `c${index}`)
  const ever = new Set(list)
  const throughout = new Set(list)
  let calls = 0
  const apply = (one: Move): void => {
    if (one.kind === 'arrive') {
      const id = `new${ever.size}`
      ever.add(id)
      list = [id, ...list]
      return
    }
    const id = list[one.at % Math.max(list.length, 1)]
    if (id === undefined) return
    list = list.filter((other) => other !== id)
    if (one.kind === 'toFront') list = [id, ...list]
    else throughout.delete(id)
  }
  const send: Send = async ({ url }) => {
    const query = new URL(url).searchParams
    const offset = Number(query.get('offset'))
    const page = list.slice(offset, offset + Math.min(maxPage, Number(query.get('limit'))))
    const body = url.includes('/conversation/')
      ? { total: list.length, messages: page.map((messageId) => ({ messageId, text: messageId })) }
      : { total: list.length, conversations: page.map((conversationId) => ({ conversationId })) }
    for (const one of script[calls] ?? []) apply(one)
    calls += 1
    return answer(200, body)
  }
  return { send, throughout, ever, list: () => list }
}

const read = (send: Send) =>
  readAllConversations(createMessageClient({ profile, send }), { conversationType: 'FROM_MEMBERS' })

const shape = { size: fc.nat(40), maxPage: fc.integer({ min: 1, max: 60 }) }

describe('paging through conversations', () => {
  it('MSG-04 is complete only with every conversation that was listed throughout', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.record({ ...shape, script: fc.array(fc.array(move, { maxLength: 3 }), { maxLength: 60 }) }),
        async ({ size, maxPage, script }) => {
          const service = movingService(size, maxPage, script)
          const { complete, ids } = await read(service.send)
          for (const id of ids) expect(service.ever.has(id)).toBe(true)
          if (!complete) return
          for (const id of service.throughout) expect(ids.has(id), id).toBe(true)
        },
      ),
      { numRuns: 400 },
    )
  })

  it('MSG-04 is complete once the list stops changing, with exactly its content', async () => {
    const script = (calls: number) => fc.array(fc.array(move, { maxLength: 4 }), { maxLength: calls })
    await fc.assert(
      fc.asyncProperty(fc.record({ ...shape, script: script(3) }), async ({ size, maxPage, script }) => {
        expect((await read(movingService(size, maxPage, script).send)).complete).toBe(true)
      }),
      { numRuns: 300 },
    )
    await fc.assert(
      fc.asyncProperty(fc.record({ ...shape, script: script(1) }), async ({ size, maxPage, script }) => {
        const service = movingService(size, maxPage, script)
        const { ids } = await read(service.send)
        expect([...ids].toSorted()).toEqual(service.list().toSorted())
      }),
      { numRuns: 300 },
    )
  })

  it('MSG-04 gives up if the list never stops changing', async () => {
    const restless = movingService(
      30,
      10,
      Array.from({ length: 1_000 }, () => [{ kind: 'arrive' } as const]),
    )
    expect((await read(restless.send)).complete).toBe(false)
  })
})

describe('paging through a thread', () => {
  it('MSG-07 is complete only with every message once, even while others arrive', async () => {
    const arrivals = fc.array(fc.array(fc.constant<Move>({ kind: 'arrive' }), { maxLength: 2 }), { maxLength: 12 })
    await fc.assert(
      fc.asyncProperty(fc.record({ ...shape, script: arrivals }), async ({ size, maxPage, script }) => {
        const service = movingService(size, maxPage, script)
        const client = createMessageClient({ profile, send: service.send })
        const thread = await readWholeThread(client, { conversationId: 'c', conversationType: 'FROM_MEMBERS' })
        const ids = thread.messages.map(({ messageId }) => messageId ?? '')
        expect(new Set(ids).size).toBe(ids.length)
        if (!thread.complete) return
        for (const id of service.throughout) expect(ids).toContain(id)
      }),
      { numRuns: 400 },
    )
  })
})

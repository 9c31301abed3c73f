/** Disordered bulk answers: only elements that the platform confirmed count as done. */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createInventoryClient } from '../../../main/inventory/platform/inventory-client.ts'
import { prepareSave } from '../../../main/inventory/saves/prepared-save.ts'
import { createMessageClient } from '../../../main/messaging/platform/message-client.ts'
import { platforms } from '../../../shared/connection/platforms.ts'
import { completeProfile } from '../../../shared/connection/profile.ts'
import { startEdit } from '../../../shared/inventory/item-edit.ts'
import { sendThrough } from '../../support/send-through.ts'
import { answer, scripted } from '../http/fake-send.ts'

const profile = completeProfile({ kind: 'sandbox', name: 'Shop', baseUrl: 'https://shop.example' })

/** Distinct keys, each with its entries in the answer: none, one or several. */
const wantedAnd = <S>(key: fc.Arbitrary<string>, said: fc.Arbitrary<S>, most: number) =>
  fc.uniqueArray(key, { minLength: 1, maxLength: most }).chain((keys) =>
    fc.record({
      keys: fc.constant(keys),
      entries: fc
        .shuffledSubarray(
          keys.flatMap((own) => [own, own]),
          { minLength: 0, maxLength: keys.length * 2 },
        )
        .chain((named) => fc.tuple(...named.map((own) => fc.tuple(fc.constant(own), said)))),
      strangers: fc.array(fc.tuple(fc.string({ minLength: 60, maxLength: 70 }), said), { maxLength: 3 }),
      junk: fc.array(fc.constantFrom<unknown>(null, 7, 'SUCCESSFUL', [], {}), { maxLength: 2 }),
    }),
  )

const saidOf = <S>(entries: readonly (readonly [string, S])[], key: string): readonly S[] =>
  entries.filter(([own]) => own === key).map(([, said]) => said)

describe('the answer of a bulk update of conversations', () => {
  const said = fc.constantFrom<unknown>('SUCCESSFUL', 'SUCCESS', 'FAILED', 'FAILURE', 'PENDING', '', null, 5, undefined)
  const isDone = (status: unknown): boolean => status === 'SUCCESSFUL' || status === 'SUCCESS'
  const isRefused = (status: unknown): boolean => status === 'FAILED' || status === 'FAILURE'

  it('MSG-18 is matched by id: only an element with an unambiguous result counts', async () => {
    await fc.assert(
      fc.asyncProperty(
        wantedAnd(fc.stringMatching(/^c[0-9]{1,3}$/), said, 10),
        fc.constantFrom('conversations', 'conversationsResponse'),
        async ({ keys, entries, strangers, junk }, listName) => {
          const list = [...strangers, ...entries].map(([conversationId, updateStatus]) => ({
            conversationId,
            updateStatus,
          }))
          const { send } = scripted(answer(200, { [listName]: [...junk, ...list] }))
          const results = await createMessageClient({ profile, send }).bulkUpdateConversation(
            keys.map((conversationId) => ({
              conversationId,
              conversationType: 'FROM_MEMBERS',
              conversationStatus: 'ARCHIVE',
            })),
          )
          expect(results.map(({ conversationId }) => conversationId)).toEqual(keys)
          for (const { conversationId, updated, certain, problems } of results) {
            const own = saidOf(entries, conversationId)
            const done = own.length > 0 && own.every(isDone)
            const refused = own.length > 0 && own.every(isRefused)
            expect({ updated, certain }).toEqual({ updated: done, certain: done || refused })
            expect(problems.length > 0).toBe(!done)
          }
        },
      ),
    )
  })

  it('MSG-16 never repeats a deletion automatically, alone or among others', async () => {
    const { send, asked } = scripted(answer(200, { conversations: [] }))
    const client = createMessageClient({ profile, send })
    const conversation = { conversationId: 'c1', conversationType: 'FROM_MEMBERS' } as const
    await client.setStatus(conversation, 'DELETE')
    await client.bulkUpdateConversation([
      { ...conversation, conversationStatus: 'ARCHIVE' },
      { ...conversation, conversationId: 'c2', conversationStatus: 'DELETE' },
    ])
    await client.setStatus(conversation, 'ARCHIVE')
    expect(asked.map(({ repeatable }) => repeatable)).toEqual([false, false, true])
  })
})

describe('the answer of a bulk save of items', () => {
  const said = fc.oneof(
    fc.constantFrom<unknown>(200, 201, 204, '204', 400, 404, 409, 429, 500, 503, 0, 100, 302, 999, null, 'yes', true),
    fc.integer({ min: -10, max: 700 }),
  )
  const isDone = (status: unknown): boolean => Number(status) >= 200 && Number(status) < 300 && status !== true
  const isRefused = (status: unknown): boolean => Number(status) >= 400 && Number(status) < 500

  it('INV-12 is matched by SKU: only an element with an unambiguous result counts', async () => {
    await fc.assert(
      fc.asyncProperty(
        wantedAnd(fc.stringMatching(/^[A-Za-z0-9_-]{1,8}$/), said, 25),
        fc.constantFrom(200, 207),
        async ({ keys, entries, strangers, junk }, status) => {
          const objects = junk.filter((one) => typeof one === 'object' && one !== null && !Array.isArray(one))
          const list = [...strangers, ...entries].map(([sku, statusCode]) => ({ sku, statusCode }))
          const { send } = scripted(answer(status, { responses: [...objects, ...list] }))
          const saves = await Promise.all(
            keys.map((sku) =>
              prepareSave(
                sku,
                async () => undefined,
                () => startEdit(undefined),
                platforms.neutral,
              ),
            ),
          )
          const client = createInventoryClient({ profile, send: sendThrough(send), nowMs: () => 0 })
          const results = await client.bulkCreateOrReplaceInventoryItem(undefined, async () => saves)
          expect(results.map(({ sku }) => sku)).toEqual(keys)
          for (const { sku, outcome } of results) {
            const own = saidOf(entries, sku)
            const agreed = own.length > 0 && own.every((one) => Number(one) === Number(own[0]))
            const expected = !agreed
              ? 'unknown'
              : isDone(own[0])
                ? 'carriedOut'
                : Number(own[0]) === 429
                  ? 'notNow'
                  : isRefused(own[0])
                    ? 'refused'
                    : 'unknown'
            expect(outcome, `${sku} ${JSON.stringify(own)}`).toBe(expected)
          }
        },
      ),
    )
  })

  it('INV-12 leaves every element uncertain if it is truncated, not JSON or of another shape', async () => {
    const save = await prepareSave(
      'LAMP-1',
      async () => undefined,
      () => startEdit(undefined),
      platforms.neutral,
    )
    for (const broken of [
      { ...answer(200, '{"responses":[{"sku":"LAMP-1","statusCode":204}'), bodyCut: true },
      answer(200, '<html>ok</html>', { 'content-type': 'text/html' }),
      answer(200, ''),
      answer(207, { responses: { 'LAMP-1': 204 } }),
      answer(500, ''),
    ]) {
      const { send } = scripted(broken)
      const client = createInventoryClient({ profile, send: sendThrough(send), nowMs: () => 0 })
      expect(await client.bulkCreateOrReplaceInventoryItem(undefined, async () => [save])).toMatchObject([
        { sku: 'LAMP-1', outcome: 'unknown' },
      ])
    }
  })
})

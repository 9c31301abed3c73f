/** Notification lists, page after page by continuation_token. */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Send } from '../../../main/http/request.ts'
import {
  createNotificationClient,
  type NotificationClient,
} from '../../../main/notifications/subscriptions/notification-client.ts'
import { completeProfile } from '../../../shared/connection/profile.ts'
import { answer } from '../http/fake-send.ts'

const baseUrl = 'https://shop.example'
const profile = completeProfile({ kind: 'sandbox', name: 'Shop', baseUrl })

const lists: readonly {
  readonly path: string
  readonly field: string
  readonly idField: string
  readonly read: (client: NotificationClient) => Promise<readonly object[]>
}[] = [
  { path: 'topic', field: 'topics', idField: 'topicId', read: (client) => client.getTopics() },
  { path: 'destination', field: 'destinations', idField: 'destinationId', read: (client) => client.getDestinations() },
  {
    path: 'subscription',
    field: 'subscriptions',
    idField: 'subscriptionId',
    read: (client) => client.getSubscriptions(),
  },
]

const readIds = (entries: readonly object[], idField: string): readonly unknown[] =>
  entries.map((entry) => Object.entries(entry).find(([name]) => name === idField)?.[1])

describe('lists of the notification service', () => {
  it('NOT-02 are read to the end by next: every entry once and in order, whatever the tokens look like', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...lists),
        fc.array(fc.array(fc.nat(), { maxLength: 12 }), { minLength: 1, maxLength: 8 }),
        fc.uniqueArray(fc.string({ minLength: 1, unit: 'grapheme' }), { minLength: 8, maxLength: 8 }),
        fc.constantFrom('absolute', 'path', 'query'),
        fc.constantFrom<'absent' | 'null' | 'empty'>('absent', 'null', 'empty'),
        async ({ path, field, idField, read }, pages, tokens, form, end) => {
          const served = pages.map((page, at) => page.map((_, entry) => ({ [idField]: `id ${at}/${entry}` })))
          const total = served.flat().length
          const asked: URLSearchParams[] = []
          const send: Send = async ({ url }) => {
            const query = new URL(url).searchParams
            asked.push(query)
            const token = query.get('continuation_token')
            const at = token === null ? 0 : tokens.indexOf(token) + 1
            const nextQuery = new URLSearchParams({ limit: '10', continuation_token: tokens[at] ?? '' })
            const here = `/commerce/notification/v1/${path}`
            const address = { absolute: `${baseUrl}${here}`, path: here, query: '' }[form]
            const isLast = at === served.length - 1
            const ending = { absent: {}, null: { next: null }, empty: { next: '' } }[end]
            return answer(200, {
              [field]: served[at],
              limit: 10,
              total,
              ...(isLast ? ending : { next: `${address}?${nextQuery}` }),
            })
          }
          const entries = await read(createNotificationClient(profile, send))
          expect(readIds(entries, idField)).toEqual(served.flat().map((entry) => entry[idField]))
          expect(asked).toHaveLength(served.length)
          for (const query of asked) {
            const limit = Number(query.get('limit'))
            expect(limit >= 10 && limit <= 100).toBe(true)
          }
        },
      ),
    )
  })

  it('NOT-02 contain an entry once even if it comes twice because others were added', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 0, max: 30 }),
        fc.integer({ min: 1, max: 10 }),
        fc.array(fc.nat(3), { maxLength: 6 }),
        async (size, pageSize, arrivals) => {
          let list = Array.from({ length: size }, (_, index) => `t${index}`)
          const throughout = [...list]
          let calls = 0
          const send: Send = async ({ url }) => {
            const from = Number(new URL(url).searchParams.get('continuation_token') ?? '0')
            const page = list.slice(from, from + pageSize)
            const more = from + pageSize < list.length
            list = [...Array.from({ length: arrivals[calls] ?? 0 }, (_, index) => `new${calls}.${index}`), ...list]
            calls += 1
            const next = `${baseUrl}/commerce/notification/v1/topic?continuation_token=${from + pageSize}`
            return answer(200, { topics: page.map((topicId) => ({ topicId })), ...(more ? { next } : {}) })
          }
          const ids = readIds(await createNotificationClient(profile, send).getTopics(), 'topicId')
          expect(new Set(ids).size).toBe(ids.length)
          expect(ids).toEqual(expect.arrayContaining(throughout))
        },
      ),
    )
  })

  it('NOT-02 end if next leads back to an earlier page', async () => {
    const next = `${baseUrl}/commerce/notification/v1/topic?continuation_token=again`
    const send: Send = async () => answer(200, { topics: [{ topicId: 'T' }], next })
    expect(await createNotificationClient(profile, send).getTopics()).toHaveLength(1)
  })

  it('NOT-04 keep an unknown status unchanged', async () => {
    const send: Send = async ({ url }) =>
      url.includes('/subscription')
        ? answer(200, { subscriptions: [{ subscriptionId: 's', status: 'ON_HOLIDAY' }] })
        : url.includes('/destination')
          ? answer(200, { destinations: [{ destinationId: 'd', status: 'MARKED_SIDEWAYS' }] })
          : answer(200, { topics: [{ topicId: 't', status: 'RETIRED', context: 'MOON', scope: 'ORBIT' }] })
    const client = createNotificationClient(profile, send)
    expect(await client.getSubscriptions()).toMatchObject([{ status: 'ON_HOLIDAY' }])
    expect(await client.getDestinations()).toMatchObject([{ status: 'MARKED_SIDEWAYS' }])
    expect(await client.getTopics()).toMatchObject([{ status: 'RETIRED', context: 'MOON', scope: 'ORBIT' }])
  })
})

/** What is marked is what is filed: the stretch between two rows of a list that moves while it is read. */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { MOST_MARKED, type RangeEnd, rangeOfRows } from '../../../renderer/messaging/list/range-of-rows.ts'
import type { ListedConversation, ListSelection } from '../../../shared/messaging/list.ts'

const selection: ListSelection = { view: 'all', itemId: null, otherParty: null, search: '' }

const row = (conversationId: string) => ({ conversationId }) as ListedConversation

/** Main's lists over an array that `beforeCall` may change between two calls. */
const listsOver = (list: string[], beforeCall: () => void = () => undefined): Parameters<typeof rangeOfRows>[0] => ({
  conversations: async ({ offset = 0, limit = 100 }) => {
    beforeCall()
    return {
      rows: list.slice(offset, offset + limit).map(row),
      total: list.length,
      newMessages: [],
      nextCursor: null,
      sync: {
        state: 'idle',
        known: list.length,
        total: null,
        asOfMs: null,
        error: null,
        lists: [],
        threadsToRead: 0,
      },
    }
  },
  conversationOffset: async ({ conversationId }) => {
    beforeCall()
    const offset = list.indexOf(conversationId)
    return { offset: offset < 0 ? null : offset }
  },
})

const listOf = (count: number): string[] => Array.from({ length: count }, (_, index) => `c${index}`)
const end = (conversationId: string): RangeEnd => ({ conversationId })
const idsOf = (rows: readonly ListedConversation[]): readonly string[] =>
  rows.map(({ conversationId }) => conversationId)

describe('a stretch of a list of which not all is here', () => {
  it('is exactly what stands between the two, in either direction', async () => {
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 1, max: 300 }), fc.nat(299), fc.nat(299), async (count, one, other) => {
        const list = listOf(count)
        const [from, to] = [one % count, other % count]
        const { rows, isCut } = await rangeOfRows(listsOver(list), selection, end(`c${from}`), end(`c${to}`))
        expect(idsOf(rows)).toEqual(list.slice(Math.min(from, to), Math.max(from, to) + 1))
        expect(isCut).toBe(false)
      }),
    )
  })

  it('begins and ends with the two that were meant while conversations arrive, or nothing is marked', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.boolean(), { maxLength: 12 }), async (arrivals) => {
        const list = listOf(50)
        const coming = [...arrivals]
        let next = 0
        const lists = listsOver(list, () => {
          if (coming.shift() !== true) return
          next += 1
          list.unshift(`new${next}`)
        })
        const marked = await rangeOfRows(lists, selection, end('c5'), end('c20')).then(
          ({ rows }) => idsOf(rows),
          () => undefined,
        )
        if (marked !== undefined) expect(marked).toEqual(listOf(50).slice(5, 21))
      }),
    )
  })

  it('goes to either end of the list', async () => {
    const list = listOf(120)
    const marked = async (from: RangeEnd, to: RangeEnd) =>
      idsOf((await rangeOfRows(listsOver(list), selection, from, to)).rows)
    expect(await marked(end('c100'), 'last')).toEqual(list.slice(100))
    expect(await marked(end('c100'), { place: 0 })).toEqual(list.slice(0, 101))
    expect(await marked({ place: 0 }, 'last')).toEqual(list)
  })

  it('goes to a row that is not here yet by its place, and to the last where the list has become shorter', async () => {
    const list = listOf(120)
    const marked = async (from: RangeEnd, to: RangeEnd) =>
      idsOf((await rangeOfRows(listsOver(list), selection, from, to)).rows)
    expect(await marked(end('c1'), { place: 110 })).toEqual(list.slice(1, 111))
    expect(await marked(end('c1'), { place: 400 })).toEqual(list.slice(1))
  })

  it('takes those nearest to where it began when there are more than can be filed at once, and says so', async () => {
    const list = listOf(3_000)
    const down = await rangeOfRows(listsOver(list), selection, end('c10'), 'last')
    expect(idsOf(down.rows)).toEqual(list.slice(10, 10 + MOST_MARKED))
    expect(down.isCut).toBe(true)
    const up = await rangeOfRows(listsOver(list), selection, end('c2500'), { place: 0 })
    expect(idsOf(up.rows)).toEqual(list.slice(2501 - MOST_MARKED, 2501))
  })

  it('is refused when one of the two has left the list', async () => {
    await expect(rangeOfRows(listsOver(listOf(20)), selection, end('c1'), end('gone'))).rejects.toThrow(
      'nothing more was marked',
    )
  })

  it('is refused in an empty list', async () => {
    await expect(rangeOfRows(listsOver([]), selection, { place: 0 }, 'last')).rejects.toThrow('nothing more was marked')
  })
})

/** Exactly the checked rows are filed, even if the list is only partly loaded and changes while it is read. */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { MAX_CHECKED, type RangeEnd, readRange, refreshChecked } from '../../../renderer/messaging/list/checked-rows.ts'
import { rowsOfArray, rowsOfBlocks } from '../../../renderer/ui/lists/row-source.ts'
import type { ListedConversation, ListFilter } from '../../../shared/messaging/list.ts'

const filter: ListFilter = { view: 'all', itemId: null, otherParty: null, search: '' }

const row = (conversationId: string) => ({ conversationId }) as ListedConversation

/** Main's list methods on an array that `beforeCall` may change between calls. */
const serve = (list: string[], beforeCall: () => void = () => undefined): Parameters<typeof readRange>[0] => ({
  conversations: async ({ offset = 0, limit = 100 }) => {
    beforeCall()
    return {
      rows: list.slice(offset, offset + limit).map(row),
      total: list.length,
      nextCursor: null,
      sync: {
        state: 'idle',
        known: list.length,
        total: null,
        isListed: true,
        isWaitingKnown: true,
        isAsListed: false,
        missingSinceMs: null,
        asOfMs: null,
        checkedAtMs: null,
        error: null,
        resumesAtMs: null,
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

const createList = (count: number): string[] => Array.from({ length: count }, (_, index) => `c${index}`)
const end = (conversationId: string): RangeEnd => ({ conversationId })
const read = async (list: string[], from: RangeEnd, to: RangeEnd) => {
  const { rows, isCut } = await readRange(serve(list), filter, from, to)
  return { ids: rows.map(({ conversationId }) => conversationId), isCut }
}

describe('a range of rows', () => {
  it('is everything between two conversations, in either direction', async () => {
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 1, max: 300 }), fc.nat(299), fc.nat(299), async (count, one, other) => {
        const list = createList(count)
        const [from, to] = [one % count, other % count]
        expect(await read(list, end(`c${from}`), end(`c${to}`))).toEqual({
          ids: list.slice(Math.min(from, to), Math.max(from, to) + 1),
          isCut: false,
        })
      }),
    )
  })

  it('is exact or refused while conversations arrive', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.boolean(), { maxLength: 12 }), async (arrivals) => {
        const list = createList(50)
        const coming = [...arrivals]
        const lists = serve(list, () => {
          if (coming.shift() === true) list.unshift(`new${coming.length}`)
        })
        const range = await readRange(lists, filter, end('c5'), end('c20')).catch(() => undefined)
        if (range !== undefined) expect(range.rows).toEqual(createList(50).slice(5, 21).map(row))
      }),
    )
  })

  it('ends at a row that is not loaded yet', async () => {
    const list = createList(120)
    expect((await read(list, end('c1'), { index: 110 })).ids).toEqual(list.slice(1, 111))
    expect((await read(list, end('c100'), { index: 0 })).ids).toEqual(list.slice(0, 101))
  })

  it('ends at the last row if the list has become shorter', async () => {
    const list = createList(120)
    expect((await read(list, { index: 0 }, { index: 400 })).ids).toEqual(list)
  })

  it('keeps the rows nearest to its start if it is too long, and says so', async () => {
    const list = createList(3_000)
    expect(await read(list, end('c10'), { index: 2_999 })).toEqual({
      ids: list.slice(10, 10 + MAX_CHECKED),
      isCut: true,
    })
    expect((await read(list, end('c2500'), { index: 0 })).ids).toEqual(list.slice(2501 - MAX_CHECKED, 2501))
  })

  it('is refused if one of its ends has left the list', async () => {
    await expect(read(createList(20), end('c1'), end('gone'))).rejects.toMatchObject({ detail: { kind: 'conflict' } })
  })

  it('is refused in an empty list', async () => {
    await expect(read([], { index: 0 }, { index: 5 })).rejects.toMatchObject({ detail: { kind: 'conflict' } })
  })
})

describe('a checked conversation', () => {
  const unread = (conversationId: string, isUnread: boolean) =>
    ({ conversationId, unread: isUnread }) as ListedConversation
  const checked = new Map(
    [unread('a', true), unread('gone', true), unread('b', false)].map((one) => [one.conversationId, one]),
  )

  it('is filed as its row is now, in the order of checking', () => {
    const rows = rowsOfArray([unread('b', true), unread('other', true), unread('a', false)])
    expect(refreshChecked(checked, rows)).toEqual([unread('a', false), unread('b', true)])
  })

  it('is no longer selected once it has left the list, such as one that was read elsewhere in Unread', () => {
    expect(refreshChecked(checked, rowsOfArray<ListedConversation>([]))).toEqual([])
  })

  it('is filed as it was while its row is not loaded', () => {
    const blocks = new Map([[0, [unread('b', true)]]])
    const rows = rowsOfBlocks({ id: '', count: 101, blockLength: 100, blocks, onInSight: () => undefined })
    expect(refreshChecked(checked, rows)).toEqual([unread('a', true), unread('gone', true), unread('b', true)])
  })
})

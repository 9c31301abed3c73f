import { afterEach, describe, expect, it } from 'vitest'
import { dayStart, findDateProblem } from '../../../../renderer/messaging/list/platform-search-dialog.tsx'
import { createHarness } from '../messaging-harness.ts'

const everything = { view: 'all', itemId: null, otherParty: null, search: '' } as const
const nothing = { status: null, buyer: null, listingId: null, fromMs: null, toMs: null }

describe('a search on the platform', () => {
  it('MSG-06 sends every filter in the platform’s words, as a call by the seller', async () => {
    const harness = await createHarness()
    const before = harness.platform.requests.length
    const fromMs = Date.UTC(2026, 0, 1)
    await harness
      .handlers()
      .searchPlatform({ status: 'ANSWERED', buyer: 'anna', listingId: '4711', fromMs, toMs: fromMs + 1_000, offset: 0 })
    const [request] = harness.platform.requests.slice(before)
    expect(Object.fromEntries(new URL(request?.url ?? '').searchParams)).toEqual({
      conversation_type: 'FROM_MEMBERS',
      conversation_status: 'ANSWERED',
      other_party_username: 'anna',
      reference_id: '4711',
      reference_type: 'LISTING',
      start_time: '2026-01-01T00:00:00.000Z',
      end_time: '2026-01-01T00:00:01.000Z',
      limit: '50',
      offset: '0',
    })
    expect(request?.purpose ?? 'seller').toBe('seller')
  })

  it('MSG-06 asks for no time span that ends before it starts, and says which field to change', async () => {
    const harness = await createHarness()
    const before = harness.platform.requests.length
    const search = () => harness.handlers().searchPlatform({ ...nothing, fromMs: 2_000, toMs: 1_000, offset: 0 })
    await expect(Promise.resolve().then(search)).rejects.toThrow('The search starts after its end.')
    expect(harness.platform.requests).toHaveLength(before)
  })

  it.each([
    ['', '', { from: false, to: true }, { field: 'to' }],
    ['2026-11-02', '2026-11-01', { from: false, to: false }, { field: 'from' }],
    ['2026-11-01', '2026-11-01', { from: false, to: false }, null],
    ['', '2026-11-01', { from: false, to: false }, null],
  ] as const)('MSG-06 names half a day, and a start after the end: %s to %s', (from, to, isHalf, expected) => {
    const problem = findDateProblem({ from, to }, isHalf)
    if (expected === null) expect(problem).toBeNull()
    else expect(problem).toMatchObject(expected)
  })

  it('shows unknown conversations, and saves them once opened, even after full passes', async () => {
    const harness = await createHarness()
    const old = harness.platform.add({ buyer: 'bob' })
    const { rows } = await harness.handlers().searchPlatform({ ...nothing, buyer: 'bob', offset: 0 })
    expect(rows).toMatchObject([{ conversationId: old.conversationId, buyer: 'bob', isKept: false, isDeleted: false }])
    await harness.handlers().keepFound({ conversationId: old.conversationId })
    // The platform's lists don't go back as far as its search.
    harness.platform.conversations.pop()
    for (let pass = 0; pass < 3; pass += 1) {
      await harness.handlers().syncNow({})
      await harness.clock.advance(60_000)
    }
    const listed = await harness.handlers().conversations({ ...everything, offset: 0, limit: 10 })
    expect(listed.rows.map(({ buyer }) => buyer).toSorted()).toEqual(['bob', 'buyer1'])
  })

  it('saves nothing that it did not find', async () => {
    const harness = await createHarness()
    expect(() => harness.handlers().keepFound({ conversationId: 'c99' })).toThrow('Search again')
  })
})

describe('a conversation that the platform lists as DELETE', () => {
  const views = async (harness: Awaited<ReturnType<typeof createHarness>>) =>
    (await harness.handlers().counts({})).views

  it('is shown as deleted, leaves the inbox, cannot be opened, and does not come back', async () => {
    const harness = await createHarness((platform) => void platform.add({ buyer: 'anna' }))
    expect((await views(harness)).all).toBe(1)
    const [conversation] = harness.platform.conversations
    if (conversation !== undefined) conversation.messageStatus = 'DELETE'
    const { rows } = await harness.handlers().searchPlatform({ ...nothing, status: 'DELETE', offset: 0 })
    expect(rows).toMatchObject([{ conversationId: 'c1', isDeleted: true, isKept: false }])
    expect((await views(harness)).all).toBe(0)
    expect(() => harness.handlers().keepFound({ conversationId: 'c1' })).toThrow('was deleted')
    for (let pass = 0; pass < 3; pass += 1) {
      await harness.handlers().syncNow({})
      await harness.clock.advance(60_000)
    }
    expect(Object.values(await views(harness)).every((count) => count === 0)).toBe(true)
  })

  it('does not enter the inbox through the unfiltered list either', async () => {
    const harness = await createHarness((platform) => void platform.add({ messageStatus: 'DELETE' }))
    await harness.clock.advance(60_000)
    expect((await views(harness)).all).toBe(0)
  })
})

describe('the day of a search', () => {
  const zoneBefore = process.env.TZ
  afterEach(() => {
    if (zoneBefore === undefined) delete process.env.TZ
    else process.env.TZ = zoneBefore
  })

  it.each([
    ['America/Santiago', '2026-09-06', '2026-09-06T04:00Z', '2026-09-07T03:00Z'],
    ['Africa/Cairo', '2026-04-24', '2026-04-23T22:00Z', '2026-04-24T21:00Z'],
    ['America/Havana', '2026-11-01', '2026-11-01T04:00Z', '2026-11-02T05:00Z'],
    ['Europe/Berlin', '2026-03-29', '2026-03-28T23:00Z', '2026-03-29T22:00Z'],
    ['Pacific/Apia', '2011-12-29', '2011-12-29T10:00Z', '2011-12-30T10:00Z'],
  ])('MSG-05 is exactly that day where the clocks change: %s %s', (zone, day, from, to) => {
    process.env.TZ = zone
    expect([dayStart(day), dayStart(day, 1)]).toEqual([Date.parse(from), Date.parse(to)])
  })

  it('MSG-05 is none for an empty field', () => {
    expect(dayStart('')).toBeNull()
  })
})

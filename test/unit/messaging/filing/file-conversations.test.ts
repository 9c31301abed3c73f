import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { DELETION_HELD_MS } from '../../../../shared/messaging/filing.ts'
import { createHarness } from '../messaging-harness.ts'

const withMany = (count: number) =>
  createHarness((platform) => {
    for (let index = 0; index < count; index += 1) platform.add({ texts: [] })
  })

const ids = (count: number): string[] => Array.from({ length: count }, (_, index) => `c${index + 1}`)
const counts = async (harness: Awaited<ReturnType<typeof createHarness>>) => (await harness.handlers().counts({})).views

describe('filing many', () => {
  it('MSG-17 sends at most ten conversations per call, each once', async () => {
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 1, max: 64 }), async (count) => {
        const harness = await withMany(count)
        const { results } = await harness.handlers().file({ conversationIds: [...ids(count), 'c1'], action: 'read' })
        const calls = harness.bulkCalls()
        expect(calls.length).toBe(Math.ceil(count / 10))
        expect(calls.every((call) => call.length <= 10)).toBe(true)
        expect(new Set(calls.flat().map(({ conversationId }) => conversationId)).size).toBe(count)
        expect(results.filter(({ done }) => done)).toHaveLength(count)
      }),
      { numRuns: 12 },
    )
  })

  it('MSG-18 has a result for each conversation and changes only those that succeeded', async () => {
    const harness = await withMany(23)
    harness.platform.refusesToFile = new Set(['c3', 'c17'])
    const { results } = await harness.handlers().file({ conversationIds: ids(23), action: 'archive' })
    const failed = results.filter(({ done }) => !done)
    expect(failed.map(({ conversationId }) => conversationId)).toEqual(['c3', 'c17'])
    expect(failed[0]?.problems[0]).toContain('was deleted')
    expect(await counts(harness)).toMatchObject({ archived: 21, all: 2 })
    harness.platform.refusesToFile = new Set()
    const before = harness.bulkCalls().length
    await harness
      .handlers()
      .file({ conversationIds: failed.map(({ conversationId }) => conversationId), action: 'archive' })
    expect(harness.bulkCalls().slice(before).flat()).toHaveLength(2)
    expect(await counts(harness)).toMatchObject({ archived: 23, all: 0 })
  })

  it('MSG-19 fails each conversation of a rejected call and continues with the others', async () => {
    const harness = await withMany(15)
    harness.platform.bulkStatus = 403
    let calls = 0
    harness.platform.beforeAnswer = (request) => {
      if (request.operation !== 'bulkUpdateConversation') return
      calls += 1
      harness.platform.bulkStatus = calls === 1 ? 403 : undefined
    }
    const { results } = await harness.handlers().file({ conversationIds: ids(15), action: 'read' })
    expect(results.filter(({ done }) => !done)).toHaveLength(10)
    expect(results.filter(({ done }) => done)).toHaveLength(5)
    expect(await counts(harness)).toMatchObject({ unread: 10 })
  })

  it('MSG-18 files the nine others where one conversation no longer exists', async () => {
    const harness = await withMany(10)
    harness.platform.dead.add('c4')
    const { results } = await harness.handlers().file({ conversationIds: ids(10), action: 'archive' })
    expect(results.filter(({ done }) => !done).map(({ conversationId }) => conversationId)).toEqual(['c4'])
    expect(await counts(harness)).toMatchObject({ archived: 9 })
  })

  it('MSG-14 archives and marks as read in two calls and verifies both', async () => {
    const harness = await withMany(3)
    const { results } = await harness.handlers().file({ conversationIds: ids(3), action: 'archiveAndRead' })
    expect(harness.bulkCalls().map((call) => call.map(({ conversationStatus }) => conversationStatus))).toEqual([
      ['READ', 'READ', 'READ'],
      ['ARCHIVE', 'ARCHIVE', 'ARCHIVE'],
    ])
    expect(results.every(({ done }) => done)).toBe(true)
    expect(await counts(harness)).toMatchObject({ archived: 3, unread: 0 })
  })

  it('MSG-14 fails if the platform’s list contradicts its success', async () => {
    const harness = await withMany(2)
    harness.platform.ignoresFiling = true
    const { results } = await harness.handlers().file({ conversationIds: ids(2), action: 'archiveAndRead' })
    expect(results.map(({ done }) => done)).toEqual([false, false])
    expect(results[0]?.problems[0]).toContain('does not list it as archived')
    expect(await counts(harness)).toMatchObject({ archived: 0 })
  })

  it('moves archived conversations back to the inbox for good', async () => {
    const harness = await withMany(2)
    await harness.handlers().file({ conversationIds: ids(2), action: 'archive' })
    await harness.handlers().file({ conversationIds: ['c1'], action: 'active' })
    await harness.handlers().syncNow({})
    await harness.clock.advance(1_000)
    expect(await counts(harness)).toMatchObject({ archived: 1, all: 1 })
  })

  it('changes nothing while the platform is offline', async () => {
    const harness = await withMany(12)
    await harness.setAway(true)
    const { results } = await harness.handlers().file({ conversationIds: ids(12), action: 'archive' })
    expect(results.every(({ done, problems }) => !done && problems[0] === 'The platform could not be reached.')).toBe(
      true,
    )
    expect(await counts(harness)).toMatchObject({ archived: 0, all: 12 })
  })
})

describe('deleting', () => {
  it('MSG-16 is sent once after thirty seconds, and is then final', async () => {
    const harness = await withMany(12)
    await harness.handlers().deleteConversations({ conversationIds: ids(12) })
    await harness.clock.advance(DELETION_HELD_MS - 1)
    expect(harness.bulkCalls()).toEqual([])
    expect((await harness.handlers().deletions({})).deletions).toHaveLength(12)
    await harness.clock.advance(1)
    expect(harness.bulkCalls().map((call) => call.length)).toEqual([10, 2])
    expect((await harness.handlers().deletions({})).deletions).toEqual([])
    expect(await counts(harness)).toMatchObject({ all: 0 })
    await harness.clock.advance(10 * DELETION_HELD_MS)
    expect(harness.bulkCalls()).toHaveLength(2)
    expect(() => harness.handlers().cancelDeletions({ conversationIds: ['c1'] })).toThrow('cannot be cancelled')
  })

  it('MSG-16 is held for thirty seconds even if the clock is set back', async () => {
    const harness = await withMany(1)
    await harness.handlers().deleteConversations({ conversationIds: ids(1) })
    harness.clock.jump(-3_600_000)
    await harness.clock.advance(DELETION_HELD_MS - 1)
    expect(harness.bulkCalls()).toEqual([])
    await harness.clock.advance(1)
    expect(harness.bulkCalls()).toHaveLength(1)
  })

  it('MSG-16 sends nothing when cancelled at the last moment', async () => {
    const harness = await withMany(2)
    await harness.handlers().deleteConversations({ conversationIds: ids(2) })
    await harness.clock.advance(DELETION_HELD_MS - 1)
    await harness.handlers().cancelDeletions({ conversationIds: ids(2) })
    await harness.clock.advance(10 * DELETION_HELD_MS)
    expect(harness.bulkCalls()).toEqual([])
    expect(await counts(harness)).toMatchObject({ all: 2 })
  })

  it('MSG-16 fails visibly while the platform is offline and is not retried automatically', async () => {
    const harness = await withMany(1)
    await harness.handlers().deleteConversations({ conversationIds: ['c1'] })
    await harness.setAway(true)
    await harness.clock.advance(DELETION_HELD_MS)
    expect((await harness.handlers().deletions({})).deletions).toMatchObject([{ state: 'failed' }])
    const before = harness.bulkCalls().length
    await harness.setAway(false)
    await harness.clock.advance(10 * DELETION_HELD_MS)
    expect(harness.bulkCalls()).toHaveLength(before)
    await harness.handlers().deleteConversations({ conversationIds: ['c1'] })
    await harness.clock.advance(DELETION_HELD_MS)
    expect(await counts(harness)).toMatchObject({ all: 0 })
  })

  it('MSG-16 is held for its full time again after a crash', async () => {
    const harness = await withMany(1)
    await harness.handlers().deleteConversations({ conversationIds: ['c1'] })
    await harness.clock.advance(DELETION_HELD_MS - 1_000)
    await harness.crashAndRestart()
    await harness.clock.advance(DELETION_HELD_MS - 1)
    expect(harness.bulkCalls()).toEqual([])
    await harness.clock.advance(1)
    expect(harness.bulkCalls()).toHaveLength(1)
  })

  it('MSG-18 keeps a conversation the platform refuses to delete, with the reason', async () => {
    const harness = await withMany(2)
    harness.platform.refusesToFile = new Set(['c2'])
    await harness.handlers().deleteConversations({ conversationIds: ids(2) })
    await harness.clock.advance(DELETION_HELD_MS)
    const { deletions } = await harness.handlers().deletions({})
    expect(deletions).toMatchObject([{ conversationId: 'c2', state: 'failed' }])
    expect(deletions[0]?.problem).toContain('was deleted')
    expect(await counts(harness)).toMatchObject({ all: 1 })
  })

  it('is refused with a message in the outbox, and keeps drafts', async () => {
    const harness = await withMany(2)
    await harness.send('On its way')
    await harness.write('not sent', { conversationId: 'c2' })
    const { results } = await harness.handlers().deleteConversations({ conversationIds: ids(2) })
    expect(results.find(({ conversationId }) => conversationId === 'c1')).toMatchObject({ done: false })
    await harness.clock.advance(DELETION_HELD_MS)
    expect(await harness.draftText('c2')).toBe('not sent')
    expect(
      harness
        .bulkCalls()
        .flat()
        .map(({ conversationId }) => conversationId),
    ).toEqual(['c2'])
  })

  it('fails if a message is written before it is due', async () => {
    const harness = await withMany(1)
    await harness.handlers().deleteConversations({ conversationIds: ['c1'] })
    await harness.clock.advance(DELETION_HELD_MS - 1_000)
    await harness.send('One more thing')
    await harness.clock.advance(1_000)
    expect(harness.bulkCalls()).toEqual([])
    expect((await harness.handlers().deletions({})).deletions).toMatchObject([{ state: 'failed' }])
  })

  it('is not undone by an older page of the list', async () => {
    const harness = await withMany(2)
    await harness.handlers().deleteConversations({ conversationIds: ['c1'] })
    await harness.clock.advance(DELETION_HELD_MS)
    await harness.clock.advance(60_000)
    expect(await counts(harness)).toMatchObject({ all: 1 })
  })
})

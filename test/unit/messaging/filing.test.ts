import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { DELETION_HELD_MS } from '../../../shared/messaging/filing.ts'
import { createHarness } from './messaging-harness.ts'

const withMany = (count: number) =>
  createHarness((platform) => {
    for (let index = 0; index < count; index += 1) platform.add({ texts: [] })
  })

const ids = (count: number): string[] => Array.from({ length: count }, (_, index) => `c${index + 1}`)
const counts = async (desk: Awaited<ReturnType<typeof createHarness>>) => (await desk.handlers().counts({})).views

describe('filing many', () => {
  it('MSG-17 splits any number into calls of ten at most, each conversation once', async () => {
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 1, max: 64 }), async (count) => {
        const desk = await withMany(count)
        const { results } = await desk.handlers().file({ conversationIds: [...ids(count), 'c1'], act: 'read' })
        const calls = desk.bulkCalls()
        expect(calls.length).toBe(Math.ceil(count / 10))
        expect(calls.every((call) => call.length <= 10)).toBe(true)
        expect(new Set(calls.flat().map(({ conversationId }) => conversationId)).size).toBe(count)
        expect(results.filter(({ done }) => done)).toHaveLength(count)
      }),
      { numRuns: 12 },
    )
  })

  it('MSG-18 says what became of each, changes only what was done, and the failed can be tried alone', async () => {
    const desk = await withMany(23)
    desk.platform.refusesToFile = new Set(['c3', 'c17'])
    const { results } = await desk.handlers().file({ conversationIds: ids(23), act: 'archive' })
    const failed = results.filter(({ done }) => !done)
    expect(failed.map(({ conversationId }) => conversationId)).toEqual(['c3', 'c17'])
    expect(failed[0]?.problems[0]).toContain('was not found')
    expect(await counts(desk)).toMatchObject({ archived: 21, all: 2 })
    desk.platform.refusesToFile = new Set()
    const before = desk.bulkCalls().length
    await desk.handlers().file({ conversationIds: failed.map(({ conversationId }) => conversationId), act: 'archive' })
    expect(desk.bulkCalls().slice(before).flat()).toHaveLength(2)
    expect(await counts(desk)).toMatchObject({ archived: 23, all: 0 })
  })

  it('MSG-19 takes a rejected call as failed for each of its ten, and goes on with the others', async () => {
    const desk = await withMany(15)
    desk.platform.bulkStatus = 403
    let calls = 0
    desk.platform.beforeAnswer = (request) => {
      if (request.operation !== 'bulkUpdateConversation') return
      calls += 1
      desk.platform.bulkStatus = calls === 1 ? 403 : undefined
    }
    const { results } = await desk.handlers().file({ conversationIds: ids(15), act: 'read' })
    expect(results.filter(({ done }) => !done)).toHaveLength(10)
    expect(results.filter(({ done }) => done)).toHaveLength(5)
    expect(await counts(desk)).toMatchObject({ unread: 10 })
  })

  it('MSG-14 archives and marks as read in two calls, and reads whether both hold', async () => {
    const desk = await withMany(3)
    const { results } = await desk.handlers().file({ conversationIds: ids(3), act: 'archiveAndRead' })
    expect(desk.bulkCalls().map((call) => call.map(({ conversationStatus }) => conversationStatus))).toEqual([
      ['READ', 'READ', 'READ'],
      ['ARCHIVE', 'ARCHIVE', 'ARCHIVE'],
    ])
    expect(results.every(({ done }) => done)).toBe(true)
    expect(await counts(desk)).toMatchObject({ archived: 3, unread: 0 })
  })

  it('MSG-14 does not believe a success that the platform’s own list denies', async () => {
    const desk = await withMany(2)
    desk.platform.ignoresFiling = true
    const { results } = await desk.handlers().file({ conversationIds: ids(2), act: 'archiveAndRead' })
    expect(results.map(({ done }) => done)).toEqual([false, false])
    expect(results[0]?.problems[0]).toContain('does not list the conversation as archived')
    expect(await counts(desk)).toMatchObject({ archived: 0 })
  })

  it('brings back what was archived, and the next pass leaves it there', async () => {
    const desk = await withMany(2)
    await desk.handlers().file({ conversationIds: ids(2), act: 'archive' })
    await desk.handlers().file({ conversationIds: ['c1'], act: 'active' })
    await desk.handlers().syncNow({})
    await desk.clock.advance(1_000)
    expect(await counts(desk)).toMatchObject({ archived: 1, all: 1 })
  })

  it('changes nothing while the platform is away, and says so for each', async () => {
    const desk = await withMany(12)
    await desk.setAway(true)
    const { results } = await desk.handlers().file({ conversationIds: ids(12), act: 'archive' })
    expect(results.every(({ done, problems }) => !done && problems[0] === 'The platform could not be reached.')).toBe(
      true,
    )
    expect(await counts(desk)).toMatchObject({ archived: 0, all: 12 })
  })
})

describe('deleting', () => {
  it('MSG-16 sends nothing for thirty seconds, then once, and it is final', async () => {
    const desk = await withMany(12)
    await desk.handlers().deleteConversations({ conversationIds: ids(12) })
    await desk.clock.advance(DELETION_HELD_MS - 1)
    expect(desk.bulkCalls()).toEqual([])
    expect((await desk.handlers().deletions({})).deletions).toHaveLength(12)
    await desk.clock.advance(1)
    expect(desk.bulkCalls().map((call) => call.length)).toEqual([10, 2])
    expect((await desk.handlers().deletions({})).deletions).toEqual([])
    expect(await counts(desk)).toMatchObject({ all: 0 })
    await desk.clock.advance(10 * DELETION_HELD_MS)
    expect(desk.bulkCalls()).toHaveLength(2)
    expect(() => desk.handlers().stopDeletions({ conversationIds: ['c1'] })).toThrow('cannot be stopped')
  })

  it('MSG-16 holds it for its thirty seconds and no longer where the clock is put back', async () => {
    const desk = await withMany(1)
    await desk.handlers().deleteConversations({ conversationIds: ids(1) })
    desk.clock.jump(-3_600_000)
    await desk.clock.advance(DELETION_HELD_MS - 1)
    expect(desk.bulkCalls()).toEqual([])
    await desk.clock.advance(1)
    expect(desk.bulkCalls()).toHaveLength(1)
  })

  it('MSG-16 sends nothing when it is stopped at the last moment', async () => {
    const desk = await withMany(2)
    await desk.handlers().deleteConversations({ conversationIds: ids(2) })
    await desk.clock.advance(DELETION_HELD_MS - 1)
    await desk.handlers().stopDeletions({ conversationIds: ids(2) })
    await desk.clock.advance(10 * DELETION_HELD_MS)
    expect(desk.bulkCalls()).toEqual([])
    expect(await counts(desk)).toMatchObject({ all: 2 })
  })

  it('MSG-16 is not carried out behind the seller’s back: away, it fails in sight and waits for a hand', async () => {
    const desk = await withMany(1)
    await desk.handlers().deleteConversations({ conversationIds: ['c1'] })
    await desk.setAway(true)
    await desk.clock.advance(DELETION_HELD_MS)
    expect((await desk.handlers().deletions({})).deletions).toMatchObject([{ state: 'failed' }])
    const before = desk.bulkCalls().length
    await desk.setAway(false)
    await desk.clock.advance(10 * DELETION_HELD_MS)
    expect(desk.bulkCalls()).toHaveLength(before)
    await desk.handlers().deleteConversations({ conversationIds: ['c1'] })
    await desk.clock.advance(DELETION_HELD_MS)
    expect(await counts(desk)).toMatchObject({ all: 0 })
  })

  it('MSG-16 holds it anew after a crash, for all of its time', async () => {
    const desk = await withMany(1)
    await desk.handlers().deleteConversations({ conversationIds: ['c1'] })
    await desk.clock.advance(DELETION_HELD_MS - 1_000)
    await desk.crashAndRestart()
    await desk.clock.advance(DELETION_HELD_MS - 1)
    expect(desk.bulkCalls()).toEqual([])
    await desk.clock.advance(1)
    expect(desk.bulkCalls()).toHaveLength(1)
  })

  it('MSG-18 keeps what the platform refused to delete, and says why', async () => {
    const desk = await withMany(2)
    desk.platform.refusesToFile = new Set(['c2'])
    await desk.handlers().deleteConversations({ conversationIds: ids(2) })
    await desk.clock.advance(DELETION_HELD_MS)
    const { deletions } = await desk.handlers().deletions({})
    expect(deletions).toMatchObject([{ conversationId: 'c2', state: 'failed' }])
    expect(deletions[0]?.problem).toContain('was not found')
    expect(await counts(desk)).toMatchObject({ all: 1 })
  })

  it('refuses a conversation with a message in the outbox, and keeps a draft on disk', async () => {
    const desk = await withMany(2)
    await desk.send('On its way')
    await desk.write('not sent', { conversationId: 'c2' })
    const { results } = await desk.handlers().deleteConversations({ conversationIds: ids(2) })
    expect(results.find(({ conversationId }) => conversationId === 'c1')).toMatchObject({ done: false })
    await desk.clock.advance(DELETION_HELD_MS)
    expect(await desk.draftText('c2')).toBe('not sent')
    expect(
      desk
        .bulkCalls()
        .flat()
        .map(({ conversationId }) => conversationId),
    ).toEqual(['c2'])
  })

  it('is not carried out where a message was written meanwhile', async () => {
    const desk = await withMany(1)
    await desk.handlers().deleteConversations({ conversationIds: ['c1'] })
    await desk.clock.advance(DELETION_HELD_MS - 1_000)
    await desk.send('One more thing')
    await desk.clock.advance(1_000)
    expect(desk.bulkCalls()).toEqual([])
    expect((await desk.handlers().deletions({})).deletions).toMatchObject([{ state: 'failed' }])
  })

  it('does not come back by a page of the list that was on its way', async () => {
    const desk = await withMany(2)
    await desk.handlers().deleteConversations({ conversationIds: ['c1'] })
    await desk.clock.advance(DELETION_HELD_MS)
    await desk.clock.advance(60_000)
    expect(await counts(desk)).toMatchObject({ all: 1 })
  })
})

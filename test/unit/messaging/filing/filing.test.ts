import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { TransportFailure } from '../../../../main/http/request.ts'
import { putOnHold } from '../../../../main/outbound/hold.ts'
import { DELETION_DELAY_MS, type FilingAction } from '../../../../shared/messaging/filing.ts'
import { createHarness } from '../messaging-harness.ts'

const withMany = (count: number) =>
  createHarness((platform) => {
    for (let index = 0; index < count; index += 1) platform.add({ texts: [] })
  })

const ids = (count: number): string[] => Array.from({ length: count }, (_, index) => `c${index + 1}`)
type Harness = Awaited<ReturnType<typeof createHarness>>
const counts = async (harness: Harness) => (await harness.handlers().counts({})).views

const rows = async (harness: Harness, view: 'all' | 'archived' = 'all') =>
  (
    await harness.handlers().conversations({
      view,
      itemId: null,
      otherParty: null,
      search: '',
      offset: 0,
      limit: 100,
    })
  ).rows.toSorted((a, b) => a.conversationId.localeCompare(b.conversationId))

/** Files and lets the queue send. */
const file = async (harness: Harness, conversationIds: string[], action: FilingAction): Promise<void> => {
  await harness.handlers().file({ conversationIds, action })
  await harness.clock.advance(0)
}
const statusesSent = (harness: Harness): readonly (readonly string[])[] =>
  harness.bulkCalls().map((call) => call.map(({ conversationStatus }) => conversationStatus))
const waiting = (harness: Harness) => harness.outbound().list()

describe('filing many', () => {
  it('MSG-17 sends at most ten conversations per call, each once', async () => {
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 1, max: 64 }), async (count) => {
        const harness = await withMany(count)
        await file(harness, [...ids(count), 'c1'], 'read')
        const calls = harness.bulkCalls()
        expect(calls.length).toBe(Math.ceil(count / 10))
        expect(calls.every((call) => call.length <= 10)).toBe(true)
        expect(new Set(calls.flat().map(({ conversationId }) => conversationId)).size).toBe(count)
        expect(waiting(harness)).toEqual([])
      }),
      { numRuns: 12 },
    )
  })

  it('MSG-17 sends what was filed one by one while offline in bulk calls', async () => {
    const harness = await withMany(12)
    await harness.setAway(true)
    for (const id of ids(12)) await file(harness, [id], 'archive')
    const before = harness.bulkCalls().length
    await harness.setAway(false)
    await harness.clock.advance(0)
    expect(
      harness
        .bulkCalls()
        .slice(before)
        .map((call) => call.length),
    ).toEqual([10, 2])
  })

  it('MSG-18 keeps what the platform refused, with its reason, and shows those conversations as they were', async () => {
    const harness = await withMany(23)
    harness.platform.refusesToFile = new Set(['c3', 'c17'])
    await file(harness, ids(23), 'archive')
    expect(waiting(harness)).toMatchObject([
      { kind: 'archive', subject: 'conversation:c3', state: 'refused', error: { message: expect.any(String) } },
      { kind: 'archive', subject: 'conversation:c17', state: 'refused' },
    ])
    expect((await rows(harness)).map(({ conversationId, filing }) => [conversationId, filing])).toEqual([
      ['c17', 'failed'],
      ['c3', 'failed'],
    ])
    expect(await counts(harness)).toMatchObject({ archived: 21, all: 2 })
  })

  it('MSG-18 retries only the refused ones', async () => {
    const harness = await withMany(5)
    harness.platform.refusesToFile = new Set(['c3'])
    await file(harness, ids(5), 'archive')
    harness.platform.refusesToFile = new Set()
    const before = harness.bulkCalls().length
    harness.outbound().sendNow(waiting(harness).map(({ id }) => id))
    await harness.clock.advance(0)
    expect(harness.bulkCalls().slice(before).flat()).toHaveLength(1)
    expect(await counts(harness)).toMatchObject({ archived: 5, all: 0 })
    expect(waiting(harness)).toEqual([])
  })

  it('MSG-18 keeps the unread mark of an archived conversation if one status field holds only the folder', async () => {
    const harness = await withMany(1)
    await file(harness, ['c1'], 'archive')
    const [platformRow] = harness.platform.conversations
    if (platformRow !== undefined) platformRow.messageStatus = 'ARCHIVE'
    await harness.clock.advance(60_000)
    await harness.handlers().syncNow({})
    await harness.clock.advance(60_000)
    expect(await rows(harness, 'archived')).toMatchObject([{ conversationId: 'c1', unread: true }])
  })

  it('MSG-19 refuses each conversation of a rejected call, does not split it, and continues with the others', async () => {
    const harness = await withMany(15)
    let calls = 0
    harness.platform.beforeAnswer = (request) => {
      if (request.operation !== 'bulkUpdateConversation') return
      calls += 1
      harness.platform.bulkStatus = calls === 1 ? 403 : undefined
    }
    await file(harness, ids(15), 'read')
    expect(harness.bulkCalls().map((call) => call.length)).toEqual([10, 5])
    expect(waiting(harness)).toHaveLength(10)
    expect(await counts(harness)).toMatchObject({ unread: 10 })
  })

  it('MSG-18 files the nine others if one conversation no longer exists', async () => {
    const harness = await withMany(10)
    harness.platform.dead.add('c4')
    await file(harness, ids(10), 'archive')
    expect(waiting(harness)).toMatchObject([{ subject: 'conversation:c4', state: 'refused' }])
    expect(await counts(harness)).toMatchObject({ archived: 9 })
  })

  it('MSG-14 archives without marking as read, and sends both changes as two calls', async () => {
    const harness = await withMany(3)
    const before = await counts(harness)
    await file(harness, ids(3), 'archive')
    expect(statusesSent(harness)).toEqual([['ARCHIVE', 'ARCHIVE', 'ARCHIVE']])
    expect(await counts(harness)).toMatchObject({ archived: 3, all: before.all - 3 })
    await file(harness, ids(3), 'read')
    expect(statusesSent(harness).at(-1)).toEqual(['READ', 'READ', 'READ'])
  })

  it('MSG-14 shows a conversation in the inbox again if the platform’s list contradicts its success', async () => {
    const harness = await withMany(2)
    harness.platform.ignoresFiling = true
    await file(harness, ids(2), 'archive')
    await harness.clock.advance(20 * 60_000)
    expect(await counts(harness)).toMatchObject({ archived: 0, all: 2 })
  })

  it('moves archived conversations back to the inbox permanently', async () => {
    const harness = await withMany(2)
    await file(harness, ids(2), 'archive')
    await file(harness, ['c1'], 'active')
    await harness.handlers().syncNow({})
    await harness.clock.advance(1_000)
    expect(await counts(harness)).toMatchObject({ archived: 1, all: 1 })
  })

  it('repeats a call without an answer, because it is idempotent', async () => {
    const harness = await withMany(1)
    let isFirst = true
    harness.platform.beforeAnswer = (request) => {
      if (request.operation !== 'bulkUpdateConversation' || !isFirst) return
      isFirst = false
      throw new TransportFailure('unknown', 'The connection broke before the answer came.')
    }
    await file(harness, ['c1'], 'archive')
    await harness.clock.advance(60_000)
    expect(statusesSent(harness)).toEqual([['ARCHIVE'], ['ARCHIVE']])
    expect(waiting(harness)).toEqual([])
  })

  it('files only conversations that are stored here', async () => {
    const harness = await withMany(1)
    await harness.handlers().file({ conversationIds: ['c99', 'c1'], action: 'read' })
    await harness.clock.advance(1_000)
    expect(
      harness
        .bulkCalls()
        .flat()
        .map(({ conversationId }) => conversationId),
    ).toEqual(['c1'])
  })
})

describe('filing offline', () => {
  it('OFF-01 is shown at once as waiting, and survives a restart', async () => {
    const harness = await withMany(12)
    await harness.setAway(true)
    await file(harness, ids(12), 'archive')
    await harness.crashAndRestart()
    expect(await counts(harness)).toMatchObject({ archived: 12, all: 0 })
    expect((await rows(harness, 'archived')).map(({ filing }) => filing)).toEqual(Array(12).fill('waiting'))
    expect(waiting(harness).every(({ kind, state }) => kind === 'archive' && state !== 'refused')).toBe(true)
  })

  it('OFF-01 archives once when the platform answers again', async () => {
    const harness = await withMany(12)
    await harness.setAway(true)
    await file(harness, ids(12), 'archive')
    await harness.crashAndRestart()
    const before = harness.bulkCalls().length
    await harness.setAway(false)
    await harness.clock.advance(60_000)
    expect(harness.bulkCalls().slice(before).flat()).toHaveLength(12)
    expect(harness.platform.conversations.map(({ messageStatus }) => messageStatus)).toEqual(Array(12).fill('ARCHIVE'))
    expect((await rows(harness, 'archived')).map(({ filing }) => filing)).toEqual(Array(12).fill(null))
  })

  it('OFF-01 stays read through later syncs until it is sent', async () => {
    const harness = await withMany(1)
    harness.platform.bulkStatus = 429
    await harness.handlers().markRead({ conversationId: 'c1' })
    await harness.clock.advance(30 * 60_000)
    const [conversation] = harness.platform.conversations
    if (conversation === undefined) throw new Error('no conversation')
    harness.platform.say(conversation, 'This makes the element of the list another one', 'seller')
    await harness.clock.advance(60_000)
    expect((await rows(harness))[0]).toMatchObject({ unread: false, filing: 'waiting' })
    harness.platform.bulkStatus = undefined
    await harness.clock.advance(10 * 60_000)
    expect(conversation.messageStatus).toBe('READ')
    expect((await rows(harness))[0]).toMatchObject({ unread: false, filing: null })
  })

  it('OFF-02 sends only the last change of a conversation', async () => {
    const harness = await withMany(1)
    await harness.setAway(true)
    await file(harness, ['c1'], 'archive')
    await file(harness, ['c1'], 'active')
    expect(waiting(harness).map(({ kind }) => kind)).toEqual(['restore'])
    expect(await counts(harness)).toMatchObject({ archived: 0, all: 1 })
    const before = harness.bulkCalls().length
    await harness.setAway(false)
    await harness.clock.advance(60_000)
    expect(statusesSent(harness).slice(before)).toEqual([['ACTIVE']])
  })

  it.each(['archive', 'read'] as const)('OFF-02 drops “%s” if the buyer wrote while it waited', async (action) => {
    const harness = await createHarness()
    const [conversation] = harness.platform.conversations
    if (conversation === undefined) throw new Error('no conversation')
    await harness.setAway(true)
    await file(harness, ['c1'], action)
    await harness.clock.advance(3_600_000)
    harness.platform.say(conversation, 'It arrived broken', 'buyer', harness.clock.nowMs())
    await harness.setAway(false)
    await harness.clock.advance(60_000)
    expect(conversation.messageStatus).toBe('UNREAD')
    expect(await rows(harness)).toMatchObject([{ unread: true, unanswered: true, preview: 'It arrived broken' }])
    expect(waiting(harness).map(({ state, error }) => [state, error?.message])).toEqual(
      action === 'read' ? [] : [['refused', expect.stringMatching(/^Not archived: there is a new message/)]],
    )
  })

  it('OFF-02 drops an archiving if the buyer wrote since the last check of the list', async () => {
    const harness = await withMany(2)
    const [conversation] = harness.platform.conversations
    if (conversation === undefined) throw new Error('no conversation')
    harness.platform.say(conversation, 'It arrived broken', 'buyer', harness.clock.nowMs())
    await file(harness, ids(2), 'archive')
    await harness.clock.advance(5_000)
    expect(harness.bulkCalls().flat()).toMatchObject([{ conversationId: 'c2' }])
    expect(await rows(harness)).toMatchObject([{ conversationId: 'c1', unread: true, unanswered: true }])
  })

  it('OFF-02 drops an archiving that waits its turn if the list shows that the buyer wrote', async () => {
    const harness = await withMany(11)
    const last = harness.platform.conversations.find(({ conversationId }) => conversationId === 'c11')
    if (last === undefined) throw new Error('no conversation')
    let arrive: () => void = () => undefined
    harness.platform.afterAnswer = ({ operation }) =>
      operation === 'bulkUpdateConversation' ? new Promise((resolve) => (arrive = resolve)) : undefined
    await file(harness, ids(11), 'archive')
    harness.platform.afterAnswer = undefined
    harness.platform.say(last, 'It arrived broken', 'buyer', harness.clock.nowMs() + 1_000)
    await harness.handlers().syncNow({})
    await harness.clock.advance(2_000)
    arrive()
    await harness.clock.advance(10_000)
    expect(last.messageStatus).toBe('UNREAD')
    expect(await rows(harness)).toMatchObject([{ conversationId: 'c11', preview: 'It arrived broken' }])
    expect(await counts(harness)).toMatchObject({ archived: 10, unanswered: 1 })
  })

  it.each(['archive', 'delete'] as const)(
    'OFF-01 one thread that cannot be read holds up no other: %s',
    async (what) => {
      const harness = await withMany(3)
      const { platform, clock } = harness
      await harness.setAway(true)
      if (what === 'archive') {
        await file(harness, ['c1'], 'read')
        await file(harness, ids(3), 'archive')
      } else await harness.deleteShown(ids(3))
      await clock.advance(3_600_000)
      platform.brokenThread = 'c1'
      await harness.setAway(false)
      await clock.advance(60_000)
      expect(new Set(waiting(harness).map(({ subject }) => subject))).toEqual(new Set(['conversation:c1']))
      expect(platform.conversations.find(({ conversationId }) => conversationId === 'c1')?.messageStatus).toBe('UNREAD')
      platform.brokenThread = undefined
      await clock.advance(3_600_000)
      expect(waiting(harness)).toEqual([])
    },
  )

  it('OFF-03 is undone when it is discarded in the outbox', async () => {
    const harness = await withMany(2)
    await harness.setAway(true)
    await file(harness, ids(2), 'archive')
    harness.outbound().discard(waiting(harness).map(({ id }) => id))
    expect(await counts(harness)).toMatchObject({ archived: 0, all: 2 })
    const before = harness.bulkCalls().length
    await harness.setAway(false)
    await harness.clock.advance(60_000)
    expect(harness.bulkCalls()).toHaveLength(before)
  })

  it('OFF-04 sends nothing while the queue is on hold, and cannot be sent early', async () => {
    const harness = await withMany(1)
    await harness.setAway(true)
    await file(harness, ['c1'], 'archive')
    putOnHold(harness.database, 'restored', harness.clock.nowMs())
    await harness.crashAndRestart()
    const before = harness.bulkCalls().length
    await harness.setAway(false)
    await harness.clock.advance(10 * 60_000)
    expect(harness.bulkCalls()).toHaveLength(before)
    expect(() => harness.outbound().sendNow(waiting(harness).map(({ id }) => id))).toThrow('on hold')
  })

  it('OFF-02 shows the later change while an earlier one is being sent', async () => {
    const harness = await withMany(1)
    let arrive: () => void = () => undefined
    harness.platform.afterAnswer = ({ operation }) =>
      operation === 'bulkUpdateConversation' ? new Promise((resolve) => (arrive = resolve)) : undefined
    await file(harness, ['c1'], 'archive')
    await file(harness, ['c1'], 'active')
    await harness.setAway(true)
    arrive()
    await harness.clock.advance(1_000)
    expect(await counts(harness)).toMatchObject({ all: 1, archived: 0 })
    harness.platform.afterAnswer = undefined
    await harness.setAway(false)
    await harness.clock.advance(60_000)
    expect(await counts(harness)).toMatchObject({ all: 1, archived: 0 })
  })

  it('keeps the order of opposite changes if the first has no answer yet', async () => {
    const harness = await withMany(3)
    let isLost = true
    harness.platform.beforeAnswer = (request) => {
      if (request.operation === 'bulkUpdateConversation' && isLost) {
        throw new TransportFailure('unknown', 'The connection broke before the answer came.')
      }
    }
    await harness.handlers().file({ conversationIds: ['c2'], action: 'active' })
    await harness.handlers().file({ conversationIds: ['c3'], action: 'archive' })
    await harness.handlers().file({ conversationIds: ['c1'], action: 'active' })
    const asked = new Promise<void>((resolve) => {
      const { beforeAnswer } = harness.platform
      harness.platform.beforeAnswer = (request) => {
        // The seller changes their mind while the first change is being sent.
        harness.platform.beforeAnswer = beforeAnswer
        resolve()
        return beforeAnswer?.(request)
      }
    })
    const advanced = harness.clock.advance(0)
    await asked
    await harness.handlers().file({ conversationIds: ['c1', 'c2'], action: 'archive' })
    await advanced
    isLost = false
    await harness.clock.advance(60_000)
    expect(harness.platform.conversations.map(({ messageStatus }) => messageStatus)).toEqual(Array(3).fill('ARCHIVE'))
  })
})

const deletions = async (harness: Harness) => (await harness.handlers().deletions({})).deletions

describe('deleting', () => {
  it('MSG-16 is sent once after thirty seconds, and is then final', async () => {
    const harness = await withMany(12)
    await harness.deleteShown(ids(12))
    await harness.clock.advance(DELETION_DELAY_MS - 1)
    expect(harness.bulkCalls()).toEqual([])
    expect((await harness.handlers().deletions({})).deletions).toHaveLength(12)
    await harness.clock.advance(1)
    expect(harness.bulkCalls().map((call) => call.length)).toEqual([10, 2])
    expect((await harness.handlers().deletions({})).deletions).toEqual([])
    expect(await counts(harness)).toMatchObject({ all: 0 })
    await harness.clock.advance(10 * DELETION_DELAY_MS)
    expect(harness.bulkCalls()).toHaveLength(2)
    expect(() => harness.handlers().cancelDeletions({ conversationIds: ['c1'] })).toThrow('can’t be cancelled')
  })

  it('MSG-16 is held for thirty seconds even if the clock is set back', async () => {
    const harness = await withMany(1)
    await harness.deleteShown(ids(1))
    await harness.clock.advance(0)
    harness.clock.jump(-3_600_000)
    await harness.clock.advance(DELETION_DELAY_MS - 1)
    expect(harness.bulkCalls()).toEqual([])
    await harness.clock.advance(1)
    expect(harness.bulkCalls()).toHaveLength(1)
  })

  it('MSG-16 sends nothing when cancelled at the last moment', async () => {
    const harness = await withMany(2)
    await harness.deleteShown(ids(2))
    await harness.clock.advance(DELETION_DELAY_MS - 1)
    await harness.handlers().cancelDeletions({ conversationIds: ids(2) })
    await harness.clock.advance(10 * DELETION_DELAY_MS)
    expect(harness.bulkCalls()).toEqual([])
    expect(await counts(harness)).toMatchObject({ all: 2 })
  })

  it('OFF-01 waits while the platform is away, can still be cancelled, and is sent once it answers', async () => {
    const harness = await withMany(2)
    await harness.deleteShown(ids(2))
    await harness.setAway(true)
    await harness.clock.advance(2 * DELETION_DELAY_MS)
    expect(await deletions(harness)).toMatchObject([{ state: 'queued' }, { state: 'queued' }])
    await harness.handlers().cancelDeletions({ conversationIds: ['c2'] })
    await harness.setAway(false)
    await harness.clock.advance(60_000)
    expect(
      harness
        .bulkCalls()
        .flat()
        .map(({ conversationId }) => conversationId),
    ).toEqual(['c1'])
    expect(await counts(harness)).toMatchObject({ all: 1 })
  })

  it('OFF-02 asks again if the platform added a notice meanwhile', async () => {
    const harness = await createHarness((platform) => void platform.add({ type: 'FROM_SVC', texts: ['Your invoice'] }))
    const [conversation] = harness.platform.conversations
    if (conversation === undefined) throw new Error('no conversation')
    await harness.deleteShown(['c1'])
    harness.platform.say(conversation, 'Payment overdue', 'buyer')
    await harness.clock.advance(DELETION_DELAY_MS)
    expect(harness.bulkCalls()).toEqual([])
    expect(await deletions(harness)).toMatchObject([{ state: 'refused' }])
  })

  it.each(['read', 'never read'])(
    'OFF-02 asks again if the buyer wrote meanwhile, in a thread that was %s',
    async (known) => {
      const harness = await withMany(1)
      const [conversation] = harness.platform.conversations
      if (conversation === undefined) throw new Error('no conversation')
      if (known === 'never read') harness.database.run('UPDATE conversations SET thread_read_at_ms = NULL')
      await harness.deleteShown(['c1'])
      await harness.setAway(true)
      await harness.clock.advance(60_000)
      harness.platform.say(conversation, 'I changed my mind', 'buyer', harness.clock.nowMs())
      await harness.setAway(false)
      await harness.clock.advance(60_000)
      expect(harness.bulkCalls()).toEqual([])
      expect(await deletions(harness)).toMatchObject([
        { state: 'refused', problem: expect.stringContaining('new message') },
      ])
      const [entry] = harness.outbound().list()
      expect(() => harness.outbound().sendNow([entry?.id ?? ''])).toThrow()
      await harness.deleteShown(['c1'])
      await harness.clock.advance(DELETION_DELAY_MS)
      expect(await counts(harness)).toMatchObject({ all: 0 })
    },
  )

  it('OFF-08 deletes nothing unseen: ten deletions over threads that take 1.8 s to read, while buyers write', async () => {
    const harness = await withMany(10)
    const { platform, clock } = harness
    const readAtMs = new Map<string, number>()
    const written: { readonly id: string; readonly atMs: number }[] = []
    const deleted: { readonly id: string; readonly atMs: number }[] = []
    platform.beforeAnswer = async ({ operation, url, body }) => {
      if (operation === 'getConversation') {
        readAtMs.set(new URL(url).pathname.split('/').at(-1) ?? '', clock.nowMs())
        await new Promise<void>((done) => void clock.setTimer(done, 1_800))
      }
      if (operation !== 'bulkUpdateConversation') return
      const sent = JSON.parse(body ?? '').conversations as readonly { readonly conversationId: string }[]
      for (const { conversationId: id } of sent) {
        expect(clock.nowMs() - (readAtMs.get(id) ?? 0), id).toBeLessThanOrEqual(2_000)
        deleted.push({ id, atMs: clock.nowMs() })
      }
    }
    await harness.deleteShown(ids(10))
    await clock.advance(DELETION_DELAY_MS)
    // Every other second the next buyer writes.
    for (const conversation of platform.conversations.slice(0, 5)) {
      if (!deleted.some(({ id }) => id === conversation.conversationId)) {
        platform.say(conversation, 'Wait, one more question', 'buyer', clock.nowMs())
        written.push({ id: conversation.conversationId, atMs: clock.nowMs() })
      }
      await clock.advance(2_000)
    }
    await clock.advance(300_000)
    for (const { id, atMs } of written) {
      const gone = deleted.find((one) => one.id === id)
      if (gone !== undefined) expect(gone.atMs - atMs, `${id} was deleted over a message`).toBeLessThanOrEqual(2_000)
    }
    expect(deleted.length).toBeGreaterThanOrEqual(5)
  })

  it('OFF-02 asks again about a thread that was never read if this computer’s clock is ahead', async () => {
    const harness = await withMany(1)
    const [conversation] = harness.platform.conversations
    if (conversation === undefined) throw new Error('no conversation')
    harness.platform.say(conversation, 'Is it still there?', 'buyer', harness.clock.nowMs() - 120_000)
    await harness.handlers().syncNow({})
    await harness.clock.advance(1_000)
    harness.database.run('UPDATE conversations SET thread_read_at_ms = NULL')
    await harness.deleteShown(['c1'])
    harness.platform.say(conversation, 'I changed my mind', 'buyer', harness.clock.nowMs() - 60_000)
    await harness.clock.advance(DELETION_DELAY_MS)
    expect(harness.bulkCalls()).toEqual([])
  })

  it('MSG-16 cannot be sent early', async () => {
    const harness = await withMany(1)
    await harness.deleteShown(['c1'])
    const [entry] = harness.outbound().list()
    expect(entry).toMatchObject({ kind: 'delete', canSendNow: false, canDiscard: true })
    expect(() => harness.outbound().sendNow([entry?.id ?? ''])).toThrow()
  })

  it.each([
    ['carried out', true],
    ['not carried out', false],
  ])('MSG-16 is never repeated without an answer: reading shows that it was %s', async (_, isDone) => {
    const harness = await withMany(1)
    await harness.deleteShown(['c1'])
    harness.platform.beforeAnswer = (request) => {
      if (request.operation !== 'bulkUpdateConversation') return
      if (isDone) harness.platform.conversations.length = 0
      throw new TransportFailure('unknown', 'The connection broke before the answer came.')
    }
    await harness.clock.advance(DELETION_DELAY_MS + 120_000)
    expect(harness.bulkCalls()).toHaveLength(1)
    expect(await deletions(harness)).toMatchObject(isDone ? [] : [{ state: 'notFound' }])
    expect(await counts(harness)).toMatchObject({ all: isDone ? 0 : 1 })
  })

  it('MSG-16 sends nothing after a restore', async () => {
    const harness = await withMany(1)
    await harness.deleteShown(['c1'])
    putOnHold(harness.database, 'restored', harness.clock.nowMs())
    await harness.crashAndRestart()
    await harness.clock.advance(10 * DELETION_DELAY_MS)
    expect(harness.bulkCalls()).toEqual([])
  })

  it('drops other changes of the conversation', async () => {
    const harness = await withMany(1)
    harness.platform.bulkStatus = 429
    await file(harness, ['c1'], 'archive')
    await harness.deleteShown(['c1'])
    await harness.clock.advance(DELETION_DELAY_MS - 1_000)
    harness.platform.bulkStatus = undefined
    await harness.clock.advance(10 * 60_000)
    expect(harness.outbound().list()).toEqual([])
  })

  it('MSG-16 is held for its full time again after a crash', async () => {
    const harness = await withMany(1)
    await harness.deleteShown(['c1'])
    await harness.clock.advance(DELETION_DELAY_MS - 1_000)
    await harness.crashAndRestart()
    await harness.clock.advance(DELETION_DELAY_MS - 1)
    expect(harness.bulkCalls()).toEqual([])
    await harness.clock.advance(1)
    expect(harness.bulkCalls()).toHaveLength(1)
  })

  it('MSG-18 keeps a conversation the platform refuses to delete, with the reason', async () => {
    const harness = await withMany(2)
    harness.platform.refusesToFile = new Set(['c2'])
    await harness.deleteShown(ids(2))
    await harness.clock.advance(DELETION_DELAY_MS)
    const { deletions } = await harness.handlers().deletions({})
    expect(deletions).toMatchObject([{ conversationId: 'c2', state: 'refused' }])
    expect(deletions[0]?.problem).toContain('was deleted')
    expect(await counts(harness)).toMatchObject({ all: 1 })
  })

  it('is refused with a message in the outbox, and keeps drafts', async () => {
    const harness = await withMany(2)
    await harness.send('On its way')
    await harness.write('not sent', { conversationId: 'c2' })
    await expect(harness.deleteShown(ids(2))).rejects.toThrow('messages in the outbox: buyer1.')
    expect((await harness.handlers().deletions({})).deletions).toEqual([])
    await harness.deleteShown(['c2'])
    await harness.clock.advance(DELETION_DELAY_MS)
    expect(await harness.draftText('c2')).toBe('not sent')
    expect(
      harness
        .bulkCalls()
        .flat()
        .map(({ conversationId }) => conversationId),
    ).toEqual(['c2'])
  })

  it('OFF-02 is refused over a message that came after the conversation was shown, and then deletes none', async () => {
    const harness = await withMany(2)
    const [conversation] = harness.platform.conversations
    if (conversation === undefined) throw new Error('no conversation')
    const shown = (await rows(harness)).map(({ conversationId, latestAtMs }) => ({ conversationId, latestAtMs }))
    harness.platform.say(conversation, 'Wait, one more question', 'buyer', harness.clock.nowMs())
    await harness.handlers().syncNow({})
    await harness.clock.advance(1_000)
    expect(() => harness.handlers().deleteConversations({ conversations: shown })).toThrow('new messages: buyer1.')
    expect(await deletions(harness)).toEqual([])
    await harness.deleteShown(ids(2))
    expect(await deletions(harness)).toHaveLength(2)
  })

  it('OFF-02 is tried again only once the message that stopped it was read', async () => {
    const harness = await withMany(1)
    const [conversation] = harness.platform.conversations
    if (conversation === undefined) throw new Error('no conversation')
    await harness.deleteShown(['c1'])
    harness.platform.say(conversation, 'I changed my mind', 'buyer', harness.clock.nowMs() + 1_000)
    await harness.clock.advance(DELETION_DELAY_MS)
    expect(await deletions(harness)).toMatchObject([{ state: 'refused' }])
    const tryAgain = async (): Promise<unknown> =>
      harness.handlers().deleteConversations({
        conversations: (await deletions(harness)).map(({ conversationId, latestAtMs }) => ({
          conversationId,
          latestAtMs,
        })),
      })
    await harness.handlers().syncNow({})
    await harness.clock.advance(1_000)
    await expect(tryAgain()).rejects.toThrow('new messages: buyer1.')
    await harness.handlers().markRead({ conversationId: 'c1' })
    await tryAgain()
    expect(await deletions(harness)).toMatchObject([{ state: 'delayed' }])
  })

  it('is not refused over the seller’s own newer message', async () => {
    const harness = await withMany(1)
    const [conversation] = harness.platform.conversations
    if (conversation === undefined) throw new Error('no conversation')
    const shown = (await rows(harness)).map(({ conversationId, latestAtMs }) => ({ conversationId, latestAtMs }))
    harness.platform.say(conversation, 'Answered on the web', 'seller', harness.clock.nowMs())
    await harness.handlers().syncNow({})
    await harness.clock.advance(1_000)
    await harness.handlers().deleteConversations({ conversations: shown })
    expect(await deletions(harness)).toHaveLength(1)
  })

  it('fails if a message is written before it is due', async () => {
    const harness = await withMany(1)
    await harness.deleteShown(['c1'])
    await harness.clock.advance(DELETION_DELAY_MS - 1_000)
    await harness.send('One more thing')
    await harness.clock.advance(1_000)
    expect(harness.bulkCalls()).toEqual([])
    expect((await harness.handlers().deletions({})).deletions).toMatchObject([{ state: 'refused' }])
  })

  it('is not undone by an older page of the list', async () => {
    const harness = await withMany(2)
    await harness.deleteShown(['c1'])
    await harness.clock.advance(DELETION_DELAY_MS)
    await harness.clock.advance(60_000)
    expect(await counts(harness)).toMatchObject({ all: 1 })
  })
})

describe('undoing', () => {
  it('OFF-09 of an archiving that the platform refused makes no call, and dismisses it', async () => {
    const harness = await withMany(2)
    harness.platform.refusesToFile = new Set(['c1'])
    await file(harness, ids(2), 'archive')
    const before = harness.bulkCalls().length
    expect(await harness.handlers().undoFiling({ conversationIds: ['c1'], action: 'archive' })).toEqual({
      undone: 0,
      left: 1,
    })
    await harness.clock.advance(60_000)
    expect(harness.bulkCalls()).toHaveLength(before)
    expect(waiting(harness)).toEqual([])
  })

  it('OFF-09 moves back what was archived, and counts the rest', async () => {
    const harness = await withMany(3)
    harness.platform.refusesToFile = new Set(['c1'])
    await file(harness, ids(3), 'archive')
    const undone = await harness.handlers().undoFiling({ conversationIds: ids(3), action: 'archive' })
    await harness.clock.advance(60_000)
    expect(undone).toEqual({ undone: 2, left: 1 })
    expect(statusesSent(harness).at(-1)).toEqual(['ACTIVE', 'ACTIVE'])
    expect(await counts(harness)).toMatchObject({ archived: 0, all: 3 })
  })

  it('MSG-25 OFF-09 moves back a conversation that the buyer brought to the inbox', async () => {
    const harness = await withMany(1)
    await file(harness, ids(1), 'archive')
    const [conversation] = harness.platform.conversations
    if (conversation === undefined) throw new Error('no conversation')
    harness.platform.say(conversation, 'Hello again', 'buyer')
    await harness.clock.advance(60_000)
    await harness.handlers().undoFiling({ conversationIds: ids(1), action: 'archive' })
    await harness.clock.advance(60_000)
    expect(conversation.messageStatus).toBe('ACTIVE')
    expect(await counts(harness)).toMatchObject({ archived: 0, all: 1 })
  })

  it('OFF-09 MSG-16 of a deletion that still waits for the connection withdraws it', async () => {
    const harness = await withMany(1)
    await harness.setAway(true)
    await harness.deleteShown(ids(1))
    await harness.clock.advance(DELETION_DELAY_MS + 3_600_000)
    await harness.handlers().cancelDeletions({ conversationIds: ids(1) })
    await harness.setAway(false)
    await harness.clock.advance(3_600_000)
    expect(harness.platform.conversations).toHaveLength(1)
  })
})

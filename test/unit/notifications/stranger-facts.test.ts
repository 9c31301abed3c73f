/** What the receiver remembers of senders, refusals and bursts, within bounds (SEC-07, RCV-05). */
import { describe, expect, it } from 'vitest'
import { createLogChanges } from '../../../main/notifications/receiver/log-changes.ts'
import { listPending, orderKeys } from '../../../main/notifications/receiver/pending-keys.ts'
import { createRejectedRequests } from '../../../main/notifications/receiver/rejected-requests.ts'
import { createKnownSenders, findSender } from '../../../main/notifications/receiver/senders.ts'
import { createStorageWatch } from '../../../main/notifications/receiver/storage-watch.ts'
import { createScheduler } from '../../../main/scheduler.ts'
import { createFakeClock } from '../../support/fake-clock.ts'
import { createRecordingLog } from '../../support/recording-log.ts'

describe('a sender', () => {
  it.each<readonly [readonly (readonly [string, string])[], string | null]>([
    [[], null],
    [[['user-agent', ' eBay\t Notifier ']], 'eBay Notifier'],
    [[['x-forwarded-for', '10.0.0.1, 192.0.2.7 ']], '192.0.2.7'],
    [
      [
        ['x-forwarded-for', '2001:db8::1'],
        ['user-agent', 'eBay'],
      ],
      '2001:db8::1 eBay',
    ],
    [
      [
        ['x-forwarded-for', 'unknown'],
        ['user-agent', 'eBay'],
      ],
      'eBay',
    ],
    [[['user-agent', 'x'.repeat(300)]], 'x'.repeat(100)],
  ])('SEC-07 is the address that the tunnel saw, and the program: %j', (headers, sender) =>
    expect(findSender(headers)).toBe(sender),
  )

  it('SEC-07 is known by its address, or else by its program', () => {
    const senders = createKnownSenders(['192.0.2.7 eBay Notifier'])
    expect(senders.rank('192.0.2.7 other')).toBe(2)
    expect(senders.rank('192.0.2.8 eBay Notifier')).toBe(1)
    expect(senders.rank('eBay Notifier')).toBe(1)
    expect(['192.0.2.8', 'eBay', '192.0.2.8 x', null].map(senders.rank)).toEqual([0, 0, 0, 0])
    senders.add(null)
    senders.add('192.0.2.8')
    expect(senders.rank('192.0.2.8 x')).toBe(2)
    expect(senders.rank('192.0.2.9')).toBe(0)
  })

  it('SEC-07 is forgotten once 200 others were verified since', () => {
    const senders = createKnownSenders(['198.51.100.1', '198.51.100.2'])
    for (let index = 0; index < 199; index += 1) senders.add(`192.0.2.${index} agent`)
    // The first of the earlier ones is the newest.
    expect([senders.rank('198.51.100.1'), senders.rank('198.51.100.2')]).toEqual([2, 0])
    senders.add('198.51.100.1')
    senders.add('203.0.113.1')
    expect([senders.rank('198.51.100.1'), senders.rank('192.0.2.0')]).toEqual([2, 0])
  })
})

describe('keys that deliveries wait for', () => {
  const listing = (count: number, isStopped = () => false) => {
    const all = Array.from({ length: count }, (_, index) => ({
      deliveryId: count - index,
      sender: index === 3 ? 'known' : null,
      headers: (count - index) % 2 === 0 ? 'even' : '',
    }))
    return listPending(
      { pending: (beforeId, max) => all.filter(({ deliveryId }) => deliveryId < beforeId).slice(0, max) as never },
      { findKid: ({ headers }) => headers || undefined },
      { rank: (sender) => (sender === null ? 0 : 2) },
      isStopped,
    )
  }

  it('SEC-07 are listed with all their deliveries, newest first', async () => {
    const keys = await listing(401)
    expect(keys.map(({ kid, deliveries }) => [kid, deliveries.length, deliveries[0]?.deliveryId])).toEqual([
      [undefined, 201, 401],
      ['even', 200, 400],
    ])
    expect(await listing(200)).toHaveLength(2)
    expect(await listing(0)).toEqual([])
    expect(await listing(10, () => true)).toEqual([])
  })

  it('SEC-07 of a known sender come first, the others stay in order', async () => {
    const keys = await listing(8)
    expect(keys.map(({ kid, rank, isKnownSender }) => [kid, rank, isKnownSender])).toEqual([
      ['even', 0, false],
      [undefined, 2, true],
    ])
    expect(orderKeys(keys).map(({ kid }) => kid)).toEqual([undefined, 'even'])
  })
})

describe('refused requests', () => {
  const open = () => {
    const clock = createFakeClock()
    let changes = 0
    const requests = createRejectedRequests(clock, () => {
      changes += 1
    })
    return { clock, requests, changes: () => changes }
  }

  it('SEC-07 are counted by reason, with the head of the last one', async () => {
    const { clock, requests } = open()
    const firstAtMs = clock.nowMs()
    requests.add({ reason: 'Too large.', status: 413, method: 'POST', path: '/a', hint: 'A proxy.' })
    await clock.advance(1_000)
    requests.add({ reason: 'Not HTTP.', status: 400 })
    requests.add({
      reason: 'Too large.',
      status: 413,
      path: `/${'b'.repeat(500)}`,
      rawHeaders: ['Host', 'x', 'Cookie', 'secret'],
    })
    expect(requests.list()).toHaveLength(2)
    const [last, other] = requests.list()
    expect(last).toMatchObject({
      count: 2,
      firstAtMs,
      lastAtMs: clock.nowMs(),
      method: null,
      hint: 'A proxy.',
      headers: [
        { name: 'Host', value: 'x' },
        { name: 'Cookie', value: null },
      ],
    })
    expect(last?.path).toHaveLength(400)
    expect(other).toMatchObject({ reason: 'Not HTTP.', count: 1, path: null, hint: null })
  })

  it('SEC-07 are kept for 20 reasons', () => {
    const { requests } = open()
    for (let index = 0; index < 25; index += 1) requests.add({ reason: `Reason ${index}.`, status: 400 })
    expect(requests.list()).toHaveLength(20)
    expect(requests.list()[0]?.reason).toBe('Reason 24.')
  })

  it('SEC-07 reach the window once for a burst, and not after the receiver stopped', async () => {
    const { clock, requests, changes } = open()
    for (let count = 0; count < 10; count += 1) requests.add({ reason: 'Bad.', status: 400 })
    expect(changes()).toBe(0)
    await clock.advance(250)
    expect(changes()).toBe(1)
    requests.add({ reason: 'Bad.', status: 400 })
    await clock.advance(249)
    requests.stop()
    await clock.advance(1_000)
    expect(changes()).toBe(1)
  })
})

describe('changes of the log', () => {
  const open = () => {
    const clock = createFakeClock()
    const changes: { readonly eventId?: number; readonly atMs: number }[] = []
    const log = createLogChanges(clock, (change) => void changes.push({ ...change, atMs: clock.monotonicMs() }))
    return { clock, changes, log }
  }
  const verified = { signature: 'verified' } as const
  const wrong = { signature: 'wrong' } as const

  it('SEC-07 reach the window at once for the platform’s events, and once a second for strangers’', async () => {
    const { clock, changes, log } = open()
    log.add({ eventId: 1, ...verified })
    await clock.advance(100)
    for (const eventId of [2, 3]) log.add({ eventId, ...wrong })
    await clock.advance(500)
    log.add({ eventId: 4, ...wrong })
    await clock.advance(1_000)
    expect(changes).toEqual([{ eventId: 1, atMs: 60 }, { atMs: 1_100 }])
  })

  it('SEC-07 of the platform do not wait for those of strangers', async () => {
    const { clock, changes, log } = open()
    log.add({ eventId: 1, ...wrong })
    await clock.advance(500)
    log.add({ eventId: 2, ...verified })
    await clock.advance(2_000)
    expect(changes).toEqual([{ atMs: 560 }])
    log.add({ eventId: 3, ...verified })
    await clock.advance(60)
    expect(changes[1]).toMatchObject({ eventId: 3 })
    log.add({ eventId: 5, ...wrong })
    log.stop()
    await clock.advance(2_000)
    expect(changes).toHaveLength(2)
  })
})

describe('a disk without space', () => {
  const open = () => {
    const clock = createFakeClock()
    const scheduler = createScheduler(clock, createRecordingLog())
    const notices: string[] = []
    let changes = 0
    let hasRoom = false
    const watch = createStorageWatch({
      clock,
      scheduler,
      hasRoom: () => hasRoom,
      notify: ({ text }) => void notices.push(text),
      changed: () => {
        changes += 1
      },
    })
    return {
      clock,
      notices,
      watch,
      changes: () => changes,
      free: () => {
        hasRoom = true
      },
    }
  }

  it('RCV-05 is reported once, and counted, until a delivery is stored', () => {
    const { notices, watch, changes } = open()
    watch.stored()
    expect([watch.problem(), changes()]).toEqual([null, 0])
    watch.refused('The disk is full.')
    expect(watch.problem()).toMatch(/^The disk is full\. A notification was refused\./)
    watch.refused('The disk is full.')
    expect(watch.problem()).toMatch(/2 notifications were refused/)
    expect([notices.length, changes()]).toEqual([1, 1])
    watch.stored()
    expect([watch.problem(), changes()]).toEqual([null, 2])
    watch.refused('The disk is full.')
    expect(notices).toHaveLength(2)
  })

  it('RCV-05 is over within half a minute once there is space', async () => {
    const { clock, watch, free, changes } = open()
    watch.refused('The disk is full.')
    await clock.advance(60_000)
    expect(watch.problem()).not.toBeNull()
    free()
    await clock.advance(30_000)
    expect([watch.problem(), changes()]).toEqual([null, 2])
    expect(clock.pending()).toBe(0)
  })

  it('RCV-05 is no longer looked at after a delivery was stored', () => {
    const { clock, watch } = open()
    watch.refused('The disk is full.')
    watch.stored()
    expect(clock.pending()).toBe(0)
  })
})

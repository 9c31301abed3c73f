/** How a delivery that was only stored is verified, filed, retried and stopped (RCV-07, RCV-08, RCV-13, SEC-07, SEC-09). */
import { hash } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { createGroupCommit } from '../../../main/database/group-commit.ts'
import type { NewDelivery } from '../../../main/notifications/log/delivery-store.ts'
import type { FiledEvent } from '../../../main/notifications/receiver/file-delivery.ts'
import type { KeyAnswer } from '../../../main/notifications/receiver/key-cache.ts'
import { createProcessor } from '../../../main/notifications/receiver/process.ts'
import type { VerifyingKey } from '../../../main/notifications/receiver/signature.ts'
import type { Verdict } from '../../../main/notifications/receiver/verdict.ts'
import { createNotificationStore } from '../../../main/notifications/store.ts'
import { createScheduler } from '../../../main/scheduler.ts'
import { createFakeClock, settle } from '../../support/fake-clock.ts'
import { noErasedPersons } from '../../support/no-erased-persons.ts'
import { createRecordingLog } from '../../support/recording-log.ts'
import { openTestDatabase } from '../../support/test-database.ts'
import { sale } from './notifications-rig.ts'

const RETRY_KEY = 'notifications.retry'
const aKey: KeyAnswer = { kind: 'key', key: {} as VerifyingKey }
const verified: Verdict = { signature: 'verified', message: 'It is genuine.' }
const wrong: Verdict = { signature: 'wrong', message: 'It doesn’t match.' }
const late: Verdict = { signature: 'late', message: 'It is late.' }

/** A processor on a store, with keys and verdicts by key id. A delivery's only header is its key id. */
const open = () => {
  const clock = createFakeClock()
  const log = createRecordingLog()
  const scheduler = createScheduler(clock, log)
  const database = openTestDatabase()
  const store = createNotificationStore(database, noErasedPersons)
  const group = createGroupCommit(database)
  const keys = new Map<string, KeyAnswer | Promise<KeyAnswer>>()
  const renewed = new Map<string, KeyAnswer>()
  const verdicts = new Map<string, Verdict>()
  const asked: [string, boolean][] = []
  const forgotten: string[] = []
  const senders: (string | null)[] = []
  const changed: FiledEvent[] = []
  const arrived: FiledEvent[] = []
  const state = {
    isDiskFull: false,
    isReportFailing: false,
    verifying: undefined as Promise<void> | undefined,
    most: 0,
    checks: 0,
  }
  let inProgress = 0
  const kidOf = (headers: string): string | undefined => (JSON.parse(headers) as string[][])[0]?.[1]
  const processor = createProcessor({
    store,
    group,
    scheduler,
    clock,
    log,
    keys: {
      cached: () => undefined,
      get: (kid, isKnownSender) => {
        asked.push([kid, isKnownSender])
        return keys.get(kid) ?? aKey
      },
      renew: (kid) => {
        const answer = renewed.get(kid)
        return answer === undefined ? undefined : Promise.resolve(answer)
      },
      mayRenew: (kid) => renewed.has(kid),
      wasGood: () => false,
      forget: (kid) => void forgotten.push(kid),
      stop: () => undefined,
    },
    senders: { add: (sender) => void senders.push(sender), rank: (sender) => (sender === 'known' ? 2 : 0) },
    verifier: {
      findKid: ({ headers }) => kidOf(headers),
      verify: async ({ headers }, _, key) => {
        inProgress += 1
        state.checks += 1
        state.most = Math.max(state.most, inProgress)
        await state.verifying
        inProgress -= 1
        if (key?.kind === 'later') return { signature: 'notVerifiableNow', message: key.why }
        return verdicts.get(kidOf(headers) ?? '') ?? verified
      },
    },
    seller: () => {
      if (state.isDiskFull) throw Object.assign(new Error('full'), { code: 'ENOSPC' })
      return undefined
    },
    changed: (event) => void changed.push(event),
    arrived: (event) => {
      if (state.isReportFailing) throw new Error('no notices')
      arrived.push(event)
    },
  })
  const keep = (kid: string | null, transactionId = '1', sender: string | null = null): number => {
    const body = Buffer.from(sale({ transactionId }))
    const delivery: NewDelivery = {
      receivedAtMs: clock.nowMs(),
      format: 'soap',
      origin: 'platform',
      replayOf: null,
      headers: JSON.stringify(kid === null ? [] : [['X-SVC-SIGNATURE', kid]]),
      body,
      bodyDigest: hash('sha256', body, 'hex'),
      sender,
    }
    return store.addDelivery(delivery)
  }
  const finish = (deliveryId: number) => processor.finish({ deliveryId, filed: undefined })
  const events = () => store.events({ filter: {}, search: '', offset: 0, limit: 50 }).rows
  const plannedInMs = () => {
    const atMs = scheduler.plannedAtMs(RETRY_KEY)
    return atMs === undefined ? undefined : atMs - clock.nowMs()
  }
  const failFiling = (): void =>
    void database.run("CREATE TRIGGER fault BEFORE INSERT ON notification_claims BEGIN SELECT raise(ABORT, 'a'); END")
  const attempts = () => database.column<number>('SELECT attempts FROM notification_deliveries ORDER BY id')
  return {
    ...{ processor, group, clock, log, database, store, keys, renewed, verdicts, asked, forgotten, senders },
    ...{ changed, arrived, state, keep, finish, events, plannedInMs, failFiling, attempts },
  }
}

const later: KeyAnswer = { kind: 'later', why: 'No connection.' }
const overBudget: KeyAnswer = { kind: 'later', why: 'Too many.', isOverBudget: true }

describe('a stored delivery', () => {
  it('RCV-07 is filed once, reported once, and makes its sender known', async () => {
    const { keep, finish, events, arrived, changed, senders, asked, plannedInMs } = open()
    const deliveryId = keep('k', '1', 'known')
    await Promise.all([finish(deliveryId), finish(deliveryId)])
    await finish(deliveryId)
    expect(events()).toMatchObject([{ processing: 'processed', deliveryCount: 1 }])
    expect([arrived.length, changed.length, senders, asked]).toEqual([1, 1, ['known'], [['k', true]]])
    expect(plannedInMs()).toBeUndefined()
  })

  it('RCV-08 that was filed before the answer is only reported, and a repeat is not', async () => {
    const { keep, processor, finish, arrived, changed, asked } = open()
    await finish(keep('k'))
    const [filed] = changed
    if (filed === undefined) throw new Error('not filed')
    await processor.finish({ deliveryId: 2, filed: { ...filed, fresh: [], raises: null } })
    expect([arrived.length, changed.length, asked.length]).toEqual([1, 2, 1])
    await processor.finish({ deliveryId: 3, filed: { ...filed, fresh: [], raises: 'forgery' } })
    await processor.finish({ deliveryId: 4, filed: { ...filed, raises: null } })
    expect(arrived).toHaveLength(3)
  })

  it('RCV-06 stays filed and changes the log even if reporting it fails', async () => {
    const { keep, processor, finish, changed, events, log, plannedInMs, state } = open()
    state.isReportFailing = true
    await finish(keep('k'))
    expect(events()).toMatchObject([{ processing: 'processed' }])
    await processor.finish({ deliveryId: 2, filed: changed[0] })
    expect(changed).toHaveLength(2)
    expect(plannedInMs()).toBeUndefined()
    expect(log.lines.map(({ message }) => message)).toEqual([
      'an event could not be reported',
      'an event could not be reported',
    ])
  })

  it('SEC-09 with a wrong signature makes no sender known', async () => {
    const { keep, finish, verdicts, events, senders, arrived } = open()
    verdicts.set('k', wrong)
    await finish(keep('k', '1', 'stranger'))
    expect(events()).toMatchObject([{ processing: 'quarantined', signature: 'wrong' }])
    expect(senders).toEqual([])
    expect(arrived).toMatchObject([{ raises: 'forgery' }])
  })

  it('SEC-09 asks for its key as a stranger’s unless its sender is known', async () => {
    const { keep, finish, asked } = open()
    await finish(keep('k', '1', 'stranger'))
    expect(asked).toEqual([['k', false]])
  })

  it('RCV-08 without a signature needs no key', async () => {
    const { keep, finish, asked, events, log, plannedInMs } = open()
    await finish(keep(null))
    expect([asked, events().length, log.lines, plannedInMs()]).toEqual([[], 1, [], undefined])
  })

  it('SEC-07 that was removed meanwhile is left out', async () => {
    const { finish, asked, log, plannedInMs } = open()
    await finish(99)
    expect([asked, log.lines, plannedInMs()]).toEqual([[], [], undefined])
  })

  it('SEC-09 is checked with at most seven others at once', async () => {
    const { keep, finish, state, events } = open()
    const verifying = Promise.withResolvers<void>()
    state.verifying = verifying.promise
    const all = Array.from({ length: 20 }, (_, index) => finish(keep('k', String(index + 1))))
    await settle()
    expect(state.most).toBe(8)
    verifying.resolve()
    await Promise.all(all)
    expect(events()).toHaveLength(20)
  })
})

describe('a key', () => {
  it('RCV-08 that is being fetched shows the delivery as waiting until it arrives', async () => {
    const { keep, finish, keys, events, changed } = open()
    const fetching = Promise.withResolvers<KeyAnswer>()
    keys.set('k', fetching.promise)
    const finished = finish(keep('k'))
    await settle()
    expect(events()).toMatchObject([{ processing: 'waiting', signature: 'notVerifiableNow' }])
    fetching.resolve(aKey)
    await finished
    expect(events()).toMatchObject([{ processing: 'processed' }])
    expect(changed).toHaveLength(2)
  })

  it('RCV-08 is fetched again once before a signature counts as wrong', async () => {
    const { keep, finish, renewed, verdicts, events } = open()
    renewed.set('k', { kind: 'later', why: 'No connection.' })
    verdicts.set('k', wrong)
    await finish(keep('k'))
    expect(events()).toMatchObject([{ processing: 'waiting' }])
    renewed.set('k', aKey)
    await finish(keep('k', '2'))
    expect(events()[0]).toMatchObject({ processing: 'quarantined', signature: 'wrong' })
  })

  it('RCV-08 is fetched again only for a wrong signature, and only if it exists', async () => {
    const { keep, finish, keys, renewed, verdicts, events } = open()
    renewed.set('good', later).set('unknown', later)
    keys.set('unknown', { kind: 'unknown' })
    verdicts.set('unknown', wrong)
    await finish(keep('good'))
    expect(events()[0]).toMatchObject({ processing: 'processed' })
    await finish(keep('unknown', '2'))
    expect(events()[0]).toMatchObject({ processing: 'quarantined' })
  })

  it('RCV-08 that is fetched again later changes a waiting delivery only once it arrives', async () => {
    const { keep, finish, keys, processor, changed, events } = open()
    keys.set('k', later)
    await finish(keep('k'))
    const fetching = Promise.withResolvers<KeyAnswer>()
    keys.set('k', fetching.promise)
    const retrying = processor.retry()
    await settle()
    expect(changed).toHaveLength(1)
    fetching.resolve(aKey)
    await retrying
    expect(changed).toHaveLength(2)
    expect(events()).toMatchObject([{ processing: 'processed' }])
  })

  it('SEC-07 that is still missing for the same reason costs no write, and another reason is shown', async () => {
    const { keep, finish, keys, processor, changed, store, events } = open()
    keys.set('k', later)
    await finish(keep('k'))
    await processor.retry()
    expect(changed).toHaveLength(1)
    keys.set('k', { kind: 'later', why: 'The platform refuses calls.' })
    await processor.retry()
    expect(changed).toHaveLength(2)
    expect(store.event(events()[0]?.eventId ?? 0)?.signatureMessage).toBe('The platform refuses calls.')
  })

  it('RCV-08 that cannot be fetched is tried again after 30 s, then less often, at least every 10 minutes', async () => {
    const { keep, finish, keys, events, clock, plannedInMs } = open()
    keys.set('k', later)
    await finish(keep('k'))
    const waits: (number | undefined)[] = []
    for (let time = 0; time < 7; time += 1) {
      waits.push(plannedInMs())
      await clock.advance(plannedInMs() ?? 0)
    }
    expect(waits).toEqual([30_000, 60_000, 120_000, 240_000, 480_000, 600_000, 600_000])
    keys.set('k', aKey)
    await clock.advance(600_000)
    expect(events()).toMatchObject([{ processing: 'processed' }])
    expect(plannedInMs()).toBeUndefined()
    // The next failure counts from the start.
    keys.set('k', later)
    await finish(keep('k', '2'))
    expect(plannedInMs()).toBe(30_000)
  })

  it('SEC-07 beyond its budget is tried again after a minute, however often', async () => {
    const { keep, finish, keys, clock, plannedInMs } = open()
    keys.set('k', overBudget).set('other', later)
    await finish(keep('k'))
    expect(plannedInMs()).toBe(60_000)
    await clock.advance(60_000)
    expect(plannedInMs()).toBe(60_000)
    // It doesn't lengthen the wait of others.
    await finish(keep('other', '2'))
    expect(plannedInMs()).toBe(30_000)
  })

  it('SEC-07 beyond its budget does not put off the keys of other deliveries', async () => {
    const { keep, finish, processor, keys, plannedInMs } = open()
    keys.set('made-up', overBudget)
    keys.set('k', later)
    await finish(keep('made-up'))
    keep('k', '2')
    await processor.retry()
    expect(plannedInMs()).toBe(30_000)
  })

  it('RCV-13 that is tried again sooner is not put off by a later failure', async () => {
    const { keep, finish, keys, clock, plannedInMs } = open()
    keys.set('k', later).set('made-up', overBudget)
    await finish(keep('k'))
    await clock.advance(10_000)
    await finish(keep('made-up', '2'))
    expect(plannedInMs()).toBe(20_000)
  })
})

describe('a pass over what is pending', () => {
  it('RCV-13 files everything after a start, the most trusted senders first', async () => {
    const { keep, processor, asked, events } = open()
    keep('b', '1', 'stranger')
    keep('a', '2', 'known')
    keep(null, '3')
    await processor.retry()
    expect(asked[0]).toEqual(['a', true])
    expect(asked.every(([kid]) => kid !== undefined)).toBe(true)
    expect(events().every(({ processing }) => processing === 'processed')).toBe(true)
    expect(events()).toHaveLength(3)
  })

  it('SEC-07 writes nothing for a delivery that still waits, but shows a new one', async () => {
    const { keep, processor, keys, changed, events, plannedInMs, state } = open()
    keys.set('k', overBudget)
    keep('k')
    await processor.retry()
    expect(events()).toMatchObject([{ processing: 'waiting' }])
    expect(changed).toHaveLength(1)
    keep('k', '2')
    await processor.retry()
    expect(events()).toHaveLength(2)
    expect(changed).toHaveLength(2)
    expect(plannedInMs()).toBe(60_000)
    const { checks } = state
    await processor.retry()
    expect([changed.length, plannedInMs(), state.checks]).toEqual([2, 60_000, checks])
  })

  it('RCV-13 by request starts the backoff over', async () => {
    const { keep, finish, keys, clock, processor, plannedInMs } = open()
    keys.set('k', later)
    await finish(keep('k'))
    for (let time = 0; time < 4; time += 1) await clock.advance(plannedInMs() ?? 0)
    await processor.retry()
    expect(plannedInMs()).toBeLessThanOrEqual(60_000)
  })
})

describe('a delivery that cannot be filed', () => {
  it('SEC-09 ends as failed after three attempts, and counts a crash as one', async () => {
    const { keep, finish, failFiling, attempts, database, processor, events, log, plannedInMs } = open()
    failFiling()
    await finish(keep('k'))
    expect([attempts(), plannedInMs()]).toEqual([[1], 30_000])
    await processor.retry()
    await processor.retry()
    expect(attempts()).toEqual([3])
    database.run('DROP TRIGGER fault')
    await processor.retry()
    expect(events()).toMatchObject([{ processing: 'failed', name: 'Unreadable' }])
    expect(log.lines.some(({ level }) => level === 'error')).toBe(true)
  })

  it('SEC-09 counts a repeated attempt before it starts', async () => {
    const { keep, processor, attempts, database, events } = open()
    keep('k')
    // The trigger sees the count at the moment of filing.
    database.run('CREATE TABLE seen (attempts INTEGER)')
    database.run(`CREATE TRIGGER watch BEFORE INSERT ON notification_claims BEGIN
      INSERT INTO seen SELECT attempts FROM notification_deliveries; END`)
    await processor.retry()
    expect(database.column('SELECT attempts FROM seen')).toEqual([1])
    expect([events().length, attempts()]).toEqual([1, [1]])
  })

  it('SEC-09 counts no attempt for a delivery that is not proven genuine', async () => {
    const { keep, processor, verdicts, attempts } = open()
    verdicts.set('k', wrong)
    keep('k')
    await processor.retry()
    expect(attempts()).toEqual([0])
  })

  it('SEC-09 counts no attempt that failed because of the system', async () => {
    const { keep, finish, state, attempts, processor, events, plannedInMs } = open()
    state.isDiskFull = true
    await finish(keep('k'))
    await processor.retry()
    expect(attempts()).toEqual([0])
    expect(plannedInMs()).toBe(60_000)
    state.isDiskFull = false
    await processor.retry()
    expect(events()).toMatchObject([{ processing: 'processed' }])
  })
})

describe('checking an event again', () => {
  it('RCV-08 fetches each of its keys once more', async () => {
    const { keep, finish, verdicts, processor, events, forgotten } = open()
    verdicts.set('k', wrong)
    await finish(keep('k'))
    const eventId = events()[0]?.eventId ?? 0
    const fetched = new Set<string>()
    verdicts.set('k', verified)
    expect(await processor.processAgain(eventId, fetched)).toBe(events()[0]?.eventId)
    expect(events()[0]).toMatchObject({ processing: 'processed' })
    expect([forgotten, [...fetched]]).toEqual([['k'], ['k']])
    verdicts.set('k', wrong)
    await finish(keep('k', '2'))
    await processor.processAgain(events()[0]?.eventId ?? 0, fetched)
    expect(forgotten).toEqual(['k'])
    // Without a key id there is no key.
    verdicts.set('', wrong)
    await finish(keep(null, '3'))
    await processor.processAgain(events()[0]?.eventId ?? 0)
    expect(forgotten).toEqual(['k'])
  })

  it('RCV-08 returns the event that its delivery belongs to afterwards', async () => {
    const { keep, finish, verdicts, processor, events } = open()
    verdicts.set('k', wrong)
    await finish(keep('k'))
    await finish(keep('other'))
    const [known, forged] = events()
    verdicts.set('k', verified)
    expect(await processor.processAgain(forged?.eventId ?? 0)).toBe(known?.eventId)
    expect(events()).toMatchObject([{ eventId: known?.eventId, deliveryCount: 2 }])
  })

  it('RCV-07 is refused for one that was processed, and for one that is gone', async () => {
    const { keep, finish, processor, events } = open()
    await finish(keep('k'))
    await expect(processor.processAgain(events()[0]?.eventId ?? 0)).rejects.toMatchObject({
      detail: { kind: 'conflict' },
    })
    await expect(processor.processAgain(99)).rejects.toMatchObject({ detail: { kind: 'notFound' } })
    await expect(processor.acceptLate(99)).rejects.toMatchObject({ detail: { kind: 'notFound' } })
  })

  it('PLT-41 processes a late one only if the seller accepts it', async () => {
    const { keep, finish, verdicts, processor, events, store } = open()
    verdicts.set('k', late)
    await finish(keep('k'))
    const eventId = events()[0]?.eventId ?? 0
    await processor.processAgain(eventId)
    expect(events()).toMatchObject([{ processing: 'quarantined', signature: 'late' }])
    expect(store.delivery(1)?.state).toBe('settled')
    const accepted = await processor.acceptLate(events()[0]?.eventId ?? 0)
    expect(store.event(accepted)).toMatchObject({
      processing: 'processed',
      signature: 'verified',
      signatureMessage: 'It is late. You accepted it.',
    })
    await expect(processor.acceptLate(accepted)).rejects.toMatchObject({ detail: { kind: 'conflict' } })
  })
})

it('PLT-41 SEC-09 accepting a late notification accepts no wrong signature', async () => {
  const { keep, finish, verdicts, processor, events, arrived } = open()
  verdicts.set('k', late)
  await finish(keep('k'))
  verdicts.set('k', wrong)
  await processor.acceptLate(events()[0]?.eventId ?? 0)
  expect(events()).toMatchObject([{ processing: 'quarantined', signature: 'wrong' }])
  expect(arrived.flatMap(({ fresh }) => fresh)).toEqual([])
})

describe('the end of the app', () => {
  it('RCV-13 leaves what is being checked pending, reports nothing, and plans nothing', async () => {
    const { keep, finish, keys, state, processor, group, store, changed, arrived, events, plannedInMs, log } = open()
    const verifying = Promise.withResolvers<void>()
    const fetching = Promise.withResolvers<KeyAnswer>()
    keys.set('slow', fetching.promise)
    const slow = finish(keep('slow'))
    keys.set('later', later)
    await finish(keep('later', '5'))
    expect(plannedInMs()).toBeDefined()
    await settle()
    state.verifying = verifying.promise
    const checked = finish(keep('k', '2'))
    const again = finish(keep('k', '3'))
    await settle()
    const shown = changed.length
    processor.stop()
    verifying.resolve()
    fetching.resolve(aKey)
    await Promise.all([slow, checked, again])
    await finish(keep('k', '4'))
    await processor.retry()
    const [first] = changed
    if (first !== undefined) await processor.finish({ deliveryId: 1, filed: { ...first, raises: 'sale' } })
    expect([changed.length, arrived.length, plannedInMs()]).toEqual([shown, 0, undefined])
    expect(events()).toHaveLength(2)
    await expect(group.commit(() => undefined)).rejects.toMatchObject({ detail: { kind: 'conflict' } })
    for (const deliveryId of [1, 2, 3, 4, 5]) expect(store.delivery(deliveryId)?.state).toBe('pending')
    expect(log.lines.filter(({ level }) => level === 'error')).toEqual([])
  })
})

import { describe, expect, it } from 'vitest'
import { createGroupCommit } from '../../../main/database/group-commit.ts'
import { findBodyShape } from '../../../main/notifications/receiver/body-shape.ts'
import type { KeyAnswer } from '../../../main/notifications/receiver/key-cache.ts'
import {
  createPersist,
  DiskFull,
  NotAccepted,
  RESERVED_DISK_BYTES,
} from '../../../main/notifications/receiver/persist.ts'
import { importKey } from '../../../main/notifications/receiver/signature.ts'
import { createVerifier, type Verifier } from '../../../main/notifications/receiver/verify.ts'
import { createNotificationStore } from '../../../main/notifications/store.ts'
import { platforms } from '../../../shared/connection/platforms.ts'
import { noErasedPersons } from '../../support/no-erased-persons.ts'
import { openTestDatabase } from '../../support/test-database.ts'
import { newSigner, sale, signatureFor } from './notifications-rig.ts'

const signer = newSigner('key-1')
const key = importKey({ key: signer.publicPem, algorithm: 'ECDSA', digest: 'SHA1' })
if (typeof key === 'string') throw new Error(key)

/** The program that sends each delivery. */
const AGENT = 'platform/1.0'

const setUp = (
  options: {
    readonly freeDiskBytes?: number
    readonly mayRenew?: boolean
    /** Deliveries that may wait for a key. */
    readonly quota?: number
    readonly verify?: Verifier['verify']
  } = {},
) => {
  const database = openTestDatabase()
  const limits = options.quota === undefined ? undefined : { bytes: 1_000_000, deliveries: options.quota }
  const store = createNotificationStore(database, noErasedPersons, limits)
  const senders: (string | null)[] = []
  const verifier = createVerifier(
    {
      headerName: 'X-SVC-SIGNATURE',
      form: 'base64Json',
      isFormChosen: true,
      platformName: platforms.neutral.name,
      legacyIds: async () => undefined,
    },
    store,
  )
  const persist = createPersist({
    store,
    group: createGroupCommit(database),
    keys: {
      cached: (kid): KeyAnswer | undefined =>
        kid === signer.kid ? { kind: 'key', key } : kid === 'gone' ? { kind: 'unknown' } : undefined,
      wasGood: (kid) => kid === signer.kid || kid === 'good',
      mayRenew: () => options.mayRenew ?? true,
    },
    senders: { add: (sender) => void senders.push(sender) },
    freeDiskBytes: () => options.freeDiskBytes ?? Number.POSITIVE_INFINITY,
    seller: () => undefined,
    verifier: { ...verifier, ...(options.verify === undefined ? {} : { verify: options.verify }) },
    redeemTicket: (ticket) => (ticket === 'replay' ? 1 : undefined),
  })
  const deliver = (text: string, signature: string | null = signatureFor(signer, text), ticket?: string) => {
    const body = Buffer.from(text)
    const shape = findBodyShape(body)
    if ('refused' in shape) throw new Error(shape.refused)
    const rawHeaders = [
      'User-Agent',
      AGENT,
      ...(signature === null ? [] : ['X-SVC-SIGNATURE', signature]),
      ...(ticket === undefined ? [] : ['X-Stallhand-Replay', ticket]),
    ]
    return persist({ receivedAtMs: 1_000, format: shape.format, rawHeaders, body })
  }
  const events = () => store.events({ filter: {}, search: '', offset: 0, limit: 10 }).rows
  const deliveries = () => database.all('SELECT state, signature, event_id FROM notification_deliveries ORDER BY id')
  return { database, store, senders, deliver, events, deliveries }
}

const settled = { state: 'settled', signature: 'verified', event_id: 1 }
const pending = { state: 'pending', signature: null, event_id: null }
const processed = { name: 'FixedPriceTransaction', processing: 'processed', signature: 'verified' }

describe('a delivery whose key is cached', () => {
  it('RCV-07 is stored, claimed and filed before the answer, and a repeat joins its event', async () => {
    const { deliver, events, deliveries } = setUp()
    expect((await deliver(sale())).filed?.fresh).toMatchObject([{ transactionId: '7001' }])
    expect(deliveries()).toEqual([settled])
    expect((await deliver(sale())).filed?.fresh).toEqual([])
    await deliver(sale(), signatureFor(signer, sale()), 'replay')
    expect(events()).toMatchObject([{ ...processed, deliveryCount: 2, replayCount: 1 }])
    expect(deliveries()).toEqual([settled, settled, settled])
  })

  it.each([
    ['whose signature does not match', sale(), signatureFor(signer, 'something else')],
    ['whose key is not cached', sale(), signatureFor(newSigner('key-2'), sale())],
    ['that is not readable as an event', '<NotSoap/>', signatureFor(signer, '<NotSoap/>')],
  ] as const)('RCV-08 is only stored before the answer %s', async (_, text, signature) => {
    const { deliver, events, deliveries } = setUp()
    expect((await deliver(text, signature)).filed).toBeUndefined()
    expect(deliveries()).toEqual([pending])
    expect(events()).toEqual([])
  })

  it('SEC-09 without a signature is filed with the answer, and its body is not parsed', async () => {
    const { deliver, events, deliveries } = setUp()
    await deliver(sale(), null)
    expect(events()).toMatchObject([{ name: 'Unverified', processing: 'quarantined', itemId: null, occurrences: [] }])
    expect(deliveries()).toEqual([{ state: 'settled', signature: 'none', event_id: 1 }])
  })

  it('RCV-06 is stored even if filing it fails', async () => {
    const { database, deliver, deliveries } = setUp()
    database.run("CREATE TRIGGER fault BEFORE INSERT ON notification_events BEGIN SELECT raise(ABORT, 'a fault'); END")
    expect((await deliver(sale())).filed).toBeUndefined()
    expect(deliveries()).toEqual([pending])
  })

  it('RCV-07 is not processed again after its event was removed from the log', async () => {
    const { database, deliver, events } = setUp()
    await deliver(sale())
    database.run('DELETE FROM notification_deliveries')
    database.run('DELETE FROM notification_events')
    expect((await deliver(sale())).filed?.fresh).toEqual([])
    expect(events()).toMatchObject([{ ...processed, deliveryCount: 1 }])
  })
})

describe('a delivery before the answer', () => {
  const kept = (database: ReturnType<typeof setUp>['database']) =>
    database.all<{ headers: string; sender: string | null; origin: string; replayOf: number | null }>(
      `SELECT c.headers, d.sender, d.origin, d.replay_of AS replayOf
       FROM notification_deliveries d JOIN notification_captures c ON c.id = d.id ORDER BY d.id`,
    )

  it('RCV-08 whose key is unknown to the platform is left to the processor', async () => {
    const { deliver, deliveries } = setUp()
    expect((await deliver(sale(), signatureFor(newSigner('gone'), sale()))).filed).toBeUndefined()
    expect(deliveries()).toEqual([pending])
  })

  it('RCV-08 with a wrong signature is quarantined at once if its key was fetched a moment ago', async () => {
    const { deliver, events, senders } = setUp({ mayRenew: false })
    expect((await deliver(sale(), signatureFor(signer, 'something else'))).filed?.raises).toBe('forgery')
    expect(events()).toMatchObject([{ processing: 'quarantined', signature: 'wrong' }])
    expect(senders).toEqual([])
  })

  it('RCV-06 is stored while the vault is locked', async () => {
    const { deliver, deliveries } = setUp({ verify: () => Promise.reject(new Error('The vault is locked.')) })
    expect((await deliver(sale())).filed).toBeUndefined()
    expect(deliveries()).toEqual([pending])
  })

  it('SEC-07 makes its sender known only once it is verified', async () => {
    const { deliver, senders } = setUp()
    await deliver(sale(), null)
    await deliver(sale(), signatureFor(newSigner('key-2'), sale()))
    expect(senders).toEqual([])
    await deliver(sale())
    expect(senders).toEqual([AGENT])
  })

  it('RCV-05 is refused if the disk would have less than the reserve', async () => {
    const full = setUp({ freeDiskBytes: RESERVED_DISK_BYTES - 1 })
    await expect(full.deliver(sale())).rejects.toThrow(DiskFull)
    expect(full.deliveries()).toEqual([])
    const room = setUp({ freeDiskBytes: RESERVED_DISK_BYTES })
    await room.deliver(sale())
    expect(room.deliveries()).toEqual([settled])
  })

  it('SEC-07 counts against the quota only while it waits for a key', async () => {
    const { deliver, deliveries } = setUp({ quota: 1 })
    const signed = (kid: string) => signatureFor(newSigner(kid), sale())
    await deliver(sale(), signed('made-up-1'))
    await expect(deliver(sale(), signed('made-up-2'))).rejects.toThrow(
      new NotAccepted('Too many deliveries are waiting for their key.'),
    )
    expect(deliveries()).toHaveLength(1)
    // A key that the platform returned before has a share of its own. Replays and verified ones are never refused.
    await deliver(sale(), signed('good'))
    await expect(deliver(sale(), signed('good'))).rejects.toThrow(NotAccepted)
    await deliver(sale(), signed('made-up-3'), 'replay')
    await deliver(sale())
    expect(deliveries()).toHaveLength(4)
  })

  it('SEC-05 that replays another one is marked so, without its ticket and sender', async () => {
    const { database, deliver } = setUp()
    await deliver(sale())
    await deliver(sale(), signatureFor(signer, sale()), 'replay')
    await deliver(sale(), signatureFor(signer, sale()), 'forged ticket')
    const [, replay, forged] = kept(database)
    expect(replay).toMatchObject({ origin: 'replay', replayOf: 1, sender: null })
    expect(replay?.headers).not.toContain('Replay')
    expect(replay?.headers).toContain('X-SVC-SIGNATURE')
    expect(forged).toMatchObject({ origin: 'platform', replayOf: null, sender: AGENT })
    expect(forged?.headers).toContain('"X-Stallhand-Replay",null')
  })
})

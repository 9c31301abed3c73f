import { describe, expect, it } from 'vitest'
import type { NewDelivery } from '../../../main/notifications/log-store.ts'
import { createAccept } from '../../../main/notifications/receiver/accept.ts'
import { type AtOnce, createAtOnce } from '../../../main/notifications/receiver/at-once.ts'
import { gate } from '../../../main/notifications/receiver/body-gate.ts'
import { createGroupCommit } from '../../../main/notifications/receiver/group-commit.ts'
import type { EventHandler } from '../../../main/notifications/receiver/settle.ts'
import { importKey } from '../../../main/notifications/receiver/signature.ts'
import { createNotificationStore, notificationsSchema } from '../../../main/notifications/store.ts'
import { createFakeClock } from '../../support/fake-clock.ts'
import { openTestDatabase } from '../../support/test-database.ts'
import { newSigner, sale, signatureFor } from './notifications-rig.ts'

const signer = newSigner('key-1')
const verifying = importKey({ key: signer.publicPem, algorithm: 'ECDSA', digest: 'SHA1' })
if (typeof verifying === 'string') throw new Error(verifying)

const rigOf = (handler: EventHandler = {}) => {
  const database = openTestDatabase(notificationsSchema)
  const store = createNotificationStore(database)
  const keys = {
    atHand: (kid: string) => (kid === signer.kid ? ({ kind: 'key', key: verifying } as const) : undefined),
  }
  const atOnce = createAtOnce({ store, keys, clock: createFakeClock(), handler })
  const events = () =>
    database.all('SELECT name, processing, signature, delivery_count, replay_count FROM notification_events')
  const deliveries = () => database.all('SELECT state, signature, event_id FROM notification_deliveries ORDER BY id')
  return { database, store, atOnce, events, deliveries }
}

const deliveryOf = (text: string, change: Partial<NewDelivery> = {}): NewDelivery => ({
  receivedAtMs: 1_000,
  format: 'soap',
  origin: 'platform',
  replayOf: null,
  headers: '[]',
  signatureHeader: signatureFor(signer, text),
  soapAction: null,
  body: Buffer.from(text),
  bodyDigest: text,
  times: { acceptMs: 1, persistMs: null, answerMs: null, processMs: null },
  ...change,
})

const contentOf = (delivery: NewDelivery) => {
  const verdict = gate(delivery.body)
  if ('refused' in verdict) throw new Error(verdict.refused)
  return verdict.content
}

/** Checks a delivery to the end, then keeps it. */
const keep = async (atOnce: AtOnce, delivery: NewDelivery) => {
  const checking = atOnce.begin(delivery, delivery.body)
  await checking?.verdict
  return atOnce.keep(delivery, contentOf(delivery), checking)
}

const settled = { state: 'settled', signature: 'verified', event_id: 1 }
const processed = {
  name: 'FixedPriceTransaction',
  processing: 'processed',
  signature: 'verified',
  delivery_count: 1,
  replay_count: 0,
}

describe('a delivery that is known to be good before it is written', () => {
  it('RCV-07 is kept, claimed and filed by one commit, and a second one is stacked on it', async () => {
    const { atOnce, events, deliveries } = rigOf()
    const first = await keep(atOnce, deliveryOf(sale()))
    expect(first?.filed.fresh).toMatchObject([{ transactionId: '7001' }])
    expect([events(), deliveries()]).toEqual([[processed], [settled]])
    const second = await keep(atOnce, deliveryOf(sale()))
    expect(second?.filed.fresh).toEqual([])
    expect([events(), deliveries()]).toEqual([[{ ...processed, delivery_count: 2 }], [settled, settled]])
    await keep(atOnce, deliveryOf(sale(), { origin: 'replay', replayOf: 1 }))
    expect(events()).toEqual([{ ...processed, delivery_count: 2, replay_count: 1 }])
  })

  it('RCV-13 frees a claim that a crash left', async () => {
    const { database, atOnce, events } = rigOf()
    await keep(atOnce, deliveryOf(sale()))
    database.run("UPDATE notification_claims SET state = 'held'")
    await keep(atOnce, deliveryOf(sale()))
    expect(events()).toHaveLength(2)
  })

  it('RCV-07 becomes the event that failed before under the same bytes', async () => {
    const { store, atOnce, events } = rigOf()
    const delivery = deliveryOf(sale())
    const facts = { name: 'X', format: 'soap', timestamp: null, notificationId: null, occurrences: [] } as const
    const state = {
      signature: 'verified',
      signatureWords: '',
      processing: 'failed',
      why: 'The shelf is full.',
    } as const
    store.putEvent(`trusted:${delivery.bodyDigest}`, { ...delivery, eventId: null }, facts, state)
    await keep(atOnce, delivery)
    expect(events()).toEqual([{ ...processed, delivery_count: 2 }])
  })

  const untouched: readonly (readonly [string, NewDelivery, EventHandler])[] = [
    [
      'whose signature does not fit',
      deliveryOf(sale(), { signatureHeader: signatureFor(signer, 'something else') }),
      {},
    ],
    ['whose key is not at hand', deliveryOf(sale(), { signatureHeader: signatureFor(newSigner('key-2'), sale()) }), {}],
    ['without a signature', deliveryOf(sale(), { signatureHeader: null }), {}],
    ['from a file', deliveryOf(sale(), { origin: 'import' }), {}],
    ['that says nothing readable', deliveryOf('<NotSoap/>'), {}],
    ['for which a handler has work that takes time', deliveryOf(sale()), { prepare: async () => undefined }],
    ['for which a handler writes', deliveryOf(sale()), { write: () => undefined }],
  ]
  it.each(untouched)(
    'RCV-08 leaves one %s to the work after the answer, and writes nothing',
    async (_, delivery, handler) => {
      const { database, atOnce } = rigOf(handler)
      expect(await keep(atOnce, delivery)).toBeUndefined()
      expect(database.all('SELECT id FROM notification_captures')).toEqual([])
    },
  )

  it('RCV-05 does not wait for a check that is still under way', () => {
    const { atOnce, database } = rigOf()
    const delivery = deliveryOf(sale())
    expect(atOnce.keep(delivery, contentOf(delivery), atOnce.begin(delivery, delivery.body))).toBeUndefined()
    expect(database.all('SELECT id FROM notification_captures')).toEqual([])
  })

  it('RCV-06 is kept all the same where filing it fails', async () => {
    const { database, store, atOnce, deliveries } = rigOf()
    database.run("CREATE TRIGGER fault BEFORE INSERT ON notification_events BEGIN SELECT raise(ABORT, 'a fault'); END")
    const body = Buffer.from(sale())
    const accept = createAccept({
      store,
      group: createGroupCommit(database),
      atOnce,
      signatureHeader: 'x-svc-signature',
      sourceOf: () => undefined,
    })
    const rawHeaders = ['X-SVC-SIGNATURE', signatureFor(signer, body)]
    const content = contentOf(deliveryOf(sale()))
    const kept = await accept({ receivedAtMs: 1, content, rawHeaders, body, acceptMs: 1 })
    expect(kept.filed).toBeUndefined()
    expect(deliveries()).toEqual([{ state: 'pending', signature: null, event_id: null }])
  })

  it('a commit waits for what it is worth to know, and not for long', async () => {
    const group = createGroupCommit(rigOf().database)
    let isKnown = false
    const soon = new Promise<void>((resolve) => {
      setImmediate(() => {
        isKnown = true
        resolve()
      })
    })
    expect(await group.commit(() => isKnown, soon)).toBe(true)
    expect(await group.commit(() => 'written', new Promise(() => undefined))).toBe('written')
  })
})

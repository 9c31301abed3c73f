import { describe, expect, it } from 'vitest'
import { createGroupCommit } from '../../../main/database/group-commit.ts'
import { findBodyShape } from '../../../main/notifications/receiver/body-shape.ts'
import type { KeyAnswer } from '../../../main/notifications/receiver/key-cache.ts'
import { createPersist } from '../../../main/notifications/receiver/persist.ts'
import { importKey } from '../../../main/notifications/receiver/signature.ts'
import { createVerifier } from '../../../main/notifications/receiver/verify.ts'
import { boundedDeliveriesSchema, notificationsSchema } from '../../../main/notifications/schema.ts'
import { createNotificationStore } from '../../../main/notifications/store.ts'
import { openTestDatabase } from '../../support/test-database.ts'
import { newSigner, sale, signatureFor } from './notifications-rig.ts'

const signer = newSigner('key-1')
const key = importKey({ key: signer.publicPem, algorithm: 'ECDSA', digest: 'SHA1' })
if (typeof key === 'string') throw new Error(key)

const setUp = () => {
  const database = openTestDatabase(notificationsSchema, boundedDeliveriesSchema)
  const store = createNotificationStore(database)
  const persist = createPersist({
    store,
    group: createGroupCommit(database),
    keys: {
      cached: (kid): KeyAnswer | undefined => (kid === signer.kid ? { kind: 'key', key } : undefined),
      wasGood: (kid) => kid === signer.kid,
      mayRenew: () => true,
    },
    senders: { add: () => undefined },
    freeDiskBytes: () => Number.POSITIVE_INFINITY,
    seller: () => undefined,
    verifier: createVerifier(
      { headerName: 'X-SVC-SIGNATURE', form: 'base64Json', isFormChosen: true, legacyIds: async () => undefined },
      store,
    ),
    redeemTicket: (ticket) => (ticket === 'replay' ? 1 : undefined),
  })
  const deliver = (text: string, signature: string | null = signatureFor(signer, text), ticket?: string) => {
    const body = Buffer.from(text)
    const shape = findBodyShape(body)
    if ('refused' in shape) throw new Error(shape.refused)
    const rawHeaders = [
      ...(signature === null ? [] : ['X-SVC-SIGNATURE', signature]),
      ...(ticket === undefined ? [] : ['X-Stallhand-Replay', ticket]),
    ]
    return persist({ receivedAtMs: 1_000, format: shape.format, rawHeaders, body })
  }
  const events = () => store.events({ filter: {}, search: '', offset: 0, limit: 10 }).rows
  const deliveries = () => database.all('SELECT state, signature, event_id FROM notification_deliveries ORDER BY id')
  return { database, store, deliver, events, deliveries }
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

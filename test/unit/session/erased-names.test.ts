/** A name that passes from one account to another: an erasure acts on the one that was closed (SEC-10, PLT-18). */
import { describe, expect, it } from 'vitest'
import { createErasedPersons, loadErasureKey } from '../../../main/erasure/erased-persons.ts'
import { createConversationStore } from '../../../main/messaging/conversations/conversation-store.ts'
import { createOrderStore } from '../../../main/orders/store/order-store.ts'
import { createErasures } from '../../../main/session/erasures.ts'
import { createFakeClock } from '../../support/fake-clock.ts'
import { createRecordingLog } from '../../support/recording-log.ts'
import { openTestDatabase } from '../../support/test-database.ts'
import { message, record, whole } from '../messaging/conversation-records.ts'
import { order } from '../orders/orders-rig.ts'

const DAY = 86_400_000
const clock = createFakeClock()
/** Days before the clock's time. */
const ago = (days: number): number => clock.nowMs() - days * DAY

const open = () => {
  const database = openTestDatabase()
  const values = new Map<string, unknown>()
  const settings = {
    get: (key: string) => values.get(key),
    set: (key: string, value: unknown) => void values.set(key, value),
  }
  const persons = createErasedPersons(database, loadErasureKey(settings))
  const store = createConversationStore(database, persons)
  const orders = createOrderStore(database, persons)
  const erasures = createErasures({ database, settings, clock, log: createRecordingLog(), changed: () => undefined })

  const list = (conversationId: string, buyer: string, atMs: number): void => {
    const latest = message(`${conversationId}-m`, 'Hello', atMs, buyer)
    const listed = record({ conversationId, buyer, latest, createdAtMs: atMs, latestAtMs: atMs })
    store.savePage('FROM_MEMBERS', [{ ...listed, raw: JSON.stringify([buyer, atMs]) }], new Set(), atMs)
  }
  const converse = (conversationId: string, buyer: string, atMs: number): void => {
    list(conversationId, buyer, atMs)
    store.startReading(conversationId, atMs)(whole(message(`${conversationId}-m`, 'Hello', atMs, buyer)))
  }
  const buy = (orderId: string, username: string, atMs: number): void => {
    const at = new Date(atMs).toISOString()
    orders.save([order(orderId, { buyer: { username }, creationDate: at, lastModifiedDate: at })], {
      from: 'single',
      atMs,
    })
  }
  /** A message to a name without a conversation, as the outbox keeps it. */
  const send = (id: string, atMs: number): void => {
    database.run(
      `INSERT INTO outbound (id, kind, lane, subject, payload, state, detail, created_at_ms, changed_at_ms)
       VALUES (?, 'message', 'messages', 'person:anna', '{}', 'sent', '', ?, ?)`,
      [id, atMs, atMs],
    )
  }
  const listSent = () => database.column('SELECT id FROM outbound')
  /** Sets when the names given up so far were, which the triggers take from the computer's clock. */
  const giveUp = (atMs: number | null): void => {
    database.run('UPDATE former_names SET given_up_at_ms = ?', [atMs])
  }
  /** The platform says that it closed this account at that time. */
  const close = async (username: string, atMs: number): Promise<void> => {
    const body = { notification: { eventDate: new Date(atMs).toISOString(), data: { username } } }
    const { lastInsertRowid: id } = database.run(
      `INSERT INTO notification_deliveries (received_at_ms, format, size_bytes, origin, state, sender)
       VALUES (?, 'json', 1, 'platform', 'settled', '')`,
      [clock.nowMs()],
    )
    database.run('INSERT INTO notification_captures (id, headers, body, body_digest) VALUES (?, ?, ?, ?)', [
      id,
      '{}',
      Buffer.from(JSON.stringify(body)),
      String(id),
    ])
    database.run('INSERT INTO notification_erasures (delivery_id, event_id, requested_at_ms) VALUES (?, ?, ?)', [
      id,
      id,
      clock.nowMs(),
    ])
    await erasures.run()
  }
  const left = () => ({
    conversations: database.column('SELECT conversation_id FROM conversations ORDER BY conversation_id'),
    ofOrders: database.column('SELECT buyer FROM orders WHERE buyer IS NOT NULL ORDER BY order_id'),
    formerNames: database.column('SELECT name FROM former_names'),
  })
  return { database, list, converse, buy, send, listSent, giveUp, close, run: erasures.run, left }
}

/** Anna was renamed 30 days ago, and another account took her name since. */
const openTaken = (renamed = 'closed-1', gaveUpAtMs: number | null = ago(30)) => {
  const shop = open()
  shop.converse('first', 'anna', ago(90))
  shop.buy('1', 'anna', ago(90))
  shop.converse('first', renamed, ago(90))
  shop.giveUp(gaveUpAtMs)
  shop.converse('second', 'anna', ago(10))
  shop.buy('2', 'anna', ago(10))
  return shop
}

describe('an account that was closed under a name that someone else has now', () => {
  it('SEC-10 goes, and what the other did since stays', async () => {
    const shop = openTaken()
    await shop.close('anna', ago(31))
    expect(shop.left()).toEqual({ conversations: ['second'], ofOrders: ['anna'], formerNames: [] })
  })

  it('SEC-10 goes with what was sent to it, and what was sent to the other stays', async () => {
    const shop = openTaken()
    shop.send('to the first', ago(90))
    shop.send('to the second', ago(10))
    await shop.close('anna', ago(31))
    expect(shop.listSent()).toEqual(['to the second'])
  })

  it('SEC-10 leaves the other to be read on', async () => {
    const shop = openTaken()
    await shop.close('anna', ago(31))
    shop.converse('third', 'anna', ago(5))
    shop.buy('3', 'anna', ago(5))
    shop.converse('fourth', 'anna', ago(60))
    shop.buy('4', 'anna', ago(60))
    expect(shop.left()).toMatchObject({ conversations: ['second', 'third'], ofOrders: ['anna', 'anna'] })
  })

  it('SEC-10 goes with all of its name if 0.3.0 did not write down when it was given up', async () => {
    const shop = openTaken('closed-1', null)
    await shop.close('anna', ago(31))
    expect(shop.left()).toEqual({ conversations: [], ofOrders: [], formerNames: [] })
  })

  it('SEC-10 goes by its new name, with what it did under the former one', async () => {
    const shop = openTaken('anna_new')
    await shop.close('anna_new', ago(1))
    expect(shop.left()).toEqual({ conversations: ['second'], ofOrders: ['anna'], formerNames: [] })
  })

  it('SEC-10 goes although its notification comes late, if no one else has the name', async () => {
    const shop = open()
    shop.converse('first', 'anna', ago(90))
    shop.converse('first', 'closed-1', ago(90))
    shop.giveUp(ago(30))
    await shop.close('anna', ago(1))
    expect(shop.left()).toEqual({ conversations: [], ofOrders: [], formerNames: [] })
  })
})

describe('an account that took the name of another and was closed', () => {
  it.each(['anna', 'ANNA'])('SEC-10 goes, and the conversation of who had the name %s before stays', async (name) => {
    const shop = openTaken('anna_new')
    await shop.close(name, ago(1))
    expect(shop.left()).toMatchObject({ conversations: ['first'], formerNames: ['anna'] })
    expect(shop.database.column('SELECT buyer FROM conversations')).toEqual(['anna_new'])
    expect(shop.left().ofOrders).toEqual([])
  })

  it('SEC-10 leaves a conversation whose thread was not read since its buyer was renamed', async () => {
    const shop = open()
    shop.converse('first', 'anna', ago(90))
    shop.list('first', 'anna_new', ago(90))
    shop.giveUp(ago(30))
    shop.converse('second', 'anna', ago(10))
    await shop.close('anna', ago(1))
    expect(shop.left().conversations).toEqual(['first'])
  })

  it('SEC-10 goes if it only bought something', async () => {
    const shop = open()
    shop.converse('first', 'anna', ago(90))
    shop.converse('first', 'anna_new', ago(90))
    shop.giveUp(ago(30))
    shop.buy('2', 'anna', ago(10))
    await shop.close('anna', ago(1))
    expect(shop.left()).toMatchObject({ conversations: ['first'], ofOrders: [] })
  })

  it('SEC-10 takes the other’s conversation along if 0.3.0 did not write down when the name was given up', async () => {
    const shop = openTaken('anna_new', null)
    await shop.close('anna', ago(1))
    expect(shop.left()).toMatchObject({ conversations: [], ofOrders: [] })
  })
})

describe('an account that takes the name of a closed one', () => {
  const openClosed = async () => {
    const shop = open()
    shop.converse('first', 'anna', ago(20))
    shop.buy('1', 'anna', ago(20))
    await shop.close('anna', ago(10))
    return shop
  }

  it('SEC-10 is stored, and what the closed one did is not', async () => {
    const shop = await openClosed()
    const later = clock.nowMs() + DAY
    shop.converse('first', 'anna', ago(20))
    shop.converse('second', 'anna', later)
    shop.buy('1', 'anna', ago(20))
    shop.buy('2', 'anna', later)
    expect(shop.left()).toMatchObject({ conversations: ['second'], ofOrders: ['anna'] })
    expect(shop.database.column('SELECT text FROM messages')).toEqual(['Hello'])
  })

  it('SEC-10 keeps what it has once the seller sent a text to the closed one', async () => {
    const shop = open()
    shop.buy('1', 'anna', ago(20))
    shop.database.run(
      `INSERT INTO drafts (target_key, other_party_username, content, revision, saved_at_ms)
       VALUES ('person:anna', 'anna', '{}', 1, 1)`,
    )
    await shop.close('anna', ago(10))
    shop.buy('2', 'anna', clock.nowMs() + DAY)
    shop.database.run('DELETE FROM drafts')
    shop.send('the draft', clock.nowMs() + DAY)
    await shop.run()
    expect([shop.left().ofOrders, shop.listSent()]).toEqual([['anna'], []])
  })

  it('SEC-10 is not what the closed account’s conversation becomes when the seller answers in it', async () => {
    const shop = await openClosed()
    const later = clock.nowMs() + DAY
    shop.converse('first', 'anna', later)
    expect(shop.left().conversations).toEqual([])
  })

  it('SEC-10 is erased in its turn', async () => {
    const shop = await openClosed()
    const later = clock.nowMs() + DAY
    shop.converse('second', 'anna', later)
    shop.buy('2', 'anna', later)
    await shop.close('anna', later + DAY)
    shop.converse('third', 'anna', later)
    expect(shop.left()).toEqual({ conversations: [], ofOrders: [], formerNames: [] })
  })
})

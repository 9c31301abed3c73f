import { describe, expect, it } from 'vitest'
import { createConversationStore } from '../../../main/messaging/conversations/conversation-store.ts'
import { createOrderStore } from '../../../main/orders/store/order-store.ts'
import { loadBuyerNames, withPresentNames } from '../../../main/session/overview/buyer-names.ts'
import { loadOrderConversations } from '../../../main/session/overview/sales.ts'
import { noErasedPersons } from '../../support/no-erased-persons.ts'
import { openTestDatabase } from '../../support/test-database.ts'
import { record } from '../messaging/conversation-records.ts'
import { order } from '../orders/orders-rig.ts'

/** A conversation with a buyer who was renamed, and one with another buyer. */
const open = () => {
  const database = openTestDatabase()
  const store = createConversationStore(database, noErasedPersons)
  const list = (conversationId: string, buyer: string) =>
    store.savePage('FROM_MEMBERS', [record({ conversationId, buyer, raw: buyer })], new Set(), 0)
  list('c1', 'anna_wolle')
  list('c1', 'anna_new')
  list('c2', 'ben')
  return database
}

describe('a buyer who was renamed', () => {
  it.each([
    ['anna_new', ['anna_new', 'anna_wolle']],
    ['anna_wolle', ['anna_wolle', 'anna_new']],
    ['ben', ['ben']],
    ['someone_else', ['someone_else']],
  ])('ORD-02 has every name: %s', (buyer, names) => {
    expect(loadBuyerNames(open(), buyer)).toEqual(names)
  })

  it('ORD-02 is in the inbox’s filters by the present name', () => {
    expect(withPresentNames(open(), ['anna_wolle', 'ben'])).toEqual(['anna_wolle', 'ben', 'anna_new'])
  })

  it('ORD-02 has one conversation for the order under the old name', () => {
    const database = open()
    createOrderStore(database, noErasedPersons).save([order('1')], { from: 'single', atMs: 0 })
    expect(loadOrderConversations(database, '1').map(({ conversationId }) => conversationId)).toEqual(['c1'])
  })
})

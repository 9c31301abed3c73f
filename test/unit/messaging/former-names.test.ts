import { describe, expect, it } from 'vitest'
import { erasePersons, findPersons } from '../../../main/erasure/erase.ts'
import { matchNames } from '../../../main/erasure/erased-persons.ts'
import { createConversationStore } from '../../../main/messaging/conversations/conversation-store.ts'
import { messagingPersonalData } from '../../../main/messaging/personal-data.ts'
import { noErasedPersons } from '../../support/no-erased-persons.ts'
import { openTestDatabase } from '../../support/test-database.ts'
import { message, record, whole } from './conversation-records.ts'

const open = () => {
  const database = openTestDatabase()
  const store = createConversationStore(database, noErasedPersons)
  const list = (buyer: string | null) =>
    store.savePage('FROM_MEMBERS', [record({ conversationId: 'c1', buyer, raw: String(buyer) })], new Set(), 0)
  const read = (sender: string) => store.startReading('c1', 0)(whole(message('m1', 'Hello', 1_000, sender)))
  const find = () => findPersons(database, [messagingPersonalData], matchNames(['anna_wolle']))
  return { database, list, read, find }
}

describe('a closed account that the platform renamed before its notification arrived', () => {
  it('PLT-18 is found by the name that its conversation had', async () => {
    const { list, find } = open()
    list('anna_wolle')
    list('closed-1')
    expect((await find()).subjects).toEqual(['conversation:c1'])
  })

  it('PLT-18 is found by the name that its messages had', async () => {
    const { list, read, find } = open()
    list(null)
    read('anna_wolle')
    read('closed-1')
    expect((await find()).subjects).toEqual(['conversation:c1'])
  })

  it('PLT-18 leaves no former name', async () => {
    const { database, list, read, find } = open()
    list('anna_wolle')
    read('anna_wolle')
    list('closed-1')
    read('closed-1')
    const found = await find()
    database.transaction(() => erasePersons(database, [messagingPersonalData], found))
    expect([
      database.column('SELECT name FROM former_names'),
      database.column('SELECT conversation_id FROM conversations'),
      (await find()).names,
    ]).toEqual([[], [], []])
  })

  it('SEC-10 gave up its name when that was seen, by the list first', () => {
    const { database, list, read } = open()
    const beforeMs = Date.now()
    list('anna_wolle')
    read('anna_wolle')
    list('closed-1')
    const afterMs = Date.now()
    const times = () => database.column<number>('SELECT given_up_at_ms FROM former_names')
    const [listedMs = 0] = times()
    expect(listedMs >= beforeMs && listedMs <= afterMs).toBe(true)
    database.run('UPDATE former_names SET given_up_at_ms = 5')
    read('closed-1')
    expect(times()).toEqual([5])
  })

  it('SEC-10 has no former name that it bears again', () => {
    const { database, list } = open()
    for (const name of ['anna_wolle', 'anna_new', 'anna_wolle']) list(name)
    expect(database.column('SELECT name FROM former_names')).toEqual(['anna_new'])
  })
})

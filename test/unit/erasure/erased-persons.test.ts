import { describe, expect, it } from 'vitest'
import { addHashes, createErasedPersons, loadErasureKey, loadHashes } from '../../../main/erasure/erased-persons.ts'
import { openTestDatabase } from '../../support/test-database.ts'

const DAY = 86_400_000
const open = () => openTestDatabase()
const createSettings = () => {
  const values = new Map<string, unknown>()
  return { get: (key: string) => values.get(key), set: (key: string, value: unknown) => void values.set(key, value) }
}

describe('who was erased', () => {
  it('PLT-18 is recognized in any case, and no one else is', () => {
    const persons = createErasedPersons(open(), 'key')
    persons.remember({ names: ['Anna_Wolle'], conversationIds: ['c1'] }, 0, true)
    expect(['anna_wolle', ' ANNA_WOLLE ', 'anna', null].map((name) => persons.isErased(name, 0))).toEqual([
      true,
      true,
      false,
      false,
    ])
    expect(['c1', 'anna_wolle'].map(persons.isErasedConversation)).toEqual([true, false])
  })

  it('PLT-18 is no one before the first erasure', () => {
    const persons = createErasedPersons(open(), 'key')
    expect([persons.isErased('anna_wolle', null), persons.isErasedConversation('c1')]).toEqual([false, false])
  })

  it.each([
    ['before the erasure', 999, true],
    ['at the erasure', 1_000, true],
    ['after it, of a new account with the name', 1_001, false],
    ['no date', null, true],
  ])('SEC-10 is asked with the date of the data: %s', (_, atMs, isErased) => {
    const persons = createErasedPersons(open(), 'key')
    persons.remember({ names: ['anna'] }, 1_000, true)
    expect(persons.isErased('anna', atMs)).toBe(isErased)
  })

  it.each([[[1_000, 5_000]], [[5_000, 1_000]]])('SEC-10 is erased until the last erasure of the name: %j', (times) => {
    const persons = createErasedPersons(open(), 'key')
    for (const atMs of times) persons.remember({ names: ['anna'] }, atMs, true)
    expect(persons.erasedUntil('Anna')).toBe(5_000)
  })

  it('SEC-10 is kept without a name, and can’t be tested without the key of this installation', () => {
    const database = open()
    createErasedPersons(database, 'key').remember({ names: ['anna_wolle'] }, 0, true)
    expect(JSON.stringify(database.all('SELECT hex(hash) AS hash FROM erased_persons'))).not.toContain('anna')
    expect(createErasedPersons(database, 'another key').isErased('anna_wolle', null)).toBe(false)
  })

  it('SEC-10 is kept with one key per installation', () => {
    const settings = createSettings()
    expect(loadErasureKey(settings)).toBe(loadErasureKey(settings))
    expect(loadErasureKey(settings)).not.toBe(loadErasureKey(createSettings()))
  })

  it('PLT-18 survives a swap of the database', () => {
    const [before, after] = [open(), open()]
    createErasedPersons(before, 'key').remember({ names: ['anna'] }, 0, true)
    addHashes(after, loadHashes(before))
    expect(createErasedPersons(after, 'key').isErased('anna', null)).toBe(true)
  })

  it('PLT-18 is kept for strangers as long as a backup may contain them', () => {
    const persons = createErasedPersons(open(), 'key')
    persons.remember({ names: ['stranger'] }, 0, false)
    persons.remember({ names: ['buyer'] }, 0, true)
    persons.remember({ names: ['buyer'] }, 0, false)
    persons.forgetStrangers(31 * DAY)
    expect(persons.isErased('stranger', null)).toBe(true)
    persons.forgetStrangers(60 * DAY)
    expect(['stranger', 'buyer'].map((name) => persons.isErased(name, null))).toEqual([false, true])
  })
})

import { expect, it } from 'vitest'
import { createChosenPort } from '../../../main/notifications/receiver/chosen-port.ts'
import { createNotificationStore } from '../../../main/notifications/store.ts'
import { noErasedPersons } from '../../support/no-erased-persons.ts'
import { openTestDatabase } from '../../support/test-database.ts'

const open = () => createNotificationStore(openTestDatabase(), noErasedPersons)

it.each([0, 4000])('RCV-01 the port is the profile’s until another one is kept: %d', (profilePort) => {
  const store = open()
  const port = createChosenPort(store, profilePort)
  expect(port.load()).toBe(profilePort)
  port.save(5000)
  expect(port.load()).toBe(5000)
  expect(createChosenPort(store, profilePort).load()).toBe(5000)
})

it('RCV-01 a port that is new in the profile counts more than the one kept before', () => {
  const store = open()
  createChosenPort(store, 4000).save(5000)
  expect(createChosenPort(store, 4001).load()).toBe(4001)
  expect(createChosenPort(store, 0).load()).toBe(0)
})

it.each(['', '5000', '{"port":"5000","insteadOf":4000}', '{"port":5000'])(
  'SEC-12 a damaged setting leaves the profile’s port: %s',
  (text) => {
    const store = open()
    store.setSetting('port', text)
    expect(createChosenPort(store, 4000).load()).toBe(4000)
  },
)

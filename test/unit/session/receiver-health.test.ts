import { describe, expect, it } from 'vitest'
import { describeReceiver } from '../../../main/session/receiver-health.ts'
import type { Registration } from '../../../shared/notifications/registration.ts'

const registration = (state: Registration['state']): Registration => ({
  state,
  message: `It is ${state}.`,
  atMs: 0,
  address: null,
  events: [],
  steps: [],
})
const well = {
  state: 'listening',
  why: null,
  portTaken: null,
  addressProblem: null,
  registration: registration('complete'),
} as const

describe('whether notifications arrive', () => {
  it.each([
    ['good', 'listening and registered', well],
    ['neutral', 'not registered', { ...well, registration: registration('never') }],
    ['caution', 'registered under another address', { ...well, registration: registration('outdated') }],
    ['caution', 'not registered completely', { ...well, registration: registration('incomplete') }],
    ['caution', 'on another port than the registered one', { ...well, portTaken: 1, why: 'Port 1 is in use' }],
    ['caution', 'registered at an address that is refused', { ...well, addressProblem: 'No HTTPS.' }],
    ['danger', 'not answering', { ...well, state: 'notAnswering', why: 'It is gone.' }],
  ] as const)('RCV-05 is %s for a receiver that is %s', (tone, _, view) => {
    const health = describeReceiver(view)
    expect(health.tone).toBe(tone)
    expect(health.why === null).toBe(tone === 'good')
  })
})

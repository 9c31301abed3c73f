import { describe, expect, it } from 'vitest'
import { createReadOnlyModes } from '../../../main/connection/write-permissions.ts'

const open = (stored?: unknown) => {
  const settings = new Map<string, unknown>(stored === undefined ? [] : [['readOnlyConnections', stored]])
  return createReadOnlyModes({ get: (key) => settings.get(key), set: (key, value) => void settings.set(key, value) })
}

describe('read-only mode', () => {
  it('is off until it is switched on, and for that connection only', () => {
    const modes = open()
    modes.set('garden', true)
    expect([modes.isOn('garden'), modes.isOn('toys')]).toEqual([true, false])
    modes.set('garden', false)
    expect(modes.isOn('garden')).toBe(false)
  })

  it.each([[null], ['garden'], [{}], [[1]], [true]])(
    'SEC-12 never opens by a stored value that makes no sense: %j',
    (stored) => {
      expect(open(stored).isOn('garden')).toBe(true)
    },
  )

  it('SEC-12 is on for every connection after damage, until the seller unlocks it', () => {
    const modes = open(['garden'])
    modes.lockAll()
    expect(['garden', 'toys', 'practice'].map(modes.isOn)).toEqual([true, true, false])
    modes.set('toys', false)
    expect(['garden', 'toys'].map(modes.isOn)).toEqual([true, false])
    modes.set('toys', true)
    expect(modes.isOn('toys')).toBe(true)
  })
})

import { expect, it } from 'vitest'
import { createLocationKey } from '../../../renderer/listing/offer/location-dialog.tsx'

it('LST-05 makes the key of a location from its name', () => {
  expect(createLocationKey(' Second shop ', ['home'])).toBe('second-shop')
})

it('LST-05 gives each location its own key, whatever letters its name has', () => {
  expect(createLocationKey('Склад', ['home'])).toBe('location')
  expect(createLocationKey('倉庫', ['home', 'Location', 'location-2'])).toBe('location-3')
})

it('LST-05 keeps a key within 36 characters', () => {
  const long = 'a'.repeat(40)
  expect(createLocationKey(long, ['a'.repeat(36)])).toBe(`${'a'.repeat(34)}-2`)
})

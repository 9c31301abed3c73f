import { expect, it } from 'vitest'
import { describeEvening } from '../../../renderer/today/evening.ts'
import type { Parcel } from '../../../shared/orders/packing-contract.ts'

const parcel = (more: Partial<Parcel>): Parcel =>
  ({ isPacked: false, due: { kind: 'today', day: '2026-12-01' }, ...more }) as Parcel
const later: Partial<Parcel> = { due: { kind: 'day', day: '2026-12-03' } }

it.each([
  ['nothing in the morning', [parcel({})], 0, 9, null],
  [
    'what is left once something was packed',
    [parcel({}), parcel({ due: { kind: 'late', day: '2026-11-30' } }), parcel(later)],
    1,
    9,
    '2 parcels left to pack today.',
  ],
  ['what is left in the evening', [parcel({})], 0, 16, '1 parcel left to pack today.'],
  ['what follows later', [parcel(later)], 3, 18, 'All that is due today is packed. 1 parcel due later.'],
  ['what is packed and not shipped', [parcel({ isPacked: true })], 3, 18, 'All packed. 1 parcel not yet shipped.'],
  ['that all is shipped', [], 3, 18, 'All shipped.'],
  ['nothing on a day without orders', [], 0, 18, null],
])('ORD-10 Today ends with %s', (_, parcels, doneToday, hour, text) => {
  expect(describeEvening({ parcels, doneToday }, hour)).toBe(text)
})

it('ORD-10 Today ends with that no buyer waits if none does', () => {
  expect(describeEvening({ parcels: [], doneToday: 3 }, 18, 0)).toBe('All shipped. No buyer is waiting.')
})

/** Where the practice shop's buyers live. The same buyer always has the same address. */
import { createHash } from 'node:crypto'
import { seedBuyers } from '../shop/seed-threads.ts'
import type { StoredAddress } from './order-records.ts'

const places: readonly Omit<StoredAddress, 'fullName'>[] = [
  { addressLine1: '14 Mill Road', city: 'Portland', postalCode: '97205', countryCode: 'US', stateOrProvince: 'OR' },
  { addressLine1: '3 Harbour Steps', city: 'Leeds', postalCode: 'LS1 4AP', countryCode: 'GB' },
  { addressLine1: 'Lindenstraße 9', city: 'Köln', postalCode: '50674', countryCode: 'DE' },
  { addressLine1: '22 rue des Tanneurs', city: 'Lyon', postalCode: '69002', countryCode: 'FR' },
  { addressLine1: '701 Alder Street', city: 'Boise', postalCode: '83702', countryCode: 'US', stateOrProvince: 'ID' },
  { addressLine1: 'Via dei Fornai 5', city: 'Lucca', postalCode: '55100', countryCode: 'IT', stateOrProvince: 'LU' },
  { addressLine1: 'Keizersgracht 118', city: 'Amsterdam', postalCode: '1015 CW', countryCode: 'NL' },
]

/** The address of a buyer, known or new. */
export const findAddress = (username: string): StoredAddress => {
  const known = seedBuyers.find((buyer) => buyer.username === username)
  const number = createHash('sha256').update(username).digest().readUInt16BE()
  const place = places[number % places.length] as StoredAddress
  return { ...place, fullName: `${known?.name ?? username} Practice` }
}

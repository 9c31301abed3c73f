/**
 * A CSV file of parcels for a carrier's own page (ORD-10).
 *
 * SECURITY (ORD-06): the file holds the addresses of the parcels that the seller chose, nothing else of the buyer. A name or a
 * title may begin like a formula of a spreadsheet, which `writeCsv` escapes.
 */
import {
  type CarrierColumn,
  type CarrierField,
  type CarrierProfileId,
  carrierProfiles,
} from '../../../shared/orders/carrier-profiles.ts'
import type { ParcelItem } from '../../../shared/orders/packing-contract.ts'
import { writeCsv } from '../../csv-file.ts'
import { countryName, type PostalAddress } from '../records/address.ts'
import { countryCode3 } from './country-codes.ts'

export type CarrierParcel = {
  readonly orderIds: readonly string[]
  readonly address: PostalAddress
  readonly items: readonly ParcelItem[]
  /** Null if it isn’t known whole: a customs form must not state less. */
  readonly worth: ParcelItem['price']
}

/** `Lindenstraße` and `9a`; without a number at its end, all of it is the street's name. */
export const splitStreet = (street: string): { readonly name: string; readonly number: string } => {
  const [, name = street, number = ''] =
    /^(.*\D)\s+(\d+\s?[a-z]?(?:\s?[-/]\s?\d+\s?[a-z]?)?)$/iu.exec(street.trim()) ?? []
  return { name: name.replace(/,$/, ''), number }
}

const unique = (values: readonly (string | null)[]): string =>
  [...new Set(values.flatMap((value) => value ?? []))].join('; ')

const cells: Readonly<Record<CarrierField, (parcel: CarrierParcel) => string>> = {
  order: ({ orderIds }) => orderIds.join(' '),
  name: ({ address }) => address.name,
  company: ({ address }) => address.company,
  street1: ({ address }) => address.street1,
  street2: ({ address }) => address.street2,
  streetName: ({ address }) => splitStreet(address.street1).name,
  houseNumber: ({ address }) => splitStreet(address.street1).number,
  postalCode: ({ address }) => address.postalCode,
  city: ({ address }) => address.city,
  state: ({ address }) => (address.state === '' ? address.county : address.state),
  country: ({ address }) => countryName(address.countryCode),
  countryCode: ({ address }) => address.countryCode,
  countryCode3: ({ address }) => countryCode3(address.countryCode),
  phone: ({ address }) => address.phone,
  items: ({ items }) =>
    items.map(({ title, sku, pieces }) => `${pieces > 1 ? `${pieces} × ` : ''}${title ?? sku ?? ''}`).join('; '),
  skus: ({ items }) => unique(items.map(({ sku }) => sku)),
  pieces: ({ items }) => String(items.reduce((sum, { pieces }) => sum + pieces, 0)),
  value: ({ worth }) => worth?.value ?? '',
  currency: ({ worth }) => worth?.currency ?? '',
  empty: () => '',
}

/** `own`: the columns of the profile of this name. */
export const writeCarrierFile = (
  profile: CarrierProfileId,
  own: readonly CarrierColumn[],
  parcels: readonly CarrierParcel[],
): string => {
  const { columns, delimiter } =
    profile === 'own' ? { columns: own, delimiter: ',' as const } : carrierProfiles[profile]
  return writeCsv(
    [columns.map(({ header }) => header), ...parcels.map((parcel) => columns.map(({ field }) => cells[field](parcel)))],
    delimiter,
  )
}

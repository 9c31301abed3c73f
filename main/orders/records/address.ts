/** The address that an order is sent to, and how it is written on a parcel (ORD-06). */
import * as z from 'zod'
import type { JsonRecord } from './contact.ts'

const text = z.string().trim().min(1).optional().catch(undefined)
const personSchema = z.looseObject({
  fullName: text,
  companyName: text,
  primaryPhone: z.looseObject({ phoneNumber: text }).optional().catch(undefined),
  contactAddress: z
    .looseObject({
      addressLine1: text,
      addressLine2: text,
      city: text,
      stateOrProvince: text,
      postalCode: text,
      county: text,
      countryCode: text,
    })
    .optional()
    .catch(undefined),
})

/** Each part empty if the platform doesn't give it. */
export type PostalAddress = {
  readonly name: string
  readonly company: string
  readonly street1: string
  readonly street2: string
  readonly postalCode: string
  readonly city: string
  readonly state: string
  readonly county: string
  /** ISO 3166 code of two letters, as the platform gives it. */
  readonly countryCode: string
  readonly phone: string
}

/** `contact`: the contact data kept beside an order; undefined if there is none. */
export const readPostalAddress = (contact: JsonRecord | undefined): PostalAddress => {
  const shipTo = Object.entries(contact ?? {}).find(([path]) => path.endsWith('/shipTo'))?.[1]
  const person = personSchema.safeParse(shipTo).data
  const address = person?.contactAddress
  return {
    name: person?.fullName ?? '',
    company: person?.companyName ?? '',
    street1: address?.addressLine1 ?? '',
    street2: address?.addressLine2 ?? '',
    postalCode: address?.postalCode ?? '',
    city: address?.city ?? '',
    state: address?.stateOrProvince ?? '',
    county: address?.county ?? '',
    countryCode: address?.countryCode ?? '',
    phone: person?.primaryPhone?.phoneNumber ?? '',
  }
}

const names = new Intl.DisplayNames(['en'], { type: 'region', fallback: 'none' })

/** `United States` for `US`, in English, which every postal service reads; the code itself if it is none. */
export const countryName = (code: string): string => {
  try {
    return names.of(code.toUpperCase()) ?? code
  } catch {
    return code
  }
}

const join = (parts: readonly string[], by = ' '): string => parts.filter((part) => part !== '').join(by)

/** `Duluth, MN 55802`, `50674 Köln`: town, region and postal code in the order of the country. */
const townLines = ({ city, state, postalCode, countryCode }: PostalAddress): readonly string[] => {
  switch (countryCode.toUpperCase()) {
    case 'US':
      return [join([city, join([state, postalCode])], ', ')]
    case 'CA':
    case 'AU':
      return [join([city, state, postalCode])]
    case 'GB':
    case 'IE':
      return [city, state, postalCode]
    default:
      return [join([postalCode, city, state])]
  }
}

const isSame = (a: string, b: string): boolean => a.toLowerCase() === b.toLowerCase()

/** The lines as they are written on a parcel, the country in words, each place once; empty if nothing is known. */
export const formatAddress = (address: PostalAddress): readonly string[] => {
  const { name, company, street1, street2, city, countryCode } = address
  const state = isSame(address.state, city) ? '' : address.state
  const county = isSame(address.county, city) || isSame(address.county, state) ? '' : address.county
  return [
    name,
    company,
    street1,
    street2,
    ...townLines({ ...address, state }),
    county,
    countryName(countryCode),
  ].filter((line) => line !== '')
}

/** The lines of the delivery address and the telephone number. */
export const readAddress = (
  contact: JsonRecord | undefined,
): { readonly lines: readonly string[]; readonly phone: string | null } => {
  const address = readPostalAddress(contact)
  return { lines: formatAddress(address), phone: address.phone === '' ? null : address.phone }
}

const splitName = (name: string): readonly string[] =>
  name
    .normalize('NFKD')
    .toLowerCase()
    .split(/[^\p{L}\p{N}\p{M}_]+/u)
    .filter((word) => /[\p{L}\p{N}]/u.test(word))

/** Whether each word of `written` begins a word of `known`: `A. Novak` of `Anna Novak`. */
export const isNameOf = (written: string, known: string): boolean => {
  const words = splitName(written)
  const parts = splitName(known)
  return words.some((word) => word.length > 1) && words.every((word) => parts.some((part) => part.startsWith(word)))
}

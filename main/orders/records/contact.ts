/**
 * Takes contact data out of an order's record, so that it is stored apart from what is listed, searched and exported.
 *
 * SECURITY (ORD-06): names, addresses, telephone numbers, e-mail addresses and tax numbers.
 */
import * as z from 'zod'

export type JsonRecord = Readonly<Record<string, unknown>>

export const isRecord = (value: unknown): value is JsonRecord =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Fields with contact data, by their names in https://developer.ebay.com/api-docs/sell/fulfillment/types/sel:Order */
const contactFields: ReadonlySet<string> = new Set([
  'buyerRegistrationAddress',
  'taxAddress',
  'taxIdentifier',
  'shipTo',
  'finalDestinationAddress',
  'giftDetails',
])

type Split = { readonly record: JsonRecord; readonly contact: JsonRecord | null }

/** Returns the value itself if nothing was taken out of it: of most orders' parts nothing is, and a shop has thousands. */
const splitValue = (value: unknown, path: readonly string[], contact: Record<string, unknown>): unknown => {
  if (Array.isArray(value)) {
    let copy: unknown[] | undefined
    for (const [index, element] of value.entries()) {
      if (typeof element !== 'object') continue
      const rest = splitValue(element, [...path, String(index)], contact)
      if (rest !== element) copy = (copy ?? [...value]).with(index, rest)
    }
    return copy ?? value
  }
  if (!isRecord(value)) return value
  let copy: Record<string, unknown> | undefined
  for (const key in value) {
    const child = value[key]
    if (contactFields.has(key)) {
      contact[['', ...path, key].join('/')] = child
      copy ??= { ...value }
      delete copy[key]
    } else if (typeof child === 'object') {
      const rest = splitValue(child, [...path, key], contact)
      if (rest === child) continue
      copy ??= { ...value }
      copy[key] = rest
    }
  }
  return copy ?? value
}

/** `contact`: the fields taken out, by their place in the record; null if there are none. */
export const splitContact = (order: JsonRecord): Split => {
  const contact: Record<string, unknown> = {}
  const record = splitValue(order, [], contact) as JsonRecord
  return { record, contact: Object.keys(contact).length === 0 ? null : contact }
}

/** What else is about the buyer: an erasure removes it from the record (PLT-18). As SQLite writes paths in JSON. */
export const personPaths = ['$.buyer', '$.buyerCheckoutNotes', '$.fulfillmentHrefs', '$.cancelStatus.cancelRequests']

const withoutPath = (value: unknown, [key, ...rest]: readonly string[]): unknown => {
  if (key === undefined || !isRecord(value) || !Object.hasOwn(value, key)) return value
  const { [key]: child, ...others } = value
  return rest.length === 0 ? others : { ...others, [key]: withoutPath(child, rest) }
}

/** The record, without contact data, as an erasure leaves it. */
export const withoutPerson = (record: JsonRecord): JsonRecord =>
  personPaths.reduce<unknown>((rest, path) => withoutPath(rest, path.split('.').slice(1)), record) as JsonRecord

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

/** The lines of the delivery address, in the platform's order; empty if there is none. */
export const readAddress = (
  contact: JsonRecord | undefined,
): { readonly lines: readonly string[]; readonly phone: string | null } => {
  const shipTo = Object.entries(contact ?? {}).find(([path]) => path.endsWith('/shipTo'))?.[1]
  const person = personSchema.safeParse(shipTo).data
  const address = person?.contactAddress
  const place = [address?.postalCode, address?.city, address?.stateOrProvince]
    .filter((part) => part !== undefined)
    .join(' ')
  return {
    lines: [
      person?.fullName,
      person?.companyName,
      address?.addressLine1,
      address?.addressLine2,
      place,
      address?.county,
      address?.countryCode,
    ].flatMap((line) => (line === undefined || line === '' ? [] : [line])),
    phone: person?.primaryPhone?.phoneNumber ?? null,
  }
}

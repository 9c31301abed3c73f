/** What an order says about its buyer: names, addresses, telephones and numbers (SEC-18). Pure. */
import * as z from 'zod'
import type { Order } from '../../../shared/orders/order.ts'
import { isRecord, type JsonRecord } from './contact.ts'

export type PersonalFact = {
  readonly kind: 'name' | 'address' | 'phone' | 'email' | 'order' | 'tracking'
  readonly value: string
}

const text = z.string().optional().catch(undefined)
const record = z.record(z.string(), z.unknown()).optional().catch(undefined)
const personSchema = z.looseObject({
  fullName: text,
  companyName: text,
  email: text,
  primaryPhone: record,
  secondaryPhone: record,
  contactAddress: record,
})

const valuesOf = (kind: PersonalFact['kind'], values: readonly unknown[]): readonly PersonalFact[] =>
  values.flatMap((value) => (typeof value === 'string' && value.trim() !== '' ? [{ kind, value: value.trim() }] : []))

const describePerson = (value: unknown): readonly PersonalFact[] => {
  const person = personSchema.safeParse(value).data
  if (person === undefined) return []
  const { countryCode: _, ...address } = person.contactAddress ?? {}
  return [
    ...valuesOf('name', [person.fullName, person.companyName]),
    ...valuesOf('email', [person.email]),
    ...valuesOf('phone', [person.primaryPhone?.phoneNumber, person.secondaryPhone?.phoneNumber]),
    ...valuesOf('address', Object.values(address)),
  ]
}

/** `contact`: the contact data kept beside the order; undefined if there is none. */
export const describePersonalFacts = (
  { orderId, shipments }: Pick<Order, 'orderId' | 'shipments'>,
  contact: JsonRecord | undefined,
): readonly PersonalFact[] => [
  ...valuesOf('order', [orderId]),
  ...valuesOf(
    'tracking',
    (shipments ?? []).map(({ trackingNumber }) => trackingNumber),
  ),
  ...Object.values(contact ?? {})
    .filter(isRecord)
    .flatMap(describePerson),
]

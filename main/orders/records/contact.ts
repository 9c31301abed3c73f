/**
 * Splits an order into the fields that are kept in its record and all others, which are stored apart from what is listed,
 * searched and exported.
 *
 * SECURITY (ORD-06, ORD-11): the others hold names, addresses, telephone numbers, e-mail addresses, tax numbers and notes.
 */
import { type KeptFields, keptOrderFields, keptShipmentFields } from './kept-fields.ts'

export type JsonRecord = Readonly<Record<string, unknown>>

export const isRecord = (value: unknown): value is JsonRecord =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

type Split = { readonly record: JsonRecord; readonly contact: JsonRecord | null }

const isValue = (value: unknown): boolean => typeof value !== 'object' || value === null

const joinPath = (path: readonly string[]): string => ['', ...path].join('/')

/**
 * Moves what is not kept into `contact`. Returns undefined if nothing is left, and the value itself if all of it is kept:
 * of most orders' parts it is, and a shop has thousands.
 */
const splitValue = (
  value: unknown,
  kept: KeptFields | undefined,
  path: readonly string[],
  contact: Record<string, unknown>,
): unknown => {
  if (Array.isArray(value)) {
    const elements = value.map((element, index) => splitValue(element, kept, [...path, String(index)], contact))
    return elements.every((element, index) => element === value[index])
      ? value
      : elements.filter((element) => element !== undefined)
  }
  if (kept === 'value' ? isValue(value) : value === null) return value
  if (kept === undefined || kept === 'value' || !isRecord(value)) {
    contact[joinPath(path)] = value
    return undefined
  }
  let copy: Record<string, unknown> | undefined
  for (const key of Object.keys(value)) {
    const child = value[key]
    const field = Object.hasOwn(kept, key) ? kept[key] : undefined
    let rest: unknown
    if (field === undefined) contact[joinPath([...path, key])] = child
    else rest = splitValue(child, field, [...path, key], contact)
    if (rest === child) continue
    copy ??= { ...value }
    if (rest === undefined) delete copy[key]
    else copy[key] = rest
  }
  return copy ?? value
}

/** `contact`: all that is not kept in the record, by its place in it; null if that is nothing. */
export const splitContact = (order: JsonRecord): Split => {
  const contact: Record<string, unknown> = {}
  const record = splitValue(order, keptOrderFields, [], contact) as JsonRecord
  return { record, contact: Object.keys(contact).length === 0 ? null : contact }
}

/** A shipment without unknown fields. */
export const withoutUnknown = (fulfillment: unknown): unknown =>
  splitValue(fulfillment, keptShipmentFields, [], {}) ?? {}

/** The buyer's note of the checkout. */
export const readBuyerNote = (contact: JsonRecord | undefined): string | null => {
  const note = contact?.['/buyerCheckoutNotes']
  return typeof note === 'string' && note.trim() !== '' ? note.trim() : null
}

/** What is about the buyer in a record: an erasure removes it (PLT-18). As SQLite writes paths in JSON. Records by 0.3 have the note. */
export const personPaths = ['$.buyer', '$.buyerCheckoutNotes', '$.fulfillmentHrefs', '$.cancelStatus.cancelRequests']

const withoutPath = (value: unknown, [key, ...rest]: readonly string[]): unknown => {
  if (key === undefined || !isRecord(value) || !Object.hasOwn(value, key)) return value
  const { [key]: child, ...others } = value
  return rest.length === 0 ? others : { ...others, [key]: withoutPath(child, rest) }
}

/** The record, without contact data, as an erasure leaves it. */
export const withoutPerson = (record: JsonRecord): JsonRecord =>
  personPaths.reduce<unknown>((rest, path) => withoutPath(rest, path.split('.').slice(1)), record) as JsonRecord

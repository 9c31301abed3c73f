/**
 * Details of a condition, such as the grade of a card: each a descriptor's id with the ids of its values, or with a text. Pure.
 *
 * https://developer.ebay.com/api-docs/sell/inventory/types/slr:ConditionDescriptor
 */
import { isJsonObject, type JsonObject, type JsonPath, type JsonValue } from './json.ts'

export const descriptorsPath: JsonPath = ['conditionDescriptors']

/** `isFreeText`: it holds a text instead of the id of a value. */
type Descriptor = { readonly id: string; readonly isFreeText: boolean }

const toList = (value: JsonValue | undefined): readonly JsonValue[] => (Array.isArray(value) ? value : [])

const findDescriptor = (value: JsonValue | undefined, id: string): JsonObject | undefined =>
  toList(value).find((one): one is JsonObject => isJsonObject(one) && one.name === id)

/** The id of the chosen value, or the text; empty if there is none. */
export const readDescriptor = (value: JsonValue | undefined, { id, isFreeText }: Descriptor): string => {
  const found = findDescriptor(value, id)
  const chosen = isFreeText ? found?.additionalInfo : toList(found?.values)[0]
  return typeof chosen === 'string' ? chosen : ''
}

/** The details with one set, or removed if `text` is empty. Others stay; undefined if none are left. */
export const withDescriptor = (
  value: JsonValue | undefined,
  { id, isFreeText }: Descriptor,
  text: string,
): JsonValue | undefined => {
  const kept = findDescriptor(value, id) ?? { name: id }
  const others = toList(value).filter((one) => one !== kept)
  if (text === '') return others.length === 0 ? undefined : others
  const changed = isFreeText ? { ...kept, additionalInfo: text } : { ...kept, values: [text] }
  const isNew = others.length === toList(value).length
  return isNew ? [...others, changed] : toList(value).map((one) => (one === kept ? changed : one))
}

/** Fields that consist of records with named parts, such as the addresses of responsible persons. */
import { isJsonObject, type JsonObject, type JsonValue } from '../json.ts'
import { countCharacters } from '../limits.ts'
import type { FieldKind, Parsed, RecordPart } from './field.ts'
import { joinValues, splitValues } from './value-list.ts'

const PART_SEPARATOR = ';'

const partText = ({ isList }: RecordPart, value: JsonValue | undefined): string | undefined => {
  if (value === undefined) return ''
  if (isList !== true) return typeof value === 'string' ? value : undefined
  const isTexts = Array.isArray(value) && value.every((element) => typeof element === 'string')
  return isTexts ? value.join(', ') : undefined
}

/** A part from its text; undefined for an empty one. */
const parsePart = ({ isList }: RecordPart, text: string): JsonValue | undefined => {
  if (text === '') return undefined
  if (isList !== true) return text
  return text
    .split(',')
    .map((value) => value.trim())
    .filter((value) => value !== '')
}

/** The texts of a record's parts, by their keys. */
export type PartTexts = Readonly<Record<string, string>>

const joinParts = (texts: PartTexts, parts: readonly RecordPart[]): string =>
  parts
    .flatMap(({ key, label }) => {
      const text = (texts[key] ?? '').trim()
      return text === '' ? [] : [`${label}: ${text.replaceAll(PART_SEPARATOR, PART_SEPARATOR.repeat(2))}`]
    })
    .join(`${PART_SEPARATOR} `)

const formatRecord = (record: JsonObject, parts: readonly RecordPart[]): string | undefined => {
  const texts = parts.map((part) => [part.key, partText(part, record[part.key])] as const)
  if (texts.some(([, text]) => text === undefined)) return undefined
  return joinParts(Object.fromEntries(texts) as PartTexts, parts)
}

/** Splits at single semicolons; a doubled one is the sign itself. */
const splitParts = (text: string): readonly string[] => {
  const parts = ['']
  for (const [piece] of text.matchAll(/;;|;|[^;]+/g)) {
    if (piece === PART_SEPARATOR) parts.push('')
    else parts[parts.length - 1] += piece === ';;' ? PART_SEPARATOR : piece
  }
  return parts.map((part) => part.trim()).filter((part) => part !== '')
}

const readPartTexts = (text: string, parts: readonly RecordPart[]): PartTexts | { readonly unnamed: string } => {
  const texts: Record<string, string> = {}
  for (const piece of splitParts(text)) {
    const colon = piece.indexOf(':')
    const name = piece.slice(0, colon).trim().toLowerCase()
    const part = parts.find(({ key, label }) => key.toLowerCase() === name || label.toLowerCase() === name)
    if (colon === -1 || part === undefined) return { unnamed: piece }
    texts[part.key] = piece.slice(colon + 1).trim()
  }
  return texts
}

const isUnnamed = (texts: PartTexts | { readonly unnamed: string }): texts is { readonly unnamed: string } =>
  Object.hasOwn(texts, 'unnamed')

/** Records as text: `Company: Acme; City: Berlin`, several separated by `|`. Empty records are left out. */
export const formatParts = (records: readonly PartTexts[], parts: readonly RecordPart[]): string =>
  joinValues(records.map((record) => joinParts(record, parts)).filter((text) => text !== ''))

/** Reads what `formatParts` writes; undefined for a text in another form. */
export const readParts = (text: string, parts: readonly RecordPart[]): readonly PartTexts[] | undefined => {
  const records = splitValues(text).map((piece) => readPartTexts(piece, parts))
  return records.some(isUnnamed) ? undefined : (records as readonly PartTexts[])
}

const parseRecords = (
  text: string,
  parts: readonly RecordPart[],
  from: (index: number) => JsonObject,
): readonly JsonObject[] | { readonly problem: string } => {
  const records: JsonObject[] = []
  for (const [index, piece] of splitValues(text).entries()) {
    const texts = readPartTexts(piece, parts)
    if (isUnnamed(texts)) {
      const names = parts.map(({ label }) => label).join(', ')
      return {
        problem: `“${texts.unnamed}” doesn’t say what it is. Begin each part with its name and a colon: ${names}.`,
      }
    }
    const kept = Object.entries(from(index)).filter(([key]) => parts.every((part) => part.key !== key))
    const own = parts.flatMap((part) => {
      const value = parsePart(part, texts[part.key] ?? '')
      return value === undefined ? [] : [[part.key, value] as const]
    })
    records.push(Object.fromEntries([...own, ...kept]))
  }
  return records
}

const findLong = (record: JsonObject, parts: readonly RecordPart[]): string | undefined => {
  for (const part of parts) {
    const { maxCharacters = Number.POSITIVE_INFINITY, label } = part
    const length = countCharacters(partText(part, record[part.key]) ?? '')
    if (length > maxCharacters) return `${label} has ${length} characters; at most ${maxCharacters} are allowed.`
  }
  return undefined
}

/** One record. */
export const recordKind = (parts: readonly RecordPart[]): FieldKind => ({
  control: 'records',
  keys: parts.map(({ key }) => key),
  records: { parts, max: 1, template: {} },
  format: (value) => {
    const text = isJsonObject(value) ? formatRecord(value, parts) : undefined
    return text === undefined ? undefined : joinValues([text])
  },
  parse: (text, { was }): Parsed => {
    const records = parseRecords(text, parts, () => (isJsonObject(was) ? was : {}))
    if ('problem' in records) return records
    const [record, second] = records
    return record === undefined || second !== undefined
      ? { problem: 'There can be only one. Write “||” for the sign “|” itself.' }
      : { value: record }
  },
  check: (value) => (isJsonObject(value) ? findLong(value, parts) : undefined),
})

/** A list of at most `max` records. */
export const recordsKind = (
  parts: readonly RecordPart[],
  max: number,
  template: Readonly<Record<string, JsonValue>> = {},
): FieldKind => ({
  control: 'records',
  records: { parts, max, template },
  format: (value) => {
    if (!Array.isArray(value)) return undefined
    const texts = (value as readonly JsonValue[]).map((record) =>
      isJsonObject(record) ? formatRecord(record, parts) : undefined,
    )
    return texts.includes(undefined) ? undefined : joinValues(texts as string[])
  },
  parse: (text, { was }): Parsed => {
    const before: readonly JsonValue[] = Array.isArray(was) ? was : []
    const records = parseRecords(text, parts, (index) => {
      const old = before[index]
      return isJsonObject(old) ? old : template
    })
    return 'problem' in records ? records : { value: records }
  },
  check: (value) => {
    const records = Array.isArray(value) ? (value as readonly JsonValue[]).filter(isJsonObject) : []
    if (records.length > max) return `There are ${records.length} entries; at most ${max} are allowed.`
    return records.map((record) => findLong(record, parts)).find((problem) => problem !== undefined)
  },
})

/**
 * A field of an item or an offer as one row of a table. The row drives the editor, the sheet's columns, CSV files, previews
 * and checks, so a new field needs nothing else.
 */
import type { PlatformName } from '../../connection/platforms.ts'
import { htmlToText } from '../html-text.ts'
import { isJsonObject, isWithin, type JsonPath, type JsonValue, sameJson } from '../json.ts'

export type Parsed = { readonly value: JsonValue } | { readonly problem: string }

export type ParseContext = {
  /** The field's value so far. Keys that a kind does not know are kept from it. */
  readonly was: JsonValue | undefined
  /** ISO 4217 code of amounts. */
  readonly currency: string
}

/** One value inside a field that is a record, such as the city of an address. */
export type RecordPart = {
  readonly key: string
  readonly label: string
  readonly maxCharacters?: number
  /** A list of texts, separated by commas. */
  readonly isList?: true
}

/** How a field's value reads as text, and back. */
export type FieldKind = {
  /** `records`: one record or several, edited part by part. `shown`: read only. */
  readonly control: 'line' | 'area' | 'choice' | 'date' | 'records' | 'shown'
  /** The value as text, in the form that can be typed back. Undefined if the value is not of this kind. */
  readonly format: (value: JsonValue) => string | undefined
  /** Called only for a text that is not empty. The problem says what to type instead. */
  readonly parse: (text: string, context: ParseContext) => Parsed
  /** What is wrong with a readable value, such as its length; undefined if nothing is. */
  readonly check?: (value: JsonValue) => string | undefined
  readonly maxCharacters?: number
  /** The text is HTML. */
  readonly isMarkup?: true
  /** For `choice`. */
  readonly options?: readonly { readonly id: string; readonly label: string }[]
  /** For `records`: the parts, whether there may be several, and what a new record begins with. */
  readonly records?: {
    readonly parts: readonly RecordPart[]
    readonly max: number
    readonly template: Readonly<Record<string, JsonValue>>
  }
  /** The keys that `format` shows. Other keys of the value are shown as unknown fields. */
  readonly keys?: readonly string[]
}

export const fieldGroups = {
  product: 'Product',
  identifiers: 'Brand and product codes',
  condition: 'Condition',
  package: 'Package',
  media: 'Videos',
  terms: 'Price and terms',
  bestOffer: 'Best offer',
  placement: 'Where and when it is listed',
  tax: 'Tax',
  regulatory: 'Product safety and regulation',
  charity: 'Charity',
} as const
export type FieldGroup = keyof typeof fieldGroups

export type Field = {
  /** Also the name of its column in the sheet and in CSV files, unless `column` names that. */
  readonly id: string
  readonly path: JsonPath
  readonly label: string
  readonly group: FieldGroup
  readonly kind: FieldKind
  /** What it is for, or what a seller must know before filling it in. */
  readonly help?: (platformName: PlatformName) => string
  /** Its column, where the field's own name and label would be those of another one. */
  readonly column?: { readonly id: string; readonly label: string }
  /** Other names of its column, in lower case. Of two columns of a file, the one named earlier here counts. */
  readonly aliases?: readonly string[]
  /** Why a cell of the sheet shows it but can't edit it. The item's page does. */
  readonly notInCell?: string
  /** Why the sheet has no column for it. */
  readonly notInSheet?: string
  /** Why CSV files have no column for it. */
  readonly notInCsv?: string
  /** Every platform has it. Others have it only with `capabilities.moreFields`. */
  readonly isCore?: true
}

export const toColumnId = ({ id, column }: Field): string => column?.id ?? id

export const toColumnLabel = ({ label, column }: Field): string => column?.label ?? label

/** The field that contains a path. */
export const findFieldAt = <F extends Field>(fields: readonly F[], path: JsonPath): F | undefined =>
  fields.find((field) => isWithin(field.path, path))

/** A value as text: as its kind writes it, or as typed if it could not be read. Empty if it is absent or of another form. */
export const fieldText = ({ kind }: Field, value: JsonValue | undefined): string =>
  value === undefined ? '' : (kind.format(value) ?? (typeof value === 'string' ? value : ''))

const minuteFormat = new Intl.DateTimeFormat('en', { dateStyle: 'medium', timeStyle: 'short', timeZone: 'UTC' })
const secondFormat = new Intl.DateTimeFormat('en', { dateStyle: 'medium', timeStyle: 'medium', timeZone: 'UTC' })

/** Shows the seconds of a time that isn't a full minute. */
const timeText = (time: Date): string =>
  `${(time.getUTCSeconds() === 0 ? minuteFormat : secondFormat).format(time)} UTC`

/** A field's text as a seller reads it in reviews and histories: the label of a choice, a description without its tags. */
export const readableText = ({ kind }: Pick<Field, 'kind'>, text: string): string => {
  if (kind.isMarkup === true) return htmlToText(text)
  if (kind.control === 'date') return kind.format(text) === undefined ? text : timeText(new Date(text))
  return kind.options?.find(({ id }) => id === text)?.label ?? text
}

/** A value as `readableText`; undefined if it is not of the field's kind. */
export const readableValue = (field: Pick<Field, 'kind'>, value: JsonValue): string | undefined => {
  const text = field.kind.format(value)
  if (text === undefined) return undefined
  return isJsonObject(value) && typeof value.currency === 'string'
    ? `${text} ${value.currency}`
    : readableText(field, text)
}

export const FORMATTING_CHANGED = 'Only the formatting changes'
const DETAIL_CHANGED = 'Only a detail that isn’t shown changes'

/** Whether a text means a new value that reads like the old one. */
export const isUnseenChange = (text: unknown): boolean => text === FORMATTING_CHANGED || text === DETAIL_CHANGED

/**
 * A changed value before and after, as a seller reads it; null is none. If both read the same, `after` says what changes: the
 * markup of a description, or a detail such as a fraction of a second.
 */
export const changedTexts = (
  was: JsonValue | undefined,
  value: JsonValue | undefined,
  write: (value: JsonValue) => string,
): { readonly before: string | null; readonly after: string | null } => {
  const before = was === undefined ? null : write(was)
  const after = value === undefined ? null : write(value)
  if (was === undefined || value === undefined || before !== after || sameJson(was, value)) return { before, after }
  const isMarkup = typeof was === 'string' && typeof value === 'string' && htmlToText(was) === htmlToText(value)
  return { before, after: isMarkup ? FORMATTING_CHANGED : DETAIL_CHANGED }
}

/**
 * The value that a text sets; undefined for an empty one. A text that cannot be read becomes the value itself, so that it is
 * kept as typed and `fieldProblem` refuses it.
 */
export const typedValue = ({ kind }: Field, text: string, context: ParseContext): JsonValue | undefined => {
  if (text.trim() === '') return undefined
  const parsed = kind.parse(text, context)
  return 'problem' in parsed ? text : parsed.value
}

/**
 * What is wrong with a field's value; undefined if nothing is. A text that could not be read is kept as the value, so that
 * nothing typed is lost, and is refused here before it is sent.
 */
export const fieldProblem = ({ kind, label }: Field, value: JsonValue): string | undefined => {
  if (kind.format(value) !== undefined) return kind.check?.(value)
  if (typeof value === 'string') {
    const parsed = kind.parse(value, { was: undefined, currency: '' })
    if ('problem' in parsed) return parsed.problem
  }
  return `Stallhand can’t read the value of “${label}”. Clear it, or enter it again.`
}

export type UnknownField = { readonly path: JsonPath; readonly value: JsonValue }

/** The parts of a field's value that its text does not show. */
export const findUnknownIn = ({ path, kind }: Field, value: JsonValue): readonly UnknownField[] => {
  if (kind.format(value) === undefined) return [{ path, value }]
  const { keys } = kind
  if (keys === undefined || !isJsonObject(value)) return []
  return Object.entries(value)
    .filter(([key]) => !keys.includes(key))
    .map(([key, inner]) => ({ path: [...path, key], value: inner }))
}

/** The kinds of fields: texts, numbers, choices, amounts, measures and lists. Records are in `record-kind.ts`. */
import { conditionLabels, findConditionById, findConditionByName } from '../../connection/conditions.ts'
import { isbnProblem, mendBarcode } from '../barcode.ts'
import { isJsonObject, type JsonObject, type JsonValue, toNumber } from '../json.ts'
import { countCharacters } from '../limits.ts'
import { splitAddresses } from '../picture-address.ts'
import type { FieldKind, Parsed } from './field.ts'
import { parseDecimal, parseWholeNumber } from './numbers.ts'
import { joinValues, splitValues, VALUE_SEPARATOR } from './value-list.ts'

const tooLong = (text: string, max: number): string | undefined => {
  const length = countCharacters(text)
  return length > max ? `“${text}” has ${length} characters; at most ${max} are allowed.` : undefined
}

const formatText = (value: JsonValue): string | undefined => (typeof value === 'string' ? value : undefined)

/** One line. */
export const textKind = (maxCharacters?: number): FieldKind => ({
  control: 'line',
  format: formatText,
  parse: (text) => ({ value: text.trim() }),
  ...(maxCharacters === undefined
    ? {}
    : {
        maxCharacters,
        check: (value) => (typeof value === 'string' ? tooLong(value, maxCharacters) : undefined),
      }),
})

/** Several lines, kept exactly as typed. */
export const longTextKind = (maxCharacters?: number): FieldKind => ({
  ...textKind(maxCharacters),
  control: 'area',
  parse: (text) => ({ value: text }),
})

const isTextList = (value: JsonValue): value is readonly string[] =>
  Array.isArray(value) && value.every((element) => typeof element === 'string')

const formatTexts = (value: JsonValue): string | undefined => (isTextList(value) ? joinValues(value) : undefined)

/** A description, which the platform keeps as HTML. */
export const markupKind: FieldKind = { ...longTextKind(), isMarkup: true }

/** A list of texts. */
export const textsKind = (max: number, maxCharacters: number): FieldKind => ({
  control: 'line',
  format: formatTexts,
  parse: (text) => ({ value: splitValues(text) }),
  check: (value) => {
    if (!isTextList(value)) return undefined
    if (value.length > max) return `There are ${value.length} values; at most ${max} are allowed.`
    return value.map((text) => tooLong(text, maxCharacters)).find((problem) => problem !== undefined)
  },
})

/** One ISBN or several. */
export const isbnKind: FieldKind = {
  ...textsKind(30, 20),
  check: (value) => (isTextList(value) ? value.map(isbnProblem).find((problem) => problem !== undefined) : undefined),
}

/** Full paths of the seller's store categories, as the platform writes them: `/Fashion/Men/Shirts`. */
export const storePathsKind: FieldKind = {
  ...textsKind(2, 400),
  check: (value) => {
    const wrong = isTextList(value) ? value.find((path) => !/^\/[^/]/.test(path)) : undefined
    return wrong === undefined
      ? textsKind(2, 400).check?.(value)
      : `“${wrong}” isn’t a full path. Begin it with a slash: /Fashion/Men/Shirts.`
  },
}

/** The number of a category. */
export const categoryNumberKind: FieldKind = {
  ...textKind(),
  check: (value) =>
    typeof value === 'string' && !/^\d{1,10}$/.test(value)
      ? `“${value}” isn’t the number of a category. Enter digits only, such as 112581.`
      : undefined,
}

/** Values that are only shown: they are made elsewhere. */
export const shownKind: FieldKind = {
  control: 'shown',
  format: formatTexts,
  parse: () => ({ problem: 'This can’t be changed here.' }),
}

export const picturesKind: FieldKind = {
  control: 'shown',
  format: formatTexts,
  parse: (text) => ({
    value: splitAddresses(text).flatMap((part) => splitValues(part.replace(/\r?\n/g, VALUE_SEPARATOR))),
  }),
}

/** A barcode, or a list of them. One code stays a single text unless the value is a list already (INV-18). */
export const codesKind = (digits: 12 | 13): FieldKind => ({
  control: 'line',
  format: (value) => (typeof value === 'string' ? joinValues([value]) : formatTexts(value)),
  parse: (text, { was }) => {
    const codes = splitValues(text).map((code) => mendBarcode(code, digits))
    const [only] = codes
    return { value: codes.length === 1 && only !== undefined && !Array.isArray(was) ? only : codes }
  },
})

const formatNumber = (value: JsonValue): string | undefined => {
  const number = toNumber(value)
  return number === undefined || Number.isNaN(number) ? undefined : String(number)
}

/** A whole number of 0 or more. Its limits are the item's rules. */
export const quantityKind: FieldKind = {
  control: 'line',
  format: formatNumber,
  parse: (text) => {
    const value = parseWholeNumber(text)
    return value === undefined
      ? { problem: `The quantity “${text}” isn’t a whole number. Use digits only, such as 12.` }
      : { value }
  },
}

/** A whole number from `min` to `max`. */
export const wholeKind = (min: number, max: number, step = 1): FieldKind => {
  const wanted = `a whole number from ${min} to ${max}${step === 1 ? '' : ` in steps of ${step}`}`
  return {
    control: 'line',
    format: formatNumber,
    parse: (text) => {
      const value = parseWholeNumber(text)
      return value === undefined ? { problem: `“${text}” isn’t a number. Enter ${wanted}.` } : { value }
    },
    check: (value) => {
      const number = toNumber(value) ?? Number.NaN
      const fits = Number.isInteger(number) && number >= min && number <= max && number % step === 0
      return fits ? undefined : `${number} isn’t allowed. Enter ${wanted}.`
    },
  }
}

/** A whole number that the platform writes as text. */
export const wholeTextKind = (min: number, max: number, step: number): FieldKind => {
  const whole = wholeKind(min, max, step)
  return {
    ...whole,
    format: (value) => formatText(value) ?? formatNumber(value),
    parse: (text, context) => {
      const parsed = whole.parse(text, context)
      return 'problem' in parsed ? parsed : { value: String(toNumber(parsed.value)) }
    },
    check: (value) => {
      const text = formatText(value) ?? formatNumber(value) ?? ''
      const number = parseWholeNumber(text)
      return number === undefined ? `“${text}” isn’t a number.` : whole.check?.(number)
    },
  }
}

const readDecimal = (text: string, example: string): number | { readonly problem: string } => {
  const number = parseDecimal(text)
  if (number === undefined) return { problem: `“${text}” isn’t a number. Enter it like ${example}.` }
  if (number === 'ambiguous') {
    const [whole = '', part = ''] = text.trim().split(/[.,]/)
    return {
      problem: `“${text}” can mean ${whole}.${part.replace(/0+$/, '') || '0'} or ${whole}${part}. Write the one you mean.`,
    }
  }
  return number
}

/** A number from 0 to `max` with at most `decimals` decimals. */
export const decimalKind = (max: number, decimals: number, example: string): FieldKind => ({
  control: 'line',
  format: formatNumber,
  parse: (text) => {
    const bare = text.replace(/\s*%$/, '').trim()
    // 5.125 can't mean 5125 where 100 is the most.
    const isPlain = parseDecimal(bare) === 'ambiguous' && Number(bare.replace(/[.,]/, '')) > max
    const number = readDecimal(isPlain ? `${bare}0` : bare, example)
    return typeof number === 'number' ? { value: number } : number
  },
  check: (value) => {
    const number = toNumber(value) ?? Number.NaN
    const fits = number >= 0 && number <= max && Number(number.toFixed(decimals)) === number
    return fits ? undefined : `${number} isn’t allowed. Enter 0 to ${max} with at most ${decimals} decimals.`
  },
})

/** Yes or no. */
export const flagKind: FieldKind = {
  control: 'choice',
  options: [
    { id: 'yes', label: 'Yes' },
    { id: 'no', label: 'No' },
  ],
  format: (value) => (typeof value === 'boolean' ? (value ? 'yes' : 'no') : undefined),
  parse: (text) => {
    const word = text.trim().toLowerCase()
    if (['yes', 'true', '1'].includes(word)) return { value: true }
    if (['no', 'false', '0'].includes(word)) return { value: false }
    return { problem: `“${text}” is neither yes nor no. Enter yes or no.` }
  },
}

/** One of a few values. A value of the platform that is not among them is shown and kept. */
export const choiceKind = (labels: Readonly<Record<string, string>>): FieldKind => {
  const options = Object.entries(labels).map(([id, label]) => ({ id, label }))
  return {
    control: 'choice',
    options,
    format: formatText,
    parse: (text) => {
      const word = text.trim().toLowerCase()
      const found = options.find(({ id, label }) => id.toLowerCase() === word || label.toLowerCase() === word)
      return { value: found?.id ?? text.trim() }
    },
    check: (value) => {
      if (typeof value !== 'string' || Object.hasOwn(labels, value)) return undefined
      return `“${value}” isn’t a choice. Choose one of: ${options.map(({ label }) => label).join(', ')}.`
    },
  }
}

/**
 * `used good`, `Used, good`, and `5000` or `5000-Good` as in the platform's templates become `USED_GOOD`. Any other text stays as
 * typed, so that a message names what was typed.
 */
const parseCondition = (text: string): string => {
  const id = /^(\d{4})(?:[.,]0+)?\s*(?:-.*)?$/.exec(text.trim())?.[1] ?? ''
  return findConditionById(id) ?? findConditionByName(text) ?? text.trim()
}

/** The platform's record lists the conditions that a seller can choose. */
export const conditionKind: FieldKind = {
  control: 'choice',
  options: Object.entries(conditionLabels).map(([id, label]) => ({ id, label })),
  format: formatText,
  parse: (text) => ({ value: parseCondition(text) }),
}

const keep = (was: JsonValue | undefined, keys: readonly string[]): JsonObject =>
  isJsonObject(was) ? Object.fromEntries(Object.entries(was).filter(([key]) => !keys.includes(key))) : {}

const amountKeys = ['value', 'currency']

/** An amount of money above 0 in the marketplace's currency. The platform writes it with two decimals, as text. */
export const amountKind: FieldKind = {
  control: 'line',
  keys: amountKeys,
  format: (value) => {
    if (!isJsonObject(value)) return undefined
    return typeof value.value === 'string' ? value.value : formatNumber(value.value ?? null)
  },
  parse: (text, { was, currency }): Parsed => {
    if (/\p{Sc}|[A-Za-z]/u.test(text)) return { problem: 'Enter the number alone, such as 12.50.' }
    const number = readDecimal(text, '12.50')
    if (typeof number !== 'number') return number
    if (Number(number.toFixed(2)) !== number) return { problem: 'Enter at most two decimals, such as 12.50.' }
    if (number === 0) return { problem: 'The amount is 0. Enter more, or leave it empty.' }
    return { value: { ...keep(was, amountKeys), value: number.toFixed(2), currency } }
  },
}

const writtenTime = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?Z$/

/** A day that no month has, such as 30 February, is read as a later one: https://tc39.es/ecma262/#sec-date.parse */
const isTime = (text: string): boolean => {
  const atMs = writtenTime.test(text) ? Date.parse(text) : Number.NaN
  return !Number.isNaN(atMs) && new Date(atMs).toISOString().startsWith(text.slice(0, 10))
}

/** A time, as the platform writes it: `2026-12-01T18:00:00.000Z`. */
export const timeKind: FieldKind = {
  control: 'date',
  format: (value) => (typeof value === 'string' && isTime(value) ? value : undefined),
  parse: (text) =>
    isTime(text.trim())
      ? { value: new Date(text.trim()).toISOString() }
      : { problem: `“${text}” isn’t a time. Enter it in UTC, such as 2026-12-01T18:00Z.` },
}

type Unit = { readonly id: string; readonly label: string; readonly names: readonly string[] }

const weightUnits: readonly Unit[] = [
  { id: 'KILOGRAM', label: 'kg', names: ['kg', 'kilo', 'kilogram', 'kilograms'] },
  { id: 'GRAM', label: 'g', names: ['g', 'gram', 'grams'] },
  { id: 'POUND', label: 'lb', names: ['lb', 'lbs', 'pound', 'pounds'] },
  { id: 'OUNCE', label: 'oz', names: ['oz', 'ounce', 'ounces'] },
]
const lengthUnits: readonly Unit[] = [
  { id: 'CENTIMETER', label: 'cm', names: ['cm', 'centimeter', 'centimeters', 'centimetre', 'centimetres'] },
  { id: 'METER', label: 'm', names: ['m', 'meter', 'meters', 'metre', 'metres'] },
  { id: 'INCH', label: 'in', names: ['in', 'inch', 'inches', '"', '″'] },
  { id: 'FEET', label: 'ft', names: ['ft', 'foot', 'feet'] },
]

const findUnit = (units: readonly Unit[], name: string): Unit | undefined =>
  units.find(({ id, names }) => id === name || names.includes(name.toLowerCase().replace(/\.$/, '')))

const unitLabel = (units: readonly Unit[], id: JsonValue | undefined): string | undefined =>
  units.find((unit) => unit.id === id)?.label

const WEIGHT_EXAMPLE = 'kg, g, lb or oz, such as 1.2 kg'
const SIZE_EXAMPLE = 'length, width and height with cm, m, in or ft, such as 30 × 20 × 10 cm'

/** Splits `1.2 kg` into `1.2` and `kg`: the unit follows the last digit. */
const splitUnit = (text: string): { readonly amount: string; readonly unit: string } => {
  let end = text.length
  while (end > 0 && !/\d/.test(text[end - 1] ?? '')) end -= 1
  return { amount: text.slice(0, end).trim(), unit: text.slice(end).trim() }
}

const weightKeys = ['value', 'unit']

export const weightKind: FieldKind = {
  control: 'line',
  keys: weightKeys,
  format: (value) => {
    if (!isJsonObject(value)) return undefined
    const number = formatNumber(value.value ?? null)
    const unit = unitLabel(weightUnits, value.unit)
    return number === undefined || unit === undefined ? undefined : `${number} ${unit}`
  },
  parse: (text, { was }): Parsed => {
    const set = (value: number, unit: string): Parsed => ({ value: { ...keep(was, weightKeys), value, unit } })
    const both = /^(\d{1,4})\s*(?:lbs?|pounds?)\s*(\d{1,2}(?:[.,]\d)?)\s*(?:oz|ounces?)$/i.exec(text.trim())
    if (both !== null) return set(Number(both[1]) * 16 + Number((both[2] ?? '').replace(',', '.')), 'OUNCE')
    const { amount, unit: name } = splitUnit(text)
    const unit = findUnit(weightUnits, name)
    if (unit === undefined) {
      if (name === '') return { problem: `“${text}” has no unit. Enter the weight with ${WEIGHT_EXAMPLE}.` }
      const isLength = findUnit(lengthUnits, name) !== undefined
      return {
        problem: `${isLength ? `“${name}” measures a length` : `“${name}” isn’t a unit of weight`}. Enter the weight with ${WEIGHT_EXAMPLE}.`,
      }
    }
    const number = readDecimal(amount, '1.2 kg')
    return typeof number === 'number' ? set(number, unit.id) : number
  },
  check: (value) => {
    const number = isJsonObject(value) ? toNumber(value.value) : undefined
    return number !== undefined && number > 0 ? undefined : 'The weight is 0. Enter more, or leave it empty.'
  },
}

const sizeKeys = ['length', 'width', 'height', 'unit']

export const sizeKind: FieldKind = {
  control: 'line',
  keys: sizeKeys,
  format: (value) => {
    if (!isJsonObject(value)) return undefined
    const sides = [value.length, value.width, value.height].map((side) => formatNumber(side ?? null))
    const unit = unitLabel(lengthUnits, value.unit)
    return unit === undefined || sides.includes(undefined) ? undefined : `${sides.join(' × ')} ${unit}`
  },
  parse: (text, { was }): Parsed => {
    const { amount, unit: name } = splitUnit(text)
    const unit = findUnit(lengthUnits, name)
    if (unit === undefined) {
      const isWeight = findUnit(weightUnits, name) !== undefined
      const cause =
        name === '' ? `“${text}” has no unit` : `“${name}” ${isWeight ? 'measures a weight' : 'isn’t a unit of length'}`
      return { problem: `${cause}. Enter ${SIZE_EXAMPLE}.` }
    }
    const sides = amount.split(/[×x*]/i).map((side) => readDecimal(side, '30 × 20 × 10 cm'))
    const wrong = sides.find((side) => typeof side !== 'number')
    if (wrong !== undefined && sides.length === 3) return wrong as Parsed
    if (sides.length !== 3) return { problem: `A package has three sides. Enter ${SIZE_EXAMPLE}.` }
    const [length, width, height] = sides as [number, number, number]
    return { value: { ...keep(was, sizeKeys), length, width, height, unit: unit.id } }
  },
  check: (value) => {
    const sides = isJsonObject(value) ? [value.length, value.width, value.height].map(toNumber) : []
    return sides.every((side) => side !== undefined && side > 0) ? undefined : 'A side is 0. Enter all three sides.'
  },
}

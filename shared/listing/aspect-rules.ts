/** What a category allows as the values of its item specifics (LST-17). Pure; the editor's rows and the checklist share it. */
import type { Aspect } from '../inventory/item.ts'
import { countCharacters } from '../inventory/limits.ts'
import { isSameSpecific } from '../inventory/same-specific.ts'
import type { CategoryAspect } from './contract/choices-contract.ts'

export type AspectProblem = { readonly name: string; readonly message: string }

const list = new Intl.ListFormat('en', { type: 'disjunction' })
/** More values than these are not named in a message. */
const MAX_NAMED_VALUES = 6

const nameValues = (values: readonly string[]): string =>
  values.length <= MAX_NAMED_VALUES
    ? `Choose ${list.format(values)}.`
    : `Choose one of the ${values.length.toLocaleString('en')} values in the list.`

/** The lengths of a date by its format: https://developer.ebay.com/api-docs/commerce/taxonomy/types/txn:AspectConstraint */
const datePatterns: Readonly<Record<string, RegExp>> = {
  YYYY: /^\d{4}$/,
  YYYYMM: /^\d{4}(0[1-9]|1[0-2])$/,
  YYYYMMDD: /^\d{4}(0[1-9]|1[0-2])(0[1-9]|[12]\d|3[01])$/,
}

const typeProblem = ({ name, dataType, format }: CategoryAspect, value: string): string | undefined => {
  if (dataType === 'NUMBER') {
    const isWhole = format === 'int32'
    const isNumber = isWhole ? /^-?\d+$/.test(value) : /^-?\d+(\.\d+)?$/.test(value)
    if (isNumber) return undefined
    return `“${value}” isn’t a ${isWhole ? 'whole ' : ''}number. Enter ${name} in digits alone.`
  }
  if (dataType === 'DATE') {
    const pattern = datePatterns[format] ?? /^\d{4,8}$/
    return pattern.test(value) ? undefined : `“${value}” isn’t a date. Enter ${name} as ${format || 'YYYY'}.`
  }
  return undefined
}

/** Why a value doesn't go with the item's other specifics. */
const dependencyProblem = (
  { name, dependencies }: CategoryAspect,
  value: string,
  aspects: readonly Aspect[],
): string | undefined => {
  for (const { value: limited, control, values } of dependencies) {
    if (!isSameSpecific(limited, value)) continue
    const own = aspects.find((aspect) => isSameSpecific(aspect.name, control))?.values ?? []
    if (own.some((one) => values.some((allowed) => isSameSpecific(allowed, one)))) continue
    return own.length === 0
      ? `“${value}” needs ${control}: ${list.format(values)}.`
      : `${name} “${value}” doesn’t go with ${control} “${own.join(', ')}”. It goes with ${list.format(values.slice(0, MAX_NAMED_VALUES))}.`
  }
  return undefined
}

/** What is wrong with the values that an item has for one specific of its category; undefined if nothing is. */
export const findAspectProblem = (
  rule: CategoryAspect,
  values: readonly string[],
  aspects: readonly Aspect[],
): string | undefined => {
  const { name, takesSeveral, isFreeText, maxLength } = rule
  if (!takesSeveral && values.length > 1) return `${name} takes one value, and the item has ${values.length}. Keep one.`
  for (const value of values) {
    if (!isFreeText && !rule.values.some((allowed) => isSameSpecific(allowed, value))) {
      return `The category doesn’t know “${value}” as ${name}. ${nameValues(rule.values)}`
    }
    const length = countCharacters(value)
    if (maxLength !== null && length > maxLength) {
      return `“${value}” has ${length} characters; ${name} takes at most ${maxLength}.`
    }
    const problem = typeProblem(rule, value) ?? dependencyProblem(rule, value, aspects)
    if (problem !== undefined) return problem
  }
  return undefined
}

/** Every specific of an item with values that its category refuses. */
export const listAspectProblems = (
  category: readonly CategoryAspect[],
  aspects: readonly Aspect[],
): readonly AspectProblem[] =>
  category.flatMap((rule) => {
    const own = aspects.find(({ name }) => isSameSpecific(name, rule.name))
    const message = own === undefined ? undefined : findAspectProblem(rule, own.values, aspects)
    return message === undefined ? [] : [{ name: rule.name, message }]
  })

/** What a validator found, in a seller's words: about a filter itself, and about an event that does not pass it. */
import type { ErrorObject } from 'ajv'

const kindOf = (value: unknown): string => {
  if (value === null) return 'null'
  if (Array.isArray(value)) return 'a list'
  if (typeof value === 'object') return 'an object'
  return { string: 'text', number: 'a number', boolean: 'true or false' }[typeof value as string] ?? 'nothing'
}

const typeWords: Readonly<Record<string, string>> = {
  array: 'a list',
  boolean: 'true or false',
  integer: 'a whole number',
  null: 'null',
  number: 'a number',
  object: 'an object',
  string: 'text',
}

/** A value as JSON, short enough for a sentence. */
const shown = (value: unknown): string => {
  const text = JSON.stringify(value) ?? 'nothing'
  return text.length > 80 ? `${text.slice(0, 79)}…` : text
}

const listOf = (value: unknown): string =>
  (Array.isArray(value) ? value : [value]).map((one) => typeWords[String(one)] ?? String(one)).join(' or ')

const namesOf = (value: unknown): string => (Array.isArray(value) ? value : [value]).map(String).join(', ')

const entries = (count: unknown): string => (count === 1 ? '1 entry' : `${count} entries`)
const fields = (count: unknown): string => (count === 1 ? '1 field' : `${count} fields`)
const characters = (count: unknown): string => (count === 1 ? '1 character' : `${count} characters`)

const comparisons: Readonly<Record<string, string>> = {
  '<': 'less than',
  '<=': 'at most',
  '>': 'more than',
  '>=': 'at least',
}

/**
 * Why a value does not pass, by the keyword that said so. `value` is what stands at the error's place.
 *
 * A keyword that is not listed keeps the validator's own words.
 */
export const failureWords = (error: ErrorObject, value: unknown): string => {
  const params: Readonly<Record<string, unknown>> = error.params
  switch (error.keyword) {
    case 'type':
      return `This is ${kindOf(value)}; the filter wants ${listOf(params.type)}.`
    case 'const':
      return `This is ${shown(value)}; the filter wants ${shown(params.allowedValue)}.`
    case 'enum':
      return `This is ${shown(value)}; the filter wants one of ${shown(params.allowedValues)}.`
    case 'required':
      return `The field ${String(params.missingProperty)} is missing.`
    case 'dependentRequired':
      return `The field ${String(params.missingProperty)} is missing, which belongs to ${String(params.property)}.`
    case 'pattern':
      return `${shown(value)} does not match the pattern ${String(params.pattern)}.`
    case 'minimum':
    case 'maximum':
    case 'exclusiveMinimum':
    case 'exclusiveMaximum':
      return `This is ${shown(value)}; the filter wants ${comparisons[String(params.comparison)] ?? ''} ${String(params.limit)}.`
    case 'multipleOf':
      return `${shown(value)} is no multiple of ${String(params.multipleOf)}.`
    case 'minLength':
      return `This text is too short; the filter wants at least ${characters(params.limit)}.`
    case 'maxLength':
      return `This text is too long; the filter takes at most ${characters(params.limit)}.`
    case 'minItems':
      return `This list is too short; the filter wants at least ${entries(params.limit)}.`
    case 'maxItems':
    case 'items':
      return `This list is too long; the filter takes at most ${entries(params.limit)}.`
    case 'minProperties':
      return `This has too few fields; the filter wants at least ${fields(params.limit)}.`
    case 'maxProperties':
      return `This has too many fields; the filter takes at most ${fields(params.limit)}.`
    case 'uniqueItems':
      return `The entries ${String(params.j)} and ${String(params.i)} of this list are the same.`
    case 'contains':
      return params.maxContains === undefined
        ? `Fewer than ${entries(params.minContains)} of this list ${params.minContains === 1 ? 'is' : 'are'} as the filter wants.`
        : `Not between ${String(params.minContains)} and ${entries(params.maxContains)} of this list are as the filter wants.`
    case 'additionalProperties':
      return `The filter takes no field called ${String(params.additionalProperty)}.`
    case 'unevaluatedProperties':
      return `The filter takes no field called ${String(params.unevaluatedProperty)}.`
    case 'unevaluatedItems':
      return 'This list has entries that the filter does not take.'
    case 'propertyNames':
      return `The filter does not take ${shown(params.propertyName)} as the name of a field.`
    case 'not':
      return 'The filter takes everything but this.'
    case 'anyOf':
      return 'None of the ways that anyOf offers fits.'
    case 'oneOf':
      return params.passingSchemas === null
        ? 'None of the ways that oneOf offers fits.'
        : 'More than one of the ways that oneOf offers fits; it wants exactly one.'
    case 'if':
      return `The condition fits, but what ${String(params.failingKeyword)} asks for does not.`
    case 'false schema':
      return 'The filter takes nothing here.'
    default:
      return `It ${error.message ?? 'does not pass'}.`
  }
}

/** What the meta-schema found in a filter: the same faults, said about a keyword's value. */
export const schemaFaultWords = (keyword: string, error: ErrorObject, value: unknown): string => {
  const params: Readonly<Record<string, unknown>> = error.params
  const name = keyword === '' ? 'A filter' : keyword
  switch (error.keyword) {
    case 'type':
      return `${name} takes ${listOf(params.type)}; this is ${kindOf(value)}.`
    case 'enum':
      return `${name} takes one of ${namesOf(params.allowedValues)}; ${shown(value)} is none.`
    case 'minimum':
    case 'exclusiveMinimum':
      return `${name} takes a number that is ${comparisons[String(params.comparison)] ?? ''} ${String(params.limit)}.`
    case 'minItems':
      return `${name} takes a list of at least ${entries(params.limit)}.`
    case 'uniqueItems':
      return `${name} takes each entry once.`
    case 'pattern':
      return `${name} does not take ${shown(value)}.`
    case 'anyOf':
      return `${name} does not take ${kindOf(value)}.`
    default:
      return `${name} ${error.message ?? 'has a value that it does not take'}.`
  }
}

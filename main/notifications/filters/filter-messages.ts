/** Ajv's errors as sentences: about an event that fails a filter, and about the filter itself. */
import type { ErrorObject } from 'ajv'

const typeLabels: Readonly<Record<string, string>> = {
  array: 'a list',
  boolean: 'true or false',
  integer: 'a whole number',
  null: 'null',
  number: 'a number',
  object: 'an object',
  string: 'text',
}

const typeLabel = (value: unknown): string => {
  const type = value === null ? 'null' : Array.isArray(value) ? 'array' : typeof value
  return typeLabels[type] ?? 'nothing'
}

const toList = (value: unknown): readonly string[] => (Array.isArray(value) ? value : [value]).map(String)
const typesLabel = (types: unknown): string =>
  toList(types)
    .map((type) => typeLabels[type] ?? type)
    .join(' or ')

/** JSON, shortened to fit a sentence. */
const show = (value: unknown): string => {
  const text = JSON.stringify(value) ?? 'nothing'
  return text.length > 80 ? `${text.slice(0, 79)}…` : text
}

const entries = (count: unknown): string => (count === 1 ? '1 entry' : `${count} entries`)
const characters = (count: unknown): string => (count === 1 ? '1 character' : `${count} characters`)

const comparisons: Readonly<Record<string, string>> = {
  '<': 'less than',
  '<=': 'at most',
  '>': 'more than',
  '>=': 'at least',
}
const limitText = ({ comparison, limit }: Readonly<Record<string, unknown>>): string =>
  `${comparisons[String(comparison)] ?? ''} ${limit}`

/** Why a value fails the filter. Keywords not listed keep Ajv's message. */
export const failureMessage = (error: ErrorObject, value: unknown): string => {
  const params: Readonly<Record<string, unknown>> = error.params
  switch (error.keyword) {
    case 'type':
      return `This is ${typeLabel(value)}; the filter wants ${typesLabel(params.type)}.`
    case 'const':
      return `This is ${show(value)}; the filter wants ${show(params.allowedValue)}.`
    case 'enum':
      return `This is ${show(value)}; the filter wants one of ${show(params.allowedValues)}.`
    case 'required':
      return `The field ${params.missingProperty} is missing.`
    case 'pattern':
      return `${show(value)} does not match the pattern ${params.pattern}.`
    case 'minimum':
    case 'maximum':
    case 'exclusiveMinimum':
    case 'exclusiveMaximum':
      return `This is ${show(value)}; the filter wants ${limitText(params)}.`
    case 'minLength':
      return `This text is too short; the filter wants at least ${characters(params.limit)}.`
    case 'maxLength':
      return `This text is too long; the filter allows at most ${characters(params.limit)}.`
    case 'minItems':
      return `This list is too short; the filter wants at least ${entries(params.limit)}.`
    case 'maxItems':
    case 'items':
      return `This list is too long; the filter allows at most ${entries(params.limit)}.`
    case 'additionalProperties':
      return `The filter allows no field called ${params.additionalProperty}.`
    case 'unevaluatedProperties':
      return `The filter allows no field called ${params.unevaluatedProperty}.`
    case 'anyOf':
      return 'This matches none of the anyOf options.'
    case 'oneOf':
      return params.passingSchemas === null
        ? 'This matches none of the oneOf options.'
        : 'This matches more than one of the oneOf options; exactly one must match.'
    default:
      return `It ${error.message ?? 'does not pass'}.`
  }
}

/** What is wrong with a keyword's value in the filter itself. */
export const schemaFaultMessage = (keyword: string, error: ErrorObject, value: unknown): string => {
  const params: Readonly<Record<string, unknown>> = error.params
  const name = keyword === '' ? 'A filter' : keyword
  switch (error.keyword) {
    case 'type':
      return `${name} must be ${typesLabel(params.type)}, not ${typeLabel(value)}.`
    case 'enum':
      return `${name} must be one of ${toList(params.allowedValues).join(', ')}, not ${show(value)}.`
    case 'minimum':
    case 'exclusiveMinimum':
      return `${name} must be ${limitText(params)}.`
    case 'minItems':
      return `${name} must be a list of at least ${entries(params.limit)}.`
    case 'uniqueItems':
      return `${name} must list each entry once.`
    case 'pattern':
      return `${name} cannot be ${show(value)}.`
    case 'anyOf':
      return `${name} cannot be ${typeLabel(value)}.`
    default:
      return `${name} ${error.message ?? 'has a value it does not allow'}.`
  }
}

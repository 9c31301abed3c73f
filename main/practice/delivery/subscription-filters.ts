/** The filters of subscriptions: JSON Schemas that decide what is delivered. */
import { Ajv2020 } from 'ajv/dist/2020.js'
import { isObject, type JsonObject } from '../json-body.ts'
import type { Practice } from '../shop/shop-state.ts'
import { findTopic, toSeller } from './topic-catalog.ts'

const createValidator = () => new Ajv2020({ strict: false, validateFormats: false })

/** Says why a schema isn't valid JSON Schema 2020-12; `undefined` if it is. */
export const findSchemaProblem = (filterSchema: JsonObject): string | undefined => {
  try {
    createValidator().compile(filterSchema)
    return undefined
  } catch (error) {
    return error instanceof Error ? error.message : 'It is not JSON Schema.'
  }
}

/**
 * Whether the schema names a field that the sample lacks. Doesn't follow references: unresolved fields count as known.
 */
const namesUnknownField = (schema: unknown, sample: unknown): boolean => {
  if (!isObject(schema)) return false
  if (Array.isArray(sample)) return namesUnknownField(schema.items, sample[0])
  const properties = isObject(schema.properties) ? schema.properties : {}
  const required = Array.isArray(schema.required) ? schema.required.filter((name) => typeof name === 'string') : []
  if (isObject(sample)) {
    if ([...Object.keys(properties), ...required].some((name) => !Object.hasOwn(sample, name))) return true
    if (Object.entries(properties).some(([name, inner]) => namesUnknownField(inner, sample[name]))) return true
  }
  return ['allOf', 'anyOf', 'oneOf'].some((keyword) => {
    const parts: unknown = schema[keyword]
    return Array.isArray(parts) && parts.some((part) => namesUnknownField(part, sample))
  })
}

/**
 * Settles pending filters whose confirmation is due.
 *
 * A filter that names a field its topic doesn't have becomes DISABLED. Any other becomes ENABLED and replaces the
 * subscription's previous one.
 */
export const confirmFilters = (practice: Practice): void => {
  const { filters, settings, subscriptions } = practice.state
  for (const filter of filters) {
    if (filter.filterStatus !== 'PENDING') continue
    if (practice.now() < filter.createdAtMs + settings.filterConfirmationMs) continue
    const subscription = subscriptions.find(({ subscriptionId }) => subscriptionId === filter.subscriptionId)
    const topic = findTopic(practice.names, subscription?.topicId)
    if (topic !== undefined && namesUnknownField(filter.filterSchema, topic.sample(toSeller(practice)))) {
      filter.filterStatus = 'DISABLED'
      continue
    }
    for (const other of filters) {
      const isReplaced = other.subscriptionId === filter.subscriptionId && other.filterStatus === 'ENABLED'
      if (isReplaced) other.filterStatus = 'DISABLED'
    }
    filter.filterStatus = 'ENABLED'
  }
}

/** Whether data passes a subscription's ENABLED filter, if it has one. */
export const matchesFilter = (practice: Practice, subscriptionId: string, data: JsonObject): boolean => {
  confirmFilters(practice)
  const filter = practice.state.filters.find(
    (candidate) => candidate.subscriptionId === subscriptionId && candidate.filterStatus === 'ENABLED',
  )
  return filter === undefined || createValidator().validate(filter.filterSchema, data) === true
}

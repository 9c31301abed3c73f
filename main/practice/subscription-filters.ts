import { Ajv2020 } from 'ajv/dist/2020.js'
import { isObject, type JsonObject } from './refusal.ts'
import type { Practice } from './state.ts'
import { topics } from './topics.ts'

/** What makes a schema unusable as a filter, or `undefined` when it is valid JSON Schema of 2020-12 (document 3, section 2). */
export const filterProblem = (filterSchema: JsonObject): string | undefined => {
  try {
    new Ajv2020({ strict: false, validateFormats: false }).compile(filterSchema)
    return undefined
  } catch (error) {
    return error instanceof Error ? error.message : 'It is not JSON Schema.'
  }
}

/**
 * The first field that a filter names and a sample of the topic does not have. Publicly such a filter becomes DISABLED.
 *
 * Looks where fields are named plainly, and follows no references: what it cannot see it lets pass.
 */
const unknownField = (schema: unknown, sample: unknown, path = ''): string | undefined => {
  if (!isObject(schema)) return undefined
  const names = [
    ...Object.keys(isObject(schema.properties) ? schema.properties : {}),
    ...(Array.isArray(schema.required) ? schema.required.filter((name) => typeof name === 'string') : []),
  ]
  if (isObject(sample)) {
    const missing = names.find((name) => !Object.hasOwn(sample, name))
    if (missing !== undefined) return `${path}${missing}`
    if (isObject(schema.properties)) {
      for (const [name, inner] of Object.entries(schema.properties)) {
        const found = unknownField(inner, sample[name], `${path}${name}.`)
        if (found !== undefined) return found
      }
    }
  }
  if (Array.isArray(sample)) return unknownField(schema.items, sample[0], `${path}0.`)
  for (const keyword of ['allOf', 'anyOf', 'oneOf']) {
    const parts: unknown = schema[keyword]
    for (const part of Array.isArray(parts) ? parts : []) {
      const found = unknownField(part, sample, path)
      if (found !== undefined) return found
    }
  }
  return undefined
}

/**
 * Settles filters whose time has come.
 *
 * A new filter is PENDING for some seconds of the practice clock. One that names a field which its topic does not have is
 * DISABLED then; any other is ENABLED and takes the place of the one before it.
 */
export const confirmFilters = (practice: Practice): void => {
  const { filters, settings, subscriptions } = practice.state
  for (const filter of filters) {
    if (filter.filterStatus !== 'PENDING') continue
    if (practice.now() < filter.createdAtMs + settings.filterConfirmationMs) continue
    practice.changed()
    const subscription = subscriptions.find(({ subscriptionId }) => subscriptionId === filter.subscriptionId)
    const topic = topics.find(({ topicId }) => topicId === subscription?.topicId)
    if (topic !== undefined && unknownField(filter.filterSchema, topic.sample()) !== undefined) {
      filter.filterStatus = 'DISABLED'
      continue
    }
    for (const other of filters) {
      if (other.subscriptionId === filter.subscriptionId && other.filterStatus === 'ENABLED') {
        other.filterStatus = 'DISABLED'
      }
    }
    filter.filterStatus = 'ENABLED'
  }
}

/** Whether a subscription's ENABLED filter, if it has one, lets a notification's data through. */
export const filterLetsPass = (practice: Practice, subscriptionId: string, data: JsonObject): boolean => {
  confirmFilters(practice)
  const filter = practice.state.filters.find(
    (candidate) => candidate.subscriptionId === subscriptionId && candidate.filterStatus === 'ENABLED',
  )
  if (filter === undefined) return true
  return new Ajv2020({ strict: false, validateFormats: false }).validate(filter.filterSchema, data) === true
}

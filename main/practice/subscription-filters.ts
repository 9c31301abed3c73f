import { Ajv2020 } from 'ajv/dist/2020.js'
import type { JsonObject } from './refusal.ts'
import type { Practice } from './state.ts'

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
 * Confirms filters whose time has come.
 *
 * A new filter is PENDING for some seconds of the practice clock; once confirmed it is ENABLED and takes the place of
 * the one before it.
 */
export const confirmFilters = (practice: Practice): void => {
  const { filters, settings } = practice.state
  for (const filter of filters) {
    if (filter.filterStatus !== 'PENDING') continue
    if (practice.now() < filter.createdAtMs + settings.filterConfirmationMs) continue
    for (const other of filters) {
      if (other.subscriptionId === filter.subscriptionId && other.filterStatus === 'ENABLED') {
        other.filterStatus = 'DISABLED'
      }
    }
    filter.filterStatus = 'ENABLED'
    practice.changed()
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

/** Maps a refused write's errors to the item's fields (INV-19, PLT-09). */
import { aspectPath, fieldPaths } from '../../../shared/inventory/item.ts'
import type { JsonPath } from '../../../shared/inventory/json.ts'
import { type AppError, Failure } from '../../../shared/result.ts'
import type { ServiceError } from '../../http/answers.ts'
import { describeError, findMeaning } from '../../http/failures.ts'
import { findSpecificName } from '../../http/specific-name.ts'
import type { FieldRefusal } from '../items/refusals.ts'
import type { ItemAdapter } from './adapter.ts'

/** A write that the platform refused, with its message for each field. */
export class RefusedSave extends Failure {
  readonly refusals: readonly FieldRefusal[]

  constructor(detail: AppError, refusals: readonly FieldRefusal[]) {
    super(detail)
    this.name = 'RefusedSave'
    this.refusals = refusals
  }
}

/** A field named in an error's parameters, by its path or its last key. */
const findNamedField = (name: string): JsonPath | undefined => {
  const aspects = `${fieldPaths.aspects.join('.')}.`
  if (name.startsWith(aspects)) return aspectPath(name.slice(aspects.length))
  return Object.values(fieldPaths).find((path) => path.join('.') === name || path.at(-1) === name)
}

/** The field that an error concerns; empty if it names none. */
const findErrorField = (error: ServiceError, { errorFields, errors }: ItemAdapter): JsonPath => {
  const { errorId, parameters = [] } = error
  const aspect = findSpecificName(error)
  if (aspect !== undefined) return aspectPath(aspect)
  // PLT-44: the field that the platform names is surer than the id, which has many meanings.
  for (const { name, value } of parameters) {
    const path = findNamedField(/^field(Name)?$/.test(name) ? value : name)
    if (path !== undefined) return path
  }
  const isKnown = findMeaning(error, errors) !== undefined
  return (isKnown && errorId !== undefined ? errorFields[errorId] : undefined) ?? []
}

/** What an answer's errors say about which field. `fallback` is used if they say nothing. */
export const toRefusals = (
  adapter: ItemAdapter,
  errors: readonly ServiceError[],
  fallback: string,
): readonly FieldRefusal[] => {
  if (errors.length === 0) return [{ path: [], errorId: null, message: fallback }]
  return errors.map((error) => ({
    path: findErrorField(error, adapter),
    errorId: error.errorId ?? null,
    message: describeError(error, adapter.errors, fallback),
    topic: findMeaning(error, adapter.errors)?.topic,
  }))
}

/** The messages of a failed write, by field. */
export const listRefusals = (error: Failure): readonly FieldRefusal[] =>
  error instanceof RefusedSave ? error.refusals : [{ path: [], errorId: null, message: error.message }]

/** The inventory service's errors: cause, remedy, and the field they concern (INV-19). */
import { aspectPath, fieldPaths } from '../../../shared/inventory/item.ts'
import type { JsonPath } from '../../../shared/inventory/json.ts'
import { type AppError, Failure } from '../../../shared/result.ts'
import { type ErrorCatalog, quoteError, type ServiceError } from '../../http/answers.ts'
import type { FieldRefusal } from '../items/refusals.ts'

export const inventoryErrors: ErrorCatalog = {
  25002: {
    cause: 'The platform does not accept this SKU.',
    whatToDo: 'Use 1 to 50 letters, digits, hyphens and underscores.',
  },
  25003: {
    cause: 'The platform does not know this condition.',
    whatToDo: 'Choose a condition from the list.',
  },
  25004: {
    cause: 'The title is too long for the platform.',
    whatToDo: 'Shorten the title to 80 characters or fewer.',
  },
  25013: {
    cause: 'The condition is not allowed in the item’s category.',
    whatToDo: 'Choose another condition; the category’s policy on the platform says which are valid.',
  },
  25044: {
    cause: 'The name of an item specific is too long for the platform.',
    whatToDo: 'Shorten the name to 40 characters or fewer.',
  },
  25045: {
    cause: 'A value of an item specific is too long for the platform.',
    whatToDo: 'Shorten the value to 50 characters or fewer.',
  },
  25709: {
    cause: 'An item specific that the category requires is missing.',
    whatToDo: 'Add the item specific that the platform names, with its value.',
  },
}

/** On a GET, 25013 means that there is no item (INV-10). */
export const NO_SUCH_ITEM_ID = 25013

/** A write that the platform refused, with what it said about which field. */
export class RefusedSave extends Failure {
  readonly refusals: readonly FieldRefusal[]

  constructor(detail: AppError, refusals: readonly FieldRefusal[]) {
    super(detail)
    this.name = 'RefusedSave'
    this.refusals = refusals
  }
}

const fieldsByError: Readonly<Record<number, JsonPath>> = {
  25003: fieldPaths.condition,
  25004: fieldPaths.title,
  25013: fieldPaths.condition,
  25044: fieldPaths.aspects,
  25045: fieldPaths.aspects,
  25709: fieldPaths.aspects,
}

/** A field named in an error's parameters, by its path or its last key. */
const findNamedField = (name: string): JsonPath | undefined => {
  const aspects = `${fieldPaths.aspects.join('.')}.`
  if (name.startsWith(aspects)) return aspectPath(name.slice(aspects.length))
  return Object.values(fieldPaths).find((path) => path.join('.') === name || path.at(-1) === name)
}

/** The item specific that an error names, in a parameter or in its sentence. */
const findAspectName = ({ message = '', parameters = [] }: ServiceError): string | undefined => {
  const named = parameters.find(({ name }) => /^(localized)?(aspect|specific)_?(name)?$/i.test(name))?.value
  return named ?? /item specific ["'“]?(.{1,65}?)["'”]? is missing/i.exec(message)?.[1]
}

/** The field that an error concerns; empty if it names none. */
const findErrorField = (error: ServiceError): JsonPath => {
  const { errorId, parameters = [] } = error
  const aspect = findAspectName(error)
  if (aspect !== undefined) return aspectPath(aspect)
  const known = errorId === undefined ? undefined : fieldsByError[errorId]
  if (known !== undefined) return known
  for (const { name, value } of parameters) {
    const path = findNamedField(name === 'field' ? value : name)
    if (path !== undefined) return path
  }
  return []
}

/** What an answer's errors say about which field. `fallback` is used if they say nothing. */
export const toRefusals = (errors: readonly ServiceError[], fallback: string): readonly FieldRefusal[] => {
  if (errors.length === 0) return [{ path: [], errorId: null, message: fallback }]
  return errors.map((error) => {
    const known = error.errorId === undefined ? undefined : inventoryErrors[error.errorId]
    const message =
      known === undefined
        ? (error.message ?? error.longMessage ?? fallback)
        : quoteError(`${known.cause} ${known.whatToDo}`, error)
    return { path: findErrorField(error), errorId: error.errorId ?? null, message }
  })
}

/** What a failed write says about which field. */
export const listRefusals = (error: Failure): readonly FieldRefusal[] =>
  error instanceof RefusedSave ? error.refusals : [{ path: [], errorId: null, message: error.message }]

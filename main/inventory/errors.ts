/** What the inventory service's error ids mean, and what the seller can do (document 1, section 7; INV-19). */
import { aspectPath, fieldPaths } from '../../shared/inventory/item.ts'
import type { JsonPath } from '../../shared/inventory/json.ts'
import type { FieldRefusal } from '../../shared/inventory/refusals.ts'
import { type AppError, Failure } from '../../shared/result.ts'
import type { ErrorCatalog, ServiceError } from '../http/answers.ts'

export const inventoryErrors: ErrorCatalog = {
  25002: {
    cause: 'The platform does not accept the SKU.',
    whatToDo: 'Use 1 to 50 letters, digits, hyphens and underscores.',
  },
  25003: {
    cause: 'The platform does not know the condition.',
    whatToDo: 'Choose one of the conditions of the list.',
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
    cause: 'An item specific that the category asks for is missing.',
    whatToDo: 'Add the item specific that the platform names, with its value.',
  },
}

/** On a GET, 25013 says that there is no item (document 1, section 7; INV-10). */
export const NO_SUCH_ITEM_ID = 25013

/** A write that the platform refused, with what it said of which field. */
export class RefusedSave extends Failure {
  readonly refusals: readonly FieldRefusal[]

  constructor(detail: AppError, refusals: readonly FieldRefusal[]) {
    super(detail)
    this.name = 'RefusedSave'
    this.refusals = refusals
  }
}

const fieldsOfIds: Readonly<Record<number, JsonPath>> = {
  25003: fieldPaths.condition,
  25004: fieldPaths.title,
  25013: fieldPaths.condition,
  25044: fieldPaths.aspects,
  25045: fieldPaths.aspects,
  25709: fieldPaths.aspects,
}

/** A field as an error's parameters may spell it: by its path, or by its last name. */
const fieldNamed = (word: string): JsonPath | undefined => {
  const aspects = `${fieldPaths.aspects.join('.')}.`
  if (word.startsWith(aspects)) return aspectPath(word.slice(aspects.length))
  return Object.values(fieldPaths).find((path) => path.join('.') === word || path.at(-1) === word)
}

/** The field that an error speaks of; empty where it names none (document 1, section 7: errorId and parameters). */
const pathOf = ({ errorId, parameters = [] }: ServiceError): JsonPath => {
  const aspect = parameters.find(({ name }) => name === 'aspect')?.value
  if (aspect !== undefined) return aspectPath(aspect)
  const known = errorId === undefined ? undefined : fieldsOfIds[errorId]
  if (known !== undefined) return known
  for (const { name, value } of parameters) {
    const path = name === 'field' ? fieldNamed(value) : fieldNamed(name)
    if (path !== undefined) return path
  }
  return []
}

/** What an answer's errors say of which field, in words a seller can act on. */
export const refusalsOfErrors = (errors: readonly ServiceError[], otherwise: string): readonly FieldRefusal[] => {
  const refusals = errors.map((error): FieldRefusal => {
    const known = error.errorId === undefined ? undefined : inventoryErrors[error.errorId]
    const said = known === undefined ? (error.message ?? error.longMessage) : `${known.cause} ${known.whatToDo}`
    return { path: pathOf(error), errorId: error.errorId ?? null, message: said ?? otherwise }
  })
  return refusals.length > 0 ? refusals : [{ path: [], errorId: null, message: otherwise }]
}

/** What a write that ended with this error says of which field. */
export const refusalsOf = (error: unknown): readonly FieldRefusal[] => {
  if (error instanceof RefusedSave) return error.refusals
  return error instanceof Failure ? [{ path: [], errorId: null, message: error.message }] : []
}

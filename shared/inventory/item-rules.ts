/** Finds what the platform would refuse, before a save. An untouched value from the platform never blocks a save. */
import { conditionLabel } from '../connection/conditions.ts'
import type { Platform } from '../connection/platforms.ts'
import { barcodeProblem } from './barcode.ts'
import { type Field, fieldProblem } from './fields/field.ts'
import { moreItemFields } from './fields/item-fields.ts'
import { aspectPath, fieldPaths, readItemView } from './item.ts'
import { type ItemEdit, wantedValue } from './item-edit.ts'
import { isJsonObject, isWithin, type JsonObject, type JsonPath, type JsonValue, valueAt, withValueAt } from './json.ts'
import { jsonText } from './json-text.ts'
import { countCharacters, MAX_ASPECT_NAME_CHARACTERS, MAX_TITLE_CHARACTERS } from './limits.ts'
import { imageUrlProblem } from './picture-address.ts'
import { findSameSpecifics } from './same-specific.ts'

export type ItemProblem = {
  readonly path: JsonPath
  /** The rule's id: `INV-02`. */
  readonly rule: string
  /** The platform's own error, if it has one. */
  readonly errorId: number | null
  readonly message: string
}

/** The fields of a platform that the rules use. */
export type ItemRules = Pick<Platform, 'conditions'> & {
  readonly limits: Pick<
    Platform['limits'],
    'pictures' | 'picturesInGroup' | 'aspectValue' | 'aspectValues' | 'aspects' | 'description'
  >
  readonly capabilities: Pick<Platform['capabilities'], 'moreFields' | 'itemGroups'>
}

type Check = (
  value: JsonValue,
  add: (message: string, path?: JsonPath, rule?: string, errorId?: number) => void,
  context: { readonly record: JsonObject; readonly rules: ItemRules },
) => void

const checkTitle: Check = (value, add) => {
  if (typeof value !== 'string') return add('The title isn’t text.')
  const length = countCharacters(value)
  if (length > MAX_TITLE_CHARACTERS) {
    add(`The title has ${length} characters; at most ${MAX_TITLE_CHARACTERS} are allowed.`)
  }
}

const checkCondition: Check = (value, add, { rules: { conditions } }) => {
  if (!conditions.some((condition) => condition === value)) {
    const name = typeof value === 'string' ? conditionLabel(value) : jsonText(value)
    // The labels have commas.
    add(`The condition “${name}” can’t be used. Choose one of these: ${conditions.map(conditionLabel).join('; ')}.`)
  }
}

const checkQuantity: Check = (value, add) => {
  if (Number.isNaN(value)) return add('The quantity isn’t a number. Enter a whole number of 0 or more.')
  if (!Number.isSafeInteger(value) || Number(value) < 0) {
    add(`The quantity ${jsonText(value)} isn’t a whole number of 0 or more.`)
  }
}

const checkDescription: Check = (value, add, { rules: { limits } }) => {
  if (typeof value !== 'string') return add('The description isn’t text.')
  const length = countCharacters(value)
  if (limits.description === null || length <= limits.description) return
  add(
    `The description has ${length.toLocaleString('en')} characters; at most ${limits.description.toLocaleString('en')} are allowed. A listing description may be longer.`,
    fieldPaths.description,
    'PLT-10',
    25718,
  )
}

const checkAspects: Check = (value, add, { rules: { limits } }) => {
  if (!isJsonObject(value)) return add('Item specifics must be names with lists of values.')
  const count = Object.keys(value).length
  if (limits.aspects !== null && count > limits.aspects) {
    add(`The item has ${count} item specifics; at most ${limits.aspects} are allowed.`)
  }
  const twins = findSameSpecifics(Object.keys(value))
  if (twins !== undefined) {
    const [first, second] = twins
    add(`“${first}” and “${second}” are the same item specific. Remove one.`, aspectPath(second), 'LST-23', 21916664)
  }
  for (const [name, values] of Object.entries(value)) {
    const path = aspectPath(name)
    const nameLength = countCharacters(name)
    if (name.trim() === '') add('An item specific needs a name.', path, 'INV-04')
    if (nameLength > MAX_ASPECT_NAME_CHARACTERS) {
      add(
        `The name “${name}” has ${nameLength} characters; at most ${MAX_ASPECT_NAME_CHARACTERS} are allowed.`,
        path,
        'INV-03',
        25044,
      )
    }
    if (!Array.isArray(values)) {
      add(`“${name}” isn’t a list of values.`, path, 'INV-04')
      continue
    }
    if (limits.aspectValues !== null && values.length > limits.aspectValues) {
      add(`“${name}” has ${values.length} values; at most ${limits.aspectValues} are allowed.`, path, 'INV-03')
    }
    const same = findSameSpecifics(values.filter((one) => typeof one === 'string'))
    if (same !== undefined) {
      add(`“${name}” has the value “${same[0]}” twice. Remove one.`, path, 'LST-23', 21916582)
    }
    if (values.length === 0) add(`“${name}” has no value. Add one, or remove it.`, path, 'INV-04')
    for (const element of values as readonly JsonValue[]) {
      if (typeof element !== 'string') add(`A value of “${name}” isn’t text.`, path, 'INV-04')
      else if (element.trim() === '') add(`“${name}” has an empty value. Fill it in, or remove it.`, path, 'INV-04')
      else if (countCharacters(element) > limits.aspectValue) {
        add(
          `The value “${element}” of “${name}” has ${countCharacters(element)} characters; at most ${limits.aspectValue} are allowed.`,
          path,
          'INV-03',
          25045,
        )
      }
    }
  }
}

const isInGroup = (record: JsonObject): boolean =>
  [valueAt(record, ['groupIds']), valueAt(record, ['inventoryItemGroupKeys'])].some(
    (groups) => Array.isArray(groups) && groups.length > 0,
  )

/** How many pictures the item may have (INV-06); fewer inside a group of variations (PLT-14). */
export const maxPictures = (record: JsonObject, { limits }: ItemRules): number =>
  isInGroup(record) ? limits.picturesInGroup : limits.pictures

const checkImages: Check = (value, add, { record, rules }) => {
  if (!Array.isArray(value)) return add('Pictures must be a list of addresses.')
  const max = maxPictures(record, rules)
  if (value.length > max) add(`There are ${value.length} pictures; the maximum is ${max}.`)
  for (const url of value as readonly JsonValue[]) {
    const problem = typeof url === 'string' ? imageUrlProblem(url) : 'A picture must be an address.'
    if (problem !== undefined) add(problem)
  }
}

/** Shape of a code field (INV-18), and whether its codes are barcodes (USE-01). */
const checkCode =
  (name: string): Check =>
  (value, add) => {
    const isList = Array.isArray(value) && value.every((element) => typeof element === 'string')
    if (typeof value !== 'string' && !isList) add(`${name} isn’t text.`)
    else if (value === '' || (isList && (value.length === 0 || value.includes('')))) {
      add(`${name} is empty. Fill it in, or remove it.`)
    } else {
      for (const code of isList ? value : [value as string]) {
        const problem = barcodeProblem(name, code)
        if (problem !== undefined) add(problem)
      }
    }
  }

type FieldCheck = {
  readonly path: JsonPath
  readonly rule: string
  readonly errorId: number | null
  readonly check: Check
}

const coreChecks: readonly FieldCheck[] = [
  { path: fieldPaths.title, rule: 'INV-02', errorId: 25004, check: checkTitle },
  { path: fieldPaths.description, rule: 'INV-08', errorId: null, check: checkDescription },
  { path: fieldPaths.quantity, rule: 'INV-20', errorId: null, check: checkQuantity },
  { path: fieldPaths.condition, rule: 'INV-05', errorId: 25003, check: checkCondition },
  { path: fieldPaths.aspects, rule: 'INV-04', errorId: null, check: checkAspects },
  { path: fieldPaths.imageUrls, rule: 'INV-06', errorId: null, check: checkImages },
  { path: fieldPaths.upc, rule: 'INV-18', errorId: null, check: checkCode('UPC') },
  { path: fieldPaths.ean, rule: 'INV-18', errorId: null, check: checkCode('EAN') },
]

/** A field of the table: its form and its limits (LST-16). */
const toFieldCheck = (field: Field): FieldCheck => ({
  path: field.path,
  rule: 'LST-16',
  errorId: null,
  check: (value, add) => {
    const problem = fieldProblem(field, value)
    if (problem !== undefined) add(problem)
  },
})

const moreChecks: readonly FieldCheck[] = moreItemFields.map(toFieldCheck)

const allChecks = [...coreChecks, ...moreChecks]

const checksFor = ({ capabilities }: ItemRules): readonly FieldCheck[] =>
  capabilities.moreFields ? allChecks : coreChecks

/** Every problem of a record. Absent fields are fine: all are optional until an offer is published. */
export const checkRecord = (record: JsonObject, rules: ItemRules): readonly ItemProblem[] =>
  runChecks(checksFor(rules), record, rules)

const runChecks = (which: readonly FieldCheck[], record: JsonObject, rules: ItemRules): readonly ItemProblem[] =>
  which.flatMap(({ path, rule, errorId, check }): readonly ItemProblem[] => {
    const value = valueAt(record, path)
    const problems: ItemProblem[] = []
    if (value === undefined) return problems
    const add: Parameters<Check>[1] = (message, at = path, ofRule = rule, withId) => {
      problems.push({ path: at, rule: ofRule, errorId: withId ?? errorId, message })
    }
    check(value, add, { record, rules })
    return problems
  })

/** Problems that the edit introduces. Only these block a save. */
export const checkEdit = (draft: JsonObject, edit: ItemEdit, rules: ItemRules): readonly ItemProblem[] => {
  const isTouched = (path: JsonPath): boolean =>
    edit.changes.some(
      (change) => wantedValue(change) !== undefined && (isWithin(change.path, path) || isWithin(path, change.path)),
    )
  return runChecks(
    // Spares counting the characters of a long description that the edit leaves alone.
    checksFor(rules).filter(({ path }) => isTouched(path)),
    draft,
    rules,
  ).filter((problem) => isTouched(problem.path))
}

export type ValueCheck = (value: JsonValue) => readonly ItemProblem[]

/**
 * Returns a function that checks values at a path without regard to other fields. A file has thousands of values for each path, so
 * the path's checks are looked up once.
 */
export const createValueCheck = (path: JsonPath, rules: ItemRules): ValueCheck => {
  const checks = checksFor(rules).filter((one) => isWithin(one.path, path) || isWithin(path, one.path))
  return (value) => runChecks(checks, withValueAt({}, path, value), rules).filter((one) => isWithin(path, one.path))
}

/** Whether the item lacks anything, as far as this app can see, that publishing an offer needs (INV-05, INV-06). */
export const isIncomplete = (draft: JsonObject): boolean => {
  const { condition = '', imageUrls } = readItemView(draft)
  return condition === '' || imageUrls.length === 0
}

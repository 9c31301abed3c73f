/**
 * What the platform will refuse, told before it is asked (document 1, sections 2 and 7).
 *
 * Every problem names the field, the rule, the platform's own error id where it has one, and what is allowed. A value that
 * came from the platform and was not touched never stands in the way of a save: the platform holds it already.
 */

import { aspectPath, conditions, fieldPaths, isCondition } from './item.ts'
import { type ItemEdit, wantedBy } from './item-edit.ts'
import { isJsonObject, isWithin, type JsonObject, type JsonPath, type JsonValue, valueAt } from './json.ts'
import { jsonText } from './json-text.ts'
import {
  ASPECT_NAME_MAX_CHARACTERS,
  ASPECT_VALUE_MAX_CHARACTERS,
  countCharacters,
  IMAGES_MAX,
  TITLE_MAX_CHARACTERS,
} from './limits.ts'

export type ItemProblem = {
  readonly path: JsonPath
  /** The rule in spec/rules.md: `INV-02`. */
  readonly rule: string
  /** What the platform answers with (document 1, section 7), or null where the documents give no id. */
  readonly errorId: number | null
  /** What is wrong, where, and what is allowed. */
  readonly message: string
}

type Check = (
  value: JsonValue,
  add: (message: string, path?: JsonPath, rule?: string, errorId?: number) => void,
) => void

const checkTitle: Check = (value, add) => {
  if (typeof value !== 'string') return add('The title is not text.')
  const length = countCharacters(value)
  if (length > TITLE_MAX_CHARACTERS) {
    add(`The title has ${length} characters; at most ${TITLE_MAX_CHARACTERS} are allowed.`)
  }
}

const checkCondition: Check = (value, add) => {
  if (!isCondition(value)) {
    add(`The condition ${jsonText(value)} is not one of ${conditions.join(', ')}.`)
  }
}

const checkQuantity: Check = (value, add) => {
  if (typeof value !== 'number' || !Number.isSafeInteger(value) || value < 0) {
    add(`The quantity ${jsonText(value)} is not a whole number of 0 or more.`)
  }
}

const checkAspects: Check = (value, add) => {
  if (!isJsonObject(value)) return add('Item specifics are not names with lists of values.')
  for (const [name, values] of Object.entries(value)) {
    const path = aspectPath(name)
    const nameLength = countCharacters(name)
    if (name.trim() === '') add('An item specific has no name.', path, 'INV-04')
    if (nameLength > ASPECT_NAME_MAX_CHARACTERS) {
      add(
        `The name "${name}" has ${nameLength} characters; at most ${ASPECT_NAME_MAX_CHARACTERS} are allowed.`,
        path,
        'INV-03',
        25044,
      )
    }
    if (!Array.isArray(values)) {
      add(`"${name}" is not a list of values.`, path, 'INV-04')
      continue
    }
    if (values.length === 0) add(`"${name}" has no value. Add one, or remove it.`, path, 'INV-04')
    for (const element of values as readonly JsonValue[]) {
      if (typeof element !== 'string') add(`A value of "${name}" is not text.`, path, 'INV-04')
      else if (element.trim() === '') add(`"${name}" has an empty value. Fill it in, or remove it.`, path, 'INV-04')
      else if (countCharacters(element) > ASPECT_VALUE_MAX_CHARACTERS) {
        add(
          `The value "${element}" of "${name}" has ${countCharacters(element)} characters; at most ${ASPECT_VALUE_MAX_CHARACTERS} are allowed.`,
          path,
          'INV-03',
          25045,
        )
      }
    }
  }
}

/** What is wrong with one picture's address, or undefined (INV-06). */
export const imageUrlProblem = (url: string): string | undefined => {
  if (!URL.canParse(url)) return `"${url}" is not an address. A picture's address begins with https://`
  return new URL(url).protocol === 'https:' ? undefined : `The picture ${url} is not HTTPS. Only https:// is allowed.`
}

const checkImages: Check = (value, add) => {
  if (!Array.isArray(value)) return add('Pictures are not a list of addresses.')
  if (value.length > IMAGES_MAX) add(`There are ${value.length} pictures; Stallhand sends at most ${IMAGES_MAX}.`)
  for (const url of value as readonly JsonValue[]) {
    const problem = typeof url === 'string' ? imageUrlProblem(url) : 'A picture is not an address.'
    if (problem !== undefined) add(problem)
  }
}

const checkText =
  (name: string): Check =>
  (value, add) => {
    if (typeof value !== 'string') add(`${name} is not text.`)
  }

const checkCode =
  (name: string): Check =>
  (value, add) => {
    const isList = Array.isArray(value) && value.every((element) => typeof element === 'string')
    if (typeof value !== 'string' && !isList) add(`${name} is not text.`)
    else if (value === '' || (isList && (value.length === 0 || value.includes('')))) {
      add(`${name} is empty. Fill it in, or remove it.`)
    }
  }

const checks: readonly {
  readonly path: JsonPath
  readonly rule: string
  readonly errorId: number | null
  readonly check: Check
}[] = [
  { path: fieldPaths.title, rule: 'INV-02', errorId: 25004, check: checkTitle },
  { path: fieldPaths.description, rule: 'INV-08', errorId: null, check: checkText('The description') },
  { path: fieldPaths.quantity, rule: 'INV-20', errorId: null, check: checkQuantity },
  { path: fieldPaths.condition, rule: 'INV-05', errorId: 25003, check: checkCondition },
  { path: fieldPaths.aspects, rule: 'INV-04', errorId: null, check: checkAspects },
  { path: fieldPaths.imageUrls, rule: 'INV-06', errorId: null, check: checkImages },
  { path: fieldPaths.upc, rule: 'INV-18', errorId: null, check: checkCode('UPC') },
  { path: fieldPaths.ean, rule: 'INV-18', errorId: null, check: checkCode('EAN') },
]

/** Every problem of a record. An absent field is never one: all are optional until an offer is published. */
export const problemsOf = (record: JsonObject): readonly ItemProblem[] => problemsBy(checks, record)

const problemsBy = (which: typeof checks, record: JsonObject): readonly ItemProblem[] =>
  which.flatMap(({ path, rule, errorId, check }) => {
    const value = valueAt(record, path)
    const problems: ItemProblem[] = []
    if (value !== undefined) {
      check(value, (message, at = path, ofRule = rule, withId) => {
        const id = ofRule === rule ? (withId ?? errorId) : (withId ?? null)
        problems.push({ path: at, rule: ofRule, errorId: id, message })
      })
    }
    return problems
  })

/** Those problems that the edit itself would bring: only these stop a save. */
export const problemsOfEdit = (draft: JsonObject, edit: ItemEdit): readonly ItemProblem[] => {
  const isTouched = (path: JsonPath): boolean =>
    edit.changes.some(
      (change) => wantedBy(change) !== undefined && (isWithin(change.path, path) || isWithin(path, change.path)),
    )
  // Checking the fields that no change touches would cost most of the time of a large import.
  return problemsBy(
    checks.filter(({ path }) => isTouched(path)),
    draft,
  ).filter((problem) => isTouched(problem.path))
}

/**
 * Reads JSON that a damaged disk may have changed (SEC-16).
 *
 * Neither reading nor SQL throws for a damaged value, so that one row never stops a list, an erasure or a migration. A
 * test requires that stored JSON is read with these functions alone.
 */
import type * as z from 'zod'

/** Undefined if the text is missing, isn't JSON, or doesn't fit the schema. */
export const readStoredJson = <T>(schema: z.ZodType<T>, text: string | null | undefined): T | undefined => {
  if (text === null || text === undefined) return undefined
  try {
    return schema.safeParse(JSON.parse(text)).data
  } catch {
    return undefined
  }
}

/** For JSON that only this program writes. `otherwise` if the text is missing, isn't JSON, or is of another kind than `otherwise`. */
export const parseStored = <T>(text: string | null | undefined, otherwise: T): T => {
  if (text === null || text === undefined) return otherwise
  try {
    const value: unknown = JSON.parse(text)
    const isSameKind =
      otherwise === undefined || otherwise === null
        ? typeof value === 'object' && value !== null
        : typeof value === typeof otherwise && Array.isArray(value) === Array.isArray(otherwise) && value !== null
    return isSameKind ? (value as T) : otherwise
  } catch {
    return otherwise
  }
}

/** SQL for the value at a path of a stored text: NULL if the text isn't JSON, for which SQLite's own operator throws. */
export const jsonAt = (text: string, path: string): string =>
  `CASE WHEN json_valid(${text}) THEN ${text} ->> '${path}' END`

/** SQL for the rows of an array or an object in a stored text: none if the text isn't JSON. */
export const jsonEach = (text: string, path = '$'): string =>
  `json_each(CASE WHEN json_valid(${text}) THEN ${text} END, '${path}')`

/** SQL for `change` of a stored text, `otherwise` if the text isn't JSON. */
export const jsonChanged = (text: string, change: string, otherwise = text): string =>
  `CASE WHEN json_valid(${text}) THEN ${change} ELSE ${otherwise} END`

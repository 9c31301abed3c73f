/** Reads JSON bodies without assuming their shape. */

export type JsonObject = { readonly [name: string]: unknown }

export const isObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** The value if it is an object, else an empty object. */
export const asObject = (value: unknown): JsonObject => (isObject(value) ? value : {})

/** Parses a JSON object; `undefined` for anything else. */
export const parseJsonObject = (text: string): JsonObject | undefined => {
  try {
    const value: unknown = JSON.parse(text)
    return isObject(value) ? value : undefined
  } catch {
    return undefined
  }
}

/** Whether a Content-Type header names JSON, with or without parameters. */
export const isJsonType = (contentType: string | undefined): boolean =>
  contentType?.split(';', 1)[0]?.trim().toLowerCase() === 'application/json'

/** Reads JSON bodies without trusting their shape. */

export type JsonObject = { readonly [name: string]: unknown }

export const isObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** The object, or an empty one for anything else. */
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

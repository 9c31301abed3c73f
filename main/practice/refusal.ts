/** One entry of an errors[] body, as documents 1 and 2 (section 7) and document 3 (section 2, Error) show it. */
export type ErrorDetail = {
  readonly errorId: number
  readonly domain: string
  readonly category: string
  readonly message: string
  readonly longMessage?: string
  readonly parameters?: readonly { readonly name: string; readonly value: string }[]
}

export type RefusalStatus = 400 | 401 | 403 | 404 | 409 | 413 | 415 | 429 | 500 | 503

/**
 * The platform says no.
 *
 * Thrown by a service, answered by `platform.ts` with its status, headers and an errors[] body.
 */
export class Refusal extends Error {
  readonly status: RefusalStatus
  readonly errors: readonly ErrorDetail[]
  readonly headers: Readonly<Record<string, string>>

  constructor(status: RefusalStatus, errors: readonly ErrorDetail[], headers: Readonly<Record<string, string>> = {}) {
    super(errors.map((error) => error.message).join(' '))
    this.name = 'Refusal'
    this.status = status
    this.errors = errors
    this.headers = headers
  }
}

export type JsonObject = { readonly [name: string]: unknown }

export const isObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Reads a body that must be a JSON object; anything else is `undefined`, which each service refuses in its own words. */
export const parseJsonObject = (text: string): JsonObject | undefined => {
  try {
    const value: unknown = JSON.parse(text)
    return isObject(value) ? value : undefined
  } catch {
    return undefined
  }
}

/** True when the Content-Type header says JSON, with or without parameters. */
export const saysJson = (contentType: string | undefined): boolean =>
  contentType?.split(';', 1)[0]?.trim().toLowerCase() === 'application/json'

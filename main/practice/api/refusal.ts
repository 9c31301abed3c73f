/** How the platform refuses a call: status and `errors[]`. */
import type { Context } from 'hono'
import { isJsonType, type JsonObject, parseJsonObject } from '../json-body.ts'

/** One entry of an `errors[]` body. */
export type ErrorDetail = {
  readonly errorId: number
  readonly domain: string
  readonly category: string
  readonly message: string
  readonly longMessage?: string
  readonly parameters?: readonly { readonly name: string; readonly value: string }[]
}

type RefusalStatus = 400 | 401 | 403 | 404 | 409 | 415 | 429 | 500

/** The platform refuses a call. `platform.ts` answers it with the status, the headers and an `errors[]` body. */
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

/** The ways a service reports an error: as a detail to collect, or as a refusal of the whole call or of its body. */
export const createRefusals = (domain: string) => {
  const detail = (errorId: number, message: string, parameters: Record<string, string> = {}): ErrorDetail => ({
    errorId,
    domain,
    category: 'REQUEST',
    message,
    parameters: Object.entries(parameters).map(([name, value]) => ({ name, value })),
  })
  const refuse = (status: RefusalStatus, ...error: Parameters<typeof detail>): never => {
    throw new Refusal(status, [detail(...error)])
  }
  const refuseAll = (errors: readonly ErrorDetail[]): void => {
    if (errors.length > 0) throw new Refusal(400, errors)
  }
  const readBody = async (c: Context): Promise<JsonObject> => {
    if (!isJsonType(c.req.header('content-type'))) refuse(415, 2004, 'Content-Type must be application/json.')
    return parseJsonObject(await c.req.text()) ?? refuse(400, 2004, 'The request body must be a JSON object.')
  }
  return { detail, refuse, refuseAll, readBody }
}

import type { Context } from 'hono'
import * as z from 'zod'
import { parseJsonObject } from '../json-body.ts'

/** The control surface refuses a request: 400 for a wrong field, 404 for an unknown thing. */
export class ControlError extends Error {
  readonly status: 400 | 404

  constructor(status: 400 | 404, message: string) {
    super(message)
    this.name = 'ControlError'
    this.status = status
  }
}

/** Returns the value, or throws 404 with `message` if it is missing. */
export const demand = <T>(value: T | undefined, message: string): T => {
  if (value === undefined) throw new ControlError(404, message)
  return value
}

/** Validates the JSON body; no body counts as an empty object. Throws 400 naming the first wrong field. */
export const readControlBody = async <T extends z.ZodType>(c: Context, schema: T): Promise<z.infer<T>> => {
  const result = schema.safeParse(parseJsonObject(await c.req.text()) ?? {})
  if (result.success) return result.data
  const [issue] = result.error.issues
  const field = issue?.path.join('.') ?? ''
  throw new ControlError(400, `${field}${field === '' ? '' : ': '}${issue?.message ?? 'The body is invalid.'}`)
}

/** A whole number from `min` to `max`. */
export const wholeNumber = (min: number, max: number) => {
  const error = `must be a whole number from ${min} to ${max}.`
  return z.int(error).min(min, error).max(max, error)
}

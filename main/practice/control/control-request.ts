/** How the control surface reads a request, and refuses one. */
import type { Context } from 'hono'
import type * as z from 'zod'
import { parseJsonObject } from '../json-body.ts'
import type { PracticeApp } from './faults.ts'

/** The control surface refuses a request: 400 for a wrong field, 404 for an unknown thing. */
export class ControlError extends Error {
  readonly status: 400 | 404

  constructor(status: 400 | 404, message: string) {
    super(message)
    this.name = 'ControlError'
    this.status = status
  }
}

export const requireFound = <T>(value: T | undefined, message: string): T => {
  if (value === undefined) throw new ControlError(404, message)
  return value
}

/** Validates the JSON body; no body counts as an empty object. Throws 400 naming the first wrong field. */
export const readBody = async <T extends z.ZodType>(c: Context, schema: T): Promise<z.infer<T>> => {
  const result = schema.safeParse(parseJsonObject(await c.req.text()) ?? {})
  if (result.success) return result.data
  const [issue] = result.error.issues
  const field = issue?.path.join('.') ?? ''
  throw new ControlError(400, `${field}${field === '' ? '' : ': '}${issue?.message ?? 'The body is invalid.'}`)
}

/** Answers a refused request with its sentence. */
export const answerControlErrors = (app: PracticeApp): void => {
  app.onError((error, c) => {
    if (error instanceof ControlError) return c.json({ error: error.message }, error.status)
    throw error
  })
}

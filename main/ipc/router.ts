/**
 * The only entry to main: parse the input, run the handler, parse the output, return a `Result`.
 *
 * SECURITY (Electron checklist 17): every input is parsed against the contract before a handler sees it, and every output on
 * its way out. Output schemas are an allowlist: a field that is not in the contract can't leave main.
 */
import * as z from 'zod'
import { type Contract, findMember, type Handlers } from '../../shared/ipc/define.ts'
import { type AppError, err, Failure, ok, type Result } from '../../shared/result.ts'
import type { Log } from '../ports.ts'

/** `connectionId` names the connection that the call is about; absent if it is about none, or about the open one. */
export type Call = (method: string, input: unknown, connectionId?: string) => Promise<Result<unknown>>

const wireCallSchema = z.object({
  method: z.string(),
  input: z.unknown(),
  connectionId: z.string().max(100).optional(),
})

/** Parses the message of a window; undefined if it isn't a call. */
export const parseCall = (message: unknown): z.output<typeof wireCallSchema> | undefined =>
  wireCallSchema.safeParse(message).data

const problem = 'a call is { "method": "feature.method", "input": …, "connectionId": … }'
export const notACall = err({
  kind: 'validation',
  message: `method: ${problem}.`,
  issues: [{ path: 'method', message: problem }],
})

type AnyHandler = (input: unknown) => unknown

const toValidationError = (error: z.ZodError): AppError => {
  const issues = error.issues.slice(0, 20).map((issue) => ({
    path: ['input', ...issue.path.map(String)].join('.'),
    message: issue.message,
  }))
  const first = issues[0]
  return {
    kind: 'validation',
    message:
      first === undefined
        ? 'Stallhand couldn’t read this request. Reload the window.'
        : `${first.path}: ${first.message}`,
    issues,
  }
}

/**
 * Routes each call to the handlers that `getHandlers` returns at that moment. `getHandlers` receives the connection
 * that the call is about, and throws a `Failure` if another one is open. That includes queries: one shop's answer must
 * never lead to a command in another. Never rejects. Errors: `notFound` for an unknown method, `validation` with the
 * field's path, a handler's `Failure`, and `internal` with a reference to the log for anything else.
 */
export const createRouter = <C extends Contract>(
  contract: C,
  getHandlers: (connectionId?: string) => Handlers<C>,
  deps: { readonly log: Log; readonly newReference: () => string },
): Call => {
  const internal = (method: string, error: unknown): AppError => {
    const reference = deps.newReference()
    deps.log.error('a call failed', { method, reference, error })
    return {
      kind: 'internal',
      message: `Something went wrong in Stallhand. The log has the details under ${reference}.`,
      reference,
    }
  }

  return async (method, input, connectionId) => {
    const member = findMember(contract, method)
    if (member === undefined || member.type === 'event') {
      return err({ kind: 'notFound', message: `There is no method “${method.slice(0, 80)}”.` })
    }
    try {
      const parsed = member.input.safeParse(input)
      if (!parsed.success) return err(toValidationError(parsed.error))
      const dot = method.indexOf('.')
      const handlers = getHandlers(connectionId)
      const feature = handlers[method.slice(0, dot)] as Readonly<Record<string, AnyHandler>>
      const handler = feature[method.slice(dot + 1)]
      if (handler === undefined) return err(internal(method, new Error('the handler is missing')))
      const output = await handler(parsed.data)
      return ok(member.output.parse(output))
    } catch (error) {
      if (!(error instanceof Failure)) return err(internal(method, error))
      if (error.detail.kind === 'storage')
        deps.log.error('a call failed because of the disk', { method, error: error.cause })
      return err(error.detail)
    }
  }
}

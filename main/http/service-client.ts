/** Builds and sends the requests to one service of the platform. */
import type * as z from 'zod'
import { Failure } from '../../shared/result.ts'
import { classifyResponse, readJson } from './answers.ts'
import { serviceLabels } from './failures.ts'
import { pathPart, queryPart } from './path-part.ts'
import { type HttpRequest, type HttpResponse, type Send, TransportFailure } from './request.ts'
import { classifyStatus } from './retry-table.ts'

/** A request in the service's own terms. A GET is a repeatable read, anything else a write that is sent once. */
export type ServiceCall = Pick<HttpRequest, 'operation'> &
  Partial<Omit<HttpRequest, 'service' | 'url' | 'pathTemplate'>> & {
    /** Below the service's root, with placeholders: `/offer/{offerId}`. */
    readonly path: string
    /** Values of the placeholders, in order. */
    readonly ids?: readonly string[] | undefined
    readonly query?: Readonly<Record<string, string | number | undefined>> | undefined
  }

/**
 * The request of a call below `root`, a URL without a trailing slash. The log shows the path with its placeholders.
 * Throws `validation` for an id or a query value that no address can contain.
 */
export const buildRequest = (
  service: HttpRequest['service'],
  root: string,
  { path, ids = [], query = {}, headers, method = 'GET', ...rest }: ServiceCall,
): HttpRequest => {
  const remaining = [...ids]
  const filled = path.replaceAll(/\{(\w+)\}/g, (_, name) => pathPart(remaining.shift() ?? '', `input.${name}`))
  const search = Object.entries(query)
    .flatMap(([name, value]) => (value === undefined ? [] : `${name}=${queryPart(String(value), `input.${name}`)}`))
    .join('&')
  const hasBody = rest.body !== undefined || rest.freshBody !== undefined
  return {
    lane: method === 'GET' ? 'read' : 'write',
    repeatable: method === 'GET',
    credential: 'user',
    ...rest,
    service,
    method,
    url: `${root}${filled}${search === '' ? '' : `?${search}`}`,
    pathTemplate: `${new URL(root).pathname.replace(/\/$/, '')}${path}`,
    headers: { accept: 'application/json', ...(hasBody ? { 'content-type': 'application/json' } : {}), ...headers },
  }
}

export const createServiceClient = (deps: {
  readonly send: Send
  readonly service: HttpRequest['service']
  readonly root: string
  readonly headers?: HttpRequest['headers']
  readonly credential?: HttpRequest['credential']
  /** Turns an answer that is not a success into a failure. */
  readonly toFailure: (response: HttpResponse, call: ServiceCall) => Failure
}) => {
  const { service, root, toFailure } = deps

  /**
   * Returns the answer, whatever its status. A lost read changed nothing, so it throws `offline` instead of the unknown
   * outcome of a write.
   */
  const send = async (call: ServiceCall): Promise<HttpResponse> => {
    const headers = { ...deps.headers, ...call.headers }
    const request = buildRequest(service, root, { credential: deps.credential ?? 'user', ...call, headers })
    try {
      return await deps.send(request)
    } catch (error) {
      if (request.lane === 'write' || !(error instanceof TransportFailure) || error.outcome !== 'unknown') throw error
      const message = `The ${serviceLabels[service]} didn’t answer. Nothing was changed.`
      throw new Failure({ kind: 'offline', message }, error)
    }
  }

  /** Returns a successful answer; for a write, a web page isn't one. Throws the failure of any other answer. */
  const requireSuccess = (response: HttpResponse, call: ServiceCall): HttpResponse => {
    const isRead = (call.method ?? 'GET') === 'GET'
    const outcome = isRead ? classifyStatus(response.status) : classifyResponse(response)
    if (outcome === 'carriedOut') return response
    throw toFailure(response, call)
  }

  const request = async (call: ServiceCall): Promise<HttpResponse> => requireSuccess(await send(call), call)

  return {
    send,
    requireSuccess,
    request,
    /** Throws `service` if the answer doesn't match `schema`; see `readJson` for `what` and `parse`. */
    read: async <S extends z.ZodType>(
      call: ServiceCall,
      schema: S,
      what: string,
      parse?: (text: string) => unknown,
    ): Promise<z.output<S>> => readJson(await request(call), schema, what, parse),
  }
}

/**
 * `POST /api/call`: one contract call over loopback HTTP.
 *
 * Uses node:http directly, because web streams and request objects cost more than most calls.
 */
import type { IncomingMessage, ServerResponse } from 'node:http'
import { err, type Result } from '../../../shared/result.ts'
import { type Call, notACall, parseCall } from '../../ipc/router.ts'
import type { Log } from '../../ports.ts'
import { securityHeaders } from '../common/renderer-files.ts'
import { fromNodeHeaders, type Guard, MAX_BODY_BYTES, type Refusal, tooLarge } from './guard.ts'

/** Flat name-value pairs, because Node would validate an object again for each answer. */
const answerHeaders = [...Object.entries(securityHeaders).flat(), 'content-type', 'application/json']

const answer = (response: ServerResponse, status: number, result: Result<unknown>): void => {
  const body = JSON.stringify(result)
  // Node sends a string in one packet with its headers, but not bytes.
  response.writeHead(status, [...answerHeaders, 'content-length', String(Buffer.byteLength(body))]).end(body)
}

/** Reads a body; undefined if it exceeds the limit, whatever its length header says. Rejects if it is cut off. */
const readBody = (request: IncomingMessage): Promise<string | undefined> =>
  new Promise((resolve, reject) => {
    const chunks: Buffer[] = []
    let bytes = 0
    request.on('data', (chunk: Buffer) => {
      bytes += chunk.length
      if (bytes <= MAX_BODY_BYTES) chunks.push(chunk)
      else resolve(undefined)
    })
    request.on('end', () => resolve((chunks.length === 1 ? chunks[0] : Buffer.concat(chunks))?.toString('utf8') ?? ''))
    request.on('error', reject)
    request.on('aborted', () => reject(new Error('the request was aborted')))
  })

const parseBody = (text: string): ReturnType<typeof parseCall> => {
  try {
    return parseCall(JSON.parse(text))
  } catch {
    return undefined
  }
}

/** Checks access, size and shape, then routes the call. Never rejects. */
export const createCallEndpoint = (deps: {
  readonly guard: Guard
  readonly call: Call
  readonly log: Log
}): ((request: IncomingMessage, response: ServerResponse) => Promise<void>) => {
  const { guard, call, log } = deps

  const refuse = (response: ServerResponse, path: string, refusal: Refusal): void => {
    log.warn('a request was refused', { status: refusal.status, path })
    answer(response, refusal.status, err({ kind: 'signInNeeded', message: refusal.sentence }))
  }

  return async (request, response) => {
    const path = (request.url ?? '').split('?', 1)[0] ?? ''
    try {
      const headers = fromNodeHeaders(request.headers)
      const wrongHost = guard.refuseHost(headers)
      if (wrongHost !== undefined) {
        request.resume()
        response
          .writeHead(wrongHost.status, { ...securityHeaders, 'content-type': 'text/plain; charset=utf-8' })
          .end(wrongHost.sentence)
        return
      }
      const refusal = guard.refuseApi(headers) ?? guard.refuseBody(headers)
      if (refusal !== undefined) {
        request.resume()
        refuse(response, path, refusal)
        return
      }
      const text = await readBody(request)
      if (text === undefined) {
        response.setHeader('connection', 'close')
        refuse(response, path, tooLarge)
        return
      }
      const wire = parseBody(text)
      if (wire === undefined) answer(response, 400, notACall)
      else answer(response, 200, await call(wire.method, wire.input, wire.connectionId))
    } catch (error) {
      log.error('a request failed', { path, error })
      if (!response.headersSent) {
        response.writeHead(500, { ...securityHeaders, 'content-type': 'text/plain; charset=utf-8' })
        response.end('Something went wrong in Stallhand.')
      } else response.destroy()
    }
  }
}

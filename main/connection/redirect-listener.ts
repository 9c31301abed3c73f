/**
 * Waits on this machine for the browser that comes back from a sign-in.
 *
 * SECURITY (design section 8): loopback only; one path, GET only; `Host` must be exactly the redirect's (a rebound name is
 * refused); what is not ours by its state changes nothing. The answer is a plain page without script, style or link, and
 * nothing that came in the address stands in it.
 */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { Failure } from '../../shared/result.ts'

export type RedirectListener = { readonly redirectUri: string; readonly close: () => Promise<void> }

export type RedirectListenerDeps = {
  /** Empty: a free port. Otherwise a loopback address over plain HTTP, whose port and path are taken. */
  readonly redirectUri: string
  /** Whether these parameters are the answer that is waited for. */
  readonly isOurs: (params: URLSearchParams) => boolean
  /** Called once, with the answer. What it throws is told on the page. */
  readonly take: (params: URLSearchParams) => Promise<void>
  readonly onError: (error: unknown) => void
}

const DEFAULT_PATH = '/sign-in'

const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')

const answer = (response: ServerResponse, status: number, heading: string, text: string): void => {
  const body = `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Stallhand</title></head><body><h1>${escaped(heading)}</h1><p>${escaped(text)}</p></body></html>`
  response.writeHead(status, {
    'content-type': 'text/html; charset=utf-8',
    'content-security-policy': "default-src 'none'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'",
    'cache-control': 'no-store',
    'referrer-policy': 'no-referrer',
    'x-content-type-options': 'nosniff',
    connection: 'close',
  })
  response.end(body)
}

/**
 * Throws `conflict` where the redirect's port is in use or may not be taken. `close` may be called at any time; a page that
 * is being written is written to its end.
 */
export const listenForRedirect = async (deps: RedirectListenerDeps): Promise<RedirectListener> => {
  const given = deps.redirectUri === '' ? undefined : new URL(deps.redirectUri)
  const path = given?.pathname ?? DEFAULT_PATH
  const wantedPort = given === undefined ? 0 : given.port === '' ? 80 : Number(given.port)
  let host = ''
  let isTaken = false

  const handle = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    if (request.headers.host?.toLowerCase() !== host) {
      return answer(response, 421, 'Not here', 'This address is not the one that Stallhand listens on.')
    }
    const target = request.url ?? ''
    const url = URL.canParse(target, `http://${host}`) ? new URL(target, `http://${host}`) : undefined
    if (request.method !== 'GET' || url === undefined || url.pathname !== path) {
      return answer(response, 404, 'Nothing here', 'Only the answer of a sign-in is taken here.')
    }
    if (isTaken || !deps.isOurs(url.searchParams)) {
      return answer(
        response,
        400,
        'Not the answer that is waited for',
        'This does not belong to the sign-in that Stallhand began. Go back to Stallhand and begin it again.',
      )
    }
    isTaken = true
    // A browser opens connections ahead and keeps them; nothing more is wanted of them.
    response.once('close', () => server.closeAllConnections())
    try {
      await deps.take(url.searchParams)
      answer(response, 200, 'Signed in', 'You can close this page and go back to Stallhand.')
    } catch (error) {
      deps.onError(error)
      const words = error instanceof Failure ? error.message : 'Something went wrong inside Stallhand.'
      answer(response, 400, 'Not signed in', `${words} Go back to Stallhand to go on.`)
    }
  }

  const server = createServer(
    { requestTimeout: 10_000, headersTimeout: 10_000, maxHeaderSize: 16_384 },
    (request, response) => {
      handle(request, response).catch((error: unknown) => {
        deps.onError(error)
        response.destroy()
      })
    },
  )
  const loopback = given?.hostname === '[::1]' ? '::1' : '127.0.0.1'
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => {
      const why = error.code === 'EADDRINUSE' ? 'is in use by another program' : 'may not be listened on'
      const message = `Port ${wantedPort} of this computer, to which the sign-in leads back, ${why}. Free it, or give the connection another redirect.`
      reject(new Failure({ kind: 'conflict', message }, error))
    })
    server.listen({ port: wantedPort, host: loopback, exclusive: true }, resolve)
  })
  const bound = server.address()
  const port = typeof bound === 'object' && bound !== null ? bound.port : wantedPort
  host = given?.host.toLowerCase() ?? `127.0.0.1:${port}`

  return {
    redirectUri: given === undefined ? `http://127.0.0.1:${port}${DEFAULT_PATH}` : deps.redirectUri,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        if (isTaken) server.closeIdleConnections()
        else server.closeAllConnections()
      }),
  }
}

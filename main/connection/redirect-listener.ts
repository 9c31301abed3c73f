/**
 * Listens on this machine for the browser that comes back from a sign-in. SECURITY: loopback only, one path, GET only.
 * `Host` must equal the redirect's, so a rebound DNS name is refused. A reply with a foreign state changes nothing. The
 * page has no script, style or link and repeats nothing from the address.
 */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { conflict, Failure } from '../../shared/result.ts'

export type RedirectListener = { readonly redirectUri: string; readonly close: () => Promise<void> }

type RedirectListenerDeps = {
  /** A loopback address over plain HTTP; empty for a free port. */
  readonly redirectUri: string
  /** Whether these parameters are the expected reply. */
  readonly isExpected: (params: URLSearchParams) => boolean
  /** Called once, with the reply. The page shows the message of a `Failure` that it throws. */
  readonly onReply: (params: URLSearchParams) => Promise<void>
  readonly onError: (error: unknown) => void
}

const DEFAULT_PATH = '/sign-in'

const escapeHtml = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')

const sendPage = (response: ServerResponse, status: number, heading: string, text: string): void => {
  response.writeHead(status, {
    'content-type': 'text/html; charset=utf-8',
    'content-security-policy': "default-src 'none'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'",
    'cache-control': 'no-store',
    'referrer-policy': 'no-referrer',
    'x-content-type-options': 'nosniff',
    connection: 'close',
  })
  response.end(
    `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Stallhand</title></head><body><h1>${escapeHtml(heading)}</h1><p>${escapeHtml(text)}</p></body></html>`,
  )
}

/** Throws `conflict` if the redirect's port is in use or not permitted. `close` lets a page in transfer finish. */
export const listenForRedirect = async (deps: RedirectListenerDeps): Promise<RedirectListener> => {
  const given = deps.redirectUri === '' ? undefined : new URL(deps.redirectUri)
  const path = given?.pathname ?? DEFAULT_PATH
  const wantedPort = given === undefined ? 0 : Number(given.port === '' ? 80 : given.port)
  let host = ''
  let isReceived = false

  const handle = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    if (request.headers.host?.toLowerCase() !== host) {
      return sendPage(response, 421, 'Wrong address', 'Stallhand doesn’t listen on this address.')
    }
    const target = request.url ?? ''
    const url = URL.canParse(target, `http://${host}`) ? new URL(target, `http://${host}`) : undefined
    if (request.method !== 'GET' || url === undefined || url.pathname !== path) {
      return sendPage(response, 404, 'Nothing here', 'Only the reply to a sign-in is accepted here.')
    }
    if (isReceived || !deps.isExpected(url.searchParams)) {
      return sendPage(
        response,
        400,
        'Not the expected reply',
        'This doesn’t belong to the sign-in that Stallhand started. Go back to Stallhand and start it again.',
      )
    }
    isReceived = true
    // Browsers open connections in advance and keep them alive.
    response.once('close', () => server.closeAllConnections())
    try {
      await deps.onReply(url.searchParams)
      sendPage(response, 200, 'Signed in', 'You can close this page and go back to Stallhand.')
    } catch (error) {
      deps.onError(error)
      const problem = error instanceof Failure ? error.message : 'Something went wrong in Stallhand.'
      sendPage(response, 400, 'Not signed in', `${problem} Go back to Stallhand to continue.`)
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
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => {
      const why = error.code === 'EADDRINUSE' ? 'Another program uses' : 'Stallhand may not open'
      const message = `${why} the address on this computer that the sign-in returns to. Free it, or give the connection another redirect.`
      reject(conflict(message, error))
    })
    const loopback = given?.hostname === '[::1]' ? '::1' : '127.0.0.1'
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
        if (isReceived) server.closeIdleConnections()
        else server.closeAllConnections()
      }),
  }
}

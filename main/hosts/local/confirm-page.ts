/**
 * Asks the seller on a separate page, which the app's page can neither see nor answer (SEC-04).
 *
 * SECURITY: the page has its own port, so its origin differs from the app's. Its path is a fresh token known only to
 * the terminal and the opened browser. An answer must come from the page itself, other users of the machine are
 * refused, and no page may frame it.
 */
import { randomBytes } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Clock, Confirm, Question } from '../../ports.ts'
import { securityHeaders } from '../common/renderer-files.ts'
import { isOwnRequest } from './peer.ts'
import { escapeHtml, smallPage } from './small-page.ts'

const MAX_WAIT_MS = 5 * 60_000
/** Enough for `answer=yes`. */
const MAX_FORM_BYTES = 100

const headers: Readonly<Record<string, string>> = {
  ...securityHeaders,
  'content-security-policy': "default-src 'none'; form-action 'self'; frame-ancestors 'none'; base-uri 'none'",
  // With `no-referrer`, the form would be sent with the origin "null"
  // (https://fetch.spec.whatwg.org/#append-a-request-origin-header).
  'referrer-policy': 'same-origin',
  'content-type': 'text/html; charset=utf-8',
  connection: 'close',
}

const questionPage = ({ title, text, action }: Question): string =>
  smallPage(
    title,
    `<p>${escapeHtml(text)}</p>
<form method="post">
<button name="answer" value="no">Not now</button>
<button name="answer" value="yes">${escapeHtml(action)}</button>
</form>`,
  )

const answeredPage = smallPage('Thank you', '<p>You can close this page and go back to Stallhand.</p>')

const readForm = async (request: IncomingMessage): Promise<URLSearchParams> => {
  let text = ''
  for await (const chunk of request) {
    text += String(chunk)
    if (text.length > MAX_FORM_BYTES) return new URLSearchParams()
  }
  return new URLSearchParams(text)
}

/**
 * `open` opens the page in the seller's browser; `print` prints its address in the terminal. No answer within 5 minutes
 * counts as no.
 */
export const createPageConfirm =
  (deps: {
    readonly open: (address: string) => Promise<void>
    readonly print: (line: string) => void
    readonly clock: Clock
  }): Confirm =>
  (question) =>
    new Promise((resolve, reject) => {
      const path = `/${randomBytes(32).toString('base64url')}`
      let origin = ''
      const end = (isAgreed: boolean): void => {
        cancel()
        server.close()
        resolve(isAgreed)
      }
      const cancel = deps.clock.setTimer(() => {
        end(false)
        server.closeAllConnections()
      }, MAX_WAIT_MS)
      const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
        if (request.url !== path || !(await isOwnRequest(request, origin))) {
          response.writeHead(404, headers).end()
        } else if (request.method === 'GET') {
          response.writeHead(200, headers).end(questionPage(question))
        } else if (request.method !== 'POST' || request.headers.origin !== origin) {
          response.writeHead(403, headers).end()
        } else {
          const form = await readForm(request)
          response.writeHead(200, headers).end(answeredPage)
          end(form.get('answer') === 'yes')
        }
      }
      const server = createServer({ requestTimeout: 10_000, headersTimeout: 10_000 }, (request, response) => {
        answer(request, response).catch(() => response.destroy())
      })
      server.once('error', (error) => {
        cancel()
        reject(error)
      })
      server.listen(0, '127.0.0.1', () => {
        origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
        const address = `${origin}${path}`
        deps.print(`${question.title} Answer at ${address}`)
        deps.open(address).catch(() => undefined)
      })
    })

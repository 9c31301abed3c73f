/** Shows a failed start in the browser that was to open. */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { securityHeaders } from '../common/renderer-files.ts'
import { isOwnRequest } from './peer.ts'
import { escapeHtml, smallPage } from './small-page.ts'

const WAIT_MS = 20_000

export const problemPage = (sentence: string): string =>
  smallPage(
    'Stallhand could not start',
    `<p>${escapeHtml(sentence)}</p>
<p>Nothing was changed. Fix this, then run npm start again.</p>`,
  )

/** Serves the sentence once to this user's browser. Never rejects: the sentence is in the terminal too. */
export const showProblem = (sentence: string, open: (address: string) => Promise<void>): Promise<void> =>
  new Promise((resolve) => {
    const end = (): void => {
      clearTimeout(timer)
      server.close(() => resolve())
      server.closeAllConnections()
    }
    const timer = setTimeout(end, WAIT_MS)
    let origin = ''
    const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
      if (request.method !== 'GET' || request.url !== '/' || !(await isOwnRequest(request, origin))) {
        response.writeHead(404, securityHeaders).end()
        return
      }
      response.once('close', end)
      response
        .writeHead(200, { ...securityHeaders, 'content-type': 'text/html; charset=utf-8', connection: 'close' })
        .end(problemPage(sentence))
    }
    const server = createServer((request, response) => void answer(request, response))
    server.once('error', () => {
      clearTimeout(timer)
      resolve()
    })
    server.listen(0, '127.0.0.1', () => {
      origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
      open(`${origin}/`).catch(end)
    })
  })

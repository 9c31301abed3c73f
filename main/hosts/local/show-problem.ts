/** Shows a failed start in the browser that was to open. */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { securityHeaders } from '../common/renderer-files.ts'
import { isOfAnotherUser } from './peer.ts'

const WAIT_MS = 20_000

const escapeHtml = (text: string): string => text.replace(/[&<>"]/g, (mark) => `&#${mark.charCodeAt(0)};`)

export const problemPage = (sentence: string): string => `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><title>Stallhand could not start</title></head>
<body>
<main>
<h1>Stallhand could not start</h1>
<p>${escapeHtml(sentence)}</p>
<p>Nothing was changed. Fix this, then run npm start again.</p>
</main>
</body>
</html>
`

/** Serves the sentence once to this user's browser. Never rejects: the sentence is in the terminal too. */
export const showProblem = (sentence: string, open: (address: string) => Promise<void>): Promise<void> =>
  new Promise((resolve) => {
    const end = (): void => {
      clearTimeout(timer)
      server.close(() => resolve())
      server.closeAllConnections()
    }
    const timer = setTimeout(end, WAIT_MS)
    const server = createServer((request, response) => {
      const { port } = server.address() as AddressInfo
      const { remoteAddress = '', remotePort = 0 } = request.socket
      const isOurs =
        request.headers.host === `127.0.0.1:${port}` && !isOfAnotherUser({ remoteAddress, remotePort, ownPort: port })
      if (!isOurs || request.method !== 'GET' || request.url !== '/') {
        response.writeHead(404, securityHeaders).end()
        return
      }
      response.once('close', end)
      response
        .writeHead(200, { ...securityHeaders, 'content-type': 'text/html; charset=utf-8', connection: 'close' })
        .end(problemPage(sentence))
    })
    server.once('error', () => {
      clearTimeout(timer)
      resolve()
    })
    server.listen(0, '127.0.0.1', () => {
      open(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`).catch(end)
    })
  })

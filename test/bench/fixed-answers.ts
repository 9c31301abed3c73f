/** Answers each path with the JSON that the file of its first argument holds for it, without reading the request. */
import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

const answers = new Map(
  Object.entries(JSON.parse(readFileSync(process.argv[2] ?? '', 'utf8')) as Record<string, unknown>),
)
const bytes = new Map([...answers].map(([path, answer]) => [path, Buffer.from(JSON.stringify(answer))]))
const server = createServer((request, response) => {
  const body = bytes.get((request.url ?? '').replace(/\?.*/, ''))
  request.resume()
  response.writeHead(body === undefined ? 404 : 200, { 'content-type': 'application/json' }).end(body ?? '{}')
})
server.listen(0, '127.0.0.1', () => console.log((server.address() as AddressInfo).port))

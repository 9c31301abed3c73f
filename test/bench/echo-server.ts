/** Answers every request with the bytes of its first argument, without reading it: the limit of a typed call. */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

const bytes = process.argv[2] ?? ''
const server = createServer((request, response) => {
  request.resume()
  request.on('end', () => response.writeHead(200, { 'content-type': 'application/json' }).end(bytes))
})
server.listen(0, '127.0.0.1', () => console.log((server.address() as AddressInfo).port))

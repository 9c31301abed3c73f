/**
 * The baseline for the receiver: plain node:http.
 *
 * `answer` reads the body and answers 200. `verify` first checks the body's signature with a known key. Neither parses,
 * stores or claims anything.
 */
import { createPublicKey, verify } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

const { kind, publicPem } = JSON.parse(process.argv[2] ?? '{}') as { kind: 'answer' | 'verify'; publicPem: string }
const key = createPublicKey(publicPem)

const server = createServer((request, response) => {
  const chunks: Buffer[] = []
  request.on('data', (chunk: Buffer) => chunks.push(chunk))
  request.on('end', () => {
    if (kind === 'verify') {
      const header = Buffer.from(String(request.headers['x-svc-signature']), 'base64').toString('utf8')
      const { signature } = JSON.parse(header) as { signature: string }
      const isGood = verify('sha1', Buffer.concat(chunks), key, Buffer.from(signature, 'base64'))
      if (!isGood) response.statusCode = 400
    }
    response.end()
  })
})
server.listen(0, '127.0.0.1', () => process.send?.({ port: (server.address() as AddressInfo).port }))

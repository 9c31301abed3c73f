/**
 * What a receiver is measured against: node:http with nothing around it.
 *
 * `answer` reads the body and says 200. `verify` checks the signature over the body first, with the key at hand; nothing is
 * read, kept or claimed.
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

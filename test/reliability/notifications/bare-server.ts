/**
 * What a receiver is measured against: node:http with nothing around it.
 *
 * `answer` reads the body and says 200. `verify` checks the signature over the body first, with the key at hand, and
 * `verifyBeside` does so on other threads; nothing is read, kept or claimed.
 */
import { createPublicKey, verify } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

const { kind, publicPem } = JSON.parse(process.argv[2] ?? '{}') as {
  kind: 'answer' | 'verify' | 'verifyBeside'
  publicPem: string
}
const key = createPublicKey(publicPem)
let verified = 0

const server = createServer((request, response) => {
  const chunks: Buffer[] = []
  request.on('data', (chunk: Buffer) => chunks.push(chunk))
  request.on('end', () => {
    if (kind === 'answer') {
      response.end()
      return
    }
    const header = Buffer.from(String(request.headers['x-svc-signature']), 'base64').toString('utf8')
    const { signature } = JSON.parse(header) as { signature: string }
    const bytes = Buffer.from(signature, 'base64')
    const done = (isGood: boolean): void => {
      if (isGood) verified += 1
      response.end()
    }
    if (kind === 'verify') done(verify('sha1', Buffer.concat(chunks), key, bytes))
    else verify('sha1', Buffer.concat(chunks), key, bytes, (_, isGood) => done(isGood === true))
  })
})
server.listen(0, '127.0.0.1', () => process.send?.({ kind: 'ready', port: (server.address() as AddressInfo).port }))
process.on('message', () => {
  const { user, system } = process.cpuUsage()
  process.send?.({ kind: 'state', verified, pending: 0, cpuMs: (user + system) / 1_000 })
})

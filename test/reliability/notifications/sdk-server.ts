/**
 * A peer of the receiver: the example server of eBay's own SDK, which verifies each message, hands it to the processor of its
 * topic, and keeps nothing. https://github.com/eBay/event-notification-nodejs-sdk
 */
import { createRequire } from 'node:module'
import type { AddressInfo } from 'node:net'

type Asked = { readonly body: unknown; readonly headers: Readonly<Record<string, string>> }
type Answer = { readonly status: (code: number) => { readonly send: () => void } }
type Express = (() => {
  readonly use: (middleware: unknown) => void
  readonly post: (path: string, handle: (asked: Asked, answer: Answer) => void) => void
  readonly listen: (port: number, host: string, done: () => void) => { readonly address: () => AddressInfo }
}) & { readonly json: () => unknown }
type Sdk = {
  readonly process: (
    message: unknown,
    signature: string | undefined,
    config: object,
    environment: string,
  ) => Promise<number>
}

const { publicPem } = JSON.parse(process.argv[2] ?? '{}') as { readonly publicPem: string }

// Neither package has types, and the SDK finds Express beside itself.
const requireHere = createRequire(import.meta.url)
const requireBeside = createRequire(requireHere.resolve('event-notification-nodejs-sdk/lib/index.js'))
const express = requireBeside('express') as Express
const sdk = requireHere('event-notification-nodejs-sdk/lib/index.js') as Sdk
const client = requireHere('event-notification-nodejs-sdk/lib/client.js') as { getPublicKey: () => Promise<object> }
// As if the key were in the SDK's cache, where it is after the first message.
client.getPublicKey = async () => ({ key: publicPem.replaceAll('\n', '') })
// The example writes a line for each message, which costs it time.
console.log = () => undefined

const config = { PRODUCTION: { clientId: 'id', clientSecret: 'secret' }, SANDBOX: {} }
const app = express()
app.use(express.json())
app.post('/notifications', ({ body, headers }, answer) => {
  sdk.process(body, headers['x-ebay-signature'], config, 'PRODUCTION').then((code) => answer.status(code).send())
})
const server = app.listen(0, '127.0.0.1', () => process.send?.({ port: server.address().port }))

/**
 * A platform that does nothing but send: signed sales over so many connections that stay open, as fast as they are answered.
 *
 * A separate process, so that its cost falls on another core. It signs before it begins and reads of an answer only
 * its status line, so that the server is what is measured.
 */
import { createPrivateKey } from 'node:crypto'
import { connect } from 'node:net'
import { buildSale, signBody } from './deliveries.ts'

export type SendOrder = {
  readonly port: number
  readonly path: string
  readonly connections: number
  readonly count: number
  /** Names the transactions, so that no two orders send the same. */
  readonly series: string
}
export type SendReport = {
  readonly beganMs: number
  readonly endedMs: number
  readonly ok: number
  readonly other: number
}

const ITEMS = 1_000

const { kid, privatePem } = JSON.parse(process.argv[2] ?? '{}') as { kid: string; privatePem: string }
const key = createPrivateKey(privatePem)

const toRequest = ({ port, path }: SendOrder, body: string): Buffer => {
  return Buffer.from(
    `POST ${path} HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nContent-Type: text/xml; charset=utf-8\r\nUser-Agent: platform\r\n` +
      `X-SVC-SIGNATURE: ${signBody(kid, key, body)}\r\nContent-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`,
  )
}

/** Wall time with fractions: the same in every process of a machine, as nearly as a measurement needs. */
const nowMs = (): number => performance.timeOrigin + performance.now()

const run = async (order: SendOrder): Promise<SendReport> => {
  const requests = Array.from({ length: order.count }, (_, index) =>
    // Sales of one listing are compared with each other, so a shop of a single listing is not what is measured.
    toRequest(order, buildSale(`${order.series}-${index}`, '', String(110_000_000_000 + (index % ITEMS)))),
  )
  let next = 0
  let ok = 0
  let other = 0
  const sockets = await Promise.all(
    Array.from(
      { length: order.connections },
      () =>
        new Promise<ReturnType<typeof connect>>((resolve, reject) => {
          const socket = connect(order.port, '127.0.0.1', () => resolve(socket))
          socket.setNoDelay(true)
          socket.once('error', reject)
        }),
    ),
  )
  const beganMs = nowMs()
  await Promise.all(
    sockets.map(
      (socket) =>
        new Promise<void>((resolve, reject) => {
          const go = (): void => {
            const request = requests[next]
            next += 1
            if (request === undefined) {
              socket.end()
              resolve()
            } else socket.write(request)
          }
          // An answer of the servers measured comes in one piece; its status is all that counts here.
          socket.on('data', (chunk: Buffer) => {
            if (chunk.toString('latin1', 9, 12) === '200') ok += 1
            else other += 1
            go()
          })
          socket.on('error', reject)
          go()
        }),
    ),
  )
  return { beganMs, endedMs: nowMs(), ok, other }
}

process.on('message', (order: SendOrder) => {
  run(order).then(
    (report) => process.send?.(report),
    (error: unknown) => {
      process.stderr.write(`${String(error)}\n`)
      process.exit(1)
    },
  )
})

/**
 * A platform that only sends: signed sales, or eBay's topic messages, over several keep-alive connections, as fast as they are answered.
 *
 * It runs in a separate process so that its work uses another core. To measure only the server, it signs everything first and
 * reads only the status line of each answer.
 */
import { createPrivateKey } from 'node:crypto'
import { connect } from 'node:net'
import { buildSale, buildTopicMessage, signBody } from './deliveries.ts'

export type SendOrder = {
  readonly port: number
  readonly path: string
  readonly connections: number
  readonly count: number
  /** Prefix of the transaction ids, so that no two orders send the same one. */
  readonly series: string
  /** Topic messages instead of sales. */
  readonly asTopics?: boolean
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

const toRequest = ({ port, path, asTopics = false }: SendOrder, body: string): Buffer => {
  const [type, header] = asTopics ? ['application/json', 'X-EBAY-SIGNATURE'] : ['text/xml', 'X-SVC-SIGNATURE']
  return Buffer.from(
    `POST ${path} HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nContent-Type: ${type}; charset=utf-8\r\nUser-Agent: platform\r\n` +
      `${header}: ${signBody(kid, key, body)}\r\nContent-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`,
  )
}

/** Wall time with fractions, comparable between processes of one machine. */
const nowMs = (): number => performance.timeOrigin + performance.now()

const run = async (order: SendOrder): Promise<SendReport> => {
  const requests = Array.from({ length: order.count }, (_, index) => {
    // Spread over many listings, because sales of one listing are compared with each other.
    const itemId = String(110_000_000_000 + (index % ITEMS))
    const id = `${order.series}-${index}`
    return toRequest(order, order.asTopics === true ? buildTopicMessage(id, itemId) : buildSale(id, '', itemId))
  })
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
          // The measured servers answer in one piece, and only the status counts.
          socket.on('data', (chunk: Buffer) => {
            if (chunk.toString('latin1', 9, 11) === '20') ok += 1
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

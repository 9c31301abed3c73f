/**
 * A TCP proxy that simulates a bad network: it delays and slices traffic and resets connections, in both directions.
 *
 * Resets are real: the other end gets ECONNRESET. For normal ends see support/cutting-proxy.ts.
 */
import { connect, createServer, type Server, type Socket } from 'node:net'

export type NetworkConditions = {
  /** Delay before each piece is forwarded. */
  readonly delayMs?: number
  /** Maximum size of a piece. */
  readonly sliceBytes?: number
  /** Forwards a request twice, over a second connection, if its first line contains this. A test must detect it. */
  readonly repeats?: string
  /** Called once per connection; returns the side and the number of bytes after which to reset it, or undefined for never. */
  readonly reset?: () => { readonly side: 'request' | 'answer'; readonly afterBytes: number } | undefined
}

export type BadNetworkProxy = {
  readonly url: string
  /** Applies to every connection, including open ones. Restarts their byte counts. */
  readonly set: (conditions: NetworkConditions) => void
  /** Number of connections reset so far. */
  readonly resets: () => number
  readonly close: () => Promise<void>
}

const readPort = (server: Server): number => {
  const address = server.address()
  return typeof address === 'object' && address !== null ? address.port : 0
}

export const openBadNetworkProxy = async (targetPort: number): Promise<BadNetworkProxy> => {
  const sockets = new Set<Socket>()
  let conditions: NetworkConditions = {}
  /** Incremented by every `set`. */
  let change = 0
  let resets = 0

  const watch = (socket: Socket): Socket => {
    sockets.add(socket)
    socket.setNoDelay(true)
    // Expected: a reset connection fails on one side.
    socket.on('error', () => undefined)
    socket.on('close', () => sockets.delete(socket))
    return socket
  }

  const server = createServer((client) => {
    watch(client)
    const upstream = watch(connect(targetPort, '127.0.0.1'))
    let seen = change
    let breaks = conditions.reset?.()
    const passed = { request: 0, answer: 0 }
    const lookUp = (): NetworkConditions => {
      if (seen !== change) {
        seen = change
        breaks = conditions.reset?.()
        passed.request = 0
        passed.answer = 0
      }
      return conditions
    }

    const pass = (from: Socket, to: Socket, side: 'request' | 'answer'): void => {
      let line = Promise.resolve()
      const onward = async (chunk: Buffer): Promise<void> => {
        for (let at = 0; at < chunk.length && !to.destroyed; ) {
          const { delayMs = 0, sliceBytes = Number.POSITIVE_INFINITY } = lookUp()
          if (delayMs > 0) await new Promise((resolve) => setTimeout(resolve, delayMs))
          const left = breaks?.side === side ? breaks.afterBytes - passed[side] : Number.POSITIVE_INFINITY
          const piece = chunk.subarray(at, at + Math.min(sliceBytes, left, chunk.length - at))
          if (piece.length > 0) {
            await new Promise((resolve) => to.write(piece, resolve))
            passed[side] += piece.length
            at += piece.length
          }
          if (breaks?.side === side && passed[side] >= breaks.afterBytes) {
            resets += 1
            client.resetAndDestroy()
            upstream.resetAndDestroy()
            return
          }
        }
      }
      from.on('data', (chunk: Buffer) => {
        if (side === 'request' && conditions.repeats !== undefined && chunk.includes(conditions.repeats)) {
          watch(connect(targetPort, '127.0.0.1')).write(chunk)
        }
        line = line.then(() => onward(chunk))
      })
      from.on('end', () => void line.then(() => to.end()))
      from.on('close', () => void line.then(() => to.destroySoon()))
    }
    pass(client, upstream, 'request')
    pass(upstream, client, 'answer')
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))

  return {
    url: `http://127.0.0.1:${readPort(server)}`,
    set: (next) => {
      conditions = next
      change += 1
    },
    resets: () => resets,
    close: async () => {
      for (const socket of sockets) socket.destroy()
      await new Promise<void>((resolve) => server.close(() => resolve()))
    },
  }
}

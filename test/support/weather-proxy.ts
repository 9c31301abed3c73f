/**
 * A TCP proxy with bad weather: it delays, throttles and slices what passes, and resets connections, in both directions.
 *
 * A reset is a real one: the other end hears ECONNRESET, not the quiet end of a stream (support/cutting-proxy.ts has that).
 */
import { connect, createServer, type Server, type Socket } from 'node:net'

export type Weather = {
  /** Before each piece is passed on. */
  readonly delayMs?: number
  /** How large a piece may be. */
  readonly sliceBytes?: number
  /** A request with this in its first line is forwarded twice, over a second connection: the fault that a test must find. */
  readonly repeats?: string
  /** Asked once for each connection: after how many bytes of which side it is reset; undefined: not at all. */
  readonly reset?: () => { readonly side: 'request' | 'answer'; readonly afterBytes: number } | undefined
}

export type WeatherProxy = {
  readonly url: string
  /** For every connection, those that are open already too: bytes are counted again. */
  readonly set: (weather: Weather) => void
  /** Connections that were reset so far. */
  readonly resets: () => number
  readonly close: () => Promise<void>
}

const readPort = (server: Server): number => {
  const address = server.address()
  return typeof address === 'object' && address !== null ? address.port : 0
}

export const openWeatherProxy = async (targetPort: number): Promise<WeatherProxy> => {
  const sockets = new Set<Socket>()
  let weather: Weather = {}
  /** Rises with every change of the weather. */
  let change = 0
  let resets = 0

  const watch = (socket: Socket): Socket => {
    sockets.add(socket)
    socket.setNoDelay(true)
    // A broken connection errs on one side or the other; that is what it is for.
    socket.on('error', () => undefined)
    socket.on('close', () => sockets.delete(socket))
    return socket
  }

  const server = createServer((client) => {
    watch(client)
    const upstream = watch(connect(targetPort, '127.0.0.1'))
    let seen = change
    let breaks = weather.reset?.()
    const passed = { request: 0, answer: 0 }
    const lookUp = (): Weather => {
      if (seen !== change) {
        seen = change
        breaks = weather.reset?.()
        passed.request = 0
        passed.answer = 0
      }
      return weather
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
        if (side === 'request' && weather.repeats !== undefined && chunk.includes(weather.repeats)) {
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
      weather = next
      change += 1
    },
    resets: () => resets,
    close: async () => {
      for (const socket of sockets) socket.destroy()
      await new Promise<void>((resolve) => server.close(() => resolve()))
    },
  }
}

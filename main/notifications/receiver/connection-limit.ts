/**
 * Keeps the receiver open to deliveries while strangers hold connections (SEC-07).
 *
 * SECURITY: with a plain limit, a sender that opens that many connections and sends nothing shuts out everyone else.
 * Here, a new connection replaces the one that has gone longest without a complete request. A connection with a
 * complete request is never closed, because the request is being stored and answered.
 */
import type { Server } from 'node:http'
import type { Socket } from 'node:net'

export type ConnectionLimit = {
  /** Call when the request on a connection is complete: the connection stays until its answer is sent. */
  readonly keepUntilAnswered: (socket: Socket, answered: Promise<void>) => void
}

export const limitConnections = (server: Server, maxConnections: number): ConnectionLimit => {
  /** Connections without a complete request, longest waiting first. */
  const waiting = new Set<Socket>()
  let open = 0

  server.on('connection', (socket: Socket) => {
    open += 1
    socket.once('close', () => {
      open -= 1
      waiting.delete(socket)
    })
    if (open > maxConnections) {
      const [longest] = waiting
      // If there is none, all connections are being answered, which takes milliseconds, so this sender can try again.
      ;(longest ?? socket).destroy()
      if (longest === undefined) return
      waiting.delete(longest)
    }
    waiting.add(socket)
  })
  return {
    keepUntilAnswered: (socket, answered) => {
      waiting.delete(socket)
      void answered.then(() => {
        if (!socket.destroyed) waiting.add(socket)
      })
    },
  }
}

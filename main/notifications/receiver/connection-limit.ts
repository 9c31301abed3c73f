/**
 * Keeps the receiver open to deliveries while strangers hold connections (SEC-07).
 *
 * SECURITY: with a plain limit, a sender that opens that many connections and sends nothing shuts everybody else out. Here a
 * new connection replaces the one that has been without a complete request for longest. A connection whose request is
 * complete is never closed: the request is being stored and answered.
 */
import type { Server } from 'node:http'
import type { Socket } from 'node:net'

export type ConnectionLimit = {
  /** Call when the request on a connection is complete: the connection stays until its answer is sent. */
  readonly keepUntilAnswered: (socket: Socket, answered: Promise<void>) => void
}

export const limitConnections = (server: Server, maxConnections: number): ConnectionLimit => {
  /** Connections without a complete request, the longest waiting first. */
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
      // If there is none, all connections are being answered, which takes milliseconds: the sender tries again.
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

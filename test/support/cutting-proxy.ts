/**
 * A TCP proxy that cuts a connection at a chosen byte of the request or the answer.
 *
 * `request` at n: the server gets n bytes, then the connection ends; the client gets no answer. `answer` at n: the server
 * gets the whole request; the client gets the first n bytes of the answer, then the end. Even with n = 0 the cut comes
 * after the server has answered, so its work is done.
 *
 * The connection ends normally, or with `isReset` by a real reset: both ends get ECONNRESET.
 */
import { connect, createServer, type Server, type Socket } from 'node:net'

export type Cut = { readonly side: 'request' | 'answer'; readonly at: number; readonly isReset?: boolean } | undefined

export type CuttingProxy = {
  readonly url: string
  /** Cuts the next connections; undefined stops cutting. Resets the byte counts. */
  readonly setCut: (cut: Cut) => void
  /** What passed since `setCut`. Without a cut, this measures an exchange. */
  readonly passed: () => { readonly request: number; readonly answer: Buffer }
  readonly close: () => Promise<void>
}

const readPort = (server: Server): number => {
  const address = server.address()
  return typeof address === 'object' && address !== null ? address.port : 0
}

export const openCuttingProxy = async (targetPort: number): Promise<CuttingProxy> => {
  const sockets = new Set<Socket>()
  let cut: Cut
  let request = 0
  let answer: Buffer[] = []

  const watch = (socket: Socket): Socket => {
    sockets.add(socket)
    socket.setNoDelay(true)
    // Expected: a cut connection fails on one side.
    socket.on('error', () => undefined)
    socket.on('close', () => sockets.delete(socket))
    return socket
  }

  const server = createServer((client) => {
    watch(client)
    const plan = cut
    const end = (socket: Socket): void => {
      if (plan?.isReset === true) socket.resetAndDestroy()
      else socket.destroySoon()
    }
    if (plan?.side === 'request' && plan.at === 0) {
      client.once('data', () => end(client))
      return
    }
    const upstream = watch(connect(targetPort, '127.0.0.1'))
    let sentUp = 0
    let sentDown = 0

    client.on('data', (chunk: Buffer) => {
      const allowed = plan?.side === 'request' ? plan.at - sentUp : chunk.length
      const part = chunk.subarray(0, Math.max(allowed, 0))
      sentUp += part.length
      request += part.length
      const isCut = plan?.side === 'request' && sentUp >= plan.at
      upstream.write(part, () => {
        if (!isCut) return
        end(upstream)
        end(client)
      })
    })
    upstream.on('data', (chunk: Buffer) => {
      const allowed = plan?.side === 'answer' ? plan.at - sentDown : chunk.length
      const part = chunk.subarray(0, Math.max(allowed, 0))
      sentDown += part.length
      answer.push(part)
      const isCut = plan?.side === 'answer' && sentDown >= plan.at
      const cutOff = (): void => {
        end(client)
        upstream.destroy()
      }
      if (isCut && part.length === 0) return cutOff()
      client.write(part, () => {
        if (isCut) cutOff()
      })
    })
    client.on('close', () => upstream.destroySoon())
    upstream.on('close', () => client.destroySoon())
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))

  return {
    url: `http://127.0.0.1:${readPort(server)}`,
    setCut: (next) => {
      cut = next
      request = 0
      answer = []
    },
    passed: () => ({ request, answer: Buffer.concat(answer) }),
    close: async () => {
      for (const socket of sockets) socket.destroy()
      await new Promise<void>((resolve) => server.close(() => resolve()))
    },
  }
}

/** Reads request bodies of bounded size. */
import type { IncomingMessage } from 'node:http'

/** Bytes that a refused sender may still send, so that it gets to read the answer. */
const MAX_DRAINED_BYTES = 8 * 1024 * 1024

/** The whole body, or why there is none: it is too large, all bodies together are too large, or the sender stopped. */
export type Body = Buffer | 'tooLarge' | 'tooMany' | 'aborted'

type BodyReader = {
  readonly read: (request: IncomingMessage) => Promise<Body>
  /** Frees a body's share of the total. Call once it is on disk. */
  readonly release: (body: Buffer) => void
}

/**
 * `maxBytes` limits one body, `maxTotalBytes` all bodies being received or stored.
 *
 * SECURITY (SEC-07): if the total is exceeded, the largest unfinished body is dropped. Notifications have a few
 * kilobytes, so large bodies sent slowly never crowd one out.
 */
export const createBodyReader = (maxBytes: number, maxTotalBytes: number): BodyReader => {
  let totalBytes = 0
  const unfinished = new Map<{ readonly evict: () => void }, number>()
  const dropLargest = (): void => {
    const [largest] = [...unfinished].sort(([, a], [, b]) => b - a)
    largest?.[0].evict()
  }
  return {
    read: (request) =>
      new Promise((resolve) => {
        const chunks: Buffer[] = []
        let length = 0
        let isDone = false
        const reader = { evict: () => fail('tooMany') }
        unfinished.set(reader, 0)
        const fail = (reason: Exclude<Body, Buffer>): void => {
          if (isDone) return
          isDone = true
          unfinished.delete(reader)
          chunks.length = 0
          totalBytes -= length
          resolve(reason)
        }
        request.on('data', (chunk: Buffer) => {
          if (isDone) return
          length += chunk.length
          totalBytes += chunk.length
          chunks.push(chunk)
          unfinished.set(reader, length)
          if (length > maxBytes) fail('tooLarge')
          else if (totalBytes > maxTotalBytes) dropLargest()
        })
        request.on('end', () => {
          if (isDone) return
          isDone = true
          unfinished.delete(reader)
          resolve(Buffer.concat(chunks))
        })
        request.on('error', () => fail('aborted'))
        request.on('close', () => fail('aborted'))
      }),
    release: (body) => {
      totalBytes -= body.length
    },
  }
}

/** Discards the rest of an unwanted body, up to a limit. */
export const drain = (request: IncomingMessage): void => {
  let length = 0
  request.on('data', (chunk: Buffer) => {
    length += chunk.length
    if (length > MAX_DRAINED_BYTES) request.destroy()
  })
  request.on('error', () => {})
  request.resume()
}

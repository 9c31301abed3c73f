/** A feed of updates on this computer: serves a folder over HTTPS, as the maintainer's server does. */
import { createReadStream, readFileSync, statSync } from 'node:fs'
import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import path from 'node:path'

export type FeedOptions = {
  /** The folder with installers, signatures and lists of versions. */
  readonly folder: string
  readonly port: number
  /** In PEM, for `localhost`. */
  readonly key: string
  readonly certificate: string
}

export type Feed = {
  readonly url: string
  /** Names of the files that were fetched. */
  readonly fetched: () => readonly string[]
  /** Answers with this text in place of a file, from now on. */
  readonly replace: (name: string, text: string) => void
  readonly stop: () => Promise<void>
}

/** Serves only files directly in the folder. */
export const startFeed = async ({ folder, port, key, certificate }: FeedOptions): Promise<Feed> => {
  const fetched: string[] = []
  const replaced = new Map<string, string>()
  const server = createServer({ key: readFileSync(key), cert: readFileSync(certificate) }, (request, response) => {
    const name = path.basename(decodeURIComponent(new URL(request.url ?? '/', 'https://localhost').pathname))
    fetched.push(name)
    const text = replaced.get(name)
    const file = path.join(folder, name)
    const size = statSync(file, { throwIfNoEntry: false })
    if (text !== undefined) response.end(text)
    else if (size?.isFile() !== true) response.writeHead(404).end()
    else {
      response.writeHead(200, { 'content-length': size.size })
      createReadStream(file).pipe(response)
    }
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, '127.0.0.1', resolve)
  })
  return {
    url: `https://localhost:${(server.address() as AddressInfo).port}/`,
    fetched: () => fetched,
    replace: (name, text) => void replaced.set(name, text),
    stop: async () => {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

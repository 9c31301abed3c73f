/** The double of `net`: main's requests through a session, over Node's client. Requests that the session's filter refuses aren't sent. */
import { EventEmitter } from 'node:events'
import { request as httpRequest, type IncomingMessage, type ClientRequest as NodeRequest } from 'node:http'
import { request as httpsRequest } from 'node:https'
import type { ClientRequest, ClientRequestConstructorOptions, Net } from 'electron'
import { getSession, type SessionDouble } from './session.ts'

type Members = Pick<ClientRequest, 'abort' | 'setHeader' | 'write'> & {
  end: (...args: Parameters<ClientRequest['end']>) => unknown
}

const toUrl = (options: ClientRequestConstructorOptions | string): string => {
  if (typeof options === 'string') return options
  if (options.url !== undefined) return options.url
  const port = options.port === undefined ? '' : `:${options.port}`
  return `${options.protocol ?? 'http:'}//${options.hostname ?? options.host ?? ''}${port}${options.path ?? '/'}`
}

class RequestDouble extends EventEmitter implements Members {
  private readonly url: string
  private readonly options: ClientRequestConstructorOptions
  private readonly headers: Record<string, string> = {}
  private readonly chunks: Buffer[] = []
  private running: NodeRequest | undefined
  private aborted = false

  constructor(options: ClientRequestConstructorOptions | string) {
    super()
    this.url = toUrl(options)
    this.options = typeof options === 'string' ? {} : options
    for (const [name, value] of Object.entries(this.options.headers ?? {})) this.headers[name] = String(value)
  }
  setHeader(name: string, value: string): void {
    this.headers[name] = value
  }
  write(chunk: string | Buffer): void {
    this.chunks.push(Buffer.from(chunk))
  }
  end(chunk?: string | Buffer): this {
    if (chunk !== undefined) this.write(chunk)
    void this.run()
    return this
  }
  abort(): void {
    this.aborted = true
    this.running?.destroy()
    this.emit('abort')
  }

  private async run(): Promise<void> {
    const session = (this.options.session as unknown as SessionDouble | undefined) ?? getSession('')
    if (!(await session.mayLoad(this.url, 'xhr'))) {
      this.emit('error', new Error('net::ERR_BLOCKED_BY_CLIENT'))
      return
    }
    if (this.aborted) return
    const send = this.url.startsWith('https:') ? httpsRequest : httpRequest
    this.running = send(this.url, { method: this.options.method ?? 'GET', headers: this.headers })
    this.running.on('error', (error) => this.aborted || this.emit('error', error))
    this.running.on('response', (answer) => this.answered(answer))
    this.running.end(Buffer.concat(this.chunks))
  }

  private answered(answer: IncomingMessage): void {
    const { statusCode = 0, headers } = answer
    if (statusCode >= 300 && statusCode < 400 && headers.location !== undefined && this.options.redirect === 'manual') {
      this.emit('redirect', statusCode, 'GET', new URL(headers.location, this.url).href, headers)
      return
    }
    this.emit('response', answer)
  }
}

export const netDouble = {
  request: (options: ClientRequestConstructorOptions | string) =>
    new RequestDouble(options) as unknown as ClientRequest,
  isOnline: () => true,
} satisfies Pick<Net, 'request' | 'isOnline'>

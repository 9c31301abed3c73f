/** Sessions, their permissions, and the schemes that the app serves. */
import { EventEmitter } from 'node:events'
import type Electron from 'electron'
import type {
  CustomScheme,
  OnBeforeRequestListenerDetails,
  Protocol,
  Session,
  WebContents,
  WebRequest,
  WebRequestFilter,
} from 'electron'
import { appDouble } from './app.ts'
import { newEvent } from './events.ts'
import { answerStage } from './stage-line.ts'

type BeforeRequest = Parameters<WebRequest['onBeforeRequest']>[0]

/** Chrome's match patterns: scheme, host and path, each of which may be `*`. */
const matches = (pattern: string, url: URL): boolean => {
  if (pattern === '<all_urls>') return true
  const parts = /^(\*|[a-z][a-z0-9+.-]*):\/\/([^/]*)(\/.*)$/.exec(pattern)
  if (parts === null) throw new TypeError(`Invalid url pattern ${pattern}`)
  const [, scheme = '', host = '', tail = ''] = parts
  const schemeFits = scheme === '*' ? /^(https?|wss?):$/.test(url.protocol) : url.protocol === `${scheme}:`
  const hostFits = host === '*' || host === url.host || (host.startsWith('*.') && url.hostname.endsWith(host.slice(1)))
  const escaped = tail.replace(/[.+?^${}()|[\]\\]/g, '\\$&').replaceAll('*', '.*')
  return schemeFits && hostFits && new RegExp(`^${escaped}$`).test(url.pathname + url.search)
}

type Members = Pick<
  Session,
  | 'setPermissionRequestHandler'
  | 'setPermissionCheckHandler'
  | 'setDevicePermissionHandler'
  | 'setDisplayMediaRequestHandler'
  | 'setProxy'
>

export class SessionDouble extends EventEmitter implements Members {
  readonly partition: string
  request: Parameters<Session['setPermissionRequestHandler']>[0] = null
  check: Parameters<Session['setPermissionCheckHandler']>[0] = null
  device: Parameters<Session['setDevicePermissionHandler']>[0] = null
  displayMedia: Parameters<Session['setDisplayMediaRequestHandler']>[0] = null
  private beforeRequest:
    | { readonly filter: WebRequestFilter; readonly listener: NonNullable<BeforeRequest> }
    | undefined

  constructor(partition: string) {
    super()
    this.partition = partition
  }

  readonly webRequest: Pick<WebRequest, 'onBeforeRequest'> = {
    onBeforeRequest: (...given: readonly unknown[]): void => {
      const listener = given.at(-1) as BeforeRequest
      const filter = given.length > 1 ? (given[0] as WebRequestFilter) : { urls: ['<all_urls>'] }
      this.beforeRequest = listener === null ? undefined : { filter, listener }
    },
  }

  setPermissionRequestHandler(handler: Parameters<Session['setPermissionRequestHandler']>[0]): void {
    this.request = handler
  }
  setPermissionCheckHandler(handler: Parameters<Session['setPermissionCheckHandler']>[0]): void {
    this.check = handler
  }
  setDevicePermissionHandler(handler: Parameters<Session['setDevicePermissionHandler']>[0]): void {
    this.device = handler
  }
  setDisplayMediaRequestHandler(handler: Parameters<Session['setDisplayMediaRequestHandler']>[0]): void {
    this.displayMedia = handler
  }

  proxy: Parameters<Session['setProxy']>[0] = {}
  async setProxy(config: Parameters<Session['setProxy']>[0]): Promise<void> {
    this.proxy = config
  }

  /** Whether the app's request filter, if any matches this address, lets the request pass. */
  async mayLoad(url: string, resourceType: string): Promise<boolean> {
    const { beforeRequest } = this
    if (beforeRequest === undefined || !URL.canParse(url)) return true
    if (!beforeRequest.filter.urls.some((pattern) => matches(pattern, new URL(url)))) return true
    return new Promise((resolve) => {
      const details = { url, resourceType, method: 'GET' } as OnBeforeRequestListenerDetails
      beforeRequest.listener(details, (answer) => resolve(answer.cancel !== true))
    })
  }
}

const partitions = new Map<string, SessionDouble>()

export const getSession = (partition: string): SessionDouble => {
  const known = partitions.get(partition)
  if (known !== undefined) return known
  const made = new SessionDouble(partition)
  partitions.set(partition, made)
  appDouble.emit('session-created', made)
  return made
}

type SessionStatics = Pick<(typeof Electron)['session'], 'defaultSession' | 'fromPartition'>

export const sessionDouble = {
  get defaultSession() {
    if (!appDouble.isReady()) throw new Error('Session can only be received when app is ready')
    return getSession('') as unknown as Session
  },
  fromPartition: (partition: string) => {
    if (!appDouble.isReady()) throw new Error('Session can only be received when app is ready')
    return getSession(partition) as unknown as Session
  },
} satisfies SessionStatics

const schemes: CustomScheme[] = []
const handlers = new Map<string, Parameters<Protocol['handle']>[1]>()

export const privilegedSchemes = (): readonly CustomScheme[] => schemes

export const protocolDouble = {
  registerSchemesAsPrivileged: (given: CustomScheme[]) => {
    if (appDouble.isReady())
      throw new Error('protocol.registerSchemesAsPrivileged should be called before app is ready')
    schemes.push(...given)
  },
  handle: (scheme, handler) => {
    if (!appDouble.isReady()) throw new Error('protocol.handle can only be used after app is ready')
    if (handlers.has(scheme)) throw new Error(`The scheme ${scheme} has a handler already`)
    handlers.set(scheme, handler)
  },
  isProtocolHandled: (scheme) => handlers.has(scheme),
  unhandle: (scheme) => void handlers.delete(scheme),
} satisfies Pick<Protocol, 'registerSchemesAsPrivileged' | 'handle' | 'isProtocolHandled' | 'unhandle'>

/** Finds a window's contents by id. Set by window.ts, which imports this file. */
let getContents: (id: number) => WebContents | null = () => null
export const findContentsWith = (find: (id: number) => WebContents | null): void => {
  getContents = find
}

answerStage({
  request: async ({ url, method }) => {
    const handler = handlers.get(new URL(url).protocol.slice(0, -1))
    if (handler === undefined) throw new Error(`net::ERR_UNKNOWN_URL_SCHEME at ${url}`)
    const answer = await handler(new Request(url, { method }))
    return {
      status: answer.status,
      headers: Object.fromEntries(answer.headers),
      body: new Uint8Array(await answer.arrayBuffer()),
    }
  },
  mayLoad: (url, resourceType) => getSession('').mayLoad(url, resourceType),
  mayDownload: (id, url) => {
    const event = newEvent({})
    getSession('').emit('will-download', event, { getURL: () => url }, getContents(id))
    return !event.defaultPrevented
  },
  isPermitted: async (id, permission) => {
    const session = getSession('')
    const contents = getContents(id)
    const name = permission as never
    return {
      check: session.check?.(contents, name, '', {} as never) ?? true,
      request: await new Promise<boolean>((resolve) => {
        if (session.request === null || contents === null) resolve(session.request === null)
        else session.request(contents, name, resolve, {} as never)
      }),
    }
  },
})

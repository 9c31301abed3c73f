/**
 * The typed client: the contract's types on one side, a transport on the other. The window trusts main's answers, so it
 * carries no schemas: they would be a quarter of the initial load. Every call resolves with the contract's output or
 * rejects with a `Failure`. A gap in the events' numbers, or another run of main, is reported as `resync`, and the
 * cache reads again.
 */
import type { Client, Contract, EventMap } from '../../../shared/ipc/define.ts'
import { wireName } from '../../../shared/ipc/define.ts'
import { HELLO, type Transport, type WireEvent } from '../../../shared/ipc/transport.ts'
import { Failure } from '../../../shared/result.ts'

export type ApiClient<C extends Contract> = {
  /** For calls about no connection, or about the one open when they arrive. */
  readonly client: Client<C>
  /** The client of one connection, always the same object: main refuses its calls while another connection is open. */
  readonly clientOf: (connectionId: string) => Client<C>
  readonly onEvent: <Name extends keyof EventMap<C> & string>(
    name: Name,
    listener: (data: EventMap<C>[Name]) => void,
  ) => () => void
  /** Every event by its wire name, for the cache. */
  readonly onAnyEvent: (listener: (name: string, data: unknown) => void) => () => void
  /** Called when events were missed: everything read so far may be stale. */
  readonly onResync: (listener: () => void) => () => void
  /** Called when the connection to main breaks or returns. */
  readonly onLine: (listener: (isOpen: boolean) => void) => () => void
  readonly close: () => void
}

const invalidAnswer = (method: string): Failure =>
  new Failure({
    kind: 'internal',
    message: 'This window doesn’t understand Stallhand’s answer. Reload it.',
    reference: method,
  })

/** Whether events are missing between two events: the numbers have a gap, or main was restarted. */
const missedSomething = (last: WireEvent | undefined, next: WireEvent): boolean => {
  if (last === undefined) return false
  if (last.epoch !== next.epoch) return true
  return next.name === HELLO ? next.seq !== last.seq : next.seq !== last.seq + 1
}

/** An object that creates each property on first read and keeps it. */
const createOnRead = <T>(create: (name: string) => T): Readonly<Record<string, T>> => {
  const made = new Map<string | symbol, T>()
  return new Proxy<Record<string, T>>(
    {},
    {
      get: (_, name) => {
        if (typeof name === 'string' && !made.has(name)) made.set(name, create(name))
        return made.get(name)
      },
    },
  )
}

/** Main answers `notFound` to a method that the contract lacks. */
export const createClient = <C extends Contract>(transport: Transport): ApiClient<C> => {
  const listeners = new Map<string, Set<(data: never) => void>>()
  const anyListeners = new Set<(name: string, data: unknown) => void>()
  const resyncListeners = new Set<() => void>()
  let last: WireEvent | undefined

  const call = async (...request: Parameters<Transport['call']>): Promise<unknown> => {
    const result = await transport.call(...request)
    if (result.ok) return result.value
    if (result.error === undefined) throw invalidAnswer(request[0])
    throw new Failure(result.error)
  }

  const bind = (connectionId?: string): Client<C> =>
    createOnRead((feature) =>
      createOnRead((key) => (input: unknown) => call(wireName(feature, key), input, connectionId)),
    ) as unknown as Client<C>
  const bound = createOnRead(bind)

  const stop = transport.onEvent((event) => {
    const missed = missedSomething(last, event)
    last = event
    if (missed) for (const listener of [...resyncListeners]) listener()
    if (event.name === HELLO) return
    for (const listener of [...(listeners.get(event.name) ?? [])]) (listener as (data: unknown) => void)(event.data)
    for (const listener of [...anyListeners]) listener(event.name, event.data)
  })

  return {
    client: bind(),
    clientOf: (connectionId) => bound[connectionId] as Client<C>,
    onEvent: (name, listener) => {
      const set = listeners.get(name) ?? new Set()
      listeners.set(name, set)
      set.add(listener as (data: never) => void)
      return () => void set.delete(listener as (data: never) => void)
    },
    onAnyEvent: (listener) => {
      anyListeners.add(listener)
      return () => void anyListeners.delete(listener)
    },
    onResync: (listener) => {
      resyncListeners.add(listener)
      return () => void resyncListeners.delete(listener)
    },
    onLine: (listener) => transport.onLine?.(listener) ?? (() => undefined),
    close: stop,
  }
}

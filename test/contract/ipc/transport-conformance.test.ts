/**
 * Tests all three transports against the same promises: in process, Electron's IPC, loopback HTTP.
 *
 * The contract is the test's own, so that no feature can make it pass. For Electron, the real bridge and the real preload run
 * over two fakes that copy messages; the local host is the real server, logged in as a script.
 */
import { setImmediate as nextTurn } from 'node:timers/promises'
import { afterEach, describe, expect, it } from 'vitest'
import * as z from 'zod'
import { systemClock } from '../../../main/hosts/common/clock.ts'
import { APP_ORIGIN } from '../../../main/hosts/electron/app-protocol.ts'
import { attachIpcBridge, type MainIpc, type SenderEvent } from '../../../main/hosts/electron/ipc-bridge.ts'
import { bindLoopback, startLocalHost } from '../../../main/hosts/local/local-host.ts'
import { createEventBus, type EventBus } from '../../../main/ipc/event-bus.ts'
import { type Call, createRouter } from '../../../main/ipc/router.ts'
import { createBridge } from '../../../preload/bridge.ts'
import { createClient } from '../../../renderer/api/transport/client.ts'
import { createElectronTransport } from '../../../renderer/api/transport/electron-transport.ts'
import { createLocalTransport } from '../../../renderer/api/transport/local-transport.ts'
import { command, event, type Handlers, query } from '../../../shared/ipc/define.ts'
import { HELLO, type Transport, type WireEvent } from '../../../shared/ipc/transport.ts'
import { type AppError, Failure } from '../../../shared/result.ts'
import { inProcessTransport } from '../../support/in-process.ts'
import { logIn } from '../../support/local-session.ts'
import { createRecordingLog } from '../../support/recording-log.ts'

const contract = {
  stall: {
    greet: query({
      input: z.object({ name: z.string().min(1, 'Write a name'), loud: z.boolean().default(false) }),
      output: z.object({ text: z.string() }),
    }),
    nothing: command({ input: z.object({}), output: z.undefined() }),
    account: query({ input: z.object({}), output: z.object({ label: z.string() }) }),
    fail: command({ input: z.object({ index: z.int() }), output: z.null() }),
    crash: command({ input: z.object({}), output: z.null() }),
    opened: event(z.object({ number: z.int() })),
  },
} as const

/** One error of each kind, which must arrive unchanged. */
const everyError: readonly AppError[] = [
  { kind: 'validation', message: 'The SKU is empty.', issues: [{ path: 'input.sku', message: 'Write a SKU' }] },
  { kind: 'signInNeeded', message: 'Sign in again.' },
  { kind: 'forbidden', message: 'A right is missing.', scope: 'sell.inventory' },
  { kind: 'notFound', message: 'It is gone.' },
  { kind: 'conflict', message: 'Somebody else changed it.' },
  { kind: 'rateLimited', message: 'Wait a little.', retryAfterMs: 1500 },
  { kind: 'quotaExhausted', message: 'The changes of today are used up.', resetsAtMs: 1_795_000_000_000 },
  { kind: 'offline', message: 'The platform can’t be reached.' },
  { kind: 'unknown', message: 'It may have arrived.' },
  {
    kind: 'service',
    message: 'The platform said no.',
    status: 400,
    errorId: 25_001,
    cause: 'Bad',
    whatToDo: 'Change it',
  },
  { kind: 'internal', message: 'Something went wrong.', reference: 'r-7' },
]

const secret = 'canary-token-5f1d'

const handlers: Handlers<typeof contract> = {
  stall: {
    greet: ({ name, loud }) => ({ text: loud ? `HELLO ${name}` : `hello ${name}` }),
    nothing: () => undefined,
    account: () => Object.assign({ label: 'Ada' }, { token: secret }),
    fail: ({ index }) => {
      throw new Failure(everyError[index] ?? { kind: 'notFound', message: 'no such error' }, new Error(secret))
    },
    crash: () => {
      throw new Error(`connect https://api.example/?token=${secret}`)
    },
  },
}

type Main = { readonly call: Call; readonly events: EventBus }

type Harness = {
  readonly transport: Transport
  /** Breaks the connection as it happens with this transport: a killed host, a destroyed window. */
  readonly closeMain: () => Promise<void>
  /** Breaks the event stream and lets it reconnect. Does nothing if the transport's stream can't break. */
  readonly loseStream: () => void
  readonly dispose: () => Promise<void>
}

const inProcess = async (main: Main): Promise<Harness> => ({
  transport: inProcessTransport(main.call, main.events),
  closeMain: async () => {},
  loseStream: () => {},
  dispose: async () => {},
})

/** The two ends of Electron's IPC: each message crosses as a copy, asynchronously and in order. */
const electron = async (main: Main): Promise<Harness> => {
  let handle: ((event: SenderEvent, message: unknown) => Promise<unknown>) | undefined
  let subscribe: ((event: SenderEvent) => void) | undefined
  let receive: ((event: unknown, message: unknown) => void) | undefined
  let destroyed: (() => void) | undefined
  let isGone = false

  const ipcMain: MainIpc = {
    handle: (_channel, listener) => {
      handle = listener
    },
    on: (_channel, listener) => {
      subscribe = listener
    },
    removeHandler: () => {
      handle = undefined
    },
    removeAllListeners: () => {
      subscribe = undefined
    },
  }
  const sender: SenderEvent['sender'] = {
    id: 7,
    isDestroyed: () => isGone,
    send: (_channel, message) => {
      const copy = structuredClone(message)
      setImmediate(() => receive?.({ sender: 'must never reach the page' }, copy))
    },
    once: (_event, listener) => {
      destroyed = listener
    },
  }
  const from: SenderEvent = { sender, senderFrame: { origin: APP_ORIGIN, parent: null } }
  const detach = attachIpcBridge(ipcMain, { app: main, isOurWindow: (id) => id === 7, log: createRecordingLog() })
  const bridge = createBridge({
    invoke: async (_channel, message) => {
      const copy = structuredClone(message)
      await nextTurn()
      if (handle === undefined) throw new Error("Error invoking remote method 'stallhand:call': no handler")
      return structuredClone(await handle(from, copy))
    },
    send: () => void setImmediate(() => subscribe?.(from)),
    on: (_channel, listener) => {
      receive = listener
    },
  })
  return {
    transport: createElectronTransport(bridge),
    closeMain: async () => detach(),
    loseStream: () => {},
    dispose: async () => {
      isGone = true
      destroyed?.()
      detach()
    },
  }
}

const local = async (main: Main): Promise<Harness> => {
  const bound = await bindLoopback(0)
  const host = startLocalHost(bound, {
    app: main,
    readFile: async () => undefined,
    clock: systemClock,
    log: createRecordingLog(),
  })
  const session = await logIn(host.newAddress())
  const streams = new Set<AbortController>()
  const transport = createLocalTransport({
    fetch: (path, init) => {
      // As after sleep: the stream breaks although neither end closed it.
      const line = new AbortController()
      if (init.signal !== undefined) streams.add(line)
      return fetch(`${host.origin}${path}`, {
        ...init,
        signal: AbortSignal.any([line.signal, ...(init.signal == null ? [] : [init.signal])]),
        headers: {
          ...(init.headers as Record<string, string>),
          origin: host.origin,
          'sec-fetch-site': 'same-origin',
        },
      })
    },
    headers: () => session,
    isLeaving: () => false,
    later: (run, delayMs) => {
      const timer = setTimeout(run, Math.min(delayMs, 20))
      return () => clearTimeout(timer)
    },
  })
  return {
    transport,
    closeMain: host.close,
    loseStream: () => {
      for (const line of streams) line.abort()
    },
    dispose: async () => {
      for (const line of streams) line.abort()
      await host.close()
    },
  }
}

const disposals: (() => Promise<void> | void)[] = []
afterEach(async () => {
  for (const dispose of disposals.splice(0).reverse()) await dispose()
})

const waitUntil = async (what: string, holds: () => boolean): Promise<void> => {
  const endMs = performance.now() + 15_000
  while (!holds()) {
    if (performance.now() > endMs) throw new Error(`Waited in vain until ${what}`)
    await nextTurn()
  }
}

describe.each([
  { name: 'in process', make: inProcess, canClose: false, canLose: false },
  { name: 'Electron', make: electron, canClose: true, canLose: false },
  { name: 'local host', make: local, canClose: true, canLose: true },
])('the transport $name', ({ make, canClose, canLose }) => {
  const begin = async () => {
    const log = createRecordingLog()
    let epochs = 0
    const newEpoch = (): string => {
      epochs += 1
      return `run-${epochs}`
    }
    const events = createEventBus(newEpoch, (error) => log.error('listener', { error }))
    const connectionIds: (string | undefined)[] = []
    const getHandlers = (connectionId?: string): Handlers<typeof contract> => {
      connectionIds.push(connectionId)
      return handlers
    }
    const call = createRouter(contract, getHandlers, { log, newReference: () => 'reference-1' })
    const harness = await make({ call, events })
    disposals.push(harness.dispose)
    return { ...harness, events, log, connectionIds }
  }

  const listen = (transport: Transport) => {
    const seen: WireEvent[] = []
    const stop = transport.onEvent((wireEvent) => seen.push(wireEvent))
    disposals.push(stop)
    return { seen, stop, greeted: () => waitUntil('hello arrived', () => seen.some(({ name }) => name === HELLO)) }
  }

  it('carries input and answer, with defaults filled in', async () => {
    const { transport } = await begin()
    const { client, close } = createClient<typeof contract>(transport)
    disposals.push(close)
    await expect(client.stall.greet({ name: 'Zoë 👋\u2028"' })).resolves.toEqual({ text: 'hello Zoë 👋\u2028"' })
    await expect(client.stall.greet({ name: 'Ada', loud: true })).resolves.toEqual({ text: 'HELLO Ada' })
  })

  it('carries the connection of a command', async () => {
    const { transport, connectionIds } = await begin()
    const { client, clientOf, close } = createClient<typeof contract>(transport)
    disposals.push(close)
    await clientOf('shop-2').stall.nothing({})
    await client.stall.nothing({})
    expect(connectionIds).toEqual(['shop-2', undefined])
  })

  it('carries an empty answer', async () => {
    const { transport } = await begin()
    const answer = await transport.call('stall.nothing', {})
    expect(answer.ok && answer.value).toBeUndefined()
  })

  it.each(everyError.map((error, index) => ({ ...error, index })))(
    'carries a $kind error as it is',
    async ({ index }) => {
      const { transport } = await begin()
      await expect(transport.call('stall.fail', { index })).resolves.toStrictEqual({
        ok: false,
        error: everyError[index],
      })
    },
  )

  it('reports a crash only by its reference', async () => {
    const { transport } = await begin()
    const answer = await transport.call('stall.crash', {})
    expect(answer).toMatchObject({ ok: false, error: { kind: 'internal', reference: 'reference-1' } })
    expect(JSON.stringify(answer)).not.toContain(secret)
  })

  it('strips fields that are not in the contract, so a token never arrives', async () => {
    const { transport } = await begin()
    await expect(transport.call('stall.account', {})).resolves.toStrictEqual({ ok: true, value: { label: 'Ada' } })
  })

  it.each([
    'stall.paint',
    'barn.greet',
    'stall',
    '',
    'stall.opened',
    '__proto__.constructor',
    'stall.__proto__',
    'constructor.name',
    'stall.toString',
  ])('does not know the method %j', async (method) => {
    const { transport } = await begin()
    await expect(transport.call(method, {})).resolves.toMatchObject({ ok: false, error: { kind: 'notFound' } })
  })

  it.each([
    { input: { name: '' }, path: 'input.name' },
    { input: { name: 'Ada', loud: 'yes' }, path: 'input.loud' },
    { input: {}, path: 'input.name' },
    { input: null, path: 'input' },
    { input: [], path: 'input' },
  ])('names the field of the bad input $input', async ({ input, path }) => {
    const { transport } = await begin()
    await expect(transport.call('stall.greet', input)).resolves.toMatchObject({
      ok: false,
      error: { kind: 'validation', issues: [{ path }] },
    })
  })

  it('accepts no prototype from an input', async () => {
    const { transport } = await begin()
    const input: unknown = JSON.parse('{ "name": "Ada", "__proto__": { "loud": true } }')
    await expect(transport.call('stall.greet', input)).resolves.toEqual({ ok: true, value: { text: 'hello Ada' } })
  })

  it('sends hello first, then every event in order', async () => {
    const { transport, events } = await begin()
    events.emit('stall.opened', { number: 0 })
    const { seen, greeted } = listen(transport)
    await greeted()
    for (let number = 1; number <= 200; number += 1) events.emit('stall.opened', { number })
    await waitUntil('all events arrived', () => seen.length === 201)
    expect(seen[0]).toEqual({ epoch: 'run-1', seq: 1, name: HELLO, data: null })
    expect(seen.slice(1).map(({ seq }) => seq)).toEqual(Array.from({ length: 200 }, (_, index) => index + 2))
    expect(seen.slice(1).map(({ data }) => data)).toEqual(
      Array.from({ length: 200 }, (_, index) => ({ number: index + 1 })),
    )
  })

  it('sends hello to each listener, and nothing to one that left', async () => {
    const { transport, events } = await begin()
    const first = listen(transport)
    await first.greeted()
    first.stop()
    const second = listen(transport)
    await second.greeted()
    events.emit('stall.opened', { number: 1 })
    await waitUntil('the second hears', () => second.seen.some(({ name }) => name === 'stall.opened'))
    expect(first.seen.filter(({ name }) => name !== HELLO)).toEqual([])
  })

  it('delivers typed events without a resync if none was missed', async () => {
    const { transport, events } = await begin()
    const api = createClient<typeof contract>(transport)
    disposals.push(api.close)
    const numbers: number[] = []
    let resyncs = 0
    api.onEvent('stall.opened', ({ number }) => numbers.push(number))
    api.onResync(() => {
      resyncs += 1
    })
    const probe = listen(transport)
    await probe.greeted()
    for (const number of [1, 2, 3]) events.emit('stall.opened', { number })
    await waitUntil('the client heard three', () => numbers.length === 3)
    expect({ numbers, resyncs }).toEqual({ numbers: [1, 2, 3], resyncs: 0 })
  })

  it('resyncs when main begins another run', async () => {
    const { transport, events } = await begin()
    const api = createClient<typeof contract>(transport)
    disposals.push(api.close)
    let resyncs = 0
    api.onResync(() => {
      resyncs += 1
    })
    const probe = listen(transport)
    await probe.greeted()
    events.restart()
    await waitUntil('the client resynced', () => resyncs === 1)
  })

  it.runIf(canLose)(
    'resyncs after a lost stream that missed an event, and not after one that missed none',
    async () => {
      const { transport, events, loseStream } = await begin()
      const api = createClient<typeof contract>(transport)
      disposals.push(api.close)
      let resyncs = 0
      api.onResync(() => {
        resyncs += 1
      })
      const probe = listen(transport)
      await probe.greeted()
      const hellos = (): number => probe.seen.filter(({ name }) => name === HELLO).length

      loseStream()
      await waitUntil('the stream came back', () => hellos() === 2)
      expect(resyncs).toBe(0)

      loseStream()
      events.emit('stall.opened', { number: 1 })
      await waitUntil('the client resynced', () => resyncs === 1)
    },
  )

  it.runIf(canClose)('answers "unknown" once main is gone, and never rejects', async () => {
    const { transport, closeMain } = await begin()
    await expect(transport.call('stall.greet', { name: 'Ada' })).resolves.toMatchObject({ ok: true })
    await closeMain()
    await expect(transport.call('stall.greet', { name: 'Ada' })).resolves.toMatchObject({
      ok: false,
      error: { kind: 'unknown', message: expect.stringContaining('isn’t running') },
    })
  })
})

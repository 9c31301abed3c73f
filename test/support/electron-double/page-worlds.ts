/**
 * Code that runs in the page: the preload in an isolated world, and the bridge from there to the page's own world.
 *
 * The functions are sent to Chromium as text, so each may use only its parameters. As under Electron's context isolation,
 * the two worlds share the document but no object. They communicate through events on the window with secret names, and
 * every value crosses as text.
 */

/** Encodes plain data like `structuredClone`. Functions go through `onFunction`, or are refused without it. */
export type Codec = {
  readonly encode: (value: unknown, onFunction?: (fn: (...args: unknown[]) => unknown) => number) => string
  readonly decode: (text: string, onFunction?: (id: number) => (...args: unknown[]) => unknown) => unknown
}

/** Values that JSON lacks become objects whose `$` names their kind; an object with its own key `$` gets the kind `o`. */
export const makeCodec = (): Codec => {
  type Tagged = { readonly $: string; readonly v: unknown }
  const getEntries = (value: object): [string, unknown][] => Object.entries(value)
  const out = (value: unknown, onFunction: ((fn: never) => number) | undefined, above: readonly object[]): unknown => {
    if (value === undefined) return { $: 'undefined', v: 0 } satisfies Tagged
    if (typeof value === 'bigint') return { $: 'bigint', v: String(value) } satisfies Tagged
    if (typeof value === 'number' && (!Number.isFinite(value) || Object.is(value, -0))) {
      return { $: 'number', v: Object.is(value, -0) ? '-0' : String(value) } satisfies Tagged
    }
    if (typeof value === 'function' && onFunction !== undefined) return { $: 'function', v: onFunction(value as never) }
    if (typeof value === 'function' || typeof value === 'symbol') throw new Error('An object could not be cloned.')
    if (typeof value !== 'object' || value === null) return value
    if (above.includes(value)) throw new Error('The double carries no circles.')
    if (value instanceof Date) return { $: 'date', v: value.getTime() } satisfies Tagged
    if (ArrayBuffer.isView(value)) {
      return { $: 'bytes', v: [...new Uint8Array(value.buffer, value.byteOffset, value.byteLength)] } satisfies Tagged
    }
    const inside = [...above, value]
    if (Array.isArray(value)) return value.map((item) => out(item, onFunction, inside))
    const entries = getEntries(value).map(([key, item]) => [key, out(item, onFunction, inside)] as const)
    return Object.hasOwn(value, '$') ? { $: 'object', v: entries } : Object.fromEntries(entries)
  }
  const back = (value: unknown, onFunction: ((id: number) => unknown) | undefined): unknown => {
    if (typeof value !== 'object' || value === null) return value
    if (Array.isArray(value)) return value.map((item) => back(item, onFunction))
    if (!Object.hasOwn(value, '$')) {
      return Object.fromEntries(getEntries(value).map(([key, item]) => [key, back(item, onFunction)]))
    }
    const { $: kind, v } = value as Tagged
    if (kind === 'undefined') return undefined
    if (kind === 'bigint') return BigInt(v as string)
    if (kind === 'number') return Number(v)
    if (kind === 'date') return new Date(v as number)
    if (kind === 'bytes') return new Uint8Array(v as number[])
    if (kind === 'function' && onFunction !== undefined) return onFunction(v as number)
    if (kind === 'object') {
      return Object.fromEntries((v as [string, unknown][]).map(([key, item]) => [key, back(item, onFunction)]))
    }
    throw new Error(`The double doesn’t know the kind ${kind}`)
  }
  return {
    encode: (value, onFunction) => JSON.stringify(out(value, onFunction, [])),
    decode: (text, onFunction) => back(JSON.parse(text), onFunction),
  }
}

/** One end of the bridge between the worlds. Functions cross as numbers and can be called from the other end. */
export type WorldsEnd = {
  readonly send: (name: string, value: unknown) => void
  readonly on: (name: string, listener: (value: unknown) => void) => void
}

/** `mine` and `theirs` are the event names that each end listens to. */
export const makeEnd = (codec: Codec, mine: string, theirs: string): WorldsEnd => {
  type Answer = { ok: true; value: unknown } | { ok: true; promise: number } | { ok: false; message: string }
  const functions = new Map<number, (...args: unknown[]) => unknown>()
  const promises = new Map<number, { resolve: (value: unknown) => void; reject: (error: Error) => void }>()
  const listeners = new Map<string, (value: unknown) => void>()
  let count = 0
  let answered: Answer | undefined
  const keep = (fn: (...args: unknown[]) => unknown): number => {
    count += 1
    functions.set(count, fn)
    return count
  }
  const tell = (name: string, value: unknown): void => {
    window.dispatchEvent(new CustomEvent(theirs + name, { detail: codec.encode(value, keep) }))
  }
  const hear = (name: string, listener: (value: unknown) => void): void =>
    window.addEventListener(mine + name, (event) =>
      listener(codec.decode((event as CustomEvent<string>).detail, callAcross)),
    )
  const errorMessage = (error: unknown): string => (error instanceof Error ? error.message : String(error))

  // Listeners run before `dispatchEvent` returns, so the call is synchronous, as in Electron.
  const callAcross =
    (id: number): ((...args: unknown[]) => unknown) =>
    (...args) => {
      answered = undefined
      tell('call', { id, args })
      const answer = answered as Answer | undefined
      if (answer === undefined) throw new Error('The other world didn’t answer')
      if (!answer.ok) throw new Error(answer.message)
      if (!('promise' in answer)) return answer.value
      return new Promise((resolve, reject) => promises.set(answer.promise, { resolve, reject }))
    }
  hear('answer', (value) => {
    answered = value as Answer
  })
  hear('settled', (value) => {
    const { promise, answer } = value as { promise: number; answer: Answer }
    const waiting = promises.get(promise)
    promises.delete(promise)
    if (answer.ok && 'value' in answer) waiting?.resolve(answer.value)
    else waiting?.reject(new Error(answer.ok ? '' : answer.message))
  })
  hear('call', (value) => {
    const { id, args } = value as { id: number; args: unknown[] }
    let answer: Answer
    try {
      const result = functions.get(id)?.(...args)
      if (result instanceof Promise) {
        count += 1
        const promise = count
        result.then(
          (settled: unknown) => tell('settled', { promise, answer: { ok: true, value: settled } }),
          (error: unknown) => tell('settled', { promise, answer: { ok: false, message: errorMessage(error) } }),
        )
        answer = { ok: true, promise }
      } else answer = { ok: true, value: result }
    } catch (error) {
      answer = { ok: false, message: errorMessage(error) }
    }
    tell('answer', answer)
  })
  hear('notify', (value) => {
    const { name, content } = value as { name: string; content: unknown }
    listeners.get(name)?.(content)
  })
  return {
    send: (name, content) => tell('notify', { name, content }),
    on: (name, listener) => void listeners.set(name, listener),
  }
}

/** Runs in the page's own world: defines what the preload exposes, frozen and read-only. */
export const inPage = (end: WorldsEnd): void => {
  const freeze = (value: unknown): unknown => {
    if (typeof value !== 'object' || value === null) return value
    for (const inner of Object.values(value)) freeze(inner)
    return Object.freeze(value)
  }
  end.on('expose', (given) => {
    const { key, api } = given as { key: string; api: unknown }
    Object.defineProperty(window, key, { value: freeze(api), enumerable: true })
  })
}

/** The names of the functions that connect the isolated world with the stage. */
export type StageNames = { readonly binding: string; readonly receive: string }

/** Runs in the isolated world: executes the preload, which can require only `electron`. */
export const inIsolation = (
  end: WorldsEnd,
  codec: Codec,
  names: StageNames,
  preload: (require: (name: string) => unknown, module: object, exports: object) => void,
): void => {
  type Listener = (event: unknown, ...args: unknown[]) => void
  const listeners = new Map<string, Set<Listener>>()
  const waiting = new Map<number, { resolve: (value: unknown) => void; reject: (error: Error) => void }>()
  const exposed = new Set<string>()
  const globals = globalThis as unknown as Record<string, (text: string) => void>
  let asked = 0

  const post = (message: unknown): void => globals[names.binding]?.(codec.encode(message))
  const getListeners = (channel: string): Set<Listener> => {
    const found = listeners.get(channel) ?? new Set()
    listeners.set(channel, found)
    return found
  }
  const ipcRenderer = {
    invoke: (channel: string, ...args: unknown[]): Promise<unknown> =>
      new Promise((resolve, reject) => {
        asked += 1
        const id = asked
        post({ kind: 'invoke', id, channel, args: structuredClone(args) })
        waiting.set(id, { resolve, reject })
      }),
    send: (channel: string, ...args: unknown[]): void => post({ kind: 'send', channel, args: structuredClone(args) }),
    on: (channel: string, listener: Listener): unknown => {
      getListeners(channel).add(listener)
      return ipcRenderer
    },
    removeListener: (channel: string, listener: Listener): unknown => {
      getListeners(channel).delete(listener)
      return ipcRenderer
    },
  }
  globals[names.receive] = (text) => {
    const message = codec.decode(text) as
      | { kind: 'event'; channel: string; args: unknown[] }
      | { kind: 'answer'; id: number; channel: string; ok: boolean; value: unknown }
    if (message.kind === 'event') {
      for (const listener of [...getListeners(message.channel)])
        listener({ sender: ipcRenderer, ports: [] }, ...message.args)
      return
    }
    const asker = waiting.get(message.id)
    waiting.delete(message.id)
    if (message.ok) asker?.resolve(message.value)
    else asker?.reject(new Error(`Error invoking remote method '${message.channel}': ${String(message.value)}`))
  }
  const contextBridge = {
    exposeInMainWorld: (key: string, api: unknown): void => {
      if (exposed.has(key)) throw new Error(`Cannot bind an API on top of an existing property on the window object`)
      exposed.add(key)
      end.send('expose', { key, api })
    },
  }
  const electron = new Proxy({ contextBridge, ipcRenderer } as Record<string, unknown>, {
    get: (target, name) => {
      if (typeof name === 'string' && name in target) return target[name]
      throw new Error(`The double of Electron has no ${String(name)} for a preload`)
    },
  })
  const require = (name: string): unknown => {
    if (name === 'electron' || name === 'electron/renderer') return electron
    throw new Error(`module not found: ${name}`)
  }
  const module = { exports: {} }
  preload(require, module, module.exports)
}

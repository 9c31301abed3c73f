/**
 * The two functions exposed to the window. SECURITY (Electron checklist 20,
 * https://www.electronjs.org/docs/latest/tutorial/security): no channel, event object or part of `ipcRenderer` passes
 * through, only data.
 */
import { CALL_CHANNEL, EVENT_CHANNEL } from '../shared/ipc/channels.ts'
import { HELLO, type Transport, type WireEvent } from '../shared/ipc/transport.ts'
import type { Result } from '../shared/result.ts'

/** The part of `ipcRenderer` that is used. */
type RendererIpc = {
  readonly invoke: (channel: string, message: unknown) => Promise<unknown>
  readonly send: (channel: string) => void
  readonly on: (channel: string, listener: (event: unknown, message: unknown) => void) => unknown
}

/** Shares one channel listener. Each new subscriber asks main for `hello` and receives nothing before it. */
export const createBridge = (ipc: RendererIpc): Transport => {
  const listeners = new Map<object, { readonly deliver: (event: WireEvent) => void; greeted: boolean }>()

  ipc.on(EVENT_CHANNEL, (_event, message) => {
    const event = message as WireEvent
    for (const listener of [...listeners.values()]) {
      if (event.name === HELLO) listener.greeted = true
      if (listener.greeted) listener.deliver(event)
    }
  })

  return {
    call: (method, input, connectionId) =>
      ipc.invoke(CALL_CHANNEL, { method, input, connectionId }) as Promise<Result<unknown>>,
    onEvent: (deliver) => {
      const key = {}
      listeners.set(key, { deliver, greeted: false })
      ipc.send(EVENT_CHANNEL)
      return () => void listeners.delete(key)
    },
  }
}

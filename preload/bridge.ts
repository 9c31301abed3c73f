/**
 * The two functions the window is given.
 *
 * SECURITY (Electron checklist 20): no channel, no event object and nothing of `ipcRenderer` passes through. What comes
 * from main is handed on as data.
 */
import { CALL_CHANNEL, EVENT_CHANNEL } from '../shared/ipc/channels.ts'
import { HELLO, type Transport, type WireEvent } from '../shared/ipc/transport.ts'
import type { Result } from '../shared/result.ts'

/** What is used of `ipcRenderer`. */
export type RendererIpc = {
  readonly invoke: (channel: string, message: unknown) => Promise<unknown>
  readonly send: (channel: string) => void
  readonly on: (channel: string, listener: (event: unknown, message: unknown) => void) => unknown
}

/**
 * Builds the bridge over one listener on the channel.
 *
 * Whoever begins to listen asks main for `hello` anew, and hears nothing before it; those who listened already hear it
 * too, and learn nothing from it.
 */
export const createBridge = (ipc: RendererIpc): Transport => {
  const listeners = new Map<object, { readonly tell: (event: WireEvent) => void; greeted: boolean }>()

  ipc.on(EVENT_CHANNEL, (_event, message) => {
    const event = message as WireEvent
    for (const listener of [...listeners.values()]) {
      if (event.name === HELLO) listener.greeted = true
      if (listener.greeted) listener.tell(event)
    }
  })

  return {
    call: (method, input) => ipc.invoke(CALL_CHANNEL, { method, input }) as Promise<Result<unknown>>,
    onEvent: (tell) => {
      const key = {}
      listeners.set(key, { tell, greeted: false })
      ipc.send(EVENT_CHANNEL)
      return () => void listeners.delete(key)
    },
  }
}

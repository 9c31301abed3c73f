/**
 * The contract over Electron's IPC: two channels, one check.
 *
 * SECURITY (Electron checklist 17): a message is answered only when it comes from a window of ours, from its main frame,
 * and from exactly our origin. The payload is then parsed by the router, as everywhere.
 */
import { CALL_CHANNEL, EVENT_CHANNEL } from '../../../shared/ipc/channels.ts'
import type { WireEvent } from '../../../shared/ipc/transport.ts'
import { err, type Result } from '../../../shared/result.ts'
import type { EventBus } from '../../ipc/event-bus.ts'
import type { Call } from '../../ipc/router.ts'
import type { Cancel, Log } from '../../ports.ts'
import { APP_ORIGIN } from './app-protocol.ts'

/** What is used of a message's `event`: a part of Electron's IpcMainEvent and IpcMainInvokeEvent. */
export type SenderEvent = {
  readonly sender: Sender
  readonly senderFrame: { readonly origin: string; readonly parent: unknown } | null
}
export type Sender = {
  readonly id: number
  readonly isDestroyed: () => boolean
  readonly send: (channel: string, event: WireEvent) => void
  readonly once: (event: 'destroyed', listener: () => void) => unknown
}
/** What is used of `ipcMain`. */
export type MainIpc = {
  readonly handle: (
    channel: string,
    listener: (event: SenderEvent, message: unknown) => Promise<Result<unknown>>,
  ) => void
  readonly on: (channel: string, listener: (event: SenderEvent) => void) => unknown
  readonly removeHandler: (channel: string) => void
  readonly removeAllListeners: (channel: string) => unknown
}

/** Answers calls and streams events to the windows that `isOurWindow` knows by their WebContents id. Returns its end. */
export const attachIpcBridge = (
  ipcMain: MainIpc,
  deps: {
    readonly app: { readonly call: Call; readonly events: EventBus }
    readonly isOurWindow: (contentsId: number) => boolean
    readonly log: Log
  },
): Cancel => {
  const streams = new Map<number, Cancel>()
  const warned = new Set<string>()

  const isTrusted = ({ sender, senderFrame }: SenderEvent): boolean => {
    const trusted =
      senderFrame !== null &&
      senderFrame.parent === null &&
      senderFrame.origin === APP_ORIGIN &&
      deps.isOurWindow(sender.id)
    const origin = senderFrame?.origin ?? 'a frame that is gone'
    // Once per origin: a page that asks in a loop must not fill the log.
    if (!trusted && !warned.has(origin) && warned.size < 20) {
      warned.add(origin)
      deps.log.warn('a message from a stranger was refused', { origin })
    }
    return trusted
  }

  ipcMain.handle(CALL_CHANNEL, async (event, message) => {
    if (!isTrusted(event)) return err({ kind: 'forbidden', message: 'Stallhand answers only its own window.' })
    if (
      typeof message !== 'object' ||
      message === null ||
      !('method' in message) ||
      typeof message.method !== 'string'
    ) {
      const problem = 'a call is { method, input }'
      return err({ kind: 'validation', message: `method: ${problem}.`, issues: [{ path: 'method', message: problem }] })
    }
    return deps.app.call(message.method, 'input' in message ? message.input : undefined)
  })

  const end = (contentsId: number): void => {
    streams.get(contentsId)?.()
    streams.delete(contentsId)
  }

  ipcMain.on(EVENT_CHANNEL, (event) => {
    if (!isTrusted(event)) return
    const { sender } = event
    // A reloaded page asks again; its stream replaces the one of the page before, and begins with `hello`.
    if (!streams.has(sender.id)) sender.once('destroyed', () => end(sender.id))
    end(sender.id)
    streams.set(
      sender.id,
      deps.app.events.subscribe((wireEvent) => {
        if (!sender.isDestroyed()) sender.send(EVENT_CHANNEL, wireEvent)
      }),
    )
  })

  return () => {
    for (const id of [...streams.keys()]) end(id)
    ipcMain.removeHandler(CALL_CHANNEL)
    ipcMain.removeAllListeners(EVENT_CHANNEL)
  }
}

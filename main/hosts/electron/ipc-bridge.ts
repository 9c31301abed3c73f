/**
 * The contract over Electron's IPC.
 *
 * SECURITY (Electron checklist 17): a message is accepted only from the main frame of this app's window with its exact origin.
 * The router then parses the payload.
 */
import { CALL_CHANNEL, EVENT_CHANNEL } from '../../../shared/ipc/channels.ts'
import type { WireEvent } from '../../../shared/ipc/transport.ts'
import { err, type Result } from '../../../shared/result.ts'
import type { EventBus } from '../../ipc/event-bus.ts'
import { type Call, notACall, parseCall } from '../../ipc/router.ts'
import type { Cancel, Log } from '../../ports.ts'
import { APP_ORIGIN } from './app-protocol.ts'

/** The subset of IpcMainEvent and IpcMainInvokeEvent in use. */
export type SenderEvent = {
  readonly sender: Sender
  readonly senderFrame: { readonly origin: string; readonly parent: unknown } | null
}
type Sender = {
  readonly id: number
  readonly isDestroyed: () => boolean
  readonly send: (channel: string, event: WireEvent) => void
  readonly once: (event: 'destroyed', listener: () => void) => unknown
}
/** The subset of `ipcMain` in use. */
export type MainIpc = {
  readonly handle: (
    channel: string,
    listener: (event: SenderEvent, message: unknown) => Promise<Result<unknown>>,
  ) => void
  readonly on: (channel: string, listener: (event: SenderEvent) => void) => unknown
  readonly removeHandler: (channel: string) => void
  readonly removeAllListeners: (channel: string) => unknown
}

/**
 * Answers calls and streams events to windows that `isOurWindow` accepts by WebContents id. Returns a function that
 * detaches.
 */
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
    const origin = senderFrame?.origin ?? 'a closed frame'
    // Warns once per origin, so that a page calling in a loop doesn't fill the log.
    if (!trusted && !warned.has(origin) && warned.size < 20) {
      warned.add(origin)
      deps.log.warn('a message from a foreign page was refused', { origin })
    }
    return trusted
  }

  ipcMain.handle(CALL_CHANNEL, async (event, message) => {
    if (!isTrusted(event)) return err({ kind: 'forbidden', message: 'Stallhand answers only its own window.' })
    const call = parseCall(message)
    return call === undefined ? notACall : deps.app.call(call.method, call.input, call.connectionId)
  })

  const end = (contentsId: number): void => {
    streams.get(contentsId)?.()
    streams.delete(contentsId)
  }

  ipcMain.on(EVENT_CHANNEL, (event) => {
    if (!isTrusted(event)) return
    const { sender } = event
    // A reloaded page subscribes again. Its new stream replaces the previous one and starts with `hello`.
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

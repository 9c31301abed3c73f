/** The contract over Electron's IPC: what the preload put on the window, guarded so that it never rejects. */
import type { Transport } from '../../../shared/ipc/transport.ts'
import { err } from '../../../shared/result.ts'

/** Wraps `window.stallhand`. A call that main cannot answer is an `unknown` error: it may have been carried out. */
export const createElectronTransport = (bridge: Transport): Transport => ({
  call: async (...request) => {
    try {
      return await bridge.call(...request)
    } catch {
      return err({
        kind: 'unknown',
        message: 'Stallhand isn’t running. Start it again. Everything you saved is still there.',
      })
    }
  },
  onEvent: (listener) => bridge.onEvent(listener),
})

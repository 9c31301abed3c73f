import type { Transport } from '../shared/ipc/transport.ts'

declare global {
  interface Window {
    /** Put there by the preload; absent in a browser under the local host. */
    readonly stallhand?: Transport
  }
}

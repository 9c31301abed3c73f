/** What the preload adds to the window. */
import type { Transport } from '../shared/ipc/transport.ts'

declare global {
  // biome-ignore lint/style/useConsistentTypeDefinitions: only an interface merges with the DOM's own.
  interface Window {
    /** Set by the preload; absent in a browser under the local host. */
    readonly stallhand?: Transport
  }
}

/** The contract without a wire: for tests, and for scripts that drive the core directly. */
import type { Transport } from '../../shared/ipc/transport.ts'
import { err } from '../../shared/result.ts'
import type { EventBus } from './event-bus.ts'
import type { Call } from './router.ts'

/** Carries calls as the wire would: what cannot be cloned cannot cross, and neither side sees the other's objects. */
export const inProcessTransport = (call: Call, events: EventBus): Transport => ({
  call: async (method, input) => {
    let carried: unknown
    try {
      carried = structuredClone(input)
    } catch {
      const message = 'The input cannot be carried to main: it holds something that is not plain data.'
      return err({ kind: 'validation', message, issues: [{ path: 'input', message }] })
    }
    return structuredClone(await call(method, carried))
  },
  onEvent: (listener) => events.subscribe((event) => listener(structuredClone(event))),
})

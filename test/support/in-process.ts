/** An in-process transport for tests and scripts. */
import type { EventBus } from '../../main/ipc/event-bus.ts'
import type { Call } from '../../main/ipc/router.ts'
import type { Transport } from '../../shared/ipc/transport.ts'
import { err } from '../../shared/result.ts'

/** Clones inputs and outputs, so neither side sees the other's objects. */
export const inProcessTransport = (call: Call, events: EventBus): Transport => ({
  call: async (method, input, connectionId) => {
    let carried: unknown
    try {
      carried = structuredClone(input)
    } catch {
      const message = 'The input is not plain data.'
      return err({ kind: 'validation', message, issues: [{ path: 'input', message }] })
    }
    return structuredClone(await call(method, carried, connectionId))
  },
  onEvent: (listener) => events.subscribe((event) => listener(structuredClone(event))),
})

/** The contract without a wire: for tests, and for scripts that drive the core directly. */
import type { Transport } from '../../shared/ipc/transport.ts'
import type { EventBus } from './event-bus.ts'
import type { Call } from './router.ts'

/** Carries calls as the wire would: what cannot be cloned cannot cross, and neither side sees the other's objects. */
export const inProcessTransport = (call: Call, events: EventBus): Transport => ({
  call: async (method, input) => structuredClone(await call(method, structuredClone(input))),
  onEvent: (listener) => events.subscribe((event) => listener(structuredClone(event))),
})

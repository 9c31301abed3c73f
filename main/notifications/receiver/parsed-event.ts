/** The result of reading a JSON or SOAP notification, and the error for a body that isn't an event. */
import type { EventNode } from '../../../shared/notifications/tree.ts'
import type { EventFacts } from '../log/event-store.ts'

/** The content of a notification, in the same form for SOAP and JSON. */
export type ParsedEvent = Omit<EventFacts, 'format'> & {
  /** The number of occurrences in the message that were not read. */
  readonly omitted: number
  /** The message's elements, for display and comparison. */
  readonly tree: () => EventNode
}

/** Thrown when a body is well formed but not an event. The message says why, as a sentence. */
export class EventRefusal extends Error {
  constructor(reason: string) {
    super(reason)
    this.name = 'EventRefusal'
  }
}

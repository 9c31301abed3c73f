/** What a notification says, once it was read; the same for SOAP and JSON. */
import type { Occurrence } from '../../../shared/notifications/event-paths.ts'
import type { EventNode } from '../../../shared/notifications/tree.ts'

export type ParsedEvent = {
  readonly name: string
  /** Its elements, as they are shown and compared. */
  readonly tree: () => EventNode
  /** When it happened, as the platform wrote it. */
  readonly timestamp: string | null
  /** Only messages of the REST service have one. */
  readonly notificationId: string | null
  readonly occurrences: readonly Occurrence[]
}

/** Why a body that was let in says nothing that can be read as an event, in a sentence. */
export class EventRefusal extends Error {
  constructor(reason: string) {
    super(reason)
    this.name = 'EventRefusal'
  }
}

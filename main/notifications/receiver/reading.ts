/** What a kept delivery says, and the keys under which it is claimed (RCV-07, RCV-09). */
import { createHash } from 'node:crypto'
import { dedupKey, notificationIdKey } from '../../../shared/notifications/dedup-key.ts'
import type { SignatureState } from '../../../shared/notifications/event.ts'
import type { Occurrence } from '../../../shared/notifications/event-paths.ts'
import type { Delivery, EventFacts } from '../log-store.ts'
import { type Content, gate } from './body-gate.ts'
import { readJsonEvent } from './json-event.ts'
import { EventRefusal, type ParsedEvent } from './parsed-event.ts'
import { readSoapEvent } from './soap-event.ts'

export type Reading = {
  readonly facts: EventFacts
  readonly event: ParsedEvent | undefined
  readonly problem: string | undefined
}

/** A body from the disk. It was let in once; what a stricter gate refuses today says so in its reading. */
export const contentOf = (body: Uint8Array): Content => {
  const verdict = gate(body)
  if ('refused' in verdict) throw new EventRefusal(verdict.refused)
  return verdict.content
}

const eventOf = (content: Content, soapAction: string | null): ParsedEvent =>
  content.format === 'json'
    ? readJsonEvent(content.value)
    : readSoapEvent(content.root, soapAction === null ? undefined : soapAction)

/** Reads a kept body as an event. What cannot be read is kept whole, with the reason. */
export const readDelivery = (
  delivery: Pick<Delivery, 'format' | 'soapAction'>,
  source: { readonly body: Uint8Array; readonly content?: Content },
): Reading => {
  try {
    const event = eventOf(source.content ?? contentOf(source.body), delivery.soapAction)
    const { name, timestamp, notificationId, occurrences } = event
    return {
      facts: { name, format: delivery.format, timestamp, notificationId, occurrences },
      event,
      problem: undefined,
    }
  } catch (error) {
    if (!(error instanceof EventRefusal)) throw error
    const facts: EventFacts = {
      name: 'Unreadable',
      format: delivery.format,
      timestamp: null,
      notificationId: null,
      occurrences: [],
    }
    return { facts, event: undefined, problem: error.message }
  }
}

export type Claim = { readonly key: string; readonly occurrence: Occurrence }

/** The keys of an event, one for each occurrence (RCV-07). */
export const claimsOf = (event: ParsedEvent): readonly Claim[] => {
  const { notificationId } = event
  if (notificationId !== null) {
    return event.occurrences.slice(0, 1).map((occurrence) => ({ key: notificationIdKey(notificationId), occurrence }))
  }
  let digest: string | undefined
  const contentDigest = (): string => {
    digest ??= createHash('sha256').update(JSON.stringify(event.tree())).digest('hex')
    return digest
  }
  return event.occurrences.map((occurrence) => ({
    key: dedupKey({
      name: event.name,
      timestamp: event.timestamp,
      itemId: occurrence.itemId,
      transactionId: occurrence.transactionId,
      contentDigest,
    }),
    occurrence,
  }))
}

/** By what the same content is known again. What is done at once needs none: its claims know it. */
export const identities = ({ bodyDigest, deliveryId }: Pick<Delivery, 'bodyDigest' | 'deliveryId'>) => ({
  trusted: `trusted:${bodyDigest}`,
  done: `done:${deliveryId}`,
  unchecked: `unchecked:${bodyDigest}`,
  imported: `import:${bodyDigest}`,
  apart: (signature: SignatureState): string => `${signature}:${bodyDigest}`,
})

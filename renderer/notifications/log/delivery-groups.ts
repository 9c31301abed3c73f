/** Groups the deliveries of an event for its timeline: those of one kind that came together are one group. */
import type { DeliveryView } from '../../../shared/notifications/log-contract.ts'

export type DeliveryGroup = {
  readonly kind: 'first' | 'duplicate' | 'replay' | 'import'
  readonly deliveries: readonly DeliveryView[]
  /** Milliseconds since the delivery before; null for the first. */
  readonly afterMs: number | null
}

/** Deliveries within this time came together. */
const TOGETHER_MS = 2_000

const findKind = (origin: DeliveryView['origin'], isFirst: boolean): DeliveryGroup['kind'] => {
  if (origin !== 'platform') return origin
  return isFirst ? 'first' : 'duplicate'
}

/** Keeps the order. The first delivery, which was processed, has a group of its own. */
export const groupDeliveries = (deliveries: readonly DeliveryView[]): readonly DeliveryGroup[] => {
  const groups: { kind: DeliveryGroup['kind']; deliveries: DeliveryView[]; afterMs: number | null }[] = []
  let before: DeliveryView | undefined
  for (const delivery of deliveries) {
    const kind = findKind(delivery.origin, before === undefined)
    const afterMs = before === undefined ? null : Math.max(0, delivery.receivedAtMs - before.receivedAtMs)
    const last = groups.at(-1)
    if (last?.kind === kind && kind !== 'first' && (afterMs ?? 0) <= TOGETHER_MS) last.deliveries.push(delivery)
    else groups.push({ kind, deliveries: [delivery], afterMs })
    before = delivery
  }
  return groups
}

/** `30.2 s later`, `4 min later`; undefined if it followed at once. */
export const formatGap = (afterMs: number | null): string | undefined => {
  if (afterMs === null || afterMs < 50) return undefined
  if (afterMs < 1_000) return `${Math.round(afterMs)} ms later`
  if (afterMs < 120_000) return `${(afterMs / 1_000).toFixed(1)} s later`
  if (afterMs < 7_200_000) return `${Math.round(afterMs / 60_000)} min later`
  if (afterMs < 172_800_000) return `${Math.round(afterMs / 3_600_000)} h later`
  return `${Math.round(afterMs / 86_400_000)} days later`
}

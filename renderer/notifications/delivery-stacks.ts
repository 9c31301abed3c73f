/** The deliveries of an event as its timeline shows them: what came together, in the same way, is one stack. */
import type { Origin } from '../../shared/notifications/event.ts'
import type { DeliveryView } from '../../shared/notifications/log-contract.ts'

export type DeliveryStack = {
  readonly kind: 'first' | 'duplicate' | 'replay' | 'import'
  readonly deliveries: readonly DeliveryView[]
  /** From the delivery before; null for the first. */
  readonly afterMs: number | null
}

/** So long after one another they still came together. */
const TOGETHER_MS = 2_000

const kindOf = (origin: Origin, isFirst: boolean): DeliveryStack['kind'] => {
  if (origin === 'replay') return 'replay'
  if (origin === 'import') return 'import'
  return isFirst ? 'first' : 'duplicate'
}

/** In the order in which they came. The first delivery stands alone: it is the one that was worked through. */
export const stacksOf = (deliveries: readonly DeliveryView[]): readonly DeliveryStack[] => {
  const stacks: { kind: DeliveryStack['kind']; deliveries: DeliveryView[]; afterMs: number | null }[] = []
  let before: DeliveryView | undefined
  for (const delivery of deliveries) {
    const kind = kindOf(delivery.origin, before === undefined)
    const afterMs = before === undefined ? null : Math.max(0, delivery.receivedAtMs - before.receivedAtMs)
    const last = stacks.at(-1)
    if (last !== undefined && last.kind === kind && kind !== 'first' && (afterMs ?? 0) <= TOGETHER_MS) {
      last.deliveries.push(delivery)
    } else stacks.push({ kind, deliveries: [delivery], afterMs })
    before = delivery
  }
  return stacks
}

/** `after 30.2 s`, `after 4 min`; undefined where it followed at once. */
export const gapWords = (afterMs: number | null): string | undefined => {
  if (afterMs === null || afterMs < 50) return undefined
  if (afterMs < 1_000) return `${Math.round(afterMs)} ms later`
  if (afterMs < 120_000) return `${(afterMs / 1_000).toFixed(1)} s later`
  if (afterMs < 7_200_000) return `${Math.round(afterMs / 60_000)} min later`
  if (afterMs < 172_800_000) return `${Math.round(afterMs / 3_600_000)} h later`
  return `${Math.round(afterMs / 86_400_000)} days later`
}

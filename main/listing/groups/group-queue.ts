/** The waiting changes of listings with variations, and what they mean for each of their SKUs (LST-15). */

import type { ListedItemsPort } from '../../items-port.ts'
import type { OutboundRow } from '../../outbound/kind.ts'
import type { Outbound, OutboundQueue } from '../../outbound/outbound.ts'
import { type GroupAction, type GroupKind, type GroupPayloads, subjectOfGroup } from './group-payloads.ts'

export type OpenGroupWork = {
  readonly action: GroupAction
  readonly row: OutboundRow<GroupPayloads[GroupAction], null>
}

export type GroupQueue = ReturnType<typeof createGroupQueue>

export const createGroupQueue = (deps: {
  readonly outbound: Outbound
  readonly items: Pick<ListedItemsPort, 'groupOf' | 'group'>
  readonly kinds: { readonly [A in GroupAction]: GroupKind<A> }
}) => {
  const { items, outbound } = deps
  const publish = outbound.register(deps.kinds.publish)
  const withdraw = outbound.register(deps.kinds.withdraw)
  const queues = { publish, withdraw } as unknown as Readonly<
    Record<GroupAction, OutboundQueue<GroupPayloads[GroupAction], null>>
  >
  const actions: readonly GroupAction[] = ['publish', 'withdraw']

  const openOf = (groupKey: string): readonly OpenGroupWork[] =>
    actions.flatMap((action) =>
      queues[action].open('subject = ?', [subjectOfGroup(groupKey)]).map((row) => ({ action, row })),
    )

  return {
    /** The unfinished changes of the listing that the SKU is a variation of. */
    open: (sku: string): readonly OpenGroupWork[] => {
      const groupKey = items.groupOf(sku)
      return groupKey === undefined ? [] : openOf(groupKey)
    },
  }
}

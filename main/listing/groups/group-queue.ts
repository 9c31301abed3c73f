/** The waiting changes of listings with variations, and what they mean for each of their SKUs (LST-15). */

import { conflict } from '../../../shared/result.ts'
import type { Database } from '../../database/database.ts'
import type { ListedItemsPort } from '../../items-port.ts'
import type { OutboundRow } from '../../outbound/kind.ts'
import type { Outbound, OutboundQueue } from '../../outbound/outbound.ts'
import {
  type GroupAction,
  type GroupKind,
  type GroupPayloads,
  groupKindNames,
  subjectOfGroup,
} from './group-payloads.ts'

export type OpenGroupWork = {
  readonly action: GroupAction
  readonly row: OutboundRow<GroupPayloads[GroupAction], null>
}

export type GroupQueue = ReturnType<typeof createGroupQueue>

export const createGroupQueue = (deps: {
  readonly outbound: Outbound
  readonly database: Database
  readonly items: Pick<ListedItemsPort, 'groupOf' | 'group'>
  readonly kinds: { readonly [A in GroupAction]: GroupKind<A> }
}) => {
  const { database, items, outbound } = deps
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
    /** The groups with a change in progress, that of their record included. */
    busyKeys: (): ReadonlySet<string> =>
      new Set(
        database.column<string>(
          `SELECT substr(subject, ${subjectOfGroup('').length + 1}) FROM outbound
           WHERE is_open = 1 AND state NOT IN ('refused', 'notFound') AND kind IN (SELECT value FROM json_each(?))`,
          [JSON.stringify([...Object.values(groupKindNames), 'groupSave'])],
        ),
      ),
    /** Call before adding changes of these groups, in their transaction. Throws `conflict` if an earlier one may have been sent. */
    makeWay: (groupKeys: readonly string[]): void => {
      for (const groupKey of groupKeys) {
        const busy = openOf(groupKey).some(({ row }) => ['sending', 'unknown'].includes(row.state.state))
        if (busy)
          throw conflict('Another change of this listing with variations is in progress. Try again once it is done.')
        for (const action of actions) queues[action].discard('subject = ?', [subjectOfGroup(groupKey)])
      }
    },
  }
}

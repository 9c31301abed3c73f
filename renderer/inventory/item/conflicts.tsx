/** Conflicts: fields that both the seller and the platform changed. */
import type { Ref } from 'react'
import type { Item } from '../../../shared/inventory/contract.ts'
import type { JsonPath } from '../../../shared/inventory/json.ts'
import { useAction, useClient } from '../../api/hooks.ts'
import { usePlatformName } from '../../api/use-connection.ts'
import { ConflictList } from '../../parts/save/conflict-list.tsx'
import { Banner } from '../../ui/feedback/banner.tsx'
import { MutationError } from '../../ui/feedback/mutation-error.tsx'
import { Stack } from '../../ui/layout/layout.tsx'
import { toShownConflict } from '../item-labels.ts'

export type ConflictsProps = {
  readonly item: Item
  /** Stores the latest changes. */
  readonly keep: () => Promise<void>
  readonly sectionRef: Ref<HTMLElement>
}

/** Sends nothing. */
export const Conflicts = ({ item, keep, sectionRef }: ConflictsProps) => {
  const { The } = usePlatformName()
  const client = useClient()
  const { sku, conflicts, isGone } = item
  const decide = useAction(
    async ({
      fields,
      side,
      createAgain = false,
    }: {
      fields: readonly JsonPath[]
      side: 'mine' | 'platform'
      createAgain?: boolean
    }) => {
      await keep()
      await client.inventory.resolveConflicts({
        sku,
        choices: fields.map((path) => ({ path: [...path], keep: side })),
        createAgain,
      })
    },
  )
  if (!isGone && conflicts.length === 0) return null
  return (
    <section aria-label="Conflicts" ref={sectionRef}>
      <Stack gap={3}>
        {isGone ? (
          <Banner
            action={{
              label: 'Create it again',
              onPress: () => decide.mutate({ fields: [], side: 'mine', createAgain: true }),
              isPending: decide.isPending,
            }}
            title={`${The} no longer has this item`}
            tone="danger"
          >
            Creating it again restores everything last read, with your edit. Nothing is sent until you save.
          </Banner>
        ) : (
          <ConflictList
            conflicts={conflicts.map((one) => toShownConflict(one))}
            isPending={decide.isPending}
            onDecide={(fields, side) => decide.mutate({ fields, side })}
          />
        )}
        <MutationError of={decide} />
      </Stack>
    </section>
  )
}

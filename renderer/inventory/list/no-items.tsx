/** What the item list shows without rows: no items yet, or none that match. */
import { Boxes } from 'lucide-react'
import { useReportedMutation } from '../../api/hooks.ts'
import { usePlatformName } from '../../api/use-connection.ts'
import { errorStateProps } from '../../parts/error-state-props.ts'
import { EmptyState, ErrorState, NoResults } from '../../ui/feedback/states.tsx'
import { filterNames, type ListView } from './list-view.ts'
import type { ItemListData } from './use-item-list.ts'

export type NoItemsProps = {
  /** Why the platform's own list couldn't be read. */
  readonly problem: ItemListData['listProblem']
  /** Null if the platform doesn't list what other tools made. */
  readonly active: ItemListData['active']
  /** Adds items that the platform has, by their SKUs. */
  readonly onAdd: () => void
  /** Creates an item that doesn't exist yet. */
  readonly onCreate: () => void
}

export const NoItems = ({ problem, active, onAdd, onCreate }: NoItemsProps) => {
  const { The } = usePlatformName()
  const retry = useReportedMutation('inventory', 'retryReading')
  if (problem !== null) {
    return (
      <ErrorState
        {...errorStateProps(problem, () => retry.mutate({}))}
        isRetrying={retry.isPending}
        what="Couldn’t load the item list"
      />
    )
  }
  if (active !== null && active.readAtMs === null && active.problem === null) {
    return (
      <EmptyState
        heading="Reading your listings"
        icon={Boxes}
        text="Stallhand reads every listing that is live in your shop, whoever made it. They appear here page by page."
      />
    )
  }
  if (active !== null) {
    return (
      <EmptyState
        action={{ label: 'New item', onPress: onCreate }}
        heading="No listings yet"
        icon={Boxes}
        text="Your shop has no live listing and no item. Create the first one here."
      />
    )
  }
  return (
    <EmptyState
      action={{ label: 'Add by SKU', onPress: onAdd }}
      heading="No items yet"
      icon={Boxes}
      text={`${The} can’t list your items. Type their SKUs, or paste them from your own sheet. Stallhand reads each item and shows every change before it is saved.`}
    />
  )
}

export const NoMatches = ({ view, onClear }: { readonly view: ListView; readonly onClear: () => void }) => {
  const searched = view.search === '' ? '' : ` for “${view.search}”`
  const filters = filterNames(view).map((name) => `, ${name.toLowerCase()} only`)
  return <NoResults heading="No results" onClear={onClear} text={`No items${searched}${filters.join('')}.`} />
}

/** The views of the item list: its filters with their counts, then those that the seller saved. */
import { ChevronDown } from 'lucide-react'
import { type ItemFilter, itemFilters } from '../../../../shared/inventory/contract/list-scope.ts'
import { useApiQuery } from '../../../api/hooks.ts'
import { useCommandChoices } from '../../../commands/registry.ts'
import { ViewsMenu as SavedViews } from '../../../parts/views-menu.tsx'
import { Button } from '../../../ui/buttons/button.tsx'
import { formatNumber } from '../../../ui/format/locale-format.ts'
import { filterLabel, filterOf, type ListView, noFilters } from '../list-view.ts'

const commands = { show: 'items.views', save: 'items.saveView' } as const

/** Views from earlier versions have fewer filters. */
const parseView = (stored: object): ListView => ({ ...noFilters, sort: '', columns: [], ...stored })

type ViewsMenuProps = {
  readonly view: ListView
  readonly counts: Readonly<Record<ItemFilter, number>> | undefined
  readonly lowStockAtMost: number | undefined
  readonly onShow: (view: Partial<ListView>) => void
}

export const ViewsMenu = ({ view, counts, lowStockAtMost, onShow }: ViewsMenuProps) => {
  const shown = filterOf(view)
  // A platform without buyers' offers has nothing to show there.
  const hasOffers = useApiQuery('offers', 'reading', {}).data?.canRead === true
  const filters = itemFilters.filter((id) => id !== 'withOffers' || hasOffers)
  const withCount = (filter: ItemFilter): string =>
    counts === undefined ? filterLabel(filter) : `${filterLabel(filter)} ${formatNumber(counts[filter])}`
  useCommandChoices('items.filter', () =>
    filters.map((id) => ({
      id,
      label: `Show ${filterLabel(id)}`,
      run: () => onShow({ ...noFilters, filter: id }),
    })),
  )
  return (
    <SavedViews
      commands={commands}
      description="Search, filters, sort order and columns"
      onShow={onShow}
      own={filters.map((id) => ({
        id: ` ${id}`,
        label: withCount(id),
        description:
          id === 'lowStock' && lowStockAtMost !== undefined ? `${formatNumber(lowStockAtMost)} or fewer` : undefined,
        onPress: () => onShow({ filter: id }),
      }))}
      parse={parseView}
      placeholder="Low stock by price"
      storedAs="inventory.views"
      trigger={
        <Button aria-label={`View: ${withCount(shown)}`} icon={ChevronDown}>
          {withCount(shown)}
        </Button>
      }
      view={view}
    />
  )
}

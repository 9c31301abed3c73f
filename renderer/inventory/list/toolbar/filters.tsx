/** Filters the item list by who made it, the listing, the condition, the category and the price. */
import { ListFilter } from 'lucide-react'
import { listingStateLabels, listingStates } from '../../../../shared/inventory/listing-state.ts'
import { Button } from '../../../ui/buttons/button.tsx'
import { NumberField } from '../../../ui/fields/number-field.tsx'
import { Row, Stack } from '../../../ui/layout/layout.tsx'
import { Popover } from '../../../ui/overlays/popover.tsx'
import { NO_CONDITION } from '../../item-labels.ts'
import { conditionName, filterNames, type ListView, listingOf, makerLabels, makerOf } from '../list-view.ts'
import type { ItemListData } from '../use-item-list.ts'
import type { ListViewState } from '../use-list-view.ts'
import { ANY, CountedSelect } from './counted-select.tsx'
import { formatPrices, NO_CATEGORY, parsePrices } from './offer-scope.ts'

/** The conditions that occur, and the selected one. */
const conditionChoices = (counts: ItemListData['conditionCounts'], shown: string) => {
  const found = counts.map(({ condition, count }) => ({ id: condition ?? NO_CONDITION, count }))
  const isKnown = shown === ANY || found.some(({ id }) => id === shown)
  const all = isKnown ? found : [...found, { id: shown, count: 0 }]
  return all.map(({ id, count }) => ({ id, label: conditionName(id), count }))
}

type FilterProps = Pick<ListViewState, 'view' | 'change'> & { readonly data: ItemListData }

/** Hidden until an item's listing was read. */
const ListingFilter = ({ view, change, data }: FilterProps) => {
  const shown = listingOf(view)
  if (shown === undefined && data.listingCounts.unread === data.counts.all) return null
  return (
    <CountedSelect
      anyLabel="Any listing state"
      label="Listing"
      onChange={(listing) => change({ listing })}
      options={listingStates.map((id) => ({ id, label: listingStateLabels[id], count: data.listingCounts[id] }))}
      shown={shown ?? ANY}
    />
  )
}

/** Hidden while all items have the same condition. */
const ConditionFilter = ({ view, change, data }: FilterProps) => {
  if (view.condition === ANY && data.conditionCounts.length <= 1) return null
  return (
    <CountedSelect
      anyLabel="Any condition"
      label="Condition"
      onChange={(condition) => change({ condition })}
      options={conditionChoices(data.conditionCounts, view.condition)}
      shown={view.condition}
    />
  )
}

/** Hidden while the shop has no listing made with another tool. */
const MakerFilter = ({ view, change, data }: FilterProps) => {
  const shown = makerOf(view)
  const elsewhere = data.active?.elsewhere ?? 0
  if (shown === 'any' && elsewhere === 0) return null
  return (
    <CountedSelect
      anyLabel={makerLabels.any}
      label="Made with"
      onChange={(maker) => change({ maker })}
      options={[
        { id: 'here', label: makerLabels.here, count: data.counts.all },
        { id: 'elsewhere', label: makerLabels.elsewhere, count: elsewhere },
      ]}
      shown={shown}
    />
  )
}

const OfferFilters = ({ view, change, data }: FilterProps) => {
  const { category, prices } = view
  const { from, to } = parsePrices(prices)
  const setPrice = (next: { readonly from?: number | null; readonly to?: number | null }): void => {
    const wanted = { from, to, ...next }
    if ([wanted.from, wanted.to].every((price) => price === null || price >= 0)) {
      change({ prices: formatPrices(wanted.from, wanted.to) })
    }
  }
  const isShown = data.categoryCounts.some((counted) => (counted.category ?? NO_CATEGORY) === category)
  const counts = isShown || category === ANY ? data.categoryCounts : [...data.categoryCounts, { category, count: 0 }]
  return (
    <>
      <CountedSelect
        anyLabel="Any category"
        label="Category"
        onChange={(chosen) => change({ category: chosen })}
        options={counts.map((counted) => ({
          id: counted.category ?? NO_CATEGORY,
          label: counted.category ?? 'No category yet',
          count: counted.count,
        }))}
        shown={category}
      />
      <Row gap={2}>
        <NumberField label="Price from" min={0} onChange={(price) => setPrice({ from: price })} value={from} />
        <NumberField label="Price to" min={0} onChange={(price) => setPrice({ to: price })} value={to} />
      </Row>
    </>
  )
}

/** The names of what is filtered here; the view's own name is beside it. */
const buttonText = (view: ListView): string => {
  const names = filterNames({ ...view, filter: 'all' })
  return names.length === 0 ? 'Filters' : names.join(', ')
}

export const Filters = (props: FilterProps & { readonly canList: boolean }) => {
  const text = buttonText(props.view)
  return (
    <Popover
      label="Filters"
      trigger={
        <Button aria-label={text === 'Filters' ? text : `Filters: ${text}`} icon={ListFilter} variant="quiet">
          {text}
        </Button>
      }
    >
      <Stack gap={3}>
        <MakerFilter {...props} />
        <ListingFilter {...props} />
        <ConditionFilter {...props} />
        {(props.canList || text !== 'Filters') && <OfferFilters {...props} />}
      </Stack>
    </Popover>
  )
}

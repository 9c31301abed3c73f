/** Filters the item list by the category and the price of its offers. */
import { Button } from '../../../ui/buttons/button.tsx'
import { NumberField } from '../../../ui/fields/number-field.tsx'
import { formatNumber } from '../../../ui/format/locale-format.ts'
import { Row, Stack } from '../../../ui/layout/layout.tsx'
import { Popover } from '../../../ui/overlays/popover.tsx'
import { ANY, CountedSelect } from './counted-select.tsx'

const NO_CATEGORY = ' none'

/** As stored: `10-50`, `10-` and `-50`; empty for any price. */
const formatPrices = (from: number | null, to: number | null): string =>
  from === null && to === null ? '' : `${from ?? ''}-${to ?? ''}`

const parsePrices = (text: string): { readonly from: number | null; readonly to: number | null } => {
  const [, from = '', to = ''] = /^([\d.]*)-([\d.]*)$/.exec(text) ?? []
  const toNumber = (part: string): number | null => (part === '' || Number.isNaN(Number(part)) ? null : Number(part))
  return { from: toNumber(from), to: toNumber(to) }
}

/** The part of a list's scope that these filters are. */
export const offerScope = (category: string, prices: string) => {
  const { from, to } = parsePrices(prices)
  return {
    ...(category === ANY ? {} : { category: category === NO_CATEGORY ? null : category }),
    ...(from === null ? {} : { minPrice: from }),
    ...(to === null ? {} : { maxPrice: to }),
  }
}

/** Labels of the active filters. */
export const offerFilterLabels = (category: string, prices: string): readonly string[] => {
  const { from, to } = parsePrices(prices)
  const [low, high] = [from, to].map((price) => (price === null ? '' : formatNumber(price)))
  return [
    ...(category === ANY ? [] : [category === NO_CATEGORY ? 'No category yet' : category]),
    ...(from === null && to === null
      ? []
      : [from === null ? `Price up to ${high}` : to === null ? `Price from ${low}` : `Price ${low} to ${high}`]),
  ]
}

export type OfferFiltersProps = {
  readonly categoryCounts: readonly { readonly category: string | null; readonly count: number }[]
  /** A category's name or id, or `ANY`. */
  readonly category: string
  readonly onCategoryChange: (category: string) => void
  readonly prices: string
  readonly onPricesChange: (prices: string) => void
}

export const OfferFilters = (props: OfferFiltersProps) => {
  const { categoryCounts, category, onCategoryChange, prices, onPricesChange } = props
  const { from, to } = parsePrices(prices)
  const setPrice = (next: { readonly from?: number | null; readonly to?: number | null }): void => {
    const wanted = { from, to, ...next }
    if ([wanted.from, wanted.to].every((price) => price === null || price >= 0))
      onPricesChange(formatPrices(wanted.from, wanted.to))
  }
  const isShown = categoryCounts.some((counted) => (counted.category ?? NO_CATEGORY) === category)
  const counts = isShown || category === ANY ? categoryCounts : [...categoryCounts, { category, count: 0 }]
  const labels = offerFilterLabels(category, prices)
  return (
    <Popover
      label="Category and price"
      trigger={<Button>{labels.length === 0 ? 'Any category, any price' : labels.join(', ')}</Button>}
    >
      <Stack gap={3}>
        <CountedSelect
          anyLabel="Any category"
          label="Category"
          onChange={onCategoryChange}
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
      </Stack>
    </Popover>
  )
}

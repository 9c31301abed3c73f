/** The choice of the inbox's view: conversations, a saved search, or buyers' offers. */
import { type ConversationView, conversationViews } from '../../../shared/messaging/conversation.ts'
import { useApiQuery } from '../../api/hooks.ts'
import { useCommandChoices } from '../../commands/registry.ts'
import { useAppLocation } from '../../location.ts'
import { OFFERS_PATH } from '../../parts/offers/offer-labels.ts'
import { Select } from '../../ui/fields/select.tsx'
import { formatNumber } from '../../ui/format/locale-format.ts'
import { closeConversation, openOffers } from '../locations.ts'
import { incompleteMessage, viewLabels } from '../messaging-labels.ts'
import { everything, type FilterControl, isSameFilter } from './use-list-filter.ts'

const SAVED = 'saved '
const OFFERS = 'offers'

/** "Unread 12", or "Unread 12+" while more may be found. */
const withCount = (label: string, count: number, isIncomplete = false): string =>
  count === 0 ? label : `${label} ${formatNumber(count)}${isIncomplete ? '+' : ''}`

export const ViewChoice = ({ control }: { readonly control: FilterControl }) => {
  const { filter, narrow, show } = control
  const isOffers = useAppLocation().path[0] === OFFERS_PATH
  const views = useApiQuery('messaging', 'counts', {}).data?.views
  const sync = useApiQuery('messaging', 'sync', {}).data
  const hasOffers = useApiQuery('offers', 'reading', {}).data?.canRead === true
  const offers = useApiQuery('offers', 'counts', {}, { enabled: hasOffers }).data?.open ?? 0
  const isIncomplete = (view: ConversationView): boolean => sync !== undefined && incompleteMessage(view, sync) !== null
  const searches = useApiQuery('messaging', 'savedSearches', {}).data?.searches ?? []
  const isPlain = isSameFilter(filter, { ...everything, view: filter.view })
  const saved = searches.find((search) => isSameFilter(search, filter))
  const isSaved = saved !== undefined && !isPlain

  const options = [
    ...(hasOffers || isOffers ? [{ id: OFFERS, label: withCount('Offers', offers), group: 'Views' }] : []),
    ...conversationViews.map((id) => ({
      id,
      label: withCount(viewLabels[id], views?.[id] ?? 0, isIncomplete(id)),
      group: 'Views',
    })),
    ...searches.map(({ id, name }) => ({ id: `${SAVED}${id}`, label: name, group: 'Saved searches' })),
  ]
  const showAll = (id: string): void => {
    if (id === OFFERS) {
      openOffers()
      return
    }
    const view = conversationViews.find((one) => one === id)
    const search = view === undefined ? searches.find((one) => `${SAVED}${one.id}` === id) : { ...everything, view }
    if (search !== undefined) show(search)
    if (isOffers) closeConversation()
  }
  /** Changing the view keeps the item and the buyer, but not those of a saved search. */
  const choose = (id: string): void => {
    const view = conversationViews.find((one) => one === id)
    if (view === undefined || isSaved || isOffers) showAll(id)
    else narrow({ view })
  }
  useCommandChoices('inbox.show', () =>
    options.map(({ id, label }) => ({ id, label: `Show ${label}`, run: () => showAll(id) })),
  )
  return (
    <Select
      label="View"
      isLabelHidden
      isSmall
      options={options}
      value={isOffers ? OFFERS : isSaved ? `${SAVED}${saved.id}` : filter.view}
      onChange={choose}
    />
  )
}

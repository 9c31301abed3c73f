/** Where the window shows what a change is about. */
import type { ChangePage } from '../../shared/outbound/change-page.ts'
import type { RunName } from '../../shared/outbound/run-contract.ts'
import { type AppLocation, locationHref } from '../location.ts'
import { groupLocation, listingLocation } from '../parts/listing-path.ts'
import { newMessageLocation, replyLocation } from '../parts/message-path.ts'
import { runLocation } from '../runs/run-labels.ts'

type PageLink = { readonly label: string; readonly href: string }

const pages: Readonly<
  Record<
    ChangePage['page'],
    {
      readonly label: string
      readonly at: (id: string) => AppLocation
      /** Where a withdrawn change is written, if elsewhere. */
      readonly draftAt?: (id: string) => AppLocation
    }
  >
> = {
  conversation: {
    label: 'Open the conversation',
    at: (id) => ({ screen: 'inbox', path: [id] }),
    draftAt: replyLocation,
  },
  newMessage: { label: 'Open the message', at: newMessageLocation },
  item: { label: 'Open the item', at: (sku) => ({ screen: 'items', path: [sku] }) },
  listing: { label: 'Open the listing', at: listingLocation },
  group: { label: 'Open the listing', at: groupLocation },
  order: { label: 'Open the order', at: (orderId) => ({ screen: 'orders', path: [orderId] }) },
  task: { label: 'Open the mapping task', at: (taskId) => ({ screen: 'mapping', path: [taskId] }) },
  subscriptions: {
    label: 'Open the subscriptions',
    at: () => ({ screen: 'notifications', path: ['subscriptions'] }),
  },
}

/** Where the draft of a withdrawn change is. */
export const draftLocation = ({ page, id }: ChangePage): AppLocation => (pages[page].draftAt ?? pages[page].at)(id)

/** Links to what a change is about, and to its run. */
export const pageLinks = ({
  page,
  run,
}: {
  readonly page: ChangePage | null
  readonly run: RunName | null
}): readonly PageLink[] => [
  ...(page === null ? [] : [{ label: pages[page.page].label, href: locationHref(pages[page.page].at(page.id)) }]),
  ...(run === null ? [] : [{ label: 'Open the run', href: locationHref(runLocation(run)) }]),
]

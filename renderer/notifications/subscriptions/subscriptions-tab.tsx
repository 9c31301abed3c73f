/** The Subscriptions tab: its lists, or a page opened from them. */
import type { ReceiverView } from '../../../shared/notifications/log-contract.ts'
import { ChallengePage } from '../challenge/challenge-page.tsx'
import { FilterEditor } from '../filters/filter-editor.tsx'
import { PreferencesPage } from '../legacy/preferences-page.tsx'
import { SubscriptionsPanel } from './subscriptions-panel.tsx'

type SubscriptionsTabProps = {
  readonly path: readonly string[]
  readonly receiver: ReceiverView | null
  readonly onRegister: () => void
}

/** `path`: what follows `#/notifications/subscriptions`. `receiver`: null while loading. */
export const SubscriptionsTab = ({ path, receiver, onRegister }: SubscriptionsTabProps) => {
  const [page, id] = path
  const ownAddress = receiver?.registeredUrl ?? null
  if (page === 'filter' && id !== undefined) return <FilterEditor key={id} subscriptionId={id} />
  if (page === 'legacy') return <PreferencesPage ownAddress={ownAddress} />
  if (page === 'challenge') return <ChallengePage ownAddress={ownAddress} />
  return <SubscriptionsPanel onRegister={onRegister} receiver={receiver} />
}

/** Advanced: this computer's address and what arrived, and every operation of the notification service. */
import type { ReceiverView } from '../../../shared/notifications/log-contract.ts'
import { navigate } from '../../location.ts'
import { Pane } from '../../ui/layout/pane.tsx'
import { ChallengePage } from '../challenge/challenge-page.tsx'
import { FilterEditor } from '../filters/filter-editor.tsx'
import { PreferencesPage } from '../legacy/preferences-page.tsx'
import { ReceiverPanel } from '../receiver/receiver-panel.tsx'
import { SubscriptionsPanel } from './subscriptions-panel.tsx'

/** `#/notifications/subscriptions` */
export const ADVANCED_PATH = 'subscriptions'

type AdvancedPageProps = {
  /** The path after `#/notifications/subscriptions`. */
  readonly path: readonly string[]
  /** Null while loading. */
  readonly receiver: ReceiverView | null
  readonly onSetUp: () => void
}

const Page = ({ path, receiver, onSetUp }: AdvancedPageProps) => {
  const [page, id] = path
  const ownAddress = receiver?.registeredUrl ?? null
  if (page === 'filter' && id !== undefined) return <FilterEditor key={id} subscriptionId={id} />
  if (page === 'legacy') return <PreferencesPage ownAddress={ownAddress} />
  if (page === 'challenge') return <ChallengePage ownAddress={ownAddress} />
  return (
    <>
      {receiver !== null && <ReceiverPanel receiver={receiver} />}
      <SubscriptionsPanel onRegister={onSetUp} receiver={receiver} />
    </>
  )
}

export const AdvancedPage = (props: AdvancedPageProps) => (
  <Pane
    backLabel="Back to notifications"
    closeLabel="Close"
    onBack={() => navigate({ screen: 'notifications', path: [] })}
    title="Advanced notifications"
  >
    <Page {...props} />
  </Pane>
)

/** The Subscriptions tab: the board, or what was opened from it. */
import type { ReceiverView } from '../../shared/notifications/log-contract.ts'
import { BoardPanel } from './board-panel.tsx'
import { ChallengePage } from './challenge-page.tsx'
import { FilterWorkbench } from './filter-workbench.tsx'
import styles from './notifications.module.css'
import { PreferencesPage } from './preferences-page.tsx'

/** `path`: what follows `#/notifications/subscriptions`. */
export const SubscriptionsTab = ({
  path,
  receiver,
  onRegister,
}: {
  readonly path: readonly string[]
  /** Null until it is known. */
  readonly receiver: ReceiverView | null
  readonly onRegister: () => void
}) => {
  const [page, id] = path
  const ownAddress = receiver?.registeredUrl ?? null
  if (page === 'filter' && id !== undefined) return <FilterWorkbench key={id} subscriptionId={id} />
  if (page === 'legacy') return <PreferencesPage ownAddress={ownAddress} />
  if (page === 'challenge') return <ChallengePage ownAddress={ownAddress} />
  return (
    <div className={styles.boardTab}>
      <BoardPanel onRegister={onRegister} receiver={receiver} />
    </div>
  )
}

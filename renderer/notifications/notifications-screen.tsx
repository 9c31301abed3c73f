/** The log with the receiver above it and one event beside it, and the subscriptions. */
import { useRef, useState } from 'react'
import type { PlatformName } from '../../shared/connection/platforms.ts'
import type { ReceiverView } from '../../shared/notifications/log-contract.ts'
import { useApiQuery, useReportedMutation } from '../api/hooks.ts'
import { useConnection, usePlatformName } from '../api/use-connection.ts'
import { CommandButton } from '../commands/command-button.tsx'
import { useCommand } from '../commands/registry.ts'
import { navigate, useAppLocation } from '../location.ts'
import { QueryView } from '../ui/feedback/query-view.tsx'
import type { StateAction } from '../ui/feedback/states.tsx'
import { formatNumber } from '../ui/format/locale-format.ts'
import { useOnceSeen } from '../ui/hooks/use-once-seen.ts'
import { Pane } from '../ui/layout/pane.tsx'
import { Tabs } from '../ui/layout/tabs.tsx'
import { ChallengePage } from './challenge/challenge-page.tsx'
import { FilterEditor } from './filters/filter-editor.tsx'
import { PreferencesPage } from './legacy/preferences-page.tsx'
import { EventLog } from './log/event-log.tsx'
import { EventPage } from './log/event-page.tsx'
import type { LogFilter } from './log/log-filters.tsx'
import styles from './notifications.module.css'
import { ReceiverPanel } from './receiver/receiver-panel.tsx'
import { RegisterDialog } from './subscriptions/register-dialog.tsx'
import { SubscriptionsPanel } from './subscriptions/subscriptions-panel.tsx'
import { useChangeAddress } from './subscriptions/use-change-address.ts'

type SubscriptionsTabProps = {
  /** The path after `#/notifications/subscriptions`. */
  readonly path: readonly string[]
  /** Null while loading. */
  readonly receiver: ReceiverView | null
  readonly onRegister: () => void
}

/** The Subscriptions tab: its lists, or a page opened from them. */
const SubscriptionsTab = ({ path, receiver, onRegister }: SubscriptionsTabProps) => {
  const [page, id] = path
  const ownAddress = receiver?.registeredUrl ?? null
  if (page === 'filter' && id !== undefined) return <FilterEditor key={id} subscriptionId={id} />
  if (page === 'legacy') return <PreferencesPage ownAddress={ownAddress} />
  if (page === 'challenge') return <ChallengePage ownAddress={ownAddress} />
  return <SubscriptionsPanel onRegister={onRegister} receiver={receiver} />
}

const SUBSCRIPTIONS = 'subscriptions'

const open = (eventId: string): void => navigate({ screen: 'notifications', path: [eventId] })

/** The empty log: first steps. */
const firstSteps = (
  { registration, addressProblem }: ReceiverView,
  isPractice: boolean,
  changeAddress: StateAction,
  { the }: PlatformName,
) => {
  if (registration.state === 'complete') {
    return isPractice
      ? {
          text: 'Instant alerts are on. Sell something on the practice platform to see it arrive.',
          action: { label: 'Go to Practice', onPress: () => navigate({ screen: 'practice', path: [] }) },
        }
      : { text: 'Instant alerts are on. A sandbox may take hours and does not send every event.' }
  }
  return {
    text: `With instant alerts, ${the} tells this computer within seconds what you choose, such as sales. Stallhand keeps each one and checks who sent it.`,
    // The set-up itself is one button, in the panel above.
    ...(addressProblem === null ? {} : { action: changeAddress }),
  }
}

type ProblemsProps = {
  readonly counts: ReceiverView['counts']
  readonly onShow: (filter: LogFilter) => void
}

/** Failed, quarantined and waiting events; each count opens them in the log. */
const Problems = ({ counts, onShow }: ProblemsProps) => (
  <span className={styles.problems}>
    {counts.failed > 0 && (
      <CommandButton
        command="notifications.showFailed"
        text={`${formatNumber(counts.failed)} failed`}
        onPress={() => onShow({ processing: 'failed' })}
        size="s"
        variant="quiet"
      />
    )}
    {counts.quarantined > 0 && (
      <CommandButton
        command="notifications.showQuarantined"
        text={`${formatNumber(counts.quarantined)} ignored`}
        onPress={() => onShow({ processing: 'quarantined' })}
        size="s"
        variant="quiet"
      />
    )}
    {counts.waiting > 0 && <span>{formatNumber(counts.waiting)} waiting</span>}
  </span>
)

/** Long enough to notice which rows are new. */
const SEEN_AFTER_MS = 3_000

export const NotificationsScreen = () => {
  const { path } = useAppLocation()
  const connection = useConnection()
  const platformName = usePlatformName()
  const receiver = useApiQuery('notifications', 'receiver', {})
  const changeAddress = useChangeAddress()
  const [filter, setFilter] = useState<LogFilter>({})
  const [isRegistering, setRegistering] = useState(false)
  const screenRef = useRef<HTMLDivElement>(null)
  const searchRef = useRef<HTMLInputElement>(null)
  const isSubscriptions = path[0] === SUBSCRIPTIONS
  const selected = isSubscriptions ? null : (path[0] ?? null)
  const eventId = selected !== null && /^[1-9]\d{0,14}$/.test(selected) ? Number(selected) : null
  const view = receiver.data
  const { counts } = view ?? {}

  const unseen = counts?.unseen ?? 0
  const markSeen = useReportedMutation('notifications', 'markSeen')
  useOnceSeen(isSubscriptions || unseen === 0 ? null : unseen, () => markSeen.mutate({}), SEEN_AFTER_MS)

  const register = (): void => setRegistering(true)
  const close = (): void => {
    navigate({ screen: 'notifications', path: [] })
    screenRef.current?.querySelector<HTMLElement>('[role=grid]')?.focus()
  }
  useCommand('notifications.back', close, { isEnabled: selected !== null })
  const showTab = (tab: string): void =>
    navigate({ screen: 'notifications', path: tab === SUBSCRIPTIONS ? [SUBSCRIPTIONS] : [] })
  const show = (wanted: LogFilter): void => {
    setFilter(wanted)
    if (isSubscriptions) close()
  }
  useCommand('notifications.showNews', () => show({ isNews: true }))
  useCommand('notifications.log', () => showTab('log'), { isEnabled: isSubscriptions })
  useCommand('notifications.subscriptions', () => showTab(SUBSCRIPTIONS), { isEnabled: !isSubscriptions })
  useCommand('notifications.search', () => searchRef.current?.focus(), { isEnabled: !isSubscriptions })

  const log = (
    <QueryView query={receiver} label="Instant alerts" skeleton={{ shape: 'facts' }}>
      {(view) => (
        <div className={styles.logTab}>
          <ReceiverPanel receiver={view} onRegister={register} />
          <EventLog
            filter={filter}
            onFilter={setFilter}
            selected={selected}
            onOpen={open}
            searchRef={searchRef}
            firstTime={firstSteps(view, connection?.kind === 'practice', changeAddress, platformName)}
          />
        </div>
      )}
    </QueryView>
  )

  return (
    <div className={styles.screen} data-beside={eventId === null ? undefined : true} ref={screenRef}>
      <div className={styles.main}>
        <Pane
          title="Notifications"
          actions={counts === undefined ? undefined : <Problems counts={counts} onShow={show} />}
          isFilled
        >
          <Tabs
            label="Notifications"
            selected={isSubscriptions ? SUBSCRIPTIONS : 'log'}
            onChange={showTab}
            tabs={[
              { id: 'log', label: 'Log', content: log },
              {
                id: SUBSCRIPTIONS,
                label: 'Advanced',
                content: <SubscriptionsTab onRegister={register} path={path.slice(1)} receiver={view ?? null} />,
              },
            ]}
          />
        </Pane>
      </div>
      {eventId !== null && (
        <div className={styles.side}>
          <EventPage key={eventId} eventId={eventId} onClose={close} />
        </div>
      )}
      {isRegistering && view !== undefined && (
        <RegisterDialog registration={view.registration} onClose={() => setRegistering(false)} />
      )}
    </div>
  )
}

/** What happened in the shop, with one event beside it; choosing alerts; and behind a menu the advanced page. */
import { Bell, Ellipsis, Settings2, ShieldAlert, Users } from 'lucide-react'
import { useRef, useState } from 'react'
import type { PlatformName } from '../../shared/connection/platforms.ts'
import type { ReceiverView } from '../../shared/notifications/log-contract.ts'
import { useApiQuery, useReportedMutation } from '../api/hooks.ts'
import { useConnection, usePlatformName } from '../api/use-connection.ts'
import { CommandButton, CommandMenu } from '../commands/command-button.tsx'
import { useCommand } from '../commands/registry.ts'
import { navigate, useAppLocation } from '../location.ts'
import { IconButton } from '../ui/buttons/icon-button.tsx'
import { QueryView } from '../ui/feedback/query-view.tsx'
import { SearchField } from '../ui/fields/search-field.tsx'
import { formatCount } from '../ui/format/locale-format.ts'
import { useIsNarrow } from '../ui/hooks/use-media-query.ts'
import { useOnceSeen } from '../ui/hooks/use-once-seen.ts'
import { Pane } from '../ui/layout/pane.tsx'
import { ALERTS_PATH, AlertsPage } from './alerts/alerts-page.tsx'
import { EventLog } from './log/event-log.tsx'
import { EventPage } from './log/event-page.tsx'
import { type LogFilter, LogFilters } from './log/log-filters.tsx'
import styles from './notifications.module.css'
import { ErasuresDialog } from './receiver/erasures.tsx'
import { ReceiverProblems } from './receiver/receiver-problems.tsx'
import { ADVANCED_PATH, AdvancedPage } from './subscriptions/advanced-page.tsx'

const openPath = (...path: readonly string[]): void => navigate({ screen: 'notifications', path })
const chooseAlerts = (): void => openPath(ALERTS_PATH)

/** The empty log: first steps. */
const firstSteps = ({ registration }: ReceiverView, isPractice: boolean, { the }: PlatformName) => {
  if (registration.state === 'complete') {
    return isPractice
      ? {
          text: 'Instant alerts are on. Sell something on the practice platform to see it arrive.',
          action: { label: 'Go to Practice', onPress: () => navigate({ screen: 'practice', path: [] }) },
        }
      : { text: 'Instant alerts are on. A sandbox may take hours and doesn’t send every event.' }
  }
  return {
    text: `With instant alerts, ${the} tells this computer within seconds what you choose, such as sales. Stallhand keeps each one and checks who sent it.`,
    action: { label: 'Choose alerts', onPress: chooseAlerts },
  }
}

/** Long enough to notice which rows are new. */
const SEEN_AFTER_MS = 3_000

const MoreMenu = ({ onShow }: { readonly onShow: (filter: LogFilter) => void }) => {
  const [isShowingErasures, setShowingErasures] = useState(false)
  const erasures = useApiQuery('notifications', 'erasures', {}).data
  const erased = erasures?.erasures.length ?? 0
  return (
    <>
      <CommandMenu
        actions={[
          {
            command: 'notifications.showQuarantined',
            icon: ShieldAlert,
            onPress: () => onShow({ processing: 'quarantined' }),
          },
          ...(erased === 0
            ? []
            : [
                {
                  command: 'notifications.showErasures' as const,
                  description: `${formatCount(erased, 'user')} erased`,
                  icon: Users,
                  onPress: () => setShowingErasures(true),
                },
              ]),
          'separator',
          {
            command: 'notifications.subscriptions',
            icon: Settings2,
            onPress: () => openPath(ADVANCED_PATH),
          },
        ]}
        label="More for notifications"
        placement="bottom end"
        trigger={<IconButton icon={Ellipsis} label="More for notifications" />}
      />
      {isShowingErasures && erasures !== undefined && (
        <ErasuresDialog {...erasures} onClose={() => setShowingErasures(false)} />
      )}
    </>
  )
}

export const NotificationsScreen = () => {
  const { path } = useAppLocation()
  const connection = useConnection()
  const platformName = usePlatformName()
  const receiver = useApiQuery('notifications', 'receiver', {})
  const [search, setSearch] = useState('')
  const [filter, setFilter] = useState<LogFilter>({})
  const screenRef = useRef<HTMLDivElement>(null)
  const searchRef = useRef<HTMLInputElement>(null)
  const [page] = path
  const isLog = page !== ADVANCED_PATH && page !== ALERTS_PATH
  const selected = isLog ? (page ?? null) : null
  const eventId = selected !== null && /^[1-9]\d{0,14}$/.test(selected) ? Number(selected) : null
  // The filter offers the names in the log.
  const names = useApiQuery('notifications', 'events', { filter: {}, search: '', limit: 1 }, { enabled: isLog }).data
    ?.names

  const unseen = receiver.data?.counts.unseen ?? 0
  const markSeen = useReportedMutation('notifications', 'markSeen')
  // In a narrow window an open event takes the place of the list.
  const isNarrow = useIsNarrow()
  const isListShown = isLog && !(isNarrow && eventId !== null)
  useOnceSeen(!isListShown || unseen === 0 ? null : unseen, () => markSeen.mutate({}), SEEN_AFTER_MS)

  const close = (): void => {
    openPath()
    screenRef.current?.querySelector<HTMLElement>('[role=grid]')?.focus()
  }
  useCommand('notifications.back', close, { isEnabled: page !== undefined })
  const show = (wanted: LogFilter): void => {
    setFilter(wanted)
    if (!isLog) close()
  }
  const clear = (): void => {
    setSearch('')
    setFilter({})
  }
  useCommand('notifications.showNews', () => show({ isNews: true }))
  useCommand('notifications.showFailed', () => show({ processing: 'failed' }))
  useCommand('notifications.log', close, { isEnabled: !isLog })
  useCommand('notifications.search', () => searchRef.current?.focus(), { isEnabled: isLog })

  if (page === ALERTS_PATH) return <AlertsPage receiver={receiver.data ?? null} />
  if (page === ADVANCED_PATH) {
    return <AdvancedPage onSetUp={chooseAlerts} path={path.slice(1)} receiver={receiver.data ?? null} />
  }
  return (
    <div className={styles.screen} data-beside={eventId === null ? undefined : true} ref={screenRef}>
      <div className={styles.main}>
        <Pane
          actions={
            <>
              <CommandButton command="notifications.register" icon={Bell} onPress={chooseAlerts} />
              <MoreMenu onShow={show} />
            </>
          }
          isFilled
          title="Notifications"
          toolbar={
            <div className={styles.tools}>
              <div className={styles.search}>
                <SearchField
                  inputRef={searchRef}
                  keys="/"
                  label="Search events"
                  onChange={setSearch}
                  placeholder="Item, buyer or note"
                  value={search}
                />
              </div>
              <LogFilters filter={filter} names={names ?? []} onChange={setFilter} />
            </div>
          }
        >
          <QueryView query={receiver} label="Instant alerts" skeleton={{ shape: 'facts' }}>
            {(view) => (
              <div className={styles.log}>
                <ReceiverProblems onSetUp={chooseAlerts} receiver={view} />
                <EventLog
                  filter={filter}
                  firstTime={firstSteps(view, connection?.kind === 'practice', platformName)}
                  onClear={clear}
                  onOpen={openPath}
                  search={search}
                  selected={selected}
                />
              </div>
            )}
          </QueryView>
        </Pane>
      </div>
      {eventId !== null && (
        <div className={styles.side}>
          <EventPage key={eventId} eventId={eventId} onClose={close} />
        </div>
      )}
    </div>
  )
}

/** Two tabs: the log, with the receiver on top and one event as a page beside it; and the subscriptions, what leads where. */
import { useEffect, useRef, useState } from 'react'
import type { ReceiverView } from '../../shared/notifications/log-contract.ts'
import { useApiQuery } from '../api/hooks.ts'
import { navigate, useAppLocation } from '../api/location.ts'
import { useConnection } from '../api/use-connection.ts'
import { Button } from '../ui/button.tsx'
import { formatNumber } from '../ui/locale-format.ts'
import { Pane } from '../ui/pane.tsx'
import { ErrorState, LoadingState, type StateAction } from '../ui/states.tsx'
import { Tabs } from '../ui/tabs.tsx'
import { EventLog } from './event-log.tsx'
import { EventPage } from './event-page.tsx'
import type { LogFilter } from './log-filters.tsx'
import styles from './notifications.module.css'
import { ReceiverPanel } from './receiver-panel.tsx'
import { ReplayStrip } from './replay-strip.tsx'
import { RegisterDialog } from './subscriptions/register-dialog.tsx'
import { SubscriptionsTab } from './subscriptions/subscriptions-tab.tsx'
import { useChangeAddress } from './subscriptions/use-change-address.ts'

const SUBSCRIPTIONS = 'subscriptions'

const open = (eventId: string): void => navigate({ screen: 'notifications', path: [eventId] })

const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement

/** What a seller is told before the first notification, and what there is to do about it. */
const firstTimeOf = (
  { registration, addressProblem }: ReceiverView,
  isPractice: boolean,
  onRegister: () => void,
  changeAddress: StateAction,
) => {
  if (registration.state === 'complete') {
    return isPractice
      ? {
          text: 'The platform knows this receiver. Sell something on the practice platform and watch it arrive.',
          act: { label: 'Go to Practice', onPress: () => navigate({ screen: 'practice', path: [] }) },
        }
      : { text: 'The platform knows this receiver. A sandbox can take hours, and does not send every event.' }
  }
  return {
    text: 'The platform pushes sales, bids and feedback to an address that you register. Stallhand listens on this machine, keeps each one before it answers, and checks who sent it.',
    act:
      addressProblem === null
        ? { label: isPractice ? 'Register with the practice platform' : 'Register this receiver', onPress: onRegister }
        : changeAddress,
  }
}

/** What there is to look at, each leading to it in the log. */
const Troubles = ({
  counts,
  onShow,
}: {
  readonly counts: ReceiverView['counts']
  readonly onShow: (processing: 'failed' | 'quarantined') => void
}) => (
  <span className={styles.troubles}>
    {counts.failed > 0 && (
      <Button onPress={() => onShow('failed')} size="s" variant="quiet">
        {formatNumber(counts.failed)} failed
      </Button>
    )}
    {counts.quarantined > 0 && (
      <Button onPress={() => onShow('quarantined')} size="s" variant="quiet">
        {formatNumber(counts.quarantined)} held apart
      </Button>
    )}
    {counts.waiting > 0 && <span>{formatNumber(counts.waiting)} waiting</span>}
  </span>
)

export const NotificationsScreen = () => {
  const { path } = useAppLocation()
  const connection = useConnection()
  const receiver = useApiQuery('notifications', 'receiver', {})
  const changeAddress = useChangeAddress()
  const [filter, setFilter] = useState<LogFilter>({})
  const [isRegistering, setRegistering] = useState(false)
  const screenRef = useRef<HTMLDivElement>(null)
  const searchRef = useRef<HTMLInputElement>(null)
  const isBoard = path[0] === SUBSCRIPTIONS
  const selected = isBoard ? null : (path[0] ?? null)
  const eventId = selected !== null && /^[1-9]\d{0,14}$/.test(selected) ? Number(selected) : null
  const view = receiver.data
  const { counts } = view ?? {}

  /** Closes the event; the focus goes back to the log, from which it came. */
  const close = (): void => {
    navigate({ screen: 'notifications', path: [] })
    screenRef.current?.querySelector<HTMLElement>('[role=grid]')?.focus()
  }

  // On the window: whatever has the focus, or nothing, Escape goes one level out. What floats above takes its own keys.
  const onKeyDown = useRef((_event: KeyboardEvent): void => {})
  onKeyDown.current = (event) => {
    if (event.defaultPrevented || event.isComposing || event.ctrlKey || event.metaKey || event.altKey) return
    if (event.target instanceof Element && event.target.closest('[role=dialog], [role=alertdialog]') !== null) return
    if (event.key === 'Escape' && selected !== null) {
      event.preventDefault()
      close()
    } else if (event.key === '/' && !isBoard && !isTyping(event.target)) {
      event.preventDefault()
      searchRef.current?.focus()
    }
  }
  useEffect(() => {
    const listen = (event: KeyboardEvent): void => onKeyDown.current(event)
    window.addEventListener('keydown', listen)
    return () => window.removeEventListener('keydown', listen)
  }, [])

  const register = (): void => setRegistering(true)

  const log =
    view === undefined ? (
      receiver.error === null ? (
        <LoadingState label="Asking the receiver" shape="facts" />
      ) : (
        <ErrorState
          what="The receiver's state could not be read"
          why={receiver.error.message}
          whatToDo="Try again."
          onRetry={() => void receiver.refetch()}
        />
      )
    ) : (
      <div className={styles.logTab}>
        <ReceiverPanel receiver={view} onRegister={register} />
        <EventLog
          filter={filter}
          onFilter={setFilter}
          selected={selected}
          onOpen={open}
          searchRef={searchRef}
          firstTime={firstTimeOf(view, connection?.kind === 'practice', register, changeAddress)}
        />
      </div>
    )

  return (
    <div className={styles.screen} data-beside={eventId === null ? undefined : true} ref={screenRef}>
      <div className={styles.main}>
        <Pane
          title="Notifications"
          acts={
            counts === undefined ? undefined : (
              <Troubles
                counts={counts}
                onShow={(processing) => {
                  setFilter({ processing })
                  if (isBoard) close()
                }}
              />
            )
          }
          isFilled
        >
          <Tabs
            label="Notifications"
            selected={isBoard ? SUBSCRIPTIONS : 'log'}
            onChange={(id) => navigate({ screen: 'notifications', path: id === SUBSCRIPTIONS ? [SUBSCRIPTIONS] : [] })}
            tabs={[
              { id: 'log', label: 'Log', content: log },
              {
                id: SUBSCRIPTIONS,
                label: 'Subscriptions',
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
      <div className={styles.strip}>
        <ReplayStrip />
      </div>
      {isRegistering && view !== undefined && (
        <RegisterDialog registration={view.registration} onClose={() => setRegistering(false)} />
      )}
    </div>
  )
}

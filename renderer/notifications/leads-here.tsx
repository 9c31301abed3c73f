/** At a glance: what the platform sends, to which address, whether this receiver hears it, and what stands against it. */
import { ArrowRight } from 'lucide-react'
import type { ReactNode } from 'react'
import type { ReceiverView } from '../../shared/notifications/log-contract.ts'
import type { Preferences } from '../../shared/notifications/preferences-contract.ts'
import type { Subscriptions } from '../../shared/notifications/subscriptions-contract.ts'
import { useApiQuery } from '../api/hooks.ts'
import { locationHref, navigate } from '../api/location.ts'
import { useNow } from '../api/use-now.ts'
import { Badge } from '../ui/badge.tsx'
import { Banner } from '../ui/banner.tsx'
import { CopyButton } from '../ui/copy-button.tsx'
import { formatCount, formatNumber } from '../ui/locale-format.ts'
import { RelativeTime } from '../ui/relative-time.tsx'
import styles from './leads-here.module.css'
import { useChangeAddress } from './use-change-address.ts'
import { legacyEventsHere, type Standing, standingOf } from './why-silent.ts'
import { receiverWords } from './words.ts'

type LeadsHereProps = {
  readonly board: Subscriptions
  /** Undefined while they are being read. */
  readonly preferences: Preferences | undefined
  readonly receiver: ReceiverView
  readonly onRegister: () => void
}

const subscriptionWords = ({ subscriptions }: Subscriptions): string => {
  if (subscriptions.asOfMs === null) return 'not known'
  const all = subscriptions.entries
  const enabled = all.filter(({ status }) => status === 'ENABLED').length
  return all.length === 0 ? 'none' : `${formatNumber(enabled)} of ${formatNumber(all.length)} enabled`
}

const legacyWords = (preferences: Preferences | undefined, ownAddress: string | null): string => {
  const count = legacyEventsHere(preferences, ownAddress)
  if (count === undefined) return preferences?.problem == null ? 'being read' : 'not known'
  return count === 0 ? 'none to this address' : `${formatCount(count, 'event')} to this address`
}

/** `isNext`: what stands before it leads to it. */
const Station = ({
  name,
  isNext = false,
  children,
}: {
  readonly name: string
  readonly isNext?: boolean
  readonly children: ReactNode
}) => (
  <li className={styles.station}>
    {isNext && <ArrowRight aria-hidden="true" className={styles.arrow} size={16} />}
    <span className={styles.fact}>
      <span className={styles.name}>{name}</span>
      <span className={styles.value}>{children}</span>
    </span>
  </li>
)

export const LeadsHere = ({ board, preferences, receiver, onRegister }: LeadsHereProps) => {
  const nowMs = useNow()
  const changeAddress = useChangeAddress()
  const isSignedIn = useApiQuery('connection', 'status', {}).data?.session.state !== 'signInNeeded'
  const standing = standingOf({ board, isSignedIn, preferences, receiver })
  const acts = {
    register: {
      label: receiver.registration.state === 'never' ? 'Register this receiver' : 'Register again',
      onPress: onRegister,
    },
    address: changeAddress,
    signIn: {
      label: 'Open Sign-in',
      onPress: () => navigate({ screen: 'settings', path: ['section', 'sign-in'] }),
    },
    none: undefined,
  } as const satisfies Readonly<Record<Standing['help'], unknown>>
  const { word, tone } = receiverWords[receiver.state]
  return (
    <section aria-label="What leads here" className={styles.isLoopbackRedirect}>
      <ul className={styles.way}>
        <Station name="Subscriptions">{subscriptionWords(board)}</Station>
        <Station name="Legacy events">{legacyWords(preferences, receiver.registeredUrl)}</Station>
        <Station isNext name="Address">
          {receiver.registeredUrl === null ? (
            'none'
          ) : (
            <>
              <span className={styles.address} title={receiver.registeredUrl}>
                {receiver.registeredUrl}
              </span>
              <CopyButton isIconOnly label="Copy the address" size="s" text={receiver.registeredUrl} />
            </>
          )}
        </Station>
        <Station isNext name="This receiver">
          <Badge tone={tone}>{word}</Badge>
        </Station>
        <Station name="Last arrived">
          {receiver.lastDeliveryAtMs === null ? (
            'nothing yet'
          ) : (
            <a href={locationHref({ screen: 'notifications', path: [] })}>
              <RelativeTime at={receiver.lastDeliveryAtMs} now={nowMs} />
            </a>
          )}
        </Station>
      </ul>
      <Banner act={acts[standing.help]} title={standing.title} tone={standing.tone}>
        {standing.text}
      </Banner>
    </section>
  )
}

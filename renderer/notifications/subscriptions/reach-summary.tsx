/** An overview: what the platform sends, to which address, and whether it reaches this computer. */
import { ArrowRight } from 'lucide-react'
import type { ReactNode } from 'react'
import type { ReceiverView } from '../../../shared/notifications/log-contract.ts'
import type { Preferences } from '../../../shared/notifications/preferences-contract.ts'
import type { Subscriptions } from '../../../shared/notifications/subscriptions-contract.ts'
import { useApiQuery } from '../../api/hooks.ts'
import { usePlatformName } from '../../api/use-connection.ts'
import { locationHref, navigate } from '../../location.ts'
import { CopyButton } from '../../ui/buttons/copy-button.tsx'
import { Badge } from '../../ui/display/badge.tsx'
import { RelativeTime } from '../../ui/display/relative-time.tsx'
import { Banner } from '../../ui/feedback/banner.tsx'
import { formatCount, formatNumber } from '../../ui/format/locale-format.ts'
import { Row, Stack, Text } from '../../ui/layout/layout.tsx'
import { receiverLabels } from '../notification-labels.ts'
import { countLegacyEvents, type Reach, summarizeReach } from './reach.ts'
import styles from './subscriptions.module.css'
import { useChangeAddress } from './use-change-address.ts'

const subscriptionsText = ({ subscriptions: { asOfMs, entries } }: Subscriptions): string => {
  if (asOfMs === null) return 'unknown'
  const enabled = entries.filter(({ status }) => status === 'ENABLED').length
  return entries.length === 0 ? 'none' : `${formatNumber(enabled)} of ${formatNumber(entries.length)} enabled`
}

const legacyText = (preferences: Preferences | undefined, ownAddress: string | null): string => {
  const count = countLegacyEvents(preferences, ownAddress)
  if (count === undefined) return preferences?.problem == null ? 'loading' : 'unknown'
  return count === 0 ? 'none to this address' : `${formatCount(count, 'event')} to this address`
}

/** `isNext`: the previous station delivers to it. */
const Station = ({ name, isNext = false, children }: { name: string; isNext?: boolean; children: ReactNode }) => (
  <Row as="li" gap={4}>
    {isNext && <ArrowRight aria-hidden="true" className={styles.arrow} size={16} />}
    <Stack gap={0}>
      <Text size="meta" tone="faint">
        {name}
      </Text>
      <span className={styles.fact}>{children}</span>
    </Stack>
  </Row>
)

type ReachSummaryProps = {
  readonly data: Subscriptions
  /** Undefined while loading. */
  readonly preferences: Preferences | undefined
  readonly receiver: ReceiverView
  readonly onRegister: () => void
}

export const ReachSummary = ({ data, preferences, receiver, onRegister }: ReachSummaryProps) => {
  const changeAddress = useChangeAddress()
  const isSignedIn = useApiQuery('connection', 'status', {}).data?.session.state !== 'signInNeeded'
  const reach = summarizeReach({ data, isSignedIn, preferences, receiver, platformName: usePlatformName() })
  const actions = {
    register: {
      label: receiver.registration.state === 'never' ? 'Set up instant alerts' : 'Set up again',
      onPress: onRegister,
    },
    address: changeAddress,
    signIn: {
      label: 'Open sign-in',
      onPress: () => navigate({ screen: 'settings', path: ['section', 'sign-in'] }),
    },
    none: undefined,
  } as const satisfies Readonly<Record<Reach['help'], unknown>>
  const { label, tone } = receiverLabels[receiver.state]
  const { registeredUrl, lastDeliveryAtMs } = receiver
  return (
    <section aria-label="Reach" className={styles.reach}>
      <Stack gap={3}>
        <Row as="ul" gap={4} wrap>
          <Station name="Subscriptions">{subscriptionsText(data)}</Station>
          <Station name="Legacy events">{legacyText(preferences, registeredUrl)}</Station>
          <Station isNext name="Address">
            {registeredUrl === null ? (
              'none'
            ) : (
              <>
                <span className={styles.address} title={registeredUrl}>
                  {registeredUrl}
                </span>
                <CopyButton isIconOnly label="Copy address" size="s" text={registeredUrl} />
              </>
            )}
          </Station>
          <Station isNext name="This computer">
            <Badge tone={tone}>{label}</Badge>
          </Station>
          <Station name="Last arrived">
            {lastDeliveryAtMs === null ? (
              'nothing yet'
            ) : (
              <a href={locationHref({ screen: 'notifications', path: [] })}>
                <RelativeTime at={lastDeliveryAtMs} />
              </a>
            )}
          </Station>
        </Row>
        <Banner action={actions[reach.help]} title={reach.title} tone={reach.tone}>
          {reach.text}
        </Banner>
      </Stack>
    </section>
  )
}

/** The receiver's state, address and registration. */
import { useState } from 'react'
import { getPlatform } from '../../../shared/connection/profile.ts'
import { QUARANTINE_DAYS, type ReceiverView } from '../../../shared/notifications/log-contract.ts'
import type { Registration } from '../../../shared/notifications/registration.ts'
import { useApiQuery, useReportedMutation } from '../../api/hooks.ts'
import { useConnection, usePlatformName } from '../../api/use-connection.ts'
import { CommandButton } from '../../commands/command-button.tsx'
import type { Tone } from '../../ui/base/tone.ts'
import { Button } from '../../ui/buttons/button.tsx'
import { CopyButton } from '../../ui/buttons/copy-button.tsx'
import { Badge } from '../../ui/display/badge.tsx'
import { DaysChart, dayStarts } from '../../ui/display/days-chart.tsx'
import { toast } from '../../ui/feedback/toast.tsx'
import { Select } from '../../ui/fields/select.tsx'
import { formatCount, formatNumber } from '../../ui/format/locale-format.ts'
import { useNow } from '../../ui/hooks/use-now.ts'
import { Text } from '../../ui/layout/layout.tsx'
import { Popover } from '../../ui/overlays/popover.tsx'
import { receiverLabels } from '../notification-labels.ts'
import { RegistrationSteps } from '../subscriptions/registration-steps.tsx'
import { ErasuresDialog } from './erasures.tsx'
import styles from './receiver-panel.module.css'
import { RejectedDialog } from './rejected-dialog.tsx'

type StateLabel = { readonly label: string; readonly tone: Tone }

const registrationLabels: Readonly<Record<Registration['state'], StateLabel>> = {
  never: { label: 'Not set up', tone: 'neutral' },
  complete: { label: 'On', tone: 'good' },
  incomplete: { label: 'Not set up completely', tone: 'caution' },
  outdated: { label: 'Set up again', tone: 'caution' },
}

/** Alerts are on once the platform knows the address and this computer listens. */
const alertsLabel = ({ state, registration }: Pick<ReceiverView, 'state' | 'registration'>): StateLabel =>
  state === 'listening' ? registrationLabels[registration.state] : receiverLabels[state]

const quarantineOptions = QUARANTINE_DAYS.map((days) => ({
  id: String(days),
  label: days === null ? 'While there is space' : `Keep for ${days} days`,
}))

const series = [
  { key: 'events', label: 'Arrived', tone: 'accent' },
  { key: 'failed', label: 'Failed', tone: 'danger' },
  { key: 'quarantined', label: 'Ignored', tone: 'caution' },
] as const

export const ReceiverPanel = ({ receiver }: { readonly receiver: ReceiverView }) => {
  const { The } = usePlatformName()
  const connection = useConnection()
  const nowMs = useNow()
  const setQuarantineDays = useReportedMutation('notifications', 'setQuarantineDays')
  const [isShowingRejected, setShowingRejected] = useState(false)
  const [isShowingErasures, setShowingErasures] = useState(false)
  const checkQuarantined = useReportedMutation('notifications', 'checkQuarantined')
  const erasures = useApiQuery('notifications', 'erasures', {}).data
  const days = useApiQuery('overview', 'days', { startsMs: dayStarts(nowMs) }, { keepPrevious: true })
  const { registration, refusals } = receiver
  const state = alertsLabel(receiver)
  const rejected = refusals.reduce((sum, { count }) => sum + count, 0)
  const receiverSteps = connection === undefined ? null : getPlatform(connection).receiverSteps
  const address = receiver.registeredUrl ?? receiver.listeningUrl

  return (
    <section aria-label="Instant alerts" className={styles.receiver}>
      <dl className={styles.facts}>
        <div className={styles.fact}>
          <dt>Instant alerts</dt>
          <dd>
            <Badge tone={state.tone}>{state.label}</Badge>
            {registration.state !== 'outdated' && registration.state !== 'never' && (
              <span className={styles.aside}>{registration.message}</span>
            )}
            {registration.steps.length > 0 && (
              <Popover
                label="Set-up steps"
                trigger={
                  <Button size="s" variant="quiet">
                    Details
                  </Button>
                }
              >
                <RegistrationSteps registration={registration} />
              </Popover>
            )}
          </dd>
        </div>
        {address !== null && (
          <div className={styles.fact} data-roomy>
            <dt>Public address</dt>
            <dd>
              <span className="mono">{address}</span>
              <CopyButton isIconOnly label="Copy the address" size="s" text={address} />
            </dd>
          </div>
        )}
        {rejected > 0 && (
          <div className={styles.fact}>
            <dt>Rejected</dt>
            <dd>
              <CommandButton
                command="notifications.showRejected"
                text={`${formatCount(rejected, 'request')} rejected`}
                onPress={() => setShowingRejected(true)}
                size="s"
              />
            </dd>
          </div>
        )}
        {erasures !== undefined && erasures.erasures.length > 0 && (
          <div className={styles.fact}>
            <dt>Closed accounts</dt>
            <dd>
              <CommandButton
                command="notifications.showErasures"
                text={`${formatCount(erasures.erasures.length, 'user')} erased`}
                onPress={() => setShowingErasures(true)}
                size="s"
              />
            </dd>
          </div>
        )}
        {receiver.counts.quarantined > 0 && (
          <div className={styles.fact}>
            <dt>Ignored</dt>
            <dd>
              <div data-roomy>
                {' '}
                <Select
                  isLabelHidden
                  isSmall
                  label="How long ignored notifications are kept"
                  onChange={(id) =>
                    setQuarantineDays.mutate({ days: QUARANTINE_DAYS.find((days) => String(days) === id) ?? null })
                  }
                  options={quarantineOptions}
                  value={String(receiver.quarantineDays)}
                />
              </div>
              <CommandButton
                command="notifications.checkQuarantined"
                isPending={checkQuarantined.isPending}
                onPress={() =>
                  checkQuarantined.mutate(
                    {},
                    {
                      onSuccess: ({ checked, released }) =>
                        toast({
                          text: `${formatCount(checked, 'notification')} checked, ${formatNumber(released)} released`,
                          tone: released > 0 ? 'good' : 'neutral',
                        }),
                    },
                  )
                }
                size="s"
                variant="quiet"
              />
            </dd>
          </div>
        )}
      </dl>
      <div className={styles.chart}>
        {days.data !== undefined ? (
          <DaysChart caption="Notifications a day" days={days.data.days} series={series} />
        ) : (
          days.isError && (
            <Text as="p" size="meta" tone="soft">
              Couldn’t load the chart of the last 14 days.
            </Text>
          )
        )}
      </div>
      {connection !== undefined && connection.kind !== 'practice' && (
        <details className={styles.wide}>
          <summary>How notifications reach this computer</summary>
          <p>
            {`${The} sends to a public HTTPS address: a host name that anyone on the internet can reach, with a certificate from a recognized authority. This computer has none. A tunnel program of your choice gives you one and passes what arrives on to`}{' '}
            {receiver.listeningUrl ?? 'the address above'}. Start the tunnel, enter its address as the public address of
            this connection, then set up instant alerts.
          </p>
          {receiverSteps !== null && <p>{receiverSteps}</p>}
        </details>
      )}
      {isShowingErasures && erasures !== undefined && (
        <ErasuresDialog {...erasures} onClose={() => setShowingErasures(false)} />
      )}
      {isShowingRejected && <RejectedDialog onClose={() => setShowingRejected(false)} requests={refusals} />}
    </section>
  )
}

/** Choosing alerts: six sentences with one tick each, what a notice looks like, and one button that sets them up. */
import { useState } from 'react'
import type { ReceiverView } from '../../../shared/notifications/log-contract.ts'
import type { Subscriptions } from '../../../shared/notifications/subscriptions-contract.ts'
import { useApiMutation, useApiQuery, useReportedMutation } from '../../api/hooks.ts'
import { useConnection, usePlatform, usePlatformName } from '../../api/use-connection.ts'
import { CommandButton } from '../../commands/command-button.tsx'
import { navigate } from '../../location.ts'
import { Button } from '../../ui/buttons/button.tsx'
import { Banner } from '../../ui/feedback/banner.tsx'
import { MutationError } from '../../ui/feedback/mutation-error.tsx'
import { QueryView } from '../../ui/feedback/query-view.tsx'
import { ErrorState, LoadingState } from '../../ui/feedback/states.tsx'
import { toast } from '../../ui/feedback/toast.tsx'
import { Checkbox } from '../../ui/fields/checkbox.tsx'
import { TextField } from '../../ui/fields/text-field.tsx'
import { formatMoney } from '../../ui/format/locale-format.ts'
import { Row, Stack, Text } from '../../ui/layout/layout.tsx'
import { Pane } from '../../ui/layout/pane.tsx'
import { fieldError } from '../field-error.ts'
import { listChoices } from '../legacy/preference-changes.ts'
import { RegistrationSteps } from '../subscriptions/registration-steps.tsx'
import { useChangeAddress } from '../subscriptions/use-change-address.ts'
import {
  type AlertChoice,
  type AlertId,
  findTopicsHere,
  isTickedFirst,
  listAlerts,
  listAvailableTopics,
  toAlertRequest,
} from './alert-kinds.ts'
import styles from './alerts.module.css'

/** `#/notifications/alerts` */
export const ALERTS_PATH = 'alerts'

const close = (): void => navigate({ screen: 'notifications', path: [] })

/** The notice of a sale, as this computer shows it. */
const NoticeExample = () => (
  <Stack as="section" aria-label="A notice looks like this" className={styles.example} gap={2}>
    <Text size="meta" strong tone="soft">
      A notice looks like this
    </Text>
    <div className={styles.notice}>
      <Text as="div" strong>
        Sold
      </Text>
      <Text as="div" tone="soft">
        {`Stoneware mug sold for ${formatMoney(28, 'USD')} to ahmed_h`}
      </Text>
    </div>
    <Text as="p" size="meta" tone="soft">
      Sales and questions show one. Everything else you tick is in the list, without a notice.
    </Text>
  </Stack>
)

const AlertTick = ({ alert, isTicked, isDisabled, onChange }: AlertTickProps) => {
  const { The } = usePlatformName()
  return (
    <li className={styles.alert}>
      {alert.names.length === 0 ? (
        <Text as="p" tone="soft">
          {alert.sentence}. {The} doesn’t report this to your connection.
        </Text>
      ) : (
        <Checkbox isDisabled={isDisabled} isSelected={isTicked} onChange={onChange}>
          {alert.sentence}
        </Checkbox>
      )}
    </li>
  )
}

type AlertTickProps = {
  readonly alert: AlertChoice
  readonly isTicked: boolean
  readonly isDisabled: boolean
  readonly onChange: (isTicked: boolean) => void
}

type ChoicesProps = { readonly receiver: ReceiverView; readonly subscriptions: Subscriptions }

const Choices = ({ receiver, subscriptions }: ChoicesProps) => {
  const { the, The } = usePlatformName()
  const connection = useConnection()
  const { alertAddressFirst } = usePlatform().capabilities
  const changeAddress = useChangeAddress()
  const register = useApiMutation('notifications', 'register')
  const [ticks, setTicks] = useState<ReadonlyMap<AlertId, boolean>>(new Map())
  const [alertEmail, setAlertEmail] = useState('')
  const preferences = useApiQuery('notifications', 'preferences', {}).data
  const granted = useApiQuery('connection', 'status', {}).data?.session.scopes ?? []
  const { registration, registeredUrl, addressProblem } = receiver
  const isFirst = registration.state === 'never'
  const registered = isFirst ? null : registration.events
  const topics = listAvailableTopics(subscriptions, granted)
  const topicsHere = findTopicsHere(subscriptions, registeredUrl)
  const legacy = listChoices(preferences ?? { current: null, offered: null })
  const alerts = listAlerts(new Set([...legacy, ...topics]))
  const on = registered === null ? null : new Set([...registered, ...topicsHere])
  const isTicked = (alert: AlertChoice): boolean => ticks.get(alert.id) ?? isTickedFirst(alert, on)
  const request = toAlertRequest(alerts, isTicked, { topics, topicsHere, registered })
  const result = register.data ?? registration
  const failed = register.data?.state === 'incomplete' ? register.data : undefined
  const emailError = fieldError(register.error, 'input.alertEmail')
  const isNone = !alerts.some(isTicked)

  const send = (): void => {
    const email = alertEmail.trim()
    register.mutate(
      { ...{ events: [...request.events], topics: request.topics }, ...(email === '' ? {} : { alertEmail: email }) },
      {
        // What is not complete stays on screen with the step that failed or waits.
        onSuccess: ({ state }) => {
          if (state !== 'complete') return
          toast({ text: 'Alerts are on.', tone: 'good' })
          close()
        },
      },
    )
  }

  return (
    <div className={styles.page}>
      <Stack className={styles.choices} gap={4}>
        <Text as="p">
          {`${The} tells this computer at once what happens in your shop, while Stallhand runs and is online.`}
        </Text>
        {addressProblem !== null && (
          <Banner action={changeAddress} title={`${The} would refuse the address of this computer.`} tone="caution">
            {addressProblem}
          </Banner>
        )}
        {emailError === undefined && <MutationError of={register} />}
        {failed !== undefined && (
          <Banner title="Not everything is set up." tone="caution">
            The steps below say what is missing, and why. What is done stays.
          </Banner>
        )}
        <fieldset>
          <legend>
            <Text size="meta" strong tone="soft">
              Tell me when
            </Text>
          </legend>
          <ul className={styles.alerts}>
            {alerts.map((alert) => (
              <AlertTick
                alert={alert}
                isDisabled={register.isPending}
                isTicked={isTicked(alert)}
                key={alert.id}
                onChange={(isChosen) => setTicks(new Map([...ticks, [alert.id, isChosen]]))}
              />
            ))}
          </ul>
        </fieldset>
        {connection?.kind !== 'practice' && (
          <div className={styles.email}>
            <TextField
              description={`${The} writes to it when it can’t reach this computer. ${
                alertAddressFirst ? 'Needed once; leave' : 'Leave'
              } it empty to keep the one that ${the} has.`}
              error={emailError}
              label="Your email, if alerts stop"
              onChange={setAlertEmail}
              type="email"
              value={alertEmail}
            />
          </div>
        )}
        <Row gap={2} wrap>
          <CommandButton
            command="notifications.turnOn"
            disabledReason={
              addressProblem === null ? (isNone ? 'Tick at least one' : undefined) : 'Change the address first'
            }
            isPending={register.isPending}
            label={isFirst ? 'Turn on alerts' : 'Save alerts'}
            onPress={send}
            sends
            variant="primary"
          />
          <Button onPress={close} variant="quiet">
            Not now
          </Button>
        </Row>
        {result.steps.length > 0 && (
          <details open={result.state === 'incomplete'}>
            <summary>Set-up steps</summary>
            <RegistrationSteps registration={result} />
          </details>
        )}
      </Stack>
      <NoticeExample />
    </div>
  )
}

/** Shown until the topics have been read once, because they say which alerts there are. */
const UnknownTopics = ({ problem }: { readonly problem: string | null }) => {
  const { the } = usePlatformName()
  const read = useReportedMutation('notifications', 'getTopics')
  if (problem === null) return <LoadingState label="Loading alerts" shape="lines" />
  return (
    <ErrorState
      isRetrying={read.isPending}
      onRetry={() => read.mutate({})}
      what={`Couldn’t read which alerts ${the} has`}
      why={problem}
    />
  )
}

/** `receiver`: null while loading. */
export const AlertsPage = ({ receiver }: { readonly receiver: ReceiverView | null }) => {
  const subscriptions = useApiQuery('notifications', 'subscriptions', {})
  return (
    <Pane backLabel="Back to notifications" closeLabel="Close" onBack={close} title="Choose alerts">
      <QueryView label="Alerts" query={subscriptions} skeleton={{ shape: 'lines' }}>
        {(data) =>
          data.topics.asOfMs === null ? (
            <UnknownTopics problem={data.topics.problem} />
          ) : (
            receiver !== null && <Choices receiver={receiver} subscriptions={data} />
          )
        }
      </QueryView>
    </Pane>
  )
}

/** Registers this receiver for chosen events, and shows the result of each step. */
import { Fragment, useState } from 'react'
import { eventLabel, groupByPurpose, purposeLabels } from '../../../shared/notifications/event-types.ts'
import type { Registration } from '../../../shared/notifications/registration.ts'
import { useApiMutation, useApiQuery } from '../../api/hooks.ts'
import { useConnection, usePlatform, usePlatformName } from '../../api/use-connection.ts'
import { MutationError } from '../../ui/feedback/mutation-error.tsx'
import { toast } from '../../ui/feedback/toast.tsx'
import { Checkbox } from '../../ui/fields/checkbox.tsx'
import { TextField } from '../../ui/fields/text-field.tsx'
import { Stack, Text } from '../../ui/layout/layout.tsx'
import { Dialog } from '../../ui/overlays/dialog.tsx'
import { fieldError } from '../field-error.ts'
import { listChoices } from '../legacy/preference-changes.ts'
import { knownEventTypes } from '../notification-labels.ts'
import { RegistrationSteps } from './registration-steps.tsx'
import styles from './subscriptions.module.css'
import { findTopicChange, findTopicsHere, isChosenFirst, listTopicChoices } from './topic-choices.ts'

type RegisterDialogProps = { readonly registration: Registration; readonly onClose: () => void }

export const RegisterDialog = ({ registration, onClose }: RegisterDialogProps) => {
  const { the, The } = usePlatformName()
  const connection = useConnection()
  const { alertAddressFirst } = usePlatform().capabilities
  const register = useApiMutation('notifications', 'register')
  const [events, setEvents] = useState<ReadonlySet<string>>(
    () => new Set(registration.events.length === 0 ? knownEventTypes : registration.events),
  )
  const [alertEmail, setAlertEmail] = useState('')
  const preferences = useApiQuery('notifications', 'preferences', {}).data
  // Registering again must not silently drop any.
  const legacy = [...new Set([...listChoices(preferences ?? { current: null, offered: null }), ...registration.events])]
  const subscriptions = useApiQuery('notifications', 'subscriptions', {}).data
  const ownAddress = useApiQuery('notifications', 'receiver', {}).data?.registeredUrl ?? null
  const granted = useApiQuery('connection', 'status', {}).data?.session.scopes ?? []
  const [chosenTopics, setChosenTopics] = useState<ReadonlyMap<string, boolean>>(new Map())
  const topics = subscriptions === undefined ? [] : listTopicChoices(subscriptions, granted)
  const topicsHere = subscriptions === undefined ? new Set<string>() : findTopicsHere(subscriptions, ownAddress)
  const isTopicChosen = (topicId: string): boolean =>
    chosenTopics.get(topicId) ?? isChosenFirst(topicId, topicsHere, registration.state === 'never')
  const choices = [...legacy, ...topics]
  const isSelected = (name: string): boolean => (topics.includes(name) ? isTopicChosen(name) : events.has(name))
  const result = register.data ?? registration
  const emailError = fieldError(register.error, 'input.alertEmail')

  const choose = (name: string, isChosen: boolean): void => {
    if (topics.includes(name)) {
      setChosenTopics(new Map([...chosenTopics, [name, isChosen]]))
      return
    }
    const next = new Set(events)
    if (isChosen) next.add(name)
    else next.delete(name)
    setEvents(next)
  }
  const send = (): void => {
    const email = alertEmail.trim()
    register.mutate(
      {
        events: [...events],
        ...(email === '' ? {} : { alertEmail: email }),
        ...(topics.length === 0 ? {} : { topics: findTopicChange(topics, topicsHere, isTopicChosen) }),
      },
      {
        // An incomplete registration keeps the dialog open to show its steps.
        onSuccess: ({ state, message }) => {
          if (state !== 'complete') return
          toast({ text: message, tone: 'good' })
          onClose()
        },
      },
    )
  }

  return (
    <Dialog
      closeLabel="Close"
      submit={{
        label: registration.state === 'never' ? 'Set up' : 'Set up again',
        disabledReason: events.size === 0 ? 'Choose at least one event' : undefined,
        isPending: register.isPending,
        sends: true,
        onPress: send,
      }}
      onClose={onClose}
      title="Set up instant alerts"
    >
      <Stack gap={4}>
        {emailError === undefined && <MutationError of={register} />}
        <fieldset className={styles.choices}>
          <legend>Notify me about</legend>
          {groupByPurpose(choices, (name) => name).map(({ purpose, entries }) => (
            <Fragment key={purpose}>
              <Text size="meta" tone="faint">
                {purposeLabels[purpose]}
              </Text>
              {entries.map((name) => (
                <Checkbox
                  isDisabled={register.isPending}
                  isSelected={isSelected(name)}
                  key={name}
                  onChange={(isChosen) => choose(name, isChosen)}
                >
                  {eventLabel(name) ?? name}{' '}
                  <Text mono size="meta" tone="faint">
                    {name}
                  </Text>
                </Checkbox>
              ))}
            </Fragment>
          ))}
          {preferences !== undefined && preferences.offered === null && (
            <Text as="p" size="meta" tone="soft">
              {`${The}’s own list couldn’t be read, so these are the types that Stallhand knows.`}
            </Text>
          )}
        </fieldset>
        <TextField
          description={`${The} writes here when deliveries fail. ${
            connection?.kind === 'practice'
              ? 'The practice platform needs none.'
              : `${alertAddressFirst ? 'Required once; leave' : 'Leave'} it empty to keep ${the}’s.`
          }`}
          error={emailError}
          label="Email for alerts"
          onChange={setAlertEmail}
          type="email"
          value={alertEmail}
        />
        {result.steps.length > 0 && <RegistrationSteps registration={result} />}
      </Stack>
    </Dialog>
  )
}

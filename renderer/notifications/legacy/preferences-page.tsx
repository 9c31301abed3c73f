/** The legacy preferences: which events the platform pushes and where, with a preview of what a change sends. */
import { useState } from 'react'
import { eventLabel } from '../../../shared/notifications/event-types.ts'
import type { Preferences } from '../../../shared/notifications/preferences-contract.ts'
import { useApiMutation, useApiQuery, useReportedMutation } from '../../api/hooks.ts'
import { useConnection, usePlatformName } from '../../api/use-connection.ts'
import { CommandButton } from '../../commands/command-button.tsx'
import { locationHref } from '../../location.ts'
import { Button } from '../../ui/buttons/button.tsx'
import { Badge } from '../../ui/display/badge.tsx'
import { RelativeTime } from '../../ui/display/relative-time.tsx'
import { Banner } from '../../ui/feedback/banner.tsx'
import { MutationError } from '../../ui/feedback/mutation-error.tsx'
import { QueryView } from '../../ui/feedback/query-view.tsx'
import { ErrorState } from '../../ui/feedback/states.tsx'
import { toast } from '../../ui/feedback/toast.tsx'
import { Checkbox } from '../../ui/fields/checkbox.tsx'
import { TextField } from '../../ui/fields/text-field.tsx'
import { formatCount } from '../../ui/format/locale-format.ts'
import { Row, Stack, Text } from '../../ui/layout/layout.tsx'
import { Panel } from '../../ui/layout/panel.tsx'
import { fieldError } from '../field-error.ts'
import { SubPage } from '../subscriptions/sub-page.tsx'
import { findChanges, isOn, listChoices, type PreferenceChange } from './preference-changes.ts'
import styles from './preferences-page.module.css'

const stateLabel = (eventEnable: string | null): string => {
  if (eventEnable === null) return 'never set'
  return { Enable: 'on', Disable: 'off' }[eventEnable] ?? eventEnable
}

type ChangesProps = {
  readonly changes: readonly PreferenceChange[]
  readonly address: string
  readonly before: string | null
}

const Changes = ({ changes, address, before }: ChangesProps) => (
  <Stack>
    <ul aria-label="Changes" className={styles.changes}>
      {address !== (before ?? '') && (
        <li>
          <span>Address</span>
          <Text mono size="meta">
            <del>{before ?? 'none'}</del> → <ins>{address === '' ? 'none' : address}</ins>
          </Text>
        </li>
      )}
      {changes.map(({ eventType, from, to }) => (
        <li key={eventType}>
          <span>{eventLabel(eventType) ?? eventType}</span>
          <span>
            <del>{stateLabel(from)}</del> → <ins>{stateLabel(to)}</ins>{' '}
            <Text mono size="meta" tone="faint">
              {eventType} {to}
            </Text>
          </span>
        </li>
      ))}
    </ul>
    <Text as="p" tone="soft">
      Other events keep their setting.
    </Text>
  </Stack>
)

type Current = NonNullable<Preferences['current']>

type EditorProps = {
  readonly preferences: Preferences
  readonly current: Current
  readonly ownAddress: string | null
}

const Editor = ({ preferences, current, ownAddress }: EditorProps) => {
  const { the, The } = usePlatformName()
  const set = useApiMutation('notifications', 'setPreferences')
  const [chosen, setChosen] = useState<ReadonlyMap<string, boolean>>(() => new Map())
  const [typed, setTyped] = useState<string | null>(null)
  const { offered } = preferences
  const shownAddress = typed ?? current.applicationUrl ?? ownAddress ?? ''
  const address = shownAddress.trim()
  const changes = findChanges(current, chosen)
  const count = changes.length + (address === (current.applicationUrl ?? '') ? 0 : 1)
  const addressError = fieldError(set.error, 'input.applicationUrl')
  const isElsewhere = ownAddress !== null && current.applicationUrl !== null && current.applicationUrl !== ownAddress

  const undo = (): void => {
    setChosen(new Map())
    setTyped(null)
  }
  const send = (): void =>
    set.mutate(
      { applicationUrl: address, events: changes.map(({ eventType, to }) => ({ eventType, eventEnable: to })) },
      {
        onSuccess: ({ warnings }) => {
          // What was changed since isn't sent yet.
          setChosen((now) => (now === chosen ? new Map() : now))
          setTyped((now) => (now === typed ? null : now))
          if (warnings.length === 0) toast({ text: `${formatCount(count, 'change')} sent`, tone: 'good' })
        },
      },
    )

  return (
    <>
      <Panel title="Address">
        <Stack className={styles.form} gap={3}>
          {isElsewhere && typed === null && (
            <Banner
              action={{ label: 'Use this computer’s address', onPress: () => setTyped(ownAddress) }}
              title="The events go elsewhere."
              tone="caution"
            >
              {`${The} sends them to another address than this computer’s,`} {ownAddress}.
            </Banner>
          )}
          {current.applicationEnable !== null && current.applicationEnable !== 'Enable' && (
            <Banner title={`ApplicationEnable is ${current.applicationEnable}.`} tone="caution">
              Nothing is delivered until you send a change, which sets it to Enable.
            </Banner>
          )}
          <TextField
            description={`HTTPS, as ${the} reaches it. ${The} challenges a new address.`}
            error={addressError}
            isMono
            label="Address that receives the events"
            onChange={setTyped}
            value={shownAddress}
          />
        </Stack>
      </Panel>
      <Panel
        description={offered === null ? 'Common events, and those that are set' : `Common events, and those ${the} has`}
        title="Events"
      >
        <ul aria-label="Events" className={styles.events}>
          {listChoices(preferences).map((eventType) => {
            const state = current.events.find((event) => event.eventType === eventType)?.eventEnable ?? null
            const meaning = eventLabel(eventType)
            const isUnknown = state !== null && state !== 'Enable' && state !== 'Disable'
            return (
              <Row as="li" gap={3} justify="between" key={eventType}>
                <Checkbox
                  isDisabled={set.isPending}
                  isSelected={chosen.get(eventType) ?? isOn(state)}
                  onChange={(isSelected) => setChosen(new Map(chosen).set(eventType, isSelected))}
                >
                  {meaning ?? eventType}{' '}
                  {meaning !== undefined && (
                    <Text mono size="meta" tone="faint">
                      {eventType}
                    </Text>
                  )}
                </Checkbox>
                <Row>
                  {isUnknown && <Badge tone="caution">{state}</Badge>}
                  {offered !== null && !offered.includes(eventType) && <Badge>{`Not available on ${the}`}</Badge>}
                  <Text size="meta" tone="faint">
                    {!isUnknown && (state === null ? 'never set' : `now ${stateLabel(state)}`)}
                  </Text>
                </Row>
              </Row>
            )
          })}
        </ul>
      </Panel>
      <Panel
        actions={
          <>
            {count > 0 && (
              <Button
                onPress={() => {
                  undo()
                  set.reset()
                }}
                size="s"
                variant="quiet"
              >
                Undo
              </Button>
            )}
            <Button
              disabledReason={count === 0 ? 'Nothing changed' : undefined}
              isPending={set.isPending}
              sends
              onPress={send}
              size="s"
              variant="primary"
            >
              {count === 0 ? 'Send changes' : `Send ${formatCount(count, 'change')}`}
            </Button>
          </>
        }
        title="Preview"
      >
        <Stack className={styles.form} gap={3}>
          {count === 0 ? (
            <Text as="p" tone="soft">
              No changes yet. Choose events or another address to see what would be sent.
            </Text>
          ) : (
            <Changes address={address} before={current.applicationUrl} changes={changes} />
          )}
          {addressError === undefined && <MutationError of={set} />}
          {(set.data?.warnings ?? []).map((warning) => (
            <Banner key={warning} title="Sent, with a warning." tone="caution">
              {warning}
            </Banner>
          ))}
        </Stack>
      </Panel>
    </>
  )
}

export const PreferencesPage = ({ ownAddress }: { readonly ownAddress: string | null }) => {
  const { The } = usePlatformName()
  const isPractice = useConnection()?.kind === 'practice'
  const query = useApiQuery('notifications', 'preferences', {})
  const read = useReportedMutation('notifications', 'readPreferences')
  const asOfMs = query.data?.asOfMs ?? null
  return (
    <SubPage
      actions={
        <CommandButton
          command="notifications.refresh"
          isPending={read.isPending}
          onPress={() => read.mutate({})}
          size="s"
          variant="quiet"
        />
      }
      subtitle={
        asOfMs !== null && (
          <>
            Updated <RelativeTime at={asOfMs} />
          </>
        )
      }
      title="Legacy events"
    >
      <QueryView label="Preferences" query={query} skeleton={{ shape: 'lines' }}>
        {(preferences) =>
          preferences.current === null ? (
            <>
              <ErrorState
                isRetrying={read.isPending}
                onRetry={() => read.mutate({})}
                what="Couldn’t load the preferences"
                whatToDo=""
                why={preferences.problem ?? `${The} gave no reason.`}
              />
              {!isPractice && (
                <Text as="p" tone="soft">
                  The legacy calls have their own credentials:{' '}
                  <a href={locationHref({ screen: 'settings', path: ['section', 'secrets'] })}>
                    open secrets in Settings
                  </a>
                  .
                </Text>
              )}
            </>
          ) : (
            <>
              {preferences.problem !== null && (
                <Banner title="This may be outdated." tone="caution">
                  {preferences.problem}
                </Banner>
              )}
              <Editor current={preferences.current} ownAddress={ownAddress} preferences={preferences} />
            </>
          )
        }
      </QueryView>
    </SubPage>
  )
}

/** The legacy preferences: which events the platform pushes and where to, and what would change before it is sent. */
import { useState } from 'react'
import type { Preferences } from '../../shared/notifications/preferences-contract.ts'
import { useApiMutation, useApiQuery, useReportedMutation } from '../api/hooks.ts'
import { locationHref } from '../api/location.ts'
import { useConnection } from '../api/use-connection.ts'
import { useNow } from '../api/use-now.ts'
import { Badge } from '../ui/badge.tsx'
import { Banner } from '../ui/banner.tsx'
import { Button } from '../ui/button.tsx'
import { Checkbox } from '../ui/checkbox.tsx'
import { formatCount } from '../ui/locale-format.ts'
import { Panel } from '../ui/panel.tsx'
import { RelativeTime } from '../ui/relative-time.tsx'
import { ErrorState, LoadingState } from '../ui/states.tsx'
import { TextField } from '../ui/text-field.tsx'
import { toast } from '../ui/toast.tsx'
import { changesOf, choicesOf, isOn, type PreferenceChange } from './preference-changes.ts'
import styles from './preferences.module.css'
import { issueOf, Refused } from './refused.tsx'
import { SubPage } from './sub-page.tsx'
import { knownEventTypes, meaningOf } from './words.ts'

const stateWords = (eventEnable: string | null): string =>
  eventEnable === null ? 'never set' : eventEnable === 'Enable' ? 'on' : eventEnable === 'Disable' ? 'off' : eventEnable

const Difference = ({
  changes,
  address,
  before,
  alwaysSent,
}: {
  readonly changes: readonly PreferenceChange[]
  readonly address: string
  readonly before: string | null
  readonly alwaysSent: Preferences['alwaysSent']
}) => (
  <div className={styles.difference}>
    <ul aria-label="What changes" className={styles.changes}>
      {address !== (before ?? '') && (
        <li>
          <span>Address</span>
          <span className={styles.mono}>
            <del>{before ?? 'none'}</del> → <ins>{address === '' ? 'none' : address}</ins>
          </span>
        </li>
      )}
      {changes.map(({ eventType, from, to }) => (
        <li key={eventType}>
          <span>{meaningOf(eventType) ?? eventType}</span>
          <span>
            <del>{stateWords(from)}</del> → <ins>{stateWords(to)}</ins>{' '}
            <span className={styles.mono}>
              {eventType} {to}
            </span>
          </span>
        </li>
      ))}
    </ul>
    <p className={styles.soft}>
      {address === (before ?? '') && <>The address goes with it, unchanged. </>}
      Sent as well: {alwaysSent.map(({ name, value }) => `${name} ${value}`).join(', ')}. Events that are not named here
      stay as they are.
    </p>
  </div>
)

const Board = ({
  preferences,
  ownAddress,
}: {
  readonly preferences: Preferences
  readonly ownAddress: string | null
}) => {
  const connection = useConnection()
  const set = useApiMutation('notifications', 'setPreferences')
  const [chosen, setChosen] = useState<ReadonlyMap<string, boolean>>(() => new Map())
  const [typed, setTyped] = useState<string | null>(null)
  const { current, offered, alwaysSent } = preferences
  if (current === null) return null

  const address = (typed ?? current.applicationUrl ?? ownAddress ?? '').trim()
  const changes = changesOf(current, chosen)
  const count = changes.length + (address === (current.applicationUrl ?? '') ? 0 : 1)
  const addressError = issueOf(set.error, 'input.applicationUrl')
  const isElsewhere = ownAddress !== null && current.applicationUrl !== null && current.applicationUrl !== ownAddress
  const choices = choicesOf(knownEventTypes, preferences)
  const why = count === 0 ? 'Nothing was changed' : undefined

  const send = (): void =>
    set.mutate(
      { applicationUrl: address, events: changes.map(({ eventType, to }) => ({ eventType, eventEnable: to })) },
      {
        onSuccess: ({ warnings }) => {
          setChosen(new Map())
          setTyped(null)
          if (warnings.length === 0) toast({ text: `${formatCount(count, 'change')} sent`, tone: 'good' })
        },
      },
    )

  return (
    <>
      <Panel title="Where to">
        <div className={styles.form}>
          {isElsewhere && typed === null && (
            <Banner
              act={{ label: "Use this receiver's address", onPress: () => setTyped(ownAddress) }}
              tone="caution"
              title="The events go elsewhere."
            >
              The platform sends them to another address than this receiver's, {ownAddress}.
            </Banner>
          )}
          {current.applicationEnable !== null && current.applicationEnable !== 'Enable' && (
            <Banner tone="caution" title={`ApplicationEnable is ${current.applicationEnable}.`}>
              Nothing is delivered until it is Enable, which every change sends.
            </Banner>
          )}
          <TextField
            description="HTTPS, as the platform reaches it. A change is followed by the challenge."
            error={addressError}
            isMono
            label="Address that receives the events"
            onChange={setTyped}
            value={typed ?? current.applicationUrl ?? ownAddress ?? ''}
          />
        </div>
      </Panel>
      <Panel
        description={
          offered === null
            ? "The platform's own list could not be read; these are the documents' events and those that are set"
            : 'Those that the documents name, and those that the platform offers'
        }
        title="Events"
      >
        <ul aria-label="Events" className={styles.events}>
          {choices.map((eventType) => {
            const state = current.events.find((event) => event.eventType === eventType)?.eventEnable ?? null
            const isChosen = chosen.get(eventType) ?? isOn(state)
            const isOdd = state !== null && state !== 'Enable' && state !== 'Disable'
            return (
              <li className={styles.event} key={eventType}>
                <Checkbox
                  isDisabled={set.isPending}
                  isSelected={isChosen}
                  onChange={(isSelected) => setChosen(new Map(chosen).set(eventType, isSelected))}
                >
                  {meaningOf(eventType) ?? eventType}{' '}
                  {meaningOf(eventType) !== undefined && <span className={styles.mono}>{eventType}</span>}
                </Checkbox>
                <span className={styles.state}>
                  {isOdd && <Badge tone="caution">{state}</Badge>}
                  {offered !== null && !offered.includes(eventType) && <Badge>Not offered by the platform</Badge>}
                  {!isOdd && (state === null ? 'never set' : `now ${stateWords(state)}`)}
                </span>
              </li>
            )
          })}
        </ul>
      </Panel>
      <Panel
        acts={
          <>
            {count > 0 && (
              <Button
                onPress={() => {
                  setChosen(new Map())
                  setTyped(null)
                  set.reset()
                }}
                size="s"
                variant="quiet"
              >
                Undo
              </Button>
            )}
            <Button
              disabledReason={why}
              isDisabled={why !== undefined}
              isPending={set.isPending}
              kind={connection?.kind}
              onPress={send}
              size="s"
              variant="primary"
            >
              {count === 0 ? 'Send changes' : `Send ${formatCount(count, 'change')}`}
            </Button>
          </>
        }
        title="What would change"
      >
        <div className={styles.form}>
          {count === 0 ? (
            <p className={styles.soft}>Nothing yet. Choose events, or another address, and see here what is sent.</p>
          ) : (
            <Difference address={address} alwaysSent={alwaysSent} before={current.applicationUrl} changes={changes} />
          )}
          {addressError === undefined && <Refused error={set.error} />}
          {(set.data?.warnings ?? []).map((warning) => (
            <Banner key={warning} tone="caution" title="Sent, with a warning.">
              {warning}
            </Banner>
          ))}
        </div>
      </Panel>
    </>
  )
}

export const PreferencesPage = ({ ownAddress }: { readonly ownAddress: string | null }) => {
  const nowMs = useNow()
  const connection = useConnection()
  const answer = useApiQuery('notifications', 'preferences', {})
  const reading = useReportedMutation('notifications', 'readPreferences')
  const preferences = answer.data
  const problem = preferences?.problem ?? null
  return (
    <SubPage
      acts={
        <Button isPending={reading.isPending} onPress={() => reading.mutate({})} size="s" variant="quiet">
          Read again
        </Button>
      }
      subtitle={
        preferences === undefined || preferences.asOfMs === null ? (
          'SetNotificationPreferences and GetNotificationPreferences'
        ) : (
          <>
            As of <RelativeTime at={preferences.asOfMs} now={nowMs} />
          </>
        )
      }
      title="Legacy events"
    >
      {answer.error !== null ? (
        <ErrorState
          onRetry={() => void answer.refetch()}
          what="The preferences could not be read"
          whatToDo="Try again."
          why={answer.error.message}
        />
      ) : preferences === undefined ? (
        <LoadingState label="Reading the preferences" shape="lines" />
      ) : preferences.current === null ? (
        <>
          <ErrorState
            isRetrying={reading.isPending}
            onRetry={() => reading.mutate({})}
            what="The preferences could not be read"
            whatToDo=""
            why={problem ?? 'The platform did not say why.'}
          />
          {connection !== undefined && connection.kind !== 'practice' && (
            <p className={styles.soft}>
              The legacy calls have credentials of their own:{' '}
              <a href={locationHref({ screen: 'settings', path: ['section', 'secrets'] })}>Secrets in the settings</a>.
            </p>
          )}
        </>
      ) : (
        <>
          {problem !== null && (
            <div className={styles.old}>
              <Banner tone="caution" title="This may be old.">
                {problem}
              </Banner>
            </div>
          )}
          <Board ownAddress={ownAddress} preferences={preferences} />
        </>
      )}
    </SubPage>
  )
}

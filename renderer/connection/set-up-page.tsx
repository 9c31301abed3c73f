/**
 * A connection step by step: the shop, the platform, the application, the sign-in, and a check of every service.
 *
 * It begins to exist with the third step; what was typed until then is a draft that main keeps. Going back loses nothing,
 * and what is a secret never comes back to the window.
 */
import { type ReactNode, useCallback, useRef, useState } from 'react'
import type { ConnectionStatus, EditedProfile } from '../../shared/connection/contract.ts'
import type { ConnectionKind } from '../../shared/connection/profile.ts'
import { useApiMutation, useApiQuery } from '../api/hooks.ts'
import { navigate } from '../api/location.ts'
import { Banner } from '../ui/banner.tsx'
import { Button } from '../ui/button.tsx'
import { Pane } from '../ui/pane.tsx'
import { RadioGroup } from '../ui/radio-group.tsx'
import { ErrorState, LoadingState } from '../ui/states.tsx'
import { TextField } from '../ui/text-field.tsx'
import { kindOptions, useEscape } from './connection-form.tsx'
import { emptyFields, type FormFields, fieldsOf, placeholdersOf, readFields } from './profile-form.ts'
import { CheckStep, SignInStep } from './set-up-online.tsx'
import { firstWrongStep, type SetUpStep, setUpSteps, stepsOf, stepTitles } from './set-up-steps.ts'
import styles from './settings.module.css'
import { useFormDraft } from './use-form-draft.ts'
import { stepPath, useKeptStep } from './use-set-up-place.ts'
import { WordsSelect } from './words-select.tsx'

const show = (id: string, step: SetUpStep): void => navigate({ screen: 'settings', path: stepPath(id, step) })

/** `id` is `new` until the connection exists; an unknown step is the first. */
export function SetUpPage({ id, step }: { readonly id: string; readonly step: string | undefined }) {
  const isNew = id === 'new'
  const stored = useApiQuery('connection', 'get', { id }, { enabled: !isNew })
  const status = useApiQuery('connection', 'status', {}).data
  const draft = useFormDraft(id)
  const here = setUpSteps.find((one) => one === step) ?? 'shop'
  const leaveTo = useKeptStep(id, here)
  const backToSettings = useCallback(() => leaveTo([]), [leaveTo])
  useEscape(backToSettings)
  const waits = draft.fields === undefined || status === undefined || (!isNew && stored.data === undefined)
  if (stored.isError || waits) {
    return (
      <Pane backLabel="Settings" onBack={backToSettings} title="Add a connection">
        {stored.isError ? (
          <ErrorState
            isRetrying={stored.isFetching}
            onRetry={() => void stored.refetch()}
            what="This connection cannot be shown"
            whatToDo="Go back to the settings and choose one from the list."
            why={stored.error.message}
          />
        ) : (
          <LoadingState label="The connection" shape="facts" />
        )}
      </Pane>
    )
  }
  return (
    <SetUp
      base={stored.data?.profile}
      draft={draft.fields ?? null}
      id={id}
      onChange={draft.change}
      onKept={draft.drop}
      onLeave={leaveTo}
      status={status}
      step={here}
    />
  )
}

type SetUpProps = {
  readonly id: string
  readonly step: SetUpStep
  readonly base: EditedProfile | undefined
  readonly draft: FormFields | null
  readonly status: ConnectionStatus
  readonly onChange: (fields: FormFields) => void
  readonly onKept: () => void
  /** Leaves for another place of the settings. */
  readonly onLeave: (path: readonly string[]) => void
}

function SetUp({ id, step, base, draft, status, onChange, onKept, onLeave }: SetUpProps) {
  const fields: FormFields = { ...(base === undefined ? emptyFields() : fieldsOf(base)), ...draft }
  const kind = fields.kind as ConnectionKind
  const steps = stepsOf(kind)
  const at = Math.max(0, steps.indexOf(step))
  const here = steps[at] ?? 'shop'
  const next = steps[at + 1]
  const previous = steps[at - 1]
  const [tried, setTried] = useState<SetUpStep | undefined>(undefined)
  const [secret, setSecret] = useState('')
  const form = useRef<HTMLDivElement>(null)
  const create = useApiMutation('connection', 'create')
  const update = useApiMutation('connection', 'update')
  const open = useApiMutation('connection', 'open')
  const keepSecrets = useApiMutation('connection', 'keepSecrets')
  const reading = readFields(fields, base)
  const errors = { ...clientIdProblem(fields), ...reading.errors }
  const shown = placeholdersOf(fields)
  const isOpen = status.connection.id === id
  const failure = create.error ?? update.error ?? open.error ?? keepSecrets.error
  const isBusy = create.isPending || update.isPending || open.isPending || keepSecrets.isPending
  /** With this step done there is a connection. */
  const isMaking = here === (kind === 'practice' ? 'shop' : 'application')

  const isLater = here === 'sign-in' && status.session.state !== 'signedIn'

  const set = (path: string, text: string): void => onChange({ ...fields, [path]: text })

  const line = (path: string, label: string, description: string, more: LineWords = {}): ReactNode => (
    <TextField
      description={description}
      error={tried === here ? errors[path] : undefined}
      isMono={more.isText !== true}
      isRequired={more.isRequired}
      label={label}
      onChange={(text) => set(path, text)}
      onSubmit={() => void goOn()}
      placeholder={shown[path]}
      value={fields[path] ?? ''}
    />
  )

  /** Keeps what was typed as a connection, opens it, and hands the secret in. Stops at the first thing that is refused. */
  const make = async (profile: EditedProfile): Promise<void> => {
    let madeId = id
    if (base === undefined) madeId = (await create.mutateAsync({ profile })).id
    else if (draft !== null) await update.mutateAsync({ id, profile })
    onKept()
    if (!isOpen) await open.mutateAsync({ id: madeId })
    if (secret.trim() !== '') await keepSecrets.mutateAsync({ clientSecret: secret })
    setSecret('')
    show(madeId, next ?? 'check')
  }

  const goOn = async (): Promise<void> => {
    setTried(here)
    const wrong = firstWrongStep(errors, steps, here)
    if (wrong !== undefined) {
      setTried(wrong)
      if (wrong !== here) show(id, wrong)
      // To the field that is wrong, once it says so.
      setTimeout(() => form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus(), 0)
      return
    }
    if (!isMaking || reading.profile === undefined) {
      if (next !== undefined) show(id, next)
      return
    }
    try {
      await make(reading.profile)
    } catch {
      // What was refused stands above the fields, from the call itself.
    }
  }

  return (
    <Pane
      acts={
        base === undefined && (
          <Button onPress={() => onLeave(['new', 'all'])} variant="quiet">
            All fields at once
          </Button>
        )
      }
      backLabel="Settings"
      footer={
        <div className={styles.savebar}>
          <span className={styles.note}>
            {base === undefined
              ? 'What you type is kept on this computer until you add it.'
              : `“${base.name}” is added.`}
          </span>
          {previous !== undefined && (
            <Button onPress={() => show(id, previous)} variant="quiet">
              Back
            </Button>
          )}
          {next === undefined ? (
            <Button onPress={() => navigate({ screen: 'inbox', path: [] })} variant="primary">
              Go to the inbox
            </Button>
          ) : (
            <Button isPending={isBusy} onPress={() => void goOn()} variant={isLater ? 'plain' : 'primary'}>
              {isMaking && base === undefined ? 'Add and open' : isLater ? 'Sign in later' : 'Next'}
            </Button>
          )}
        </div>
      }
      onBack={() => onLeave([])}
      title={base === undefined ? 'Add a connection' : `Set up ${base.name}`}
    >
      <div className={styles.form} ref={form}>
        <Progress at={at} steps={steps} />
        {failure !== null && <Banner tone="danger">{failure.message}</Banner>}
        {here === 'shop' && (
          <>
            {base === undefined ? (
              <RadioGroup label="Kind" onChange={(to) => set('kind', to)} options={kindOptions} value={kind} />
            ) : (
              <p className={styles.note}>The kind of a connection stays as it was chosen.</p>
            )}
            {line('name', 'Name', 'What you call this shop. Only you see it.', { isText: true, isRequired: true })}
          </>
        )}
        {here === 'address' && (
          <>
            {line(
              'baseUrl',
              'Base URL',
              kind === 'sandbox'
                ? "The address of the platform's sandbox, from the front page of its developer site, such as https://api.sandbox.example.com"
                : "The address of the platform's services, from the front page of its developer site, such as https://api.example.com",
              { isRequired: true },
            )}
            {line(
              'marketplaceId',
              'Marketplace',
              'The marketplace that you sell on, as the platform writes it. Its list is in the developer documents.',
            )}
            {line(
              'contentLanguage',
              'Content language',
              'The language in which your items are written. Every save tells it to the platform.',
            )}
            <WordsSelect
              description="What stands for the brand in the platform's own names. Leave it, unless the developer documents write it differently."
              fields={fields}
              onChange={onChange}
              ownLabel="As written under all fields"
            />
          </>
        )}
        {here === 'application' && (
          <>
            <p className={styles.note}>
              The platform lets programs in by an application of yours. Make one on its developer pages, under keys or
              credentials, for {kind === 'sandbox' ? 'the sandbox' : 'production'}; it shows the two values below.
            </p>
            {line('oauth.clientId', 'Client id', 'Also called application id. It is no secret.', { isRequired: true })}
            <TextField
              description={
                isOpen && status.keptSecrets.some(({ name, isKept }) => name === 'clientSecret' && isKept)
                  ? 'One is kept, and is not shown. Type another one only to replace it.'
                  : 'Also called certificate or cert id. It is kept where only this program can read it, and never shown again.'
              }
              label="Client secret"
              onChange={setSecret}
              onSubmit={() => void goOn()}
              type="password"
              value={secret}
            />
            {line(
              'oauth.redirectUri',
              'Redirect',
              'What the application has registered for the way back from the sign-in. Empty: the browser comes back to this computer by itself.',
            )}
            {reading.losesSecrets && (
              <Banner title="Another host." tone="caution">
                Going on deletes the secrets of this connection: they were given for the former host.
              </Banner>
            )}
          </>
        )}
        {here === 'sign-in' && (
          <SignInStep isOpen={isOpen} onMendClient={() => show(id, 'application')} status={status} />
        )}
        {here === 'check' && (
          <CheckStep isOpen={isOpen} kind={kind} onSignIn={() => show(id, 'sign-in')} status={status} />
        )}
      </div>
    </Pane>
  )
}

/** A sign-in is not possible without; who has tokens from elsewhere adds the connection by all its fields. */
const clientIdProblem = (fields: FormFields): Readonly<Record<string, string>> =>
  fields.kind !== 'practice' && (fields['oauth.clientId'] ?? '').trim() === ''
    ? { 'oauth.clientId': 'The client id is missing. It stands on the developer pages, beside the client secret.' }
    : {}

type LineWords = { readonly isText?: boolean; readonly isRequired?: boolean }

/** How far one is; what is done can be seen, not pressed: the way goes by Back and Next. */
function Progress({ steps, at }: { readonly steps: readonly SetUpStep[]; readonly at: number }) {
  return (
    <ol aria-label="Steps" className={styles.progress}>
      {steps.map((step, index) => (
        <li
          {...(index === at ? { 'aria-current': 'step' } : {})}
          className={styles.progressStep}
          data-done={index < at || undefined}
          key={step}
        >
          <span aria-hidden="true" className={styles.progressMark}>
            {index + 1}
          </span>
          {stepTitles[step]}
        </li>
      ))}
    </ol>
  )
}

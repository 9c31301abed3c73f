/**
 * Sets up a connection in steps: shop and platform, or a developer account where the platform's addresses are known; then
 * application, sign-in, check. The application step creates the connection; before that it is a draft in main. Going back loses
 * nothing, and secrets never return to the window.
 */
import { ArrowLeft } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import type { ConnectionStatus, EditedProfile } from '../../../shared/connection/contract.ts'
import type { ConnectionKind } from '../../../shared/connection/profile.ts'
import {
  useAction,
  useApiMutation,
  useApiQuery,
  useClientOf,
  useReadAgain,
  useReportedMutation,
} from '../../api/hooks.ts'
import { ShownConnection } from '../../api/shown-connection.ts'
import { useCommand } from '../../commands/registry.ts'
import { currentLocation, isAt, navigate } from '../../location.ts'
import { useSetUpReminder } from '../../parts/set-up-reminder.ts'
import { Button } from '../../ui/buttons/button.tsx'
import { MutationError } from '../../ui/feedback/mutation-error.tsx'
import { toast, toastFailure } from '../../ui/feedback/toast.tsx'
import { Row, Text } from '../../ui/layout/layout.tsx'
import { Pane } from '../../ui/layout/pane.tsx'
import {
  emptyFields,
  type FieldErrors,
  type FormFields,
  findPlatform,
  hasBuiltInAddresses,
  parseFields,
  presets,
  toFields,
} from '../form/connection-fields.ts'
import { backToSettings, StoredConnectionPane } from '../form/connection-form.tsx'
import { type FormDraft, useFormDraft } from '../form/use-form-draft.ts'
import styles from '../settings.module.css'
import { AccountStep, AddressStep, ApplicationStep, ShopStep, type StepForm } from './set-up-fields.tsx'
import { CheckStep, SignInStep } from './set-up-online.tsx'
import {
  findPresetId,
  firstInvalidStep,
  isNewId,
  listSteps,
  type SetUpStep,
  setUpSteps,
  stepPath,
  stepTitles,
} from './set-up-steps.ts'
import { useStepFocus } from './use-step-focus.ts'

const goToStep = (id: string, step: SetUpStep): void => navigate({ screen: 'settings', path: stepPath(id, step) })

/** Selects mark their frame invalid, other fields their input. */
const INVALID_FIELD = '[data-invalid] > button, [aria-invalid="true"]'

/** An attempt that created the connection and then failed. The connection's own page continues with it. */
type Stopped = { readonly id: string; readonly secret: string; readonly failure: Error }

type SetUpPageProps = { readonly id: string; readonly step: string | undefined }

/** `id` is `new` until the connection exists. Without a known step it begins at the first one that is left. */
export const SetUpPage = (props: SetUpPageProps) => {
  const [stopped, setStopped] = useState<Stopped | undefined>(undefined)
  return <SetUpOf {...props} key={props.id} onStopped={setStopped} stopped={stopped} />
}

type StoppedProps = {
  readonly stopped: Stopped | undefined
  readonly onStopped: (stopped: Stopped | undefined) => void
}

const SetUpOf = ({ id, step, stopped, onStopped }: SetUpPageProps & StoppedProps) => {
  const isNew = isNewId(id)
  const stored = useApiQuery('connection', 'get', { id }, { enabled: !isNew })
  const status = useApiQuery('connection', 'status', {}).data
  const draft = useFormDraft(id)
  const current = setUpSteps.find((one) => one === step)
  useCommand('settings.back', backToSettings)
  const isLoading = draft.fields === undefined || (!isNew && stored.data === undefined)
  if (stored.isError || isLoading || status === undefined) {
    return <StoredConnectionPane query={stored} title="Add a connection" onBack={backToSettings} />
  }
  const preset = presets.find((one) => one.id === findPresetId(id))
  const start = stored.data === undefined ? (preset?.fields ?? emptyFields()) : toFields(stored.data.profile)
  return (
    <SetUp
      base={stored.data?.profile}
      draft={draft}
      id={id}
      onStopped={onStopped}
      start={start}
      status={status}
      step={current}
      stopped={stopped?.id === id ? stopped : undefined}
      title={preset?.label ?? 'Add a connection'}
    />
  )
}

/**
 * What a sign-in needs beyond a valid profile: the client ID, and with built-in addresses the marketplace and the
 * RuName (PLT-01). Tokens from elsewhere are entered on the page with all settings.
 */
const keyErrors = (fields: FormFields): FieldErrors => {
  if (fields.kind === 'practice') return {}
  const isEmpty = (path: string): boolean => (fields[path] ?? '').trim() === ''
  const { redirect, keys } = findPlatform(fields)
  return {
    ...(isEmpty('oauth.clientId')
      ? { 'oauth.clientId': 'Enter the client ID. It is on the developer pages, next to the client secret.' }
      : {}),
    ...(redirect === 'name' && isEmpty('oauth.redirectUri')
      ? { 'oauth.redirectUri': `Enter the ${keys.redirect.label}. The sign-in returns through it.` }
      : {}),
    ...(hasBuiltInAddresses(fields) && isEmpty('marketplaceId')
      ? { marketplaceId: 'Choose the marketplace you sell on.' }
      : {}),
  }
}

type SetUpProps = StoppedProps & {
  readonly id: string
  /** Undefined: the first one that is left. */
  readonly step: SetUpStep | undefined
  readonly base: EditedProfile | undefined
  /** The fields before the seller changes any. */
  readonly start: FormFields
  /** The page's title until the connection exists. */
  readonly title: string
  readonly draft: FormDraft
  readonly status: ConnectionStatus
}

const SetUp = ({ id, step, base, start, title, draft, status, stopped, onStopped }: SetUpProps) => {
  const fields: FormFields = { ...start, ...draft.fields }
  const platform = findPlatform(fields)
  const isPreset = hasBuiltInAddresses(fields)
  const kind = fields.kind as ConnectionKind
  const steps = listSteps(fields)
  // Whoever has typed a key already has an account.
  const hasAccount = steps[0] === 'account' && (base !== undefined || (fields['oauth.clientId'] ?? '') !== '')
  const first = hasAccount ? 'application' : steps[0]
  const index = Math.max(0, steps.indexOf(step ?? first ?? 'check'))
  const current = steps[index] ?? 'check'
  const next = steps[index + 1]
  const previous = steps[index - 1]
  const [submitted, setSubmitted] = useState<SetUpStep | undefined>(undefined)
  const [secret, setSecret] = useState(stopped?.secret ?? '')
  const [earlierFailure, setEarlierFailure] = useState(stopped?.failure ?? null)
  const form = useRef<HTMLDivElement>(null)
  useStepFocus(form, current)
  const create = useApiMutation('connection', 'create')
  const update = useApiMutation('connection', 'update')
  const open = useApiMutation('connection', 'open')
  const reminder = useSetUpReminder()
  const readStatus = useReadAgain('connection', 'status')
  const clientOf = useClientOf()
  // Another window may open another connection in between.
  const keepSecret = useAction((created: string) => clientOf(created).connection.keepSecrets({ clientSecret: secret }))
  const openPages = useReportedMutation('connection', 'openDeveloperPages')
  const parsed = parseFields(fields, base)
  const errors = { ...keyErrors(fields), ...parsed.errors }
  const isOpen = status.connection.id === id
  const hasSecret = isOpen && status.keptSecrets.some(({ name, isKept }) => name === 'clientSecret' && isKept)
  const lacksSecret = isPreset && !hasSecret && secret.trim() === ''
  useEffect(() => {
    if (current === 'application' && reminder.to !== null && Date.now() >= reminder.atMs) reminder.clear()
  }, [current, reminder])
  /** This step creates the connection. */
  const isCreating = current === (kind === 'practice' ? 'shop' : 'application')
  const canSkipSignIn = current === 'sign-in' && status.session.state !== 'signedIn'

  /** Saves and opens the connection, then stores the secret. Stops at the first failure. */
  const creation = useAction(async (profile: EditedProfile): Promise<void> => {
    const asked = currentLocation()
    let createdId = id
    if (base === undefined) createdId = (await create.mutateAsync({ profile })).id
    else if (draft.fields !== null) await update.mutateAsync({ id, profile })
    try {
      if (!isOpen) await open.mutateAsync({ id: createdId })
      if (secret.trim() !== '') await keepSecret.mutateAsync(createdId)
      // The next step says that the connection isn't open while the status is the previous connection's.
      await readStatus()
    } catch (error) {
      if (base !== undefined || !(error instanceof Error)) throw error
      // The connection exists, so the next attempt must not create another: it continues on the connection's own page.
      if (!isAt(asked)) toastFailure(error)
      onStopped({ id: createdId, secret, failure: error })
      if (isAt(asked)) goToStep(createdId, current)
      return
    } finally {
      // The fields stay filled in until the page leaves them.
      draft.clear()
    }
    setSecret('')
    onStopped(undefined)
    if (isAt(asked)) goToStep(createdId, next ?? 'check')
  })

  const submit = (): void => {
    if (creation.isPending) return
    setEarlierFailure(null)
    const invalid = firstInvalidStep(errors, steps, current)
    setSubmitted(invalid ?? current)
    if (invalid !== undefined || (isCreating && lacksSecret)) {
      if (invalid !== undefined && invalid !== current) goToStep(id, invalid)
      // Waits until the field is marked invalid.
      setTimeout(() => form.current?.querySelector<HTMLElement>(INVALID_FIELD)?.focus(), 0)
      return
    }
    if (isCreating && parsed.profile !== undefined) {
      const focused = document.activeElement
      creation.mutate(parsed.profile, {
        // The fields were inert, so the focus left them.
        onError: () => setTimeout(() => focused instanceof HTMLElement && focused.focus(), 0),
      })
    } else if (next !== undefined) goToStep(id, next)
  }

  const fieldsForm: StepForm = {
    fields,
    change: draft.change,
    errorOf: (path) => (submitted === current || isPastedKey(path, fields) ? errors[path] : undefined),
    submit,
  }
  return (
    <Pane
      backLabel="Settings"
      footer={
        <>
          <Row grow>
            <Text size="meta" tone="soft">
              {base === undefined ? 'Saved on this computer as you type.' : `“${base.name}” was added.`}
            </Text>
          </Row>
          <Button
            disabledReason={creation.isPending ? 'Wait until the connection is added.' : undefined}
            icon={ArrowLeft}
            onPress={() => (previous === undefined ? backToSettings() : goToStep(id, previous))}
          >
            {previous === undefined ? 'Back to settings' : 'Back'}
          </Button>
          {next === undefined ? (
            <Button onPress={() => navigate({ screen: 'inbox', path: [] })} variant="primary">
              Go to the inbox
            </Button>
          ) : (
            <Button isPending={creation.isPending} onPress={submit} variant={canSkipSignIn ? 'plain' : 'primary'}>
              {isCreating && base === undefined ? 'Add and open' : canSkipSignIn ? 'Sign in later' : 'Next'}
            </Button>
          )}
        </>
      }
      onBack={backToSettings}
      title={base === undefined ? title : `Set up ${base.name}`}
    >
      {/* Inert while the connection is added, because the draft is deleted afterwards. */}
      <div className={styles.form} inert={creation.isPending} ref={form}>
        <StepList index={index} steps={steps} />
        <MutationError of={[creation, { error: earlierFailure, reset: () => setEarlierFailure(null) }]} />
        {current === 'account' && (
          <AccountStep
            onOpen={(page) => openPages.mutate({ platform: platform.id, page })}
            platform={platform}
            onLater={() => {
              reminder.set(stepPath(id, 'application'), Date.now())
              toast({ text: 'Today reminds you tomorrow. What you have entered is kept.', tone: 'good' })
              backToSettings()
            }}
          />
        )}
        {current === 'shop' && <ShopStep canChoose={base === undefined} form={fieldsForm} id={id} />}
        {current === 'address' && <AddressStep form={fieldsForm} />}
        {current === 'application' && (
          <ApplicationStep
            form={fieldsForm}
            isOpening={openPages.isPending}
            losesSecrets={parsed.losesSecrets}
            onOpen={() => openPages.mutate({ platform: platform.id, page: 'keys' })}
            secret={{
              text: secret,
              change: setSecret,
              isKept: hasSecret,
              isMissing: submitted === current && lacksSecret,
            }}
          />
        )}
        <ShownConnection value={id}>
          {current === 'sign-in' && (
            <SignInStep isOpen={isOpen} onChangeClient={() => goToStep(id, 'application')} status={status} />
          )}
          {current === 'check' && (
            <CheckStep isOpen={isOpen} kind={kind} onSignIn={() => goToStep(id, 'sign-in')} status={status} />
          )}
        </ShownConnection>
      </div>
    </Pane>
  )
}

/** What is pasted is checked at once; an empty field only when the step is left. */
const isPastedKey = (path: string, fields: FormFields): boolean =>
  path.startsWith('oauth.') && (fields[path] ?? '') !== ''

const StepList = ({ steps, index }: { readonly steps: readonly SetUpStep[]; readonly index: number }) => (
  <ol aria-label="Steps" className={styles.steps}>
    {steps.map((step, position) => (
      <li aria-current={position === index ? 'step' : undefined} data-done={position < index || undefined} key={step}>
        <span aria-hidden="true">{position + 1}</span>
        {stepTitles[step]}
      </li>
    ))}
  </ol>
)

/** The page on which a connection is added or changed: the basics first, everything else folded. */
import { type ReactNode, useEffect, useRef, useState } from 'react'
import type { EditedProfile } from '../../shared/connection/contract.ts'
import type { ConnectionKind } from '../../shared/connection/profile.ts'
import { useApiMutation, useApiQuery } from '../api/hooks.ts'
import { navigate } from '../api/location.ts'
import { Banner } from '../ui/banner.tsx'
import { Button } from '../ui/button.tsx'
import { Pane } from '../ui/pane.tsx'
import { RadioGroup } from '../ui/radio-group.tsx'
import { ErrorState, LoadingState } from '../ui/states.tsx'
import { TextArea } from '../ui/text-area.tsx'
import { TextField } from '../ui/text-field.tsx'
import { toast } from '../ui/toast.tsx'
import { KindChip } from './kind-chip.tsx'
import { type FieldWords, OtherFields } from './other-fields.tsx'
import {
  basicPaths,
  emptyFields,
  type FormFields,
  fieldOfIssue,
  fieldPaths,
  fieldsOf,
  placeholdersOf,
  readFields,
} from './profile-form.ts'
import styles from './settings.module.css'
import { useFormDraft } from './use-form-draft.ts'

const backToSettings = (): void => navigate({ screen: 'settings', path: [] })

/** Escape goes one level out; what is typed is kept. An open list or dialog takes the key for itself. */
export const useEscape = (leave: () => void): void => {
  useEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      if (event.key === 'Escape' && !event.defaultPrevented) leave()
    }
    window.addEventListener('keydown', onKey)
    return () => window.removeEventListener('keydown', onKey)
  }, [leave])
}

/** `id` is `new` for one that is not there yet; `at` is `receiver` for whoever was sent to the receiver's address. */
export function ConnectionFormPage({ id, at }: { readonly id: string; readonly at: string | undefined }) {
  const isNew = id === 'new'
  const stored = useApiQuery('connection', 'get', { id }, { enabled: !isNew })
  const draft = useFormDraft(id)
  useEscape(backToSettings)
  if (stored.isError) {
    return (
      <Pane backLabel="Settings" onBack={backToSettings} title="Connection">
        <ErrorState
          isRetrying={stored.isFetching}
          onRetry={() => void stored.refetch()}
          what="This connection cannot be shown"
          whatToDo="Go back to the settings and choose one from the list."
          why={stored.error.message}
        />
        <Button onPress={backToSettings}>Back to the settings</Button>
      </Pane>
    )
  }
  if (draft.fields === undefined || (!isNew && stored.data === undefined)) {
    return (
      <Pane backLabel="Settings" onBack={backToSettings} title="Connection">
        <LoadingState label="The connection" shape="facts" />
      </Pane>
    )
  }
  const base = stored.data?.profile
  return (
    <ConnectionForm
      base={base}
      draft={draft.fields}
      id={id}
      isAtReceiver={at === 'receiver'}
      isOpen={stored.data?.isOpen ?? false}
      onChange={draft.change}
      onDone={draft.drop}
    />
  )
}

export const kindOptions = [
  {
    id: 'sandbox',
    label: 'Sandbox',
    description: "The platform's test system: nothing reaches a real buyer.",
  },
  { id: 'production', label: 'Production', description: 'Your real shop.' },
  { id: 'practice', label: 'Practice', description: 'A shop that Stallhand plays itself. No account is needed.' },
] as const

type ConnectionFormProps = {
  readonly id: string
  /** What is stored; undefined for a new one. */
  readonly base: EditedProfile | undefined
  readonly draft: FormFields | null
  readonly isOpen: boolean
  /** Begins with the fields of the receiver in sight, and the focus on the first of them. */
  readonly isAtReceiver: boolean
  readonly onChange: (fields: FormFields) => void
  readonly onDone: () => void
}

function ConnectionForm({ id, base, draft, isOpen, isAtReceiver, onChange, onDone }: ConnectionFormProps) {
  const start = base === undefined ? emptyFields() : fieldsOf(base)
  const fields: FormFields = { ...start, ...draft }
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set())
  const [wasTried, setTried] = useState(false)
  const [refused, setRefused] = useState<Readonly<Record<string, string>>>({})
  const [isUnfolded, setUnfolded] = useState(isAtReceiver)
  const receiver = useRef<HTMLFieldSetElement>(null)
  useEffect(() => {
    if (!isAtReceiver) return
    receiver.current?.scrollIntoView()
    receiver.current?.querySelector('input')?.focus({ preventScroll: true })
  }, [isAtReceiver])
  const create = useApiMutation('connection', 'create')
  const update = useApiMutation('connection', 'update')
  const open = useApiMutation('connection', 'open')

  const reading = readFields(fields, base)
  const shown = placeholdersOf(fields)
  const isChanged = fieldPaths.some((path) => fields[path] !== start[path])
  const isBusy = create.isPending || update.isPending || open.isPending
  const failure = create.error ?? update.error ?? open.error
  const kind = fields.kind as ConnectionKind

  const set = (path: string, text: string): void => {
    setRefused({})
    onChange({ ...fields, [path]: text })
  }
  const errorOf = (path: string): string | undefined =>
    refused[path] ?? (wasTried || left.has(path) ? reading.errors[path] : undefined)

  const line = (path: string, label: string, more: FieldWords = {}): ReactNode => (
    <TextField
      error={errorOf(path)}
      isMono={more.isText !== true}
      isRequired={more.isRequired}
      label={label}
      onBlur={() => setLeft((before) => new Set([...before, path]))}
      onChange={(text) => set(path, text)}
      placeholder={shown[path]}
      value={fields[path] ?? ''}
      {...(more.description === undefined ? {} : { description: more.description })}
    />
  )
  const area = (path: string, label: string, description: string): ReactNode => (
    <TextArea
      description={description}
      error={errorOf(path)}
      isMono
      label={label}
      onBlur={() => setLeft((before) => new Set([...before, path]))}
      onChange={(text) => set(path, text)}
      placeholder={shown[path]}
      value={fields[path] ?? ''}
    />
  )

  const save = async (andOpen: boolean): Promise<void> => {
    setTried(true)
    const { profile, errors } = reading
    if (profile === undefined) {
      if (fieldPaths.some((path) => errors[path] !== undefined && !basicPaths.includes(path))) setUnfolded(true)
      return
    }
    try {
      const savedId = base === undefined ? (await create.mutateAsync({ profile })).id : id
      const signedOut = base === undefined ? false : (await update.mutateAsync({ id, profile })).signedOut
      onDone()
      if (signedOut)
        toast({ text: `${profile.name} leads to another host now. Its secrets were deleted.`, tone: 'caution' })
      if (andOpen) await open.mutateAsync({ id: savedId })
      backToSettings()
    } catch (error) {
      const issues = failureIssues(error)
      setRefused(Object.fromEntries(issues.map(({ path, message }) => [fieldOfIssue(path), message])))
    }
  }

  return (
    <Pane
      acts={
        <Button onPress={backToSettings} variant="quiet">
          Back to settings
        </Button>
      }
      backLabel="Settings"
      footer={
        <div className={styles.savebar}>
          <span className={styles.note}>
            {isChanged ? 'Not saved yet. What you typed is kept on this computer.' : base === undefined ? '' : 'Saved.'}
          </span>
          {isChanged && (
            <Button
              onPress={() => {
                onDone()
                backToSettings()
              }}
              variant="quiet"
            >
              Throw away
            </Button>
          )}
          {base === undefined ? (
            <>
              <Button isPending={isBusy} onPress={() => void save(false)}>
                Add
              </Button>
              <Button isPending={isBusy} kind={kind} onPress={() => void save(true)} variant="primary">
                Add and open
              </Button>
            </>
          ) : (
            <Button
              disabledReason="Nothing was changed."
              isDisabled={!isChanged}
              isPending={isBusy}
              onPress={() => void save(false)}
              variant="primary"
            >
              {isOpen ? 'Save and open again' : 'Save'}
            </Button>
          )}
        </div>
      }
      onBack={backToSettings}
      title={base === undefined ? 'Add a connection' : `Edit ${base.name}`}
    >
      <div className={styles.form}>
        {failure !== null && Object.keys(refused).length === 0 && <Banner tone="danger">{failure.message}</Banner>}
        {wasTried && reading.profile === undefined && (
          <Banner tone="caution">
            Not saved: {Object.keys(reading.errors).length === 1 ? 'one field is' : 'some fields are'} not right yet.
            Each says what is allowed.
          </Banner>
        )}
        {reading.losesSecrets && (
          <Banner title="Another host." tone="caution">
            Saving deletes the secrets of this connection: they were given for the former host and are not sent to
            another.
          </Banner>
        )}

        {base === undefined ? (
          <RadioGroup label="Kind" onChange={(next) => set('kind', next)} options={kindOptions} value={kind} />
        ) : (
          <div className={styles.inline}>
            <KindChip kind={kind} />
            <span className={styles.note}>The kind stays. Duplicate or add a connection for another one.</span>
          </div>
        )}
        {line('name', 'Name', { description: 'What you call this shop.', isText: true, isRequired: true })}
        {line('baseUrl', 'Base URL', {
          description:
            kind === 'practice'
              ? 'Empty: Stallhand runs a practice platform of its own.'
              : 'The service root of the platform. HTTPS, except on this machine.',
          isRequired: kind !== 'practice',
        })}
        {line('oauth.clientId', 'Client id', {
          description:
            "From the platform's developer pages. The client secret is asked for after the connection is open.",
        })}
        {line('marketplaceId', 'Marketplace')}

        <details className={styles.more} onToggle={(event) => setUnfolded(event.currentTarget.open)} open={isUnfolded}>
          <summary>Everything else</summary>
          <OtherFields
            area={area}
            fields={fields}
            line={line}
            onChange={onChange}
            receiver={receiver}
            set={set}
            shown={shown}
          />
        </details>
      </div>
    </Pane>
  )
}

const failureIssues = (error: unknown): readonly { readonly path: string; readonly message: string }[] => {
  if (!(error instanceof Error) || !('detail' in error)) return []
  const detail = error.detail as {
    readonly kind: string
    readonly issues?: readonly { path: string; message: string }[]
  }
  return detail.kind === 'validation' ? (detail.issues ?? []) : []
}

/** Edits a connection: the basics first, everything else folded. */
import { type ReactNode, useEffect, useRef, useState } from 'react'
import type { EditedProfile } from '../../../shared/connection/contract.ts'
import type { ConnectionKind } from '../../../shared/connection/profile.ts'
import { Failure } from '../../../shared/result.ts'
import { useApiMutation, useApiQuery } from '../../api/hooks.ts'
import { useCommand } from '../../commands/registry.ts'
import { currentLocation, isAt, navigate } from '../../location.ts'
import { Button } from '../../ui/buttons/button.tsx'
import { Banner } from '../../ui/feedback/banner.tsx'
import { QueryView } from '../../ui/feedback/query-view.tsx'
import { LoadingState } from '../../ui/feedback/states.tsx'
import { toast } from '../../ui/feedback/toast.tsx'
import { TextArea } from '../../ui/fields/text-area.tsx'
import { TextField } from '../../ui/fields/text-field.tsx'
import { Row, Text } from '../../ui/layout/layout.tsx'
import { Pane } from '../../ui/layout/pane.tsx'
import { KindChip } from '../kind-chip.tsx'
import styles from '../settings.module.css'
import {
  basicPaths,
  defaultFields,
  type FieldErrors,
  type FormFields,
  fieldPaths,
  findField,
  hasBuiltInAddresses,
  parseFields,
  toFields,
} from './connection-fields.ts'
import { type FieldOptions, OtherFields } from './other-fields.tsx'
import { type FormDraft, useFormDraft } from './use-form-draft.ts'

export const backToSettings = (): void => navigate({ screen: 'settings', path: [] })

type StoredConnectionPaneProps = {
  readonly query: ReturnType<typeof useApiQuery<'connection', 'get'>>
  readonly title: string
  readonly onBack: () => void
}

/** Shows the saved connection, or why it can't be shown. */
export const StoredConnectionPane = ({ query, title, onBack }: StoredConnectionPaneProps) => (
  <Pane backLabel="Settings" onBack={onBack} title={title}>
    {query.isError ? (
      <QueryView
        query={query}
        label="Connection"
        whatToDo="Choose one from the list."
        action={{ label: 'Back to settings', onPress: onBack }}
      >
        {() => null}
      </QueryView>
    ) : (
      <LoadingState label="Loading connection" shape="facts" />
    )}
  </Pane>
)

/** `at`: `receiver` to start at the receiver's fields. */
export const ConnectionFormPage = ({ id, at }: { readonly id: string; readonly at: string | undefined }) => {
  const stored = useApiQuery('connection', 'get', { id })
  const draft = useFormDraft(id)
  useCommand('settings.back', backToSettings)
  if (draft.fields === undefined || stored.data === undefined) {
    return <StoredConnectionPane query={stored} title="Connection" onBack={backToSettings} />
  }
  const { profile, isOpen } = stored.data
  return <ConnectionForm base={profile} draft={draft} id={id} isAtReceiver={at === 'receiver'} isOpen={isOpen} />
}

type ConnectionFormProps = {
  readonly id: string
  /** The saved connection. */
  readonly base: EditedProfile
  readonly draft: FormDraft
  readonly isOpen: boolean
  readonly isAtReceiver: boolean
}

const ConnectionForm = ({ id, base, draft, isOpen, isAtReceiver }: ConnectionFormProps) => {
  const start = toFields(base)
  const fields: FormFields = { ...start, ...draft.fields }
  const [visited, setVisited] = useState<ReadonlySet<string>>(new Set())
  const [wasSubmitted, setWasSubmitted] = useState(false)
  const [refused, setRefused] = useState<FieldErrors>({})
  const [isUnfolded, setUnfolded] = useState(isAtReceiver)
  const receiver = useRef<HTMLFieldSetElement>(null)
  useEffect(() => {
    if (!isAtReceiver) return
    receiver.current?.scrollIntoView()
    receiver.current?.querySelector('input')?.focus({ preventScroll: true })
  }, [isAtReceiver])
  const update = useApiMutation('connection', 'update')

  const parsed = parseFields(fields, base)
  const defaults = defaultFields(fields)
  const isChanged = fieldPaths.some((path) => fields[path] !== start[path])
  const failure = update.error
  const kind = fields.kind as ConnectionKind

  const change = (next: FormFields): void => {
    setRefused({})
    draft.change(next)
  }
  const bind = (path: string) => ({
    error: refused[path] ?? (wasSubmitted || visited.has(path) ? parsed.errors[path] : undefined),
    onBlur: () => setVisited((before) => new Set([...before, path])),
    onChange: (text: string) => change({ ...fields, [path]: text }),
    placeholder: defaults[path],
    value: fields[path] ?? '',
  })
  const line = (path: string, label: string, { isText, ...options }: FieldOptions = {}): ReactNode => (
    <TextField isMono={isText !== true} label={label} {...bind(path)} {...options} />
  )
  const area = (path: string, label: string, description: string): ReactNode => (
    <TextArea description={description} isMono label={label} {...bind(path)} />
  )

  const save = async (): Promise<void> => {
    setWasSubmitted(true)
    const { profile, errors } = parsed
    if (profile === undefined) {
      if (fieldPaths.some((path) => errors[path] !== undefined && !basicPaths.includes(path))) setUnfolded(true)
      return
    }
    const asked = currentLocation()
    try {
      const { signedOut } = await update.mutateAsync({ id, profile })
      draft.clear()
      if (signedOut) {
        const text = `${profile.name} uses another host now, so its secrets were deleted.`
        toast({ text, tone: 'caution', outlivesSwitch: true })
      }
      if (isAt(asked)) backToSettings()
    } catch (error) {
      const detail = error instanceof Failure ? error.detail : undefined
      const issues = detail?.kind === 'validation' ? detail.issues : []
      setRefused(Object.fromEntries(issues.map(({ path, message }) => [findField(path), message])))
    }
  }

  return (
    <Pane
      actions={
        <Button onPress={backToSettings} variant="quiet">
          Back to settings
        </Button>
      }
      backLabel="Settings"
      footer={
        <>
          <Row grow>
            <Text size="meta" tone="soft">
              {isChanged ? 'Not saved yet. Your changes are kept on this computer.' : 'Saved.'}
            </Text>
          </Row>
          {isChanged && (
            <Button
              onPress={() => {
                draft.clear()
                backToSettings()
              }}
              variant="quiet"
            >
              Discard changes
            </Button>
          )}
          <Button
            disabledReason={isChanged ? undefined : 'Nothing has changed.'}
            isPending={update.isPending}
            onPress={() => void save()}
            variant="primary"
          >
            {isOpen ? 'Save and reopen' : 'Save'}
          </Button>
        </>
      }
      onBack={backToSettings}
      title={`Edit ${base.name}`}
    >
      {/* Inert during a save, because the draft is deleted afterwards. */}
      <div className={styles.form} inert={update.isPending}>
        {failure !== null && Object.keys(refused).length === 0 && <Banner tone="danger">{failure.message}</Banner>}
        {wasSubmitted && parsed.profile === undefined && (
          <Banner tone="caution" title="Not saved.">
            Correct the marked {Object.keys(parsed.errors).length === 1 ? 'field' : 'fields'} first.
          </Banner>
        )}
        {parsed.losesSecrets && (
          <Banner title="New host." tone="caution">
            Saving deletes the secrets of this connection. They belong to the previous host and aren’t sent to another.
          </Banner>
        )}
        <Row>
          <KindChip kind={kind} />
          <Text size="meta" tone="soft">
            The kind can’t be changed. Add or duplicate a connection for another kind.
          </Text>
        </Row>
        {line('name', 'Name', { description: 'Your name for this shop.', isText: true, isRequired: true })}
        {/* PLT-02: built-in addresses have no fields. A base URL that is set anyway is shown, so it can be removed. */}
        {(!hasBuiltInAddresses(fields) || fields.baseUrl !== '') &&
          line('baseUrl', 'Base URL', {
            description:
              kind === 'practice'
                ? 'If empty, Stallhand runs its own practice platform.'
                : 'The address of the services. HTTPS, except on this computer.',
            isRequired: kind !== 'practice',
          })}
        {line('oauth.clientId', 'Client ID', {
          description: 'From the developer pages. You enter the client secret after opening the connection.',
        })}
        {line('marketplaceId', 'Marketplace')}
        <details className={styles.more} onToggle={(event) => setUnfolded(event.currentTarget.open)} open={isUnfolded}>
          <summary>All settings</summary>
          <OtherFields
            area={area}
            defaults={defaults}
            fields={fields}
            line={line}
            onChange={draft.change}
            receiver={receiver}
            set={(path, text) => bind(path).onChange(text)}
          />
        </details>
      </div>
    </Pane>
  )
}

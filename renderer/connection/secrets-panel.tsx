/** The secrets of the open connection: typed in, kept in main, told as kept or not, and never shown again. */
import { useState } from 'react'
import type { ConnectionStatus, SecretPresence, TypedSecretName } from '../../shared/connection/contract.ts'
import { useApiMutation } from '../api/hooks.ts'
import { useNow } from '../api/use-now.ts'
import { Badge } from '../ui/badge.tsx'
import { Button } from '../ui/button.tsx'
import { Panel } from '../ui/panel.tsx'
import { RelativeTime } from '../ui/relative-time.tsx'
import { TextField } from '../ui/text-field.tsx'
import styles from './settings.module.css'

const groups: readonly {
  readonly title: string
  readonly description: string
  readonly secrets: readonly { readonly name: TypedSecretName; readonly label: string }[]
}[] = [
  {
    title: 'Client',
    description: "From the platform's developer pages. Every sign-in needs it.",
    secrets: [{ name: 'clientSecret', label: 'Client secret' }],
  },
  {
    title: 'Tokens from elsewhere',
    description:
      'Only where you do not sign in above: a refresh token lasts, an access token serves for about two hours.',
    secrets: [
      { name: 'refreshToken', label: 'Refresh token' },
      { name: 'accessToken', label: 'Access token' },
    ],
  },
  {
    title: 'Legacy calls',
    description: 'Application credentials and user token of the trading calls, for the older notifications.',
    secrets: [
      { name: 'appName', label: 'Application name' },
      { name: 'devName', label: 'Developer name' },
      { name: 'certName', label: 'Certificate name' },
      { name: 'userToken', label: 'User token' },
    ],
  },
]

const keepingWords = (keeping: ConnectionStatus['secrets']): string =>
  keeping === 'kept'
    ? "Kept in this computer's key store, encrypted, and never shown in this window."
    : 'In memory only: this computer offers no key store, so Stallhand asks again after a restart. Nothing else depends on it.'

export function SecretsPanel({ status }: { readonly status: ConnectionStatus }) {
  const [typed, setTyped] = useState<Partial<Record<TypedSecretName, string>>>({})
  const keep = useApiMutation('connection', 'keepSecrets')
  const forget = useApiMutation('connection', 'keepSecrets')
  const given = Object.fromEntries(Object.entries(typed).filter(([, text]) => text.trim() !== ''))
  const isEmpty = Object.keys(given).length === 0
  const submit = (): void => {
    if (!isEmpty) keep.mutate(given, { onSuccess: () => setTyped({}) })
  }
  const presenceOf = (name: TypedSecretName) => status.keptSecrets.find((one) => one.name === name)
  return (
    <Panel description={keepingWords(status.secrets)} title="Secrets">
      {groups.map(({ title, description, secrets }) => (
        <fieldset className={styles.group} key={title}>
          <legend className={styles.legend}>{title}</legend>
          <p className={styles.note}>{description}</p>
          {secrets.map(({ name, label }) => (
            <div className={styles.secret} key={name}>
              <TextField
                label={label}
                onChange={(text) => setTyped({ ...typed, [name]: text })}
                onSubmit={submit}
                type="password"
                value={typed[name] ?? ''}
              />
              <Presence
                isPending={forget.isPending}
                label={label}
                onForget={() => forget.mutate({ [name]: null })}
                presence={presenceOf(name)}
              />
            </div>
          ))}
        </fieldset>
      ))}
      <div className={styles.inline}>
        <Button disabledReason="Type a secret first." isDisabled={isEmpty} isPending={keep.isPending} onPress={submit}>
          {status.secrets === 'kept' ? 'Keep in the key store' : 'Keep until Stallhand ends'}
        </Button>
        <span aria-live="polite" role="status">
          {keep.isError
            ? keep.error.message
            : forget.isError
              ? forget.error.message
              : keep.isSuccess && isEmpty
                ? 'Kept. Check the connection now.'
                : ''}
        </span>
      </div>
    </Panel>
  )
}

function Presence({
  presence,
  label,
  onForget,
  isPending,
}: {
  readonly presence: SecretPresence | undefined
  readonly label: string
  readonly onForget: () => void
  readonly isPending: boolean
}) {
  const now = useNow()
  if (presence?.isKept !== true) return <span className={styles.note}>Not kept</span>
  return (
    <span className={styles.inline}>
      <Badge tone="good">Kept</Badge>
      {presence.sinceMs !== null && <RelativeTime at={Math.min(presence.sinceMs, now)} now={now} />}
      <Button aria-label={`Forget ${label}`} isDisabled={isPending} onPress={onForget} size="s" variant="quiet">
        Forget
      </Button>
    </span>
  )
}

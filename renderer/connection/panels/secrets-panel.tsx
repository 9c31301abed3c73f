/** The secrets of the open connection. They are typed here, stored by main and never shown again. */
import { useState } from 'react'
import type { ConnectionStatus, SecretPresence, TypedSecretName } from '../../../shared/connection/contract.ts'
import type { PlatformName } from '../../../shared/connection/platforms.ts'
import { useApiMutation } from '../../api/hooks.ts'
import { usePlatformName } from '../../api/use-connection.ts'
import { Button } from '../../ui/buttons/button.tsx'
import { Badge } from '../../ui/display/badge.tsx'
import { RelativeTime } from '../../ui/display/relative-time.tsx'
import { TextField } from '../../ui/fields/text-field.tsx'
import { Row, Text } from '../../ui/layout/layout.tsx'
import { Panel } from '../../ui/layout/panel.tsx'
import styles from '../settings.module.css'

type StatusProps = { readonly status: ConnectionStatus }

type TypedSecrets = Readonly<Partial<Record<TypedSecretName, string>>>

type SecretGroup = {
  readonly title: string
  readonly description: string
  readonly secrets: Readonly<Partial<Record<TypedSecretName, string>>>
}

const listGroups = ({ the }: PlatformName): readonly SecretGroup[] => [
  {
    title: 'Client',
    description: `From ${the}’s developer pages. Every sign-in needs it.`,
    secrets: { clientSecret: 'Client secret' },
  },
  {
    title: 'Tokens from elsewhere',
    description: 'Only if you don’t sign in above. A refresh token lasts; an access token works for about two hours.',
    secrets: { refreshToken: 'Refresh token', accessToken: 'Access token' },
  },
  {
    title: 'Legacy calls',
    description: 'Application credentials and user token for the older notifications.',
    secrets: {
      appName: 'Application name',
      devName: 'Developer name',
      certName: 'Certificate name',
      userToken: 'User token',
    },
  },
]

const keepingMessages: Readonly<Record<StatusProps['status']['secrets'], string>> = {
  kept: 'Encrypted in this computer’s password store and never shown in this window. No backup, export, log or report holds them.',
  sessionOnly:
    'In memory only, because this computer’s password store couldn’t be opened: Stallhand asks again after a restart. To keep secrets, unlock it (on Linux, GNOME Keyring or KWallet) and start Stallhand again.',
  unwanted:
    'In memory only, because Stallhand was started with --no-key-ring: it asks again after a restart. To keep secrets, start Stallhand without that flag.',
}

export const SecretsPanel = ({ status }: StatusProps) => {
  const platformName = usePlatformName()
  const [typed, setTyped] = useState<TypedSecrets>({})
  const save = useApiMutation('connection', 'keepSecrets')
  const remove = useApiMutation('connection', 'keepSecrets')
  const entered = Object.fromEntries(Object.entries(typed).filter(([, text]) => text.trim() !== ''))
  const isEmpty = Object.keys(entered).length === 0
  const isSavedLast = save.submittedAt >= remove.submittedAt
  const lastError = isSavedLast ? save.error : remove.error
  const submit = (): void => {
    if (isEmpty) return
    // Keeps what was typed since, because it isn't saved yet.
    const forgetSaved = (now: TypedSecrets): TypedSecrets =>
      Object.fromEntries(Object.entries(now).filter(([name, text]) => text !== typed[name as TypedSecretName]))
    save.mutate(entered, { onSuccess: () => setTyped(forgetSaved) })
  }
  return (
    <Panel description={keepingMessages[status.secrets]} title="Secrets">
      {listGroups(platformName).map(({ title, description, secrets }) => (
        <fieldset className={styles.group} key={title}>
          <legend>{title}</legend>
          <Text as="p" size="meta" tone="soft">
            {description}
          </Text>
          {(Object.entries(secrets) as [TypedSecretName, string][]).map(([name, label]) => (
            <div className={styles.secret} key={name}>
              <TextField
                label={label}
                onChange={(text) => setTyped({ ...typed, [name]: text })}
                onSubmit={submit}
                type="password"
                value={typed[name] ?? ''}
              />
              <Presence
                isPending={remove.isPending}
                label={label}
                onRemove={() => remove.mutate({ [name]: null })}
                presence={status.keptSecrets.find((one) => one.name === name)}
              />
            </div>
          ))}
        </fieldset>
      ))}
      <Row>
        <Button
          disabledReason={isEmpty ? 'Type a secret first.' : undefined}
          isPending={save.isPending}
          onPress={submit}
        >
          {status.secrets === 'kept' ? 'Save in the password store' : 'Keep until Stallhand closes'}
        </Button>
        <span aria-live="polite" role="status">
          {lastError?.message ?? (isSavedLast && save.isSuccess && isEmpty && 'Saved. Check the connection now.')}
        </span>
      </Row>
    </Panel>
  )
}

type PresenceProps = {
  readonly presence: SecretPresence | undefined
  readonly label: string
  readonly onRemove: () => void
  readonly isPending: boolean
}

const Presence = ({ presence, label, onRemove, isPending }: PresenceProps) => {
  if (presence?.isKept !== true) {
    return (
      <Text size="meta" tone="soft">
        Not saved
      </Text>
    )
  }
  return (
    <Row>
      <Badge tone="good">Saved</Badge>
      {presence.sinceMs !== null && <RelativeTime at={presence.sinceMs} />}
      <Button aria-label={`Remove ${label}`} isDisabled={isPending} onPress={onRemove} size="s" variant="quiet">
        Remove
      </Button>
    </Row>
  )
}

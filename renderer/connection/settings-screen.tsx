/** Settings: which shop is open and whether it is well, where its secrets are, and how the window looks. */
import { CircleAlert, CircleCheck } from 'lucide-react'
import { useState } from 'react'
import type { ConnectionStatus, ServiceCheck } from '../../shared/connection/contract.ts'
import { useCommandOf, useQueryOf } from '../api/hooks.ts'
import { useNow } from '../api/use-now.ts'
import { useViewState } from '../api/use-view-state.ts'
import { Badge } from '../ui/badge.tsx'
import { Banner } from '../ui/banner.tsx'
import { Button } from '../ui/button.tsx'
import { connectionKindWords } from '../ui/connection-kind.ts'
import { Failing, Loading } from '../ui/face.tsx'
import { KeyValue } from '../ui/key-value.tsx'
import { Pane } from '../ui/pane.tsx'
import { Panel } from '../ui/panel.tsx'
import { RadioGroup } from '../ui/radio-group.tsx'
import { RelativeTime } from '../ui/relative-time.tsx'
import { TextField } from '../ui/text-field.tsx'
import styles from './settings.module.css'

export const SettingsScreen = () => {
  const status = useQueryOf('connection', 'status', {})
  return (
    <div className={styles.screen}>
      <Pane title="Settings">
        <div className={styles.page}>
          {status.data !== undefined && (
            <>
              <ConnectionPanel status={status.data} />
              <SessionPanel status={status.data} />
            </>
          )}
          {status.data === undefined &&
            (status.isError ? (
              <Failing
                isRetrying={status.isFetching}
                onRetry={() => void status.refetch()}
                what="The connection cannot be shown"
                whatToDo="Try again. If it stays so, start Stallhand again; nothing is lost."
                why={status.error.message}
              />
            ) : (
              <Loading label="The connection" shape="facts" />
            ))}
          <AppearancePanel />
          <AboutPanel />
        </div>
      </Pane>
    </div>
  )
}

type StatusProps = { readonly status: ConnectionStatus }

function OnlineWords({ online }: { readonly online: ConnectionStatus['online'] }) {
  const now = useNow('second')
  if (online.state === 'unknown') return <Badge>Not asked yet</Badge>
  const isOnline = online.state === 'online'
  const waitS = online.nextTryAtMs === null ? 0 : Math.max(0, Math.ceil((online.nextTryAtMs - now) / 1000))
  return (
    <span className={styles.inline}>
      <Badge tone={isOnline ? 'good' : 'caution'}>{isOnline ? 'Online' : 'Offline'}</Badge>
      <span>
        since <RelativeTime at={Math.min(online.sinceMs, now)} now={now} />
        {!isOnline && (waitS === 0 ? ', trying now' : `, next try in ${waitS} s`)}
      </span>
    </span>
  )
}

function ConnectionPanel({ status }: StatusProps) {
  const { connection, online, itemChangesPerDay } = status
  const check = useCommandOf('connection', 'check')
  const tryNow = useCommandOf('connection', 'tryNow')
  return (
    <Panel
      acts={
        <>
          {online.state === 'offline' && (
            <Button isPending={tryNow.isPending} onPress={() => tryNow.mutate({})}>
              Try now
            </Button>
          )}
          <Button isPending={check.isPending} onPress={() => check.mutate({})}>
            Check connection
          </Button>
        </>
      }
      description="Which shop Stallhand works in. Another one is opened by starting Stallhand with --connection=FILE."
      title="Connection"
    >
      <KeyValue
        facts={[
          { label: 'Name', value: connection.name },
          {
            label: 'Kind',
            value: (
              <span className={styles.kind} data-kind={connection.kind}>
                {connectionKindWords[connection.kind]}
              </span>
            ),
          },
          { label: 'State', value: <OnlineWords online={online} /> },
          { label: 'Address', value: connection.baseUrl, isMono: true, copyText: connection.baseUrl },
          { label: 'Marketplace', value: connection.marketplaceId, isMono: true },
          { label: 'Content language', value: connection.contentLanguage, isMono: true },
          { label: 'Item changes', value: `${itemChangesPerDay.toLocaleString()} in any 24 hours` },
        ]}
      />
      <div aria-live="polite">
        {check.isError && <Banner tone="danger">{check.error.message}</Banner>}
        {check.data !== undefined && <Checks services={check.data.services} />}
      </div>
    </Panel>
  )
}

function Checks({ services }: { readonly services: readonly ServiceCheck[] }) {
  return (
    <ul aria-label="What the check found" className={styles.checks}>
      {services.map(({ name, operation, ok, words }) => (
        <li className={styles.check} data-tone={ok ? 'good' : 'danger'} key={operation}>
          {ok ? (
            <CircleCheck aria-label="Well" className={styles.mark} role="img" size={16} />
          ) : (
            <CircleAlert aria-label="Not well" className={styles.mark} role="img" size={16} />
          )}
          <span className={styles.service}>{name}</span>
          <span>{words}</span>
        </li>
      ))}
    </ul>
  )
}

/** The last word of a scope says what it is for; the address before it is the same for all. */
const shortScope = (scope: string): string => {
  const at = scope.lastIndexOf('/oauth/api_scope')
  const rest = at < 0 ? scope : scope.slice(at + '/oauth/api_scope'.length).replace(/^\//, '')
  return rest === '' ? 'public data' : rest
}

function SessionPanel({ status }: StatusProps) {
  const now = useNow()
  const { session, secrets, connection } = status
  return (
    <Panel title="Sign-in and secrets">
      {session.state === 'signInNeeded' && (
        <Banner title="Nobody is signed in" tone="caution">
          {session.label} What you write is kept here and goes out after the next sign-in.
        </Banner>
      )}
      {connection.kind !== 'practice' && <SecretsForm secrets={secrets} />}
      <KeyValue
        facts={[
          ...(session.state === 'signedIn' ? [{ label: 'Signed in as', value: session.label }] : []),
          {
            label: 'Rights',
            value:
              session.scopes.length === 0 ? (
                'Known after the next call'
              ) : (
                <span className={styles.scopes}>
                  {session.scopes.map((scope) => (
                    <span className="mono" key={scope} title={scope}>
                      {shortScope(scope)}
                    </span>
                  ))}
                </span>
              ),
          },
          {
            label: 'Token',
            value:
              session.expiresAtMs === null ? (
                'None yet; it is fetched with the next call'
              ) : (
                <>
                  Ends <RelativeTime at={session.expiresAtMs} now={now} />, and is renewed before that
                </>
              ),
          },
          { label: 'Secrets', value: secretWords(secrets, connection.kind) },
        ]}
      />
    </Panel>
  )
}

/** What is typed here goes to main and is never shown again. */
function SecretsForm({ secrets }: { readonly secrets: ConnectionStatus['secrets'] }) {
  const [clientSecret, setClientSecret] = useState('')
  const [refreshToken, setRefreshToken] = useState('')
  const keep = useCommandOf('connection', 'keepSecrets')
  const typed = {
    ...(clientSecret.trim() === '' ? {} : { clientSecret }),
    ...(refreshToken.trim() === '' ? {} : { refreshToken }),
  }
  const isEmpty = Object.keys(typed).length === 0
  const submit = (): void => {
    if (isEmpty) return
    keep.mutate(typed, {
      onSuccess: () => {
        setClientSecret('')
        setRefreshToken('')
      },
    })
  }
  return (
    <div className={styles.secrets}>
      <TextField
        description="From the platform's developer pages. Empty: the one that is kept stays."
        label="Client secret"
        onChange={setClientSecret}
        onSubmit={submit}
        type="password"
        value={clientSecret}
      />
      <TextField
        description="From the sign-in of the seller. Empty: the one that is kept stays."
        label="Refresh token"
        onChange={setRefreshToken}
        onSubmit={submit}
        type="password"
        value={refreshToken}
      />
      <div className={styles.inline}>
        <Button disabledReason="Type a secret first." isDisabled={isEmpty} isPending={keep.isPending} onPress={submit}>
          {secrets === 'kept' ? 'Keep in the key store' : 'Keep until Stallhand ends'}
        </Button>
        <span aria-live="polite" role="status">
          {keep.isError ? keep.error.message : keep.isSuccess && isEmpty ? 'Kept. Check the connection now.' : ''}
        </span>
      </div>
    </div>
  )
}

const secretWords = (secrets: ConnectionStatus['secrets'], kind: ConnectionStatus['connection']['kind']): string => {
  if (kind === 'practice') return 'None. The practice shop has no secrets; its credentials are the same everywhere.'
  return secrets === 'kept'
    ? "In this computer's key store, encrypted, and never shown in this window."
    : 'In memory only: this computer offers no key store, so Stallhand asks again after a restart. Nothing else depends on it.'
}

const themes = [
  { id: 'system', label: 'As the system' },
  { id: 'light', label: 'Light' },
  { id: 'dark', label: 'Dark' },
] as const

function AppearancePanel() {
  const [theme, setTheme] = useViewState('appearance.theme', 'system')
  return (
    <Panel title="Appearance">
      <RadioGroup isHorizontal label="Theme" onChange={setTheme} options={themes} value={theme} />
    </Panel>
  )
}

const hostWords = { electron: 'As a desktop app', local: 'In a browser on this computer' } as const

function AboutPanel() {
  const { data } = useQueryOf('desk', 'status', {})
  if (data === undefined) return null
  return (
    <Panel title="About">
      <KeyValue
        facts={[
          { label: 'Version', value: data.version },
          { label: 'Runs', value: hostWords[data.host] },
          { label: 'Data folder', value: data.dataDir, isMono: true, copyText: data.dataDir },
        ]}
      />
    </Panel>
  )
}

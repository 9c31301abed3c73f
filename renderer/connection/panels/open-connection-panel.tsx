/** The open connection: whether the platform answers, and each of its services. */
import { CircleAlert, CircleCheck } from 'lucide-react'
import type { ConnectionStatus, ServiceCheck } from '../../../shared/connection/contract.ts'
import { useApiMutation, useApiQuery, useReportedMutation } from '../../api/hooks.ts'
import { nextTryText, usePlatform, usePlatformName } from '../../api/use-connection.ts'
import { CommandButton } from '../../commands/command-button.tsx'
import { useCommand } from '../../commands/registry.ts'
import { navigate } from '../../location.ts'
import { Badge } from '../../ui/display/badge.tsx'
import { KeyValue } from '../../ui/display/key-value.tsx'
import { RelativeTime } from '../../ui/display/relative-time.tsx'
import { MutationError } from '../../ui/feedback/mutation-error.tsx'
import { Switch } from '../../ui/fields/switch.tsx'
import { formatShortTime } from '../../ui/format/format-time.ts'
import { formatNumber, languageLabel } from '../../ui/format/locale-format.ts'
import { useNow } from '../../ui/hooks/use-now.ts'
import { Row, Text } from '../../ui/layout/layout.tsx'
import { Panel } from '../../ui/layout/panel.tsx'
import { KindChip } from '../kind-chip.tsx'
import styles from '../settings.module.css'
import { useIsFromFile } from './connection-list-panel.tsx'

const OnlineState = ({ online }: { readonly online: ConnectionStatus['online'] }) => {
  const now = useNow('second')
  if (online.state === 'unknown') return <Badge>Not checked yet</Badge>
  const isOnline = online.state === 'online'
  return (
    <Row as="span">
      <Badge tone={isOnline ? 'good' : 'caution'}>{isOnline ? 'Online' : 'Offline'}</Badge>
      <span>
        since {formatShortTime(online.sinceMs, now)}
        {!isOnline && `, ${nextTryText(online, now)}`}
      </span>
    </Row>
  )
}

/** The end of a scope says what it is for; the address before it never varies. */
const shortScope = (scope: string): string =>
  scope.replace(/^.*\/oauth\/api_scope/, '').replace(/^\//, '') || 'public data'

const Scopes = ({ scopes }: { readonly scopes: readonly string[] }) =>
  scopes.length === 0 ? (
    'Shown after the next request'
  ) : (
    <Row as="span" className={styles.scopes} gap={3} wrap>
      {scopes.map((scope) => (
        <span className="mono" key={scope} title={scope}>
          {shortScope(scope)}
        </span>
      ))}
    </Row>
  )

const TokenState = ({ expiresAtMs }: { readonly expiresAtMs: number | null }) =>
  expiresAtMs === null ? (
    'None yet. Stallhand gets one with its next request.'
  ) : (
    <>
      Expires <RelativeTime at={expiresAtMs} />, renewed automatically
    </>
  )

export const OpenConnectionPanel = ({ status }: { readonly status: ConnectionStatus }) => {
  const { the } = usePlatformName()
  const { connection, online, session, writes } = status
  const budget = useApiQuery('inventory', 'budget', {}).data
  const check = useApiMutation('connection', 'check')
  const tryNow = useReportedMutation('connection', 'tryNow')
  const lock = useApiMutation('connection', 'lockWrites')
  const isFromFile = useIsFromFile(connection.id)
  const marketplace = usePlatform().marketplaces.find(({ id }) => id === connection.marketplaceId)
  const isReadOnly = writes.state === 'readOnly'
  useCommand('settings.readOnly', () => lock.mutate({ isReadOnly: !isReadOnly }), {
    label: isReadOnly ? 'Turn off read-only mode' : undefined,
  })
  return (
    <Panel
      actions={
        <>
          {online.state === 'offline' && (
            <CommandButton
              command="app.tryNow"
              isPending={tryNow.isPending}
              text="Try now"
              onPress={() => tryNow.mutate({})}
            />
          )}
          <CommandButton
            command="settings.editConnection"
            disabledReason={
              isFromFile ? 'It comes from a file. Duplicate it in the list above to change it here.' : undefined
            }
            text="Edit"
            onPress={() => navigate({ screen: 'settings', path: [connection.id] })}
          />
          <CommandButton
            command="settings.checkConnection"
            isPending={check.isPending}
            onPress={() => check.mutate({})}
          />
        </>
      }
      description={`Whether ${the} and each of its services answer.`}
      title="Open connection"
    >
      <KeyValue
        facts={[
          { label: 'Name', value: connection.name },
          { label: 'Kind', value: <KindChip kind={connection.kind} /> },
          { label: 'State', value: <OnlineState online={online} /> },
          { label: 'Address', value: connection.baseUrl, isMono: true, copyText: connection.baseUrl },
          { label: 'Marketplace', value: marketplace?.label ?? connection.marketplaceId },
          {
            label: 'Listing language',
            value: `${languageLabel(connection.contentLanguage)} (${connection.contentLanguage})`,
          },
          ...(session.state === 'signedIn'
            ? [
                { label: 'Scopes', value: <Scopes scopes={session.scopes} /> },
                { label: 'Token', value: <TokenState expiresAtMs={session.expiresAtMs} /> },
              ]
            : []),
          ...(budget === undefined
            ? []
            : [
                {
                  label: 'Item changes',
                  value: `${formatNumber(budget.cap)} a day${budget.per === 'listing' ? ' for each listing' : `, ${formatNumber(budget.left)} left today`}`,
                },
              ]),
        ]}
      />
      <Switch
        description="Stallhand reads everything and sends nothing: messages stay drafts and items stay unchanged. Stays on after a restart."
        isDisabled={lock.isPending}
        isSelected={isReadOnly}
        onChange={(isOn) => lock.mutate({ isReadOnly: isOn })}
      >
        Read-only mode
      </Switch>
      <MutationError of={lock} />
      <div aria-live="polite">
        <MutationError of={check} />
        {check.data !== undefined && <ServiceChecks services={check.data.services} />}
      </div>
    </Panel>
  )
}

/** The result of a check, by service. */
export const ServiceChecks = ({ services }: { readonly services: readonly ServiceCheck[] }) => (
  <ul aria-label="Services" className={styles.checks}>
    {services.map(({ name, operation, ok, message, detail }) => {
      const Icon = ok ? CircleCheck : CircleAlert
      return (
        <li data-tone={ok ? 'good' : 'danger'} key={operation}>
          <Icon aria-label={ok ? 'OK' : 'Has a problem'} role="img" size={16} />
          <Text strong>{name}</Text>
          <div>
            {message}
            {detail !== null && (
              <details>
                <summary>Technical detail</summary>
                <code>{detail}</code>
              </details>
            )}
          </div>
        </li>
      )
    })}
  </ul>
)

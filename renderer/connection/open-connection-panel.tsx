/** The open connection: whether it answers, and what its services say. */
import { CircleAlert, CircleCheck } from 'lucide-react'
import type { ConnectionStatus, ServiceCheck } from '../../shared/connection/contract.ts'
import { useApiMutation, useReportedMutation } from '../api/hooks.ts'
import { navigate } from '../api/location.ts'
import { useNow } from '../api/use-now.ts'
import { Badge } from '../ui/badge.tsx'
import { Banner } from '../ui/banner.tsx'
import { Button } from '../ui/button.tsx'
import { KeyValue } from '../ui/key-value.tsx'
import { formatNumber } from '../ui/locale-format.ts'
import { Panel } from '../ui/panel.tsx'
import { RelativeTime } from '../ui/relative-time.tsx'
import { Switch } from '../ui/switch.tsx'
import { KindChip } from './kind-chip.tsx'
import styles from './settings.module.css'
import { useIsFromFile } from './use-is-from-file.ts'

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

/** What is written of the open connection can be changed here, unless it comes from a file. */
function EditOpen({ id }: { readonly id: string }) {
  const isFromFile = useIsFromFile(id)
  return (
    <Button
      disabledReason="It comes from a file. Duplicate it, in the list above, to change it here."
      isDisabled={isFromFile}
      onPress={() => navigate({ screen: 'settings', path: [id] })}
    >
      Edit
    </Button>
  )
}

export function OpenConnectionPanel({ status }: StatusProps) {
  const { connection, online, itemChangesPerDay, writes } = status
  const check = useApiMutation('connection', 'check')
  const tryNow = useReportedMutation('connection', 'tryNow')
  const lock = useApiMutation('connection', 'lockWrites')
  return (
    <Panel
      acts={
        <>
          {online.state === 'offline' && (
            <Button isPending={tryNow.isPending} onPress={() => tryNow.mutate({})}>
              Try now
            </Button>
          )}
          <EditOpen id={connection.id} />
          <Button isPending={check.isPending} onPress={() => check.mutate({})}>
            Check connection
          </Button>
        </>
      }
      description="Whether the platform answers, and each of its services."
      title="The open connection"
    >
      <KeyValue
        facts={[
          { label: 'Name', value: connection.name },
          {
            label: 'Kind',
            value: <KindChip kind={connection.kind} />,
          },
          { label: 'State', value: <OnlineWords online={online} /> },
          { label: 'Address', value: connection.baseUrl, isMono: true, copyText: connection.baseUrl },
          { label: 'Marketplace', value: connection.marketplaceId, isMono: true },
          { label: 'Content language', value: connection.contentLanguage, isMono: true },
          { label: 'Item changes', value: `${formatNumber(itemChangesPerDay)} in any 24 hours` },
        ]}
      />
      <Switch
        description="Everything is read and nothing is sent: messages stay drafts, and no item is changed. It holds over restarts."
        isDisabled={lock.isPending}
        isSelected={writes.state === 'readOnly'}
        onChange={(isReadOnly) => lock.mutate({ isReadOnly })}
      >
        Lock to reading
      </Switch>
      {lock.isError && <Banner tone="danger">{lock.error.message}</Banner>}
      <div aria-live="polite">
        {check.isError && <Banner tone="danger">{check.error.message}</Banner>}
        {check.data !== undefined && <Checks services={check.data.services} />}
      </div>
    </Panel>
  )
}

/** What a check found, service by service. */
export function Checks({ services }: { readonly services: readonly ServiceCheck[] }) {
  return (
    <ul aria-label="What the check found" className={styles.checks}>
      {services.map(({ name, operation, ok, message, detail }) => (
        <li className={styles.check} data-tone={ok ? 'good' : 'danger'} key={operation}>
          {ok ? (
            <CircleCheck aria-label="Well" className={styles.mark} role="img" size={16} />
          ) : (
            <CircleAlert aria-label="Not well" className={styles.mark} role="img" size={16} />
          )}
          <span className={styles.service}>{name}</span>
          <span>
            {message}
            {detail !== null && (
              <details className={styles.detail}>
                <summary>Technical detail</summary>
                <code>{detail}</code>
              </details>
            )}
          </span>
        </li>
      ))}
    </ul>
  )
}

/** The calls of the last 24 hours, by service and purpose, and how many the platform allows. */
import type { ServiceCalls } from '../../../shared/connection/contract.ts'
import { useApiQuery } from '../../api/hooks.ts'
import { usePlatform, usePlatformName } from '../../api/use-connection.ts'
import { usePolling } from '../../api/use-polling.ts'
import { QueryView } from '../../ui/feedback/query-view.tsx'
import { formatRelativeTime, formatShortTime } from '../../ui/format/format-time.ts'
import { formatNumber } from '../../ui/format/locale-format.ts'
import { useNow } from '../../ui/hooks/use-now.ts'
import { Text } from '../../ui/layout/layout.tsx'
import { Panel } from '../../ui/layout/panel.tsx'
import styles from '../settings.module.css'

const REFRESH_MS = 5_000

const DailyLimit = ({ limit, now }: { readonly limit: ServiceCalls['limit']; readonly now: number }) => {
  const { label } = usePlatform()
  if (limit.source === 'unknown') return 'No limit known'
  return (
    <>
      {formatNumber(limit.perDay)}
      <Text as="div" size="meta" tone="soft">
        {limit.source === 'stated'
          ? `Stated by ${label} ${formatRelativeTime(limit.atMs, now)}`
          : 'Assumed, from the documentation'}
      </Text>
    </>
  )
}

const CallsTable = ({ services }: { readonly services: readonly ServiceCalls[] }) => {
  const now = useNow()
  return (
    <table className={styles.calls}>
      <thead>
        <tr>
          <th scope="col">Service</th>
          <th scope="col">By you</th>
          <th scope="col">Checks for news</th>
          <th scope="col">Read ahead</th>
          <th scope="col">By Stallhand, at most</th>
          <th scope="col">Daily limit</th>
        </tr>
      </thead>
      <tbody>
        {services.map(({ label, counts, limit, backgroundCap, refusedUntilMs }) => (
          <tr key={label}>
            <th scope="row">
              {label}
              {refusedUntilMs !== null && (
                <Text as="div" size="meta" tone="soft">
                  Accepts no calls until {formatShortTime(refusedUntilMs, now)}
                </Text>
              )}
            </th>
            <td>{formatNumber(counts.seller)}</td>
            <td>{formatNumber(counts.watch)}</td>
            <td>{formatNumber(counts.readAhead)}</td>
            <td>{formatNumber(backgroundCap)}</td>
            <td>
              <DailyLimit limit={limit} now={now} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

export const CallsPanel = () => {
  const { the } = usePlatformName()
  const calls = useApiQuery('connection', 'calls', {})
  usePolling(() => void calls.refetch(), REFRESH_MS)
  return (
    <Panel
      description={`Requests to ${the} in the last 24 hours. What Stallhand reads by itself stops at a part of the daily limit, so the rest is yours. Where no limit is known, set the background reads per day under Open connection, Edit.`}
      title="Calls"
    >
      <QueryView label="Calls" query={calls} skeleton={{ shape: 'facts' }}>
        {({ services }) =>
          services.length === 0 ? (
            <Text as="p" size="meta" tone="soft">
              No calls yet.
            </Text>
          ) : (
            <CallsTable services={services} />
          )
        }
      </QueryView>
    </Panel>
  )
}

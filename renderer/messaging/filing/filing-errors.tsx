import type { Conversation } from '../../../shared/messaging/conversation.ts'
import { filingWishes } from '../../../shared/messaging/filing.ts'
import type { OutboundEntry } from '../../../shared/outbound/contract.ts'
import { useApiQuery, useReportedMutation } from '../../api/hooks.ts'
import { CommandButton } from '../../commands/command-button.tsx'
import { Banner } from '../../ui/banner.tsx'
import { Stack } from '../../ui/layout.tsx'
import { formatCount, formatNumber } from '../../ui/locale-format.ts'
import { MutationError } from '../../ui/mutation-error.tsx'
import { buyerName } from '../messaging-labels.ts'
import styles from './filing.module.css'
import { doneLabels, type Filing } from './use-filing.ts'

const MAX_NAMED = 8
/** As many as one call takes. */
const MAX_AT_ONCE = 1_000

/** "anna, bob and 12 more". */
const joinNames = (names: readonly string[], count: number): string => {
  const named = [...names]
  const more = count - named.length
  const last = more > 0 ? `${formatNumber(more)} more` : named.pop()
  return named.length === 0 ? (last ?? '') : `${named.join(', ')} and ${last}`
}
const listNames = (rows: readonly Conversation[]): string =>
  joinNames(rows.slice(0, MAX_NAMED).map(buyerName), rows.length)

/** MSG-18: what the platform refused, with another try for those alone. */
const RefusedFilings = () => {
  const entries = useApiQuery('outbound', 'list', {}).data?.entries
  const retry = useReportedMutation('outbound', 'sendNow')
  const discard = useReportedMutation('outbound', 'discard')
  const refused = (entries ?? []).filter(
    ({ kind, state }) => state === 'refused' && (filingWishes as readonly string[]).includes(kind),
  )
  if (refused.length === 0) return null
  const byReason = Map.groupBy(refused, ({ error }) => error?.message ?? '')
  const toInput = (list: readonly OutboundEntry[]) => ({ ids: list.slice(0, MAX_AT_ONCE).map(({ id }) => id) })
  return (
    <div className={styles.strip}>
      <Banner
        tone="caution"
        title={`${formatCount(refused.length, 'change')} refused by the platform`}
        action={{ label: 'Try again', onPress: () => retry.mutate(toInput(refused)), isPending: retry.isPending }}
        onDismiss={() => discard.mutate(toInput(refused))}
      >
        {[...byReason].map(([reason, list]) => (
          <p className={styles.reason} key={reason}>
            {joinNames(
              list.slice(0, MAX_NAMED).map(({ title }) => title),
              list.length,
            )}
            . {reason}
          </p>
        ))}
      </Banner>
    </div>
  )
}

/** What could not be kept here, and why. */
const UnkeptFilings = ({ filing }: { readonly filing: Filing }) => {
  const { outcome, error, toDelete } = filing
  // The dialog shows its own error.
  if (outcome === null && (error === null || toDelete.length > 0)) return null
  const byReason = Map.groupBy(outcome?.failed ?? [], ({ problem }) => problem)
  return (
    <div className={styles.strip}>
      <MutationError of={filing} />
      {outcome !== null && (
        <Banner
          tone="caution"
          title={
            outcome.done === 0
              ? `${formatCount(outcome.failed.length, 'conversation')} not ${doneLabels[outcome.action]}`
              : `${formatNumber(outcome.done)} of ${formatCount(outcome.done + outcome.failed.length, 'conversation')} ${doneLabels[outcome.action]}, ${formatNumber(outcome.failed.length)} failed`
          }
          onDismiss={filing.reset}
        >
          <Stack align="start">
            {[...byReason].map(([reason, failed]) => (
              <p className={styles.reason} key={reason}>
                {listNames(failed.map(({ row }) => row))}: {reason}
              </p>
            ))}
            <CommandButton
              command="inbox.retryFiling"
              size="s"
              label={`Try ${formatCount(outcome.failed.length, 'conversation')} again`}
              isPending={filing.isPending}
              onPress={filing.retry}
            />
          </Stack>
        </Banner>
      )}
    </div>
  )
}

export const FilingErrors = ({ filing }: { readonly filing: Filing }) => (
  <>
    <RefusedFilings />
    <UnkeptFilings filing={filing} />
  </>
)

import type { Conversation } from '../../../shared/messaging/conversation.ts'
import { CommandButton } from '../../commands/command-button.tsx'
import { Banner } from '../../ui/banner.tsx'
import { Stack } from '../../ui/layout.tsx'
import { formatCount, formatNumber } from '../../ui/locale-format.ts'
import { MutationError } from '../../ui/mutation-error.tsx'
import { buyerName } from '../messaging-labels.ts'
import styles from './filing.module.css'
import { doneLabels, type Filing } from './use-filing.ts'

const MAX_NAMED = 8

/** "anna, bob and 12 more". */
const listNames = (rows: readonly Conversation[]): string => {
  const named = rows.slice(0, MAX_NAMED).map(buyerName)
  const more = rows.length - named.length
  const last = more > 0 ? `${formatNumber(more)} more` : named.pop()
  return named.length === 0 ? (last ?? '') : `${named.join(', ')} and ${last}`
}

/** MSG-18: which conversations could not be filed and why, with another try for those alone. */
export const FilingErrors = ({ filing }: { readonly filing: Filing }) => {
  const { outcome, error, toDelete } = filing
  // The dialog shows its own error.
  if (outcome === null && (error === null || toDelete.length > 0)) return null
  const byReason = Map.groupBy(outcome?.failed ?? [], ({ problems }) => problems.join(' '))
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

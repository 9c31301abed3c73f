/** Problems with filing. A deletion's own error is in its dialog. */
import { type FilingAction, type FilingWish, filingWishes } from '../../../shared/messaging/filing.ts'
import type { OutboundEntry } from '../../../shared/outbound/contract.ts'
import { useApiQuery, useReportedMutation } from '../../api/hooks.ts'
import { Banner } from '../../ui/feedback/banner.tsx'
import { MutationError } from '../../ui/feedback/mutation-error.tsx'
import { formatCount, formatNumber } from '../../ui/format/locale-format.ts'
import styles from './filing.module.css'
import type { Filing } from './use-filing.ts'

const MAX_NAMED = 8
/** The limit per call. */
const MAX_AT_ONCE = 1_000

/** "anna, bob and 12 more". */
const joinNames = (names: readonly string[], count: number): string => {
  const named = [...names]
  const more = count - named.length
  const last = more > 0 ? `${formatNumber(more)} more` : named.pop()
  return named.length === 0 ? (last ?? '') : `${named.join(', ')} and ${last}`
}

const actionOf: Readonly<Record<FilingWish, FilingAction>> = {
  read: 'read',
  unread: 'unread',
  archive: 'archive',
  restore: 'active',
}

/** MSG-18, MSG-25: what the platform refused, or was not sent because of a new message, with a retry for those alone. */
const RefusedFilings = () => {
  const entries = useApiQuery('outbound', 'list', {}).data?.entries
  const file = useReportedMutation('messaging', 'file')
  const discard = useReportedMutation('outbound', 'discard')
  const refused = (entries ?? []).filter(
    ({ kind, state }) => state === 'refused' && (filingWishes as readonly string[]).includes(kind),
  )
  if (refused.length === 0) return null
  const byReason = Map.groupBy(refused, ({ error }) => error?.message ?? '')
  const toInput = (list: readonly OutboundEntry[]) => ({ ids: list.slice(0, MAX_AT_ONCE).map(({ id }) => id) })
  /** Requests them once more: by now the seller has seen the messages that came meanwhile. */
  const retry = (): void => {
    for (const wish of filingWishes) {
      const conversationIds = refused.flatMap(({ kind, page }) => (kind === wish && page !== null ? [page.id] : []))
      if (conversationIds.length > 0) file.mutate({ conversationIds, action: actionOf[wish] })
    }
  }
  return (
    <div className={styles.strip}>
      <Banner
        tone="caution"
        title={`${formatCount(refused.length, 'change')} not made`}
        action={{ label: 'Try again', onPress: retry, isPending: file.isPending }}
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

export const FilingErrors = ({ filing }: { readonly filing: Filing }) => (
  <>
    <RefusedFilings />
    {filing.toDelete.length === 0 && <MutationError of={filing} />}
  </>
)

/** Deletions that can still be stopped, or failed. Those that wait or run are in the outbox. */
import type { Conversation } from '../../../shared/messaging/conversation.ts'
import { DELETION_DELAY_MS, type Deletion } from '../../../shared/messaging/filing.ts'
import { waitingStates } from '../../../shared/outbound/state.ts'
import { useApiQuery, useReportedMutation } from '../../api/hooks.ts'
import { useCommand } from '../../commands/registry.ts'
import { VisuallyHidden } from '../../ui/base/visually-hidden.tsx'
import { Banner } from '../../ui/feedback/banner.tsx'
import { formatCount } from '../../ui/format/locale-format.ts'
import { useNow } from '../../ui/hooks/use-now.ts'
import styles from './filing.module.css'

/** `nowMs` may be slightly old, so the result is limited to the promised time. */
const secondsLeft = (atMs: number, nowMs: number): number =>
  Math.ceil(Math.min(DELETION_DELAY_MS, Math.max(0, atMs - nowMs)) / 1000)

const toInput = (deletions: readonly Deletion[]) => ({
  conversationIds: deletions.map(({ conversationId }) => conversationId),
})

const Countdown = ({ delayed }: { readonly delayed: readonly Deletion[] }) => {
  const nowMs = useNow('second')
  return (
    <>
      {formatCount(delayed.length, 'conversation')} will be deleted in {/* Announced once, not every second. */}
      <span aria-hidden="true">{secondsLeft(Math.min(...delayed.map(({ deleteAtMs }) => deleteAtMs)), nowMs)} s.</span>
      <VisuallyHidden>{DELETION_DELAY_MS / 1000} seconds at most.</VisuallyHidden>
    </>
  )
}

export const DeletionNotices = () => {
  const deletions = useApiQuery('messaging', 'deletions', {}).data?.deletions ?? []
  const cancel = useReportedMutation('messaging', 'cancelDeletions')
  const retry = useReportedMutation('messaging', 'deleteConversations')
  const delayed = deletions.filter(({ state }) => state === 'delayed')
  const failed = deletions.filter(({ state }) => state === 'refused' || state === 'notFound')
  const kept = deletions.filter(({ state }) => waitingStates.includes(state))
  const keep = (): void => cancel.mutate(toInput(kept))
  const tryAgain = (): void =>
    retry.mutate({
      conversations: failed.map(({ conversationId, latestAtMs }) => ({ conversationId, latestAtMs })),
    })
  useCommand('inbox.keep', keep, { isEnabled: kept.length > 0 })
  return (
    <>
      {delayed.length > 0 && (
        <div className={styles.strip}>
          <Banner tone="caution" action={{ label: kept.length === 1 ? 'Keep it' : 'Keep them', onPress: keep }}>
            <Countdown delayed={delayed} />
          </Banner>
        </div>
      )}
      {failed.length > 0 && (
        <div className={styles.strip}>
          <Banner
            tone="caution"
            title={`${formatCount(failed.length, 'conversation')} not deleted`}
            action={{ label: 'Try again', onPress: tryAgain }}
            onDismiss={() => cancel.mutate(toInput(failed))}
          >
            {failed[0]?.problem}
          </Banner>
        </div>
      )}
    </>
  )
}

/** The notice in a conversation that will be deleted. */
export const DeletionNotice = ({ conversation }: { readonly conversation: Conversation }) => {
  const cancel = useReportedMutation('messaging', 'cancelDeletions')
  if (conversation.deletion === null || !waitingStates.includes(conversation.deletion)) return null
  const onPress = (): void => cancel.mutate({ conversationIds: [conversation.conversationId] })
  return (
    <div className={styles.strip}>
      <Banner tone="caution" action={{ label: 'Keep this conversation', onPress }}>
        This conversation is about to be deleted.
      </Banner>
    </div>
  )
}

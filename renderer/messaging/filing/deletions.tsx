/** Deletions that can still be stopped, and what became of them. */
import { memo, useEffect, useRef } from 'react'
import type { Conversation } from '../../../shared/messaging/conversation.ts'
import { DELETION_HELD_MS } from '../../../shared/messaging/filing.ts'
import { useApiQuery, useClient } from '../../api/hooks.ts'
import { useNow } from '../../api/use-now.ts'
import { Banner } from '../../ui/banner.tsx'
import { Button } from '../../ui/button.tsx'
import { formatCount } from '../../ui/locale-format.ts'
import { toast, toastFailure } from '../../ui/toast.tsx'
import { VisuallyHidden } from '../../ui/visually-hidden.tsx'
import styles from './filing.module.css'

/** Never more than was promised: the time on screen may be a moment old. */
const secondsLeft = (atMs: number, nowMs: number): number =>
  Math.ceil(Math.min(DELETION_HELD_MS, Math.max(0, atMs - nowMs)) / 1000)

/** Deletions in sight until they are final: how long they can be stopped, and which failed. */
export const DeletionStrip = memo(() => {
  const client = useClient()
  const nowMs = useNow('second')
  const deletions = useApiQuery('messaging', 'deletions', {}).data?.deletions ?? []
  const held = deletions.filter(({ state }) => state === 'held')
  const going = deletions.filter(({ state }) => state === 'deleting')
  const failed = deletions.filter(({ state }) => state === 'failed')

  const seenGoing = useRef<ReadonlySet<string>>(new Set())
  useEffect(() => {
    const still = new Set(deletions.map(({ conversationId }) => conversationId))
    const gone = [...seenGoing.current].filter((id) => !still.has(id))
    seenGoing.current = new Set(
      deletions
        .filter(({ state, deleteAtMs }) => state === 'deleting' || (state === 'held' && deleteAtMs <= Date.now()))
        .map(({ conversationId }) => conversationId),
    )
    if (gone.length > 0) toast({ text: `${formatCount(gone.length, 'conversation')} deleted for good.` })
  }, [deletions])

  const ids = (list: typeof deletions) => list.map(({ conversationId }) => conversationId)
  const firstAtMs = Math.min(...held.map(({ deleteAtMs }) => deleteAtMs))
  return (
    <>
      {held.length > 0 && (
        <div className={styles.strip}>
          <Banner
            tone="caution"
            action={{
              label: held.length === 1 ? 'Keep it' : 'Keep them',
              onPress: () => void client.messaging.cancelDeletions({ conversationIds: ids(held) }).catch(toastFailure),
            }}
          >
            {formatCount(held.length, 'conversation')} will be deleted for good in {/* Seen every second, said once. */}
            <span aria-hidden="true">{secondsLeft(firstAtMs, nowMs)} s.</span>
            <VisuallyHidden>{DELETION_HELD_MS / 1000} seconds at most.</VisuallyHidden>
          </Banner>
        </div>
      )}
      {going.length > 0 && (
        <div className={styles.strip}>
          <Banner tone="info">Deleting {formatCount(going.length, 'conversation')}.</Banner>
        </div>
      )}
      {failed.length > 0 && (
        <div className={styles.strip}>
          <Banner
            tone="caution"
            title={`${formatCount(failed.length, 'conversation')} not deleted`}
            action={{
              label: 'Try again',
              onPress: () =>
                void client.messaging.deleteConversations({ conversationIds: ids(failed) }).catch(toastFailure),
            }}
            onDismiss={() =>
              void client.messaging.cancelDeletions({ conversationIds: ids(failed) }).catch(toastFailure)
            }
          >
            {failed[0]?.problem}
          </Banner>
        </div>
      )}
    </>
  )
})

/** In the conversation itself. */
export const DeletionNotice = ({ conversation }: { readonly conversation: Conversation }) => {
  const client = useClient()
  if (conversation.deletion !== 'held') return null
  return (
    <div className={styles.strip}>
      <Banner tone="caution">
        This conversation is about to be deleted for good.{' '}
        <Button
          size="s"
          onPress={() =>
            void client.messaging
              .cancelDeletions({ conversationIds: [conversation.conversationId] })
              .catch(toastFailure)
          }
        >
          Keep this conversation
        </Button>
      </Banner>
    </div>
  )
}

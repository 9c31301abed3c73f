/** A message of this conversation that is on its way: its text, its state in words, and what can be done about it. */
import type { OutboxEntry } from '../../../shared/messaging/conversation.ts'
import { useNow } from '../../api/use-now.ts'
import { Badge } from '../../ui/badge.tsx'
import { OutboxActions } from './outbox-actions.tsx'
import { evidenceLabels, outboxLabel } from './outbox-labels.ts'
import styles from './outbox-line.module.css'
import { SentAlong } from './sent-along.tsx'

export const OutboxLine = ({ entry }: { readonly entry: OutboxEntry }) => {
  const nowMs = useNow('second')
  const { label, tone, detail } = outboxLabel(entry, nowMs)
  const { state } = entry
  return (
    <article aria-label={`Your message, ${label.toLowerCase()}`} className={styles.entry} data-tone={tone}>
      <div className={styles.head}>
        <span className={styles.who}>You</span>
        <Badge tone={tone}>{label}</Badge>
        <span className={styles.actions}>
          <OutboxActions entry={entry} isBrief />
        </span>
      </div>
      <p className={styles.text} dir="auto">
        {entry.content.messageText}
      </p>
      <SentAlong {...entry.content} />
      <p className={styles.sentence}>{detail}</p>
      {state.state === 'unknown' && state.nextReadAtMs === null && (
        <ul className={styles.evidence}>
          {evidenceLabels(state.before, state.after, nowMs).map((evidence) => (
            <li key={evidence}>{evidence}</li>
          ))}
        </ul>
      )}
    </article>
  )
}

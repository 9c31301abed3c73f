/** Requests that were turned away: why, how often, and the head of the first of each kind, as it came. */
import type { RefusalView } from '../../shared/notifications/log-contract.ts'
import { useNow } from '../api/use-now.ts'
import { Badge } from '../ui/badge.tsx'
import { Button } from '../ui/button.tsx'
import { CodeBlock } from '../ui/code-block.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { formatCount } from '../ui/locale-format.ts'
import { RelativeTime } from '../ui/relative-time.tsx'
import styles from './refusals.module.css'
import { headerText } from './words.ts'

const Refusal = ({ refusal, nowMs }: { readonly refusal: RefusalView; readonly nowMs: number }) => {
  const { reason, status, count, firstAtMs, lastAtMs, method, path, headers, beginning } = refusal
  return (
    <li aria-label={reason} className={styles.refusal}>
      <p className={styles.line}>
        <Badge tone="caution">{String(status)}</Badge>
        <strong>{reason}</strong>
      </p>
      <p className={styles.soft}>
        {formatCount(count, 'time')}, {count > 1 && 'first '}
        <RelativeTime at={firstAtMs} now={nowMs} />
        {count > 1 && (
          <>
            , last <RelativeTime at={lastAtMs} now={nowMs} />
          </>
        )}
        .
      </p>
      {method === null ? (
        <p className={styles.soft}>It was no HTTP, so that there is no head to show.</p>
      ) : (
        <CodeBlock
          label={count > 1 ? 'Head of the first' : 'Head'}
          maxHeight={180}
          text={[`${method} ${path ?? ''}`, headerText(headers)].join('\n')}
        />
      )}
      {beginning !== null && <CodeBlock label="How its body began" maxHeight={120} text={beginning} />}
    </li>
  )
}

export const RefusalsDialog = ({
  refusals,
  onClose,
}: {
  readonly refusals: readonly RefusalView[]
  readonly onClose: () => void
}) => {
  const nowMs = useNow()
  return (
    <Dialog footer={<Button onPress={onClose}>Close</Button>} isOpen onClose={onClose} size="l" title="Turned away">
      <p className={styles.intro}>
        None of these was a notification. Each was answered within bounds, nothing of it was worked through, and the
        receiver went on.
      </p>
      <ul aria-label="Turned away" className={styles.refusals}>
        {refusals.map((refusal) => (
          <Refusal key={refusal.refusalId} nowMs={nowMs} refusal={refusal} />
        ))}
      </ul>
    </Dialog>
  )
}

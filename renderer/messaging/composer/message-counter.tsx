import { messagingLimits } from '../../../shared/messaging/message-limits.ts'
import { formatCount, formatNumber } from '../../ui/locale-format.ts'
import { VisuallyHidden } from '../../ui/visually-hidden.tsx'
import styles from './message-counter.module.css'

/** Screen readers hear the rest from here on. */
const NEAR_LIMIT = 100

const limit = messagingLimits.messageTextCodePoints

/** The length of the message as it will be sent. `used` is in code points of the resolved text (MSG-09). */
export const MessageCounter = ({ used }: { readonly used: number }) => {
  const left = limit - used
  return (
    <span className={styles.counter} data-over={left < 0 || undefined}>
      <span aria-hidden="true">
        {formatNumber(used)}/{formatNumber(limit)}
      </span>
      <VisuallyHidden>{`${formatNumber(used)} of ${formatCount(limit, 'character')} used`}</VisuallyHidden>
      <span role="status">
        <VisuallyHidden>
          {left < 0
            ? `${formatCount(-left, 'character')} too many`
            : left <= NEAR_LIMIT && left % 10 === 0
              ? `${formatCount(left, 'character')} left`
              : ''}
        </VisuallyHidden>
      </span>
    </span>
  )
}

/** How long the buyer has been waiting: an estimate, with its reasons. */
import { Hourglass } from 'lucide-react'
import type { WaitingSince } from '../../../shared/messaging/conversation.ts'
import { Button } from '../../ui/button.tsx'
import { formatAbsoluteTime } from '../../ui/format-time.ts'
import { Popover } from '../../ui/popover.tsx'
import { waitLabel, waitReasons } from '../messaging-labels.ts'
import styles from './waiting-note.module.css'

export type WaitingNoteProps = { readonly waitingSince: WaitingSince | null; readonly nowMs: number }

export const WaitingNote = ({ waitingSince, nowMs }: WaitingNoteProps) => {
  if (waitingSince === null) return null
  return (
    <Popover
      label="Why this buyer is waiting"
      placement="bottom end"
      trigger={
        <Button size="s" variant="quiet" icon={Hourglass}>
          <span className={styles.words}>Waiting </span>
          {waitLabel(waitingSince.atMs, nowMs)}
        </Button>
      }
    >
      <div className={styles.evidence}>
        <p>An estimate: the platform does not say who is waiting, or since when.</p>
        <ul className={styles.reasons}>
          {waitReasons(waitingSince, formatAbsoluteTime(waitingSince.atMs)).map((sentence) => (
            <li key={sentence}>{sentence}</li>
          ))}
        </ul>
      </div>
    </Popover>
  )
}

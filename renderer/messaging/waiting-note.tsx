/** Since when the buyer seems to wait: said as the guess it is, with what it rests on. */
import { Hourglass } from 'lucide-react'
import type { WaitingSince } from '../../shared/messaging/waiting-since.ts'
import { Button } from '../ui/button.tsx'
import { formatAbsoluteTime } from '../ui/format-time.ts'
import { Popover } from '../ui/popover.tsx'
import styles from './waiting-note.module.css'
import { shortWait, waitingEvidence } from './words.ts'

export type WaitingNoteProps = { readonly waitingSince: WaitingSince | null; readonly nowMs: number }

export const WaitingNote = ({ waitingSince, nowMs }: WaitingNoteProps) => {
  if (waitingSince === null) return null
  return (
    <Popover
      label="Why the buyer seems to wait"
      placement="bottom end"
      trigger={
        <Button size="s" variant="quiet" icon={Hourglass}>
          <span className={styles.words}>Seems to wait </span>
          {shortWait(waitingSince.atMs, nowMs)}
        </Button>
      }
    >
      <div className={styles.evidence}>
        <p>A guess: the platform does not say who waits, or since when. It rests on this:</p>
        <ul className={styles.reasons}>
          {waitingEvidence(waitingSince, formatAbsoluteTime(waitingSince.atMs)).map((sentence) => (
            <li key={sentence}>{sentence}</li>
          ))}
        </ul>
      </div>
    </Popover>
  )
}

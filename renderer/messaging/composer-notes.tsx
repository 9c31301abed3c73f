/** What stands between a text and its way out, above the text: each note with what to do about it. */
import { Banner } from '../ui/banner.tsx'
import { Button } from '../ui/button.tsx'
import styles from './composer.module.css'
import { formatShortTime } from './messaging-labels.ts'

export type ComposerNotesProps = {
  readonly buyer: string
  /** Why the draft is in conflict with another window's; null where it is not. */
  readonly conflict: string | null
  readonly onKeepMine: () => void
  readonly onTakeTheirs: () => void
  /** Why the last try to send was refused. */
  readonly refusal: string | null
  readonly onDismissRefusal: () => void
  /** A variable that stands for nothing here. */
  readonly unresolved: string | null
  readonly onShowUnresolved: () => void
  /** When the same text went to the same buyer. */
  readonly repeatedAtMs: number | null
  readonly isSending: boolean
  readonly onRepeat: () => void
  readonly onDismissRepeated: () => void
}

export const ComposerNotes = (props: ComposerNotesProps) => (
  <>
    {props.conflict !== null && (
      <Banner tone="caution" title="This draft is another in a second window">
        <p className={styles.choice}>{props.conflict}</p>
        <span className={styles.choices}>
          <Button size="s" onPress={props.onKeepMine}>
            Keep this text
          </Button>
          <Button size="s" onPress={props.onTakeTheirs}>
            Take the other
          </Button>
        </span>
      </Banner>
    )}
    {props.refusal !== null && (
      <Banner tone="caution" onDismiss={props.onDismissRefusal}>
        {props.refusal}
      </Banner>
    )}
    {props.unresolved !== null && (
      <Banner tone="caution" act={{ label: 'Show it', onPress: props.onShowUnresolved }}>
        {props.unresolved} stands for nothing here. Replace it before sending.
      </Banner>
    )}
    {props.repeatedAtMs !== null && (
      <Banner
        tone="caution"
        act={{ label: 'Send it again', onPress: props.onRepeat, isPending: props.isSending }}
        onDismiss={props.onDismissRepeated}
      >
        The same text went to {props.buyer} at {formatShortTime(props.repeatedAtMs, Date.now())}.
      </Banner>
    )}
  </>
)

/** Problems to resolve before a message can be sent, each with its remedy. */
import { Button } from '../../ui/buttons/button.tsx'
import { Banner } from '../../ui/feedback/banner.tsx'
import { formatShortTime } from '../../ui/format/format-time.ts'
import { Row, Stack } from '../../ui/layout/layout.tsx'

type ComposerNotesProps = {
  readonly buyer: string
  /** Why the draft conflicts with another window's; null if it doesn't. */
  readonly conflict: string | null
  readonly onKeepMine: () => void
  readonly onTakeTheirs: () => void
  /** Why the last attempt to send failed. */
  readonly problem: string | null
  readonly onDismissProblem: () => void
  /** A placeholder without a value. */
  readonly unresolved: string | null
  readonly onShowUnresolved: () => void
  /** When the same text was sent to the same buyer. */
  readonly repeatedAtMs: number | null
  readonly isSending: boolean
  readonly onSendAgain: () => void
  readonly onDismissRepeated: () => void
}

export const ComposerNotes = (props: ComposerNotesProps) => (
  <>
    {props.conflict !== null && (
      <Banner tone="caution">
        <Stack>
          {props.conflict}
          <Row>
            <Button size="s" onPress={props.onKeepMine}>
              Keep this text
            </Button>
            <Button size="s" onPress={props.onTakeTheirs}>
              Use the other text
            </Button>
          </Row>
        </Stack>
      </Banner>
    )}
    {props.problem !== null && props.conflict === null && (
      <Banner tone="caution" onDismiss={props.onDismissProblem}>
        {props.problem}
      </Banner>
    )}
    {props.unresolved !== null && (
      <Banner tone="caution" action={{ label: 'Show it', onPress: props.onShowUnresolved }}>
        {props.unresolved} has no value here. Replace it before sending.
      </Banner>
    )}
    {props.repeatedAtMs !== null && (
      <Banner
        tone="caution"
        action={{ label: 'Send again', onPress: props.onSendAgain, isPending: props.isSending }}
        onDismiss={props.onDismissRepeated}
      >
        You sent {props.buyer} the same text at {formatShortTime(props.repeatedAtMs, Date.now())}.
      </Banner>
    )}
  </>
)

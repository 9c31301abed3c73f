/** Asks for a time: a button for each common one, and a field for any other. */
import { useState } from 'react'
import { Button } from '../../ui/buttons/button.tsx'
import { TextField } from '../../ui/fields/text-field.tsx'
import { formatShortTime } from '../../ui/format/format-time.ts'
import { useNow } from '../../ui/hooks/use-now.ts'
import { Row, Stack, Text } from '../../ui/layout/layout.tsx'
import { Dialog } from '../../ui/overlays/dialog.tsx'
import styles from './later-dialog.module.css'
import { fromFieldValue, laterTimes, toFieldValue } from './later-times.ts'

type LaterDialogProps = {
  readonly title: string
  /** The label of the button beside the field: "Snooze". */
  readonly chooseLabel: string
  readonly onChoose: (atMs: number) => void
  readonly onClose: () => void
}

export const LaterDialog = ({ title, chooseLabel, onChoose, onClose }: LaterDialogProps) => {
  const nowMs = useNow()
  const times = laterTimes(nowMs)
  const [typed, setTyped] = useState(() => toFieldValue(times[1]?.atMs ?? nowMs))
  const typedMs = fromFieldValue(typed)
  const problem =
    typedMs === undefined ? 'Enter a date and a time.' : typedMs <= nowMs ? 'Choose a time in the future.' : undefined
  const choose = (atMs: number): void => {
    onClose()
    onChoose(atMs)
  }
  return (
    <Dialog onClose={onClose} size="s" title={title}>
      <Stack gap={4}>
        <Stack gap={1}>
          {times.map(({ id, label, atMs }, index) => (
            <Button autoFocus={index === 0} key={id} variant="quiet" isWide onPress={() => choose(atMs)}>
              <span className={styles.choice}>
                <span>{label}</span>
                <Text size="meta" tabular tone="soft">
                  {formatShortTime(atMs, nowMs)}
                </Text>
              </span>
            </Button>
          ))}
        </Stack>
        <Row align="end">
          <TextField
            label="Another time"
            type="datetime-local"
            value={typed}
            onChange={setTyped}
            error={problem}
            onSubmit={() => typedMs !== undefined && problem === undefined && choose(typedMs)}
          />
          <Button disabledReason={problem} onPress={() => typedMs !== undefined && choose(typedMs)}>
            {chooseLabel}
          </Button>
        </Row>
      </Stack>
    </Dialog>
  )
}

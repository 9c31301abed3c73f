/** Sends events again to this receiver: how often, with which pause, in which order. */
import { useState } from 'react'
import { MAX_REPLAY_DELAY_MS, MAX_REPLAY_TIMES, type ReplayOrder } from '../../../shared/notifications/replay.ts'
import { useApiMutation } from '../../api/hooks.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { formatCount } from '../../ui/locale-format.ts'
import { MutationError } from '../../ui/mutation-error.tsx'
import { NumberField } from '../../ui/number-field.tsx'
import { Select } from '../../ui/select.tsx'
import { fieldError } from '../field-error.ts'
import styles from '../notifications.module.css'
import { describePlan, findInputProblem, orderOptions } from './replay-messages.ts'

export const ReplayDialog = ({
  eventIds,
  onClose,
}: {
  readonly eventIds: readonly number[]
  readonly onClose: () => void
}) => {
  const replay = useApiMutation('notifications', 'replay')
  const [times, setTimes] = useState<number | null>(eventIds.length === 1 ? 10 : 1)
  const [delayMs, setDelayMs] = useState<number | null>(0)
  const [order, setOrder] = useState<ReplayOrder>('oldestFirst')
  const problem = findInputProblem({ times, delayMs, order })
  const timesError = fieldError(replay.error, 'input.times')
  const isOrdered = eventIds.length > 1
  const send = (): void => {
    if (problem !== undefined || times === null || delayMs === null) return
    replay.mutate({ eventIds: [...eventIds], times, delayMs, order }, { onSuccess: onClose })
  }
  return (
    <Dialog
      footer={
        <>
          <Button onPress={onClose}>Cancel</Button>
          <Button
            disabledReason={problem}
            isDisabled={problem !== undefined}
            isPending={replay.isPending}
            onPress={send}
            variant="primary"
          >
            Replay
          </Button>
        </>
      }
      isOpen
      onClose={onClose}
      title={isOrdered ? `Replay ${formatCount(eventIds.length, 'event')}` : 'Replay this event'}
    >
      <div className={styles.form}>
        {timesError === undefined && <MutationError of={replay} />}
        <div className={styles.pair}>
          <NumberField
            autoFocus
            description={isOrdered ? 'For each event' : undefined}
            error={timesError}
            label="Times"
            max={MAX_REPLAY_TIMES}
            min={1}
            onChange={setTimes}
            value={times}
          />
          <NumberField
            description="Between an answer and the next delivery"
            label="Pause"
            max={MAX_REPLAY_DELAY_MS}
            min={0}
            onChange={setDelayMs}
            step={100}
            unit="ms"
            value={delayMs}
          />
        </div>
        {isOrdered && (
          <Select
            label="Order"
            onChange={(id) => setOrder(orderOptions.find((option) => option.id === id)?.id ?? 'oldestFirst')}
            options={orderOptions}
            value={order}
          />
        )}
        <p className={styles.soft} role="status">
          {problem ?? `${describePlan(eventIds.length, times ?? 1, delayMs ?? 0)}.`} They are sent only to this
          receiver, with their original bytes and signature, and are marked as replays.
        </p>
      </div>
    </Dialog>
  )
}

/** What can be done with an event: check again, replay, edit and replay, remove its replays. */
import { Ellipsis, PencilLine, RotateCcw, Trash2 } from 'lucide-react'
import { useState } from 'react'
import type { EventPage } from '../../../shared/notifications/log-contract.ts'
import { useApiMutation, useReportedMutation } from '../../api/hooks.ts'
import { CommandButton, CommandMenu } from '../../commands/command-button.tsx'
import { navigate } from '../../location.ts'
import { IconButton } from '../../ui/buttons/icon-button.tsx'
import { formatCount } from '../../ui/format/locale-format.ts'
import { ConfirmDialog } from '../../ui/overlays/dialog.tsx'
import { EditReplayDialog } from './edit-replay-dialog.tsx'
import { toastReplay } from './log-format.ts'

export const EventActions = ({ event, onClose }: { readonly event: EventPage; readonly onClose: () => void }) => {
  const checkAgain = useReportedMutation('notifications', 'processAgain')
  const replay = useReportedMutation('notifications', 'replay')
  const remove = useApiMutation('notifications', 'removeReplays')
  const [dialog, setDialog] = useState<'edit' | 'remove' | null>(null)
  const { eventId, origin, replayCount } = event
  const close = (): void => setDialog(null)
  const isText = event.raw.text !== null
  const isCopy = origin === 'replay'
  return (
    <>
      {event.processing !== 'processed' && (
        <CommandButton
          command="notifications.checkEvent"
          isPending={checkAgain.isPending}
          onPress={() =>
            checkAgain.mutate(
              { eventId },
              {
                onSuccess: ({ eventId: now }) => {
                  if (now !== eventId) navigate({ screen: 'notifications', path: [String(now)] })
                },
              },
            )
          }
          size="s"
        />
      )}
      <CommandButton
        command="notifications.replayEvent"
        icon={RotateCcw}
        isPending={replay.isPending}
        onPress={() => replay.mutate({ eventId }, { onSuccess: toastReplay })}
        size="s"
      />
      <CommandMenu
        actions={[
          {
            command: 'notifications.editReplay',
            icon: PencilLine,
            isDisabled: !isText,
            ...(isText ? {} : { description: 'Its body is not text' }),
            onPress: () => setDialog('edit'),
          },
          ...(replayCount > 0 || isCopy
            ? [
                'separator' as const,
                {
                  command: 'notifications.removeEventReplays' as const,
                  icon: Trash2,
                  tone: 'danger' as const,
                  onPress: () => setDialog('remove'),
                },
              ]
            : []),
        ]}
        label="More for this event"
        placement="bottom end"
        trigger={<IconButton icon={Ellipsis} label="More for this event" />}
      />
      {dialog === 'edit' && <EditReplayDialog event={event} onClose={close} />}
      <ConfirmDialog
        confirmLabel="Remove replays"
        consequence={
          <p>
            {isCopy ? 'This event is an edited copy and is removed too.' : 'What the platform sent stays.'} This can’t
            be undone.
          </p>
        }
        isOpen={dialog === 'remove'}
        mutation={remove}
        onClose={close}
        onConfirm={() =>
          remove.mutate(
            { eventId },
            {
              onSuccess: () => {
                close()
                if (isCopy) onClose()
              },
            },
          )
        }
        title={replayCount === 1 ? 'Remove its replay?' : `Remove its ${formatCount(replayCount, 'replay')}?`}
      />
    </>
  )
}

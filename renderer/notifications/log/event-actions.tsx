/** The actions on an event: check again, replay, edit and replay, remove its replays. */
import { Ellipsis, PencilLine, RotateCcw, Trash2 } from 'lucide-react'
import { useState } from 'react'
import type { EventPage } from '../../../shared/notifications/log-contract.ts'
import { useApiMutation, useReportedMutation } from '../../api/hooks.ts'
import { usePlatformName } from '../../api/use-connection.ts'
import { CommandButton, CommandMenu } from '../../commands/command-button.tsx'
import { IconButton } from '../../ui/buttons/icon-button.tsx'
import { formatCount } from '../../ui/format/locale-format.ts'
import { ConfirmDialog } from '../../ui/overlays/dialog.tsx'
import { EditReplayDialog } from './edit-replay-dialog.tsx'
import { followEvent } from './follow-event.ts'
import { toastReplay } from './log-format.ts'

export const EventActions = ({ event, onClose }: { readonly event: EventPage; readonly onClose: () => void }) => {
  const { the } = usePlatformName()
  const checkAgain = useReportedMutation('notifications', 'processAgain')
  const replay = useReportedMutation('notifications', 'replay')
  const remove = useApiMutation('notifications', 'removeReplays')
  const [dialog, setDialog] = useState<'edit' | 'remove' | null>(null)
  const { eventId, origin, replayCount } = event
  const close = (): void => setDialog(null)
  const { raw } = event
  const editProblem =
    raw === null
      ? 'Only a verified notification can be edited'
      : raw.text === null
        ? 'Its body isn’t text'
        : raw.isCut
          ? 'Its body is too long to edit'
          : undefined
  const isCopy = origin === 'replay'
  return (
    <>
      {event.processing !== 'processed' && (
        <CommandButton
          command="notifications.checkEvent"
          isPending={checkAgain.isPending}
          onPress={() =>
            checkAgain.mutate({ eventId }, { onSuccess: (checked) => followEvent(eventId, checked.eventId) })
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
            isDisabled: editProblem !== undefined,
            ...(editProblem === undefined ? {} : { description: editProblem }),
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
        label="More for this notification"
        placement="bottom end"
        trigger={<IconButton icon={Ellipsis} label="More for this notification" />}
      />
      {dialog === 'edit' && raw !== null && raw.text !== null && (
        <EditReplayDialog event={event} onClose={close} text={raw.text} />
      )}
      <ConfirmDialog
        confirmLabel="Remove"
        consequence={
          <p>
            {isCopy ? 'This notification is an edited copy and is removed too.' : `What ${the} sent stays.`} This can’t
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
        title={
          replayCount === 1
            ? 'Remove what was processed again?'
            : `Remove ${formatCount(replayCount, 'notification')} processed again?`
        }
      />
    </>
  )
}

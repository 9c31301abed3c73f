/** What can be done with an event: check again, replay, edit and replay, export, remove its replays. */
import { Download, Ellipsis, PencilLine, Repeat, RotateCcw, Trash2, X } from 'lucide-react'
import { useState } from 'react'
import type { EventPage } from '../../../shared/notifications/log-contract.ts'
import { useApiMutation, useReportedMutation } from '../../api/hooks.ts'
import { navigate } from '../../api/location.ts'
import { CommandButton, CommandMenu } from '../../commands/command-button.tsx'
import { ConfirmDialog } from '../../ui/dialog.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { formatCount } from '../../ui/locale-format.ts'
import { MutationError } from '../../ui/mutation-error.tsx'
import { toast } from '../../ui/toast.tsx'
import { EditReplayDialog } from '../replay/edit-replay-dialog.tsx'
import { ReplayDialog } from '../replay/replay-dialog.tsx'
import { useExportCaptures } from './use-export-captures.ts'

export const EventActions = ({ event, onClose }: { readonly event: EventPage; readonly onClose: () => void }) => {
  const checkAgain = useReportedMutation('notifications', 'processAgain')
  const replay = useReportedMutation('notifications', 'replay')
  const remove = useApiMutation('notifications', 'removeMarked')
  const exportCaptures = useExportCaptures()
  const [dialog, setDialog] = useState<'several' | 'edit' | 'remove' | null>(null)
  const { eventId, origin, replayCount } = event
  const close = (): void => setDialog(null)
  const isText = event.raw.text !== null
  const isCopy = origin === 'replay'
  return (
    <>
      {event.canProcessAgain && (
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
        onPress={() => replay.mutate({ eventIds: [eventId] })}
        size="s"
      />
      <CommandMenu
        actions={[
          { command: 'notifications.replaySeveral', icon: Repeat, onPress: () => setDialog('several') },
          {
            command: 'notifications.editReplay',
            icon: PencilLine,
            isDisabled: !isText,
            ...(isText ? {} : { description: 'Its body is not text' }),
            onPress: () => setDialog('edit'),
          },
          {
            command: 'notifications.exportEvent',
            icon: Download,
            isDisabled: isCopy,
            ...(isCopy ? { description: 'Replays are not exported' } : {}),
            onPress: () =>
              exportCaptures.mutate(
                { eventId },
                { onError: ({ message }) => toast({ text: message, tone: 'danger' }) },
              ),
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
      <IconButton icon={X} label="Close the event" onPress={onClose} />
      {dialog === 'several' && <ReplayDialog eventIds={[eventId]} onClose={close} />}
      {dialog === 'edit' && <EditReplayDialog event={event} onClose={close} />}
      <ConfirmDialog
        confirmLabel="Remove replays"
        consequence={
          <>
            <p>
              {isCopy ? 'This event is an edited copy and is removed too.' : 'What the platform sent stays.'} This can't
              be undone.
            </p>
            <MutationError of={remove} />
          </>
        }
        isOpen={dialog === 'remove'}
        isPending={remove.isPending}
        onClose={close}
        onConfirm={() =>
          remove.mutate(
            { origin: 'replay', eventId },
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

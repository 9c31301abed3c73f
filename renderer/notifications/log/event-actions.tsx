/** What can be done with an event: check again, replay, edit and replay, export, remove its replays. */
import { Download, Ellipsis, PencilLine, Repeat, RotateCcw, Trash2, X } from 'lucide-react'
import { useState } from 'react'
import type { EventPage } from '../../../shared/notifications/log-contract.ts'
import { useApiMutation, useReportedMutation } from '../../api/hooks.ts'
import { navigate } from '../../api/location.ts'
import { Button } from '../../ui/button.tsx'
import { ConfirmDialog } from '../../ui/dialog.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { formatCount } from '../../ui/locale-format.ts'
import { Menu } from '../../ui/menu.tsx'
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
        <Button
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
        >
          Check again
        </Button>
      )}
      <Button
        icon={RotateCcw}
        isPending={replay.isPending}
        onPress={() => replay.mutate({ eventIds: [eventId] })}
        size="s"
      >
        Replay
      </Button>
      <Menu
        actions={[
          { id: 'several', label: 'Replay several times', icon: Repeat, onPress: () => setDialog('several') },
          {
            id: 'edit',
            label: 'Edit and replay',
            icon: PencilLine,
            isDisabled: !isText,
            ...(isText ? {} : { description: 'Its body is not text' }),
            onPress: () => setDialog('edit'),
          },
          {
            id: 'export',
            label: 'Export this event',
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
                  id: 'remove',
                  label: 'Remove its replays',
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

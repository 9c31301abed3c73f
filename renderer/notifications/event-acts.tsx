/** What can be done with an event: checked again, replayed in several ways, put into a file, and its replays removed. */
import { Download, Ellipsis, PencilLine, Repeat, RotateCcw, Trash2, X } from 'lucide-react'
import { useState } from 'react'
import type { EventPage } from '../../shared/notifications/log-contract.ts'
import { useApiMutation, useReportedMutation } from '../api/hooks.ts'
import { navigate } from '../api/location.ts'
import { Button } from '../ui/button.tsx'
import { ConfirmDialog } from '../ui/dialog.tsx'
import { IconButton } from '../ui/icon-button.tsx'
import { formatCount } from '../ui/locale-format.ts'
import { Menu } from '../ui/menu.tsx'
import { toast } from '../ui/toast.tsx'
import { EditReplayDialog } from './edit-replay-dialog.tsx'
import { useExportCaptures } from './log-menu.tsx'
import { Refused } from './refused.tsx'
import { ReplayDialog } from './replay-dialog.tsx'

type Open = 'several' | 'edit' | 'remove' | null

export const EventActs = ({ event, onClose }: { readonly event: EventPage; readonly onClose: () => void }) => {
  const again = useReportedMutation('notifications', 'processAgain')
  const replay = useReportedMutation('notifications', 'replay')
  const remove = useApiMutation('notifications', 'removeMarked')
  const exportCaptures = useExportCaptures()
  const [open, setOpen] = useState<Open>(null)
  const { eventId, origin, replayCount } = event
  const close = (): void => setOpen(null)
  const tell = (error: Error): void => void toast({ text: error.message, tone: 'danger' })
  const isText = event.raw.text !== null
  const hasReplays = replayCount > 0 || origin === 'replay'
  return (
    <>
      {event.canProcessAgain && (
        <Button
          isPending={again.isPending}
          onPress={() =>
            again.mutate(
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
        acts={[
          { id: 'several', label: 'Replay several times', icon: Repeat, onPress: () => setOpen('several') },
          {
            id: 'edit',
            label: 'Edit and replay',
            icon: PencilLine,
            isDisabled: !isText,
            ...(isText ? {} : { description: 'Its body is no text' }),
            onPress: () => setOpen('edit'),
          },
          {
            id: 'export',
            label: 'Export this event',
            icon: Download,
            isDisabled: origin === 'replay',
            ...(origin === 'replay' ? { description: 'Replays are left out of files' } : {}),
            onPress: () => void exportCaptures({ eventId }).catch(tell),
          },
          ...(hasReplays
            ? [
                'separator' as const,
                {
                  id: 'remove',
                  label: 'Remove its replays',
                  icon: Trash2,
                  tone: 'danger' as const,
                  onPress: () => setOpen('remove'),
                },
              ]
            : []),
        ]}
        label="More for this event"
        placement="bottom end"
        trigger={<IconButton icon={Ellipsis} label="More for this event" />}
      />
      <IconButton icon={X} label="Close the event" onPress={onClose} />
      {open === 'several' && <ReplayDialog eventIds={[eventId]} onClose={close} />}
      {open === 'edit' && <EditReplayDialog event={event} onClose={close} />}
      <ConfirmDialog
        confirmLabel="Remove replays"
        consequence={
          <>
            <p>
              {origin === 'replay'
                ? 'This event is an edited copy, and goes with them.'
                : 'What the platform sent stays.'}{' '}
              They cannot be brought back.
            </p>
            <Refused error={remove.error} />
          </>
        }
        isOpen={open === 'remove'}
        isPending={remove.isPending}
        onClose={close}
        onConfirm={() =>
          remove.mutate(
            { origin: 'replay', eventId },
            {
              onSuccess: () => {
                close()
                if (origin === 'replay') onClose()
              },
            },
          )
        }
        title={replayCount === 1 ? 'Remove its replay?' : `Remove its ${formatCount(replayCount, 'replay')}?`}
      />
    </>
  )
}

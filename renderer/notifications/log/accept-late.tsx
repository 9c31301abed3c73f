/** Asks before a late notification is taken as true (PLT-41). */
import type { EventPage } from '../../../shared/notifications/log-contract.ts'
import { useApiMutation } from '../../api/hooks.ts'
import { ConfirmDialog } from '../../ui/overlays/dialog.tsx'
import { followEvent } from './follow-event.ts'

export const AcceptLate = ({ event, onClose }: { readonly event: EventPage; readonly onClose: () => void }) => {
  const accept = useApiMutation('notifications', 'acceptLate')
  const { eventId, signatureMessage } = event
  return (
    <ConfirmDialog
      confirmLabel="Accept"
      consequence={
        <p>
          {signatureMessage} If you accept it, it is processed like any other notification. Accept it only if you
          recognize what it reports, or if the clock of this computer was wrong.
        </p>
      }
      mutation={accept}
      onClose={onClose}
      onConfirm={() =>
        accept.mutate(
          { eventId },
          {
            onSuccess: (accepted) => {
              onClose()
              followEvent(eventId, accepted.eventId)
            },
          },
        )
      }
      title="Accept this late notification?"
    />
  )
}

/** The log's menu: replay what is listed, remove replays. */
import { Ellipsis, RotateCcw, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { MAX_REPLAYED_EVENTS } from '../../../shared/notifications/inspector-contract.ts'
import type { LogRequest } from '../../../shared/notifications/log-contract.ts'
import { useAction, useApiMutation, useClient } from '../../api/hooks.ts'
import { CommandMenu } from '../../commands/command-button.tsx'
import { ConfirmDialog } from '../../ui/dialog.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { formatCount } from '../../ui/locale-format.ts'
import { MutationError } from '../../ui/mutation-error.tsx'
import { toast } from '../../ui/toast.tsx'
import styles from './log.module.css'
import { toastReplay } from './log-format.ts'

/** `part`: what the log lists. */
export const LogMenu = ({ part, total }: { readonly part: LogRequest; readonly total: number }) => {
  const client = useClient()
  const replay = useAction(async () => {
    const { eventIds } = await client.notifications.eventIds(part)
    toastReplay(await client.notifications.replay({ eventIds }))
  })
  const remove = useApiMutation('notifications', 'removeReplays')
  const [isRemoving, setRemoving] = useState(false)
  const close = (): void => setRemoving(false)
  const isEmpty = total === 0
  const scope = total > MAX_REPLAYED_EVENTS ? `The newest ${MAX_REPLAYED_EVENTS}` : `All ${formatCount(total, 'event')}`
  return (
    <>
      <span className={styles.end}>
        <CommandMenu
          actions={[
            {
              command: 'notifications.replay',
              description: isEmpty ? 'No events listed' : scope,
              icon: RotateCcw,
              isDisabled: isEmpty,
              onPress: () => replay.mutate(),
            },
            'separator',
            { command: 'notifications.removeReplays', icon: Trash2, tone: 'danger', onPress: () => setRemoving(true) },
          ]}
          label="More for the log"
          placement="bottom end"
          trigger={<IconButton icon={Ellipsis} isPending={replay.isPending} label="More for the log" />}
        />
      </span>
      <div className={styles.problem}>
        <MutationError of={replay} />
      </div>
      <ConfirmDialog
        confirmLabel="Remove replays"
        consequence={
          <p>
            Removes every delivery sent from here, including edited copies. What the platform sent stays. This can't be
            undone.
          </p>
        }
        isOpen={isRemoving}
        mutation={remove}
        onClose={close}
        onConfirm={() =>
          remove.mutate(
            {},
            {
              onSuccess: ({ removed }) => {
                close()
                toast({ text: `${formatCount(removed, 'replay')} removed`, tone: 'good' })
              },
            },
          )
        }
        title="Remove all replays?"
      />
    </>
  )
}

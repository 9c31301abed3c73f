/** The log's menu: replay or export what is listed, import captures, remove replays and imports. */
import { Download, Ellipsis, RotateCcw, Trash2, Upload } from 'lucide-react'
import { useRef, useState } from 'react'
import type { LogRequest } from '../../../shared/notifications/log-contract.ts'
import { MAX_REPLAYED_EVENTS } from '../../../shared/notifications/replay.ts'
import { useAction, useApiMutation, useClient } from '../../api/hooks.ts'
import { CommandMenu } from '../../commands/command-button.tsx'
import { ConfirmDialog } from '../../ui/dialog.tsx'
import { FileInput } from '../../ui/file-input.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { formatCount, formatNumber } from '../../ui/locale-format.ts'
import { MutationError } from '../../ui/mutation-error.tsx'
import { toast } from '../../ui/toast.tsx'
import { ReplayDialog } from '../replay/replay-dialog.tsx'
import styles from './log.module.css'
import { countDeliveries } from './log-format.ts'
import { useExportCaptures } from './use-export-captures.ts'

type Removable = 'replay' | 'import'

const removable: Readonly<Record<Removable, { readonly plural: string; readonly consequence: string }>> = {
  replay: { plural: 'replays', consequence: 'Removes every delivery sent from here, including edited copies.' },
  import: { plural: 'imported captures', consequence: 'Removes every delivery that came from a file.' },
}

const RemoveDialog = ({ origin, onClose }: { readonly origin: Removable; readonly onClose: () => void }) => {
  const remove = useApiMutation('notifications', 'removeMarked')
  const { plural, consequence } = removable[origin]
  const removeAll = (): void =>
    remove.mutate(
      { origin },
      {
        onSuccess: ({ removed }) => {
          onClose()
          toast({ text: `${countDeliveries(removed)} removed`, tone: 'good' })
        },
      },
    )
  return (
    <ConfirmDialog
      confirmLabel={`Remove ${plural}`}
      consequence={
        <>
          <p>{consequence} What the platform sent stays. This can't be undone.</p>
          <MutationError of={remove} />
        </>
      }
      isOpen
      isPending={remove.isPending}
      onClose={onClose}
      onConfirm={removeAll}
      title={`Remove all ${plural}?`}
    />
  )
}

/** `part`: what the log lists. */
export const LogMenu = ({ part, total }: { readonly part: LogRequest; readonly total: number }) => {
  const client = useClient()
  const exportCaptures = useExportCaptures()
  const importCaptures = useAction(async (file: File): Promise<void> => {
    const { imported, known } = await client.notifications.importCaptures({ content: await file.text() })
    const before = known === 0 ? '' : `; ${formatNumber(known)} already imported`
    toast({ text: `${formatCount(imported, 'capture')} imported${before}`, tone: 'good' })
  })
  const loadReplay = useAction(async () => (await client.notifications.eventIds(part)).eventIds)
  const picker = useRef<HTMLInputElement>(null)
  const [removing, setRemoving] = useState<Removable>()
  const isEmpty = total === 0
  const replayScope =
    total > MAX_REPLAYED_EVENTS ? `The newest ${MAX_REPLAYED_EVENTS}` : `All ${formatCount(total, 'event')}`
  return (
    <>
      <span className={styles.end}>
        <CommandMenu
          actions={[
            {
              command: 'notifications.replay',
              description: isEmpty ? 'No events listed' : replayScope,
              icon: RotateCcw,
              isDisabled: isEmpty,
              onPress: () => loadReplay.mutate(),
            },
            {
              command: 'notifications.export',
              description: 'A capture file, without secrets',
              icon: Download,
              isDisabled: isEmpty,
              onPress: () => exportCaptures.mutate(part),
            },
            {
              command: 'notifications.import',
              description: 'Marked as imported, never processed',
              icon: Upload,
              onPress: () => picker.current?.click(),
            },
            'separator',
            {
              command: 'notifications.removeReplays',
              icon: Trash2,
              tone: 'danger',
              onPress: () => setRemoving('replay'),
            },
            {
              command: 'notifications.removeImports',
              icon: Trash2,
              tone: 'danger',
              onPress: () => setRemoving('import'),
            },
          ]}
          label="More for the log"
          placement="bottom end"
          trigger={<IconButton icon={Ellipsis} isPending={importCaptures.isPending} label="More for the log" />}
        />
        <FileInput accept=".json,application/json" label="Capture file" onFile={importCaptures.mutate} ref={picker} />
      </span>
      <div className={styles.problem}>
        <MutationError of={[importCaptures, exportCaptures, loadReplay]} />
      </div>
      {loadReplay.data !== undefined && <ReplayDialog eventIds={loadReplay.data} onClose={loadReplay.reset} />}
      {removing !== undefined && <RemoveDialog onClose={() => setRemoving(undefined)} origin={removing} />}
    </>
  )
}

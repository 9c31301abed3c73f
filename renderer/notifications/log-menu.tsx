/** What is done with a part of the log: sent again, saved as a file of captures, read from one, cleared of what was marked. */
import { Download, Ellipsis, RotateCcw, Trash2, Upload } from 'lucide-react'
import { useRef, useState } from 'react'
import type { LogRequest } from '../../shared/notifications/log-contract.ts'
import { Failure } from '../../shared/result.ts'
import { useApiMutation, useClient } from '../api/hooks.ts'
import { useSaveFile } from '../api/save-file.ts'
import { Banner } from '../ui/banner.tsx'
import { ConfirmDialog } from '../ui/dialog.tsx'
import { IconButton } from '../ui/icon-button.tsx'
import { formatCount, formatNumber } from '../ui/locale-format.ts'
import { Menu } from '../ui/menu.tsx'
import { toast } from '../ui/toast.tsx'
import styles from './log.module.css'
import { Refused } from './refused.tsx'
import { ReplayDialog } from './replay-dialog.tsx'

type Marked = 'replay' | 'import'

const markedWords: Readonly<Record<Marked, { readonly many: string; readonly stays: string }>> = {
  replay: {
    many: 'replays',
    stays: 'Every delivery that was sent from here goes, edited copies with them. What the platform sent stays.',
  },
  import: {
    many: 'imported captures',
    stays: 'Every delivery that came from a file goes. What the platform sent stays.',
  },
}

/** Saves captures as a file and says how many, and how many did not fit. */
export const useExportCaptures = () => {
  const client = useClient()
  const save = useSaveFile()
  return async (request: Parameters<typeof client.notifications.exportCaptures>[0]): Promise<void> => {
    const { name, content, captures, leftOut } = await client.notifications.exportCaptures(request)
    const saved = await save({ name, content })
    if (saved.kind === 'cancelled') return
    const left = leftOut === 0 ? '' : `; ${formatNumber(leftOut)} older ones did not fit`
    toast({ text: `${formatCount(captures, 'capture')} exported${left}`, tone: leftOut === 0 ? 'good' : 'caution' })
  }
}

/** `part`: what is looked at. The menu and, under it, what did not succeed. */
export const useLogMenu = (part: LogRequest, total: number) => {
  const client = useClient()
  const exportCaptures = useExportCaptures()
  const importing = useApiMutation('notifications', 'importCaptures')
  const remove = useApiMutation('notifications', 'removeMarked')
  const picker = useRef<HTMLInputElement>(null)
  const [problem, setProblem] = useState<string>()
  const [replaying, setReplaying] = useState<readonly number[]>()
  const [removing, setRemoving] = useState<Marked>()

  const tell = (error: unknown): void => {
    if (!(error instanceof Failure)) throw error
    const { detail } = error
    setProblem(detail.kind === 'validation' ? (detail.issues[0]?.message ?? error.message) : error.message)
  }
  const act = (work: () => Promise<void>) => (): void => {
    setProblem(undefined)
    work().catch(tell)
  }
  const read = async (file: File): Promise<void> => {
    const { imported, known } = await importing.mutateAsync({ content: await file.text() })
    const before = known === 0 ? '' : `; ${formatNumber(known)} were here before`
    toast({ text: `${formatCount(imported, 'capture')} imported${before}`, tone: 'good' })
  }

  const isEmpty = total === 0
  const menu = (
    <>
      <Menu
        acts={[
          {
            id: 'replay',
            label: 'Replay these',
            description: isEmpty
              ? 'Nothing is in sight'
              : total > 200
                ? 'The newest 200 of what is in sight'
                : `All ${formatCount(total, 'event')} in sight`,
            icon: RotateCcw,
            isDisabled: isEmpty,
            onPress: act(async () => setReplaying((await client.notifications.eventIds(part)).eventIds)),
          },
          {
            id: 'export',
            label: 'Export these',
            description: 'A file of captures, without secrets',
            icon: Download,
            isDisabled: isEmpty,
            onPress: act(() => exportCaptures(part)),
          },
          {
            id: 'import',
            label: 'Import captures',
            description: 'Marked as imported, never processed',
            icon: Upload,
            onPress: () => picker.current?.click(),
          },
          'separator',
          {
            id: 'removeReplays',
            label: 'Remove replays',
            icon: Trash2,
            tone: 'danger',
            onPress: () => setRemoving('replay'),
          },
          {
            id: 'removeImported',
            label: 'Remove imported captures',
            icon: Trash2,
            tone: 'danger',
            onPress: () => setRemoving('import'),
          },
        ]}
        label="More for the log"
        placement="bottom end"
        trigger={<IconButton icon={Ellipsis} isPending={importing.isPending} label="More for the log" />}
      />
      <input
        accept=".json,application/json"
        aria-label="File of captures"
        hidden
        onChange={({ currentTarget }) => {
          const file = currentTarget.files?.[0]
          currentTarget.value = ''
          if (file !== undefined) act(() => read(file))()
        }}
        ref={picker}
        type="file"
      />
    </>
  )
  const words = markedWords[removing ?? 'replay']
  const beside = (
    <>
      {problem !== undefined && (
        <div className={styles.problem}>
          <Banner onDismiss={() => setProblem(undefined)} title="This was not done." tone="danger">
            {problem}
          </Banner>
        </div>
      )}
      {replaying !== undefined && <ReplayDialog eventIds={replaying} onClose={() => setReplaying(undefined)} />}
      <ConfirmDialog
        confirmLabel={`Remove ${words.many}`}
        consequence={
          <>
            <p>{words.stays} They cannot be brought back.</p>
            <Refused error={remove.error} />
          </>
        }
        isOpen={removing !== undefined}
        isPending={remove.isPending}
        onClose={() => {
          setRemoving(undefined)
          remove.reset()
        }}
        onConfirm={() => {
          if (removing === undefined) return
          remove.mutate(
            { origin: removing },
            {
              onSuccess: ({ removed }) => {
                setRemoving(undefined)
                toast({
                  text: `${removed === 1 ? '1 delivery' : `${formatNumber(removed)} deliveries`} removed`,
                  tone: 'good',
                })
              },
            },
          )
        }}
        title={`Remove all ${words.many}?`}
      />
    </>
  )
  return { menu, beside }
}

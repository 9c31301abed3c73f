/** The data of the open connection: its size, its backups, and export and import as one file. */
import { type ReactNode, useRef, useState } from 'react'
import type { Backup, ContentCounts, FoundDatabase } from '../../../shared/app/storage-contract.ts'
import type { StallhandContract } from '../../../shared/ipc/contract.ts'
import type { OutputOf } from '../../../shared/ipc/define.ts'
import { useAction, useApiMutation, useApiQuery, useClient, useUnboundClient } from '../../api/hooks.ts'
import { downloadBlob } from '../../api/save-file.ts'
import { CommandButton } from '../../commands/command-button.tsx'
import { Button } from '../../ui/buttons/button.tsx'
import { KeyValue } from '../../ui/display/key-value.tsx'
import { RelativeTime } from '../../ui/display/relative-time.tsx'
import { Banner } from '../../ui/feedback/banner.tsx'
import { errorMessage } from '../../ui/feedback/error-message.ts'
import { Progress } from '../../ui/feedback/progress.tsx'
import { QueryView } from '../../ui/feedback/query-view.tsx'
import { toast } from '../../ui/feedback/toast.tsx'
import { FileInput } from '../../ui/fields/file-input.tsx'
import { formatAbsoluteTime } from '../../ui/format/format-time.ts'
import { formatCount, formatSize } from '../../ui/format/locale-format.ts'
import { Text } from '../../ui/layout/layout.tsx'
import { Panel } from '../../ui/layout/panel.tsx'
import { ConfirmDialog } from '../../ui/overlays/dialog.tsx'
import styles from '../settings.module.css'
import { BackupFolder } from './backup-folder.tsx'
import { readExport, sendImport } from './storage-transfer.ts'

const nouns: Readonly<Record<keyof ContentCounts, string>> = {
  conversations: 'conversation',
  messages: 'message',
  items: 'item',
  tasks: 'mapping task',
  notifications: 'notification',
}

const describeContents = (contents: ContentCounts): string =>
  (Object.keys(nouns) as (keyof ContentCounts)[]).map((kind) => formatCount(contents[kind], nouns[kind])).join(', ')

type ImportPreview = OutputOf<StallhandContract['storage']['lookAtImport']> & { readonly id: string }
type Work = { readonly label: string; readonly done: number; readonly all: number }

const BUSY = 'Wait until the current task is done.'

export const StoragePanel = () => {
  const facts = useApiQuery('storage', 'facts', {})
  const backUp = useApiMutation('storage', 'backUpNow')
  const [work, setWork] = useState<Work | undefined>(undefined)
  const [problem, setProblem] = useState<string | undefined>(undefined)
  const [restoring, setRestoring] = useState<Backup | undefined>(undefined)
  const [taking, setTaking] = useState<FoundDatabase | undefined>(undefined)
  const [importing, setImporting] = useState<ImportPreview | undefined>(undefined)
  const picker = useRef<HTMLInputElement>(null)
  const client = useClient()
  /** File transfers belong to no connection. */
  const transfer = useUnboundClient()

  /** Runs one task at a time with its progress. A failure stays visible until the next task. */
  const run = async (
    label: string,
    task: (onProgress: (done: number, all: number) => void) => Promise<void>,
  ): Promise<void> => {
    setProblem(undefined)
    setWork({ label, done: 0, all: 0 })
    try {
      await task((done, all) => setWork({ label, done, all }))
    } catch (error) {
      setProblem(errorMessage(error))
    } finally {
      setWork(undefined)
    }
  }

  const exportAll = (): Promise<void> =>
    run('Preparing the export', async (onProgress) => {
      const result = await client.storage.export({})
      if (result.kind === 'cancelled') return
      if (result.kind === 'ready') downloadBlob(result.name, await readExport(transfer, result, onProgress))
      toast({ text: `Exported as ${result.name}.`, tone: 'good' })
    })

  const readImport = (file: File): Promise<void> =>
    run(`Reading ${file.name}`, async (onProgress) => {
      const id = await sendImport(transfer, file, onProgress)
      try {
        setImporting({ ...(await client.storage.lookAtImport({ id })), id })
      } catch (error) {
        await transfer.storage.cancelImport({ id })
        throw error
      }
    })

  const isBusy = work !== undefined
  return (
    <Panel
      actions={
        <>
          <CommandButton
            command="settings.import"
            disabledReason={isBusy ? BUSY : undefined}
            text="Import…"
            onPress={() => picker.current?.click()}
          />
          <CommandButton
            command="settings.export"
            disabledReason={isBusy ? BUSY : undefined}
            text="Export all"
            onPress={() => void exportAll()}
          />
          <CommandButton
            command="settings.backUp"
            isPending={backUp.isPending}
            onPress={() =>
              backUp.mutate(
                {},
                {
                  onSuccess: () => toast({ text: 'Backed up.', tone: 'good' }),
                  onError: (error) => setProblem(error.message),
                },
              )
            }
          />
        </>
      }
      description="All data of this connection is in one database on this computer. An export contains all data in one file, without secrets."
      title="Storage"
    >
      <FileInput accept=".stallhand" label="Export to import" onFile={(file) => void readImport(file)} ref={picker} />
      <div aria-live="polite">
        {problem !== undefined && (
          <Banner onDismiss={() => setProblem(undefined)} title="The task failed." tone="danger">
            {problem}
          </Banner>
        )}
        {work !== undefined && <Progress label={work.label} max={work.all} value={work.all === 0 ? null : work.done} />}
      </div>
      <QueryView query={facts} label="Storage" skeleton={{ shape: 'facts' }}>
        {({ databaseBytes, contents, backups, found, backupFolder, hasFolderDialog }) => (
          <>
            <KeyValue
              facts={[
                { label: 'Database', value: formatSize(databaseBytes) },
                { label: 'Contains', value: describeContents(contents) },
                ...(backups[0] === undefined
                  ? []
                  : [
                      { label: 'Last backup', value: <RelativeTime at={backups[0].atMs} /> },
                      {
                        label: 'Backups',
                        value: `${formatCount(backups.length, 'backup')}, ${formatSize(backups.reduce((sum, { bytes }) => sum + bytes, 0))}. Daily ones are kept for a week, weekly ones for four weeks.`,
                      },
                    ]),
              ]}
            />
            <Found found={found} onTake={setTaking} />
            <Backups backups={backups} onRestore={setRestoring} />
            <BackupFolder folder={backupFolder} hasDialog={hasFolderDialog} />
          </>
        )}
      </QueryView>
      {restoring !== undefined && (
        <ReplaceDialog
          label="Restore this backup"
          onClose={() => setRestoring(undefined)}
          onConfirm={() => client.storage.restore({ name: restoring.name })}
          onProblem={setProblem}
          title={`Restore the backup of ${formatAbsoluteTime(restoring.atMs)}?`}
        >
          Everything written after it is removed from this connection.
        </ReplaceDialog>
      )}
      {taking !== undefined && (
        <ReplaceDialog
          label="Use this data"
          onClose={() => setTaking(undefined)}
          onConfirm={() => client.storage.takeFound({ id: taking.id })}
          onProblem={setProblem}
          title={`Use the data of “${taking.id}” in this connection?`}
        >
          Make sure it belongs to this shop. It replaces everything in this connection, which is backed up first.
        </ReplaceDialog>
      )}
      {importing !== undefined && (
        <ReplaceDialog
          label="Import this export"
          onClose={() => {
            setImporting(undefined)
            void transfer.storage.cancelImport({ id: importing.id })
          }}
          onConfirm={() => client.storage.import({ id: importing.id })}
          onProblem={setProblem}
          title={`Import “${importing.connection.name}”?`}
        >
          The export was created on {formatAbsoluteTime(importing.writtenAtMs)} and contains{' '}
          {describeContents(importing.contents)}. It replaces everything in this connection.
        </ReplaceDialog>
      )}
    </Panel>
  )
}

type FoundProps = {
  readonly found: readonly FoundDatabase[]
  readonly onTake: (database: FoundDatabase) => void
}

/** Data in the data folder that no connection uses, as after the loss of the settings. */
const Found = ({ found, onTake }: FoundProps) => {
  if (found.length === 0) return null
  return (
    <>
      <Text as="p" size="meta" tone="soft">
        The data folder has data without a connection. Open the connection that it belongs to, then use it here.
      </Text>
      <ul aria-label="Data without a connection">
        {found.map((database) => (
          <li className={styles.backup} key={database.id}>
            <Text>{database.id}</Text>
            <RelativeTime at={database.changedAtMs} />
            <Text size="meta" tone="soft">
              {formatSize(database.bytes)}
            </Text>
            <Button
              aria-label={`Use the data of ${database.id}`}
              onPress={() => onTake(database)}
              size="s"
              variant="quiet"
            >
              Use this data…
            </Button>
          </li>
        ))}
      </ul>
    </>
  )
}

type BackupsProps = {
  readonly backups: readonly Backup[]
  readonly onRestore: (backup: Backup) => void
}

const Backups = ({ backups, onRestore }: BackupsProps) => {
  if (backups.length === 0) {
    return (
      <Text as="p" size="meta" tone="soft">
        No backup yet. Stallhand backs up each day that you use it, and before large changes.
      </Text>
    )
  }
  return (
    <ul aria-label="Backups">
      {backups.map((backup) => (
        <li className={styles.backup} key={backup.name}>
          <RelativeTime at={backup.atMs} />
          <Text size="meta" tone="soft">
            {formatSize(backup.bytes)}
          </Text>
          <Button
            aria-label={`Restore the backup of ${formatAbsoluteTime(backup.atMs)}`}
            onPress={() => onRestore(backup)}
            size="s"
            variant="quiet"
          >
            Restore…
          </Button>
        </li>
      ))}
    </ul>
  )
}

type ReplaceDialogProps = {
  readonly title: string
  readonly label: string
  readonly children: ReactNode
  readonly onConfirm: () => Promise<{ readonly heldBack: number }>
  readonly onClose: () => void
  readonly onProblem: (problem: string) => void
}

/** Confirms replacing the database and reports the result. */
const ReplaceDialog = ({ title, label, children, onConfirm, onClose, onProblem }: ReplaceDialogProps) => {
  const replace = useAction(onConfirm)
  const confirm = (): void =>
    replace.mutate(undefined, {
      onSuccess: ({ heldBack }) => {
        const held =
          heldBack === 0
            ? ''
            : ` ${formatCount(heldBack, 'unsent change is', 'unsent changes are')} on hold for your review.`
        toast({ text: `Done. The previous state is the newest backup.${held}`, tone: 'good' })
      },
      onError: (error) => onProblem(error.message),
      onSettled: onClose,
    })
  return (
    <ConfirmDialog
      cancelLabel="Keep current data"
      confirmLabel={label}
      consequence={
        <>
          <p>{children}</p>
          <p>
            The current state is backed up first, so you can return to it. Unsent messages in the copy aren’t sent
            automatically, because they may already have been sent.
          </p>
        </>
      }
      isOpen
      mutation={replace}
      onClose={onClose}
      onConfirm={confirm}
      title={title}
      variant="primary"
    />
  )
}

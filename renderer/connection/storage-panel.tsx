/** What is kept of the open connection: its size, its backups, and the whole of it out and in as one file. */
import { type ReactNode, useRef, useState } from 'react'
import type { Backup, Holdings } from '../../shared/app/storage-contract.ts'
import type { StallhandContract } from '../../shared/ipc/contract.ts'
import type { OutputOf } from '../../shared/ipc/define.ts'
import { useApiMutation, useApiQuery, useClient } from '../api/hooks.ts'
import { downloadBlob } from '../api/save-file.ts'
import { useNow } from '../api/use-now.ts'
import { Banner } from '../ui/banner.tsx'
import { Button } from '../ui/button.tsx'
import { ConfirmDialog } from '../ui/dialog.tsx'
import { formatAbsoluteTime } from '../ui/format-time.ts'
import { KeyValue } from '../ui/key-value.tsx'
import { formatNumber, numberFormat } from '../ui/locale-format.ts'
import { Panel } from '../ui/panel.tsx'
import { Progress } from '../ui/progress.tsx'
import { RelativeTime } from '../ui/relative-time.tsx'
import { ErrorState, LoadingState } from '../ui/states.tsx'
import { toast } from '../ui/toast.tsx'
import styles from './settings.module.css'
import { handIn, readExport } from './transfer.ts'

const whole = numberFormat({ maximumFractionDigits: 0 })
const tenth = numberFormat({ maximumFractionDigits: 1 })
const units = ['bytes', 'kB', 'MB', 'GB', 'TB'] as const

/** 1,234,567 → "1.2 MB". */
export const sizeWords = (bytes: number): string => {
  const power = Math.min(units.length - 1, bytes < 1_000 ? 0 : Math.floor(Math.log10(bytes) / 3))
  const amount = bytes / 1_000 ** power
  return `${(power === 0 || amount >= 100 ? whole : tenth).format(amount)} ${units[power]}`
}

const nouns: Readonly<Record<keyof Holdings, readonly [one: string, many: string]>> = {
  conversations: ['conversation', 'conversations'],
  messages: ['message', 'messages'],
  items: ['item', 'items'],
  tasks: ['mapping task', 'mapping tasks'],
  notifications: ['notification', 'notifications'],
}

const holdingsWords = (holdings: Holdings): string =>
  (Object.keys(nouns) as (keyof Holdings)[])
    .map((kind) => `${formatNumber(holdings[kind])} ${nouns[kind][holdings[kind] === 1 ? 0 : 1]}`)
    .join(', ')

const heldBackWords = (count: number): string =>
  count === 0
    ? ''
    : ` ${count === 1 ? 'One thing that waited' : `${formatNumber(count)} things that waited`} to be sent then now ${count === 1 ? 'waits' : 'wait'} for you.`

type Look = OutputOf<StallhandContract['storage']['lookAtImport']> & { readonly id: string }

type Work = { readonly what: string; readonly done: number; readonly all: number }

export function StoragePanel() {
  const facts = useApiQuery('storage', 'facts', {})
  const backUp = useApiMutation('storage', 'backUpNow')
  const [work, setWork] = useState<Work | undefined>(undefined)
  const [problem, setProblem] = useState<string | undefined>(undefined)
  const [restoring, setRestoring] = useState<Backup | undefined>(undefined)
  const [look, setLook] = useState<Look | undefined>(undefined)
  const picker = useRef<HTMLInputElement>(null)
  const client = useClient()

  /** One thing at a time, with its progress; what goes wrong stays on the page until the next one begins. */
  const doing = async (
    what: string,
    run: (told: (done: number, all: number) => void) => Promise<void>,
  ): Promise<void> => {
    setProblem(undefined)
    setWork({ what, done: 0, all: 0 })
    try {
      await run((done, all) => setWork({ what, done, all }))
    } catch (error) {
      setProblem(error instanceof Error ? error.message : String(error))
    } finally {
      setWork(undefined)
    }
  }

  const exportAll = (): Promise<void> =>
    doing('Packing the export', async (told) => {
      const end = await client.storage.export({})
      if (end.kind === 'cancelled') return
      if (end.kind === 'ready') downloadBlob(end.name, await readExport(client, end, told))
      toast({ text: `Exported as ${end.name}.`, tone: 'good' })
    })

  const lookAt = (file: File): Promise<void> =>
    doing(`Reading ${file.name}`, async (told) => {
      const id = await handIn(client, file, told)
      try {
        setLook({ ...(await client.storage.lookAtImport({ id })), id })
      } catch (error) {
        await client.storage.cancelImport({ id })
        throw error
      }
    })

  const isBusy = work !== undefined
  return (
    <Panel
      acts={
        <>
          <Button
            isDisabled={isBusy}
            disabledReason="Wait until the present work is done."
            onPress={() => picker.current?.click()}
          >
            Import…
          </Button>
          <Button
            isDisabled={isBusy}
            disabledReason="Wait until the present work is done."
            onPress={() => void exportAll()}
          >
            Export all
          </Button>
          <Button
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
          >
            Back up now
          </Button>
        </>
      }
      description="Everything of this connection lies in one database on this computer. An export holds all of it in one file, without any secret."
      title="Storage"
    >
      <input
        accept=".stallhand"
        aria-label="Export to import"
        hidden
        onChange={({ currentTarget }) => {
          const file = currentTarget.files?.[0]
          currentTarget.value = ''
          if (file !== undefined) void lookAt(file)
        }}
        ref={picker}
        type="file"
      />
      <div aria-live="polite">
        {problem !== undefined && (
          <Banner onDismiss={() => setProblem(undefined)} title="This was not done." tone="danger">
            {problem}
          </Banner>
        )}
        {work !== undefined && <Progress label={work.what} max={work.all} value={work.all === 0 ? null : work.done} />}
      </div>
      {facts.data === undefined ? (
        facts.isError ? (
          <ErrorState
            isRetrying={facts.isFetching}
            onRetry={() => void facts.refetch()}
            what="The storage cannot be shown"
            whatToDo="Try again. If it stays so, start Stallhand again; nothing is lost."
            why={facts.error.message}
          />
        ) : (
          <LoadingState label="The storage" shape="facts" />
        )
      ) : (
        <>
          <KeyValue
            facts={[
              { label: 'Database', value: sizeWords(facts.data.databaseBytes) },
              { label: 'Holds', value: holdingsWords(facts.data.holdings) },
              {
                label: 'Backups',
                value: `${sizeWords(facts.data.backups.reduce((sum, { bytes }) => sum + bytes, 0))} in ${facts.data.backups.length}; the newest ${facts.data.backupsKept} are kept`,
              },
            ]}
          />
          <Backups backups={facts.data.backups} onRestore={setRestoring} />
        </>
      )}
      {restoring !== undefined && (
        <Replacing
          label="Restore this backup"
          onClose={() => setRestoring(undefined)}
          onConfirm={async () => (await client.storage.restore({ name: restoring.name })).heldBack}
          onProblem={setProblem}
          title={`Go back to ${formatAbsoluteTime(restoring.atMs)}?`}
        >
          What was written after that is taken away from this connection.
        </Replacing>
      )}
      {look !== undefined && (
        <Replacing
          label="Import this export"
          onClose={() => {
            setLook(undefined)
            void client.storage.cancelImport({ id: look.id })
          }}
          onConfirm={async () => (await client.storage.import({ id: look.id })).heldBack}
          onProblem={setProblem}
          title={`Import “${look.connection.name}”?`}
        >
          The export was written on {formatAbsoluteTime(look.writtenAtMs)} and holds {holdingsWords(look.holdings)}. All
          of it takes the place of what this connection holds now.
        </Replacing>
      )}
    </Panel>
  )
}

function Backups({
  backups,
  onRestore,
}: {
  readonly backups: readonly Backup[]
  readonly onRestore: (backup: Backup) => void
}) {
  const now = useNow()
  if (backups.length === 0) {
    return (
      <p className={styles.note}>
        No backup yet. Stallhand makes one before anything that replaces or rebuilds the database.
      </p>
    )
  }
  return (
    <ul aria-label="Backups" className={styles.list}>
      {backups.map((backup) => (
        <li className={styles.backup} key={backup.name}>
          <span>
            <RelativeTime at={backup.atMs} now={Math.max(now, backup.atMs)} />
          </span>
          <span className={styles.note}>{sizeWords(backup.bytes)}</span>
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

/** Asks before the database is replaced, and says what became of it. */
function Replacing({
  title,
  label,
  children,
  onConfirm,
  onClose,
  onProblem,
}: {
  readonly title: string
  readonly label: string
  readonly children: ReactNode
  readonly onConfirm: () => Promise<number>
  readonly onClose: () => void
  readonly onProblem: (problem: string) => void
}) {
  const [isPending, setPending] = useState(false)
  const confirm = async (): Promise<void> => {
    setPending(true)
    try {
      const heldBack = await onConfirm()
      toast({ text: `Done. What was here before is the newest backup.${heldBackWords(heldBack)}`, tone: 'good' })
    } catch (error) {
      onProblem(error instanceof Error ? error.message : String(error))
    } finally {
      onClose()
    }
  }
  return (
    <ConfirmDialog
      cancelLabel="Keep what is here"
      confirmLabel={label}
      consequence={
        <>
          <p className={styles.line}>{children}</p>
          <p className={styles.line}>
            What is here now is backed up first, so that you can go back to it. Messages that waited to be sent in the
            copy do not go out by themselves: they may have been sent since.
          </p>
        </>
      }
      isOpen
      isPending={isPending}
      onClose={onClose}
      onConfirm={() => void confirm()}
      title={title}
      variant="primary"
    />
  )
}

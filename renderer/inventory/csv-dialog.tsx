// A CSV file becomes edits: a dry run first, each problem with its line and column, and nothing sent.
import { FileUp } from 'lucide-react'
import { type CSSProperties, useRef, useState } from 'react'
import type { StagedCsv, StagedCsvRow, StagedCsvState } from '../../shared/inventory/contract.ts'
import { CSV_PART_MAX_CHARACTERS } from '../../shared/inventory/csv-items.ts'
import { useApiQuery, useClient, useReportedMutation } from '../api/hooks.ts'
import { useApiRows } from '../api/use-api-rows.ts'
import { Badge } from '../ui/badge.tsx'
import { Banner } from '../ui/banner.tsx'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { errorMessage } from '../ui/error-message.ts'
import { formatCount, formatNumber } from '../ui/locale-format.ts'
import { Progress } from '../ui/progress.tsx'
import { RadioGroup } from '../ui/radio-group.tsx'
import { Select } from '../ui/select.tsx'
import { LoadingState } from '../ui/states.tsx'
import { Table, type TableColumn } from '../ui/table.tsx'
import { toast } from '../ui/toast.tsx'
import type { Tone } from '../ui/tone.ts'
import styles from './csv-dialog.module.css'
import { placeName } from './item-words.ts'

const rowWords: Readonly<Record<StagedCsvState, { readonly word: string; readonly tone: Tone }>> = {
  changed: { word: 'Changes', tone: 'info' },
  new: { word: 'New item', tone: 'info' },
  unchanged: { word: 'Same', tone: 'neutral' },
  unread: { word: 'Not read yet', tone: 'caution' },
  problem: { word: 'Problem', tone: 'danger' },
}

const whereOf = (column: number, name: string): string =>
  column === 0 ? '' : name === '' ? `Column ${column}: ` : `Column ${column}, ${name}: `

const columns: readonly TableColumn<StagedCsvRow>[] = [
  { id: 'line', label: 'Line', width: '64px', align: 'end', render: ({ line }) => formatNumber(line) },
  {
    id: 'sku',
    label: 'SKU',
    width: 'minmax(110px, 1fr)',
    render: ({ sku }) => <span className="mono">{sku}</span>,
  },
  {
    id: 'state',
    label: 'State',
    width: '112px',
    render: ({ state }) => <Badge tone={rowWords[state].tone}>{rowWords[state].word}</Badge>,
  },
  {
    id: 'what',
    label: 'What',
    width: 'minmax(200px, 4fr)',
    render: ({ problems, paths }) => {
      const text =
        problems.length > 0
          ? problems.map(({ column, columnName, message }) => whereOf(column, columnName) + message).join(' ')
          : paths.map(placeName).join(', ')
      return (
        <span className={problems.length > 0 ? styles.wrong : undefined} title={text}>
          {text}
        </span>
      )
    },
  },
]
const keyOf = ({ line }: StagedCsvRow): string => String(line)

/** Chooses a file, shows what it would do, and files the edits. */
export function CsvDialog({ onClose }: { readonly onClose: () => void }) {
  const client = useClient()
  const staged = useApiQuery('inventory', 'stagedCsv', {})
  const input = useRef<HTMLInputElement>(null)
  const [blank, setBlank] = useState<'keep' | 'delete'>('keep')
  const [problem, setProblem] = useState<string>()
  const [isBusy, setIsBusy] = useState(false)
  /** Parts of the file that main has, of so many. */
  const [reading, setReading] = useState<{ readonly done: number; readonly of: number }>()

  const attempt = async (work: () => Promise<unknown>) => {
    setIsBusy(true)
    setProblem(undefined)
    try {
      await work()
    } catch (error) {
      setProblem(errorMessage(error))
    } finally {
      setIsBusy(false)
      setReading(undefined)
    }
  }
  const read = (file: File) =>
    attempt(async () => {
      const text = await file.text()
      const parts = Math.max(1, Math.ceil(text.length / CSV_PART_MAX_CHARACTERS))
      for (let part = 0; part < parts; part += 1) {
        setReading({ done: part, of: parts })
        await client.inventory.stageCsv({
          name: file.name.slice(0, 300),
          blank,
          part,
          isLast: part === parts - 1,
          text: text.slice(part * CSV_PART_MAX_CHARACTERS, (part + 1) * CSV_PART_MAX_CHARACTERS),
        })
      }
    })
  const apply = () =>
    attempt(async () => {
      const { filed, left } = await client.inventory.applyCsv({})
      toast({ text: `${formatCount(filed, 'edit')} filed; nothing was sent`, tone: 'good' })
      if (left === 0) onClose()
    })

  const file = staged.data ?? null
  const ready = file === null ? 0 : file.counts.changed + file.counts.new

  return (
    <Dialog
      footer={
        file === null ? (
          <Button onPress={onClose}>Close</Button>
        ) : (
          <>
            <Button isDisabled={isBusy} onPress={() => void attempt(() => client.inventory.discardCsv({}))}>
              Take another file
            </Button>
            <Button isDisabled={isBusy} onPress={() => void attempt(() => client.inventory.recheckCsv({}))}>
              Check again
            </Button>
            <Button
              disabledReason="no row changes anything"
              isDisabled={ready === 0}
              isPending={isBusy}
              onPress={() => void apply()}
              variant="primary"
            >
              {ready === 0 ? 'File edits' : `File ${formatCount(ready, 'edit')}`}
            </Button>
          </>
        )
      }
      isOpen
      onClose={onClose}
      size="l"
      title="Import CSV"
    >
      <div className={styles.body}>
        {problem !== undefined && <Banner tone="danger">{problem}</Banner>}
        {staged.isPending && <LoadingState label="Loading" shape="lines" />}
        {staged.isError && <Banner tone="danger">{staged.error.message}</Banner>}
        {reading !== undefined && reading.of > 1 && (
          <Progress
            detail={`${Math.round((reading.done / reading.of) * 100)} %`}
            label="Reading the file"
            max={reading.of}
            value={reading.done}
          />
        )}
        {staged.data === null && (
          <>
            <p className={styles.note}>
              The first line names the columns: sku, title, quantity, condition, description, images, upc, ean, and
              aspect:Name for an item specific. Several values in a cell are parted by |. A file exported here has them
              all.
            </p>
            <RadioGroup
              label="Blank cells"
              onChange={(id) => setBlank(id === 'delete' ? 'delete' : 'keep')}
              options={[
                { id: 'keep', label: 'Keep what the item has' },
                {
                  id: 'delete',
                  label: 'Delete the field',
                  description: 'Each deletion is confirmed by name when the item is saved',
                },
              ]}
              value={blank}
            />
            <input
              accept=".csv,.tsv,.txt,text/csv"
              aria-label="CSV file"
              hidden
              onChange={(event) => {
                const chosen = event.target.files?.[0]
                // The same file can be chosen again after it was mended.
                event.target.value = ''
                if (chosen !== undefined) void read(chosen)
              }}
              ref={input}
              type="file"
            />
            <div>
              <Button icon={FileUp} isPending={isBusy} onPress={() => input.current?.click()} variant="primary">
                Choose a file
              </Button>
            </div>
          </>
        )}
        {file !== null && <StagedFile file={file} />}
      </div>
    </Dialog>
  )
}

const stateOptions = (counts: StagedCsv['counts']) => [
  { id: 'all', label: `All rows (${formatNumber(counts.all)})` },
  ...(Object.keys(rowWords) as StagedCsvState[]).map((state) => ({
    id: state,
    label: `${rowWords[state].word} (${formatNumber(counts[state])})`,
  })),
]

function StagedFile({ file }: { readonly file: StagedCsv }) {
  const { counts } = file
  const [shown, setShown] = useState<StagedCsvState | 'all'>(counts.problem > 0 ? 'problem' : 'all')
  const { rows, head } = useApiRows('inventory', 'stagedCsvRows', { state: shown })
  const readItems = useReportedMutation('inventory', 'readCsvItems')
  const [pressed, setPressed] = useState<StagedCsvRow>()
  // A cell has no room for a whole problem: that of the first row stands below at once, as an example of the others.
  const chosen = pressed ?? rows.at(0)
  return (
    <>
      <p className={styles.note}>
        {file.name}: {formatCount(counts.all, 'row')}, blank cells {file.blank === 'keep' ? 'keep' : 'delete'} what the
        item has. This is a dry run: nothing is changed yet, and filing edits sends nothing.
      </p>
      {file.unknownColumns.length > 0 && (
        <Banner tone="caution">
          {file.unknownColumns.length === 1 ? 'One column is' : `${file.unknownColumns.length} columns are`} not known
          and not used: {file.unknownColumns.join(', ')}.
        </Banner>
      )}
      {counts.unread > 0 && (
        <Banner
          act={{
            label: counts.unread === 1 ? 'Read it' : 'Read them',
            onPress: () => readItems.mutate({}),
            isPending: readItems.isPending,
          }}
          tone="caution"
        >
          {formatCount(counts.unread, 'item is', 'items are')} not read from the platform yet, so that nobody knows what{' '}
          {counts.unread === 1 ? 'its row changes' : 'their rows change'}. Read {counts.unread === 1 ? 'it' : 'them'},
          then check again.
        </Banner>
      )}
      <Select
        isSmall
        label="Rows"
        onChange={(id) => {
          setShown(stateOptions(counts).some((option) => option.id === id) ? (id as StagedCsvState) : 'all')
          setPressed(undefined)
        }}
        options={stateOptions(counts)}
        value={shown}
      />
      <div className={styles.rows} style={{ '--row-count': Math.max(1, rows.count) } as CSSProperties}>
        {rows.count > 0 ? (
          <Table
            columns={columns}
            getKey={keyOf}
            items={rows}
            label="Rows of the file"
            onSelect={(_, row) => setPressed(row)}
            selectedKey={chosen === undefined ? null : keyOf(chosen)}
            selectionFollowsFocus
          />
        ) : (
          head.data !== undefined && <p className={styles.note}>No such row.</p>
        )}
      </div>
      {chosen !== undefined && chosen.problems.length > 0 && (
        <ul aria-label={`Problems of line ${chosen.line}`} className={styles.problems}>
          {chosen.problems.map(({ column, columnName, message }) => (
            <li key={`${column} ${message}`}>
              Line {chosen.line}. {whereOf(column, columnName)}
              {message}
            </li>
          ))}
        </ul>
      )}
    </>
  )
}

/** Imports a CSV file: a dry run first, then edits. Nothing is sent. */
import { FileDown, FileUp } from 'lucide-react'
import { useState } from 'react'
import { FileTrigger } from 'react-aria-components'
import {
  type BlankCells,
  type CsvRowState,
  csvRowStates,
  MAX_CSV_PART_CHARACTERS,
  type StagedCsv,
  type StagedCsvRow,
} from '../../../shared/inventory/contract/csv-contract.ts'
import { useAction, useApiMutation, useApiQuery, useClient, useReportedMutation } from '../../api/hooks.ts'
import { useSaveFile } from '../../api/save-file.ts'
import { useApiRows } from '../../api/use-api-rows.ts'
import { usePlatformName } from '../../api/use-connection.ts'
import { Button } from '../../ui/buttons/button.tsx'
import { Banner } from '../../ui/feedback/banner.tsx'
import { MutationError } from '../../ui/feedback/mutation-error.tsx'
import { Progress } from '../../ui/feedback/progress.tsx'
import { QueryView } from '../../ui/feedback/query-view.tsx'
import { doUndoably } from '../../ui/feedback/undo.ts'
import { RadioGroup } from '../../ui/fields/radio-group.tsx'
import { readText } from '../../ui/fields/read-file.ts'
import { TextField } from '../../ui/fields/text-field.tsx'
import { formatCount, formatNumber } from '../../ui/format/locale-format.ts'
import { Row, Stack, Text } from '../../ui/layout/layout.tsx'
import { StateRows, stateColumns } from '../../ui/lists/state-rows.tsx'
import type { TableColumn } from '../../ui/lists/table.tsx'
import { Dialog } from '../../ui/overlays/dialog.tsx'
import { columnLabel, type StateLabel } from '../item-labels.ts'
import { CELLS, toUndoable } from '../list/undo-cells.ts'
import { CsvColumns } from './csv-columns.tsx'

const stateLabels: Readonly<Record<CsvRowState, StateLabel>> = {
  changed: { label: 'Changes', tone: 'info' },
  new: { label: 'New item', tone: 'info' },
  unchanged: { label: 'Same', tone: 'neutral' },
  unread: { label: 'Not read yet', tone: 'caution' },
  problem: { label: 'Problem', tone: 'danger' },
}

const problemMessage = (problem: StagedCsvRow['problems'][number]): string => {
  const { column, columnName } = problem
  const message = problem.message
  if (column === 0) return message
  return columnName === '' ? `Column ${column}: ${message}` : `Column ${column}, ${columnName}: ${message}`
}

const columns: readonly TableColumn<StagedCsvRow>[] = [
  { id: 'line', label: 'Line', width: '64px', align: 'end', render: ({ line }) => formatNumber(line) },
  ...stateColumns<StagedCsvRow, CsvRowState>(stateLabels, ({ problems, paths }) => ({
    text: problems.length > 0 ? problems.map(problemMessage).join(' ') : paths.map(columnLabel).join(', '),
    isProblem: problems.length > 0,
  })),
]
const keyOf = ({ line }: StagedCsvRow): string => String(line)

export const CsvDialog = ({ onClose }: { readonly onClose: () => void }) => {
  const staged = useApiQuery('inventory', 'stagedCsv', {})
  const discard = useApiMutation('inventory', 'discardCsv')
  const recheck = useApiMutation('inventory', 'recheckCsv')
  const apply = useApiMutation('inventory', 'applyCsv')
  const file = staged.data ?? null
  const ready = file === null ? 0 : file.counts.changed + file.counts.new
  const isBusy = discard.isPending || recheck.isPending || apply.isPending
  const client = useClient()
  const submit = () =>
    void doUndoably({ label: `Import of ${file?.name ?? 'a CSV file'}`, group: CELLS }, async () => {
      const { filed, left, blockId } = await apply.mutateAsync({})
      if (left === 0) onClose()
      return toUndoable(client, blockId, `${formatCount(filed, 'edit')} kept as drafts; nothing was sent`)
    }).catch(() => undefined)
  return (
    <Dialog
      footer={
        file === null ? (
          <Button onPress={onClose}>Close</Button>
        ) : (
          <>
            <Button isDisabled={isBusy} onPress={() => discard.mutate({})}>
              Choose another file
            </Button>
            <Button isPending={isBusy} onPress={() => recheck.mutate({})}>
              Check again
            </Button>
            <Button
              disabledReason={ready === 0 ? 'No row changes anything' : undefined}
              isPending={isBusy}
              onPress={submit}
              variant="primary"
            >
              {ready === 0 ? 'Keep as drafts' : `Keep ${formatNumber(ready)} as ${ready === 1 ? 'draft' : 'drafts'}`}
            </Button>
          </>
        )
      }
      isRunning={apply.isPending}
      onClose={onClose}
      size="l"
      title="Import CSV"
    >
      <Stack gap={3}>
        <MutationError of={[discard, recheck, apply]} />
        <QueryView label="The file to import" query={staged} skeleton={{ shape: 'lines' }}>
          {(found) => (found === null ? <FileChooser /> : <StagedFile file={found} />)}
        </QueryView>
      </Stack>
    </Dialog>
  )
}

const FileChooser = () => {
  const client = useClient()
  const [blank, setBlank] = useState<BlankCells>('keep')
  const [progress, setProgress] = useState({ done: 0, of: 0 })

  const stage = useAction(async (file: File) => {
    const text = await readText(file)
    const parts = Math.max(1, Math.ceil(text.length / MAX_CSV_PART_CHARACTERS))
    for (let part = 0; part < parts; part += 1) {
      setProgress({ done: part, of: parts })
      await client.inventory.stageCsv({
        name: file.name.slice(0, 300),
        blank,
        part,
        isLast: part === parts - 1,
        text: text.slice(part * MAX_CSV_PART_CHARACTERS, (part + 1) * MAX_CSV_PART_CHARACTERS),
      })
    }
  })

  return (
    <>
      <MutationError of={stage} />
      {stage.isPending && progress.of > 1 && (
        <Progress
          detail={`${Math.round((progress.done / progress.of) * 100)} %`}
          label="Reading the file"
          max={progress.of}
          value={progress.done}
        />
      )}
      <Text as="p" tone="soft">
        The first line names the columns; a template’s notes may come before it. You match columns with unknown names by
        hand, once. Use | between several values in a cell.
      </Text>
      <RadioGroup
        label="Blank cells"
        onChange={(id) => setBlank(id === 'delete' ? 'delete' : 'keep')}
        options={[
          { id: 'keep', label: 'Keep what the item has' },
          {
            id: 'delete',
            label: 'Delete the field',
            description: 'You confirm each deletion by name when you save the item',
          },
        ]}
        value={blank}
      />
      <div>
        <FileTrigger
          acceptedFileTypes={['.csv', '.tsv', '.txt', 'text/csv']}
          onSelect={(files) => {
            const [file] = files ?? []
            if (file !== undefined) stage.mutate(file)
          }}
        >
          <Button icon={FileUp} isPending={stage.isPending} variant="primary">
            Choose a file
          </Button>
        </FileTrigger>
      </div>
    </>
  )
}

const StagedFile = ({ file }: { readonly file: StagedCsv }) => {
  const { the } = usePlatformName()
  const { counts, columns: fileColumns, problems } = file
  const [wanted, setShown] = useState<CsvRowState | 'all'>()
  const shown = wanted ?? (counts.problem > 0 ? 'problem' : 'all')
  const { rows } = useApiRows('inventory', 'stagedCsvRows', { state: shown })
  const readItems = useReportedMutation('inventory', 'readCsvItems')
  return (
    <>
      <Text as="p" tone="soft">
        {file.name}: {problems.length === 0 && `${formatCount(counts.all, 'row')}, `}blank cells{' '}
        {file.blank === 'keep' ? 'keep' : 'delete'} what the item has. This is a preview: nothing has changed yet, and
        drafts aren’t sent.
        {file.namesLine > 1 &&
          ` Line ${formatNumber(file.namesLine)} names the columns; the lines before it are left out.`}
      </Text>
      {file.notes.length > 0 && (
        <Text as="p" tone="soft">
          {file.notes.join(' ')}
        </Text>
      )}
      {problems.length > 0 && <Banner tone="danger">{problems.join(' ')}</Banner>}
      <CsvColumns columns={fileColumns} />
      {counts.unread > 0 && (
        <Banner
          action={{
            label: counts.unread === 1 ? 'Refresh it' : 'Refresh them',
            onPress: () => readItems.mutate({}),
            isPending: readItems.isPending,
          }}
          tone="caution"
        >
          {formatCount(counts.unread, 'item has', 'items have')}{' '}
          {`not been read from ${the} yet, so the effect of the file on`}{' '}
          {counts.unread === 1 ? 'it is unknown. Read it' : 'them is unknown. Read them'}, then check again.
        </Banner>
      )}
      {problems.length === 0 && (
        <StateRows
          choiceLabel="Rows"
          columns={columns}
          counts={counts}
          getKey={keyOf}
          isFirstChosen
          label="Rows of the file"
          labels={stateLabels}
          onShow={setShown}
          rows={rows}
          shown={shown}
          states={csvRowStates}
        >
          {(row) => row.problems.length > 0 && <RowProblems key={row.line} row={row} />}
        </StateRows>
      )}
      {counts.problem > 0 && <ExportProblems count={counts.problem} />}
    </>
  )
}

const ExportProblems = ({ count }: { readonly count: number }) => {
  const client = useClient()
  const saveFile = useSaveFile()
  const save = useAction(async () => {
    const { text } = await client.inventory.exportCsvProblems({})
    await saveFile({ name: 'problems.csv', content: text })
  })
  return (
    <Row justify="end">
      <MutationError of={save} />
      <Button icon={FileDown} isPending={save.isPending} onPress={() => save.mutate()} size="s">
        Save {formatCount(count, 'row')} with problems as a file
      </Button>
    </Row>
  )
}

/** A row's problems, with a field for each wrong cell. */
const RowProblems = ({ row: { line, problems } }: { readonly row: StagedCsvRow }) => {
  const correct = useApiMutation('inventory', 'correctCsvCell')
  const cells = [...new Map(problems.map((problem) => [problem.column, problem])).values()]
  return (
    <Stack aria-label={`Problems of line ${line}`} as="ul">
      <MutationError of={correct} />
      {cells.map(({ column, columnName, cell, meant }) => {
        const all = problems.filter((problem) => problem.column === column)
        return cell === null ? (
          all.map((problem) => (
            <Text as="li" key={problem.message} tone="danger">
              Line {line}. {problemMessage(problem)}
            </Text>
          ))
        ) : (
          <li key={column}>
            <CorrectedCell
              label={`Line ${line}, ${columnName === '' ? `column ${column}` : columnName}`}
              meant={meant}
              message={all.map(({ message }) => message).join(' ')}
              onCorrect={(text) => correct.mutate({ line, column, cell: text })}
              text={cell}
            />
          </li>
        )
      })}
    </Stack>
  )
}

type CorrectedCellProps = {
  readonly label: string
  readonly message: string
  readonly text: string
  /** The SKU that a spreadsheet may have changed. */
  readonly meant: string | undefined
  readonly onCorrect: (text: string) => void
}

const CorrectedCell = ({ label, message, text, meant, onCorrect }: CorrectedCellProps) => {
  const [typed, setTyped] = useState(text)
  return (
    <Row align="start" gap={3}>
      <Row grow>
        <TextField error={message} label={label} onChange={setTyped} onSubmit={() => onCorrect(typed)} value={typed} />
      </Row>
      {meant !== undefined && typed === text ? (
        <>
          <Button onPress={() => onCorrect(meant)} size="s">{`It’s ${meant}`}</Button>
          <Button onPress={() => onCorrect(text)} size="s" variant="quiet">
            It’s a new item
          </Button>
        </>
      ) : (
        <Button
          disabledReason={typed === text ? 'The cell is as in the file' : undefined}
          onPress={() => onCorrect(typed)}
          size="s"
        >
          Correct the cell
        </Button>
      )}
    </Row>
  )
}

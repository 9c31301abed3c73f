/** Marks many orders as shipped: pasted or imported lines, what is to check, what is ready, and the plan (ORD-07). */
import { FileUp } from 'lucide-react'
import { useRef, useState } from 'react'
import {
  MAX_SHIPMENTS_CHARACTERS,
  type PasteAnswer,
  type PasteColumn,
  type ShipmentRow,
} from '../../../shared/orders/shipment.ts'
import { useAction, useApiQuery, useClient } from '../../api/hooks.ts'
import { useConnection, usePlatformName } from '../../api/use-connection.ts'
import { PlanChecks } from '../../runs/plan-checks.tsx'
import { undoRun } from '../../runs/undo-run.ts'
import { useCheckRows } from '../../runs/use-check-rows.ts'
import { Button } from '../../ui/buttons/button.tsx'
import { Kbd } from '../../ui/display/kbd.tsx'
import { MutationError } from '../../ui/feedback/mutation-error.tsx'
import { toastFailure } from '../../ui/feedback/toast.tsx'
import { doUndoably } from '../../ui/feedback/undo.ts'
import { FileInput } from '../../ui/fields/file-input.tsx'
import { readText } from '../../ui/fields/read-file.ts'
import { TextArea } from '../../ui/fields/text-area.tsx'
import { formatCount, formatNumber } from '../../ui/format/locale-format.ts'
import { createStore, useStore } from '../../ui/hooks/store.ts'
import { useDebounced } from '../../ui/hooks/use-debounced.ts'
import { Row, Stack, Text } from '../../ui/layout/layout.tsx'
import { Panel } from '../../ui/layout/panel.tsx'
import { Dialog, RUNNING } from '../../ui/overlays/dialog.tsx'
import { useSubmitKey } from '../../ui/overlays/use-submit-key.ts'
import { keepLines } from './keep-lines.ts'
import { PasteColumns } from './paste-columns.tsx'
import { CheckRow, ReadyRows, rowKey } from './paste-rows.tsx'

const READ_AFTER_MS = 250
/** Later ones follow once these are solved or sent. */
const MAX_SHOWN_ROWS = 200

/** The lines of each connection that are not taken yet: they stay when the page is closed. */
const keptTexts = createStore<ReadonlyMap<string, string>>(new Map())

export type PasteNumbersProps = {
  readonly onClose: () => void
  /** The orders of a printed list or a selection, in its order. Lines that are only numbers are taken in this order. */
  readonly orderIds?: readonly string[]
}

export const PasteNumbers = ({ onClose, orderIds = [] }: PasteNumbersProps) => {
  const client = useClient()
  const { the } = usePlatformName()
  const connectionId = useConnection()?.id ?? ''
  const text = useStore(keptTexts).get(connectionId) ?? ''
  const [answers, setAnswers] = useState<ReadonlyMap<string, PasteAnswer>>(new Map())
  const [columns, setColumns] = useState<readonly (PasteColumn | null)[]>()
  /** Ready rows that the seller left out. */
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set())
  const fileRef = useRef<HTMLInputElement>(null)
  const setText = (typed: string): void =>
    keptTexts.set(new Map(keptTexts.get()).set(connectionId, typed.slice(0, MAX_SHIPMENTS_CHARACTERS)))
  const replaceText = (typed: string): void => {
    setText(typed)
    setColumns(undefined)
    setLeft(new Set())
  }

  const pasted = useDebounced(text, READ_AFTER_MS)
  const read = useApiQuery(
    'orders',
    'readShipments',
    {
      ...{ text: pasted, orderIds: [...orderIds], answers: [...answers.values()] },
      ...(columns === undefined ? {} : { columns: [...columns] }),
    },
    { enabled: pasted.trim() !== '', keepPrevious: true },
  )
  const shown = pasted.trim() === '' ? undefined : read.data
  const rows = shown?.rows ?? []
  const toCheck = rows.filter(({ problem }) => problem !== null)
  const ready = rows.filter(({ problem }) => problem === null)
  const taken = ready.filter((row) => !left.has(rowKey(row)))
  // A line that joins a parcel goes and stays with it.
  const shipments = taken.flatMap(({ shipment }) => shipment ?? [])
  const plan = useApiQuery(
    'orders',
    'planShipments',
    { shipments },
    { enabled: shipments.length > 0, keepPrevious: true },
  )
  // What is sent is exactly what is on screen.
  const isCurrent = pasted === text && !read.isPlaceholderData && !plan.isPlaceholderData && shipments.length > 0
  const confirmed = isCurrent ? plan.data : undefined
  const refused = useCheckRows(confirmed).rows.filter(({ asked }) => asked === '')
  // A request to cancel that came since the lines were read is asked about first.
  const going = confirmed?.cautions.all === 0 ? confirmed.counts.going : 0
  const start = useAction(() =>
    doUndoably({ label: `${formatCount(going, 'shipment')} marked as shipped` }, async () => {
      if (confirmed === undefined) return null
      const { runId } = await client.outbound.startRun({ planToken: confirmed.planToken })
      const isLineTaken = (line: number): boolean => {
        const ofLine = rows.filter((row) => row.line === line)
        return ofLine.length > 0 && ofLine.every((row) => taken.includes(row))
      }
      const rest = keepLines(text, rows, isLineTaken)
      setText(rest)
      setAnswers(new Map())
      setLeft(new Set())
      if (rest === '') onClose()
      // The band says what became of it; an offer to undo would be false as soon as it is sent.
      return { undo: () => undoRun(client, runId), isQuiet: true }
    }),
  )
  const submit = (): void => {
    if (going > 0 && !start.isPending) start.mutate()
  }
  useSubmitKey(submit)

  const answer = (row: ShipmentRow, more: Partial<PasteAnswer>): void =>
    setAnswers((now) => {
      const key = `${row.line} ${row.text}`
      return new Map(now).set(key, { ...now.get(key), ...more, line: row.line, text: row.text })
    })
  const readFile = async (file: File): Promise<void> =>
    replaceText((await readText(file)).slice(0, MAX_SHIPMENTS_CHARACTERS))
  const notTaken = rows.length - taken.length

  return (
    <Dialog
      footer={
        <>
          <Button disabledReason={start.isPending ? RUNNING : undefined} onPress={onClose}>
            {notTaken > 0
              ? `Close, keep ${formatCount(notTaken, 'line')}`
              : text.trim() === ''
                ? 'Close'
                : 'Close, keep the lines'}
          </Button>
          <Button
            disabledReason={
              rows.length === 0
                ? 'Paste or import tracking numbers first'
                : shipments.length === 0
                  ? 'Correct at least one line first'
                  : undefined
            }
            hint={<Kbd keys="Mod+Enter" />}
            isPending={start.isPending}
            onPress={submit}
            sends
            variant="primary"
          >
            {going === 0 ? 'Mark as shipped' : `Mark ${formatNumber(going)} as shipped on ${the}`}
          </Button>
        </>
      }
      isDismissable={false}
      isRunning={start.isPending}
      onClose={onClose}
      size="l"
      title={
        rows.length === 0
          ? 'Paste tracking numbers'
          : `${formatNumber(taken.length)} of ${formatCount(rows.length, 'line is', 'lines are')} ready`
      }
    >
      <Stack gap={4}>
        <MutationError of={start} title="Not started." />
        <TextArea
          description={
            orderIds.length > 0
              ? 'Orders and tracking numbers, in any columns. Numbers alone are matched with the list from top to bottom.'
              : 'Orders and tracking numbers, in any columns: from a spreadsheet, a file or a shipping tool.'
          }
          isMono
          label="Orders and tracking numbers"
          maxRows={rows.length === 0 ? 12 : 6}
          minRows={4}
          onChange={setText}
          placeholder="14-12345-67890, USPS, 9400111899223100001236"
          value={text}
        />
        <Row gap={3} wrap>
          <Button icon={FileUp} onPress={() => fileRef.current?.click()} size="s">
            Import a file
          </Button>
          <FileInput
            accept=".csv,.tsv,.txt,text/csv,text/plain"
            label="File with tracking numbers"
            onFile={(file) => void readFile(file).catch(toastFailure)}
            ref={fileRef}
          />
          {(shown?.leftOut ?? 0) > 0 && (
            <Text tone="caution">{`${formatCount(shown?.leftOut ?? 0, 'line')} beyond the limit left out`}</Text>
          )}
        </Row>
        {shown !== undefined && shown.reading.columns.length > 0 && (
          <PasteColumns onChange={setColumns} reading={shown.reading} />
        )}
        {toCheck.length > 0 && (
          <Panel title={`${formatNumber(toCheck.length)} to check`}>
            <ul aria-label="Lines to check">
              {toCheck.slice(0, MAX_SHOWN_ROWS).map((row) => (
                <CheckRow key={rowKey(row)} onAnswer={(more) => answer(row, more)} row={row} />
              ))}
            </ul>
            {toCheck.length > MAX_SHOWN_ROWS && (
              <Text as="p" tone="soft">{`And ${formatNumber(toCheck.length - MAX_SHOWN_ROWS)} more`}</Text>
            )}
          </Panel>
        )}
        {ready.length > 0 && (
          <Panel title="Ready">
            <ReadyRows left={left} max={MAX_SHOWN_ROWS} onAnswer={answer} onLeave={setLeft} rows={ready} />
          </Panel>
        )}
        {confirmed !== undefined && confirmed.counts.leftOut > 0 && <PlanChecks asking={0} rows={refused} />}
        {confirmed !== undefined && <Text as="p">{confirmed.confirmation}</Text>}
      </Stack>
    </Dialog>
  )
}

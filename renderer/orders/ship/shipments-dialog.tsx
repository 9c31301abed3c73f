/** Marks many orders as shipped: pasted or imported lines of order, carrier and tracking number, then the plan (ORD-03). */
import { FileUp } from 'lucide-react'
import { useRef, useState } from 'react'
import { MAX_SHIPMENTS_CHARACTERS, type ShipmentRow } from '../../../shared/orders/shipment.ts'
import type { Exclusion } from '../../../shared/outbound/run-contract.ts'
import { useApiQuery } from '../../api/hooks.ts'
import { PlanDialog } from '../../runs/plan-dialog.tsx'
import { Button } from '../../ui/buttons/button.tsx'
import { toastFailure } from '../../ui/feedback/toast.tsx'
import { FileInput } from '../../ui/fields/file-input.tsx'
import { readText } from '../../ui/fields/read-file.ts'
import { Select } from '../../ui/fields/select.tsx'
import { TextArea } from '../../ui/fields/text-area.tsx'
import { formatCount, formatNumber } from '../../ui/format/locale-format.ts'
import { useDebounced } from '../../ui/hooks/use-debounced.ts'
import { Row, Stack, Text } from '../../ui/layout/layout.tsx'
import styles from './shipments-dialog.module.css'

const READ_AFTER_MS = 250
/** More doubtful lines than these are corrected in the text. */
const MAX_SHOWN_ROWS = 30

type RowLineProps = {
  readonly row: ShipmentRow
  readonly carriers: readonly { readonly id: string; readonly label: string }[]
  readonly carrier: string | null
  readonly onCarrier: (code: string) => void
}

/** A line that the seller should look at: its carrier was guessed, or something about it is doubtful or wrong. */
const RowLine = ({ row, carriers, carrier, onCarrier }: RowLineProps) => (
  <li className={styles.row}>
    <Stack gap={0} grow>
      <Text truncate>
        {[row.orderId ?? row.text, row.buyer ?? '', row.trackingNumber ?? ''].filter((part) => part !== '').join(' · ')}
      </Text>
      {[...row.doubts, ...(row.problem === null ? [] : [row.problem])].map((text) => (
        <Text key={text} size="meta" tone={text === row.problem ? 'danger' : 'caution'}>
          {text}
        </Text>
      ))}
      {row.carrierBy === 'number' && (
        <Text size="meta" tone="soft">
          Carrier recognized from the number
        </Text>
      )}
    </Stack>
    {row.orderId !== null && row.trackingNumber !== null && (
      <Select
        isLabelHidden
        isSmall
        label={`Carrier of line ${formatNumber(row.line)}`}
        onChange={onCarrier}
        options={carriers}
        placeholder="Carrier"
        value={carrier}
      />
    )}
  </li>
)

const needsLook = ({ problem, doubts, carrierBy }: ShipmentRow): boolean =>
  problem !== null || doubts.length > 0 || carrierBy === 'number'

type ShipmentsDialogProps = {
  /** Lines to begin with, such as the chosen orders without numbers. */
  readonly initialText: string
  readonly onClose: () => void
  readonly onStarted: (runId: number) => void
}

export const ShipmentsDialog = ({ initialText, onClose, onStarted }: ShipmentsDialogProps) => {
  const [text, setText] = useState(initialText)
  /** Carriers that the seller chose, by line. */
  const [chosen, setChosen] = useState<ReadonlyMap<number, string>>(new Map())
  const [excluded, setExcluded] = useState<readonly Exclusion[]>([])
  const fileRef = useRef<HTMLInputElement>(null)
  const carriers = (useApiQuery('orders', 'carriers', {}).data?.carriers ?? []).map(({ code, label }) => ({
    id: code,
    label,
  }))
  const pasted = useDebounced(text, READ_AFTER_MS)
  const answers = [...chosen].flatMap(([line, carrier]) => {
    const row = pasted.split(/\r\n?|\n/)[line - 1]
    return row === undefined ? [] : [{ line, text: row, carrier }]
  })
  const read = useApiQuery('orders', 'readShipments', { text: pasted, answers }, { keepPrevious: true }).data
  const rows = pasted.trim() === '' ? [] : (read?.rows ?? [])
  const carrierOf = (row: ShipmentRow): string | null => row.carrier?.code ?? null
  const isExcluded = ({ orderId }: ShipmentRow): boolean => excluded.some(({ sku }) => sku === orderId)
  const shipments = rows.filter((row) => !isExcluded(row)).flatMap(({ shipment }) => shipment ?? [])
  const plan = useApiQuery(
    'orders',
    'planShipments',
    { shipments },
    { enabled: shipments.length > 0, keepPrevious: true },
  )
  const toLookAt = rows.filter(needsLook)
  const excludedRows = rows.filter(isExcluded)

  const readFile = async (file: File): Promise<void> =>
    setText((await readText(file)).slice(0, MAX_SHIPMENTS_CHARACTERS))

  return (
    <PlanDialog
      excluded={excluded}
      missing={
        rows.length === 0
          ? 'Paste or import tracking numbers first'
          : shipments.length === 0
            ? 'Correct at least one line first'
            : undefined
      }
      onClose={onClose}
      onExclude={setExcluded}
      onStarted={(runId) => {
        onClose()
        onStarted(runId)
      }}
      plan={plan}
      submitLabel={(going) => (going === 0 ? 'Mark as shipped' : `Mark ${formatCount(going, 'order')} as shipped`)}
      title="Mark as shipped"
    >
      {() => (
        <Stack gap={3}>
          <TextArea
            description="One order a line: order number, carrier, tracking number, with commas, semicolons or tabs between. The carrier may be left out."
            isMono
            label="Orders and tracking numbers"
            maxRows={10}
            minRows={4}
            onChange={(typed) => {
              setText(typed.slice(0, MAX_SHIPMENTS_CHARACTERS))
              setExcluded([])
            }}
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
            {(read?.leftOut ?? 0) > 0 && (
              <Text tone="caution">{`${formatCount(read?.leftOut ?? 0, 'line')} beyond the limit left out`}</Text>
            )}
            {excludedRows.length > 0 && (
              <Button onPress={() => setExcluded([])} size="s" variant="quiet">
                {`Include ${formatCount(excludedRows.length, 'excluded order')} again`}
              </Button>
            )}
          </Row>
          {toLookAt.length > 0 && (
            <ul aria-label="Lines to check" className={styles.rows}>
              {toLookAt.slice(0, MAX_SHOWN_ROWS).map((row) => (
                <RowLine
                  carrier={carrierOf(row)}
                  carriers={carriers}
                  key={row.line}
                  onCarrier={(code) => setChosen((now) => new Map(now).set(row.line, code))}
                  row={row}
                />
              ))}
            </ul>
          )}
          {toLookAt.length > MAX_SHOWN_ROWS && (
            <Text as="p" tone="soft">{`${formatCount(toLookAt.length - MAX_SHOWN_ROWS, 'more line')} to check`}</Text>
          )}
        </Stack>
      )}
    </PlanDialog>
  )
}

/** How the columns of pasted lines are read, and where the seller chooses it (ORD-07). */
import { useState } from 'react'
import { type PasteColumn, type PasteReading, pasteColumns } from '../../../shared/orders/shipment.ts'
import { Button } from '../../ui/buttons/button.tsx'
import { Select } from '../../ui/fields/select.tsx'
import { formatNumber } from '../../ui/format/locale-format.ts'
import { Row, Stack, Text } from '../../ui/layout/layout.tsx'

const labels: Readonly<Record<PasteColumn, string>> = {
  order: 'order',
  carrier: 'carrier',
  tracking: 'tracking number',
  item: 'item',
  quantity: 'quantity',
  date: 'date',
  status: 'status',
  buyer: 'buyer',
}
/** Recognized, but nothing is sent of them. */
const unused: ReadonlySet<PasteColumn | null> = new Set(['date', 'status', null])
const NONE = 'none'

type Column = PasteReading['columns'][number]

const nameOf = ({ name, kind }: Column, index: number): string =>
  name ?? (kind === null ? `column ${formatNumber(index + 1)}` : labels[kind])

type PasteColumnsProps = {
  readonly reading: PasteReading
  readonly onChange: (columns: readonly (PasteColumn | null)[]) => void
}

export const PasteColumns = ({ reading: { columns, question }, onChange }: PasteColumnsProps) => {
  const [isOpen, setIsOpen] = useState(false)
  const used = columns.flatMap(({ kind }) => (kind === null || unused.has(kind) ? [] : [labels[kind]]))
  const others = columns.flatMap((column, index) => (unused.has(column.kind) ? [nameOf(column, index)] : []))
  const asked = question?.columns.flatMap((index) => {
    const column = columns[index]
    return column === undefined ? [] : [`${column.name ?? `column ${formatNumber(index + 1)}`} (${column.sample})`]
  })
  const choose = (index: number, chosen: string): void => {
    const kind = pasteColumns.find((each) => each === chosen) ?? null
    // A kind is read from one column.
    onChange(columns.map((column, at) => (at === index ? kind : column.kind === kind ? null : column.kind)))
  }
  return (
    <Stack gap={2}>
      <Row gap={2} wrap>
        <Text size="meta" tone="soft">
          {`Columns read as: ${used.join(', ')}${
            others.length === 0 ? '' : `; ${others.join(', ')} ${others.length === 1 ? 'isn’t' : 'aren’t'} used`
          }.`}
        </Text>
        <Button onPress={() => setIsOpen(!isOpen)} size="s" variant="quiet">
          {isOpen ? 'Hide the columns' : 'Change'}
        </Button>
      </Row>
      {asked !== undefined && question !== null && (
        <Text as="p" tone="caution">{`Which column has the ${labels[question.kind]}: ${asked.join(' or ')}?`}</Text>
      )}
      {(isOpen || question !== null) && (
        <Row aria-label="Columns" gap={3} role="group" wrap>
          {columns.map((column, index) => (
            <Select
              description={column.sample}
              // biome-ignore lint/suspicious/noArrayIndexKey: a column is its place
              key={index}
              label={column.name ?? `Column ${formatNumber(index + 1)}`}
              onChange={(chosen) => choose(index, chosen)}
              options={[
                { id: NONE, label: 'Not used' },
                ...pasteColumns.map((kind) => ({ id: kind, label: labels[kind] })),
              ]}
              value={column.kind ?? NONE}
            />
          ))}
        </Row>
      )}
    </Stack>
  )
}

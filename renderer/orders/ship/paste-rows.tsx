/** The pasted lines: those that the seller has to look at, with what solves them, and those that are ready (ORD-07). */
import { useState } from 'react'
import type { PasteAnswer, ShipmentRow } from '../../../shared/orders/shipment.ts'
import { useApiQuery } from '../../api/hooks.ts'
import { ListingPicture } from '../../parts/orders/listing-picture.tsx'
import { Button } from '../../ui/buttons/button.tsx'
import { Checkbox } from '../../ui/fields/checkbox.tsx'
import { Select } from '../../ui/fields/select.tsx'
import { TextField } from '../../ui/fields/text-field.tsx'
import { formatNumber } from '../../ui/format/locale-format.ts'
import { Row, Stack, Text } from '../../ui/layout/layout.tsx'
import styles from './paste-rows.module.css'

/** A number for several orders is a row for each. */
export const rowKey = ({ line, orderId }: ShipmentRow): string => `${line} ${orderId ?? ''}`

type AnswerProps = { readonly row: ShipmentRow; readonly onAnswer: (answer: Partial<PasteAnswer>) => void }

/** The carrier last used for the buyer's country comes first, after the line's own word. */
const CarrierChoice = ({ row, onAnswer }: AnswerProps) => {
  const carriers =
    useApiQuery('orders', 'carriers', row.orderId === null ? {} : { orderId: row.orderId }).data?.carriers ?? []
  const { carrierWord: word } = row
  return (
    <Select
      isLabelHidden
      isSmall
      label={`Carrier of line ${formatNumber(row.line)}`}
      onChange={(carrier) => onAnswer({ carrier })}
      options={[
        ...(word === null ? [] : [{ id: word, label: `${word}, as it is written` }]),
        ...carriers.map(({ code, label }) => ({ id: code, label })),
      ]}
      placeholder="Carrier"
      value={row.carrier?.code ?? null}
    />
  )
}

const OrderChoice = ({ row, onAnswer }: AnswerProps) => {
  const [typed, setTyped] = useState('')
  const use = (): void => {
    if (typed.trim() !== '') onAnswer({ orderId: typed.trim() })
  }
  return (
    <>
      {row.choices.map(({ orderId, title, listingId }) => (
        <Button key={orderId} onPress={() => onAnswer({ orderId })} size="s">
          <Row gap={2}>
            <ListingPicture listingId={listingId} />
            {title ?? orderId}
          </Row>
        </Button>
      ))}
      <TextField
        isLabelHidden
        isMono
        label={`Order of line ${formatNumber(row.line)}`}
        onChange={setTyped}
        onSubmit={use}
        placeholder="Order number"
        value={typed}
      />
      <Button onPress={use} size="s">
        Use this order
      </Button>
    </>
  )
}

const NumberField = ({ row, onAnswer }: AnswerProps) => {
  const [typed, setTyped] = useState(row.trackingNumber ?? '')
  const isChanged = typed.trim() !== '' && typed.trim() !== row.trackingNumber
  const use = (): void => {
    if (isChanged) onAnswer({ trackingNumber: typed.trim() })
  }
  return (
    <>
      <TextField
        isLabelHidden
        isMono
        label={`Tracking number of line ${formatNumber(row.line)}`}
        onChange={setTyped}
        onSubmit={use}
        value={typed}
      />
      {isChanged || row.trackingNumber === null ? (
        <Button disabledReason={isChanged ? undefined : 'Enter the number first'} onPress={use} size="s">
          Use this number
        </Button>
      ) : (
        <Button onPress={() => onAnswer({ isNumberRight: true })} size="s">
          Use as it is
        </Button>
      )}
    </>
  )
}

/** A line that isn't taken as it is. */
export const CheckRow = ({ row, onAnswer }: AnswerProps) => (
  <li className={styles.check}>
    <Row gap={3} justify="between">
      <Text truncate>
        {[row.buyer ?? '', row.items, row.trackingNumber ?? ''].filter((part) => part !== '').join(' · ') || row.text}
      </Text>
      <Text size="meta" tone="soft">{`line ${formatNumber(row.line)}`}</Text>
    </Row>
    {row.items === '' && (
      <Text mono size="meta" tone="soft" truncate>
        {row.text}
      </Text>
    )}
    <Text tone="caution">{[row.problem ?? '', ...row.doubts].filter((part) => part !== '').join(' ')}</Text>
    {row.asks !== null && (
      <Row gap={2} wrap>
        {row.asks === 'order' && <OrderChoice onAnswer={onAnswer} row={row} />}
        {row.asks === 'number' && <NumberField key={row.trackingNumber} onAnswer={onAnswer} row={row} />}
        {row.asks === 'carrier' && <CarrierChoice onAnswer={onAnswer} row={row} />}
        {row.asks === 'cancel' && (
          <Button onPress={() => onAnswer({ despiteCancel: true })} size="s">
            Ship it
          </Button>
        )}
      </Row>
    )}
  </li>
)

type ReadyRowsProps = {
  readonly rows: readonly ShipmentRow[]
  readonly max: number
  /** Keys of the rows that are left out. */
  readonly left: ReadonlySet<string>
  readonly onLeave: (left: ReadonlySet<string>) => void
  readonly onAnswer: (row: ShipmentRow, answer: Partial<PasteAnswer>) => void
}

export const ReadyRows = ({ rows, max, left, onLeave, onAnswer }: ReadyRowsProps) => {
  /** A parcel's lines go and stay together. */
  const parcelOf = ({ orderId, trackingNumber }: ShipmentRow): string => `${orderId} ${trackingNumber}`
  const toggle = (row: ShipmentRow, isIn: boolean): void => {
    const next = new Set(left)
    for (const each of rows) {
      if (parcelOf(each) !== parcelOf(row)) continue
      if (isIn) next.delete(rowKey(each))
      else next.add(rowKey(each))
    }
    onLeave(next)
  }
  return (
    <Stack gap={2}>
      <table className={styles.ready}>
        <thead>
          <tr>
            <th scope="col">Buyer</th>
            <th scope="col">Items</th>
            <th scope="col">Carrier</th>
            <th scope="col">Tracking number</th>
          </tr>
        </thead>
        <tbody>
          {rows.slice(0, max).map((row) => (
            <tr key={rowKey(row)}>
              <td>
                <Checkbox isSelected={!left.has(rowKey(row))} onChange={(isIn) => toggle(row, isIn)}>
                  {row.buyer ?? row.orderId}
                </Checkbox>
              </td>
              <td>
                <Row gap={2}>
                  <ListingPicture listingId={row.listingId} />
                  <Stack gap={0}>
                    <span>{row.items}</span>
                    {row.doubts.map((doubt) => (
                      <Text key={doubt} size="meta" tone="caution">
                        {doubt}
                      </Text>
                    ))}
                  </Stack>
                </Row>
              </td>
              <td>
                {row.doubts.length > 0 || row.carrierBy === 'seller' ? (
                  <CarrierChoice onAnswer={(answer) => onAnswer(row, answer)} row={row} />
                ) : (
                  row.carrier?.label
                )}
              </td>
              <td>
                <Text mono>{row.trackingNumber}</Text>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      {rows.length > max && <Text as="p" tone="soft">{`And ${formatNumber(rows.length - max)} more`}</Text>}
    </Stack>
  )
}

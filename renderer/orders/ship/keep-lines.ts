/** What stays of pasted lines once the others are sent (ORD-07). */
import type { ShipmentRow } from '../../../shared/orders/shipment.ts'

/** The lines that are not taken, under the line of names. A number that the list gave its order keeps it. */
export const keepLines = (
  text: string,
  rows: readonly Pick<ShipmentRow, 'line' | 'text' | 'orderId'>[],
  isTaken: (line: number) => boolean,
): string => {
  const byLine = new Map(rows.map((row) => [row.line, row]))
  const kept = text.split(/\r\n?|\n/).flatMap((line, index) => {
    const row = byLine.get(index + 1)
    if (row === undefined) return [line]
    if (isTaken(row.line)) return []
    const isByList = row.orderId !== null && row.text.trim() !== '' && !/[^\dA-Z\s-]/i.test(row.text)
    return [isByList && row.orderId !== null && !row.text.includes(row.orderId) ? `${row.orderId}, ${line}` : line]
  })
  const isAnyLeft = rows.some(({ line }) => !isTaken(line))
  return isAnyLeft ? kept.join('\n') : ''
}

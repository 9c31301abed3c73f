/** Marks many orders as shipped from pasted or imported tracking numbers (ORD-07). */
import { openRun } from '../orders-panel.ts'
import { ShipmentsDialog } from './shipments-dialog.tsx'

export type PasteNumbersProps = {
  readonly onClose: () => void
  /** The orders of a printed list or a selection, in its order. */
  readonly orderIds?: readonly string[]
}

export const PasteNumbers = ({ onClose, orderIds = [] }: PasteNumbersProps) => (
  <ShipmentsDialog
    initialText={orderIds.map((orderId) => `${orderId}, , `).join('\n')}
    onClose={onClose}
    onStarted={openRun}
  />
)

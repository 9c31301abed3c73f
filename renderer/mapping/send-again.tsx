/** Sending products of a task again: a new task with exactly those, linked to the first. */
import { useState } from 'react'
import type { Product } from '../../shared/mapping/product.ts'
import { useApiMutation } from '../api/hooks.ts'
import { navigate } from '../api/location.ts'
import { useConnection } from '../api/use-connection.ts'
import { Banner } from '../ui/banner.tsx'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { formatCount } from '../ui/locale-format.ts'
import styles from './start-page.module.css'
import { WillSend } from './will-send.tsx'

export type SendAgainProps = {
  readonly isOpen: boolean
  readonly onClose: () => void
  readonly parentRef: number
  readonly products: readonly Product[]
  readonly warning?: string
}

export const SendAgain = ({ isOpen, onClose, parentRef, products, warning }: SendAgainProps) => {
  const kind = useConnection()?.kind
  const start = useApiMutation('mapping', 'start')
  // One key for as long as this page stands: a double press is one start.
  const [requestKey] = useState(() => crypto.randomUUID())

  const send = (): void => {
    if (start.isPending) return
    start.mutate(
      { products: [...products], requestKey, parentRef },
      {
        onSuccess: ({ taskRefs: [first] }) => {
          onClose()
          if (first !== undefined) navigate({ screen: 'mapping', path: [String(first)] })
        },
      },
    )
  }

  return (
    <Dialog
      isOpen={isOpen}
      onClose={onClose}
      title={`Send ${formatCount(products.length, 'product')} again`}
      size="l"
      footer={
        <>
          <Button onPress={onClose}>Cancel</Button>
          <Button isPending={start.isPending} kind={kind} onPress={send} variant="primary">
            {`Send ${formatCount(products.length, 'product')}`}
          </Button>
        </>
      }
    >
      <div className={styles.texts}>
        {warning !== undefined && <Banner tone="caution">{warning}</Banner>}
        {start.error !== null && <Banner tone="danger">{start.error.message}</Banner>}
        {isOpen && <WillSend products={products} />}
      </div>
    </Dialog>
  )
}

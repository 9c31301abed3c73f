/** Resends products of a task, as a new task linked to the first. */
import { useState } from 'react'
import type { Product } from '../../../shared/mapping/product.ts'
import { useApiMutation } from '../../api/hooks.ts'
import { navigate } from '../../location.ts'
import { Banner } from '../../ui/feedback/banner.tsx'
import { MutationError } from '../../ui/feedback/mutation-error.tsx'
import { formatCount } from '../../ui/format/locale-format.ts'
import { Stack } from '../../ui/layout/layout.tsx'
import { Dialog } from '../../ui/overlays/dialog.tsx'
import { RequestPreview } from './request-preview.tsx'

type ResendDialogProps = {
  readonly isOpen: boolean
  readonly onClose: () => void
  readonly parentRef: number
  readonly products: readonly Product[]
  readonly warning?: string
}

export const ResendDialog = ({ isOpen, onClose, parentRef, products, warning }: ResendDialogProps) => {
  const start = useApiMutation('mapping', 'start')
  // One key per page, so a double press starts one task.
  const [requestKey] = useState(() => crypto.randomUUID())
  const count = formatCount(products.length, 'product')

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
      title={`Send ${count} again`}
      size="l"
      submit={{ label: `Send ${count}`, isPending: start.isPending, sends: true, onPress: send }}
    >
      <Stack gap={3}>
        {warning !== undefined && <Banner tone="caution">{warning}</Banner>}
        <MutationError of={start} />
        {isOpen && <RequestPreview products={products} />}
      </Stack>
    </Dialog>
  )
}

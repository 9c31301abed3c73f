/** Changing the data of an invalid product, kept on disk as it is typed (MAP-05). */
import { useEffect, useRef, useState } from 'react'
import type { InvalidRow } from '../../shared/mapping/contract.ts'
import { useClient } from '../api/hooks.ts'
import { Banner } from '../ui/banner.tsx'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { toast } from '../ui/toast.tsx'
import { ProductFields } from './product-fields.tsx'
import { emptyForm, formOf, mendingOf, type ProductForm, productOfSent } from './product-form.ts'
import styles from './start-page.module.css'
import { errorText } from './words.ts'

const WRITE_AFTER_MS = 300

export const MendDialog = ({
  taskRef,
  row,
  onClose,
}: {
  readonly taskRef: number
  readonly row: InvalidRow
  readonly onClose: () => void
}) => {
  const client = useClient()
  const original = row.sent === null ? emptyForm : formOf(productOfSent(row.sent))
  const [form, setForm] = useState<ProductForm>(row.mended ?? original)
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined)
  const unsaved = useRef<ProductForm | null | undefined>(undefined)
  const mending = mendingOf(row.sent, form)

  const write = (): void => {
    clearTimeout(timer.current)
    const next = unsaved.current
    if (next === undefined) return
    unsaved.current = undefined
    client.mapping
      .saveMending({ taskRef, index: row.index, form: next })
      .catch((error: Error) => toast({ tone: 'danger', id: 'mending', text: `Not saved yet. ${error.message}` }))
  }
  const latestWrite = useRef(write)
  useEffect(() => {
    latestWrite.current = write
  })
  useEffect(() => {
    const flush = (): void => latestWrite.current()
    window.addEventListener('pagehide', flush)
    return () => {
      window.removeEventListener('pagehide', flush)
      flush()
    }
  }, [])

  const keep = (next: ProductForm): void => {
    setForm(next)
    unsaved.current = JSON.stringify(next) === JSON.stringify(original) ? null : next
    clearTimeout(timer.current)
    timer.current = setTimeout(() => latestWrite.current(), WRITE_AFTER_MS)
  }

  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={`Change ${row.externalProductId ?? 'this product'}`}
      size="l"
      footer={
        <>
          <Button isDisabled={mending.kind === 'unchanged'} variant="quiet" onPress={() => keep(original)}>
            Back to what was sent
          </Button>
          <Button variant="primary" onPress={onClose}>
            Done
          </Button>
        </>
      }
    >
      <div className={styles.texts}>
        <Banner tone="danger" title="The platform said:">
          {row.errors.length === 0 ? 'No reason was given.' : row.errors.map(errorText).join(' ')}
        </Banner>
        <ProductFields
          form={form}
          errors={mending.kind === 'wrong' ? mending.errors : {}}
          onChange={(field, text) => keep({ ...form, [field]: text })}
        />
        <p className={styles.soft}>Kept on this machine as you type. Nothing is sent from here.</p>
      </div>
    </Dialog>
  )
}

/** Changing the data of an invalid product, kept on disk as it is typed (MAP-05). */
import { useState } from 'react'
import type { InvalidRow, ProductForm } from '../../shared/mapping/contract.ts'
import { useClient } from '../api/hooks.ts'
import { Banner } from '../ui/banner.tsx'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { useAutosave } from '../ui/use-autosave.ts'
import { errorText } from './mapping-labels.ts'
import { ProductFields } from './product-fields.tsx'
import { emptyForm, parseCorrection, toForm } from './product-form.ts'
import styles from './start-page.module.css'

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
  const original = row.sent === null ? emptyForm : toForm(row.sent)
  const keeper = useAutosave<ProductForm | null>(
    `mending ${taskRef} ${row.index}`,
    (next) => client.mapping.saveCorrection({ taskRef, index: row.index, form: next }),
    { what: 'The changed product' },
  )
  const pending = keeper.pending()
  const [form, setForm] = useState<ProductForm>((pending === undefined ? row.correction : pending.value) ?? original)
  const mending = parseCorrection(row.sent, form)

  const keep = (next: ProductForm): void => {
    setForm(next)
    keeper.change(JSON.stringify(next) === JSON.stringify(original) ? null : next)
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
          errors={mending.kind === 'incomplete' ? mending.errors : {}}
          onChange={(field, text) => keep({ ...form, [field]: text })}
        />
        <p className={styles.soft}>Kept on this machine as you type. Nothing is sent from here.</p>
      </div>
    </Dialog>
  )
}

/** Corrects the data of an invalid product; stored during typing (MAP-05). */
import { useState } from 'react'
import type { InvalidRow, ProductForm } from '../../../shared/mapping/contract.ts'
import { useClient } from '../../api/hooks.ts'
import { useAutosave } from '../../api/use-autosave.ts'
import { usePlatformName } from '../../api/use-connection.ts'
import { Button } from '../../ui/buttons/button.tsx'
import { Banner } from '../../ui/feedback/banner.tsx'
import { Stack, Text } from '../../ui/layout/layout.tsx'
import { Dialog } from '../../ui/overlays/dialog.tsx'
import { errorText } from '../mapping-labels.ts'
import { emptyForm, parseCorrection, toForm } from '../product-form.ts'
import { ProductFields } from '../start/product-fields.tsx'

export const CorrectionDialog = ({
  taskRef,
  row: { index, sent, errors, correction: saved, externalProductId },
  onClose,
}: {
  readonly taskRef: number
  readonly row: InvalidRow
  readonly onClose: () => void
}) => {
  const { The } = usePlatformName()
  const client = useClient()
  const original = sent === null ? emptyForm : toForm(sent)
  const autosave = useAutosave<ProductForm | null>(
    `mapping correction ${taskRef} ${index}`,
    (form) => client.mapping.saveCorrection({ taskRef, index, form }),
    { what: 'The corrected product' },
  )
  const pending = autosave.pending()
  const [form, setForm] = useState<ProductForm>((pending === undefined ? saved : pending.value) ?? original)
  const correction = parseCorrection(sent, form)

  const change = (next: ProductForm): void => {
    setForm(next)
    autosave.change(JSON.stringify(next) === JSON.stringify(original) ? null : next)
  }

  return (
    <Dialog
      onClose={onClose}
      title={`Correct ${externalProductId ?? 'this product'}`}
      size="l"
      footer={
        <>
          <Button isDisabled={correction.kind === 'unchanged'} variant="quiet" onPress={() => change(original)}>
            Restore what was sent
          </Button>
          <Button variant="primary" onPress={onClose}>
            Done
          </Button>
        </>
      }
    >
      <Stack gap={3}>
        <Banner tone="danger" title={`${The} reported:`}>
          {errors.length === 0 ? 'No reason was given.' : errors.map(errorText).join(' ')}
        </Banner>
        <ProductFields
          form={form}
          errors={correction.kind === 'incomplete' ? correction.errors : {}}
          onChange={(field, text) => change({ ...form, [field]: text })}
        />
        <Text as="p" tone="faint">
          Saved on this computer as you type. Nothing is sent yet.
        </Text>
      </Stack>
    </Dialog>
  )
}

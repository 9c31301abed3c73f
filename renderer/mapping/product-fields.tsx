/** The five fields of a product: for one that is typed, and for one that is mended. */

import type { ProductForm } from '../../shared/mapping/contract.ts'
import { TextArea } from '../ui/text-area.tsx'
import { TextField } from '../ui/text-field.tsx'
import type { FormField } from './product-form.ts'
import styles from './start-page.module.css'

export type ProductFieldsProps = {
  readonly form: ProductForm
  readonly errors: Readonly<Partial<Record<FormField, string>>>
  readonly onChange: (field: FormField, text: string) => void
  readonly onSubmit?: () => void
}

export const ProductFields = ({ form, errors, onChange, onSubmit }: ProductFieldsProps) => {
  const set = (field: FormField) => (text: string) => onChange(field, text)
  return (
    <>
      <TextField label="Title" value={form.title} onChange={set('title')} error={errors.title} onSubmit={onSubmit} />
      <div className={styles.pair}>
        <TextField label="SKU" value={form.sku} onChange={set('sku')} error={errors.sku} isMono onSubmit={onSubmit} />
        <TextField
          label="Product id"
          value={form.externalProductId}
          onChange={set('externalProductId')}
          error={errors.externalProductId}
          placeholder={form.sku.trim()}
          isMono
          onSubmit={onSubmit}
        />
      </div>
      <TextArea
        label="Item specifics"
        description="One a line, values parted by semicolons: Brand: Acme"
        value={form.aspects}
        onChange={set('aspects')}
        error={errors.aspects}
        minRows={2}
        maxRows={8}
      />
      <TextArea
        label="Picture addresses"
        description="One a line, HTTPS"
        value={form.images}
        onChange={set('images')}
        error={errors.images}
        isMono
        minRows={2}
        maxRows={8}
      />
    </>
  )
}

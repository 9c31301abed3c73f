/** The fields of a product. */
import type { ProductForm } from '../../../shared/mapping/contract.ts'
import { usePlatform } from '../../api/use-connection.ts'
import { TextArea } from '../../ui/fields/text-area.tsx'
import { TextField } from '../../ui/fields/text-field.tsx'
import styles from '../mapping.module.css'
import type { FormErrors, FormField } from '../product-form.ts'

type ProductFieldsProps = {
  readonly form: ProductForm
  readonly errors: FormErrors
  readonly onChange: (field: FormField, text: string) => void
  readonly onSubmit?: () => void
}

export const ProductFields = ({ form, errors, onChange, onSubmit }: ProductFieldsProps) => {
  const { publishedMapping } = usePlatform().capabilities
  const bind = (field: FormField) => ({
    value: form[field],
    onChange: (text: string): void => onChange(field, text),
    error: errors[field],
  })
  return (
    <>
      <TextField label="Title" onSubmit={onSubmit} {...bind('title')} />
      <div className={styles.pair}>
        <TextField label="SKU" isMono onSubmit={onSubmit} {...bind('sku')} />
        <TextField
          label="Product ID"
          isMono
          onSubmit={onSubmit}
          description={publishedMapping ? 'A product code alone finds the catalog’s product' : undefined}
          placeholder={form.sku.trim()}
          {...bind('externalProductId')}
        />
      </div>
      {publishedMapping && (
        <TextField
          description="Such as Smart Watches. Item specifics are sent only with a category."
          label="Category"
          onSubmit={onSubmit}
          {...bind('categoryName')}
        />
      )}
      <TextArea
        label="Item specifics"
        description="One per line, such as Brand: Acme. Separate values with |."
        minRows={2}
        maxRows={8}
        {...bind('aspects')}
      />
      <TextArea
        label="Picture addresses"
        description="One HTTPS address per line"
        isMono
        minRows={2}
        maxRows={8}
        {...bind('images')}
      />
    </>
  )
}

/** The product codes of an item. */
import { fieldPaths } from '../../../../shared/inventory/item.ts'
import { type JsonPath, valueAt } from '../../../../shared/inventory/json.ts'
import { TextField } from '../../../ui/fields/text-field.tsx'
import type { ItemDraft } from '../item-draft.ts'
import type { ItemEditing } from '../use-item-edit.ts'
import styles from './fields.module.css'

type BarcodeFieldsProps = { readonly draft: ItemDraft; readonly change: ItemEditing['change'] }

export const BarcodeFields = ({ draft, change }: BarcodeFieldsProps) => {
  const { record, view, errorAt } = draft
  /** Stays a list if the platform has one; otherwise it is a single text (INV-18). */
  const toCodes = (path: JsonPath, text: string) => {
    if (text === '') return undefined
    return Array.isArray(valueAt(record, path)) ? text.split('|').map((code) => code.trim()) : text
  }
  const field = (label: string, path: JsonPath, codes: readonly string[]) => (
    <TextField
      error={errorAt(path)}
      isMono
      label={label}
      onChange={(text) => change(path, toCodes(path, text))}
      value={codes.join(' | ')}
    />
  )
  return (
    <div className={styles.pair}>
      {field('UPC', fieldPaths.upc, view.upc)}
      {field('EAN', fieldPaths.ean, view.ean)}
    </div>
  )
}

/** The product codes of an item. */
import { mendBarcode } from '../../../../shared/inventory/barcode.ts'
import { fieldPaths } from '../../../../shared/inventory/item.ts'
import { type JsonPath, sameJson, valueAt } from '../../../../shared/inventory/json.ts'
import { TextField } from '../../../ui/fields/text-field.tsx'
import type { ItemDraft } from '../item-draft.ts'
import type { ItemEditing } from '../use-item-edit.ts'
import styles from './fields.module.css'

type BarcodeFieldsProps = { readonly draft: ItemDraft; readonly change: ItemEditing['change'] }

export const BarcodeFields = ({ draft, change }: BarcodeFieldsProps) => {
  const { record, edited, view, errorAt } = draft
  /** Stays a list if the platform has one; otherwise it is a single text (INV-18). */
  const toCodes = (path: JsonPath, text: string) => {
    if (text === '') return undefined
    return Array.isArray(valueAt(record, path)) ? text.split('|').map((code) => code.trim()) : text
  }
  /** Mends typed codes on leaving the field; what came from the platform stays. */
  const mend = (path: JsonPath, codes: readonly string[], digits: 12 | 13) => {
    if (sameJson(valueAt(edited, path), valueAt(record, path))) return
    const mended = codes.map((code) => mendBarcode(code, digits))
    if (!sameJson(mended, codes)) change(path, toCodes(path, mended.join('|')))
  }
  const field = (label: string, path: JsonPath, codes: readonly string[], digits: 12 | 13) => (
    <TextField
      error={errorAt(path)}
      isMono
      label={label}
      onBlur={() => mend(path, codes, digits)}
      onChange={(text) => change(path, toCodes(path, text))}
      value={codes.join(' | ')}
    />
  )
  return (
    <div className={styles.pair}>
      {field('UPC', fieldPaths.upc, view.upc, 12)}
      {field('EAN', fieldPaths.ean, view.ean, 13)}
    </div>
  )
}

/** Which field of many items changes: everything that can be changed of them is in this one list. */
import { findOfferColumn } from '../../../../shared/inventory/fields/offer-fields.ts'
import { useApiQuery } from '../../../api/hooks.ts'
import { usePlatform } from '../../../api/use-connection.ts'
import { Select } from '../../../ui/fields/select.tsx'
import { listFieldColumns } from '../../item-labels.ts'
import { ASPECT_COLUMN, PRICE_COLUMN } from '../sheet/sheet-columns.ts'

/** Whether the change of a column is kept as an edit until a review. Prices of many listings are planned and sent at once. */
export const isKeptField = (column: string): boolean =>
  column.startsWith(ASPECT_COLUMN) ||
  (column !== PRICE_COLUMN && listFieldColumns(true).some(({ id }) => id === column))

type FieldSelectProps = {
  readonly value: string
  /** Item specifics that the sheet shows. */
  readonly aspects: readonly string[]
  readonly onChange: (column: string) => void
}

export const FieldSelect = ({ value, aspects, onChange }: FieldSelectProps) => {
  const { capabilities } = usePlatform()
  const canList = useApiQuery('listing', 'choices', {}).data?.refusal === null
  return (
    <Select
      label="Field"
      onChange={onChange}
      options={[
        ...listFieldColumns(capabilities.moreFields).filter(
          ({ id }) => canList || (id !== PRICE_COLUMN && findOfferColumn(id) === undefined),
        ),
        ...aspects.map((id) => ({ id, label: id.slice(ASPECT_COLUMN.length), group: 'Item specifics' })),
      ]}
      value={value}
    />
  )
}

/** List settings: columns, the low-stock limit and the reserve of changes. */
import { useState } from 'react'
import { countCharacters, MAX_ASPECT_NAME_CHARACTERS, MAX_LOW_STOCK } from '../../../../shared/inventory/limits.ts'
import { useApiMutation, useApiQuery } from '../../../api/hooks.ts'
import { usePlatform } from '../../../api/use-connection.ts'
import { Checkbox } from '../../../ui/fields/checkbox.tsx'
import type { Option } from '../../../ui/fields/option.tsx'
import { TextField } from '../../../ui/fields/text-field.tsx'
import { formatNumber } from '../../../ui/format/locale-format.ts'
import { Stack, Text } from '../../../ui/layout/layout.tsx'
import { Dialog } from '../../../ui/overlays/dialog.tsx'
import { StoredNumber } from '../../stored-number.tsx'
import { ASPECT_COLUMN, listChoosableColumns } from '../sheet/sheet-columns.ts'
import styles from './list-settings.module.css'

export type ListSettingsProps = {
  readonly shown: readonly string[]
  readonly onShownChange: (shown: string[]) => void
  readonly lowStockAtMost: number | undefined
  readonly onClose: () => void
}

export const ListSettings = ({ shown, onShownChange, lowStockAtMost, onClose }: ListSettingsProps) => {
  const { capabilities } = usePlatform()
  const [name, setName] = useState('')
  const setLowStock = useApiMutation('inventory', 'setLowStock')
  const setReserve = useApiMutation('inventory', 'setChangeReserve')
  const budget = useApiQuery('inventory', 'budget', {}).data
  const canList = useApiQuery('listing', 'choices', {}).data?.refusal === null
  const columns: readonly Option[] = [
    ...listChoosableColumns(capabilities.moreFields, canList),
    ...shown
      .filter((id) => id.startsWith(ASPECT_COLUMN))
      .map((id) => ({ id, label: id.slice(ASPECT_COLUMN.length), group: 'Item specifics' })),
  ]
  const groups = [...new Set(columns.map(({ group }) => group ?? ''))]
  const toggle = (id: string, isShown: boolean): void =>
    onShownChange(isShown ? [...shown, id] : shown.filter((other) => other !== id))
  const wanted = name.trim()
  const isKnown = shown.includes(ASPECT_COLUMN + wanted)
  const addSpecific = () => {
    if (wanted === '' || isKnown || countCharacters(wanted) > MAX_ASPECT_NAME_CHARACTERS) return
    onShownChange([...shown, ASPECT_COLUMN + wanted])
    setName('')
  }
  return (
    <Dialog closeLabel="Close" onClose={onClose} title="List settings">
      <Stack gap={4}>
        <Stack aria-label="Columns" role="group">
          <Text size="meta" strong tone="soft">
            Columns
          </Text>
          {groups.map((group) => (
            <ColumnGroup
              columns={columns.filter((column) => column.group === group)}
              key={group}
              name={group}
              onToggle={toggle}
              shown={shown}
            />
          ))}
        </Stack>
        <TextField
          description="Press Enter to add a column."
          error={isKnown ? `“${wanted}” is already a column.` : undefined}
          label="Item specific as a column"
          limit={MAX_ASPECT_NAME_CHARACTERS}
          onChange={setName}
          onSubmit={addSpecific}
          placeholder="Brand"
          value={name}
        />
        {lowStockAtMost !== undefined && (
          <StoredNumber
            description="This many or fewer are low stock."
            error={setLowStock.error?.detail}
            label="Low stock"
            max={MAX_LOW_STOCK}
            onStore={(atMost) => setLowStock.mutate({ atMost })}
            stored={lowStockAtMost}
          />
        )}
        {budget?.per === 'seller' && (
          <StoredNumber
            description={`Of ${formatNumber(budget.cap)} item changes a day. Reserved for stock corrections and single saves.`}
            error={setReserve.error?.detail}
            key={budget.reserve}
            label="Reserve"
            max={budget.cap - 1}
            onStore={(changes) => setReserve.mutate({ changes })}
            stored={budget.reserve}
          />
        )}
      </Stack>
    </Dialog>
  )
}

/** The groups that every seller looks into. Others are open if they have a column in the sheet. */
const openGroups: readonly string[] = ['Product', 'Price and terms', 'Listing and state']

type ColumnGroupProps = {
  readonly name: string
  readonly columns: readonly Option[]
  readonly shown: readonly string[]
  readonly onToggle: (id: string, isShown: boolean) => void
}

const ColumnGroup = ({ name, columns, shown, onToggle }: ColumnGroupProps) => {
  const chosen = columns.filter(({ id }) => shown.includes(id)).length
  // Stays as it is while columns are chosen, so that nothing moves under the pointer.
  const [isOpen] = useState(chosen > 0 || openGroups.includes(name))
  return (
    <details className={styles.group} open={isOpen}>
      <summary>
        <Text size="meta" strong>
          {name}
        </Text>
        {chosen > 0 && (
          <Text size="meta" tone="faint">
            {formatNumber(chosen)} shown
          </Text>
        )}
      </summary>
      <div className={styles.columns}>
        {columns.map(({ id, label }) => (
          <Checkbox isSelected={shown.includes(id)} key={id} onChange={(isShown) => onToggle(id, isShown)}>
            {label}
          </Checkbox>
        ))}
      </div>
    </details>
  )
}

// List settings: columns and the low-stock limit.
import { Settings2 } from 'lucide-react'
import { useState } from 'react'
import { countCharacters, MAX_ASPECT_NAME_CHARACTERS, MAX_LOW_STOCK } from '../../../shared/inventory/limits.ts'
import { useApiMutation } from '../../api/hooks.ts'
import { Checkbox } from '../../ui/checkbox.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { NumberField } from '../../ui/number-field.tsx'
import { Popover } from '../../ui/popover.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { ASPECT_COLUMN } from './item-columns.tsx'
import styles from './list-settings.module.css'

export interface ListSettingsProps {
  readonly columns: readonly { readonly id: string; readonly label: string }[]
  readonly shown: readonly string[]
  readonly onShownChange: (shown: string[]) => void
  readonly lowStockAtMost: number | undefined
}

export function ListSettings({ columns, shown, onShownChange, lowStockAtMost }: ListSettingsProps) {
  const [name, setName] = useState('')
  const specifics = shown.filter((id) => id.startsWith(ASPECT_COLUMN))
  const wanted = name.trim()
  const isKnown = shown.includes(ASPECT_COLUMN + wanted)
  const addSpecific = () => {
    if (wanted === '' || isKnown || countCharacters(wanted) > MAX_ASPECT_NAME_CHARACTERS) return
    onShownChange([...shown, ASPECT_COLUMN + wanted])
    setName('')
  }
  return (
    <Popover
      label="List settings"
      placement="bottom end"
      trigger={<IconButton icon={Settings2} label="List settings" />}
    >
      <div className={styles.settings}>
        <fieldset className={styles.columns}>
          <legend className={styles.legend}>Columns</legend>
          {columns.map(({ id, label }) => (
            <Checkbox
              isSelected={shown.includes(id)}
              key={id}
              onChange={(isShown) => onShownChange(isShown ? [...shown, id] : shown.filter((other) => other !== id))}
            >
              {label}
            </Checkbox>
          ))}
          {specifics.map((id) => (
            <Checkbox isSelected key={id} onChange={() => onShownChange(shown.filter((other) => other !== id))}>
              {id.slice(ASPECT_COLUMN.length)}
            </Checkbox>
          ))}
        </fieldset>
        <TextField
          description="Press Enter to add a column."
          error={isKnown ? `"${wanted}" is already a column.` : undefined}
          label="Item specific as a column"
          limit={MAX_ASPECT_NAME_CHARACTERS}
          onChange={setName}
          onSubmit={addSpecific}
          placeholder="Brand"
          value={name}
        />
        {lowStockAtMost !== undefined && <LowStock atMost={lowStockAtMost} />}
      </div>
    </Popover>
  )
}

function LowStock({ atMost }: { readonly atMost: number }) {
  const [typed, setTyped] = useState<number | null>(atMost)
  const set = useApiMutation('inventory', 'setLowStock')
  const isGood = typed !== null && Number.isSafeInteger(typed) && typed >= 0 && typed <= MAX_LOW_STOCK
  return (
    <NumberField
      description="This many or fewer are low stock."
      error={set.error?.message ?? (typed === null ? 'Enter a whole number of 0 or more.' : undefined)}
      label="Low stock"
      max={MAX_LOW_STOCK}
      min={0}
      onBlur={() => {
        if (isGood && typed !== atMost) set.mutate({ atMost: typed })
      }}
      onChange={setTyped}
      value={typed}
    />
  )
}

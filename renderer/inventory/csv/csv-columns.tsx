/** Assigns the columns of a CSV file. A choice is remembered by the column's name. */
import { useState } from 'react'
import type { StagedCsv } from '../../../shared/inventory/contract/csv-contract.ts'
import { MAX_ASPECT_NAME_CHARACTERS } from '../../../shared/inventory/limits.ts'
import { useApiMutation } from '../../api/hooks.ts'
import { usePlatform } from '../../api/use-connection.ts'
import { MutationError } from '../../ui/feedback/mutation-error.tsx'
import type { Option } from '../../ui/fields/option.tsx'
import { Select } from '../../ui/fields/select.tsx'
import { TextField } from '../../ui/fields/text-field.tsx'
import { formatCount } from '../../ui/format/locale-format.ts'
import { Stack, Text } from '../../ui/layout/layout.tsx'
import { listFieldColumns } from '../item-labels.ts'
import { ASPECT_COLUMN } from '../list/sheet/sheet-columns.ts'
import styles from './csv-columns.module.css'

const IGNORED = 'ignored'
const OTHER = 'other'

const baseTargets: readonly Option[] = [
  { id: IGNORED, label: 'Ignore' },
  { id: 'sku', label: 'SKU' },
]

type FileColumn = StagedCsv['columns'][number]

/** The columns in the order of the file, those of `first` before the others. */
export const orderColumns = (columns: readonly FileColumn[], first: ReadonlySet<string>): readonly FileColumn[] => [
  ...columns.filter(({ name }) => first.has(name)),
  ...columns.filter(({ name }) => !first.has(name)),
]

export const CsvColumns = ({ columns }: { readonly columns: readonly FileColumn[] }) => {
  const match = useApiMutation('inventory', 'matchCsvColumn')
  const named = columns.filter(({ name }) => name !== '')
  const ignored = named.filter(({ target }) => target === null).length
  // What needs a choice comes first. It stays there, and the list open, once it is matched, so that the focus isn't lost.
  const [toChoose] = useState(() => new Set(named.filter(({ target }) => target === null).map(({ name }) => name)))
  const isOpen = toChoose.size > 0
  return (
    <details className={styles.columns} open={isOpen}>
      <summary>
        {formatCount(named.length, 'column')}
        {ignored > 0 && `, ${ignored} ignored: choose where they go`}
      </summary>
      <MutationError of={match} />
      <Stack aria-label="Columns of the file" as="ul" className={styles.list}>
        {orderColumns(named, toChoose).map((column) => (
          <ColumnChoice
            column={column}
            key={column.name}
            onChoose={(target) => match.mutate({ name: column.name, target })}
          />
        ))}
      </Stack>
    </details>
  )
}

type ColumnChoiceProps = {
  readonly column: FileColumn
  readonly onChoose: (target: string | null) => void
}

const ColumnChoice = ({ column: { name, target, sample }, onChoose }: ColumnChoiceProps) => {
  const { capabilities } = usePlatform()
  const [isNaming, setIsNaming] = useState(false)
  const [specific, setSpecific] = useState('')
  const wanted = specific.trim()
  const aspects = [...new Set([ASPECT_COLUMN + name, ...(target?.startsWith(ASPECT_COLUMN) === true ? [target] : [])])]
  return (
    <li className={styles.column}>
      <span className={styles.name}>
        <Text strong truncate>
          {name}
        </Text>
        <Text size="meta" tone="faint" truncate>
          {sample === '' ? 'No values' : sample}
        </Text>
      </span>
      <Select
        isLabelHidden
        label={`${name} goes to`}
        onChange={(id) => {
          setIsNaming(id === OTHER)
          if (id !== OTHER) onChoose(id === IGNORED ? null : id)
        }}
        options={[
          ...baseTargets,
          ...listFieldColumns(capabilities.moreFields),
          ...aspects.map((id) => ({ id, label: `Item specific: ${id.slice(ASPECT_COLUMN.length)}` })),
          { id: OTHER, label: 'Another item specific' },
        ]}
        value={isNaming ? OTHER : (target ?? IGNORED)}
      />
      {isNaming && (
        <TextField
          autoFocus
          description="Press Enter to choose it."
          label="Item specific"
          limit={MAX_ASPECT_NAME_CHARACTERS}
          onChange={setSpecific}
          onSubmit={() => {
            if (wanted === '') return
            setIsNaming(false)
            onChoose(ASPECT_COLUMN + wanted)
          }}
          value={specific}
        />
      )}
    </li>
  )
}

/** The fields of a table by group. A group is open if something in it is set, or a problem. */
import { type ReactNode, useState } from 'react'
import { type Field, type FieldGroup, fieldGroups } from '../../../shared/inventory/fields/field.ts'
import { listSetFields } from '../../../shared/inventory/fields/set-fields.ts'
import type { Problem } from '../../ui/feedback/why-link.tsx'
import { Text } from '../../ui/layout/layout.tsx'
import { FieldControl } from './field-control.tsx'
import styles from './field-groups.module.css'

type FieldGroupsProps<F extends Field> = {
  readonly fields: readonly F[]
  readonly textOf: (field: F) => string
  readonly errorOf: (field: F) => Problem | string | undefined
  readonly onText: (field: F, text: string) => void
  /** Replaces the control of a field; undefined keeps it. */
  readonly controlOf?: (field: F) => ReactNode | undefined
}

const isWide = ({ kind }: Field): boolean => kind.control === 'records' || kind.control === 'area'

export const FieldGroups = <F extends Field>({ fields, ...props }: FieldGroupsProps<F>) => {
  const groups = (Object.keys(fieldGroups) as readonly FieldGroup[]).filter((group) =>
    fields.some((field) => field.group === group),
  )
  return (
    <div className={styles.groups}>
      {groups.map((group) => (
        <Group {...props} fields={fields.filter((field) => field.group === group)} group={group} key={group} />
      ))}
    </div>
  )
}

type GroupProps<F extends Field> = FieldGroupsProps<F> & { readonly group: FieldGroup }

const Group = <F extends Field>({ group, fields, textOf, errorOf, onText, controlOf }: GroupProps<F>) => {
  const set = listSetFields(fields, textOf)
  const hasProblem = fields.some((field) => errorOf(field) !== undefined)
  // The seller's own choice wins, except over a problem.
  const [isOpen, setOpen] = useState(set.length > 0)
  return (
    <details
      className={styles.group}
      onToggle={({ currentTarget }) => setOpen(currentTarget.open)}
      open={isOpen || hasProblem}
    >
      <summary>
        <Text strong>{fieldGroups[group]}</Text>
        {set.length > 0 && !isOpen && (
          <Text size="meta" tone="soft" truncate>
            {set.map(({ label }) => label).join(', ')}
          </Text>
        )}
      </summary>
      <div className={styles.pair}>
        {fields.map((field) => (
          <div className={isWide(field) ? styles.wide : undefined} data-field={field.id} key={field.id}>
            {controlOf?.(field) ?? (
              <FieldControl
                error={errorOf(field)}
                field={field}
                onText={(text) => onText(field, text)}
                text={textOf(field)}
              />
            )}
          </div>
        ))}
      </div>
    </details>
  )
}

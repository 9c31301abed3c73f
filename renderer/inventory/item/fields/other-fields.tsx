/** The item's fields that this app can't edit. Every save keeps them unchanged. */
import { findUnknownFields } from '../../../../shared/inventory/item.ts'
import type { JsonObject } from '../../../../shared/inventory/json.ts'
import { KeyValue } from '../../../ui/display/key-value.tsx'
import { pathLabel, valueText } from '../../item-labels.ts'
import { Section } from '../section.tsx'
import styles from './fields.module.css'

/** Shows nothing if there are none. */
export const OtherFields = ({ record }: { readonly record: JsonObject }) => {
  const unknown = findUnknownFields(record)
  if (unknown.length === 0) return null
  return (
    <Section note="Stallhand does not know these fields. Every save keeps them as they are." title="Other fields">
      <KeyValue
        facts={unknown.map(({ path, value }) => ({
          label: pathLabel(path),
          value: <span className={styles.raw}>{valueText(value)}</span>,
          isMono: true,
        }))}
        isStacked
      />
    </Section>
  )
}

/** The item's fields that this app can't edit. Every save keeps them unchanged. */
import { listPlainFacts } from '../../../../shared/inventory/fields/plain-facts.ts'
import { findUnknownFields } from '../../../../shared/inventory/item.ts'
import type { JsonObject } from '../../../../shared/inventory/json.ts'
import { usePlatform } from '../../../api/use-connection.ts'
import { KeyValue } from '../../../ui/display/key-value.tsx'
import { Section } from '../section.tsx'
import styles from './fields.module.css'

/** Shows nothing if there are none. */
export const OtherFields = ({ record }: { readonly record: JsonObject }) => {
  const { moreFields } = usePlatform().capabilities
  const unknown = findUnknownFields(record, moreFields)
  if (unknown.length === 0) return null
  return (
    <Section note="These fields can’t be changed here. Every save keeps them as they are." title="Other fields">
      <KeyValue
        facts={unknown
          .flatMap(({ path, value }) => listPlainFacts(path, value))
          .map(({ label, text }) => ({ label, value: <span className={styles.raw}>{text}</span> }))}
        isStacked
      />
    </Section>
  )
}

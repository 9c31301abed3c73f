/** Labels and values of one subject. */
import type { ReactNode } from 'react'
import { classNames } from '../base/class-names.ts'
import { CopyButton } from '../buttons/copy-button.tsx'
import { Text } from '../layout/layout.tsx'
import styles from './key-value.module.css'

export type Fact = {
  readonly label: string
  readonly value: ReactNode
  /** For ids, SKUs and addresses. */
  readonly isMono?: boolean | undefined
  /** Adds a button that copies this text. */
  readonly copyText?: string | undefined
}

export type KeyValueProps = {
  readonly facts: readonly Fact[]
  /** Label above value, for narrow places. */
  readonly isStacked?: boolean | undefined
}

/** A list of labels and values. Labels must differ. */
export const KeyValue = ({ facts, isStacked = false }: KeyValueProps) => (
  <dl className={classNames(styles.facts, isStacked && styles.stacked)}>
    {facts.map((fact) => (
      <div className={styles.fact} key={fact.label}>
        <dt className={styles.label}>{fact.label}</dt>
        <dd className={styles.value}>
          <Text mono={fact.isMono}>{fact.value}</Text>
          {fact.copyText !== undefined && <CopyButton isIconOnly label={`Copy ${fact.label}`} text={fact.copyText} />}
        </dd>
      </div>
    ))}
  </dl>
)

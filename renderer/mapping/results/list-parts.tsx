/** Shared parts of a task's lists. */
import type { ReactNode } from 'react'
import type { InvalidRow } from '../../../shared/mapping/contract.ts'
import { usePlatformName } from '../../api/use-connection.ts'
import { Row, Text } from '../../ui/layout/layout.tsx'
import styles from '../mapping.module.css'
import { errorMeaning, errorText } from '../mapping-labels.ts'

/** Problem lists are read completely: a task has at most a few hundred products (MAP-10). */
export const WHOLE_LIST = 5_000

export const listSkeleton = { shape: 'rows', rowHeight: 44 } as const

export const ListHeader = ({ text, children }: { readonly text: string; readonly children: ReactNode }) => (
  <Row className={styles.sectionHead} gap={4} justify="between">
    <Text as="p" className={styles.measure} tone="soft">
      {text}
    </Text>
    <Row wrap>{children}</Row>
  </Row>
)

export const ListMessage = ({ text }: { readonly text: string }) => (
  <Text as="p" className={styles.message} tone="faint">
    {text}
  </Text>
)

type ProductNameProps = {
  readonly id: string | null
  readonly title: string | null | undefined
}

export const ProductName = ({ id, title }: ProductNameProps) => (
  <Row align="baseline" gap={3} grow>
    <Text as="strong">{title ?? id ?? 'Unnamed product'}</Text>
    {id !== null && title != null && (
      <Text mono tone="faint">
        {id}
      </Text>
    )}
  </Row>
)

export const ProductErrors = ({ errors }: Pick<InvalidRow, 'errors'>) => {
  const { The } = usePlatformName()
  return (
    <ul>
      {errors.length === 0 && <Text as="li">{`${The} gave no reason.`}</Text>}
      {errors.map((error, position) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a result never changes its order
        <Text as="li" key={position} tone="danger">
          {errorText(error)}
          {error.errorId !== null && <Text size="meta" tone="faint">{` (error ${error.errorId})`}</Text>}
          <Text as="div" tone="soft">
            {errorMeaning(error.errorId)}
          </Text>
        </Text>
      ))}
    </ul>
  )
}

/** A titled section of a page. */
import { type ReactNode, useId } from 'react'
import { classNames } from '../base/class-names.ts'
import { Heading } from './heading-level.tsx'
import { Row, Text } from './layout.tsx'
import styles from './panel.module.css'

export type PanelProps = {
  readonly title?: string | undefined
  readonly description?: ReactNode
  readonly actions?: ReactNode
  readonly children: ReactNode
  /** A raised box instead of a line above. */
  readonly isRaised?: boolean | undefined
}

export const Panel = ({ title, description, actions, children, isRaised = false }: PanelProps) => {
  const titleId = useId()
  return (
    <section
      aria-labelledby={title === undefined ? undefined : titleId}
      className={classNames(styles.panel, isRaised && styles.raised)}
    >
      {(title !== undefined || actions !== undefined) && (
        <Row align="start" as="header" gap={3} justify="between">
          <div>
            {title !== undefined && <Heading id={titleId}>{title}</Heading>}
            {description !== undefined && (
              <Text as="div" size="meta" tone="soft">
                {description}
              </Text>
            )}
          </div>
          {actions !== undefined && <Row className={styles.actions}>{actions}</Row>}
        </Row>
      )}
      {children}
    </section>
  )
}

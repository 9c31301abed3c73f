// A titled section of a page.
import { type ReactNode, useId } from 'react'
import { classNames } from './class-names.ts'
import { Heading } from './heading-level.tsx'
import styles from './panel.module.css'

export interface PanelProps {
  readonly title?: string | undefined
  readonly description?: ReactNode
  readonly actions?: ReactNode
  readonly children: ReactNode
  /** A raised box instead of a line above. */
  readonly isRaised?: boolean | undefined
}

export function Panel({ title, description, actions, children, isRaised = false }: PanelProps) {
  const titleId = useId()
  return (
    <section
      aria-labelledby={title === undefined ? undefined : titleId}
      className={classNames(styles.panel, isRaised && styles.raised)}
    >
      {(title !== undefined || actions !== undefined) && (
        <header className={styles.header}>
          <div className={styles.titles}>
            {title !== undefined && (
              <Heading className={styles.title} id={titleId}>
                {title}
              </Heading>
            )}
            {description !== undefined && <div className={styles.description}>{description}</div>}
          </div>
          {actions !== undefined && <div className={styles.actions}>{actions}</div>}
        </header>
      )}
      {children}
    </section>
  )
}

/** A column of the window with header, scrolling body and footer. */
import { ArrowLeft, X } from 'lucide-react'
import { type ReactNode, useId } from 'react'
import { classNames } from '../base/class-names.ts'
import { IconButton } from '../buttons/icon-button.tsx'
import { HeadingLevelProvider } from './heading-level.tsx'
import { Row, Stack, Text } from './layout.tsx'
import styles from './pane.module.css'

export type PaneProps = {
  readonly title: string
  /** Shows the title on up to two lines instead of cutting it. */
  readonly isTitleWrapped?: boolean | undefined
  /** The state, below the title; null reserves its line until it is known. */
  readonly subtitle?: ReactNode
  /** Buttons at the header's end. */
  readonly actions?: ReactNode
  /** The search and the view, between the title and the buttons; below them in a narrow pane. */
  readonly inline?: ReactNode
  /** A second row of the header: search, filters. */
  readonly toolbar?: ReactNode
  /** The back button of narrow windows, which show one pane at a time. */
  readonly onBack?: (() => void) | undefined
  readonly backLabel?: string | undefined
  /** Names the close button of wide windows, which does what Back does in narrow ones. */
  readonly closeLabel?: string | undefined
  readonly children: ReactNode
  readonly footer?: ReactNode
  /** Whether the content scrolls by itself (list, table, tabs, split). */
  readonly isFilled?: boolean | undefined
}

export const Pane = ({
  title,
  isTitleWrapped = false,
  subtitle,
  actions,
  inline,
  toolbar,
  onBack,
  backLabel = 'Back',
  closeLabel,
  children,
  footer,
  isFilled = false,
}: PaneProps) => {
  const titleId = useId()
  return (
    <section aria-labelledby={titleId} className={styles.pane}>
      <header className={styles.header}>
        <Row className={classNames(styles.headRow, inline !== undefined && styles.withInline)}>
          {onBack !== undefined && (
            <span className={styles.back}>
              <IconButton icon={ArrowLeft} label={backLabel} onPress={onBack} />
            </span>
          )}
          <Stack className={styles.head} gap={0} grow>
            <h2 className={classNames(styles.title, isTitleWrapped && styles.wrapped)} dir="auto" id={titleId}>
              {title}
            </h2>
            {subtitle !== undefined && (
              <Text as="div" size="meta" tone="faint" truncate>
                {subtitle ?? '\u00a0'}
              </Text>
            )}
          </Stack>
          {inline !== undefined && <div className={styles.inline}>{inline}</div>}
          {(actions !== undefined || closeLabel !== undefined) && (
            <Row className={styles.actions}>
              {actions}
              {closeLabel !== undefined && (
                <span className={styles.close}>
                  <IconButton icon={X} label={closeLabel} onPress={onBack} />
                </span>
              )}
            </Row>
          )}
        </Row>
        {toolbar !== undefined && toolbar !== false && <div className={styles.toolbar}>{toolbar}</div>}
      </header>
      <div className={classNames(styles.body, isFilled ? styles.filled : styles.scrolling)}>
        <HeadingLevelProvider level={3}>{children}</HeadingLevelProvider>
      </div>
      {footer !== undefined && <footer className={styles.footer}>{footer}</footer>}
    </section>
  )
}

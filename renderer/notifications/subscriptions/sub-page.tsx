/** A page opened from the subscriptions, with a way back. */
import { ArrowLeft } from 'lucide-react'
import { type ReactNode, useId } from 'react'
import { CommandIconButton } from '../../commands/command-button.tsx'
import { navigate } from '../../location.ts'
import { Heading, HeadingLevelProvider } from '../../ui/layout/heading-level.tsx'
import { Row, Stack, Text } from '../../ui/layout/layout.tsx'
import styles from './subscriptions.module.css'

export const backToSubscriptions = (): void => navigate({ screen: 'notifications', path: ['subscriptions'] })

const focus = (page: HTMLElement | null): void => page?.focus({ preventScroll: true })

type SubPageProps = {
  readonly title: string
  readonly subtitle?: ReactNode
  readonly actions?: ReactNode
  readonly isWide?: boolean
  readonly children: ReactNode
}

export const SubPage = ({ title, subtitle, actions, isWide = false, children }: SubPageProps) => {
  const titleId = useId()
  return (
    // The page replaces the pressed control, so it takes the focus.
    <section
      aria-labelledby={titleId}
      className={styles.subPage}
      data-wide={isWide || undefined}
      ref={focus}
      tabIndex={-1}
    >
      <Row as="header">
        <CommandIconButton
          command="notifications.back"
          icon={ArrowLeft}
          label="Back to subscriptions"
          onPress={backToSubscriptions}
        />
        <Stack gap={0} grow>
          <Heading className={styles.subPageTitle} id={titleId}>
            {title}
          </Heading>
          {subtitle !== undefined && (
            <Text size="meta" tone="faint">
              {subtitle}
            </Text>
          )}
        </Stack>
        {actions}
      </Row>
      <HeadingLevelProvider level={4}>{children}</HeadingLevelProvider>
    </section>
  )
}

/** A page that was opened from the subscriptions, with its way back. */
import { ArrowLeft } from 'lucide-react'
import { type ReactNode, useId } from 'react'
import { navigate } from '../api/location.ts'
import { Heading, HeadingLevelProvider } from '../ui/heading-level.tsx'
import { IconButton } from '../ui/icon-button.tsx'
import styles from './sub-page.module.css'

export const backToSubscriptions = (): void => navigate({ screen: 'notifications', path: ['subscriptions'] })

export const SubPage = ({
  title,
  subtitle,
  acts,
  isWide = false,
  children,
}: {
  readonly title: string
  readonly subtitle?: ReactNode
  readonly acts?: ReactNode
  readonly isWide?: boolean
  readonly children: ReactNode
}) => {
  const titleId = useId()
  return (
    <section aria-labelledby={titleId} className={styles.page} data-wide={isWide || undefined}>
      <header className={styles.header}>
        <IconButton icon={ArrowLeft} label="Back to the subscriptions" onPress={backToSubscriptions} />
        <div className={styles.titles}>
          <Heading className={styles.title} id={titleId}>
            {title}
          </Heading>
          {subtitle !== undefined && <div className={styles.subtitle}>{subtitle}</div>}
        </div>
        {acts !== undefined && <div className={styles.acts}>{acts}</div>}
      </header>
      <HeadingLevelProvider level={4}>{children}</HeadingLevelProvider>
    </section>
  )
}

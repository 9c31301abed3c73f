/** A line of Today that is done from here: when, picture, what, and its buttons. */
import type { ReactNode } from 'react'
import { awaitCommand } from '../commands/registry.ts'
import { type AppLocation, locationHref } from '../location.ts'
import { Picture } from '../parts/picture.tsx'
import { Text } from '../ui/layout/layout.tsx'
import type { Shown } from './line.tsx'
import styles from './today.module.css'

export const WorkLines = ({ children }: { readonly children: ReactNode }) => <ul className={styles.work}>{children}</ul>

type WorkLineProps = {
  /** How late it is, how long is left, or at what time. */
  readonly when: ReactNode
  readonly pictureUrl: string | null
  readonly to: AppLocation
  readonly children: ReactNode
  /** The second line. */
  readonly detail: ReactNode
  readonly actions: ReactNode
  /** Shows the buttons on the row under the pointer or focus only, where there is a pointer. */
  readonly isQuiet?: boolean
}

export const WorkLine = ({ when, pictureUrl, to, children, detail, actions, isQuiet = false }: WorkLineProps) => (
  <li className={styles.workLine} data-quiet={isQuiet || undefined}>
    <div className={styles.when}>{when}</div>
    <Picture url={pictureUrl} />
    <a className={styles.what} href={locationHref(to)}>
      <span className={styles.title}>{children}</span>
      {detail !== '' && (
        <Text className={styles.title} size="meta" tone="soft">
          {detail}
        </Text>
      )}
    </a>
    <div className={styles.actions}>{actions}</div>
  </li>
)

type RestProps = { readonly to: AppLocation; readonly show: Shown; readonly children: ReactNode }

/** What has no line of its own, as one link. */
export const Rest = ({ to, show, children }: RestProps) => (
  <p className={styles.rest}>
    <a href={locationHref(to)} onClick={() => awaitCommand(...show)}>
      {children}
    </a>
  </p>
)

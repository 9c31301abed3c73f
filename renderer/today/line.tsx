/** The lines of the start page, each linked to its subject. */
import type { ReactNode } from 'react'
import type { CommandId } from '../commands/commands.ts'
import { awaitCommand } from '../commands/registry.ts'
import { type AppLocation, locationHref } from '../location.ts'
import { Picture } from '../parts/picture.tsx'
import { formatNumber } from '../ui/format/locale-format.ts'
import { Text } from '../ui/layout/layout.tsx'
import styles from './today.module.css'

/** A command of the opened screen, with its choice, that shows the line's subject. */
export type Shown = readonly [command: CommandId, choice?: string]

/** Lines of a panel. */
export const MAX_LINES = 5

type TotalProps = { readonly count?: number | undefined; readonly screen: AppLocation['screen']; readonly show: Shown }

/** A link to all entries, if there are more than the panel shows. */
export const Total = ({ count = 0, screen, show }: TotalProps) =>
  count <= MAX_LINES ? null : (
    <a className={styles.total} href={locationHref({ screen, path: [] })} onClick={() => awaitCommand(...show)}>
      Show all {formatNumber(count)}
    </a>
  )

type LineProps = {
  readonly to: AppLocation
  readonly show?: Shown | undefined
  readonly children: ReactNode
  readonly pictureUrl?: string | null | undefined
  /** Shown at the line's end. */
  readonly end?: ReactNode
  /** Wraps onto more lines, for a text that must not be cut. */
  readonly isWrapped?: boolean
  /** A button beside the link. */
  readonly action?: ReactNode
}

/** One line of the start page. The whole line links to its subject. */
export const Line = ({ to, show, children, pictureUrl = null, end, isWrapped = false, action }: LineProps) => (
  <li className={action === undefined ? undefined : styles.withAction}>
    <a className={styles.line} href={locationHref(to)} onClick={() => show !== undefined && awaitCommand(...show)}>
      {pictureUrl !== null && <Picture url={pictureUrl} />}
      <span className={isWrapped ? styles.wrapped : styles.text}>{children}</span>
      {end !== undefined && (
        <Text size="meta" tabular tone="faint">
          {end}
        </Text>
      )}
    </a>
    {action}
  </li>
)

type LinesProps = {
  readonly children: readonly ReactNode[]
  readonly none: ReactNode
  /** Why there may be more than the line shows. */
  readonly more?: string | null
}

export const Lines = ({ children, none, more = null }: LinesProps) => {
  const isEmpty = children.every((line) => line === false)
  return (
    <>
      {!isEmpty && <ul>{children}</ul>}
      {(isEmpty || more !== null) && (
        <Text as="p" tone="faint">
          {more ?? none}
        </Text>
      )}
    </>
  )
}

/** Layout and text with the design tokens. Use a CSS module only for what these can't do. */
import type { CSSProperties, ReactNode } from 'react'
import { classNames } from '../base/class-names.ts'
import styles from './layout.module.css'

/** Steps of the 4 px grid. */
type Space = 0 | 1 | 2 | 3 | 4 | 6 | 8

type BoxProps = {
  readonly children?: ReactNode
  readonly as?: 'div' | 'section' | 'header' | 'footer' | 'ul' | 'ol' | 'li' | 'form' | 'span' | undefined
  readonly gap?: Space | undefined
  /** Padding on all sides. */
  readonly pad?: Space | undefined
  readonly align?: 'start' | 'center' | 'end' | 'baseline' | 'stretch' | undefined
  readonly justify?: 'start' | 'center' | 'end' | 'between' | undefined
  /** Fills the remaining space and may shrink below its content. */
  readonly grow?: boolean | undefined
  /** Scrolls when its content is taller. */
  readonly scroll?: boolean | undefined
  readonly className?: string | undefined
  readonly role?: string | undefined
  readonly 'aria-label'?: string | undefined
  readonly 'aria-labelledby'?: string | undefined
}

const toLength = (space: Space): string => (space === 0 ? '0px' : `var(--space-${space})`)

const box = (direction: 'row' | 'stack', { as: Tag = 'div', children, className, ...rest }: RowProps) => {
  const { gap = 2, pad = 0, align, justify, grow, scroll, wrap, ...named } = rest
  return (
    <Tag
      {...named}
      className={classNames(styles[direction], className)}
      data-grow={grow || undefined}
      style={
        {
          '--gap': toLength(gap),
          '--pad': toLength(pad),
          alignItems: align,
          flexWrap: wrap ? 'wrap' : undefined,
          justifyContent: justify === 'between' ? 'space-between' : justify,
          overflowY: scroll ? 'auto' : undefined,
        } as CSSProperties
      }
    >
      {children}
    </Tag>
  )
}

export type RowProps = BoxProps & {
  /** Wraps onto the next line. */
  readonly wrap?: boolean | undefined
}

/** A row of elements, centred on one line unless `align` says otherwise. */
export const Row = (props: RowProps) => box('row', props)

/** A column of elements. */
export const Stack = (props: BoxProps) => box('stack', props)

export type TextProps = {
  readonly children?: ReactNode
  readonly as?: 'span' | 'p' | 'div' | 'h2' | 'h3' | 'h4' | 'strong' | 'dt' | 'dd' | 'li' | undefined
  /** `body` is 13 px, `meta` 12, `section` 15, `page` 18. */
  readonly size?: 'meta' | 'body' | 'section' | 'page' | undefined
  readonly tone?: 'soft' | 'faint' | 'good' | 'caution' | 'danger' | 'info' | 'accent' | undefined
  readonly strong?: boolean | undefined
  /** For SKUs, ids and payloads. */
  readonly mono?: boolean | undefined
  /** One line, cut with an ellipsis. */
  readonly truncate?: boolean | undefined
  /** Digits of equal width, for numbers in columns. */
  readonly tabular?: boolean | undefined
  readonly className?: string | undefined
  readonly role?: string | undefined
}

/** Text in a size of the type scale. */
export const Text = ({
  as: Tag = 'span',
  size,
  tone,
  strong,
  mono,
  truncate,
  tabular,
  className,
  ...rest
}: TextProps) => (
  <Tag
    {...rest}
    className={classNames(styles.text, className)}
    data-mono={mono || undefined}
    data-size={size}
    data-strong={strong || undefined}
    data-tabular={tabular || undefined}
    data-text={tone}
    data-truncate={truncate || undefined}
  />
)

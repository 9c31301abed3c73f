/** Derives a heading's level from its pane. */
import { createContext, type ReactNode, use } from 'react'

const HeadingLevel = createContext(2)

/** Sets the level of all headings inside. */
export const HeadingLevelProvider = ({ level, children }: { readonly level: number; readonly children: ReactNode }) => (
  <HeadingLevel value={level}>{children}</HeadingLevel>
)

export type HeadingProps = {
  readonly children: ReactNode
  readonly className?: string | undefined
  readonly id?: string | undefined
}

/** A heading with its pane's level. */
export const Heading = ({ children, className, id }: HeadingProps) => {
  const Element = `h${Math.min(4, use(HeadingLevel))}` as 'h2' | 'h3' | 'h4'
  return (
    <Element className={className} id={id}>
      {children}
    </Element>
  )
}

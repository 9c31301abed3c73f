/** Text for screen readers only. */

import type { ReactNode } from 'react'

export type VisuallyHiddenProps = {
  readonly children: ReactNode
  /** `h1`: names a screen without a visible heading. */
  readonly as?: 'span' | 'h1' | undefined
}

/** Text that is read aloud but not visible. */
export const VisuallyHidden = ({ children, as: Element = 'span' }: VisuallyHiddenProps) => (
  <Element className="visually-hidden">{children}</Element>
)

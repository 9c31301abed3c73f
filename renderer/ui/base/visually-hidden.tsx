// Text for assistive technology only.
import type { ReactNode } from 'react'

export interface VisuallyHiddenProps {
  readonly children: ReactNode
  /** `h1` names a screen that has no visible heading. */
  readonly as?: 'span' | 'h1' | undefined
}

/** Text that is read aloud and not seen. */
export function VisuallyHidden({ children, as: Element = 'span' }: VisuallyHiddenProps) {
  return <Element className="visually-hidden">{children}</Element>
}

import type { ReactNode } from 'react'
import { Tooltip as AriaTooltip, type Placement, TooltipTrigger } from 'react-aria-components'
import { classNames } from './class-names.ts'
import styles from './tooltip.module.css'

export interface TooltipProps {
  readonly text: ReactNode
  readonly placement?: Placement | undefined
  /** A Button, IconButton or another focusable element. */
  readonly children: ReactNode
}

/** Shows `text` after half a second of hovering, at once on keyboard focus; Escape hides it. */
export function Tooltip({ text, placement = 'top', children }: TooltipProps) {
  const isSilent = text === undefined || text === null || text === ''
  // The trigger is always there: mounting the child again would lose its focus.
  return (
    <TooltipTrigger closeDelay={0} delay={500} isDisabled={isSilent}>
      {children}
      {!isSilent && (
        <AriaTooltip className={classNames(styles.tooltip)} offset={6} placement={placement}>
          {text}
        </AriaTooltip>
      )}
    </TooltipTrigger>
  )
}

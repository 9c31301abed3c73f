// A word or two about the control under the pointer or focus.
import type { ReactNode } from 'react'
import { Tooltip as AriaTooltip, type Placement, TooltipTrigger } from 'react-aria-components'
import { classNames } from './class-names.ts'
import styles from './tooltip.module.css'

export interface TooltipProps {
  /** What the tooltip says. Nothing is shown when it is undefined. */
  readonly text: ReactNode
  readonly placement?: Placement | undefined
  /** A button of ours (or any react-aria pressable); plain text cannot carry a tooltip, because nobody could focus it. */
  readonly children: ReactNode
}

/** Shows `text` beside its child after half a second of hovering, at once on keyboard focus; Escape hides it. */
export function Tooltip({ text, placement = 'top', children }: TooltipProps) {
  const isSilent = text === undefined || text === null || text === ''
  // The trigger stands around its child in any case: a control that has something to say now and then must not be made anew
  // each time, which would take the focus from it.
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

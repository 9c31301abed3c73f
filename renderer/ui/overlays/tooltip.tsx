/**
 * Shows `text` after half a second of hovering, at once on keyboard focus. Escape hides it, and keeps its usual effect.
 */
import { type ReactNode, useEffect, useState } from 'react'
import { Tooltip as AriaTooltip, type Placement, TooltipTrigger } from 'react-aria-components'
import { classNames } from '../base/class-names.ts'
import { renderNow } from '../base/render-now.ts'
import styles from './tooltip.module.css'

export type TooltipProps = {
  readonly text: ReactNode
  readonly placement?: Placement | undefined
  /** A Button, IconButton or another focusable element. */
  readonly children: ReactNode
}

export const Tooltip = ({ text, placement = 'top', children }: TooltipProps) => {
  const [isOpen, setIsOpen] = useState(false)
  const isSilent = text === undefined || text === null || text === ''
  useEffect(() => {
    if (!isOpen) return undefined
    // Hides it before react-aria's own listener, which would keep the key from a dialog or the screen.
    const onKeyDown = ({ key }: KeyboardEvent): void => {
      if (key === 'Escape') renderNow(() => setIsOpen(false))
    }
    window.addEventListener('keydown', onKeyDown, { capture: true })
    return () => window.removeEventListener('keydown', onKeyDown, { capture: true })
  }, [isOpen])
  // The trigger is always rendered: mounting the child again would lose its focus.
  return (
    <TooltipTrigger closeDelay={0} delay={500} isDisabled={isSilent} isOpen={isOpen} onOpenChange={setIsOpen}>
      {children}
      {!isSilent && (
        <AriaTooltip className={classNames(styles.tooltip)} offset={6} placement={placement}>
          {text}
        </AriaTooltip>
      )}
    </TooltipTrigger>
  )
}

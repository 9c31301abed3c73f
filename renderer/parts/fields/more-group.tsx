/** What is seldom needed, closed until it is opened or something in it needs the seller. */
import { type ReactNode, useState } from 'react'
import { Stack, Text } from '../../ui/layout/layout.tsx'
import styles from './field-groups.module.css'

type MoreGroupProps = {
  readonly label: string
  /** Whether something in it has a problem or is required; it is open as long as this is true. */
  readonly isNeeded?: boolean
  readonly isOpenAtFirst?: boolean
  readonly children: ReactNode
}

export const MoreGroup = ({ label, isNeeded = false, isOpenAtFirst = false, children }: MoreGroupProps) => {
  // The seller's own choice wins, except over a problem.
  const [isOpen, setOpen] = useState(isOpenAtFirst)
  return (
    <details
      className={styles.group}
      onToggle={({ currentTarget, target }) => {
        // Groups inside it report their own.
        if (target === currentTarget) setOpen(currentTarget.open)
      }}
      open={isOpen || isNeeded}
    >
      <summary>
        <Text strong>{label}</Text>
      </summary>
      {/* Stays open around the field that has the focus when its problem is solved. */}
      {/* biome-ignore lint/a11y/noStaticElementInteractions: it only notes that a field within has the focus */}
      <div className={styles.content} onFocus={() => setOpen(true)}>
        <Stack gap={6}>{children}</Stack>
      </div>
    </details>
  )
}

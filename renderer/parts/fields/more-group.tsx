/** What is seldom needed, closed until it is opened or something in it needs the seller. */
import { type ReactNode, useState } from 'react'
import { Stack, Text } from '../../ui/layout/layout.tsx'
import styles from './field-groups.module.css'

type MoreGroupProps = {
  readonly label: string
  /** Whether something in it has a problem or is asked for; it opens when this becomes true. */
  readonly isNeeded?: boolean
  readonly isOpenAtFirst?: boolean
  readonly children: ReactNode
}

export const MoreGroup = ({ label, isNeeded = false, isOpenAtFirst = false, children }: MoreGroupProps) => {
  const [isOpen, setOpen] = useState(isNeeded || isOpenAtFirst)
  const [wasNeeded, setWasNeeded] = useState(isNeeded)
  if (wasNeeded !== isNeeded) {
    setWasNeeded(isNeeded)
    if (isNeeded) setOpen(true)
  }
  return (
    <details
      className={styles.group}
      onToggle={({ currentTarget, target }) => {
        // Groups inside it report their own.
        if (target === currentTarget) setOpen(currentTarget.open)
      }}
      open={isOpen}
    >
      <summary>
        <Text strong>{label}</Text>
      </summary>
      <Stack className={styles.content} gap={6}>
        {children}
      </Stack>
    </details>
  )
}

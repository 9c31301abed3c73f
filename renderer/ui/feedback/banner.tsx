/** A message about the page below. */
import { CircleAlert, CircleCheck, Info, type LucideIcon, TriangleAlert, X } from 'lucide-react'
import type { ReactNode } from 'react'
import type { Tone } from '../base/tone.ts'
import { Button } from '../buttons/button.tsx'
import { IconButton } from '../buttons/icon-button.tsx'
import styles from './banner.module.css'

export type BannerProps = {
  readonly tone?: Tone | undefined
  /** A word or two in bold before the text. */
  readonly title?: string | undefined
  readonly children: ReactNode
  readonly action?:
    | { readonly label: string; readonly onPress: () => void; readonly isPending?: boolean | undefined }
    | undefined
  readonly onDismiss?: (() => void) | undefined
}

const icons: Readonly<Record<Tone, LucideIcon>> = {
  neutral: Info,
  accent: Info,
  info: Info,
  good: CircleCheck,
  caution: TriangleAlert,
  danger: CircleAlert,
}

/** A tinted strip with a sentence and at most one action. */
export const Banner = ({ tone = 'info', title, children, action, onDismiss }: BannerProps) => {
  const Icon = icons[tone]
  return (
    <div className={styles.banner} data-tone={tone} role={tone === 'danger' ? 'alert' : 'status'}>
      <Icon aria-hidden="true" className={styles.icon} size={16} />
      <div className={styles.text}>
        {title !== undefined && <strong>{title} </strong>}
        {children}
      </div>
      {action !== undefined && (
        <Button isPending={action.isPending} onPress={action.onPress} size="s">
          {action.label}
        </Button>
      )}
      {onDismiss !== undefined && <IconButton icon={X} label="Dismiss" onPress={onDismiss} size="s" />}
    </div>
  )
}

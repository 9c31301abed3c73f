/** Toasts, for events elsewhere. An event where the user is looking is shown in place. */
import { X } from 'lucide-react'
import { useEffect, useState } from 'react'
import type { Tone } from '../base/tone.ts'
import { Button } from '../buttons/button.tsx'
import { IconButton } from '../buttons/icon-button.tsx'
import { formatNumber } from '../format/locale-format.ts'
import { createStore, useStore } from '../hooks/store.ts'
import { errorMessage } from './error-message.ts'
import styles from './toast.module.css'

export type ToastContent = {
  readonly text: string
  readonly tone?: Tone | undefined
  readonly action?: { readonly label: string; readonly onPress: () => void } | undefined
  /** Replaces the toast with the same id. */
  readonly id?: string | undefined
  /** Keeps the toast when another connection is opened: its text names its connection, or it concerns none. */
  readonly outlivesSwitch?: boolean | undefined
}

type ShownToast = ToastContent & {
  readonly id: string
  /** Counts replacements, so that the timer restarts. */
  readonly edition: number
}

const MAX_SHOWN = 4

let editions = 0
const shown = createStore<readonly ShownToast[]>([])

/**
 * Shows a toast for 6 s, or 10 s with an action; a danger stays until it is dismissed. Returns a function that removes
 * it. If there are too many, the oldest is dropped, dangers last.
 */
export const toast = (content: ToastContent): (() => void) => {
  editions += 1
  const id = content.id ?? `toast-${editions}`
  const others = shown.get().filter((other) => other.id !== id)
  if (others.length === MAX_SHOWN) {
    const oldest = others.findIndex(({ tone }) => tone !== 'danger')
    others.splice(Math.max(0, oldest), 1)
  }
  shown.set([...others, { ...content, id, edition: editions }])
  return () => dismiss(id)
}

/** Reports a failure without a place on screen, until it is dismissed. */
export const toastFailure = (error: unknown): void => {
  toast({ text: errorMessage(error), tone: 'danger' })
}

/**
 * Removes the previous connection's toasts, except dangers, which stay until dismissed and get the connection's name.
 * Their actions go, because their subject is no longer on screen.
 */
export const leaveToasts = (formerName: string | undefined): void => {
  shown.set(
    shown.get().flatMap(({ action: _, ...item }): readonly ShownToast[] => {
      if (item.outlivesSwitch === true) return [item]
      if (item.tone !== 'danger') return []
      const text = formerName === undefined ? item.text : `${formerName}: ${item.text}`
      return [{ ...item, text, outlivesSwitch: true }]
    }),
  )
}

const dismiss = (id: string): void => {
  shown.set(shown.get().filter((other) => other.id !== id))
}

/** The newest toast, in the status line or above it, where it covers nothing; mounted once. */
export const ToastRegion = () => {
  const toasts = useStore(shown)
  const newest = toasts.at(-1)
  // The attribute keeps toasts reachable while a modal dialog is open.
  return (
    <section aria-label="News" className={styles.region} data-react-aria-top-layer="true">
      <div aria-live="polite" className={styles.live}>
        {newest !== undefined && (
          <ToastItem item={newest} key={`${newest.id}-${newest.edition}`} older={toasts.length - 1} />
        )}
      </div>
    </section>
  )
}

type ToastItemProps = {
  readonly item: ShownToast
  /** Toasts that appear once this one is dismissed. */
  readonly older: number
}

/** Its timer pauses while the pointer or the focus is inside. */
const ToastItem = ({ item, older }: ToastItemProps) => {
  const { action, id, text, tone = 'neutral' } = item
  const [isHeld, setIsHeld] = useState(false)
  const stayMs = tone === 'danger' ? null : action === undefined ? 6_000 : 10_000
  useEffect(() => {
    if (stayMs === null || isHeld) return undefined
    const timer = setTimeout(() => dismiss(id), stayMs)
    return () => clearTimeout(timer)
  }, [id, isHeld, stayMs])
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: only its timer listens
    <div
      className={styles.toast}
      data-news=""
      data-tone={tone}
      onBlur={() => setIsHeld(false)}
      onFocus={() => setIsHeld(true)}
      onPointerEnter={() => setIsHeld(true)}
      onPointerLeave={() => setIsHeld(false)}
    >
      <p className={styles.text}>{text}</p>
      {action !== undefined && (
        <Button
          onPress={() => {
            dismiss(id)
            action.onPress()
          }}
          size="s"
        >
          {action.label}
        </Button>
      )}
      {older > 0 && <span className={styles.older}>{`${formatNumber(older)} more`}</span>}
      <IconButton icon={X} label="Dismiss" onPress={() => dismiss(id)} size="s" />
    </div>
  )
}

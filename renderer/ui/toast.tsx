// Toasts, for what happened elsewhere. What happens where the user looks is shown there.
import { X } from 'lucide-react'
import { useEffect, useState } from 'react'
import { createPortal } from 'react-dom'
import { Button } from './button.tsx'
import { errorMessage } from './error-message.ts'
import { withoutRules } from './help-links.tsx'
import { IconButton } from './icon-button.tsx'
import { createStore, useStore } from './store.ts'
import styles from './toast.module.css'
import type { Tone } from './tone.ts'

export interface ToastContent {
  readonly text: string
  readonly tone?: Tone | undefined
  readonly action?: { readonly label: string; readonly onPress: () => void } | undefined
  /** A toast with the same id is replaced. */
  readonly id?: string | undefined
}

interface ShownToast extends ToastContent {
  readonly id: string
  /** Counts replacements, so that the timer restarts. */
  readonly edition: number
}

const MAX_SHOWN = 4

let editions = 0
const shown = createStore<readonly ShownToast[]>([])

/** Shows a toast for 6 s, or 10 s with an action; a danger stays until it is dismissed. Returns a function that removes it. */
export function toast(content: ToastContent): () => void {
  editions += 1
  const id = content.id ?? `toast-${editions}`
  const next = { ...content, id, edition: editions }
  shown.set([...shown.get().filter((other) => other.id !== id), next].slice(-MAX_SHOWN))
  return () => dismiss(id)
}

/** Reports a failure that has no place on screen, until it is dismissed. */
export function toastFailure(error: unknown): void {
  toast({ text: errorMessage(error), tone: 'danger' })
}

function dismiss(id: string): void {
  shown.set(shown.get().filter((other) => other.id !== id))
}

/** Shows the toasts; used once. Timers pause while the pointer or focus is inside. */
export function ToastRegion() {
  const toasts = useStore(shown)
  const [isHeld, setIsHeld] = useState(false)
  // In the body and with the attribute, so that toasts are above modal dialogs and reachable.
  return createPortal(
    <section
      aria-label="News"
      className={styles.region}
      data-react-aria-top-layer="true"
      onBlur={() => setIsHeld(false)}
      onFocus={() => setIsHeld(true)}
      onPointerEnter={() => setIsHeld(true)}
      onPointerLeave={() => setIsHeld(false)}
    >
      <ol aria-atomic="false" aria-live="polite" aria-relevant="additions text" className={styles.list}>
        {toasts.map((item) => (
          <ToastItem isHeld={isHeld} item={item} key={`${item.id}-${item.edition}`} />
        ))}
      </ol>
    </section>,
    document.body,
  )
}

function ToastItem({ item, isHeld }: { readonly item: ShownToast; readonly isHeld: boolean }) {
  const { action, id, text, tone = 'neutral' } = item
  const stayMs = tone === 'danger' ? null : action === undefined ? 6_000 : 10_000
  useEffect(() => {
    if (stayMs === null || isHeld) return undefined
    const timer = setTimeout(() => dismiss(id), stayMs)
    return () => clearTimeout(timer)
  }, [id, isHeld, stayMs])
  return (
    <li className={styles.toast} data-tone={tone}>
      <p className={styles.text}>{withoutRules(text)}</p>
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
      <IconButton icon={X} label="Dismiss" onPress={() => dismiss(id)} size="s" />
    </li>
  )
}

/** Toasts, for events elsewhere. An event where the user is looking is shown in place. */
import { X } from 'lucide-react'
import { useEffect, useState } from 'react'
import type { Tone } from '../base/tone.ts'
import { Button } from '../buttons/button.tsx'
import { IconButton } from '../buttons/icon-button.tsx'
import { formatNumber } from '../format/locale-format.ts'
import { createStore, useStore } from '../hooks/store.ts'
import { useNow } from '../hooks/use-now.ts'
import { errorMessage } from './error-message.ts'
import styles from './toast.module.css'

export type ToastContent = {
  readonly text: string
  readonly tone?: Tone | undefined
  readonly action?: { readonly label: string; readonly onPress: () => void } | undefined
  /** Counts down to this time, and disappears then. Shown before toasts without one. */
  readonly untilMs?: number | undefined
  /** Replaces the toast with the same id. */
  readonly id?: string | undefined
  /** Keeps the toast when another connection is opened: its text names its connection, or it concerns none. */
  readonly outlivesSwitch?: boolean | undefined
  /** Whether the location (`#/notifications`) shows the toast's subject. Arriving there removes the toast. */
  readonly isSeenAt?: ((hash: string) => boolean) | undefined
  /** Makes a danger go a while after the seller leaves the screen that it belongs to. */
  readonly isOfScreen?: boolean | undefined
}

type ShownToast = ToastContent & {
  readonly id: string
  /** Counts replacements, so that the timer restarts. */
  readonly edition: number
  /** When it has been there long enough, shown or not; null for a danger, until its screen is left. */
  readonly expiresAtMs: number | null
}

const MAX_SHOWN = 4
const STAY_MS = 6_000
const STAY_WITH_ACTION_MS = 10_000
const AFTER_PAUSE_MS = 1_000

let editions = 0
const shown = createStore<readonly ShownToast[]>([])

/**
 * Shows a toast for 6 s, or 10 s with an action, counted from now even while another is in front of it; a danger stays until
 * it is dismissed, or its subject or its screen is left behind. Returns a function that removes it. If there are too many, the oldest is dropped, dangers last.
 */
export const toast = (content: ToastContent): (() => void) => {
  editions += 1
  const id = content.id ?? `toast-${editions}`
  const others = shown.get().filter((other) => other.id !== id)
  if (others.length === MAX_SHOWN) {
    const oldest = others.findIndex(({ tone }) => tone !== 'danger')
    others.splice(Math.max(0, oldest), 1)
  }
  const { action, tone, untilMs } = content
  const stayMs = action === undefined ? STAY_MS : STAY_WITH_ACTION_MS
  const expiresAtMs = tone === 'danger' ? null : (untilMs ?? Date.now() + stayMs)
  shown.set([...others, { ...content, id, edition: editions, expiresAtMs }])
  return () => dismiss(id)
}

/** Reports a failure without a place on screen, until it is dismissed or its screen is left. */
export const toastFailure = (error: unknown): void => {
  toast({ text: errorMessage(error), tone: 'danger', isOfScreen: true })
}

/** Call when the location changes: removes toasts that show nothing new there. */
export const arriveAt = (hash: string, isOtherScreen: boolean): void => {
  const leftAtMs = Date.now() + STAY_MS
  shown.set(
    shown
      .get()
      .filter(({ isSeenAt }) => isSeenAt?.(hash) !== true)
      .map((item) =>
        isOtherScreen && item.isOfScreen === true ? { ...item, expiresAtMs: item.expiresAtMs ?? leftAtMs } : item,
      ),
  )
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

/** Removes a toast, and those behind it whose time has passed. */
export const dismiss = (id: string): void => {
  const nowMs = Date.now()
  shown.set(
    shown.get().filter(({ id: other, expiresAtMs }) => other !== id && (expiresAtMs === null || expiresAtMs > nowMs)),
  )
}

/** The newest toast, one that counts down first, in the status line or above it, where it covers nothing; mounted once. */
export const ToastRegion = () => {
  const toasts = useStore(shown)
  const newest = toasts.findLast(({ untilMs }) => untilMs !== undefined) ?? toasts.at(-1)
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

/** Whole seconds until a time, counted down. */
const Countdown = ({ untilMs }: { readonly untilMs: number }) => {
  const nowMs = useNow('second')
  // Announced once with the text, not every second.
  return <span aria-hidden="true">{` ${formatNumber(Math.max(0, Math.ceil((untilMs - nowMs) / 1_000)))} s`}</span>
}

/** Its timer pauses while the pointer or the focus is inside, but not one that counts down. */
const ToastItem = ({ item, older }: ToastItemProps) => {
  const { action, expiresAtMs, id, text, tone = 'neutral', untilMs } = item
  const [isHeld, setIsHeld] = useState(false)
  const isPaused = isHeld && untilMs === undefined
  useEffect(() => {
    if (expiresAtMs === null || isPaused) return undefined
    // After a pause, leaves time to read on.
    const timer = setTimeout(() => dismiss(id), Math.max(AFTER_PAUSE_MS, expiresAtMs - Date.now()))
    return () => clearTimeout(timer)
  }, [id, isPaused, expiresAtMs])
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
      <p className={styles.text}>
        {text}
        {untilMs !== undefined && <Countdown untilMs={untilMs} />}
      </p>
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

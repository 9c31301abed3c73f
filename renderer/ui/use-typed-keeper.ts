// One keeper for each place that is typed in. It outlives its place where the disk does not take what was typed there:
// whoever comes back finds it, and so does the disk once there is room.
import { useEffect, useRef, useState } from 'react'
import { askBeforeLeaving } from './leaving.ts'
import { toast } from './toast.tsx'
import { createTypedKeeper, type TypedKeeper } from './typed-keeper.ts'

const WRITE_AFTER_MS = 300

const later = (run: () => void, delayMs: number): (() => void) => {
  const timer = setTimeout(run, delayMs)
  return () => clearTimeout(timer)
}

type Kept = { readonly keeper: TypedKeeper<unknown>; users: number; isSaidInPlace: boolean }

const places = new Map<string, Kept>()

const open = (place: string, what: string): Kept => {
  const keeper = createTypedKeeper<unknown>({
    write: () => Promise.reject(new Error('Nobody has shown this place yet.')),
    afterMs: WRITE_AFTER_MS,
    later,
    hold: askBeforeLeaving,
  })
  const kept: Kept = { keeper, users: 0, isSaidInPlace: false }
  let isTold = false
  keeper.subscribe(() => {
    const keeping = keeper.keeping()
    if (keeping.state === 'failed' && !isTold && !(kept.isSaidInPlace && kept.users > 0)) {
      isTold = true
      toast({ id: place, tone: 'danger', text: `${what} is not saved yet. ${keeping.message}` })
    }
    if (keeping.state !== 'kept') return
    if (isTold) toast({ id: place, tone: 'good', text: `${what} is saved now.` })
    isTold = false
    if (kept.users === 0) places.delete(place)
  })
  return kept
}

export type TypedKeeperOptions = {
  /** What is typed there, as a sentence begins with it: "The filter". */
  readonly what: string
  /** The place itself says what could not be written; otherwise it is told as news. */
  readonly isSaidInPlace?: boolean
}

/**
 * The keeper of `place`, a name that no other place has. `write` writes it; it is taken as it is at each drawing. What waits
 * is written when the window or the place goes.
 */
export const useTypedKeeper = <T>(
  place: string,
  write: (value: T) => Promise<unknown>,
  { what, isSaidInPlace = false }: TypedKeeperOptions,
): TypedKeeper<T> => {
  const [kept] = useState(() => {
    const known = places.get(place) ?? open(place, what)
    places.set(place, known)
    return known
  })
  const keeper = kept.keeper as TypedKeeper<T>
  const latest = useRef(write)
  useEffect(() => {
    latest.current = write
  })
  useEffect(() => {
    places.set(place, kept)
    kept.users += 1
    kept.isSaidInPlace = isSaidInPlace
    keeper.writeWith((value) => latest.current(value))
    const now = (): void => void keeper.keepNow().catch(() => undefined)
    window.addEventListener('pagehide', now)
    return () => {
      window.removeEventListener('pagehide', now)
      kept.users -= 1
      now()
      if (kept.users === 0 && keeper.keeping().state === 'kept') places.delete(place)
    }
  }, [place, kept, keeper, isSaidInPlace])
  return keeper
}

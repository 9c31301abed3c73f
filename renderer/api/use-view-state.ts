/** A size, a filter, a choice that comes back after a restart. Main keeps it; every window starts from it. */
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useRef } from 'react'
import type { ViewValue } from '../../shared/app/contract.ts'
import { useClient } from './hooks.ts'

const WRITE_AFTER_MS = 300

type View = { readonly shop: string; readonly values: Readonly<Record<string, ViewValue>> }

type Widened<T> = T extends string ? string : T extends number ? number : T extends boolean ? boolean : T

/**
 * State under a dotted key, such as `messaging.listWidth`.
 *
 * It is written 300 ms after the last change, and at once when the window goes. Choices whose stored type is another than
 * the default's are taken as never made.
 */
export const useViewState = <T extends ViewValue>(
  key: string,
  initial: T,
): [Widened<T>, (value: Widened<T>) => void] => {
  const client = useClient()
  const cache = useQueryClient()
  // Of all that is kept only this: a change to another key draws nothing here again.
  const { data: stored } = useQuery({
    queryKey: ['app', 'view', {}],
    queryFn: () => client.app.view({}),
    select: useCallback((view: View): ViewValue | undefined => view.values[key], [key]),
  })
  const waiting = useRef<{ readonly value: ViewValue; readonly shop?: string } | undefined>(undefined)
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined)

  const write = useCallback(() => {
    clearTimeout(timer.current)
    const kept = waiting.current
    if (kept === undefined) return
    waiting.current = undefined
    // Losing a pane's width must never disturb work: a failure here is not worth a word on screen.
    void client.app.saveView({ key, ...kept }).catch(() => undefined)
  }, [client, key])

  useEffect(() => {
    window.addEventListener('pagehide', write)
    return () => {
      window.removeEventListener('pagehide', write)
      write()
    }
  }, [write])

  const set = useCallback(
    (value: Widened<T>) => {
      // The cache is the state: every component that looks at this key sees the change in the same frame.
      cache.setQueryData<View>(
        ['app', 'view', {}],
        (view) => view && { ...view, values: { ...view.values, [key]: value as ViewValue } },
      )
      // Another connection may be open by the time it is written.
      const shop = cache.getQueryData<View>(['app', 'view', {}])?.shop
      waiting.current = { value: value as ViewValue, ...(shop === undefined ? {} : { shop }) }
      clearTimeout(timer.current)
      timer.current = setTimeout(write, WRITE_AFTER_MS)
    },
    [cache, key, write],
  )

  const value = stored ?? initial
  const sameType = typeof value === typeof initial && Array.isArray(value) === Array.isArray(initial)
  return [(sameType || initial === null ? value : initial) as Widened<T>, set]
}

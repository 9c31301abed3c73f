/** A size, filter or choice that returns after a restart. Main stores it. */
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
 * Saved 300 ms after the last change, and when the window closes. A stored value of another type than the default is ignored.
 */
export const useViewState = <T extends ViewValue>(
  key: string,
  initial: T,
): [Widened<T>, (value: Widened<T>) => void] => {
  const client = useClient()
  const cache = useQueryClient()
  // Only this key, so that changes to others don't re-render.
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
    // A lost pane width is not worth a message.
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
      // Every component that uses this key sees the change in the same frame.
      cache.setQueryData<View>(
        ['app', 'view', {}],
        (view) => view && { ...view, values: { ...view.values, [key]: value as ViewValue } },
      )
      // Another connection may be open by the time it is saved.
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

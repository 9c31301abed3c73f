/** A size, filter or choice that survives a restart. Main stores it. */
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useRef, useState } from 'react'
import type { ViewValue } from '../../shared/app/contract.ts'
import { useUnboundClient } from './hooks.ts'

const WRITE_AFTER_MS = 300

type View = { readonly shop: string; readonly values: Readonly<Record<string, ViewValue>> }

type Widened<T> = T extends string ? string : T extends number ? number : T extends boolean ? boolean : T

const viewKey = ['app', 'view', {}] as const

/** The stored value, or `initial` if there is none of its type. */
const parseValue = <T extends ViewValue>(stored: ViewValue | undefined, initial: T): Widened<T> => {
  const value = stored ?? initial
  const sameType = typeof value === typeof initial && Array.isArray(value) === Array.isArray(initial)
  return (sameType || initial === null ? value : initial) as Widened<T>
}

/** Sets a value in the cache, and in main 300 ms after the last change or when the window closes. */
const useSaveView = <T extends ViewValue>(key: string): ((value: Widened<T>) => void) => {
  const client = useUnboundClient()
  const cache = useQueryClient()
  const waiting = useRef<{ readonly value: ViewValue; readonly shop?: string } | undefined>(undefined)
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined)

  const write = useCallback(() => {
    clearTimeout(timer.current)
    const kept = waiting.current
    if (kept === undefined) return
    waiting.current = undefined
    // A lost pane width isn't worth a message.
    void client.app.saveView({ key, ...kept }).catch(() => undefined)
  }, [client, key])

  useEffect(() => {
    window.addEventListener('pagehide', write)
    return () => {
      window.removeEventListener('pagehide', write)
      write()
    }
  }, [write])

  return useCallback(
    (value: Widened<T>) => {
      const view = cache.getQueryData<View>(viewKey)
      if (view !== undefined && view.values[key] === value) return
      // Every component that uses this key shows the change before the next key or click.
      cache.setQueryData<View>(viewKey, view && { ...view, values: { ...view.values, [key]: value as ViewValue } })
      // Another connection may be open by the time it is saved.
      waiting.current = { value: value as ViewValue, ...(view === undefined ? {} : { shop: view.shop }) }
      clearTimeout(timer.current)
      timer.current = setTimeout(write, WRITE_AFTER_MS)
    },
    [cache, key, write],
  )
}

/**
 * State under a dotted key, such as `messaging.listWidth`.
 *
 * Saved 300 ms after the last change, and when the window closes. A stored value of another type than the default is ignored.
 */
export const useViewState = <T extends ViewValue>(
  key: string,
  initial: T,
): [Widened<T>, (value: Widened<T>) => void] => {
  const client = useUnboundClient()
  // Selects only this key, so that changes to others don't re-render.
  const { data: stored } = useQuery({
    queryKey: viewKey,
    queryFn: () => client.app.view({}),
    select: useCallback((view: View): ViewValue | undefined => view.values[key], [key]),
    // Another window may have changed it.
    refetchOnWindowFocus: 'always',
  })
  return [parseValue(stored, initial), useSaveView<T>(key)]
}

/** The id of the connection that the stored values belong to; undefined until it is known. */
export const useViewShop = (): string | undefined => {
  const client = useUnboundClient()
  return useQuery({ queryKey: viewKey, queryFn: () => client.app.view({}), select: ({ shop }: View) => shop }).data
}

/** Reads the id of the connection whose data the window shows; empty until it is known. */
export const useReadShop = (): (() => string) => {
  const cache = useQueryClient()
  return useCallback(() => cache.getQueryData<View>(viewKey)?.shop ?? '', [cache])
}

/** Like `useViewState`, for values read only on mount: changes don't re-render. */
export const useRememberedView = <T extends ViewValue>(
  key: string,
  initial: T,
): [Widened<T>, (value: Widened<T>) => void] => {
  const cache = useQueryClient()
  const [stored] = useState(() => parseValue(cache.getQueryData<View>(viewKey)?.values[key], initial))
  return [stored, useSaveView<T>(key)]
}

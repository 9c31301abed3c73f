/**
 * The contract as React hooks: a query is read and kept fresh by events, a command is a mutation.
 *
 * `networkMode: 'always'`, because the source is on this machine: whether the internet is there does not matter here.
 */
import {
  keepPreviousData,
  MutationCache,
  type QueryClient,
  QueryClient as QueryClientClass,
  type UseMutationResult,
  type UseQueryResult,
  useMutation,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query'
import { createContext, useCallback, useContext, useEffect, useRef, useState } from 'react'
import type { StallhandClient, StallhandContract, StallhandEvents } from '../../shared/ipc/contract.ts'
import type { Command, InputOf, OutputOf, Query } from '../../shared/ipc/define.ts'
import type { Failure } from '../../shared/result.ts'
import type { ApiClient } from './client.ts'
import { refreshedBy } from './refresh.ts'

type C = StallhandContract
type FeatureName = keyof C & string
type QueryName<R extends FeatureName> = { [K in keyof C[R]]: C[R][K] extends Query ? K : never }[keyof C[R]] & string
type CommandName<R extends FeatureName> = { [K in keyof C[R]]: C[R][K] extends Command ? K : never }[keyof C[R]] &
  string

const LINE_IS_GONE_AFTER_MS = 1_000

export const ApiContext = createContext<ApiClient<C> | null>(null)

const useApi = (): ApiClient<C> => {
  const api = useContext(ApiContext)
  if (api === null) throw new Error('This part of the window stands outside ApiContext')
  return api
}

/** The typed client itself, for calls that belong to no screen's cache. */
export const useClient = (): StallhandClient => useApi().client

type LooseClient = Readonly<Record<string, Readonly<Record<string, (input: unknown) => Promise<unknown>>>>>

/** The function behind a name of the contract, where the name is only known as text. */
export const apiMethod = (
  client: StallhandClient,
  room: string,
  name: string,
): ((input: unknown) => Promise<unknown>) => {
  const call = (client as LooseClient)[room]?.[name]
  if (call === undefined) throw new Error(`The contract has no ${room}.${name}`)
  return call
}

export type QueryOptions = {
  readonly enabled?: boolean
  /** Shows the answer to the last input while the next is read, so that a list does not flash. */
  readonly keepPrevious?: boolean
}

/** Reads a query of the contract and keeps it fresh. An error is a `Failure`; its `detail` says what to do. */
export const useApiQuery = <R extends FeatureName, K extends QueryName<R>>(
  room: R,
  name: K,
  input: InputOf<C[R][K]>,
  options: QueryOptions = {},
): UseQueryResult<OutputOf<C[R][K]>, Failure> => {
  const client = useClient()
  return useQuery<OutputOf<C[R][K]>, Failure>({
    queryKey: [room, name, input],
    queryFn: () => apiMethod(client, room, name)(input) as Promise<OutputOf<C[R][K]>>,
    enabled: options.enabled ?? true,
    ...(options.keepPrevious === true ? { placeholderData: keepPreviousData } : {}),
  })
}

/** Reads a query ahead of its need, where it is not here yet: what comes next then stands at once. Failures are left to the one who needs it. */
export const useApiPrefetch = <R extends FeatureName, K extends QueryName<R>>(
  room: R,
  name: K,
): ((input: InputOf<C[R][K]>) => void) => {
  const client = useClient()
  const cache = useQueryClient()
  return useCallback(
    (input) =>
      void cache.prefetchQuery({ queryKey: [room, name, input], queryFn: () => apiMethod(client, room, name)(input) }),
    [cache, client, room, name],
  )
}

type CommandOf<R extends FeatureName, K extends CommandName<R>> = UseMutationResult<
  OutputOf<C[R][K]>,
  Failure,
  InputOf<C[R][K]>
>

/** Commands whose failure is told by whoever made the cache; every other is said in place by whoever uses it. */
const TOLD = { isTold: true } as const

const useCommand = <R extends FeatureName, K extends CommandName<R>>(
  room: R,
  name: K,
  told: { readonly meta?: typeof TOLD },
): CommandOf<R, K> => {
  const client = useClient()
  return useMutation<OutputOf<C[R][K]>, Failure, InputOf<C[R][K]>>({
    mutationFn: (input) => apiMethod(client, room, name)(input) as Promise<OutputOf<C[R][K]>>,
    ...told,
  })
}

/** A command of the contract. It is sent once and never repeated here. Whoever uses it says in place why it failed. */
export const useApiMutation = <R extends FeatureName, K extends CommandName<R>>(room: R, name: K): CommandOf<R, K> =>
  useCommand(room, name, {})

/** A command with no place of its own for its failure: it is told as the window tells what happened. */
export const useReportedMutation = <R extends FeatureName, K extends CommandName<R>>(
  room: R,
  name: K,
): CommandOf<R, K> => useCommand(room, name, { meta: TOLD })

/** Whether main can be heard. A line that is back within a second was never gone, as far as a person can tell. */
export const useIsMainReachable = (): boolean => {
  const api = useApi()
  const [isOpen, setOpen] = useState(true)
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    const stop = api.onLine((isOpenNow) => {
      if (!isOpenNow) {
        // The line is tried again several times a second; each failed try must not put the notice off.
        timer ??= setTimeout(() => setOpen(false), LINE_IS_GONE_AFTER_MS)
        return
      }
      clearTimeout(timer)
      timer = undefined
      setOpen(true)
    })
    return () => {
      clearTimeout(timer)
      stop()
    }
  }, [api])
  return isOpen
}

type FeatureEventName<R extends FeatureName> = {
  [Name in keyof StallhandEvents & string]: Name extends `${R}.${infer K}` ? K : never
}[keyof StallhandEvents & string]

/** Runs `listener` at each event of that name while the component is on screen. */
export const useApiEvent = <R extends FeatureName, K extends FeatureEventName<R>>(
  room: R,
  name: K,
  listener: (data: StallhandEvents[`${R}.${K}` & keyof StallhandEvents]) => void,
): void => {
  const api = useApi()
  const latest = useRef(listener)
  useEffect(() => {
    latest.current = listener
  })
  useEffect(
    () => api.onEvent(`${room}.${name}` as keyof StallhandEvents & string, (data) => latest.current(data as never)),
    [api, room, name],
  )
}

/**
 * The cache. Nothing goes stale by age and nothing is retried: events say what is old, and main already tried.
 *
 * `tell` is given the sentence of a told command that failed.
 */
export const createQueryClient = (tell: (sentence: string) => void): QueryClient =>
  new QueryClientClass({
    mutationCache: new MutationCache({
      onError: (error, _input, _context, mutation) => {
        if (mutation.meta === TOLD) tell(error.message)
      },
    }),
    defaultOptions: {
      queries: {
        networkMode: 'always',
        staleTime: Number.POSITIVE_INFINITY,
        retry: false,
        refetchOnWindowFocus: false,
      },
      mutations: { networkMode: 'always', retry: false },
    },
  })

/**
 * Makes answers old, so that those on screen are read again.
 *
 * The cache begins a reading anew where there was an answer before, but lets a first one end: it may have been taken before
 * the event, and would stay. Such a one is read again when it is here.
 */
const makeOld = (cache: QueryClient, which: { readonly queryKey?: readonly string[] }): void => {
  const firstReadings = cache
    .getQueryCache()
    .findAll({ ...which, fetchStatus: 'fetching', predicate: ({ state }) => state.data === undefined })
  void cache.invalidateQueries(which)
  for (const { promise, queryKey } of firstReadings) {
    const again = (): void => void cache.invalidateQueries({ queryKey, exact: true })
    promise?.then(again, again)
  }
}

/** So many readings a second are begun at once; when events come faster, as while a large inbox is read, they wait a little. */
const AT_ONCE_A_SECOND = 8
const STORM_PAUSE_MS = 150

/**
 * Lets events refresh the cache. Events that arrive together cause one reading, and a storm of them no more than a few a
 * second: a reading that each event began anew would never end. Returns a function that ends it.
 */
export const keepFresh = (api: ApiClient<C>, cache: QueryClient): (() => void) => {
  const old = new Set<string>()
  let planned = false
  let begunAtMs: readonly number[] = []
  let pause: ReturnType<typeof setTimeout> | undefined
  const refresh = (): void => {
    planned = false
    begunAtMs = [...begunAtMs, Date.now()].slice(-AT_ONCE_A_SECOND)
    const keys = [...old]
    old.clear()
    for (const key of keys) makeOld(cache, { queryKey: key.split('.') })
  }
  const stopEvents = api.onAnyEvent((name) => {
    const room = name.slice(0, name.indexOf('.'))
    const queries = refreshedBy[name as keyof StallhandEvents]
    if (queries === undefined) old.add(room)
    else for (const query of queries) old.add(`${room}.${query}`)
    if (planned) return
    planned = true
    const [earliest = Number.NEGATIVE_INFINITY] = begunAtMs
    const isStorm = begunAtMs.length === AT_ONCE_A_SECOND && Math.abs(Date.now() - earliest) < 1_000
    if (isStorm) pause = setTimeout(refresh, STORM_PAUSE_MS)
    else queueMicrotask(refresh)
  })
  const stopResync = api.onResync(() => makeOld(cache, {}))
  return () => {
    clearTimeout(pause)
    stopEvents()
    stopResync()
  }
}

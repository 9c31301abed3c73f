/** The contract as React hooks: queries are cached and kept fresh by events, commands are mutations. */
import {
  keepPreviousData,
  type UseMutationResult,
  type UseQueryResult,
  useMutation,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query'
import { createContext, use, useCallback, useContext, useEffect, useEffectEvent, useState } from 'react'
import type { StallhandClient, StallhandContract, StallhandEvents } from '../../shared/ipc/contract.ts'
import type { Command, InputOf, OutputOf, Query } from '../../shared/ipc/define.ts'
import type { Failure } from '../../shared/result.ts'
import { REPORTED } from './cache.ts'
import { createOnce } from './once.ts'
import { ShownConnection } from './shown-connection.ts'
import type { ApiClient } from './transport/client.ts'

type C = StallhandContract
type FeatureName = keyof C & string
type QueryName<F extends FeatureName> = { [K in keyof C[F]]: C[F][K] extends Query ? K : never }[keyof C[F]] & string
type CommandName<F extends FeatureName> = { [K in keyof C[F]]: C[F][K] extends Command ? K : never }[keyof C[F]] &
  string

export const ApiContext = createContext<ApiClient<C> | null>(null)

const useApi = (): ApiClient<C> => {
  const api = useContext(ApiContext)
  if (api === null) throw new Error('ApiContext is missing')
  return api
}

/** The typed client itself, for uncached calls. Its calls reach only the connection on the surrounding screen. */
export const useClient = (): StallhandClient => {
  const connectionId = use(ShownConnection)
  const { client, clientOf } = useApi()
  return connectionId === undefined ? client : clientOf(connectionId)
}

/**
 * The client for calls about no connection, and for cached reads: screens and shell share cache entries, which belong
 * to the open connection.
 */
export const useUnboundClient = (): StallhandClient => useApi().client

/** Gets the client of a connection by its id. */
export const useClientOf = (): ((connectionId: string) => StallhandClient) => useApi().clientOf

type Call = (input: unknown) => Promise<unknown>

/** The client's method, by feature and name. */
export const apiMethod = (client: StallhandClient, feature: string, name: string): Call =>
  (client as Readonly<Record<string, Readonly<Record<string, Call>>>>)[feature]?.[name] as Call

type QueryOptions = {
  readonly enabled?: boolean
  /** Keeps the previous input's data until the new data arrives, so that a list doesn't flash. */
  readonly keepPrevious?: boolean
}

/** Reads a query of the contract and keeps it fresh. Show it with `QueryView`. */
export const useApiQuery = <F extends FeatureName, K extends QueryName<F>>(
  feature: F,
  name: K,
  input: InputOf<C[F][K]>,
  options: QueryOptions = {},
): UseQueryResult<OutputOf<C[F][K]>, Failure> => {
  const client = useUnboundClient()
  return useQuery<OutputOf<C[F][K]>, Failure>({
    queryKey: [feature, name, input],
    queryFn: () => apiMethod(client, feature, name)(input) as Promise<OutputOf<C[F][K]>>,
    enabled: options.enabled ?? true,
    ...(options.keepPrevious === true ? { placeholderData: keepPreviousData } : {}),
  })
}

/** Reads a query before it is needed. Failures are left to the component that needs it. */
export const useApiPrefetch = <F extends FeatureName, K extends QueryName<F>>(
  feature: F,
  name: K,
): ((input: InputOf<C[F][K]>) => void) => {
  const client = useUnboundClient()
  const cache = useQueryClient()
  return useCallback(
    (input) =>
      void cache.prefetchQuery({
        queryKey: [feature, name, input],
        queryFn: () => apiMethod(client, feature, name)(input),
      }),
    [cache, client, feature, name],
  )
}

/** Reads a query again, for every input on screen. Resolves when all reads have ended, even if some failed. */
export const useReadAgain = <F extends FeatureName>(feature: F, name: QueryName<F>): (() => Promise<void>) => {
  const cache = useQueryClient()
  return () => cache.invalidateQueries({ queryKey: [feature, name] })
}

/** Drops every cached answer that isn't on screen, such as another connection's. */
export const useDropUnshown = (): (() => void) => {
  const cache = useQueryClient()
  return useCallback(() => cache.removeQueries({ type: 'inactive' }), [cache])
}

type ApiMutation<F extends FeatureName, K extends CommandName<F>> = UseMutationResult<
  OutputOf<C[F][K]>,
  Failure,
  InputOf<C[F][K]>
>

const useCommandMutation = <F extends FeatureName, K extends CommandName<F>>(
  feature: F,
  name: K,
  options: { readonly meta?: typeof REPORTED },
): ApiMutation<F, K> => {
  const client = useClient()
  const [once] = useState(createOnce)
  return useMutation<OutputOf<C[F][K]>, Failure, InputOf<C[F][K]>>({
    mutationFn: (input) => once(apiMethod(client, feature, name), input) as Promise<OutputOf<C[F][K]>>,
    ...options,
  })
}

/**
 * A command of the contract, sent once and never retried here. The same call made again before its answer, as by a
 * second Enter, isn't sent again and gets that answer. Use its state: `isPending` for the button, `<MutationError>` for
 * the failure, `onSuccess` of `mutate` for the next step.
 */
export const useApiMutation = <F extends FeatureName, K extends CommandName<F>>(feature: F, name: K) =>
  useCommandMutation(feature, name, {})

/** A command whose failure becomes a toast, because it has no place on screen. */
export const useReportedMutation = <F extends FeatureName, K extends CommandName<F>>(feature: F, name: K) =>
  useCommandMutation(feature, name, { meta: REPORTED })

/** Several steps as one mutation: `run` may call the client more than once. Its state is used like `useApiMutation`'s. */
export const useAction = <Input = void, Output = unknown>(
  run: (input: Input) => Promise<Output>,
): UseMutationResult<Output, Error, Input> => useMutation<Output, Error, Input>({ mutationFn: run })

const DISCONNECTED_AFTER_MS = 1_000

/** Whether main answers. Interruptions of less than a second don't count. */
export const useIsMainReachable = (): boolean => {
  const api = useApi()
  const [isReachable, setReachable] = useState(true)
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    const stop = api.onLine((isOpen) => {
      if (!isOpen) {
        // Reconnecting fails several times a second; only the first failure starts the timer.
        timer ??= setTimeout(() => setReachable(false), DISCONNECTED_AFTER_MS)
        return
      }
      clearTimeout(timer)
      timer = undefined
      setReachable(true)
    })
    return () => {
      clearTimeout(timer)
      stop()
    }
  }, [api])
  return isReachable
}

type FeatureEventName<F extends FeatureName> = {
  [Name in keyof StallhandEvents & string]: Name extends `${F}.${infer K}` ? K : never
}[keyof StallhandEvents & string]

/** Runs `listener` on each event while the component is mounted. */
export const useApiEvent = <F extends FeatureName, K extends FeatureEventName<F>>(
  feature: F,
  name: K,
  listener: (data: StallhandEvents[`${F}.${K}` & keyof StallhandEvents]) => void,
): void => {
  const api = useApi()
  const onEvent = useEffectEvent(listener)
  useEffect(
    () => api.onEvent(`${feature}.${name}` as keyof StallhandEvents & string, (data) => onEvent(data as never)),
    [api, feature, name],
  )
}

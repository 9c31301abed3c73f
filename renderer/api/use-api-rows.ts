/**
 * A long list of the contract, read in blocks of a hundred.
 *
 * Only the first block and those in sight are read and kept fresh by events; the others stay in the cache for a while and
 * are read again when they come into sight. A list of 100,000 rows costs as much as what a person sees of it.
 */
import { keepPreviousData, type UseQueryResult, useQueries, useQuery } from '@tanstack/react-query'
import { useCallback, useMemo, useState } from 'react'
import type { StallhandContract } from '../../shared/ipc/contract.ts'
import type { InputOf, OutputOf, Query } from '../../shared/ipc/define.ts'
import type { Failure } from '../../shared/result.ts'
import { blocksAround, type RowSource, rowsOfBlocks } from '../ui/row-source.ts'
import { apiMethod, useClient } from './hooks.ts'

type C = StallhandContract
type FeatureName = keyof C & string

/** A query that gives rows by offset: `{ offset, limit, … }` in, `{ rows, total, … }` out. */
type RowsQueryName<R extends FeatureName> = {
  [K in keyof C[R]]: C[R][K] extends Query
    ? 'offset' extends keyof InputOf<C[R][K]>
      ? OutputOf<C[R][K]> extends { readonly rows: readonly unknown[]; readonly total: number }
        ? K
        : never
      : never
    : never
}[keyof C[R]] &
  string

type Answer = { readonly rows: readonly unknown[]; readonly total: number }
type RowOf<Output> = Output extends { readonly rows: readonly (infer Row)[] } ? Row : never

export type ApiRows<Output> = {
  /** For `VirtualList` and `Table`. Empty until the first block is there. */
  readonly rows: RowSource<RowOf<Output>>
  /** The first block: its data has what the list as a whole says of itself, and its error is the list's. */
  readonly head: UseQueryResult<Output, Failure>
}

/** Rows a block; also the most that one call asks for. */
export const ROWS_A_BLOCK = 100

const dataOf = (results: readonly { readonly data: unknown }[]): readonly unknown[] => results.map(({ data }) => data)

const isAnswer = (data: unknown): data is Answer => typeof data === 'object' && data !== null && 'rows' in data

/**
 * Reads a list by blocks and keeps what is in sight fresh.
 *
 * While the answer to a new input is read, the former list stays in sight (as `keepPrevious` of `useApiQuery`) and says that it is
 * the former one.
 */
export const useApiRows = <R extends FeatureName, K extends RowsQueryName<R>>(
  room: R,
  name: K,
  input: Omit<InputOf<C[R][K]>, 'offset' | 'limit'>,
): ApiRows<OutputOf<C[R][K]>> => {
  const client = useClient()
  const id = JSON.stringify(input)
  const [inSight, setInSight] = useState<{ readonly of: string; readonly blocks: readonly number[] }>({
    of: id,
    blocks: [],
  })
  const onInSight = useCallback(
    (first: number, last: number) => {
      const blocks = blocksAround(first, last, ROWS_A_BLOCK).filter((block) => block > 0)
      setInSight((former) => (former.of === id && former.blocks.join() === blocks.join() ? former : { of: id, blocks }))
    },
    [id],
  )
  const blockQuery = (block: number) => {
    const blockInput = { ...input, offset: block * ROWS_A_BLOCK, limit: ROWS_A_BLOCK }
    return {
      queryKey: [room, name, blockInput],
      queryFn: () => apiMethod(client, room, name)(blockInput) as Promise<OutputOf<C[R][K]>>,
    }
  }

  const head = useQuery<OutputOf<C[R][K]>, Failure>({ ...blockQuery(0), placeholderData: keepPreviousData })
  const headData: unknown = head.data
  const total = isAnswer(headData) ? headData.total : 0
  const wanted = inSight.of === id ? inSight.blocks.filter((block) => block * ROWS_A_BLOCK < total) : []
  const others = useQueries({ queries: wanted.map(blockQuery), combine: dataOf })

  // The placeholder is the former list: it keeps its own name until the new one is there.
  const [shownId, setShownId] = useState(id)
  if (!head.isPlaceholderData && shownId !== id) setShownId(id)
  const isFormer = head.isPlaceholderData
  const wantedNow = wanted.join()
  const rows = useMemo(() => {
    type Row = RowOf<OutputOf<C[R][K]>>
    const blocks = new Map<number, readonly Row[]>()
    const keep = (block: number, data: unknown): void => {
      if (isAnswer(data)) blocks.set(block, data.rows as readonly Row[])
    }
    keep(0, headData)
    for (const [index, block] of wantedNow === '' ? [] : wantedNow.split(',').entries())
      keep(Number(block), others[index])
    return rowsOfBlocks({ id: shownId, count: total, blockLength: ROWS_A_BLOCK, blocks, isFormer, onInSight })
  }, [shownId, total, isFormer, onInSight, wantedNow, headData, others])
  return { rows, head }
}

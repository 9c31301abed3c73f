/**
 * A long list, read in blocks of a hundred rows. Only the first block and the visible ones are read and kept fresh, so
 * 100,000 rows cost as much as those on screen.
 */
import { keepPreviousData, type UseQueryResult, useQueries, useQuery } from '@tanstack/react-query'
import { useCallback, useMemo, useState } from 'react'
import type { StallhandContract } from '../../shared/ipc/contract.ts'
import type { InputOf, OutputOf, Query } from '../../shared/ipc/define.ts'
import type { Failure } from '../../shared/result.ts'
import { blocksAround, type RowSource, rowsOfBlocks } from '../ui/lists/row-source.ts'
import { apiMethod, useUnboundClient } from './hooks.ts'

type C = StallhandContract
type FeatureName = keyof C & string

/** A query that returns rows by offset: `{ offset, limit, … }` in, `{ rows, total, … }` out. */
type RowsQueryName<F extends FeatureName> = {
  [K in keyof C[F]]: C[F][K] extends Query
    ? 'offset' extends keyof InputOf<C[F][K]>
      ? OutputOf<C[F][K]> extends { readonly rows: readonly unknown[]; readonly total: number }
        ? K
        : never
      : never
    : never
}[keyof C[F]] &
  string

type Answer = { readonly rows: readonly unknown[]; readonly total: number }
type RowOf<Output> = Output extends { readonly rows: readonly (infer Row)[] } ? Row : never

export type ApiRows<Output> = {
  /** For `VirtualList` and `Table`. Empty until the first block is read. */
  readonly rows: RowSource<RowOf<Output>>
  /** The first block, with the list's totals and its error. */
  readonly head: UseQueryResult<Output, Failure>
}

/** Rows per block. Each call requests one block. */
const ROWS_A_BLOCK = 100

const toData = (results: readonly { readonly data: unknown }[]): readonly unknown[] => results.map(({ data }) => data)

const isAnswer = (data: unknown): data is Answer => typeof data === 'object' && data !== null && 'rows' in data

/**
 * Reads a list in blocks and keeps the visible ones fresh. While a new input is loading, the previous list stays on
 * screen, marked `isFormer`. `order`: what decides which rows there are and in which order, if that isn't all of the input: only
 * another order is another list.
 */
export const useApiRows = <F extends FeatureName, K extends RowsQueryName<F>>(
  feature: F,
  name: K,
  input: Omit<InputOf<C[F][K]>, 'offset' | 'limit'>,
  order: Partial<Omit<InputOf<C[F][K]>, 'offset' | 'limit'>> = input,
): ApiRows<OutputOf<C[F][K]>> => {
  const client = useUnboundClient()
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
      queryKey: [feature, name, blockInput],
      queryFn: () => apiMethod(client, feature, name)(blockInput) as Promise<OutputOf<C[F][K]>>,
    }
  }

  const head = useQuery<OutputOf<C[F][K]>, Failure>({ ...blockQuery(0), placeholderData: keepPreviousData })
  const headData: unknown = head.data
  const total = isAnswer(headData) ? headData.total : 0
  const wanted = inSight.of === id ? inSight.blocks.filter((block) => block * ROWS_A_BLOCK < total) : []
  const others = useQueries({ queries: wanted.map(blockQuery), combine: toData })

  // Keeps the previous list's id until the new one is read.
  const listId = JSON.stringify(order)
  const [shownId, setShownId] = useState(listId)
  if (!head.isPlaceholderData && shownId !== listId) setShownId(listId)
  const isFormer = head.isPlaceholderData
  const wantedNow = wanted.join()
  const rows = useMemo(() => {
    type Row = RowOf<OutputOf<C[F][K]>>
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

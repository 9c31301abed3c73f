/** What became of each row of a request, whatever its kind answers or throws (OFF-08). */
import { describe, expect, it } from 'vitest'
import { type CheckedRow, checkOne, NothingLeaves } from '../../../main/outbound/checked-batch.ts'
import type { AnyKind } from '../../../main/outbound/kind.ts'
import type { AnyRow } from '../../../main/outbound/outbound-store.ts'
import type { Outcome } from '../../../main/outbound/outcome.ts'
import { sendBatch } from '../../../main/outbound/send-batch.ts'
import { createFakeClock } from '../../support/fake-clock.ts'
import { createRecordingLog } from '../../support/recording-log.ts'

const carriedOut = { outcome: 'carriedOut', answer: undefined } as unknown as Outcome
const unknown: Outcome = { outcome: 'unknown', reason: 'No answer came.' }
const refused: Outcome = { outcome: 'refused', error: { kind: 'conflict', message: 'No.' } }
const NO_ANSWER = { outcome: 'unknown', reason: 'The connection ended without an answer.' }
const NEXT_REQUEST = { outcome: 'notNow', waitMs: 0 }

type Dispatch = (leave: () => Promise<unknown>) => Promise<unknown>

/** Sends rows of a kind that replaces, or of one that adds, whose `dispatch` is this; `leave` asks whether they may go. */
const send = async (
  ids: readonly string[],
  dispatch: Dispatch,
  { effect = 'replaces', isStopping = false }: { effect?: 'replaces' | 'adds'; isStopping?: boolean } = {},
) => {
  const clock = createFakeClock()
  const log = createRecordingLog()
  const { signal } = new AbortController()
  const kind = {
    name: 'itemSave',
    effect,
    checksAtOnce: 1,
    check: async () => ({ decision: 'send', before: undefined, ready: undefined }),
    dispatch: (batch: { leave?: () => Promise<unknown> }) => dispatch(async () => batch.leave?.()),
  } as unknown as AnyKind
  const rows = ids.map((id) => ({ id }) as AnyRow)
  const checked = await Promise.all(rows.map((row) => checkOne(kind, row, clock, signal)))
  const ended = await sendBatch(kind, checked as CheckedRow[], { clock, log, signal, isStopping: () => isStopping })
  return { results: ended.map(({ result }) => result), log }
}

describe('a kind that replaces', () => {
  it('OFF-08 answers for each row, and an answer for all of them counts for each', async () => {
    const each = new Map([
      ['a', carriedOut],
      ['b', refused],
    ])
    const answered = await send(['a', 'b', 'c'], async (leave) => {
      await leave()
      return each
    })
    expect(answered.results).toMatchObject([carriedOut, refused, NO_ANSWER])
    const together = await send(['a', 'b'], async (leave) => {
      await leave()
      return refused
    })
    expect(together.results).toEqual([refused, refused])
  })

  it('OFF-08 sent nothing if its rows never left, unless it says that it did', async () => {
    const { results, log } = await send(
      ['a', 'b', 'c', 'd'],
      async () =>
        new Map([
          ['a', unknown],
          ['b', refused],
          ['c', carriedOut],
        ]),
    )
    expect(results).toMatchObject([
      { outcome: 'notReached', error: { message: 'No answer came.' } },
      refused,
      NO_ANSWER,
      NEXT_REQUEST,
    ])
    expect(log.lines.map(({ message }) => message)).toEqual(['a change was sent without a fresh check'])
  })

  it('OFF-08 tries again with what didn’t leave because nothing of it may', async () => {
    const { results } = await send(['a'], () => Promise.reject(new NothingLeaves('Nothing is left to send.')))
    expect(results).toMatchObject([NEXT_REQUEST])
  })

  it('OFF-01 says that nothing was sent if it fails before anything left, and knows nothing after that', async () => {
    const failed = await send(['a'], () => Promise.reject(new Error('a bug')))
    expect(failed.results).toMatchObject([
      { outcome: 'notReached', error: { kind: 'internal', reference: 'itemSave' } },
    ])
    expect(failed.log.lines.map(({ message }) => message)).toEqual(['sending a change failed unexpectedly'])
    const late = await send(['a'], async (leave) => {
      await leave()
      throw new Error('a bug')
    })
    expect(late.results).toEqual([NO_ANSWER])
  })

  it('OFF-01 is no refusal if the app is closing', async () => {
    const { results } = await send(['a'], () => Promise.reject(new Error('closed')), { isStopping: true })
    expect(results).toMatchObject([NEXT_REQUEST])
  })
})

describe('a kind that adds', () => {
  it('OFF-01 may have added whatever it doesn’t answer for, so that nothing is sent twice', async () => {
    const answered = await send(['a', 'b'], async () => [refused], { effect: 'adds' })
    expect(answered.results).toEqual([refused, NO_ANSWER])
    const failed = await send(['a'], () => Promise.reject(new Error('a bug')), { effect: 'adds' })
    expect(failed.results).toEqual([NO_ANSWER])
  })
})

/** Undoes a single change of the outbound queue, as far as it has not left (OFF-09). */
import type { StallhandClient } from '../../shared/ipc/contract.ts'
import { Failure } from '../../shared/result.ts'
import type { UndoResult } from '../ui/feedback/acts.ts'

/** `leaving`: it is being sent, or may have arrived. `left`: it is no longer in the queue. */
export const withdrawQueued = async (
  client: StallhandClient,
  id: string,
): Promise<'withdrawn' | 'leaving' | 'left'> => {
  const { entries } = await client.outbound.list({})
  const entry = entries.find((one) => one.id === id)
  if (entry === undefined) return 'left'
  if (!entry.canDiscard) return 'leaving'
  try {
    await client.outbound.discard({ ids: [id] })
    return 'withdrawn'
  } catch (error) {
    if (error instanceof Failure && ['conflict', 'notFound'].includes(error.detail.kind)) return 'leaving'
    throw error
  }
}

/** Undoes by a call to main, which refuses with `conflict` or `notFound` what can't be undone: then says `why`. */
export const undoUnlessSent = async (call: () => Promise<unknown>, why: string): Promise<UndoResult> => {
  try {
    await call()
    return { is: 'undone' }
  } catch (error) {
    if (error instanceof Failure && ['conflict', 'notFound'].includes(error.detail.kind)) return { is: 'not', why }
    throw error
  }
}

/** Undoes a change by withdrawing it. `why`: why that is impossible once it has left. */
export const undoQueued = async (client: StallhandClient, id: string, why: string): Promise<UndoResult> => {
  const found = await withdrawQueued(client, id)
  return found === 'withdrawn' ? { is: 'undone' } : { is: 'not', why: found === 'leaving' ? IS_LEAVING : why }
}

export const IS_LEAVING = 'It is being sent, so it can’t be taken back now.'

/** Decides what is left of the step after a run, such as publishing what it saved (LST-21). Pure. */
import * as z from 'zod'
import { type NextStep, nextSteps, type RunNext } from '../../shared/outbound/run-contract.ts'
import { blockingStates, type OutboundStateName } from '../../shared/outbound/state.ts'

export const storedNextSchema = z.object({
  step: z.enum(nextSteps),
  /** Items that needed nothing of the run, and take the step too. */
  saved: z.array(z.string()),
  /** The runs that took the step, and of which items: those that they sent, and those that the seller left out. */
  started: z.array(z.object({ runId: z.number(), skus: z.array(z.string()) })),
})
export type StoredNext = z.infer<typeof storedNextSchema>

/** The step after a run as its plan has it. */
export type PlannedNext = Pick<StoredNext, 'step' | 'saved'>

/** Tells which of these items still need the step: it wasn't taken elsewhere, and no change of the item is in progress. */
export type NeedsStep = (skus: readonly string[]) => readonly string[]

type NextFacts = {
  readonly next: StoredNext
  /** The run's rows. */
  readonly rows: readonly { readonly sku: string; readonly state: OutboundStateName }[]
  /** Whether the run continues by itself now: it isn't paused and waits for nothing. */
  readonly isMoving: boolean
  /** Whether the seller took back all of a run that took the step. */
  readonly isTakenBack: (runId: number) => boolean
  readonly needs: NeedsStep
}

export type NextDecision = { readonly skus: readonly string[]; readonly shown: RunNext | null }

/** `skus`: the items that can take the step now. `shown`: null if nothing is left of it. */
export const decideNext = ({ next, rows, isMoving, isTakenBack, needs }: NextFacts): NextDecision => {
  const taken = new Set(next.started.filter(({ runId }) => !isTakenBack(runId)).flatMap(({ skus }) => skus))
  const sent = rows.filter(({ state }) => state === 'sent').map(({ sku }) => sku)
  const open = [...new Set([...sent, ...next.saved])].filter((sku) => !taken.has(sku))
  const needing = new Set(open.length === 0 ? [] : needs(open))
  const skus = open.filter((sku) => needing.has(sku))
  const later = rows.filter(({ state }) => blockingStates.includes(state)).length
  const isOffered = skus.length > 0 && !isMoving
  const step: NextStep = next.step
  return { skus, shown: skus.length + later === 0 ? null : { step, ready: skus.length, later, isOffered } }
}

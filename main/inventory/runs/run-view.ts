/** A run as the window shows it. */
import type { Run, RunPlan } from '../../../shared/inventory/contract/run-contract.ts'
import type { RunDeps } from './run-context.ts'
import { planWaves } from './run-plan.ts'

const describePlan = (deps: Pick<RunDeps, 'runs' | 'budget' | 'clock'>, runId: number): RunPlan => {
  const groups = deps.runs.plannedGroups(runId)
  const budget = deps.budget.now()
  const nowMs = deps.clock.nowMs()
  const waves = planWaves(groups, budget)
  return {
    items: groups.reduce((sum, { items }) => sum + items, 0),
    calls: waves.reduce((sum, { calls }) => sum + calls, 0),
    stockCorrections: groups.reduce((sum, group) => sum + (group.isStockCorrection ? group.items : 0), 0),
    now: waves[0]?.inMs === 0 ? { items: waves[0].items, calls: waves[0].calls } : { items: 0, calls: 0 },
    endsAtMs: nowMs + Math.ceil(waves.at(-1)?.inMs ?? 0),
    reserve: budget.reserve,
    lastReading: deps.runs.lastReading(runId),
  }
}

/** The open run, or the last one. Its plan is computed now. */
export const describeNewestRun = (deps: Pick<RunDeps, 'runs' | 'budget' | 'clock'>): Run | null => {
  const run = deps.runs.newest()
  if (run === undefined) return null
  const { id, state, ...rest } = run
  return {
    ...rest,
    runId: id,
    state: state.name,
    waits: state.name === 'waiting' ? { reason: state.reason, untilMs: state.untilMs } : null,
    counts: deps.runs.counts(id),
    plan: describePlan(deps, id),
    deletions: deps.runs.deletions(id),
  }
}

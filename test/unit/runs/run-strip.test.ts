import { createElement } from 'react'
import { expect, it } from 'vitest'
import { findStripRun, isRunClean } from '../../../renderer/runs/run-labels.ts'
import { RunStrip } from '../../../renderer/runs/run-strip.tsx'
import type { Run, RunLabel } from '../../../shared/outbound/run-contract.ts'
import { outboundStateNames } from '../../../shared/outbound/state.ts'
import { renderWindow } from '../../support/render-window.ts'

const countsOf = (counts: Partial<Run['counts']>): Run['counts'] => ({
  ...({ ...Object.fromEntries(outboundStateNames.map((name) => [name, 0])), all: 0 } as Run['counts']),
  ...counts,
})

const runOf = (runId: number, label: RunLabel, more: Partial<Run> = {}): Run => ({
  ...{ runId, label, revertsRunId: null, createdAtMs: 0, isPaused: false, isOpen: false, problem: null, waits: null },
  ...{ counts: countsOf({ all: 9, sent: 9 }), leftOut: [], canRevert: false, next: null },
  ...more,
})

const idOf = (runs: readonly Run[], screen: 'items' | 'orders', seenRun = 0) =>
  findStripRun(runs, screen, seenRun)?.runId

it('OFF-06 a run of shipments is shown above the orders, not above the items', () => {
  const runs = [runOf(7, 'ship')]
  expect([idOf(runs, 'items'), idOf(runs, 'orders')]).toEqual([undefined, 7])
  expect(
    renderWindow(createElement(RunStrip, { screen: 'items', onShow: () => undefined }), { 'outbound.runs': { runs } }),
  ).toBe('')
})

it('OFF-06 a run that was seen after its end is shown no more, whatever the other screen has seen', () => {
  const runs = [runOf(8, 'ship'), runOf(7, 'prices'), runOf(6, 'prices')]
  expect([idOf(runs, 'items', 7), idOf(runs, 'items', 6), idOf(runs, 'orders', 7)]).toEqual([undefined, 7, 8])
})

it('OFF-06 an open run is shown even if a later one was seen', () => {
  expect(idOf([runOf(9, 'prices'), runOf(8, 'items', { isOpen: true })], 'items', 9)).toBe(8)
})

it('OFF-06 a run with a refused row is not taken as seen by looking at its line', () => {
  expect(isRunClean({ counts: countsOf({ all: 3, sent: 2, withdrawn: 1 }) })).toBe(true)
  expect(isRunClean({ counts: countsOf({ all: 3, sent: 2, refused: 1 }) })).toBe(false)
  expect(isRunClean({ counts: countsOf({ all: 3, sent: 2, unknown: 1 }) })).toBe(false)
})

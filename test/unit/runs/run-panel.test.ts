import { createElement } from 'react'
import { expect, it } from 'vitest'
import { RunPanel } from '../../../renderer/runs/run-panel.tsx'
import { outboundStateNames } from '../../../shared/outbound/state.ts'
import { renderWindow } from '../../support/render-window.ts'

const counts = { ...Object.fromEntries(outboundStateNames.map((name) => [name, 0])), all: 2, sent: 2 }
const run = {
  ...{ runId: 3, label: 'ship', revertsRunId: null, createdAtMs: 0, isPaused: false, isOpen: false, problem: null },
  ...{ waits: null, counts, leftOut: [], canRevert: false },
}
const show = (runId: number | undefined, answers: Readonly<Record<string, unknown>>): string => {
  const none = (): void => undefined
  const panel = createElement(RunPanel, { runId, onClose: none, onOpenItem: none, onShowRun: none })
  return renderWindow(panel, { 'outbound.runRows': { rows: [], total: 0 }, ...answers })
}

it('OFF-06 a run older than the newest twenty still opens', () => {
  expect(show(3, { 'outbound.run {"runId":3}': run, 'outbound.runs': { runs: [] } })).toContain('Mark as shipped')
})

it('OFF-06 a run that a restored copy lacks says so', () => {
  expect(show(3, { 'outbound.run {"runId":3}': null, 'outbound.runs': { runs: [run] } })).toContain(
    'This run doesn’t exist',
  )
})

it('OFF-06 the last run opens without its number', () => {
  expect(show(undefined, { 'outbound.runs': { runs: [run] } })).toContain('Mark as shipped')
  expect(show(undefined, { 'outbound.runs': { runs: [] } })).toContain('Nothing sent from the list yet')
})

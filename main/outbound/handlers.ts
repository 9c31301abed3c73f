/** The outbound queue's answers to its contract. */
import type { FeatureHandlers } from '../../shared/ipc/define.ts'
import type { OutboundHold, outboundContract } from '../../shared/outbound/contract.ts'
import type { Outbound } from './outbound.ts'

export const createOutboundHandlers = (deps: {
  readonly outbound: Outbound
  /** Called when the seller requests a change, before it is due. Production connections ask for consent then. */
  readonly onSendRequested: () => void
  /** The first picture of an item; null if unknown, or if the SKU is an order's id. */
  readonly findPicture: (sku: string) => string | null
  readonly describeHold: () => OutboundHold | null
  readonly release: () => void
}): FeatureHandlers<typeof outboundContract> => {
  const { outbound, onSendRequested } = deps
  const { runs } = outbound
  return {
    list: () => ({ entries: outbound.list() }),
    counts: outbound.counts,
    sendNow: ({ ids }) => {
      onSendRequested()
      outbound.sendNow(ids)
    },
    discard: ({ ids }) => outbound.discard(ids),
    withdraw: ({ id }) => outbound.withdraw(id),
    settle: ({ id, isDone }) => outbound.settle(id, isDone),
    hold: deps.describeHold,
    release: deps.release,

    done: ({ sinceMs, offset, limit }) => outbound.done(sinceMs, offset, limit),
    planRows: ({ planToken, show, offset, limit }) => {
      const { rows, total } = runs.planRows(planToken, show, offset, limit)
      const withPicture = (row: (typeof rows)[number]) => ({
        ...row,
        pictureUrl: row.isFirst ? deps.findPicture(row.sku) : null,
      })
      return { rows: rows.map(withPicture), total }
    },
    startRun: (request) => {
      onSendRequested()
      return { runId: runs.start(request) }
    },
    planRevert: ({ runId, excluded }) => runs.planRevert(runId, excluded),
    runs: () => ({ runs: runs.list() }),
    run: ({ runId }) => runs.find(runId),
    runRows: ({ runId, states, offset, limit }) => runs.rows(runId, states, offset, limit),
    pauseRun: ({ runId }) => runs.pause(runId),
    resumeRun: ({ runId }) => {
      onSendRequested()
      runs.resume(runId)
    },
    nextSteps: () => ({ steps: runs.nextSteps() }),
    dismissNext: ({ runId }) => runs.dismissNext(runId),
    stopRun: ({ runId }) => ({ withdrawn: runs.stop(runId) }),
  }
}

/** The room's answers to the contract's part for testing with what arrived. */
import type { FeatureEmit, FeatureHandlers } from '../../shared/ipc/define.ts'
import type { inspectorContract } from '../../shared/notifications/inspector-contract.ts'
import type { logContract } from '../../shared/notifications/log-contract.ts'
import type { Captures } from './captures.ts'
import type { GroupCommit } from './receiver/group-commit.ts'
import type { Replayer } from './receiver/replay.ts'
import type { NotificationStore } from './store.ts'

/** Deliveries that are removed in one transaction; between two of them everything else has its turn. */
const REMOVED_AT_ONCE = 500

export const createInspectorHandlers = (deps: {
  readonly store: NotificationStore
  readonly group: GroupCommit
  readonly replayer: Replayer
  readonly captures: Captures
  readonly emit: FeatureEmit<typeof logContract>
}): FeatureHandlers<typeof inspectorContract> => {
  const { store, replayer, captures } = deps
  return {
    replay: (plan) => {
      replayer.replay(plan)
      return {}
    },
    replayEdited: (edited) => {
      replayer.replayEdited(edited)
      return {}
    },
    replayRun: () => ({ run: replayer.run() }),
    stopReplay: () => {
      replayer.stop()
      return {}
    },
    eventIds: (request) => ({ eventIds: [...store.eventIds({ ...request, offset: 0 })] }),
    exportCaptures: (request) => captures.exportCaptures(request),
    importCaptures: async ({ content }) => {
      const done = await captures.importCaptures(content)
      deps.emit('logChanged', {})
      return done
    },
    removeMarked: async ({ origin, eventId }) => {
      let removed = 0
      for (;;) {
        const now = await deps.group.commit(() => store.removeDeliveries(origin, eventId ?? null, REMOVED_AT_ONCE))
        removed += now
        if (now < REMOVED_AT_ONCE) break
      }
      deps.emit('logChanged', {})
      return { removed }
    },
    linkListing: ({ itemId, sku }) => {
      store.setListing(itemId, sku)
      deps.emit('logChanged', {})
      return {}
    },
  }
}

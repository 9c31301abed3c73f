/** The mapping feature: builds its store, client and use cases. */
import { getPlatform } from '../../shared/connection/profile.ts'
import type { mappingContract } from '../../shared/mapping/contract.ts'
import type { Feature, FeatureDeps } from '../feature.ts'
import { forPurpose } from '../http/request.ts'
import type { ItemsPort } from '../items-port.ts'
import type { Outbound } from '../outbound/outbound.ts'
import { createMappingHandlers } from './handlers.ts'
import { createMappingClient } from './platform/mapping-client.ts'
import { createMappingStore } from './store.ts'
import { createCompletionNotice } from './tasks/completion-notice.ts'
import { createMonitor } from './tasks/monitor.ts'
import type { FirstTask } from './tasks/start-store.ts'
import { createTaskStarter } from './tasks/task-starter.ts'
import { startWatch } from './tasks/watch.ts'

/** `items` finds items and stores a draft made from a preview. */
export const createMappingFeature = (
  deps: FeatureDeps<typeof mappingContract> & { readonly outbound: Outbound },
  items: ItemsPort,
): Feature<typeof mappingContract> & {
  /** Reads a task that the platform reports as ended (PLT-16). Does nothing for an unknown one. */
  readonly taskEnded: (taskId: string) => void
  /** Adds a task that was started before, if there is none yet: a new practice shop has one to look at. */
  readonly addFirstTask: (task: FirstTask) => void
} => {
  const store = createMappingStore(deps.database)
  const client = createMappingClient(deps)
  const notice = createCompletionNotice(deps)
  const changed = (taskRef: number): void => deps.emit('taskChanged', { taskRef })
  const ended = (taskRef: number): void => {
    const task = store.row(taskRef)
    if (task !== undefined) notice.add(task)
    deps.emit('tasksChanged', {})
  }
  const monitor = createMonitor({
    ...deps,
    polls: getPlatform(deps.profile).limits.taskPolls,
    store,
    client,
    watchClient: createMappingClient({ ...deps, send: forPurpose(deps.send, 'watch') }),
    changed,
    ended,
  })
  const starter = createTaskStarter({ ...deps, store, client, changed, started: monitor.watch })

  return {
    handlers: createMappingHandlers({ ...deps, store, monitor, starter, items }),
    taskEnded: (taskId) => {
      const taskRef = store.findTaskRef(taskId)
      if (taskRef !== undefined) monitor.checkNow(taskRef)
    },
    addFirstTask: (task) => store.addFirstTask(task, startWatch(deps.clock.nowMs())),
    start: async () => {
      monitor.start()
    },
    stop: async () => {
      await monitor.stop()
      notice.stop()
    },
  }
}

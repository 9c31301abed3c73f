/** The mapping room: builds its store, client and use-cases, and answers its part of the contract. */
import type { ItemsPort } from '../../shared/inventory/items-port.ts'
import type { mappingContract } from '../../shared/mapping/contract.ts'
import type { Feature, FeatureDeps } from '../feature.ts'
import { createMappingClient } from './client.ts'
import { createEndedNotice } from './ended-notice.ts'
import { createMappingHandlers } from './handlers.ts'
import { createMonitor } from './monitor.ts'
import { createTaskStarter } from './start-task.ts'
import { createMappingStore } from './store.ts'

/** `items` is what the inventory room offers: to look items up, and to file a draft that was made of a preview. */
export const createMappingFeature = (
  deps: FeatureDeps<typeof mappingContract>,
  items: ItemsPort,
): Feature<typeof mappingContract> => {
  const store = createMappingStore(deps.database)
  const client = createMappingClient(deps)

  const notice = createEndedNotice(deps)

  const changed = (taskRef: number): void => deps.emit('taskChanged', { taskRef })

  const ended = (taskRef: number): void => {
    const task = store.row(taskRef)
    if (task !== undefined) notice.tell(task)
    deps.emit('tasksChanged', {})
  }

  const monitor = createMonitor({ ...deps, store, client, changed, ended })
  const starter = createTaskStarter({
    ...deps,
    store,
    client,
    changed,
    started: monitor.watch,
  })

  return {
    handlers: createMappingHandlers({ ...deps, store, monitor, starter, items }),
    start: async () => {
      starter.start()
      monitor.start()
    },
    stop: async () => {
      await starter.stop()
      await monitor.stop()
      notice.stop()
    },
  }
}

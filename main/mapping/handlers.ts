/** The mapping room's part of the contract. */
import type { ConnectionProfile } from '../../shared/connection/profile.ts'
import type { ItemsPort } from '../../shared/inventory/items-port.ts'
import type { JsonObject } from '../../shared/inventory/json.ts'
import { skuProblem } from '../../shared/inventory/sku.ts'
import type { RoomEmit, RoomHandlers } from '../../shared/ipc/define.ts'
import type { mappingContract } from '../../shared/mapping/contract.ts'
import { previewToProduct } from '../../shared/mapping/preview-to-item.ts'
import { splitProducts, startVariables } from '../../shared/mapping/product.ts'
import type { ListingPreview } from '../../shared/mapping/result.ts'
import { isAskable, watchFromNow } from '../../shared/mapping/task.ts'
import { Failure } from '../../shared/result.ts'
import type { Clock } from '../ports.ts'
import { mappingUrl } from './client.ts'
import type { Monitor } from './monitor.ts'
import type { TaskStarter } from './start-task.ts'
import type { MappingStore } from './store.ts'

type Contract = typeof mappingContract

const notFound = (message: string): Failure => new Failure({ kind: 'notFound', message })
const conflict = (message: string): Failure => new Failure({ kind: 'conflict', message })

export const createMappingHandlers = (deps: {
  readonly profile: ConnectionProfile
  readonly store: MappingStore
  readonly monitor: Monitor
  readonly starter: TaskStarter
  readonly items: ItemsPort
  readonly clock: Clock
  readonly emit: RoomEmit<Contract>
}): RoomHandlers<Contract> => {
  const { profile, store, monitor, starter, items, clock, emit } = deps

  const previewOf = (taskRef: number, index: number): ListingPreview => {
    const preview = store.previewOf(taskRef, index)
    if (preview === undefined) throw notFound('This preview is not in the task. Go back to the task and choose again.')
    return preview
  }

  /** Errors: `notFound`, and `conflict` in words for each state that cannot be asked about. */
  const assertAskable = (taskRef: number): void => {
    const details = store.watchedTask(taskRef)
    if (details === undefined) {
      if (store.details(taskRef) === undefined) throw notFound(`There is no mapping task ${taskRef}.`)
      throw conflict('The platform has not given this task an id yet, so there is nothing to ask about.')
    }
    if (!isAskable(details.watch.state)) throw conflict('This task has ended, and its result is here.')
  }

  return {
    tasks: ({ cursor, limit, state }) => ({ ...store.page({ cursor, limit, state }), ...store.totals() }),

    task: ({ taskRef }) => {
      const details = store.details(taskRef)
      if (details === undefined) throw notFound(`There is no mapping task ${taskRef}.`)
      return { ...details, checking: monitor.isChecking(taskRef), result: store.resultOf(taskRef) }
    },

    startPlan: ({ products }) => ({
      url: mappingUrl(profile),
      document: profile.mapping.startDocument,
      productsPerTask: profile.limits.productsPerTask,
      parts: splitProducts(products, profile.limits.productsPerTask).map((part) => ({
        productCount: part.length,
        variables: JSON.stringify(startVariables(part), null, 2),
      })),
    }),

    draftFromPreview: ({ taskRef, previewIndex, sku, title }) => {
      const preview = previewOf(taskRef, previewIndex)
      const isThere = skuProblem(sku) === undefined && items.has(sku)
      const previews = store.resultOf(taskRef)?.listingPreviews ?? []
      const { product, notes } = previewToProduct(preview, title)
      return {
        product,
        notes: [...notes],
        existing: isThere ? { title: items.titleOf(sku) ?? null } : null,
        samePreviews: previews.flatMap((other, index) => (index !== previewIndex && other.sku === sku ? [index] : [])),
      }
    },

    startDraft: () => ({ draft: store.startDraft() }),

    // No event: the one who types has it already, and whoever opens the page reads it then.
    saveStartDraft: ({ draft }) => {
      store.saveStartDraft(draft)
      return {}
    },

    start: ({ products, requestKey, parentRef }) => {
      if (parentRef !== undefined && store.details(parentRef) === undefined) {
        throw notFound(`There is no mapping task ${parentRef} to send products of again.`)
      }
      const taskRefs = starter.startTasks({ products, requestKey, parentRef })
      emit('tasksChanged', {})
      return { taskRefs: [...taskRefs] }
    },

    startAgain: ({ taskRef }) => {
      if (!starter.startAgain(taskRef)) {
        throw conflict('Only a task that was not started can be sent again as it is. This one is in another state.')
      }
      emit('tasksChanged', {})
      emit('taskChanged', { taskRef })
      return {}
    },

    checkNow: ({ taskRef }) => {
      assertAskable(taskRef)
      monitor.checkNow(taskRef)
      return {}
    },

    pause: ({ taskRef }) => {
      assertAskable(taskRef)
      monitor.pause(taskRef)
      return {}
    },

    resume: ({ taskRef }) => {
      assertAskable(taskRef)
      monitor.resume(taskRef)
      return {}
    },

    addTaskId: ({ taskId }) => {
      const nowMs = clock.nowMs()
      const added = store.addTaskId(taskId, watchFromNow(nowMs), nowMs)
      if (!added.known) {
        monitor.watch(added.taskRef)
        emit('tasksChanged', {})
      }
      return added
    },

    makeDraftItem: ({ taskRef, previewIndex, sku, condition, title, replaceEdit }) => {
      const preview = previewOf(taskRef, previewIndex)
      const { product, notes } = previewToProduct(preview, title)
      const item: JsonObject = { condition, product: { ...product } }
      items.stageDraft({ sku, item, source: `Mapping task ${taskRef}, preview ${previewIndex + 1}`, replaceEdit })
      store.draftMade(taskRef, previewIndex, sku, clock.nowMs())
      emit('taskChanged', { taskRef })
      return { sku, notes: [...notes] }
    },
  }
}

/** The mapping room's part of the contract. */
import type { ConnectionProfile } from '../../shared/connection/profile.ts'
import type { ItemsPort } from '../../shared/inventory/items-port.ts'
import type { JsonObject } from '../../shared/inventory/json.ts'
import { skuProblem } from '../../shared/inventory/sku.ts'
import type { FeatureEmit, FeatureHandlers } from '../../shared/ipc/define.ts'
import type { ExportedList, mappingContract } from '../../shared/mapping/contract.ts'
import {
  type MappedField,
  mappedFields,
  previewToProduct,
  type Shortened,
  takeFields,
} from '../../shared/mapping/preview-to-item.ts'
import { isSameProduct, type Product, splitProducts, startVariables } from '../../shared/mapping/product.ts'
import type { ListingPreview } from '../../shared/mapping/result.ts'
import { isAskable, watchFromNow } from '../../shared/mapping/task.ts'
import { assertNever, Failure } from '../../shared/result.ts'
import type { Clock } from '../ports.ts'
import { mappingUrl } from './client.ts'
import type { Monitor } from './monitor.ts'
import { exportList, type ListContent, readProductsCsv } from './products-csv.ts'
import type { TaskStarter } from './start-task.ts'
import type { MappingStore } from './store.ts'

type Contract = typeof mappingContract

type DraftChoice = {
  readonly taskRef: number
  readonly previewIndex: number
  readonly take?: readonly MappedField[] | undefined
  readonly title?: string | undefined
  readonly shortened?: readonly Shortened[] | undefined
}

const fileWords: Readonly<Record<ExportedList, string>> = {
  listingPreviews: 'previews',
  invalidProducts: 'invalid',
  unmappedProducts: 'unmapped',
  unprocessedProducts: 'unprocessed',
  productsSent: 'sent',
}

const notFound = (message: string): Failure => new Failure({ kind: 'notFound', message })
const conflict = (message: string): Failure => new Failure({ kind: 'conflict', message })

export const createMappingHandlers = (deps: {
  readonly profile: ConnectionProfile
  readonly store: MappingStore
  readonly monitor: Monitor
  readonly starter: TaskStarter
  readonly items: ItemsPort
  readonly clock: Clock
  readonly emit: FeatureEmit<Contract>
}): FeatureHandlers<Contract> => {
  const { profile, store, monitor, starter, items, clock, emit } = deps

  const previewOf = (taskRef: number, index: number): ListingPreview => {
    const preview = store.previewOf(taskRef, index)
    if (preview === undefined) throw notFound('This preview is not in the task. Go back to the task and choose again.')
    return preview
  }

  const draftOf = ({ taskRef, previewIndex, take, title, shortened }: DraftChoice) =>
    takeFields(previewToProduct(previewOf(taskRef, previewIndex), title, shortened), take ?? mappedFields)

  /** MAP-05: what was invalid and comes again unchanged would fail again, and is refused here whatever a screen allows. */
  const assertMended = (parentRef: number, products: readonly Product[]): void => {
    const invalid = new Map(
      store
        .invalidProducts(parentRef)
        .rows.flatMap(({ sent }) => (sent === null ? [] : [[sent.externalProductId, sent]])),
    )
    for (const product of products) {
      const sent = invalid.get(product.externalProductId)
      if (sent === undefined || !isSameProduct(product, sent)) continue
      throw conflict(
        `“${product.externalProductId}” was invalid, and nothing of it has changed. The same data fails again: change it first.`,
      )
    }
  }

  const contentOf = (taskRef: number, list: ExportedList): ListContent => {
    switch (list) {
      case 'listingPreviews':
        return { list, elements: store.entries(taskRef, list) }
      case 'invalidProducts':
        return { list, elements: store.entries(taskRef, list) }
      case 'unmappedProducts':
      case 'unprocessedProducts':
        return { list, elements: store.entries(taskRef, list) }
      case 'productsSent':
        return { list, elements: store.productsSent(taskRef) }
      default:
        return assertNever(list)
    }
  }

  /** Errors: `notFound`, and `conflict` in words for each state that cannot be asked about. */
  const assertAskable = (taskRef: number): void => {
    const details = store.watchedTask(taskRef)
    if (details === undefined) {
      if (!store.exists(taskRef)) throw notFound(`There is no mapping task ${taskRef}.`)
      throw conflict('The platform has not given this task an id yet, so there is nothing to ask about.')
    }
    if (!isAskable(details.watch.state)) throw conflict('This task has ended, and its result is here.')
  }

  return {
    tasks: (asked) => ({ rows: store.page(asked), ...store.totals(asked.state) }),

    task: ({ taskRef }) => {
      const details = store.details(taskRef)
      if (details === undefined) throw notFound(`There is no mapping task ${taskRef}.`)
      return { ...details, checking: monitor.isChecking(taskRef) }
    },

    previews: ({ taskRef, ...part }) => store.previews(taskRef, part),
    invalidProducts: ({ taskRef, ...part }) => store.invalidProducts(taskRef, part),
    unmappedProducts: ({ taskRef, ...part }) => store.plainProducts(taskRef, 'unmappedProducts', part),
    unprocessedProducts: ({ taskRef, ...part }) => store.plainProducts(taskRef, 'unprocessedProducts', part),
    productsSent: ({ taskRef }) => ({ products: store.productsSent(taskRef) }),
    requestBody: ({ taskRef }) => ({ body: store.requestBody(taskRef) }),

    preview: ({ taskRef, previewIndex }) => {
      const preview = previewOf(taskRef, previewIndex)
      return { preview, sent: store.sentForSku(taskRef, preview.sku) ?? null }
    },

    history: ({ limit }) => store.history(limit),

    exportList: ({ taskRef, list, format }) => {
      if (!store.exists(taskRef)) throw notFound(`There is no mapping task ${taskRef}.`)
      return {
        fileName: `mapping-${taskRef}-${fileWords[list]}.${format}`,
        text: exportList(contentOf(taskRef, list), format),
      }
    },

    productsFromCsv: ({ text }) => {
      const { products, specifics, problems } = readProductsCsv(text)
      return { products: [...products], specifics: [...specifics], problems: [...problems] }
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

    draftFromPreview: ({ sku, ...choice }) => {
      const isThere = skuProblem(sku) === undefined && items.has(sku)
      const { product, notes } = draftOf(choice)
      return {
        product,
        notes: [...notes],
        existing: isThere ? { title: items.titleOf(sku) ?? null } : null,
        samePreviews: store.previewsWithSku(choice.taskRef, sku),
      }
    },

    startDraft: () => ({ draft: store.startDraft() }),

    // No event: the one who types has it already, and whoever opens the page reads it then.
    saveStartDraft: ({ draft }) => {
      store.saveStartDraft(draft)
      return {}
    },

    start: ({ products, requestKey, parentRef }) => {
      if (parentRef !== undefined) {
        if (!store.exists(parentRef)) throw notFound(`There is no mapping task ${parentRef} to send products of again.`)
        assertMended(parentRef, products)
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

    pauseAll: () => ({ count: monitor.pauseAll() }),
    resumeAll: () => ({ count: monitor.resumeAll() }),

    saveMending: ({ taskRef, index, form }) => {
      if (!store.exists(taskRef)) throw notFound(`There is no mapping task ${taskRef}.`)
      store.saveMending(taskRef, index, form)
      emit('mendingChanged', { taskRef })
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

    makeDraftItem: ({ sku, condition, replaceEdit, ...choice }) => {
      const { taskRef, previewIndex } = choice
      const { product, notes } = draftOf(choice)
      const item: JsonObject = { condition, product: { ...product } }
      items.stageDraft({ sku, item, source: `Mapping task ${taskRef}, preview ${previewIndex + 1}`, replaceEdit })
      store.draftMade(taskRef, previewIndex, sku, clock.nowMs())
      emit('taskChanged', { taskRef })
      return { sku, notes: [...notes] }
    },
  }
}

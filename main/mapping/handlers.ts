/** Answers the mapping feature's part of the contract. */
import { type ConnectionProfile, getPlatform } from '../../shared/connection/profile.ts'
import { skuProblem } from '../../shared/inventory/sku.ts'
import type { FeatureEmit, FeatureHandlers, InputOf } from '../../shared/ipc/define.ts'
import type { ExportedList, mappingContract } from '../../shared/mapping/contract.ts'
import { type DraftChoice, previewToProduct } from '../../shared/mapping/preview-to-item.ts'
import { isSameProduct, type Product, splitProducts } from '../../shared/mapping/product.ts'
import { isPollable, type TaskState } from '../../shared/mapping/task.ts'
import type { ListingPreview } from '../../shared/mapping/task-result.ts'
import { conflict, Failure, notFound, validation } from '../../shared/result.ts'
import type { ItemsPort } from '../items-port.ts'
import type { Clock } from '../ports.ts'
import { getMappingAdapter } from './platform/choose-adapter.ts'
import { readProductsCsv } from './products/products-csv.ts'
import { planDrafts } from './results/draft-plan.ts'
import { exportList } from './results/list-export.ts'
import type { MappingStore } from './store.ts'
import type { Monitor } from './tasks/monitor.ts'
import type { TaskStarter } from './tasks/task-starter.ts'
import { startWatch } from './tasks/watch.ts'

type Contract = typeof mappingContract

const fileNames: Readonly<Record<ExportedList, string>> = {
  listingPreviews: 'previews',
  invalidProducts: 'invalid',
  unmappedProducts: 'unmapped',
  unprocessedProducts: 'unprocessed',
  productsSent: 'sent',
}

/** Of a task without a suggestion for the item. */
const suggestionStateOf = (state: TaskState, isPaused: boolean): 'looking' | 'nothing' | 'stopped' => {
  if (state === 'completed' || state === 'completedWithError') return 'nothing'
  return ['starting', 'waiting', 'processing'].includes(state) && !isPaused ? 'looking' : 'stopped'
}

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
  const { limits } = getPlatform(profile)

  const missingTask = (taskRef: number): Failure => notFound(`Mapping ${taskRef} doesn’t exist.`)
  const assertExists = (taskRef: number): void => {
    if (!store.exists(taskRef)) throw missingTask(taskRef)
  }

  const loadPreview = (taskRef: number, index: number): ListingPreview => {
    const preview = store.findPreview(taskRef, index)
    if (preview !== undefined) return preview
    throw notFound('This suggestion isn’t in the mapping. Choose one from its list.')
  }

  /** Refuses to resend an invalid product unchanged: it would fail again (MAP-05). */
  const assertCorrected = (parentRef: number, products: readonly Product[]): void => {
    const invalid = store.invalidProducts(parentRef).rows.flatMap(({ sent }) => (sent === null ? [] : [sent]))
    const unchanged = products.find((product) => invalid.some((sent) => isSameProduct(product, sent)))
    if (unchanged === undefined) return
    throw conflict(
      `“${unchanged.externalProductId}” was invalid and hasn’t changed. It would fail again. Correct it first.`,
    )
  }

  const assertAccepted = (products: readonly Product[]): void => {
    const { findProblem } = getMappingAdapter(profile)
    for (const product of products) {
      const problem = findProblem(product)
      if (problem !== undefined) throw validation('products', `“${product.externalProductId}”: ${problem}`)
    }
  }

  const assertPollable = (taskRef: number): void => {
    assertExists(taskRef)
    const task = store.watchedTask(taskRef)
    if (task === undefined) throw conflict('This task has no ID yet, so it can’t be checked.')
    if (!isPollable(task.watch.state)) throw conflict('This task has finished. Its result is already here.')
  }

  type Draft = Pick<
    InputOf<Contract['createDraftItem']>,
    'taskRef' | 'previewIndex' | 'sku' | 'condition' | 'replaceEdit'
  > & { readonly quantity?: number | undefined }
  const stageDraft = ({ taskRef, previewIndex, sku, condition, quantity, replaceEdit }: Draft, choice: DraftChoice) => {
    const { product, notes } = previewToProduct(loadPreview(taskRef, previewIndex), limits, choice)
    // Keeps the condition of an edit that the draft replaces.
    const kept = condition ?? items.find(sku)?.view.condition
    if (kept === undefined)
      throw validation('condition', 'Choose a condition. Neither the suggestion nor the item has one.')
    items.stageDraft({
      sku,
      item: {
        condition: kept,
        product: { ...product },
        ...(quantity === undefined ? {} : { availability: { shipToLocationAvailability: { quantity } } }),
      },
      source: `Mapping ${taskRef}, suggestion ${previewIndex + 1}`,
      replaceEdit,
    })
    store.addDraft(taskRef, previewIndex, sku, clock.nowMs())
    return { sku, notes: [...notes] }
  }

  return {
    tasks: (input) => ({ rows: store.page(input), ...store.totals(input.state) }),

    task: ({ taskRef }) => {
      const details = store.details(taskRef)
      if (details === undefined) throw missingTask(taskRef)
      return { ...details, checking: monitor.isChecking(taskRef) }
    },

    previews: ({ taskRef, ...page }) => store.previews(taskRef, page),
    invalidProducts: ({ taskRef, ...page }) => store.invalidProducts(taskRef, page),
    unmappedProducts: ({ taskRef, ...page }) => store.unmatchedProducts(taskRef, 'unmappedProducts', page),
    unprocessedProducts: ({ taskRef, ...page }) => store.unmatchedProducts(taskRef, 'unprocessedProducts', page),
    productsSent: ({ taskRef }) => ({ products: store.productsSent(taskRef) }),
    requestBody: ({ taskRef }) => ({ body: store.requestBody(taskRef) }),

    preview: ({ taskRef, previewIndex }) => {
      const preview = loadPreview(taskRef, previewIndex)
      return { preview, sent: store.sentForSku(taskRef, preview.sku) ?? null }
    },

    exportList: ({ taskRef, list }) => {
      assertExists(taskRef)
      const elements = list === 'productsSent' ? store.productsSent(taskRef) : store.entries(taskRef, list)
      return { fileName: `mapping-${taskRef}-${fileNames[list]}.csv`, text: exportList(list, elements) }
    },

    productsFromCsv: ({ text }) => readProductsCsv(text, getPlatform(profile).capabilities.publishedMapping),

    startPlan: ({ products }) => ({
      url: profile.graphqlUrl,
      document: profile.mapping.startDocument,
      productsPerTask: profile.limits.productsPerTask,
      parts: splitProducts(products, profile.limits.productsPerTask).map((part) => ({
        productCount: part.length,
        variables: JSON.stringify(getMappingAdapter(profile).startVariables(profile, part), null, 2),
      })),
    }),

    draftFromPreview: ({ taskRef, previewIndex, sku, ...choice }) => {
      const item = skuProblem(sku) === undefined ? items.find(sku) : undefined
      const { product, notes } = previewToProduct(loadPreview(taskRef, previewIndex), limits, choice)
      return {
        product,
        notes: [...notes],
        existing: item === undefined ? null : { title: item.view.title ?? null },
        samePreviews: store.previewsWithSku(taskRef, sku),
      }
    },

    suggestion: ({ sku }) => {
      const taskRef = store.newestTaskOf(sku)
      const task = taskRef === undefined ? undefined : store.details(taskRef)
      if (task === undefined) return { suggestion: null }
      // A product code is sent without the SKU, so only a task of one product says which item it is about.
      const [found] = [
        ...store.previewsWithSku(task.taskRef, sku),
        ...(task.productCount === 1 ? store.previews(task.taskRef, { offset: 0, limit: 1 }).rows : []),
      ]
      const preview = found === undefined ? undefined : store.findPreview(task.taskRef, found.index)
      return {
        suggestion: {
          taskRef: task.taskRef,
          state: preview !== undefined ? 'found' : suggestionStateOf(task.state, task.paused),
          message: task.problem,
          preview:
            found === undefined || preview === undefined
              ? null
              : {
                  previewIndex: found.index,
                  categoryId: preview.categoryId,
                  product: previewToProduct(preview, limits).product,
                },
        },
      }
    },

    takeSuggestion: ({ taskRef, previewIndex, sku }) => {
      loadPreview(taskRef, previewIndex)
      store.addDraft(taskRef, previewIndex, sku, clock.nowMs())
      emit('taskChanged', { taskRef })
    },

    startDraft: () => ({ draft: store.startDraft() }),

    saveStartDraft: ({ draft }) => store.saveStartDraft(draft),

    start: (request) => {
      const { parentRef, products } = request
      assertAccepted(products)
      if (parentRef !== undefined) {
        assertExists(parentRef)
        assertCorrected(parentRef, products)
      }
      const taskRefs = starter.startTasks({ ...request, parentRef })
      emit('tasksChanged', {})
      return { taskRefs }
    },

    startAgain: ({ taskRef }) => {
      if (!starter.startAgain(taskRef)) {
        throw conflict('This task was sent already, or is being sent.')
      }
      emit('tasksChanged', {})
      emit('taskChanged', { taskRef })
    },

    checkNow: ({ taskRef }) => {
      assertPollable(taskRef)
      monitor.checkNow(taskRef)
    },

    pause: ({ taskRef }) => {
      assertPollable(taskRef)
      monitor.pause(taskRef)
    },

    resume: ({ taskRef }) => {
      assertPollable(taskRef)
      monitor.resume(taskRef)
    },

    pauseAll: () => ({ count: monitor.pauseAll() }),
    resumeAll: () => ({ count: monitor.resumeAll() }),

    saveCorrection: ({ taskRef, index, form }) => {
      assertExists(taskRef)
      store.saveCorrection(taskRef, index, form)
      emit('correctionsChanged', { taskRef })
    },

    addTaskId: ({ taskId }) => {
      const nowMs = clock.nowMs()
      const added = store.addTaskId(taskId, startWatch(nowMs), nowMs)
      if (!added.known) {
        monitor.watch()
        emit('tasksChanged', {})
      }
      return added
    },

    draftPlan: ({ taskRef }) => {
      assertExists(taskRef)
      return {
        rows: planDrafts(store.entries(taskRef, 'listingPreviews'), items, { limits, canList: profile.canList }).map(
          ({ choice: _, ...row }) => row,
        ),
      }
    },

    createDraftItem: ({ taskRef, previewIndex, sku, condition, replaceEdit, ...choice }) => {
      const created = stageDraft({ taskRef, previewIndex, sku, condition, replaceEdit }, choice)
      emit('taskChanged', { taskRef })
      return created
    },

    createDraftItems: ({ taskRef, previewIndexes, condition, quantity }) => {
      assertExists(taskRef)
      const plan = new Map(
        planDrafts(store.entries(taskRef, 'listingPreviews'), items, { limits, canList: profile.canList }).map(
          (row) => [row.index, row] as const,
        ),
      )
      const drafts: { previewIndex: number; sku: string }[] = []
      const categories: { previewIndex: number; sku: string }[] = []
      const failures: { previewIndex: number; message: string }[] = []
      for (const previewIndex of new Set(previewIndexes)) {
        const row = plan.get(previewIndex)
        try {
          if (row === undefined || row.obstacle !== null || row.sku === null) {
            throw conflict('This suggestion can no longer be used with the others. Open it to see why.')
          }
          if (row.isCategoryOnly) {
            categories.push({ previewIndex, sku: row.sku })
            continue
          }
          stageDraft(
            {
              ...{ taskRef, previewIndex, sku: row.sku, replaceEdit: false },
              ...(row.needsCondition ? { condition } : {}),
              ...(row.needsQuantity ? { quantity } : {}),
            },
            row.choice,
          )
          drafts.push({ previewIndex, sku: row.sku })
        } catch (error) {
          if (!(error instanceof Failure)) throw error
          failures.push({ previewIndex, message: error.message })
        }
      }
      if (drafts.length > 0) emit('taskChanged', { taskRef })
      return { drafts, categories, failures }
    },
  }
}

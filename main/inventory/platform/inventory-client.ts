/** The inventory service's operations. */
import { type ConnectionProfile, getPlatform, languageHeaders, nameScope } from '../../../shared/connection/profile.ts'
import type { JsonObject } from '../../../shared/inventory/json.ts'
import { jsonText, parseJson } from '../../../shared/inventory/json-text.ts'
import { MAX_BULK_ITEMS } from '../../../shared/inventory/limits.ts'
import { SKU_TOPIC, skuProblem } from '../../../shared/inventory/sku.ts'
import { Failure, notFound, validation } from '../../../shared/result.ts'
import {
  classifyResponse,
  elementResponse,
  isSystemError,
  isWebPage,
  parseErrors,
  parseWarnings,
  readJson,
  readSaid,
  readWarnings,
  tryReadJson,
} from '../../http/answers.ts'
import { practiceErrors, responseFailure } from '../../http/failures.ts'
import type { HttpRequest, HttpResponse, Send } from '../../http/request.ts'
import { parseRetryAfter } from '../../http/retry-after.ts'
import { classifyStatus } from '../../http/retry-table.ts'
import { createServiceClient } from '../../http/service-client.ts'
import { saysDayUsedUp } from '../../http/used-up.ts'
import { type FailedOutcome, failedWrite } from '../../outbound/outcome.ts'
import type { PreparedSave } from '../saves/prepared-save.ts'
import type { ItemAdapter } from './adapter.ts'
import { getItemAdapter } from './choose-adapter.ts'
import { RefusedSave, toRefusals } from './errors.ts'
import {
  type BulkAnswer,
  type BulkRead,
  bulkBodySchema,
  bulkReadBodySchema,
  itemBodySchema,
  type ListedItem,
  listBodySchema,
  practiceSkusSchema,
} from './wire.ts'

export type SendOptions = Pick<HttpRequest, 'signal' | 'trigger'>
export type ReadOptions = Pick<HttpRequest, 'signal' | 'maxWaitMs'>

/** The outcome for one SKU of a bulk call. */
export type SaveCallResult =
  | { readonly sku: string; readonly outcome: 'carriedOut'; readonly warnings: readonly string[] }
  | { readonly sku: string; readonly outcome: FailedOutcome['outcome']; readonly failure: Failure }

/** What a bulk read says about one SKU. `record` is undefined if the platform has no such item. */
export type ItemReading = { readonly record: JsonObject | undefined } | { readonly failure: Failure }

/** The outcome of a write that failed with this error. */
export const toWriteOutcome = (error: unknown): FailedOutcome['outcome'] => failedWrite(error, 0).outcome

/** Whether a failed write certainly didn't count against the day's limit: it never arrived, or got a 401 or 429. */
export const isUncounted = (error: unknown): boolean => {
  const outcome = toWriteOutcome(error)
  return outcome === 'notReached' || outcome === 'notNow'
}

/** The longest pause of a burst limit. A longer one means that the day's changes are used up. */
const MAX_BURST_PAUSE_MS = 10 * 60 * 1000

/** Maximum page size: https://developer.ebay.com/api-docs/sell/inventory/resources/inventory_item/methods/getInventoryItems */
const MAX_LIST_PAGE = 200

const limitReached = ({ errors: { platformName } }: ItemAdapter): string =>
  `${platformName.The} says that this account’s item changes are used up for now. Nothing was changed.`

/** INV-01 before any call. Where the platform lists items, it may have SKUs that INV-01 forbids (PLT-39): it binds new ones only. */
const requireValidSku = (sku: string): void => {
  const problem = skuProblem(sku)
  if (problem !== undefined) throw validation('sku', problem, SKU_TOPIC)
}

const toWriteFailure = (adapter: ItemAdapter, response: HttpResponse, scope: string, nowMs: number): Failure => {
  const pauseMs = response.status === 429 ? parseRetryAfter(response.headers, nowMs) : undefined
  const isDay = response.status === 429 && saysDayUsedUp(readSaid(response))
  if (isDay || (pauseMs !== undefined && pauseMs >= MAX_BURST_PAUSE_MS)) {
    const resetsAtMs = pauseMs === undefined ? undefined : nowMs + pauseMs
    return new Failure({
      kind: 'quotaExhausted',
      message: limitReached(adapter),
      ...(resetsAtMs === undefined ? {} : { resetsAtMs }),
    })
  }
  const failure = responseFailure('inventory', response, adapter.errors, { scope })
  if (isSystemError(parseErrors(response))) return new Failure({ kind: 'unknown', message: failure.message })
  return new RefusedSave(failure.detail, toRefusals(adapter, parseErrors(response), failure.message))
}

/** The result of a bulk answer for one SKU (INV-12). Missing and contradictory elements leave its outcome unknown. */
const toBulkResult = (adapter: ItemAdapter, sku: string, answers: readonly BulkAnswer[]): SaveCallResult => {
  const own = answers.filter((answer) => answer.sku === sku)
  const status = own.every(({ statusCode }) => statusCode === own[0]?.statusCode) ? own[0]?.statusCode : undefined
  const response = elementResponse(status, own[0]?.errors)
  if (response === undefined) {
    const message = `The answer doesn’t say whether ${sku} was saved.`
    return { sku, outcome: 'unknown', failure: new Failure({ kind: 'unknown', message }) }
  }
  if (response.status < 300) {
    return { sku, outcome: 'carriedOut', warnings: own.flatMap((answer) => parseWarnings(answer)) }
  }
  if (response.status === 429) {
    return { sku, outcome: 'notNow', failure: new Failure({ kind: 'quotaExhausted', message: limitReached(adapter) }) }
  }
  const { detail } = responseFailure('inventory', response, adapter.errors)
  if (isSystemError(parseErrors(response))) {
    return { sku, outcome: 'unknown', failure: new Failure({ kind: 'unknown', message: detail.message }) }
  }
  const refusals = toRefusals(adapter, parseErrors(response), detail.message)
  return { sku, outcome: 'refused', failure: new RefusedSave(detail, refusals) }
}

export type InventoryClient = ReturnType<typeof createInventoryClient>

export const createInventoryClient = (deps: {
  readonly profile: ConnectionProfile
  readonly send: Send
  readonly nowMs: () => number
}) => {
  const { profile, send } = deps
  const adapter = getItemAdapter(profile)
  const { itemList: listsItems } = getPlatform(profile).capabilities
  const scope = nameScope(profile, 'sell.inventory')
  const service = createServiceClient({
    send,
    service: 'inventory',
    root: `${profile.baseUrl}/sell/inventory/v1`,
    headers: languageHeaders(profile),
    toFailure: (response, { method = 'GET' }) =>
      method === 'GET'
        ? responseFailure('inventory', response, adapter.errors, { scope })
        : toWriteFailure(adapter, response, scope, deps.nowMs()),
  })

  const sendBulk = async (
    contentLanguage: string,
    freshBody: () => Promise<string>,
    options: SendOptions,
  ): Promise<readonly BulkAnswer[]> => {
    const { bulkPath } = profile
    const headers = { 'content-language': contentLanguage }
    const operation = 'bulkCreateOrReplaceInventoryItem'
    const response = await service.send({ operation, method: 'POST', path: bulkPath, headers, freshBody, ...options })
    if (classifyResponse(response) === 'carriedOut') {
      return readJson(response, bulkBodySchema, 'The answer to the bulk call').responses
    }
    if (response.status === 404) {
      const message = `${adapter.errors.platformName.The} doesn’t know the bulk address ${bulkPath}. Choose the other address in the connection’s settings.`
      throw notFound(message)
    }
    // A call whose elements all failed is a 400 with `responses` instead of `errors` (PLT-26).
    const answers = bulkBodySchema.safeParse(tryReadJson(response)).data?.responses ?? []
    if (answers.length > 0) return answers
    throw toWriteFailure(adapter, response, scope, deps.nowMs())
  }

  /** Whether an answer says that there is no such item. A 404 with a web page means a wrong address, and a hidden item must not pass for a deleted one. */
  const saysNoSuchItem = (response: HttpResponse): boolean => {
    const says = (ids: readonly number[]): boolean =>
      parseErrors(response).some(({ errorId = 0 }) => ids.includes(errorId))
    if (response.status === 404) return !isWebPage(response) && !says(adapter.hiddenItemIds)
    return response.status === 400 && says(adapter.noSuchItemIds)
  }

  /** The reading of one SKU. Missing and contradictory elements are failures: they must not pass for a deleted item. */
  const toReading = (sku: string, answers: readonly BulkRead[]): ItemReading => {
    const [own, ...others] = answers.filter((answer) => answer.sku === sku)
    const response = others.length > 0 ? undefined : elementResponse(own?.statusCode, own?.errors)
    if (response === undefined || (response.status < 300 && own?.inventoryItem === undefined)) {
      const message = `The answer doesn’t say how ${sku} is.`
      return { failure: new Failure({ kind: 'service', message, status: 200, cause: message, whatToDo: 'Try again.' }) }
    }
    if (response.status < 300) return { record: own?.inventoryItem }
    if (saysNoSuchItem(response)) return { record: undefined }
    return { failure: responseFailure('inventory', response, adapter.errors, { scope }) }
  }

  return {
    /** What a save of this record sends: without the fields that only a read has. */
    toBody: adapter.toBody,
    /**
     * The item's record; undefined if the platform has none (INV-10). `signal` stops waiting. Throws `rateLimited` if the
     * platform's pause is longer than `maxWaitMs`.
     */
    getInventoryItem: async (sku: string, options: ReadOptions = {}): Promise<JsonObject | undefined> => {
      if (!listsItems) requireValidSku(sku)
      const response = await service.send({
        operation: 'getInventoryItem',
        path: '/inventory_item/{sku}',
        ids: [sku],
        ...options,
      })
      if (classifyStatus(response.status) === 'carriedOut') {
        return readJson(response, itemBodySchema, `The item ${sku}`, parseJson)
      }
      if (saysNoSuchItem(response)) return undefined
      throw responseFailure('inventory', response, adapter.errors, { scope })
    },

    /**
     * At most 25 different items in one call, by SKU. Only where the platform has `bulkItemReads`. Each element's statusCode
     * decides for its SKU, whatever the status of the answer (PLT-26). Throws only if the call as a whole failed.
     * https://developer.ebay.com/api-docs/sell/inventory/resources/inventory_item/methods/bulkGetInventoryItem
     */
    bulkGetInventoryItem: async (
      skus: readonly string[],
      options: ReadOptions = {},
    ): Promise<ReadonlyMap<string, ItemReading>> => {
      if (skus.length > MAX_BULK_ITEMS || new Set(skus).size !== skus.length) {
        throw new TypeError('A bulk read takes at most 25 different SKUs')
      }
      const response = await service.send({
        operation: 'bulkGetInventoryItem',
        method: 'POST',
        lane: 'read',
        repeatable: true,
        path: '/bulk_get_inventory_item',
        body: jsonText({ requests: skus.map((sku) => ({ sku })) }),
        ...options,
      })
      const isWhole = classifyResponse(response) === 'carriedOut'
      const answers = isWhole
        ? readJson(response, bulkReadBodySchema, 'The answer to the bulk read', parseJson).responses
        : (bulkReadBodySchema.safeParse(tryReadJson(response, parseJson)).data?.responses ?? [])
      if (!isWhole && answers.length === 0) throw responseFailure('inventory', response, adapter.errors, { scope })
      return new Map(skus.map((sku) => [sku, toReading(sku, answers)]))
    },

    /**
     * Creates or replaces the whole record (INV-07, INV-08, INV-09). Sent once and never repeated, because each attempt counts.
     * Returns the platform's warnings about a saved item (PLT-11).
     * https://developer.ebay.com/api-docs/sell/inventory/resources/inventory_item/methods/createOrReplaceInventoryItem
     *
     * `prepare` reads and merges the item right before the request is sent, and again before it is resent with a new token after
     * a 401. If `prepare` throws, nothing is sent and its error is thrown. Otherwise throws `TransportFailure` or the answer's
     * failure; `quotaExhausted` if a 429 requires a longer wait than a burst limit.
     */
    createOrReplaceInventoryItem: async (
      { sku, contentLanguage }: { readonly sku: string; readonly contentLanguage?: string | undefined },
      prepare: () => Promise<PreparedSave>,
      options: SendOptions = {},
    ): Promise<{ readonly isNew: boolean; readonly warnings: readonly string[] }> => {
      if (!listsItems) requireValidSku(sku)
      const response = await service.request({
        operation: 'createOrReplaceInventoryItem',
        method: 'PUT',
        path: '/inventory_item/{sku}',
        ids: [sku],
        headers: { 'content-language': contentLanguage ?? profile.contentLanguage },
        freshBody: async () => {
          const save = await prepare()
          if (save.remote === undefined) requireValidSku(sku)
          if (save.sku !== sku || save.contentLanguage !== contentLanguage) throw new TypeError('Another save')
          return jsonText(adapter.toBody(save.merged))
        },
        ...options,
      })
      return { isNew: response.status === 201, warnings: readWarnings(response) }
    },

    /**
     * One bulk call of at most 25 items in one language (INV-11). Returns one result per save, whatever the order of the
     * answers (INV-12).
     * https://developer.ebay.com/api-docs/sell/inventory/resources/inventory_item/methods/bulkCreateOrReplaceInventoryItem
     *
     * `prepare` as in `createOrReplaceInventoryItem`. Rejects only if nothing was sent.
     */
    bulkCreateOrReplaceInventoryItem: async (
      contentLanguage: string | undefined,
      prepare: () => Promise<readonly PreparedSave[]>,
      options: SendOptions = {},
    ): Promise<readonly SaveCallResult[]> => {
      let saves: readonly PreparedSave[] = []
      const language = contentLanguage ?? profile.contentLanguage
      const freshBody = async (): Promise<string> => {
        saves = []
        const prepared = await prepare()
        for (const { sku, remote } of prepared) if (!listsItems || remote === undefined) requireValidSku(sku)
        const isOneCall =
          prepared.length <= MAX_BULK_ITEMS &&
          new Set(prepared.map(({ sku }) => sku)).size === prepared.length &&
          prepared.every((save) => save.contentLanguage === contentLanguage)
        if (!isOneCall) throw new TypeError('A bulk call takes at most 25 different SKUs in one language')
        saves = prepared
        return jsonText({ requests: saves.map(({ sku, merged }) => adapter.toBulkElement(sku, merged, language)) })
      }
      try {
        const answers = await sendBulk(language, freshBody, options)
        return saves.map(({ sku }) => toBulkResult(adapter, sku, answers))
      } catch (error) {
        if (!(error instanceof Failure) || saves.length === 0) throw error
        const outcome = toWriteOutcome(error)
        // If the whole call was refused, none of its items was judged, so they may be sent again.
        return saves.map(({ sku }) => ({ sku, outcome: outcome === 'refused' ? 'notNow' : outcome, failure: error }))
      }
    },

    /**
     * One page of the seller's items, each with its record (PLT-13). `page` counts from 0; at most 200 items a page.
     *
     * Only where the platform lists items. An answer without a list means that there are none.
     */
    getInventoryItems: (page: number): Promise<{ readonly items: readonly ListedItem[]; readonly isLast: boolean }> =>
      service.read(
        { operation: 'getInventoryItems', path: '/inventory_item', query: { limit: MAX_LIST_PAGE, offset: page } },
        listBodySchema,
        'The list of items',
        parseJson,
      ),

    /** The practice platform's SKUs. Real platforms have no such call. */
    practiceSkus: (): Promise<readonly string[]> =>
      createServiceClient({
        send,
        service: 'practice',
        root: profile.baseUrl,
        credential: 'none',
        toFailure: (response) => responseFailure('practice', response, practiceErrors),
      }).read(
        { operation: 'practiceSkus', path: '/practice/skus' },
        practiceSkusSchema,
        'The practice platform’s list of SKUs',
      ),
  }
}

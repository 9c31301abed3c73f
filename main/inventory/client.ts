/** The inventory service's operations, named as document 1, section 4 names them. */
import type { ConnectionProfile } from '../../shared/connection/profile.ts'
import type { JsonObject } from '../../shared/inventory/json.ts'
import { jsonText, parseJson } from '../../shared/inventory/json-text.ts'
import { BULK_ITEMS_MAX } from '../../shared/inventory/limits.ts'
import { skuProblem } from '../../shared/inventory/sku.ts'
import { type AppErrorKind, Failure, validation } from '../../shared/result.ts'
import {
  classifyResponse,
  errorBodySchema,
  isWebPage,
  parseErrors,
  readJson,
  responseFailure,
} from '../http/answers.ts'
import { pathPart } from '../http/path-part.ts'
import { classifyStatus, type HttpRequest, type HttpResponse, type Send, TransportFailure } from '../http/request.ts'
import { parseRetryAfter } from '../http/retry-after.ts'
import { inventoryErrors, NO_SUCH_ITEM_ID, RefusedSave, refusalsOfErrors } from './errors.ts'
import type { PreparedSave } from './prepared-save.ts'
import { type BulkAnswer, bulkBodySchema, itemBodySchema, practiceSkusSchema } from './wire.ts'

/** How a bulk call ended for one SKU. `notSent`: certainly not carried out. `uncertain`: the answer does not speak of it, or there was none that says. */
export type BulkResult =
  | { readonly sku: string; readonly outcome: 'saved' }
  | { readonly sku: string; readonly outcome: 'rejected'; readonly failure: RefusedSave }
  | { readonly sku: string; readonly outcome: 'notSent'; readonly failure: Failure }
  | { readonly sku: string; readonly outcome: 'unknown'; readonly failure: Failure }

export type InventoryClient = {
  /** The item's record, or undefined when the platform has none: 404, or 400 with 25013 (INV-10). */
  readonly getInventoryItem: (sku: string) => Promise<JsonObject | undefined>
  /**
   * Replaces the whole record, or makes it (INV-07, INV-08, INV-09).
   *
   * Sent once and never repeated by a machine: each attempt counts against the day. Resolves with whether the platform
   * says that the SKU was new. Throws `TransportFailure` or what the answer says; `quotaExhausted` where a 429 asks to
   * wait longer than any burst limit would.
   */
  readonly createOrReplaceInventoryItem: (save: PreparedSave) => Promise<'created' | 'replaced'>
  /**
   * Several items, 25 a call, one call after the other (INV-11). Gives one result for each save, whatever the order in
   * which the answers speak of them (INV-12). `beforeCall` is told how many items the next call carries, and may throw:
   * what is left is then `notSent`.
   */
  readonly bulkCreateOrReplaceInventoryItem: (
    saves: readonly PreparedSave[],
    beforeCall: (items: number) => void,
  ) => Promise<readonly BulkResult[]>
  /** The list of a practice shop; real platforms have no call for it in the documents. */
  readonly practiceSkus: () => Promise<readonly string[]>
}

/** A pause longer than this is no burst limit: the day is spent. */
const LONGEST_BURST_PAUSE_MS = 10 * 60 * 1000

const refuseBadSku = (sku: string): void => {
  const problem = skuProblem(sku)
  if (problem !== undefined) throw validation('sku', problem)
}

const writeFailure = (response: HttpResponse, nowMs: number): Failure => {
  const pauseMs = response.status === 429 ? parseRetryAfter(response.headers, nowMs) : undefined
  if (pauseMs === undefined || pauseMs < LONGEST_BURST_PAUSE_MS) {
    const failure = responseFailure('inventory', response, inventoryErrors, { scope: 'sell.inventory' })
    return new RefusedSave(failure.detail, refusalsOfErrors(parseErrors(response), failure.message))
  }
  return new Failure({
    kind: 'quotaExhausted',
    message: 'The platform says that this account’s item changes are spent for now. Nothing was changed.',
    resetsAtMs: nowMs + pauseMs,
  })
}

export const createInventoryClient = (deps: {
  readonly profile: ConnectionProfile
  readonly send: Send
  readonly nowMs: () => number
}): InventoryClient => {
  const { profile, send } = deps
  const base = `${profile.baseUrl}/sell/inventory/v1`

  /** A read that breaks off has changed nothing: it must never look like a write of which nobody knows. */
  const sendRead = async (sku: string, request: HttpRequest): Promise<HttpResponse> => {
    try {
      return await send(request)
    } catch (error) {
      if (!(error instanceof TransportFailure) || error.outcome !== 'unknown') throw error
      const message = `The platform did not answer when ${sku} was read. Nothing was changed; try again.`
      throw new Failure({ kind: 'offline', message }, error)
    }
  }

  const getInventoryItem = async (sku: string): Promise<JsonObject | undefined> => {
    refuseBadSku(sku)
    const response = await sendRead(sku, {
      service: 'inventory',
      operation: 'getInventoryItem',
      method: 'GET',
      url: `${base}/inventory_item/${pathPart(sku, 'input.sku')}`,
      pathTemplate: '/sell/inventory/v1/inventory_item/{sku}',
      headers: { accept: 'application/json' },
      lane: 'read',
      repeatable: true,
      credential: 'user',
    })
    if (classifyStatus(response.status) === 'carriedOut')
      return readJson(response, itemBodySchema, `The item ${sku}`, parseJson)
    const saysMissing = parseErrors(response).some(({ errorId }) => errorId === NO_SUCH_ITEM_ID)
    // A 404 with a web page is a wrong address's, and says nothing about the item.
    if ((response.status === 404 && !isWebPage(response)) || (response.status === 400 && saysMissing)) return undefined
    throw responseFailure('inventory', response, inventoryErrors, { scope: 'sell.inventory' })
  }

  const createOrReplaceInventoryItem = async (save: PreparedSave): Promise<'created' | 'replaced'> => {
    refuseBadSku(save.sku)
    const response = await send({
      service: 'inventory',
      operation: 'createOrReplaceInventoryItem',
      method: 'PUT',
      url: `${base}/inventory_item/${pathPart(save.sku, 'input.sku')}`,
      pathTemplate: '/sell/inventory/v1/inventory_item/{sku}',
      headers: {
        accept: 'application/json',
        'content-type': 'application/json',
        'content-language': save.contentLanguage ?? profile.contentLanguage,
      },
      body: jsonText(save.merged),
      lane: 'write',
      repeatable: false,
      credential: 'user',
    })
    // 201 and 204 have no body; whatever a success carries is not needed to know that it is one.
    if (classifyResponse(response) === 'carriedOut') return response.status === 201 ? 'created' : 'replaced'
    throw writeFailure(response, deps.nowMs())
  }

  /** One call of at most 25. Throws where no element can be told apart. */
  const bulkCall = async (saves: readonly PreparedSave[]): Promise<readonly BulkAnswer[]> => {
    const response = await send({
      service: 'inventory',
      operation: 'bulkCreateOrReplaceInventoryItem',
      method: 'POST',
      url: `${base}${profile.platform.bulkPath}`,
      pathTemplate: `/sell/inventory/v1${profile.platform.bulkPath}`,
      headers: {
        accept: 'application/json',
        'content-type': 'application/json',
        'content-language': saves[0]?.contentLanguage ?? profile.contentLanguage,
      },
      body: jsonText({ requests: saves.map((save) => ({ ...save.merged, sku: save.sku })) }),
      lane: 'write',
      repeatable: false,
      credential: 'user',
    })
    if (classifyStatus(response.status) === 'carriedOut') {
      return readJson(response, bulkBodySchema, 'The answer to the bulk call').responses
    }
    if (response.status === 404) {
      throw new Failure({
        kind: 'notFound',
        message: `The platform does not know the bulk address ${profile.platform.bulkPath}. The documents give another one; choose it in the connection’s settings.`,
      })
    }
    throw writeFailure(response, deps.nowMs())
  }

  const resultOf = (save: PreparedSave, answers: readonly BulkAnswer[]): BulkResult => {
    const { sku } = save
    const own = answers.filter((answer) => answer.sku === sku)
    const statuses = own.map((answer) => answer.statusCode)
    const agreed = statuses.every((status) => status === statuses[0]) ? statuses[0] : undefined
    const isSaid = agreed !== undefined && ((agreed >= 200 && agreed < 300) || (agreed >= 400 && agreed < 500))
    if (!isSaid) {
      const message = `The platform's answer does not say whether ${sku} was saved. It has to be read again.`
      return { sku, outcome: 'unknown', failure: new Failure({ kind: 'unknown', message }) }
    }
    if (classifyStatus(agreed) === 'carriedOut') return { sku, outcome: 'saved' }
    const parsed = errorBodySchema.safeParse({ errors: own[0]?.errors ?? [] })
    const errors = parsed.success ? parsed.data.errors : []
    const body = new TextEncoder().encode(JSON.stringify({ errors }))
    const { detail } = responseFailure(
      'inventory',
      { status: agreed, headers: {}, body, bodyCut: false },
      inventoryErrors,
    )
    // A 429 turns the element away at the door: the day is spent, and it may go when another has begun.
    if (agreed === 429) {
      const message = 'The platform says that this account’s item changes are spent for now. Nothing was changed.'
      return { sku, outcome: 'notSent', failure: new Failure({ kind: 'quotaExhausted', message }) }
    }
    return {
      sku,
      outcome: 'rejected',
      failure: new RefusedSave(detail, refusalsOfErrors(errors, detail.message)),
    }
  }

  const bulkCreateOrReplaceInventoryItem = async (
    saves: readonly PreparedSave[],
    beforeCall: (items: number) => void,
  ): Promise<readonly BulkResult[]> => {
    for (const save of saves) refuseBadSku(save.sku)
    if (new Set(saves.map((save) => save.sku)).size !== saves.length) {
      throw new TypeError('A bulk call names each SKU once')
    }
    const results: BulkResult[] = []
    for (const [start, group] of bulkGroups(saves)) {
      try {
        beforeCall(group.length)
      } catch (error) {
        if (!(error instanceof Failure)) throw error
        return [
          ...results,
          ...saves.slice(start).map(({ sku }) => ({ sku, outcome: 'notSent' as const, failure: error })),
        ]
      }
      try {
        const answers = await bulkCall(group)
        results.push(...group.map((save) => resultOf(save, answers)))
      } catch (error) {
        if (!(error instanceof Failure)) throw error
        const outcome = isUnknown(error) ? 'unknown' : 'notSent'
        results.push(...group.map(({ sku }) => ({ sku, outcome, failure: error }) as const))
      }
    }
    return results
  }

  const practiceSkus = async (): Promise<readonly string[]> => {
    const response = await send({
      service: 'practice',
      operation: 'practiceSkus',
      method: 'GET',
      url: `${profile.baseUrl}/practice/skus`,
      pathTemplate: '/practice/skus',
      headers: { accept: 'application/json' },
      lane: 'read',
      repeatable: true,
      credential: 'none',
    })
    if (classifyStatus(response.status) !== 'carriedOut') throw responseFailure('practice', response, {})
    return readJson(response, practiceSkusSchema, 'The practice shop’s list of SKUs')
  }

  return { getInventoryItem, createOrReplaceInventoryItem, bulkCreateOrReplaceInventoryItem, practiceSkus }
}

/** Saves as they go out together, each group with the place of its first: at most 25, in one language (the header is the call's). */
const bulkGroups = (saves: readonly PreparedSave[]): readonly (readonly [number, readonly PreparedSave[]])[] => {
  const groups: [number, PreparedSave[]][] = []
  saves.forEach((save, index) => {
    const group = groups.at(-1)?.[1]
    const fits =
      group !== undefined && group.length < BULK_ITEMS_MAX && group[0]?.contentLanguage === save.contentLanguage
    if (fits) group.push(save)
    else groups.push([index, [save]])
  })
  return groups
}

/** Whether a write that ended so may have been carried out: it broke off, or the platform answered 5xx. */
export const isUnknown = (error: unknown): boolean => {
  if (!(error instanceof Failure)) return true
  const { detail } = error
  return (
    detail.kind === 'unknown' ||
    detail.kind === 'internal' ||
    (detail.kind === 'service' && (detail.status >= 500 || detail.status < 300))
  )
}

const uncounted: readonly AppErrorKind[] = ['offline', 'signInNeeded', 'rateLimited', 'quotaExhausted']

/** Whether a write that ended so cannot have counted: it never got there, or was turned away at the door (401, 429). */
export const isUncounted = (error: unknown): boolean =>
  error instanceof Failure && uncounted.includes(error.detail.kind)

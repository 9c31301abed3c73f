/** The inventory service's operations on groups of variations, in eBay's public form (LST-15). */
import { type ConnectionProfile, languageHeaders, nameScope } from '../../../shared/connection/profile.ts'
import { type JsonObject, jsonObjectSchema } from '../../../shared/inventory/json.ts'
import { jsonText, parseJson } from '../../../shared/inventory/json-text.ts'
import { isWebPage, parseErrors, readJson, readWarnings } from '../../http/answers.ts'
import { responseFailure } from '../../http/failures.ts'
import type { HttpRequest, Send } from '../../http/request.ts'
import { classifyStatus } from '../../http/retry-table.ts'
import { createServiceClient } from '../../http/service-client.ts'
import { getItemAdapter } from '../platform/choose-adapter.ts'

/** The group isn't there. */
const NO_SUCH_GROUP_IDS = [25705, 25710]

/** The body of a write: a read adds the key, which belongs in the address. */
export const toGroupBody = (record: JsonObject): JsonObject => {
  const { inventoryItemGroupKey: _, ...body } = record
  return body
}

export type GroupClient = ReturnType<typeof createGroupClient>

export const createGroupClient = ({ profile, send }: { readonly profile: ConnectionProfile; readonly send: Send }) => {
  const { errors } = getItemAdapter(profile)
  const scope = nameScope(profile, 'sell.inventory')
  const service = createServiceClient({
    send,
    service: 'inventory',
    root: `${profile.baseUrl}/sell/inventory/v1`,
    headers: languageHeaders(profile),
    toFailure: (response) => responseFailure('inventory', response, errors, { scope }),
  })
  const path = '/inventory_item_group/{inventoryItemGroupKey}'

  return {
    /** The group's record; undefined if the platform has none. */
    getInventoryItemGroup: async (
      key: string,
      options: Pick<HttpRequest, 'purpose' | 'signal'> = {},
    ): Promise<JsonObject | undefined> => {
      const call = { operation: 'getInventoryItemGroup', path, ids: [key], ...options }
      const response = await service.send(call)
      if (classifyStatus(response.status) === 'carriedOut') {
        return readJson(response, jsonObjectSchema, `The group ${key}`, parseJson)
      }
      const isMissing = parseErrors(response).some(({ errorId = 0 }) => NO_SUCH_GROUP_IDS.includes(errorId))
      if (isMissing && !isWebPage(response) && [400, 404].includes(response.status)) return undefined
      service.requireSuccess(response, call)
      return undefined
    },

    /**
     * Creates or replaces the whole record, and changes its live listing at once. `prepare` merges the change into a fresh reading
     * right before the request is sent; if it throws, nothing is sent. Sent once. Returns the platform's warnings.
     * https://developer.ebay.com/api-docs/sell/inventory/resources/inventory_item_group/methods/createOrReplaceInventoryItemGroup
     */
    createOrReplaceInventoryItemGroup: async (
      key: string,
      prepare: () => Promise<JsonObject>,
      contentLanguage: string,
      signal: AbortSignal,
    ): Promise<readonly string[]> => {
      const response = await service.request({
        operation: 'createOrReplaceInventoryItemGroup',
        method: 'PUT',
        path,
        ids: [key],
        headers: { 'content-language': contentLanguage },
        freshBody: async () => jsonText(toGroupBody(await prepare())),
        trigger: 'queue',
        signal,
      })
      return readWarnings(response)
    },
  }
}

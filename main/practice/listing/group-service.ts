/** The inventory service's groups of variations, as eBay's description has them. */
import { admitToInventory } from '../api/inventory-service.ts'
import { createRefusals } from '../api/refusal.ts'
import { type Call, createService } from '../api/service.ts'
import type { Faults, PracticeApp } from '../control/faults.ts'
import type { Practice } from '../shop/shop-state.ts'
import { createGroups } from './groups.ts'

const BASE = '/sell/inventory/v1'

const { refuse, readBody } = createRefusals('API_INVENTORY')

export const createGroupService = (practice: Practice, faults: Faults): PracticeApp => {
  const store = () => createGroups(practice)
  const readKey = (c: Call): string => c.req.param('key') ?? ''

  const getGroup = (c: Call): Response => {
    const key = readKey(c)
    return c.json({ ...store().requireGroup(key).fields, inventoryItemGroupKey: key })
  }

  const putGroup = async (c: Call): Promise<Response> => {
    const language = c.req.header('content-language') ?? ''
    if (!/^[a-z]{2}-[A-Z]{2}$/.test(language)) {
      refuse(400, 25709, 'Invalid value for header Content-Language.', { header: 'Content-Language' })
    }
    return store().put(readKey(c), await readBody(c), language) ? c.json({}, 201) : c.body(null, 204)
  }

  const deleteGroup = (c: Call): Response => {
    store().remove(readKey(c))
    return c.body(null, 204)
  }

  const withdraw = async (c: Call): Promise<Response> => {
    store().withdraw(await readBody(c))
    return c.body(null, 204)
  }

  return createService(faults, { service: 'inventory', base: BASE, admit: admitToInventory(practice) }, [
    ['GET', '/inventory_item_group/:key', 'getInventoryItemGroup', getGroup],
    ['PUT', '/inventory_item_group/:key', 'createOrReplaceInventoryItemGroup', putGroup],
    ['DELETE', '/inventory_item_group/:key', 'deleteInventoryItemGroup', deleteGroup],
    [
      'POST',
      '/offer/publish_by_inventory_item_group',
      'publishOfferByInventoryItemGroup',
      async (c) => c.json(store().publish(await readBody(c))),
    ],
    ['POST', '/offer/withdraw_by_inventory_item_group', 'withdrawOfferByInventoryItemGroup', withdraw],
  ])
}

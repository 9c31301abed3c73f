/** The inventory service (docs/platform.md, Inventory). */
import { prepareSave } from '../../../main/inventory/saves/prepared-save.ts'
import { platforms } from '../../../shared/connection/platforms.ts'
import { startEdit, withChange } from '../../../shared/inventory/item-edit.ts'
import type { JsonPath, JsonValue } from '../../../shared/inventory/json.ts'
import type { SpecRecord } from './record.ts'

const prepare = (sku: string, ...changes: readonly (readonly [JsonPath, JsonValue])[]) =>
  prepareSave(
    sku,
    async () => undefined,
    () => changes.reduce((edit, [path, value]) => withChange(edit, undefined, path, value), startEdit(undefined)),
    platforms.neutral,
  )

const lamp = () =>
  prepare(
    'LAMP-NEW_1',
    [['availability', 'shipToLocationAvailability', 'quantity'], 3],
    [['condition'], 'USED_GOOD'],
    [['product', 'title'], 'Brass desk lamp – 1950s'],
    [['product', 'description'], '<p>Works.</p>'],
    [
      ['product', 'aspects', 'Colour'],
      ['Brass', 'Green'],
    ],
    [['product', 'imageUrls'], ['https://pictures.example/lamp.png']],
    [['product', 'upc'], '012345678905'],
    [['product', 'ean'], '4006381333931'],
  )

const written = { 'content-type': 'application/json', 'content-language': 'en-US' }

export const inventoryRecords: readonly SpecRecord[] = [
  {
    operation: 'createOrReplaceInventoryItem',
    credential: 'user',
    request: {
      method: 'PUT',
      path: '/sell/inventory/v1/inventory_item/LAMP-NEW_1',
      headers: written,
      body: `{
        "availability": { "shipToLocationAvailability": { "quantity": 3 } },
        "condition": "USED_GOOD",
        "product": {
          "title": "Brass desk lamp – 1950s",
          "description": "<p>Works.</p>",
          "aspects": { "Colour": ["Brass", "Green"] },
          "imageUrls": ["https://pictures.example/lamp.png"],
          "upc": "012345678905",
          "ean": "4006381333931"
        }
      }`,
    },
    answer: { status: 201, body: '' },
    call: async ({ inventory }) => inventory.createOrReplaceInventoryItem({ sku: 'LAMP-NEW_1' }, lamp),
    reads: { isNew: true, warnings: [] },
    platform: { needs: [] },
  },
  {
    operation: 'createOrReplaceInventoryItem',
    note: '204 for an existing SKU',
    credential: 'user',
    request: {
      method: 'PUT',
      path: '/sell/inventory/v1/inventory_item/LAMP-0101',
      headers: written,
      body: '{"condition":"NEW"}',
    },
    answer: { status: 204, body: '' },
    call: async ({ inventory }) =>
      inventory.createOrReplaceInventoryItem({ sku: 'LAMP-0101' }, () => prepare('LAMP-0101', [['condition'], 'NEW'])),
    reads: { isNew: false, warnings: [] },
    platform: { needs: ['item'] },
  },
  {
    operation: 'getInventoryItem',
    credential: 'user',
    request: { method: 'GET', path: '/sell/inventory/v1/inventory_item/LAMP-0101', headers: {} },
    answer: {
      status: 200,
      headers: { 'content-type': 'application/json' },
      body: `{
        "availability": { "shipToLocationAvailability": { "quantity": 3 } },
        "condition": "USED_GOOD",
        "product": { "title": "Brass desk lamp", "description": "Works.", "aspects": { "Colour": ["Brass"] },
          "imageUrls": ["https://pictures.example/lamp.png"], "brand": "Unbranded" },
        "shelf": { "row": 4 }
      }`,
    },
    call: ({ inventory }) => inventory.getInventoryItem('LAMP-0101'),
    // The record includes fields that the document does not name.
    reads: {
      availability: { shipToLocationAvailability: { quantity: 3 } },
      condition: 'USED_GOOD',
      product: {
        title: 'Brass desk lamp',
        description: 'Works.',
        aspects: { Colour: ['Brass'] },
        imageUrls: ['https://pictures.example/lamp.png'],
        brand: 'Unbranded',
      },
      shelf: { row: 4 },
    },
    platform: {
      needs: ['item'],
      shape:
        '{"availability":{"shipToLocationAvailability":{"quantity":3}},"condition":"NEW","product":{"title":"A lamp"}}',
    },
  },
  {
    operation: 'getInventoryItem',
    note: 'a SKU without item',
    credential: 'user',
    request: { method: 'GET', path: '/sell/inventory/v1/inventory_item/NOBODYS', headers: {} },
    answer: {
      status: 404,
      headers: { 'content-type': 'application/json' },
      body: '{"errors":[{"errorId":25013,"domain":"API_INVENTORY","category":"REQUEST","message":"No item.","parameters":[{"name":"sku","value":"NOBODYS"}]}]}',
    },
    call: ({ inventory }) => inventory.getInventoryItem('NOBODYS'),
    reads: undefined,
    platform: { needs: [] },
  },
  {
    operation: 'bulkCreateOrReplaceInventoryItem',
    credential: 'user',
    request: {
      method: 'POST',
      path: '/sell/inventory/v1/bulk_create_or_replace_inventory_item',
      headers: written,
      body: '{"requests":[{"sku":"BULK-1","condition":"NEW"},{"sku":"BULK-2","condition":"SHINY"}]}',
    },
    answer: {
      status: 207,
      headers: { 'content-type': 'application/json' },
      body: `{"responses":[
        {"sku":"BULK-2","statusCode":400,"errors":[{"errorId":25003,"domain":"API_INVENTORY","category":"REQUEST","message":"No such condition.","parameters":[]}]},
        {"sku":"BULK-1","statusCode":204}
      ]}`,
    },
    call: async ({ inventory }) => {
      const saves = [await prepare('BULK-1', [['condition'], 'NEW']), await prepare('BULK-2', [['condition'], 'SHINY'])]
      const results = await inventory.bulkCreateOrReplaceInventoryItem(undefined, async () => saves)
      return results.map((result) => [
        result.sku,
        result.outcome,
        result.outcome === 'carriedOut' ? null : result.failure.detail,
      ])
    },
    reads: [
      ['BULK-1', 'carriedOut', null],
      [
        'BULK-2',
        'refused',
        {
          kind: 'service',
          topic: 'INV-05',
          status: 400,
          errorId: 25003,
          cause: 'The platform doesn’t know this condition.',
          whatToDo: 'Choose a condition from the list.',
          message:
            'The platform says: No such condition. The platform doesn’t know this condition. Choose a condition from the list. (25003)',
        },
      ],
    ],
    platform: { needs: [], shape: '{"responses":[{"sku":"BULK-1","statusCode":204}]}' },
  },
]

/** Items on eBay: requests, reads, and how answers are shown, against the practice platform as eBay. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { fieldPaths } from '../../../shared/inventory/item.ts'
import type { JsonObject } from '../../../shared/inventory/json.ts'
import { hasDescriptions, listRequestProblems } from '../official/descriptions.ts'
import { failureOfCall, type InventoryRig, openInventory } from './inventory-rig.ts'
import { endedRun, rowsOf, startRun } from './run-steps.ts'

const camera: JsonObject = {
  availability: { shipToLocationAvailability: { quantity: 3 } },
  condition: 'USED_GOOD',
  product: {
    title: 'Old camera',
    description: 'Works.',
    aspects: { Brand: ['Kodak'] },
    imageUrls: ['https://pictures.example/1.jpg'],
    upc: ['012345678905'],
  },
}
const PUT = 'createOrReplaceInventoryItem'
const BULK = 'bulkCreateOrReplaceInventoryItem'

let rig: InventoryRig

const open = async (items = 0): Promise<void> => {
  rig = await openInventory({ platform: 'ebay' }, items)
}
beforeEach(() => open())
afterEach(async () => {
  await rig.close()
})

const bodyOf = (operation: string): JsonObject => {
  const sent = rig.requests.findLast((request) => request.operation === operation)?.body
  return JSON.parse(sent ?? 'null') as JsonObject
}

/** Sends every edit as one run, and resolves with the run once it has ended. */
const runAll = async (): Promise<number> => {
  const runId = await startRun(rig)
  await endedRun(rig)
  return runId
}

describe('what is sent', () => {
  it('PLT-10 sends a typed product code as a list, and reads it back unchanged', async () => {
    const { upc: _, ...product } = camera.product as JsonObject
    await rig.putElsewhere('CAM-1', { ...camera, product })
    await rig.open('CAM-1')
    await rig.edit('CAM-1', [fieldPaths.upc, '012345678905'], [fieldPaths.ean, '4006381333931'])
    expect(await rig.save('CAM-1')).toEqual({
      id: expect.any(String),
      state: 'sent',
      known: 'answer',
      message: '',
      note: '',
    })
    expect(bodyOf(PUT)).toMatchObject({ product: { upc: ['012345678905'], ean: ['4006381333931'] } })
    expect(await rig.client.item({ sku: 'CAM-1' })).toMatchObject({ state: 'saved', edit: null })
  })

  it('PLT-10 does not send back fields that a read adds', async () => {
    await rig.putElsewhere('CAM-1', camera)
    rig.bendAnswers((request, answer) => {
      if (request.operation !== 'getInventoryItem' || answer.status !== 200) return answer
      const record = JSON.parse(new TextDecoder().decode(answer.body)) as JsonObject
      const more = {
        ...record,
        groupIds: ['G1'],
        inventoryItemGroupKeys: ['G1'],
        availability: { shipToLocationAvailability: { quantity: 3, allocationByFormat: { fixedPrice: 3 } } },
      }
      return { ...answer, body: new TextEncoder().encode(JSON.stringify(more)) }
    })
    await rig.open('CAM-1')
    await rig.edit('CAM-1', [fieldPaths.title, 'Camera'])
    const preview = await rig.client.previewSave({ sku: 'CAM-1' })
    expect(preview.changes).toHaveLength(1)
    expect(await rig.save('CAM-1')).toMatchObject({ state: 'sent', note: '' })
    expect(bodyOf(PUT)).toEqual({ ...camera, product: { ...(camera.product as JsonObject), title: 'Camera' } })
  })

  it('LST-16 an item whose weight was removed has no empty package', async () => {
    const weight = ['packageWeightAndSize', 'weight']
    await rig.putElsewhere('CAM-1', { ...camera, packageWeightAndSize: { weight: { value: 2, unit: 'POUND' } } })
    await rig.open('CAM-1')
    await rig.edit('CAM-1', [weight, undefined])
    expect(await rig.save('CAM-1')).toMatchObject({ state: 'sent' })
    expect(bodyOf(PUT)).not.toHaveProperty('packageWeightAndSize')
  })

  it('PLT-10 names SKU and locale in each element of a bulk call, for new and existing items', async () => {
    await rig.putElsewhere('CAM-1', camera)
    await rig.open('CAM-1')
    await rig.open('CAM-2')
    await rig.edit('CAM-1', [fieldPaths.title, 'Camera'])
    await rig.edit('CAM-2', [fieldPaths.title, 'New camera'], [fieldPaths.upc, '012345678905'])
    await runAll()
    expect(bodyOf(BULK)).toMatchObject({
      requests: [
        { sku: 'CAM-1', locale: 'en_US', product: { title: 'Camera' } },
        { sku: 'CAM-2', locale: 'en_US', product: { title: 'New camera', upc: ['012345678905'] } },
      ],
    })
    for (const sku of ['CAM-1', 'CAM-2']) {
      expect(await rig.client.item({ sku })).toMatchObject({ state: 'saved', edit: null })
    }
  })
})

describe('warnings', () => {
  it('PLT-11 shows the warnings of a save, and keeps them in its history', async () => {
    const product = { ...(camera.product as JsonObject), subtitle: 'Rare' }
    await rig.putElsewhere('CAM-1', { ...camera, product })
    rig.bendAnswers((request, answer) => {
      if (request.operation !== PUT) return answer
      const warnings = [{ errorId: 25401, message: 'Invalid listing options removed' }]
      return { ...answer, status: 200, body: new TextEncoder().encode(JSON.stringify({ warnings })) }
    })
    await rig.open('CAM-1')
    await rig.edit('CAM-1', [fieldPaths.title, 'Camera'])
    const warning = 'eBay warns: Invalid listing options removed.'
    expect(await rig.save('CAM-1')).toMatchObject({ state: 'sent', note: warning })
    const { saves } = await rig.client.history({ sku: 'CAM-1' })
    expect(saves.map(({ state, note }) => [state, note])).toEqual([['sent', warning]])
  })

  it('PLT-11 shows the warnings of a bulk element at its row', async () => {
    for (const sku of ['CAM-1', 'CAM-2']) {
      await rig.putElsewhere(sku, camera)
      await rig.open(sku)
      await rig.edit(sku, [fieldPaths.title, 'Camera'])
    }
    rig.bendAnswers((request, answer) => {
      if (request.operation !== BULK) return answer
      const warnings = [{ errorId: 25401, message: 'Invalid listing options removed' }]
      const responses = ['CAM-1', 'CAM-2'].map((sku, index) => ({
        sku,
        locale: 'en_US',
        statusCode: 200,
        warnings: index === 0 ? warnings : [],
      }))
      return { ...answer, body: new TextEncoder().encode(JSON.stringify({ responses })) }
    })
    expect((await rowsOf(rig, await runAll())).map(({ message }) => message)).toEqual([
      'eBay warns: Invalid listing options removed.',
      '',
    ])
  })
})

describe('the list', () => {
  it('PLT-13 reads every item from the platform page by page, without typed SKUs', async () => {
    await rig.close()
    await open(230)
    await rig.until(async () => {
      const { total, toRead } = await rig.client.items({})
      expect({ total, toRead }).toEqual({ total: 230, toRead: 0 })
    })
    const pages = rig.requests.filter(({ operation }) => operation === 'getInventoryItems').map(({ url }) => url)
    expect(pages.map((url) => new URL(url).search)).toEqual(['?limit=200&offset=0', '?limit=200&offset=1'])
    expect(rig.requests.filter(({ operation }) => operation === 'getInventoryItem')).toEqual([])
  })

  it('PLT-13 reads the list again after a restart, with items created elsewhere', async () => {
    await rig.putElsewhere('CAM-1', camera)
    await rig.restart()
    await rig.until(async () => {
      expect((await rig.client.items({})).rows.map(({ sku, title }) => [sku, title])).toEqual([['CAM-1', 'Old camera']])
    })
  })

  it('PLT-13 says why the list could not be fetched', async () => {
    await rig.fault({ operation: 'getInventoryItems', fault: 'status', status: 500 })
    await rig.restart()
    await rig.until(async () => {
      expect((await rig.client.items({})).listProblem).toMatchObject({ kind: 'service', status: 500 })
    })
  })
})

describe('errors', () => {
  it('PLT-09 reads 25702 and 25710 as "no such item"', async () => {
    expect(await rig.open('NOPE')).toMatchObject({ state: 'absent' })
    await rig.fault({ operation: 'getInventoryItem', fault: 'status', status: 400, errorId: 25702, count: 1 })
    expect(await rig.open('NOPE-2')).toMatchObject({ state: 'absent' })
  })

  it('PLT-09 shows the platform’s own message first, and no explanation that contradicts it', async () => {
    await rig.putElsewhere('CAM-1', camera)
    await rig.open('CAM-1')
    await rig.edit('CAM-1', [fieldPaths.title, 'Camera'])
    rig.bendAnswers((request, answer) => {
      if (request.operation !== PUT) return answer
      const errors = [{ errorId: 25003, message: 'Invalid price. The price is below the minimum' }]
      return { ...answer, status: 400, body: new TextEncoder().encode(JSON.stringify({ errors })) }
    })
    const { message } = await failureOfCall(rig.save('CAM-1'))
    expect(message).toMatch(/^Invalid price\. The price is below the minimum\. /)
    expect(message).not.toMatch(/condition/i)
    const { refusals } = await rig.client.item({ sku: 'CAM-1' })
    expect(refusals).toMatchObject([{ path: [], errorId: 25003 }])
    expect(refusals[0]?.message).toMatch(/^Invalid price/)
  })
})

describe.skipIf(!hasDescriptions)('the published description', () => {
  it('PLT-04 fits every request of a list, a save of an existing and a new item, and a run', async () => {
    await rig.putElsewhere('CAM-1', {
      ...camera,
      product: { ...(camera.product as JsonObject), isbn: ['9780306406157'] },
    })
    await rig.restart()
    for (const sku of ['CAM-1', 'CAM-2', 'CAM-3']) await rig.open(sku)
    await rig.edit('CAM-1', [fieldPaths.title, 'Camera'], [fieldPaths.quantity, 2])
    await rig.save('CAM-1')
    await rig.edit('CAM-2', [fieldPaths.title, 'New camera'], [fieldPaths.upc, '012345678905'])
    await rig.save('CAM-2')
    await rig.edit('CAM-1', [fieldPaths.condition, 'NEW'])
    await rig.edit('CAM-3', [fieldPaths.title, 'Third'], [fieldPaths.ean, '4006381333931'])
    await runAll()
    const requests = rig.requests.filter(({ service }) => service === 'inventory')
    expect(new Set(requests.map(({ operation }) => operation))).toEqual(
      new Set(['getInventoryItems', 'getInventoryItem', 'bulkGetInventoryItem', PUT, BULK]),
    )
    for (const request of requests) expect(listRequestProblems('inventory', request), request.operation).toEqual([])
  })
})

/** Items as the real platform was seen to treat them, which its descriptions don't show. */
import { afterEach, describe, expect, it } from 'vitest'
import type { JsonObject } from '../../../shared/inventory/json.ts'
import { completeItem, failureOf, type ListingRig, openListing } from '../listing/listing-rig.ts'

let rig: ListingRig
afterEach(() => rig.close())

const itemPath = (sku: string): string => `/sell/inventory/v1/inventory_item/${encodeURIComponent(sku)}`

const post = (path: string, body: JsonObject) =>
  fetch(`${rig.platform.url}/practice/${path}`, { method: 'POST', body: JSON.stringify(body) })

const editTitle = (sku: string, value: string) =>
  rig.inventory.saveEdit({
    sku,
    edit: { onto: 'existing', changes: [{ op: 'set', path: ['product', 'title'], value, was: 'Desk lamp, chrome' }] },
  })

const preview = (sku: string) => rig.inventory.previewSave({ sku })

const save = async (sku: string, confirmedDeletions: string[] = []) => {
  const { previewToken } = await preview(sku)
  return rig.inventory.save({ sku, previewToken, confirmedDeletions })
}

const titleOf = async (sku: string) => {
  const { product } = await rig.asSeller('GET', itemPath(sku))
  return (product as JsonObject | undefined)?.title
}

/** Writes an item in a language, as another tool would. */
const putIn = async (sku: string, language: string) => {
  await fetch(`${rig.platform.url}${itemPath(sku)}`, {
    method: 'PUT',
    headers: {
      ...rig.sellerHeaders(),
      'content-type': 'application/json',
      'accept-language': language,
      'content-language': language,
    },
    body: JSON.stringify(completeItem),
  })
  await rig.inventory.addSkus({ skus: [sku] })
  await rig.inventory.refreshItem({ sku })
}

describe('SKUs that INV-01 forbids', () => {
  it.each(['MG39 E29', 'A.B+C', 'DE-36023/4', 'Türrahmen'])(
    'PLT-39 %s is read, changed and left as it is',
    async (sku) => {
      rig = await openListing()
      await post('settings', { takesAnySku: true })
      await rig.asSeller('PUT', itemPath(sku), completeItem)
      await post('settings', { takesAnySku: false })
      await rig.startItems()
      await rig.settle()
      expect((await rig.inventory.items({})).rows.map((row) => row.sku)).toEqual([sku])
      await rig.inventory.refreshItem({ sku })
      await editTitle(sku, 'Desk lamp, brass')
      expect(await save(sku)).toMatchObject({ state: 'sent' })
      expect(await titleOf(sku)).toBe('Desk lamp, brass')
      await rig.inventory.removeFromList({ sku })
      expect((await rig.inventory.items({})).rows).toEqual([])
    },
  )

  it('PLT-39 INV-01 a new one is refused before any call', async () => {
    rig = await openListing()
    expect(await failureOf(rig.inventory.addSkus({ skus: ['a b'] }))).toMatchObject({ kind: 'validation' })
    expect(rig.sent('createOrReplaceInventoryItem')).toEqual([])
  })
})

describe('the language of an item', () => {
  it('FACT-22 PLT-33 is kept: a save goes in the record’s own language', async () => {
    rig = await openListing()
    await putIn('LAMP-1', 'en-GB')
    await editTitle('LAMP-1', 'Desk lamp, brass')
    expect(await preview('LAMP-1')).toMatchObject({ contentLanguage: 'en-GB', deletions: [] })
    await save('LAMP-1')
    expect(rig.sent('createOrReplaceInventoryItem')).toMatchObject([{ headers: { 'content-language': 'en-GB' } }])
    expect(await rig.asSeller('GET', itemPath('LAMP-1'))).toMatchObject({ locale: 'en_GB' })
  })

  it('FACT-22 PLT-33 is asked about before a save replaces its texts', async () => {
    rig = await openListing()
    await putIn('LAMP-1', 'en-GB')
    await rig.inventory.setContentLanguage({ sku: 'LAMP-1', contentLanguage: 'de-DE' })
    await editTitle('LAMP-1', 'Tischlampe')
    const { deletions } = await preview('LAMP-1')
    expect(deletions.map(({ name }) => name)).toEqual(['The texts in en-GB: this save writes the item in de-DE'])
    expect(await failureOf(save('LAMP-1'))).toMatchObject({ kind: 'validation' })
    expect(rig.sent('createOrReplaceInventoryItem')).toEqual([])
    await save(
      'LAMP-1',
      deletions.map(({ id }) => id),
    )
    expect(await rig.asSeller('GET', itemPath('LAMP-1'))).toMatchObject({ locale: 'de_DE' })
  })

  it('FACT-22 practice drops a bulk element in another language than the call’s, and says that it succeeded', async () => {
    rig = await openListing()
    await putIn('LAMP-1', 'en-US')
    const { responses } = await rig.asSeller('POST', '/sell/inventory/v1/bulk_create_or_replace_inventory_item', {
      requests: [{ ...completeItem, condition: 'NEW', sku: 'LAMP-1', locale: 'de_DE' }],
    })
    expect(responses).toMatchObject([{ statusCode: 200 }])
    expect(await rig.asSeller('GET', itemPath('LAMP-1'))).toMatchObject({ condition: 'USED_GOOD', locale: 'en_US' })
  })
})

describe('limits', () => {
  const edit = (path: string[], value: string | string[], was?: string) =>
    rig.inventory.saveEdit({
      sku: 'LAMP-1',
      edit: { onto: 'existing', changes: [{ op: 'set', path, value, ...(was === undefined ? {} : { was }) }] },
    })
  const problemsOf = async () => (await preview('LAMP-1')).problems.map(({ message }) => message)

  it('FACT-42 a description of more than 4,000 characters is told at its field, and eBay refuses it by 25718', async () => {
    rig = await openListing()
    await rig.addItem('LAMP-1')
    await edit(['product', 'description'], 'x'.repeat(4_001), 'A lamp from 1962.')
    expect(await problemsOf()).toEqual([expect.stringContaining('4,001 characters; at most 4,000')])
    const product = { ...(completeItem.product as JsonObject), description: 'x'.repeat(4_001) }
    expect(await rig.asSeller('PUT', itemPath('LAMP-1'), { ...completeItem, product })).toMatchObject({
      errors: [{ errorId: 25718 }],
    })
  })

  it('FACT-43 a value of 65 characters is accepted, one of 66 is not, nor a thirty-first value', async () => {
    rig = await openListing()
    await rig.addItem('LAMP-1')
    await edit(['product', 'aspects', 'Style'], ['x'.repeat(65)])
    expect(await problemsOf()).toEqual([])
    await edit(['product', 'aspects', 'Style'], ['x'.repeat(66)])
    expect(await problemsOf()).toEqual([expect.stringContaining('at most 65')])
    await edit(
      ['product', 'aspects', 'Style'],
      Array.from({ length: 31 }, (_, index) => `Style ${index}`),
    )
    expect(await problemsOf()).toEqual([expect.stringContaining('at most 30')])
  })
})

describe('saves', () => {
  it('FACT-24 PLT-26 one bad item alone in a bulk call ends refused with its own sentence, and is not sent again', async () => {
    rig = await openListing()
    for (const sku of ['LAMP-1', 'LAMP-2']) await rig.addItem(sku)
    for (const sku of ['LAMP-1', 'LAMP-2']) await editTitle(sku, 'Desk lamp, brass')
    // The platform no longer knows the condition that the items have.
    rig.rewrite('bulkCreateOrReplaceInventoryItem', (body) => body.replaceAll('"USED_GOOD"', '"MADE_UP"'))
    const { planToken } = await rig.inventory.planRun({ scope: { kind: 'skus', skus: ['LAMP-1', 'LAMP-2'] } })
    await rig.outbound.startRun({ planToken, deletions: 'confirmed' })
    await rig.settle()
    const { runId = 0, counts } = (await rig.newestRun()) ?? {}
    expect(counts).toMatchObject({ refused: 2 })
    const { rows } = await rig.outbound.runRows({ runId, states: [] })
    for (const { message } of rows) expect(message).toContain('Invalid value for condition')
    expect(rig.sent('bulkCreateOrReplaceInventoryItem')).toHaveLength(1)
  })

  it('PLT-10 raise no alarm about fields that only a read has', async () => {
    rig = await openListing()
    await rig.addItem('LAMP-1')
    await rig.inventory.saveEdit({
      sku: 'LAMP-1',
      edit: {
        onto: 'existing',
        changes: [{ op: 'set', path: ['availability', 'shipToLocationAvailability', 'quantity'], value: 5, was: 2 }],
      },
    })
    const { note } = await save('LAMP-1')
    expect(note).toBe('')
  })
})

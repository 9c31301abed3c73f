/**
 * A shop as 0.3.0 left it in the middle of its work, with each kind of change and everything that can be typed: it is shown,
 * sent once, settled, undone and reverted by the present app (OFF-01, OFF-06).
 */
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Group } from '../../../shared/inventory/contract/groups-contract.ts'
import type { Item, ItemRow } from '../../../shared/inventory/contract.ts'
import type { Listing } from '../../../shared/listing/contract.ts'
import type { OfferField } from '../../../shared/listing/offer-field.ts'
import type { OutboundEntry } from '../../../shared/outbound/contract.ts'
import type { Run, RunPlan } from '../../../shared/outbound/run-contract.ts'
import { openReleasedShop } from '../../support/released-shop.ts'

let shop: Awaited<ReturnType<typeof openReleasedShop>>
beforeEach(async () => {
  shop = await openReleasedShop()
})
afterEach(() => shop.close())

/** What isn't final, by state: the kind and the subject without its type. */
const readOutbox = async () => {
  const { entries } = await shop.ask<{ entries: readonly OutboundEntry[] }>('outbound.list')
  const states: Partial<Record<OutboundEntry['state'], string[]>> = {}
  for (const { kind, subject, state } of entries) {
    const isFixed = /^(item|listing|itemDelete|group|location|task):/.test(subject)
    const name = isFixed ? subject.slice(subject.indexOf(':') + 1) : ''
    states[state] = [...(states[state] ?? []), `${kind} ${name}`.trim()]
  }
  return states
}

const refused = [
  'itemSave SAVE-REFUSED',
  'itemSave MIX-REFUSED',
  'offerSave NEWOFFER-REFUSED',
  'offerSave UPDATE-REFUSED',
  'offerPublish PUBLISH-REFUSED',
  'offerWithdraw END-REFUSED',
  'offerDelete UNLIST-REFUSED',
  'offerChange PRICE-REFUSED',
  'itemDelete REMOVE-REFUSED',
  'message',
  'mappingStart 2',
]
const paused = ['itemSave PAUSED-1', 'itemSave PAUSED-2']

const readRows = async (skus: readonly string[], columns: readonly string[]) => {
  const { rows } = await shop.ask<{ rows: readonly ItemRow[] }>('inventory.items', { columns, limit: 1_000 })
  return Object.fromEntries(
    skus.map((sku) => {
      const row = rows.find((one) => one.sku === sku && one.elsewhere === null)
      return [sku, row === undefined ? undefined : row.cells]
    }),
  )
}
const readItem = (sku: string): Promise<Item> => shop.ask('inventory.item', { sku })
const expectOffer = async (sku: string, texts: Readonly<Partial<Record<OfferField, string>>>): Promise<void> => {
  const { fields } = await shop.ask<Listing>('listing.listing', { sku })
  const shown = fields.filter(({ field }) => field in texts).map(({ field, text }) => [field, text])
  expect(Object.fromEntries(shown), sku).toEqual(texts)
}
const BLOCK_COLUMNS = ['title', 'quantity', 'price']
const BLOCKS = ['CELL-BLOCK-1', 'CELL-BLOCK-2']

/** Everything that was typed in 0.3.0 and not sent. */
const expectTyped = async (): Promise<void> => {
  expect((await readItem('EDIT-TITLE')).view.title).toBe('New EDIT-TITLE')
  expect((await readItem('EDIT-CONFLICT')).conflicts).toMatchObject([
    { was: 'Lamp EDIT-CONFLICT', remote: 'Changed by others', wanted: 'New EDIT-CONFLICT' },
  ])
  expect((await readItem('EDIT-PARTS')).edit?.changes).toMatchObject([
    { op: 'set', path: ['packageWeightAndSize', 'weight'], value: { value: 12.5, unit: 'POUND' } },
    { op: 'remove', path: ['product', 'description'], was: 'A lamp from 1962.' },
  ])
  expect(await readItem('NEW-1')).toMatchObject({ record: null, edit: { onto: 'new' }, view: { title: 'A new lamp' } })
  // An emptied default stays empty.
  await expectOffer('DRAFT-NEW', { price: '45.5', quantity: '1', fulfillmentPolicyId: '', categoryId: '112581' })
  await expectOffer('DRAFT-LIVE', { price: '1,5,0', listingDescription: 'Typed, not sent.' })
  await expectOffer('NEW-1', { price: '19,90', returnPolicyId: '' })
  expect(await readRows(['CELL-TEXT', 'DRAFT-UNREAD', ...BLOCKS], [...BLOCK_COLUMNS, 'lotSize'])).toEqual({
    'CELL-TEXT': { title: 'Lamp CELL-TEXT', quantity: 'many', price: 'cheap', lotSize: '' },
    'DRAFT-UNREAD': { title: 'Lamp DRAFT-UNREAD', quantity: '3', price: '88.00', lotSize: 'x' },
    'CELL-BLOCK-1': { title: 'Typed again', quantity: 'seven', price: '', lotSize: '' },
    'CELL-BLOCK-2': { title: 'Typed 2', quantity: '4', price: '99.00', lotSize: '' },
  })
  const readGroup = (groupKey: string): Promise<Group> => shop.ask('inventory.group', { groupKey })
  expect((await readGroup('TEE-EDIT')).view.title).toBe('New TEE-EDIT')
  expect(await readGroup('NEWGROUP-UNSENT')).toMatchObject({
    record: null,
    making: { state: 'unsent' },
    view: { title: 'Shirt NEWGROUP-UNSENT' },
  })
}

/** The changes that left, without reads, each as its method, path and names. Offers are named by their SKU. */
const describeSent = async (): Promise<readonly string[]> => {
  const skus = ['UPDATE-QUEUED', 'PUBLISH-QUEUED']
  const listings = await Promise.all(skus.map((sku) => shop.ask<Listing>('listing.listing', { sku })))
  const byOffer = new Map(listings.map(({ offerId, sku }) => [offerId, sku]))
  return shop.sent
    .filter(
      ({ path, body }) =>
        !/oauth2|get_listing_fees|bulk_get_/.test(path) && !/GetMyeBaySelling|GetBestOffers|"query":"query/.test(body),
    )
    .map(({ method, path, body }) => {
      const ids = path.split('/v1/').at(-1)?.split('/') ?? []
      const names = [
        ...body.matchAll(/"(?:sku|messageText|conversationStatus|inventoryItemGroupKey|topicId)":"([^"]*)"/g),
      ]
      const place = ids.map((id) => byOffer.get(id) ?? (id.length === 36 ? 'ID' : id)).join('/')
      return [method, place, ...names.map(([, name]) => name)].join(' ')
    })
    .toSorted()
}

describe('a shop of 0.3.0', () => {
  it('OFF-03 shows each change that waits, is in flight, is unknown or needs the seller', async () => {
    expect(await readOutbox()).toEqual({
      refused,
      notFound: ['itemSave SAVE-NOT-FOUND', 'message'],
      unknown: [
        'mappingStart 3',
        'offerWithdraw END-QUEUED',
        'offerDelete UNLIST-QUEUED',
        'itemSave SAVE-UNKNOWN-DONE',
        'itemSave SAVE-UNKNOWN-LOST',
        'offerSave NEWOFFER-UNKNOWN-DONE',
        'offerSave NEWOFFER-UNKNOWN-LOST',
        'offerSave UPDATE-UNKNOWN-DONE',
        'offerSave UPDATE-UNKNOWN-LOST',
        'offerPublish PUBLISH-UNKNOWN-DONE',
        'offerPublish PUBLISH-UNKNOWN-LOST',
        'offerWithdraw END-UNKNOWN-DONE',
        'offerWithdraw END-UNKNOWN-LOST',
        'offerDelete UNLIST-UNKNOWN-DONE',
        'offerDelete UNLIST-UNKNOWN-LOST',
        'offerChange PRICE-UNKNOWN-DONE',
        'itemDelete REMOVE-UNKNOWN-DONE',
        'takeover',
        'groupSave TEE-UNKNOWN',
        'shipment',
        'shipment',
        'locationState home',
        'itemSave OPEN-UNKNOWN',
        'message',
        'message',
      ],
      waiting: [
        ...paused,
        'itemSave SAVE-QUEUED',
        'offerSave NEWOFFER-QUEUED',
        'offerSave UPDATE-QUEUED',
        'offerPublish PUBLISH-QUEUED',
        'archive',
        'subscriptionCreate',
        'subscriptionChange',
        'mappingStart 4',
      ],
      sending: [
        'unread',
        'message',
        'itemSave SAVE-SENDING',
        'offerSave NEWOFFER-SENDING',
        'offerSave UPDATE-SENDING',
        'offerPublish PUBLISH-SENDING',
        'offerWithdraw END-SENDING',
        'offerDelete UNLIST-SENDING',
        'shipment',
        'shipment',
      ],
      queued: [
        'offerChange PRICE-QUEUED',
        'groupPublish TEE-PUBLISH',
        'groupWithdraw TEE-END',
        'itemDelete REMOVE-QUEUED',
        'takeover',
        'groupSave TEE-QUEUED',
        'groupSave NEWGROUP-QUEUED',
        'itemSave OPEN-1',
        'itemSave OPEN-2',
      ],
      delayed: ['message', 'message', 'delete'],
    })
    // Nothing was sent since by another copy.
    expect(await shop.ask('outbound.hold')).toBeNull()
  })

  it('OFF-01 shows what was typed where it was: items, offers, groups and cells', async () => {
    await expectTyped()
    expect(await readRows(['NEVER-READ'], ['title', 'quantity'])).toEqual({
      'NEVER-READ': { title: 'Typed unread', quantity: '5' },
    })
  })

  it('OFF-01 keeps drafts of messages and tasks, saved replies, notes and searches', async () => {
    const drafts = (texts: readonly string[]) => texts.map((messageText) => ({ content: { messageText } }))
    expect(await shop.ask('messaging.newDrafts')).toMatchObject({ drafts: drafts(['A new message of 0.3.0.']) })
    const { draft } = await shop.ask<{ draft: unknown }>('messaging.thread', { conversationId: 'c21969398248273' })
    expect([draft]).toMatchObject(drafts(['A draft of 0.3.0.']))
    expect(await shop.ask('messaging.savedReplies')).toMatchObject({ replies: [{ text: 'Thank you, {{buyer}}!' }] })
    expect(await shop.ask('messaging.buyer', { buyer: 'anna_wolle' })).toMatchObject({ note: 'Pays fast.' })
    expect(await shop.ask('messaging.savedSearches')).toMatchObject({ searches: [{ name: 'Unread' }] })
    expect(await shop.ask('mapping.startDraft')).toMatchObject({ draft: { requestKey: 'a-draft-of-030' } })
  })

  it('OFF-01 sends what waits once, settles the rest by reading, and loses nothing', async () => {
    await shop.start()
    await shop.pass(820_000)
    const { runs } = await shop.ask<{ runs: readonly Run[] }>('outbound.runs')
    const pausedRun = runs.find(({ isPaused }) => isPaused)
    expect(pausedRun?.counts).toMatchObject({ all: 2, waiting: 2 })
    await shop.ask('outbound.resumeRun', { runId: pausedRun?.runId })
    await shop.pass(20_000)
    expect(await describeSent()).toEqual([
      'DELETE inventory_item/REMOVE-QUEUED',
      'POST /graphql queue',
      'POST bulk_create_or_replace_inventory_item OPEN-1 OPEN-2',
      'POST bulk_create_or_replace_inventory_item PAUSED-1 PAUSED-2',
      'POST bulk_migrate_listing',
      'POST bulk_update_conversation ARCHIVE',
      'POST bulk_update_conversation DELETE',
      'POST bulk_update_conversation UNREAD',
      'POST bulk_update_price_quantity PRICE-QUEUED',
      'POST offer NEWOFFER-QUEUED',
      'POST offer/PUBLISH-QUEUED/publish',
      'POST offer/publish_by_inventory_item_group TEE-PUBLISH',
      'POST offer/withdraw_by_inventory_item_group TEE-END',
      'POST send_message Waits for its undo time.',
      'POST subscription AUTHORIZATION_REVOCATION',
      'POST subscription/ID/enable',
      'PUT inventory_item/SAVE-QUEUED',
      'PUT inventory_item_group/NEWGROUP-QUEUED',
      'PUT inventory_item_group/TEE-QUEUED',
      'PUT offer/UPDATE-QUEUED',
    ])
    expect(await readOutbox()).toEqual({
      refused,
      notFound: [
        'itemSave SAVE-NOT-FOUND',
        'message',
        'offerWithdraw END-QUEUED',
        'offerDelete UNLIST-QUEUED',
        'itemSave SAVE-UNKNOWN-LOST',
        'offerSave NEWOFFER-UNKNOWN-LOST',
        'offerSave UPDATE-UNKNOWN-LOST',
        'offerPublish PUBLISH-UNKNOWN-LOST',
        'offerWithdraw END-UNKNOWN-LOST',
        'offerDelete UNLIST-UNKNOWN-LOST',
        'shipment',
        'locationState home',
        'message',
        'message',
        'message',
        'offerSave NEWOFFER-SENDING',
        'offerSave UPDATE-SENDING',
        'offerPublish PUBLISH-SENDING',
        'offerWithdraw END-SENDING',
        'offerDelete UNLIST-SENDING',
        'shipment',
        'shipment',
      ],
      // Only the seller can tell.
      unknown: ['mappingStart 3'],
      delayed: ['message'],
    })
    for (const sku of ['SAVE-QUEUED', 'SAVE-SENDING', 'SAVE-UNKNOWN-DONE', 'OPEN-1', 'PAUSED-2']) {
      const { product } = await shop.read<{ product: object }>(`/sell/inventory/v1/inventory_item/${sku}`)
      expect(product, sku).toMatchObject({ title: `New ${sku}` })
      expect((await readItem(sku)).edit, sku).toBeNull()
    }
    // What did not arrive is still typed.
    expect((await readItem('SAVE-UNKNOWN-LOST')).view.title).toBe('New SAVE-UNKNOWN-LOST')
    await expectOffer('UPDATE-UNKNOWN-LOST', { price: '119.00' })
    await expectTyped()
  })

  it('INV-15 never has a row of 0.3.0 and a new one of the same item in flight together', async () => {
    await shop.start()
    const save = async (sku: string): Promise<unknown> => {
      const { previewToken } = await shop.ask<{ previewToken: string }>('inventory.previewSave', { sku })
      return shop.ask('inventory.save', { sku, previewToken, confirmedDeletions: [] })
    }
    const saveOffer = async (sku: string): Promise<unknown> => {
      const { previewToken } = await shop.ask<{ previewToken: string }>('listing.previewOffer', { sku })
      return shop.ask('listing.saveOffer', { sku, previewToken, confirmedDeletions: [] })
    }
    const refusal = { detail: { kind: 'conflict' } }
    await expect(save('SAVE-UNKNOWN-LOST')).rejects.toMatchObject(refusal)
    await expect(saveOffer('UPDATE-SENDING')).rejects.toMatchObject(refusal)
    const skus = ['SAVE-UNKNOWN-LOST', 'UPDATE-UNKNOWN-LOST']
    const plan = await shop.ask<RunPlan>('inventory.planRun', { scope: { kind: 'skus', skus }, excluded: [] })
    expect(plan.counts).toEqual({ going: 0, leftOut: 2 })
    // One that only waits is replaced by the new one.
    const title = { op: 'set', path: ['product', 'title'], value: 'Newest', was: 'Lamp PAUSED-1' }
    await shop.ask('inventory.saveEdit', { sku: 'PAUSED-1', edit: { onto: 'existing', changes: [title] } })
    expect(await save('PAUSED-1')).toMatchObject({ state: 'sent' })
    await shop.ask('outbound.resumeRun', { runId: 13 })
    await shop.pass(60_000)
    const bodies = shop.sent.map(({ body }) => body)
    expect(bodies.filter((body) => body.includes('"Newest"'))).toHaveLength(1)
    expect(bodies.filter((body) => body.includes('"New PAUSED-1"'))).toEqual([])
    expect(bodies.filter((body) => body.includes('"New PAUSED-2"'))).toHaveLength(1)
  })

  it('OFF-07 undoes the blocks of cells, the last first, and does them again', async () => {
    const columns = [...BLOCK_COLUMNS, 'lotSize']
    const skus = ['CELL-TEXT', 'DRAFT-UNREAD', ...BLOCKS]
    const before = await readRows(skus, columns)
    const step = async (name: 'undoCells' | 'redoCells'): Promise<void> => {
      expect(await shop.ask(`inventory.${name}`)).toEqual({ items: 2, skipped: [] })
    }
    await step('undoCells')
    expect(await readRows(['CELL-TEXT', 'DRAFT-UNREAD'], ['price', 'lotSize'])).toEqual({
      'CELL-TEXT': { price: '', lotSize: '' },
      'DRAFT-UNREAD': { price: '129.00', lotSize: '' },
    })
    await step('undoCells')
    await step('undoCells')
    expect(await readRows(BLOCKS, BLOCK_COLUMNS)).toEqual({
      'CELL-BLOCK-1': { title: 'First typed', quantity: '7', price: '' },
      'CELL-BLOCK-2': { title: 'Typed 2', quantity: '3', price: '129.00' },
    })
    await step('undoCells')
    expect(await readRows(skus, ['title', 'quantity'])).toEqual(
      Object.fromEntries(skus.map((sku) => [sku, { title: `Lamp ${sku}`, quantity: '3' }])),
    )
    for (let block = 0; block < 4; block += 1) await step('redoCells')
    expect(await readRows(skus, columns)).toEqual(before)
  })

  it('USE-06 sends no earlier value of a cell whose text can’t be read', async () => {
    await shop.start()
    const scope = { kind: 'skus', skus: ['CELL-BLOCK-1'] }
    const { planToken } = await shop.ask<RunPlan>('inventory.planRun', { scope, excluded: [] })
    await shop.ask('outbound.startRun', { planToken })
    await shop.pass(60_000)
    const read = await shop.read('/sell/inventory/v1/inventory_item/CELL-BLOCK-1')
    expect(read).toMatchObject({
      product: { title: 'Typed again' },
      availability: { shipToLocationAvailability: { quantity: 3 } },
    })
    expect((await readRows(['CELL-BLOCK-1'], ['quantity']))['CELL-BLOCK-1']).toEqual({ quantity: 'seven' })
  })

  it.each([
    { runId: 1, path: 'inventory_item/DONE-2', before: '"title":"New DONE-2"', after: '"title":"Lamp DONE-2"' },
    { runId: 3, path: 'offer?sku=PRICES-2', before: '"value":"125.00"', after: '"value":"129.00"' },
    { runId: 9, path: 'inventory_item_group/TEE-SENT', before: '"New TEE-SENT"', after: '"Shirt TEE-SENT"' },
  ])('OFF-06 reverts a run of 0.3.0: $path', async ({ runId, path, before, after }) => {
    const read = async () => JSON.stringify(await shop.read(`/sell/inventory/v1/${path}`))
    expect(await read()).toContain(before)
    await shop.start()
    await shop.pass(60_000)
    const { planToken, counts } = await shop.ask<RunPlan>('outbound.planRevert', { runId })
    expect(counts.leftOut).toBe(0)
    const run = await shop.ask<{ runId: number }>('outbound.startRun', { planToken, cautions: 'confirmed' })
    await shop.pass(20_000)
    expect(await shop.ask('outbound.run', run)).toMatchObject({ isOpen: false, counts: { sent: counts.going } })
    expect(await read()).toContain(after)
  })
})

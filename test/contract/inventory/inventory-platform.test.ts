/** The inventory feature against the practice platform, over real HTTP. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { classifyStatus } from '../../../main/http/retry-table.ts'
import { createInventoryClient } from '../../../main/inventory/platform/inventory-client.ts'
import { type PreparedSave, prepareSave } from '../../../main/inventory/saves/prepared-save.ts'
import { platforms } from '../../../shared/connection/platforms.ts'
import { completeProfile } from '../../../shared/connection/profile.ts'
import { aspectPath, fieldPaths } from '../../../shared/inventory/item.ts'
import { startEdit, withChange } from '../../../shared/inventory/item-edit.ts'
import type { JsonObject } from '../../../shared/inventory/json.ts'
import { jsonText, parseJson } from '../../../shared/inventory/json-text.ts'
import { sendThrough } from '../../support/send-through.ts'
import { failureOfCall, type InventoryRig, openInventory } from './inventory-rig.ts'

const camera: JsonObject = {
  availability: { shipToLocationAvailability: { quantity: 3 }, pickupAtLocationAvailability: [{ quantity: 1 }] },
  condition: 'USED_GOOD',
  packageWeightAndSize: { weight: { value: 1.5, unit: 'KILOGRAM' } },
  product: {
    title: 'Old camera',
    foo: { bar: [1, { deep: true }] },
    aspects: { Brand: ['Kodak'] },
    imageUrls: ['https://pictures.example/1.jpg'],
    upc: '012345678905',
  },
}

let rig: InventoryRig

beforeEach(async () => {
  rig = await openInventory()
})
afterEach(async () => {
  await rig.close()
})

const PUT = 'createOrReplaceInventoryItem'

describe('reading', () => {
  it('INV-10 calls a 404 and a 400 with 25013 both "no such item"', async () => {
    expect(await rig.open('NOPE')).toMatchObject({ record: null, isRead: true, state: 'absent' })
    await rig.fault({ operation: 'getInventoryItem', fault: 'status', status: 400, errorId: 25013, count: 1 })
    expect(await rig.open('NOPE-2')).toMatchObject({ record: null, isRead: true, state: 'absent' })
  })

  it('INV-01 sends nothing for a SKU that breaks the rule', async () => {
    expect(await failureOfCall(rig.client.addSkus({ skus: ['a b'] }))).toMatchObject({ kind: 'validation' })
    expect(rig.requests).toEqual([])
  })

  it('reads an added list in the background, and continues when the platform is back', async () => {
    await rig.putElsewhere('CAM-1', camera)
    await rig.fault({ operation: 'inventory', fault: 'offline' })
    await rig.client.addSkus({ skus: ['CAM-1', 'CAM-2'] })
    await rig.until(() => expect(rig.requests.length).toBeGreaterThan(0))
    expect((await rig.client.items({})).rows.map(({ state }) => state)).toEqual(['unread', 'unread'])
    await rig.clearFaults()
    rig.backOnline()
    await rig.until(async () => {
      const { rows: items, toRead } = await rig.client.items({})
      expect(items.map(({ sku, state, title }) => [sku, state, title])).toEqual([
        ['CAM-1', 'saved', 'Old camera'],
        ['CAM-2', 'absent', null],
      ])
      expect(toRead).toBe(0)
    })
  })

  it('reports why one item could not be read, and reads the others', async () => {
    await rig.putElsewhere('CAM-1', camera)
    await rig.fault({ operation: 'getInventoryItem', fault: 'status', status: 500, count: 1 })
    await rig.client.addSkus({ skus: ['CAM-0'] })
    await rig.until(async () => {
      expect((await rig.client.item({ sku: 'CAM-0' })).readProblem).toMatchObject({ kind: 'service', status: 500 })
    })
    await rig.client.addSkus({ skus: ['CAM-1'] })
    await rig.until(async () => expect((await rig.client.item({ sku: 'CAM-1' })).isRead).toBe(true))
  })
})

describe('saving', () => {
  it('INV-08 changes the title and nothing else, unknown fields included', async () => {
    await rig.putElsewhere('CAM-1', camera)
    await rig.open('CAM-1')
    await rig.edit('CAM-1', [fieldPaths.title, 'Old camera, works'])
    const preview = await rig.client.previewSave({ sku: 'CAM-1' })
    expect(preview).toMatchObject({
      changes: [{ kind: 'changed', path: fieldPaths.title, old: 'Old camera', value: 'Old camera, works' }],
      deletions: [],
      noChange: false,
    })
    expect(await rig.save('CAM-1')).toEqual({
      id: expect.any(String),
      state: 'sent',
      known: 'answer',
      message: '',
      note: '',
    })
    expect(await rig.onPlatform('CAM-1')).toEqual({
      ...camera,
      product: { ...(camera.product as JsonObject), title: 'Old camera, works' },
    })
    expect(await rig.client.item({ sku: 'CAM-1' })).toMatchObject({ state: 'saved', edit: null })
  })

  it('INV-08 keeps numbers that no double can hold exactly, in requests and in the history', async () => {
    const odd = parseJson(
      '{"id":12345678901234567890,"price":1.10,"product":{"title":"Old","tiny":1e-9}}',
    ) as JsonObject
    await rig.putElsewhere('CAM-1', odd)
    await rig.open('CAM-1')
    await rig.edit('CAM-1', [fieldPaths.title, 'New'])
    await rig.save('CAM-1')
    const sent = '{"id":12345678901234567890,"price":1.10,"product":{"title":"New","tiny":1e-9}}'
    expect(rig.puts()[0]?.body).toBe(sent)
    const [save] = (await rig.client.history({ sku: 'CAM-1' })).saves
    expect(save?.changes).toEqual([{ kind: 'changed', path: fieldPaths.title }])
    const states = await rig.client.savedVersions({ saveId: save?.id ?? 0 })
    expect([states.sent, states.after].map((record) => record && jsonText(record))).toEqual([sent, sent])
  })

  it('INV-07 carries Content-Type and Content-Language on every write', async () => {
    await rig.open('NEW-1')
    await rig.edit('NEW-1', [fieldPaths.title, 'Lamp'])
    await rig.save('NEW-1')
    expect(rig.puts()).toHaveLength(1)
    expect(rig.puts()[0]).toMatchObject({
      headers: { 'content-type': 'application/json', 'content-language': 'en-US' },
      repeatable: false,
    })
    expect(rig.puts()[0]?.headers.authorization).toMatch(/^Bearer ./)
  })

  it('INV-09 accepts 201 for a new item and 204 for an existing one', async () => {
    expect(await rig.open('NEW-1')).toMatchObject({ state: 'absent' })
    await rig.edit('NEW-1', [fieldPaths.title, 'Lamp'])
    expect(await rig.client.previewSave({ sku: 'NEW-1' })).toMatchObject({ isNew: true })
    expect(await rig.save('NEW-1')).toMatchObject({ state: 'sent' })
    await rig.edit('NEW-1', [fieldPaths.title, 'Desk lamp'])
    expect(await rig.save('NEW-1')).toMatchObject({ state: 'sent' })
    expect(await rig.onPlatform('NEW-1')).toEqual({ product: { title: 'Desk lamp' } })
  })

  it('INV-08 deletes only what was confirmed by name', async () => {
    await rig.putElsewhere('CAM-1', camera)
    await rig.open('CAM-1')
    await rig.edit('CAM-1', [fieldPaths.upc, undefined])
    const { previewToken, deletions } = await rig.client.previewSave({ sku: 'CAM-1' })
    expect(deletions.map(({ name }) => name)).toEqual(['UPC: 012345678905'])
    const save = rig.client.save({ sku: 'CAM-1', previewToken, confirmedDeletions: [] })
    expect(await failureOfCall(save)).toMatchObject({ kind: 'validation' })
    expect(rig.puts()).toEqual([])
    expect(await rig.save('CAM-1')).toMatchObject({ state: 'sent' })
    expect((await rig.onPlatform('CAM-1'))?.product).not.toHaveProperty('upc')
  })

  it('sends nothing if the platform changed after the preview, until the conflict is decided', async () => {
    await rig.putElsewhere('CAM-1', camera)
    await rig.open('CAM-1')
    await rig.edit('CAM-1', [fieldPaths.title, 'Mine'])
    const { previewToken } = await rig.client.previewSave({ sku: 'CAM-1' })
    const theirs = { ...camera, product: { ...(camera.product as JsonObject), title: 'Theirs' } }
    await rig.putElsewhere('CAM-1', theirs)
    const save = rig.client.save({ sku: 'CAM-1', previewToken, confirmedDeletions: [] })
    expect(await failureOfCall(save)).toMatchObject({ kind: 'conflict' })
    expect(await failureOfCall(rig.save('CAM-1'))).toMatchObject({ kind: 'conflict' })
    expect(rig.puts()).toEqual([])
    expect(await rig.client.item({ sku: 'CAM-1' })).toMatchObject({
      state: 'conflict',
      conflicts: [{ path: fieldPaths.title, was: 'Old camera', remote: 'Theirs', wanted: 'Mine' }],
    })
    await rig.client.resolveConflicts({ sku: 'CAM-1', choices: [{ path: [...fieldPaths.title], keep: 'mine' }] })
    expect(await rig.save('CAM-1')).toMatchObject({ state: 'sent' })
    expect(await rig.onPlatform('CAM-1')).toMatchObject({ product: { title: 'Mine' } })
  })

  it('makes no call if the platform already has everything', async () => {
    await rig.putElsewhere('CAM-1', camera)
    await rig.open('CAM-1')
    await rig.edit('CAM-1', [fieldPaths.condition, 'NEW'])
    await rig.putElsewhere('CAM-1', { ...camera, condition: 'NEW' })
    expect(await rig.save('CAM-1')).toMatchObject({ id: expect.any(String), state: 'sent', known: 'reading' })
    expect(rig.puts()).toEqual([])
    expect(await rig.client.budget({})).toMatchObject({ used: 0 })
  })

  it('INV-02 refuses a long title before it costs a change, and names 25004', async () => {
    await rig.open('CAM-1')
    await rig.edit('CAM-1', [fieldPaths.title, 'x'.repeat(81)])
    expect(await failureOfCall(rig.save('CAM-1'))).toMatchObject({
      kind: 'validation',
      issues: [{ path: 'product.title', message: expect.stringContaining('25004') }],
    })
    expect(rig.puts()).toEqual([])
  })

  it.each([25002, 25003, 25013, 25004, 25044, 25045, 25709])(
    'INV-19 shows error %i with cause and what to do, and keeps the edit',
    async (errorId) => {
      await rig.open('CAM-1')
      await rig.edit('CAM-1', [fieldPaths.title, 'Lamp'])
      await rig.fault({ operation: 'createOrReplaceInventoryItem', fault: 'status', status: 400, errorId, count: 1 })
      const detail = await failureOfCall(rig.save('CAM-1'))
      expect(detail).toMatchObject({ kind: 'service', status: 400, errorId })
      if (detail.kind !== 'service') return
      expect(detail.cause).toMatch(/\.$/)
      expect(detail.whatToDo).toMatch(/\.$/)
      const { edit, lastSave } = await rig.client.item({ sku: 'CAM-1' })
      expect(edit?.changes).toHaveLength(1)
      expect(lastSave).toMatchObject({ state: 'refused', message: detail.message })
    },
  )

  it('INV-19 shows the platform’s message about a missing item specific at its own field', async () => {
    await rig.open('CAM-1')
    await rig.edit('CAM-1', [fieldPaths.title, 'Lamp'])
    const message =
      'The item specific Voltage is missing. Add Voltage to this listing, enter a valid value, and then try again.'
    await rig.fault({ operation: PUT, fault: 'status', status: 400, errorId: 25709, message, count: 1 })
    expect(await failureOfCall(rig.save('CAM-1'))).toMatchObject({ message: expect.stringContaining(message) })
    expect((await rig.client.item({ sku: 'CAM-1' })).refusals).toMatchObject([
      { path: aspectPath('Voltage'), message: expect.stringContaining(message) },
    ])
  })

  it('INV-14 accepts only inventory fields, from a screen or a draft', async () => {
    await rig.open('CAM-1')
    const edit = {
      onto: 'new' as const,
      changes: [{ op: 'set' as const, path: ['mappingReferenceId'], value: 'm-1' }],
    }
    expect(await failureOfCall(rig.client.saveEdit({ sku: 'CAM-1', edit }))).toMatchObject({ kind: 'validation' })
    rig.items.stageDraft({
      sku: 'CAM-9',
      source: 'Mapping task t-1',
      replaceEdit: false,
      item: {
        mappingReferenceId: 'm-1',
        product: { title: 'Lamp', mappingReferenceId: 'm-1', aspects: { Brand: ['X'] } },
      },
    })
    await rig.client.refreshItem({ sku: 'CAM-9' })
    await rig.save('CAM-9')
    expect(await rig.onPlatform('CAM-9')).toEqual({ product: { title: 'Lamp', aspects: { Brand: ['X'] } } })
  })

  it('replaces an unsaved edit with a draft only on request', async () => {
    await rig.open('CAM-1')
    await rig.edit('CAM-1', [fieldPaths.title, 'Typed'])
    const draft = { sku: 'CAM-1', source: 'Mapping', item: { product: { title: 'Drafted' } } }
    expect(() => rig.items.stageDraft({ ...draft, replaceEdit: false })).toThrow('unsaved edit')
    expect((await rig.client.item({ sku: 'CAM-1' })).view.title).toBe('Typed')
    rig.items.stageDraft({ ...draft, replaceEdit: true })
    expect(await rig.client.item({ sku: 'CAM-1' })).toMatchObject({ view: { title: 'Drafted' }, editSource: 'Mapping' })
  })

  it('restores a deleted item with all fields on request', async () => {
    await rig.putElsewhere('CAM-1', camera)
    await rig.open('CAM-1')
    await rig.edit('CAM-1', [aspectPath('Brand'), ['Agfa']])
    await rig.fault({ operation: 'getInventoryItem', fault: 'status', status: 404 })
    await rig.client.refreshItem({ sku: 'CAM-1' })
    expect(await rig.client.item({ sku: 'CAM-1' })).toMatchObject({ state: 'conflict', isGone: true })
    expect(await failureOfCall(rig.save('CAM-1'))).toMatchObject({ kind: 'conflict' })
    await rig.client.resolveConflicts({ sku: 'CAM-1', choices: [], createAgain: true })
    await rig.save('CAM-1')
    expect(JSON.parse(rig.puts()[0]?.body ?? '')).toEqual({
      ...camera,
      product: { ...(camera.product as JsonObject), aspects: { Brand: ['Agfa'] } },
    })
  })
})

describe('a save whose answer is lost', () => {
  beforeEach(async () => {
    await rig.putElsewhere('CAM-1', camera)
    await rig.open('CAM-1')
    await rig.edit('CAM-1', [fieldPaths.title, 'New title'])
  })

  it('counts as saved if the platform acted, and is sent once', async () => {
    await rig.fault({ operation: 'createOrReplaceInventoryItem', fault: 'dropAfterActing', count: 1 })
    expect(await rig.save('CAM-1')).toMatchObject({ state: 'unknown' })
    await rig.until(async () =>
      expect(await rig.client.item({ sku: 'CAM-1' })).toMatchObject({ edit: null, lastSave: { state: 'sent' } }),
    )
    expect(rig.puts()).toHaveLength(1)
  })

  it('counts as not saved if the platform did not act, keeps the edit and counts the attempt', async () => {
    await rig.fault({ operation: PUT, fault: 'dropBeforeActing', count: 1 })
    expect(await rig.save('CAM-1')).toMatchObject({ state: 'unknown' })
    await rig.clock.advance(29_000)
    expect(await rig.client.item({ sku: 'CAM-1' })).toMatchObject({ state: 'unknown' })
    await rig.until(async () =>
      expect(await rig.client.item({ sku: 'CAM-1' })).toMatchObject({
        state: 'changed',
        lastSave: { state: 'notFound' },
      }),
    )
    expect(rig.puts()).toHaveLength(1)
    expect(await rig.client.budget({})).toMatchObject({ used: 1 })
  })

  it('counts as saved if the platform acts long after the connection broke', async () => {
    await rig.fault({ operation: PUT, fault: 'dropBeforeActing', count: 1 })
    expect(await rig.save('CAM-1')).toMatchObject({ state: 'unknown' })
    await rig.clock.advance(15_000)
    // Setting the clock forward must not end the wait.
    rig.clock.jump(3_600_000)
    await rig.clock.advance(5_000)
    await rig.putElsewhere('CAM-1', parseJson(rig.puts()[0]?.body ?? '') as JsonObject)
    await rig.until(async () =>
      expect(await rig.client.item({ sku: 'CAM-1' })).toMatchObject({ state: 'saved', edit: null }),
    )
    expect(rig.puts()).toHaveLength(1)
  })

  it.each([500, 502, 503])('names an answer with status %i, not a broken connection', async (status) => {
    const named = 'The answer was an error'
    await rig.fault({ operation: PUT, fault: 'status', status, count: 1 })
    const { state, message } = await rig.save('CAM-1')
    expect({ state, message }).toEqual({ state: 'unknown', message: expect.stringContaining(named) })
    expect(message).not.toContain('connection')
    await rig.until(async () =>
      expect((await rig.client.item({ sku: 'CAM-1' })).lastSave).toMatchObject({
        state: 'notFound',
        message: expect.stringContaining(named),
      }),
    )
  })

  it('reports a web page in place of an answer', async () => {
    rig.bendAnswers((request, answer) =>
      request.operation === PUT
        ? { ...answer, status: 200, headers: { 'content-type': 'text/html' }, body: new TextEncoder().encode('<p>Hi') }
        : answer,
    )
    expect(await rig.save('CAM-1')).toMatchObject({ state: 'unknown' })
    await rig.until(async () => expect(await rig.client.item({ sku: 'CAM-1' })).toMatchObject({ state: 'saved' }))
    rig.bendAnswers((request, answer) =>
      request.operation === PUT ? { ...answer, status: 502, headers: { 'content-type': 'text/html' } } : answer,
    )
    await rig.edit('CAM-1', [fieldPaths.title, 'Another title'])
    await rig.fault({ operation: PUT, fault: 'status', status: 502, count: 1 })
    const { state, message } = await rig.save('CAM-1')
    expect({ state, message }).toEqual({
      state: 'unknown',
      message: expect.stringContaining('The answer was an error'),
    })
  })

  it('stays unknown while the platform is offline, sends nothing meanwhile, and is settled later', async () => {
    const { previewToken } = await rig.client.previewSave({ sku: 'CAM-1' })
    const operation = 'createOrReplaceInventoryItem'
    await rig.fault({ operation, fault: 'dropAfterActing', count: 1 })
    // Long enough to go offline during the PUT.
    await rig.fault({ operation, fault: 'latencyMs', latencyMs: 1_000 })
    const saving = rig.client.save({ sku: 'CAM-1', previewToken, confirmedDeletions: [] })
    await rig.until(() => expect(rig.puts()).toHaveLength(1))
    await rig.fault({ operation: 'getInventoryItem', fault: 'offline' })
    expect(await saving).toMatchObject({ state: 'unknown' })
    expect(await rig.client.item({ sku: 'CAM-1' })).toMatchObject({ state: 'unknown', edit: { onto: 'existing' } })
    await rig.clearFaults()
    const again = rig.client.save({ sku: 'CAM-1', previewToken, confirmedDeletions: [] })
    expect(await failureOfCall(again)).toMatchObject({ kind: 'conflict' })
    rig.backOnline()
    await rig.until(async () => {
      expect(await rig.client.item({ sku: 'CAM-1' })).toMatchObject({ state: 'saved', edit: null })
    })
    expect(rig.puts()).toHaveLength(1)
  })

  it('costs nothing when the platform was never reached', async () => {
    const { previewToken } = await rig.client.previewSave({ sku: 'CAM-1' })
    await rig.platform.stop()
    expect(await rig.client.save({ sku: 'CAM-1', previewToken, confirmedDeletions: [] })).toMatchObject({
      state: 'waiting',
    })
    expect(await rig.client.budget({})).toMatchObject({ used: 0 })
    expect((await rig.client.item({ sku: 'CAM-1' })).edit?.changes).toHaveLength(1)
  })
})

describe('the budget', () => {
  it('INV-15 stops before the platform blocks, keeps the edit, and keeps counting after a restart', async () => {
    await rig.close()
    rig = await openInventory({ limits: { itemChangesPerDay: 2, productsPerTask: 10 } })
    await rig.open('CAM-1')
    for (const title of ['One', 'Two']) {
      await rig.edit('CAM-1', [fieldPaths.title, title])
      await rig.save('CAM-1')
    }
    await rig.restart()
    await rig.edit('CAM-1', [fieldPaths.title, 'Three'])
    expect(await rig.save('CAM-1')).toMatchObject({ state: 'waiting', message: expect.stringContaining('2 of 2') })
    expect(rig.puts()).toHaveLength(2)
    expect(await rig.client.item({ sku: 'CAM-1' })).toMatchObject({ state: 'changed', view: { title: 'Three' } })
    await rig.clock.advance(24 * 60 * 60 * 1000)
    await rig.until(async () => expect(await rig.onPlatform('CAM-1')).toMatchObject({ product: { title: 'Three' } }))
    expect((await rig.client.history({ sku: 'CAM-1' })).saves.map(({ state }) => state)).toEqual([
      'sent',
      'sent',
      'sent',
    ])
  })

  it('INV-15 reports when the platform itself has no changes left', async () => {
    await rig.open('CAM-1')
    await rig.edit('CAM-1', [fieldPaths.title, 'Lamp'])
    const operation = 'createOrReplaceInventoryItem'
    await rig.fault({ operation, fault: 'status', status: 429, retryAfterS: 20_000, count: 1 })
    expect(await rig.save('CAM-1')).toMatchObject({ state: 'waiting', message: expect.stringContaining('used up') })
    expect(await rig.client.budget({})).toMatchObject({ used: 0 })
  })
})

describe('the practice platform', () => {
  it('returns its list at the first start only', async () => {
    await rig.close()
    rig = await openInventory({ kind: 'practice', id: 'practice' }, 5)
    await rig.until(async () => {
      const { rows: items, toRead } = await rig.client.items({})
      expect(items).toHaveLength(5)
      expect(toRead).toBe(0)
    })
    const [first] = (await rig.client.items({})).rows
    await rig.client.removeFromList({ sku: first?.sku ?? '' })
    await rig.restart()
    await rig.clock.advance(5_000)
    expect((await rig.client.items({})).total).toBe(4)
  })
})

describe('the bulk call', () => {
  const prepareAll = (skus: readonly string[]): Promise<readonly PreparedSave[]> =>
    Promise.all(
      skus.map((sku) =>
        prepareSave(
          sku,
          async () => undefined,
          () => withChange(startEdit(undefined), undefined, fieldPaths.title, `Item ${sku}`),
          platforms.neutral,
        ),
      ),
    )
  const clientOver = (answer: (body: { requests: { sku: string }[] }) => { status: number; body: unknown }) => {
    const calls: number[] = []
    const client = createInventoryClient({
      profile: completeProfile({ kind: 'sandbox', name: 'Shop', baseUrl: 'https://api.example.com' }),
      nowMs: () => 0,
      send: sendThrough(async ({ body = '' }) => {
        const asked = JSON.parse(body) as { requests: { sku: string }[] }
        calls.push(asked.requests.length)
        const { status, body: answered } = answer(asked)
        return { status, headers: {}, body: new TextEncoder().encode(JSON.stringify(answered)), bodyCut: false }
      }),
    })
    return { client, calls }
  }
  const skus = Array.from({ length: 60 }, (_, index) => `S-${index}`)

  it('INV-11 sends at most 25 items per call, each with its SKU', async () => {
    const { client, calls } = clientOver(({ requests }) => ({
      status: 200,
      body: { responses: requests.map(({ sku }) => ({ sku, statusCode: 204 })) },
    }))
    const results = await client.bulkCreateOrReplaceInventoryItem(undefined, () => prepareAll(skus.slice(0, 25)))
    expect(calls).toEqual([25])
    expect(results).toEqual(skus.slice(0, 25).map((sku) => ({ sku, outcome: 'carriedOut', warnings: [] })))
    await expect(client.bulkCreateOrReplaceInventoryItem(undefined, () => prepareAll(skus))).rejects.toThrow(TypeError)
    expect(calls).toEqual([25])
  })

  it('INV-12 reads each statusCode: shuffled, doubled, missing and failed elements of a 207', async () => {
    const { client } = clientOver(() => ({
      status: 207,
      body: {
        responses: [
          { sku: 'S-3', statusCode: 400, errors: [{ errorId: 25004, message: 'too long' }] },
          { sku: 'S-1', statusCode: 204 },
          { sku: 'S-0', statusCode: 201 },
          { sku: 'S-0', statusCode: 400 },
          { sku: 'S-9', statusCode: 204 },
        ],
      },
    }))
    const results = await client.bulkCreateOrReplaceInventoryItem(undefined, () => prepareAll(skus.slice(0, 4)))
    expect(results.map(({ outcome }) => outcome)).toEqual(['unknown', 'carriedOut', 'unknown', 'refused'])
    expect(results[3]).toMatchObject({ failure: { detail: { errorId: 25004 } } })
  })

  it('INV-13 names the path that answered 404', async () => {
    const { client } = clientOver(() => ({ status: 404, body: {} }))
    const [result] = await client.bulkCreateOrReplaceInventoryItem(undefined, () => prepareAll(['S-1']))
    expect(result).toMatchObject({
      outcome: 'notNow',
      failure: { message: expect.stringContaining('/bulk_create_or_replace_inventory_item') },
    })
  })

  it('treats every element that a broken answer leaves out as unknown', async () => {
    for (const status of [200, 500]) {
      const { client } = clientOver(() => ({ status, body: 'nothing' }))
      const [result] = await client.bulkCreateOrReplaceInventoryItem(undefined, () => prepareAll(['S-1']))
      expect(result).toMatchObject({ outcome: 'unknown' })
      expect(['carriedOut', 'unknown']).toContain(classifyStatus(status))
    }
  })
})

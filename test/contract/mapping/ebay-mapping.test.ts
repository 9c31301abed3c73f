/** Mapping tasks on eBay, against the practice platform as eBay. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Send } from '../../../main/http/request.ts'
import { createUndiciSend } from '../../../main/http/undici-send.ts'
import { createMappingClient } from '../../../main/mapping/platform/mapping-client.ts'
import { practiceCredentials } from '../../../main/practice/credentials.ts'
import { type PracticePlatform, startPracticePlatform } from '../../../main/practice/platform.ts'
import { type ConnectionProfile, completeProfile, type ProfileFile } from '../../../shared/connection/profile.ts'
import { isEnded } from '../../../shared/mapping/task.ts'
import { createFakeClock, type FakeClock } from '../../support/fake-clock.ts'
import { sendThrough } from '../../support/send-through.ts'
import { waitFor } from '../../support/wait-for.ts'
import {
  type MappingRig,
  openMapping,
  pollRequests,
  startRequests,
  taskAnswer,
} from '../../unit/mapping/mapping-rig.ts'

let clock: FakeClock
let platform: PracticePlatform
let file: ProfileFile
let profile: ConnectionProfile
let send: Send
let closeWire: () => Promise<void>
let rig: MappingRig | undefined
const never = new AbortController().signal

const loadToken = async (): Promise<string> => {
  const { clientId, clientSecret, refreshToken } = practiceCredentials
  const answer = await fetch(profile.oauth.tokenUrl, {
    method: 'POST',
    headers: {
      authorization: `Basic ${Buffer.from(`${clientId}:${clientSecret}`).toString('base64')}`,
      'content-type': 'application/x-www-form-urlencoded',
    },
    body: new URLSearchParams({ grant_type: 'refresh_token', refresh_token: refreshToken }),
  })
  return ((await answer.json()) as { access_token: string }).access_token
}

beforeEach(async () => {
  clock = createFakeClock()
  platform = await startPracticePlatform({ now: clock.nowMs, conversations: 0, items: 0, platform: 'ebay' })
  file = { kind: 'practice', name: 'Practice', platform: 'ebay', baseUrl: platform.url }
  profile = completeProfile(file)
  const wire = createUndiciSend({ origins: [platform.url] })
  closeWire = wire.close
  send = sendThrough(wire.send, { tokens: { current: loadToken, renew: loadToken } })
})

afterEach(async () => {
  await rig?.stop()
  rig = undefined
  await closeWire()
  await platform.stop()
})

/** Starts a task with products in eBay's form, and reads its result. */
const mapProducts = async (externalProducts: readonly object[]) => {
  const client = createMappingClient({ profile, send })
  const body = JSON.stringify({ query: profile.mapping.startDocument, variables: { input: { externalProducts } } })
  const started = await client.startListingPreviewsCreation(body, never)
  if (started.outcome !== 'carriedOut') return { started, poll: undefined }
  await clock.advance(600_000)
  return { started, poll: await client.listingPreviewsCreationTaskById(started.taskId, never) }
}

const gtin = (productId: string) => ({ externalProductIdentifierInput: { productId, productType: 'UPC' } })
const picture = (folder: string) => ({ images: [`https://pictures.practice.invalid/${folder}/1.jpg`] })
const aspects = [{ name: 'Brand', values: ['Acme'] }]

describe('a result', () => {
  it('PLT-15 reads each of the sample cases, with nothing blank', async () => {
    const { poll } = await mapProducts([
      { sku: 'A', title: 'Pocket camera' },
      { sku: 'B', ...picture('sample') },
      { sku: 'C', title: 'Pocket camera', ...picture('sample') },
      { sku: 'D', title: 'Pocket camera', categoryName: 'Film Cameras', aspects },
      gtin('012345678905'),
      { sku: 'F', title: 'Unmapped Title' },
      { sku: 'G', title: 'Lamp', ...picture('failed') },
      gtin('222'),
    ])
    expect(poll?.outcome).toEqual({ kind: 'ended', state: 'completedWithError' })
    const lists = poll?.result?.lists
    expect(lists?.listingPreviews.map(({ sku }) => sku)).toEqual(['A', 'B', 'C', 'D', null])
    for (const preview of lists?.listingPreviews ?? []) {
      expect(preview.title).not.toBe('')
      expect(preview.description).not.toBe('')
      expect(preview.categoryId).toMatch(/^\d+$/)
      expect(preview.mappingReferenceId).not.toBeNull()
      expect(preview.aspects.length).toBeGreaterThan(0)
      for (const { name, values } of preview.aspects) expect([name, ...values]).not.toContain('')
    }
    expect(lists?.listingPreviews[2]?.images).toEqual(['https://pictures.practice.invalid/sample/1.jpg'])
    expect(lists?.unmappedProducts).toEqual([{ externalProductId: 'F', title: 'Unmapped Title' }])
    expect(lists?.unprocessedProducts).toEqual([{ externalProductId: 'G', title: 'Lamp' }])
    expect(lists?.invalidProducts).toEqual([
      { externalProductId: '222', errors: [{ errorId: null, message: 'The product identifier is invalid.' }] },
    ])
  })
})

describe('a product', () => {
  it.each([
    ['item specifics without a category', { sku: 'A', title: 'Lamp', aspects }],
    ['a product code with other data', { sku: 'A', title: 'Lamp', ...gtin('012345678905') }],
    ['a part number as its code', { externalProductIdentifierInput: { productId: 'X', productType: 'MPN' } }],
  ])('FACT-146 practice gives no preview for %s', async (_, product) => {
    const { poll } = await mapProducts([product, { sku: 'B', title: 'Pocket camera' }])
    expect(poll?.result?.lists.listingPreviews.map(({ sku }) => sku)).toEqual(['B'])
    expect(poll?.result?.lists.invalidProducts).toHaveLength(1)
  })

  it.each([
    ['a title of 251 characters', { title: 'x'.repeat(251) }],
    ['25 pictures', { images: Array.from({ length: 25 }, (_, index) => `https://x.example/${index}.jpg`) }],
    ['a picture without https', { images: ['http://x.example/1.jpg'] }],
    ['51 item specifics', { title: 'x', categoryName: 'x', aspects: Array.from({ length: 51 }, () => aspects[0]) }],
    [
      'a value of 101 characters',
      { title: 'x', categoryName: 'x', aspects: [{ name: 'A', values: ['x'.repeat(101)] }] },
    ],
  ])('FACT-146 practice refuses a start with %s', async (_, product) => {
    expect((await mapProducts([product])).started).toMatchObject({ outcome: 'refused' })
  })

  it('FACT-145 PLT-36 has values that are certain and values that are hints', async () => {
    const { poll } = await mapProducts([{ sku: 'A', title: 'Pocket camera', categoryName: 'Film Cameras', aspects }])
    const [preview] = poll?.result?.lists.listingPreviews ?? []
    expect(preview?.aspects).toContainEqual({ name: 'Brand', values: ['Acme'] })
    const type = preview?.aspects.find(({ name }) => name === 'Type')
    expect(type?.hints).toEqual(type?.values)
  })
})

describe('a start', () => {
  it.each([[401], [403]])('FACT-148 a wrong scope answered by HTTP %i is explained', async (status) => {
    const client = createMappingClient({
      profile,
      send: async () => ({
        status,
        headers: {},
        body: Buffer.from(JSON.stringify({ errors: [{ message: 'Insufficient permissions' }] })),
        bodyCut: false,
      }),
    })
    const { outcome } = await client.listingPreviewsCreationTaskById('T1', never)
    expect(outcome).toMatchObject({ kind: status === 401 ? 'signInNeeded' : 'accessDenied' })
  })

  it('FACT-148 a wrong scope answered by HTTP 200 with errors is explained', async () => {
    const errors = [{ message: 'Insufficient permissions', extensions: { code: 'FORBIDDEN' } }]
    const client = createMappingClient({
      profile,
      send: async () => ({ status: 200, headers: {}, body: Buffer.from(JSON.stringify({ errors })), bodyCut: false }),
    })
    const { outcome } = await client.listingPreviewsCreationTaskById('T1', never)
    expect(outcome).toMatchObject({ kind: 'accessDenied' })
  })

  it('PLT-15 shows the platform’s objections to the products, and starts nothing', async () => {
    const { started } = await mapProducts(Array.from({ length: 11 }, (_, index) => ({ title: `Lamp ${index}` })))
    expect(started).toMatchObject({
      outcome: 'refused',
      error: { message: expect.stringContaining('At most 10 products') },
    })
  })

  it('PLT-15 goes to the GraphQL host with the marketplace', async () => {
    rig = await openMapping(send, { clock, profile: file })
    await rig.call.start({ products: [{ externalProductId: 'P1', title: 'Lamp' }], requestKey: crypto.randomUUID() })
    const { requests } = rig
    await waitFor(async () => {
      await clock.advance(0)
      expect(requests).not.toEqual([])
    })
    expect(requests[0]).toMatchObject({ url: profile.graphqlUrl, headers: { 'X-EBAY-C-MARKETPLACE-ID': 'EBAY_US' } })
  })

  it('PLT-15 splits into tasks of ten, and finds the product behind each problem', async () => {
    const opened = await openMapping(send, { clock, profile: file })
    rig = opened
    const products = Array.from({ length: 12 }, (_, index) => ({
      externalProductId: `P${index}`,
      sku: `SKU-${index}`,
      title: index === 11 ? 'Unmapped Title' : `Pocket camera ${index}`,
    }))
    const { taskRefs } = await opened.call.start({ products, requestKey: crypto.randomUUID() })
    expect(taskRefs).toHaveLength(2)
    const last = taskRefs[1] ?? 0
    await waitFor(async () => {
      await clock.advance(5_000)
      expect(isEnded((await opened.call.task({ taskRef: last })).state)).toBe(true)
    })
    expect(startRequests(opened)).toHaveLength(2)
    const { rows } = await opened.call.unmappedProducts({ taskRef: last, offset: 0, limit: 10 })
    expect(rows).toMatchObject([{ externalProductId: 'SKU-11', sent: { externalProductId: 'P11' } }])
  })
})

describe('waiting', () => {
  it('PLT-16 reads a task only a few times, since few calls are allowed per day', async () => {
    const opened = await openMapping(() => taskAnswer(), { clock, profile: file })
    rig = opened
    await opened.call.addTaskId({ taskId: 'T1' })
    for (let minute = 0; minute < 25; minute += 1) await clock.advance(60_000)
    expect(pollRequests(opened).length).toBeLessThanOrEqual(6)
    expect((await opened.call.tasks({})).rows.map(({ state }) => state)).toEqual(['notWatching'])
  })

  it('PLT-16 a notification that a task ended makes it read at once', async () => {
    const opened = await openMapping(send, { clock, profile: file })
    rig = opened
    const products = [{ externalProductId: 'P1', title: 'Pocket camera' }]
    const { taskRefs } = await opened.call.start({ products, requestKey: crypto.randomUUID() })
    const taskRef = taskRefs[0] ?? 0
    const readState = async (): Promise<string> => (await opened.call.task({ taskRef })).state
    await waitFor(async () => {
      await clock.advance(0)
      expect(await readState()).toBe('processing')
    })
    await clock.advance(30_000)
    expect(pollRequests(opened)).toEqual([])
    opened.taskEnded((await opened.call.task({ taskRef })).taskId ?? '')
    opened.taskEnded('another')
    await waitFor(async () => expect(await readState()).toBe('completed'))
    expect(pollRequests(opened)).toHaveLength(1)
  })
})

import { afterEach, expect, it } from 'vitest'
import { waitFor } from '../../support/wait-for.ts'
import { createTestHost } from '../connection/open-app.ts'

const closing: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const close of closing.splice(0).toReversed()) await close()
})

it('LST-12 leads from a mapping preview to an item and an offer with the preview’s category', async () => {
  const host = createTestHost()
  closing.push(host.close)
  await host.start()
  const products = [{ externalProductId: '1', title: 'Desk lamp, chrome' }]
  const { taskRefs } = await host.ask<{ taskRefs: readonly number[] }>('mapping.start', {
    products,
    requestKey: 'one-act-of-the-seller',
  })
  const [taskRef = 0] = taskRefs
  await waitFor(async () => {
    await host.ask('practice.advanceClock', { ms: 60_000 })
    await host.ask('mapping.checkNow', { taskRef }).catch(() => undefined)
    expect(await host.ask('mapping.task', { taskRef })).toMatchObject({ state: 'completed' })
  })
  const input = { taskRef, previewIndex: 0, sku: 'NEW-LAMP', condition: 'USED_GOOD', replaceEdit: false }
  await host.ask('mapping.createDraftItem', input)
  const { preview } = await host.ask<{ preview: { categoryId: string } }>('mapping.preview', {
    taskRef,
    previewIndex: 0,
  })
  const { fields } = await host.ask<{ fields: readonly { field: string; text: string }[] }>('listing.listing', {
    sku: 'NEW-LAMP',
  })
  expect(preview.categoryId).not.toBeNull()
  expect(fields.find(({ field }) => field === 'categoryId')?.text).toBe(preview.categoryId)
}, 30_000)

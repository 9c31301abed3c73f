/** Results of every shape, as they come from the platform while somebody looks on. */
import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from 'playwright/test'
import { wirePreview } from '../support/mapping-front.ts'
import { expect, open, test } from './mapping-fixtures.ts'

test.use({ shop: { conversations: 0, items: 4 } })

const axeFindings = async (page: Page): Promise<readonly string[]> => {
  const { violations } = await new AxeBuilder({ page }).analyze()
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.target.join(' ')).join(', ')}`)
}

const problems = {
  invalidProducts: [
    { externalProductId: 'I1', errors: [{ errorId: 25_004, message: 'The title is too long.' }] },
    { externalProductId: 'I2', errors: [] },
  ],
  unmappedProducts: [{ externalProductId: 'U1', title: 'A teapot like no other' }],
  unprocessedProducts: [{ externalProductId: 'N1', title: 'Lamp' }],
} as const

const lists = ['invalidProducts', 'unmappedProducts', 'unprocessedProducts'] as const
const regions = {
  invalidProducts: 'Invalid',
  unmappedProducts: 'Unmapped',
  unprocessedProducts: 'Unprocessed',
} as const

for (const hasPreviews of [true, false]) {
  test(`MAP-04 all eight combinations of problem lists, ${hasPreviews ? 'beside previews' : 'without a preview'}: each list is there without a click, and axe finds nothing`, async ({
    page,
    api,
    front,
  }, testInfo) => {
    test.slow()
    for (let combination = hasPreviews ? 0 : 1; combination < 8; combination += 1) {
      const filled = lists.filter((_, bit) => (combination & (1 << bit)) !== 0)
      const taskId = `C${combination}${hasPreviews ? 'p' : 'n'}`
      await test.step(`${taskId}: ${filled.join(', ') || 'no problem'}`, async () => {
        const { taskRef } = await api<{ taskRef: number }>('mapping.addTaskId', { taskId })
        await open(page, `#/mapping/${taskRef}`)
        await expect(page.getByText('Still processing').first()).toBeVisible()
        // It ends between two polls; nobody touches the page but for the hurry of a test.
        front.results.set(taskId, {
          completionStatus: !hasPreviews ? 'FAILED' : combination === 0 ? 'COMPLETED' : 'COMPLETED_WITH_ERROR',
          listingPreviews: hasPreviews ? [wirePreview(1), wirePreview(2)] : [],
          invalidProducts: filled.includes('invalidProducts') ? problems.invalidProducts : [],
          unmappedProducts: filled.includes('unmappedProducts') ? problems.unmappedProducts : [],
          unprocessedProducts: filled.includes('unprocessedProducts') ? problems.unprocessedProducts : [],
        })
        await api('mapping.checkNow', { taskRef })
        for (const list of lists) {
          const region = page.getByRole('region', { name: regions[list], exact: true })
          await expect(region.getByRole('listitem').first()).toBeVisible({ visible: filled.includes(list) })
        }
        const previews = page.getByRole('region', { name: 'Previews', exact: true })
        await expect(previews.getByRole('link', { name: 'Preview 1' })).toBeVisible({ visible: hasPreviews })
        await page.screenshot({ path: testInfo.outputPath(`${taskId}.png`) })
        // The faces of the lists are the same ones in every combination: the emptiest and the fullest have them all.
        if (combination < 2 || combination === 7) expect(await axeFindings(page)).toEqual([])
      })
    }
  })
}

test('axe finds nothing on the lists, a preview, its draft, a new mapping and the chart of what was', async ({
  page,
  api,
  front,
}) => {
  test.slow()
  front.results.set('A1', { completionStatus: 'COMPLETED_WITH_ERROR', listingPreviews: [wirePreview(1)], ...problems })
  const { taskRef } = await api<{ taskRef: number }>('mapping.addTaskId', { taskId: 'A1' })
  for (const place of ['', '/invalid', '/unmapped', '/unprocessed', '/previews', '/checks', '/previews/1'] as const) {
    await open(page, `#/mapping/${taskRef}${place}`)
    await expect(page.getByRole('tab', { name: 'Previews 1' }).or(page.getByText('Preview 1 of 1'))).toBeVisible()
    await expect(page.getByRole('main').locator('[aria-busy="true"]')).toHaveCount(0)
    expect(await axeFindings(page), place).toEqual([])
  }
  await page.getByRole('button', { name: 'Make a draft item' }).click()
  await expect(page.getByRole('dialog')).toContainText('What to take of the preview')
  expect(await axeFindings(page), 'draft').toEqual([])
  await page.getByRole('button', { name: 'Cancel' }).click()
  await open(page, '#/mapping/new')
  await expect(page.getByRole('region', { name: 'From a CSV file' })).toBeVisible()
  expect(await axeFindings(page), 'new').toEqual([])
  await open(page, '#/mapping')
  await expect(page.getByRole('region', { name: 'How mappings ended' })).toBeVisible()
  expect(await axeFindings(page), 'chart').toEqual([])
})

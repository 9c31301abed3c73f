/** The largest result: 500 products with sixty item specifics each. */
import { allMapped } from '../support/mapping-front.ts'
import { expect, open, test } from './mapping-fixtures.ts'

test.use({ shop: { conversations: 0, items: 4 } })

/** More than a screen and what is kept around it; a list rendered as a whole has 500 and takes seconds. */
const MAX_ROWS = 60

test('500 previews with sixty specifics each are drawn a screen at a time', async ({ page, api, front }) => {
  front.results.set('L', allMapped(500, 60))
  const { taskRef } = await api<{ taskRef: number }>('mapping.addTaskId', { taskId: 'L' })
  await open(page, `#/mapping/${taskRef}`)
  await page.getByRole('tab', { name: 'Previews 500' }).click()
  const grid = page.getByRole('grid', { name: 'Previews' })
  const rows = grid.getByRole('row')
  await expect(rows.nth(1)).toBeVisible()
  expect(await rows.count()).toBeLessThan(MAX_ROWS)
  await grid.evaluate((element) => {
    element.scrollTop = element.scrollHeight
  })
  await expect(grid.getByText('Preview 500', { exact: true })).toBeVisible()
  expect(await rows.count()).toBeLessThan(MAX_ROWS)
})

/** Working with tasks and their results while more of them arrive. */
import { allMapped, wirePreview } from '../support/mapping-front.ts'
import { axeFindings } from './axe.ts'
import { checkNow, expect, open, shareFront, test } from './mapping-fixtures.ts'
import { waitForItems } from './read-ahead.ts'

shareFront({ conversations: 0, items: 12 })

test('MAP-09 a task started elsewhere is added by its ID, paused and resumed, and each check is listed', async ({
  page,
  front,
  api,
}) => {
  await open(page, '#/mapping')
  await page.getByRole('button', { name: 'Add by ID' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('ID').fill('not an id')
  await dialog.getByRole('button', { name: 'Watch task' }).click()
  await expect(dialog).toContainText('An ID has no spaces')
  expect(await axeFindings(page)).toEqual([])
  await dialog.getByLabel('ID').fill('ELSEWHERE-1')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'Mapping ELSEWHERE-1' })).toBeVisible()
  await expect(page.getByText('Still processing').first()).toBeVisible()

  await page.getByRole('button', { name: 'Pause', exact: true }).click()
  await expect(page.getByRole('main').getByText('Paused').last()).toBeVisible()
  await page.getByRole('button', { name: 'Resume', exact: true }).click()
  // Paused again, so only the button checks.
  await page.getByRole('button', { name: 'Pause', exact: true }).click()
  await expect(page.getByRole('button', { name: 'Resume', exact: true })).toBeVisible()

  await page.getByRole('button', { name: 'Add by ID' }).click()
  await dialog.getByLabel('ID').fill('ELSEWHERE-1')
  await page.keyboard.press('Enter')
  await expect(page.getByText('This task is already in the list.')).toBeVisible()

  front.results.set('ELSEWHERE-1', allMapped(1, 1))
  await page.getByRole('button', { name: 'Check now' }).click()
  await expect(page.getByRole('tab', { name: 'Suggestions 1' })).toBeVisible()
  await page.getByRole('tab', { name: /^Checks/ }).click()
  await expect(page.getByText('Result arrived')).toBeVisible()
  const { taskRef } = await api<{ taskRef: number }>('mapping.addTaskId', { taskId: 'ELSEWHERE-1' })
  const { polls } = await api<{ polls: readonly unknown[] }>('mapping.task', { taskRef })
  await expect(page.getByRole('tabpanel').getByRole('listitem')).toHaveCount(polls.length)
})

test('MAP-06 an unmapped product links to the item list, and a preview is compared with the item of its SKU', async ({
  page,
  api,
  front,
}) => {
  const [known, other] = await waitForItems(api)
  if (known === undefined || other === undefined) throw new Error('The shop has no items')
  front.results.set('W1', {
    completionStatus: 'COMPLETED_WITH_ERROR',
    listingPreviews: [{ ...wirePreview(1), sku: known.sku, title: 'A better title' }],
    invalidProducts: [],
    unmappedProducts: [{ externalProductId: 'U1', title: other.title }],
    unprocessedProducts: [],
  })
  const { taskRef } = await api<{ taskRef: number }>('mapping.addTaskId', { taskId: 'W1' })

  await open(page, `#/mapping/${taskRef}/previews/1`)
  await page.getByRole('button', { name: 'Use this suggestion' }).click()
  const fields = page.getByRole('region', { name: 'Use from the suggestion' })
  await expect(fields.getByRole('columnheader', { name: 'Item now' })).toBeVisible()
  await expect(fields.getByRole('row', { name: /Title/ })).toContainText(known.title)
  await expect(fields.getByRole('row', { name: /Title/ })).toContainText('A better title')
  await expect(fields.getByRole('row', { name: /Title/ })).toContainText('Replaces what the item has')
  await expect(fields.getByRole('checkbox', { name: 'Title' })).not.toBeChecked()
  await expect(fields.getByRole('checkbox', { name: 'New item specifics' })).toBeChecked()
  await expect(fields.getByRole('row', { name: /Pictures/ })).toHaveCount(0)
  await page.getByRole('button', { name: 'Cancel' }).click()

  await open(page, `#/mapping/${taskRef}/unmapped`)
  await page.getByRole('button', { name: `Find in items: ${other.title}` }).click()
  const found = page.getByRole('region', { name: 'Your items' })
  await expect(found.getByRole('searchbox')).toHaveValue(other.title)
  await expect(found).toContainText(other.sku)
  await found.getByRole('searchbox').fill('nothing of the kind')
  await expect(found).toContainText('No results for “nothing of the kind”')
  await found.getByRole('searchbox').fill(other.sku)
  await found.getByRole('link', { name: other.title }).click()
  await expect(page).toHaveURL(new RegExp(`#/items/${other.sku}$`))
})

test('both panes keep their selection and scroll position while checks and results arrive', async ({
  page,
  api,
  front,
}) => {
  front.results.set('LONG', allMapped(200, 3))
  const long = await api<{ taskRef: number }>('mapping.addTaskId', { taskId: 'LONG' })
  const refs: number[] = []
  for (let number = 1; number <= 30; number += 1) {
    refs.push((await api<{ taskRef: number }>('mapping.addTaskId', { taskId: `T${number}` })).taskRef)
  }
  await open(page, `#/mapping/${long.taskRef}/previews`)
  const list = page.getByRole('listbox', { name: 'Mapping tasks' })
  const grid = page.getByRole('grid', { name: 'Suggestions' })
  await expect(grid.getByRole('row').nth(1)).toBeVisible()
  await expect(list.getByRole('option').first()).toBeVisible()
  await grid.evaluate((element) => {
    element.scrollTop = 1_500
  })
  await list.evaluate((element) => {
    element.scrollTop = element.scrollHeight
  })
  const selected = list.getByRole('option', { selected: true })
  await expect(selected).toContainText('Mapping LONG')
  await grid.focus()
  const position = async () => ({
    list: await list.evaluate((element) => element.scrollTop),
    grid: await grid.evaluate((element) => element.scrollTop),
    selected: await selected.getAttribute('aria-posinset'),
    hasFocus: await grid.evaluate((element) => element === document.activeElement),
  })
  const before = await position()
  expect(before.list).toBeGreaterThan(300)

  // Meanwhile all tasks are checked, and these three finish.
  for (const number of [28, 29, 30]) {
    front.results.set(`T${number}`, allMapped(2, 1))
    await checkNow(api, refs[number - 1] ?? 0)
  }
  await expect(page.getByText('27 in progress')).toBeVisible()
  expect(await position()).toEqual(before)
})

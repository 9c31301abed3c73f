/** Results of every shape, arriving while the page is open. */
import { allMapped, graphqlError, wirePreview } from '../support/mapping-front.ts'
import { axeFindings } from './axe.ts'
import { checkNow, expect, open, shareFront, test } from './mapping-fixtures.ts'

shareFront({ conversations: 0, items: 4 })

const problems = {
  invalidProducts: [
    { externalProductId: 'I1', errors: [{ errorId: 25_004, message: 'The title is too long.' }] },
    { externalProductId: 'I2', errors: [] },
  ],
  unmappedProducts: [{ externalProductId: 'U1', title: 'A teapot like no other' }],
  unprocessedProducts: [{ externalProductId: 'N1', title: 'Lamp' }],
} as const

/** More rows than a screen and its overscan. A list rendered in full has 500 and takes seconds. */
const MAX_ROWS = 60

const lists = ['invalidProducts', 'unmappedProducts', 'unprocessedProducts'] as const
const regions = {
  invalidProducts: 'Invalid',
  unmappedProducts: 'Unmapped',
  unprocessedProducts: 'Unprocessed',
} as const

test('MAP-04 a result that arrives shows its lists without a click', async ({ page, api, front }) => {
  for (const [taskId, filled, hasPreviews] of [
    ['C1', [], true],
    ['C2', lists, false],
  ] as const) {
    await test.step(`${taskId}: ${filled.join(', ') || 'no problem'}`, async () => {
      const { taskRef } = await api<{ taskRef: number }>('mapping.addTaskId', { taskId })
      await open(page, `#/mapping/${taskRef}`)
      await expect(page.getByText('Still processing').first()).toBeVisible()
      // The task finishes between two polls; the check only saves the test time.
      front.results.set(taskId, {
        completionStatus: hasPreviews ? 'COMPLETED' : 'FAILED',
        listingPreviews: hasPreviews ? [wirePreview(1), wirePreview(2)] : [],
        ...(hasPreviews ? { invalidProducts: [], unmappedProducts: [], unprocessedProducts: [] } : problems),
      })
      await checkNow(api, taskRef)
      const firstOf = (list: keyof typeof regions) =>
        page.getByRole('region', { name: regions[list], exact: true }).getByRole('listitem').first()
      const preview = page
        .getByRole('region', { name: 'Suggestions', exact: true })
        .getByRole('link', { name: 'Preview 1' })
      // What the result has comes first: before it arrives, no list is there.
      if (hasPreviews) await expect(preview).toBeVisible()
      for (const list of filled) await expect(firstOf(list)).toBeVisible()
      if (!hasPreviews) await expect(preview).toBeHidden()
      if (hasPreviews) for (const list of lists) await expect(firstOf(list)).toBeHidden()
      // Problems come first, and empty lists last.
      const headings = page.getByRole('heading', { name: /^(Invalid|Unmapped|Unprocessed|Suggestions) \d/ })
      await expect(headings).toHaveText(
        hasPreviews
          ? [/^Suggestions/, /^Invalid/, /^Unmapped/, /^Unprocessed/]
          : [/^Invalid/, /^Unmapped/, /^Unprocessed/, /^Suggestions/],
      )
    })
  }
})

test('axe finds nothing on the lists, a preview, its draft or a new mapping', async ({ page, api, front }) => {
  front.results.set('A1', { completionStatus: 'COMPLETED_WITH_ERROR', listingPreviews: [wirePreview(1)], ...problems })
  const { taskRef } = await api<{ taskRef: number }>('mapping.addTaskId', { taskId: 'A1' })
  for (const [place, name] of [
    ['', 'Result'],
    ['/invalid', /^Invalid/],
    ['/previews', 'Suggestions 1'],
    ['/checks', /^Checks/],
    ['/previews/1', undefined],
  ] as const) {
    await open(page, `#/mapping/${taskRef}${place}`)
    if (name === undefined) await expect(page.getByText('Suggestion 1 of 1')).toBeVisible()
    else await expect(page.getByRole('tab', { name, selected: true })).toBeVisible()
    await expect(page.getByRole('tab', { name: 'Suggestions 1' })).toHaveCount(name === undefined ? 0 : 1)
    await expect(page.getByRole('main').locator('[aria-busy="true"]')).toHaveCount(0)
    expect(await axeFindings(page), place).toEqual([])
  }
  await page.getByRole('button', { name: 'Use this suggestion' }).click()
  await expect(page.getByRole('dialog')).toContainText('Use from the suggestion')
  expect(await axeFindings(page), 'draft').toEqual([])
})

test('500 previews with sixty specifics each are rendered a screen at a time', async ({ page, api, front }) => {
  front.results.set('L', allMapped(500, 60))
  const { taskRef } = await api<{ taskRef: number }>('mapping.addTaskId', { taskId: 'L' })
  await open(page, `#/mapping/${taskRef}`)
  await page.getByRole('tab', { name: 'Suggestions 500' }).click()
  const grid = page.getByRole('grid', { name: 'Suggestions' })
  const rows = grid.getByRole('row')
  await expect(rows.nth(1)).toBeVisible()
  expect(await rows.count()).toBeLessThan(MAX_ROWS)
  await grid.evaluate((element) => {
    element.scrollTop = element.scrollHeight
  })
  await expect(grid.getByText('Preview 500', { exact: true })).toBeVisible()
  expect(await rows.count()).toBeLessThan(MAX_ROWS)
})

// Its 429 delays every other call, so it comes last.
test('MAP-03 MAP-13 MAP-14 each state explains itself and the remedy', async ({ page, api, front }) => {
  const watched = async (taskId: string): Promise<number> =>
    (await api<{ taskRef: number }>('mapping.addTaskId', { taskId })).taskRef
  const inspect = async (name: string, taskRef: number, text: string | RegExp): Promise<void> =>
    test.step(name, async () => {
      await open(page, `#/mapping/${taskRef}`)
      await expect(page.getByRole('main')).toContainText(text)
    })

  const watchedTask = await watched('processing')
  await inspect('processing', watchedTask, /Processing\s*Checked/)
  await api('mapping.pause', { taskRef: watchedTask })
  await inspect('paused', watchedTask, /Paused\s*Checked/)
  front.otherAnswers.set('unknown', graphqlError('Task not found'))
  await inspect('unknown', await watched('unknown'), 'doesn’t know this ID')
  front.otherAnswers.set('denied', graphqlError('Access denied'))
  await inspect('denied', await watched('denied'), 'sell.listing_preview')
  await expect(page.getByRole('button', { name: 'Open sign-in' })).toBeVisible()
  expect(await axeFindings(page), 'a state with its remedy').toEqual([])
  front.otherAnswers.set('broken', { status: 500, body: {} })
  await inspect('broken', await watched('broken'), 'The last check got no result')
  front.results.set('failed', { completionStatus: 'FAILED', listingPreviews: [], ...problems })
  await inspect('failed', await watched('failed'), 'None of the products were mapped')
  front.otherAnswers.set('limited', { status: 429, headers: { 'retry-after': '120' }, body: {} })
  await inspect('limited', await watched('limited'), 'Asked to wait')
})

/** Results of every shape and of the largest size, as they come from the platform while somebody looks on. */
import { writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from 'playwright/test'
import { test as base, expect } from './fixtures.ts'

type Result = Readonly<Record<string, unknown>>

/** What the platform says of tasks: their results where they have one; when each answer had left, by the wall clock. */
type Front = { readonly results: Map<string, Result>; readonly answeredAtMs: Map<string, number> }

const bodyOf = (taskId: string, result: Result | null): string =>
  JSON.stringify({
    data: {
      listingPreviewsCreationTaskById: { requestedId: taskId, listingPreviewsCreationTask: { id: taskId, result } },
    },
  })

/**
 * The practice platform behind a front that answers polls by the test's own word, and lets everything else through. The
 * app is started again with the front for its platform.
 */
const test = base.extend<{ readonly front: Front }>({
  front: async ({ practice, app, restartApp }, use) => {
    const results = new Map<string, Result>()
    const answeredAtMs = new Map<string, number>()
    const server = createServer((request, response) => {
      const parts: Buffer[] = []
      request.on('data', (part: Buffer) => parts.push(part))
      request.on('end', async () => {
        const body = Buffer.concat(parts).toString()
        if (body.includes('listingPreviewsCreationTaskById')) {
          const { variables } = JSON.parse(body) as { variables: { input: { id: string } } }
          const { id } = variables.input
          const result = results.get(id) ?? null
          response.setHeader('content-type', 'application/json')
          response.end(bodyOf(id, result), () => {
            if (result !== null) answeredAtMs.set(id, Date.now())
          })
          return
        }
        const { host: _host, connection: _connection, 'content-length': _length, ...headers } = request.headers
        const answer = await fetch(`${practice.url}${request.url}`, {
          method: request.method ?? 'GET',
          headers: headers as Record<string, string>,
          ...(body === '' ? {} : { body }),
        })
        response.writeHead(answer.status, { 'content-type': answer.headers.get('content-type') ?? 'application/json' })
        response.end(Buffer.from(await answer.arrayBuffer()))
      })
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', () => resolve()))
    const scope = (name: string): string => `${practice.url}/oauth/api_scope${name}`
    writeFileSync(
      app.profileFile,
      JSON.stringify({
        id: 'practice',
        kind: 'practice',
        name: 'Practice shop',
        baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
        scopes: {
          user: ['/message', '/sell.inventory', '/sell.listing_preview', '/commerce.notification.subscription'].map(
            scope,
          ),
          application: [scope('')],
        },
      }),
    )
    await restartApp()
    await use({ results, answeredAtMs })
    server.closeAllConnections()
    await new Promise<void>((resolve) => server.close(() => resolve()))
  },
})

test.use({ shop: { conversations: 0, items: 4 } })

const open = (page: Page, place: string): Promise<void> =>
  page.evaluate((hash) => {
    window.location.hash = hash
  }, place)

const axeFindings = async (page: Page): Promise<readonly string[]> => {
  const { violations } = await new AxeBuilder({ page }).analyze()
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.target.join(' ')).join(', ')}`)
}

const preview = (number: number, aspects = 3) => ({
  sku: `SKU-${number}`,
  title: `Preview ${number}`,
  description: '<p>As good as new</p>',
  mappingReferenceId: `REF-${number}`,
  category: { id: '15230' },
  images: [],
  aspects: Array.from({ length: aspects }, (_, index) => ({
    localizedAspectName: `Aspect ${index}`,
    value: [{ localizedValue: `Value ${index} of ${number}` }],
  })),
})

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
          listingPreviews: hasPreviews ? [preview(1), preview(2)] : [],
          ...Object.fromEntries(lists.map((list) => [list, filled.includes(list) ? problems[list] : []])),
        })
        await api('mapping.checkNow', { taskRef })
        for (const list of lists) {
          const region = page.getByRole('region', { name: regions[list], exact: true })
          await expect(region.getByRole('listitem').first()).toBeVisible({ visible: filled.includes(list) })
        }
        const previews = page.getByRole('region', { name: 'Previews', exact: true })
        await expect(previews.getByRole('link', { name: 'Preview 1' })).toBeVisible({ visible: hasPreviews })
        await page.screenshot({ path: testInfo.outputPath(`${taskId}.png`) })
        expect(await axeFindings(page)).toEqual([])
      })
    }
  })
}

test('axe finds nothing on the lists, a preview, its draft, a new mapping and the chart of what was', async ({
  page,
  api,
  front,
}) => {
  front.results.set('A1', { completionStatus: 'COMPLETED_WITH_ERROR', listingPreviews: [preview(1)], ...problems })
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

test('500 previews with sixty specifics each are shown at once and scrolled without a halt', async ({
  page,
  api,
  front,
}, testInfo) => {
  const show = async (taskId: string, result: Result): Promise<number> => {
    const { taskRef } = await api<{ taskRef: number }>('mapping.addTaskId', { taskId })
    await open(page, `#/mapping/${taskRef}`)
    await expect(page.getByText('Still processing').first()).toBeVisible()
    await page.evaluate(() => {
      Object.assign(window, { shownAtMs: 0 })
      const observer = new MutationObserver(() => {
        if (document.querySelector('section[aria-label="Previews"] li') === null) return
        observer.disconnect()
        // Two frames on, it is painted.
        requestAnimationFrame(() => requestAnimationFrame(() => Object.assign(window, { shownAtMs: Date.now() })))
      })
      observer.observe(document.body, { childList: true, subtree: true })
    })
    front.results.set(taskId, result)
    await api('mapping.checkNow', { taskRef })
    await expect
      .poll(() => page.evaluate(() => (window as unknown as { shownAtMs: number }).shownAtMs))
      .toBeGreaterThan(0)
    const shownAtMs = await page.evaluate(() => (window as unknown as { shownAtMs: number }).shownAtMs)
    return shownAtMs - (front.answeredAtMs.get(taskId) ?? 0)
  }
  const of = (count: number, aspects: number): Result => ({
    completionStatus: 'COMPLETED',
    listingPreviews: Array.from({ length: count }, (_, index) => preview(index + 1, aspects)),
    invalidProducts: [],
    unmappedProducts: [],
    unprocessedProducts: [],
  })
  await show('warm', of(500, 60))
  const smallMs = [await show('S1', of(1, 1)), await show('S2', of(1, 1)), await show('S3', of(1, 1))]
  const largeMs = [await show('L1', of(500, 60)), await show('L2', of(500, 60)), await show('L3', of(500, 60))]
  testInfo.annotations.push({ type: 'ms from arrival to paint', description: `one ${smallMs}, 500 × 60 ${largeMs}` })
  console.log(`ms from arrival to paint: one preview ${smallMs}, 500 with 60 specifics ${largeMs}`)
  // 200 ms is the promise; a machine that is busy with other work is slow with the small one, too.
  const busyMs = Math.max(0, Math.min(...smallMs) - 50)
  expect(Math.min(...largeMs)).toBeLessThan(200 + 4 * busyMs)

  await page.getByRole('tab', { name: 'Previews 500' }).click()
  const table = page.getByRole('grid', { name: 'Previews' })
  await expect(table.getByRole('row').nth(1)).toBeVisible()
  const longest = await table.evaluate(async (element) => {
    const tasks: number[] = []
    const observer = new PerformanceObserver((list) => tasks.push(...list.getEntries().map(({ duration }) => duration)))
    observer.observe({ entryTypes: ['longtask'] })
    for (let step = 0; step < 120; step += 1) {
      element.scrollTop += 180
      await new Promise((resolve) => requestAnimationFrame(resolve))
    }
    await new Promise((resolve) => setTimeout(resolve, 100))
    observer.disconnect()
    return { tasks, reached: element.scrollTop }
  })
  testInfo.annotations.push({ type: 'long tasks while scrolling', description: JSON.stringify(longest.tasks) })
  console.log(`long tasks while scrolling: ${JSON.stringify(longest.tasks)}`)
  expect(longest.reached).toBeGreaterThan(15_000)
  expect(Math.max(0, ...longest.tasks), 'ms of the longest task').toBeLessThanOrEqual(50 + 4 * busyMs)
})

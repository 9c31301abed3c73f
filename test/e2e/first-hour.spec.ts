/** What must hold for whoever sits before it: no secret comes here, and large print without motion suffices. */
import { practiceCredentials } from '../../main/practice/credentials.ts'
import { expect, goTo, test } from './fixtures.ts'

test.use({ shop: { conversations: 4, items: 4 } })

const screens = ['inbox', 'outbox', 'items', 'mapping', 'notifications', 'practice', 'settings'] as const

test('no secret of the vault is in the heap of the page, after every screen was seen', async ({
  page,
  practice,
  api,
  host,
}) => {
  test.skip(host !== 'local', 'The secrets are handed in past the page, which the local host alone allows')
  const profile = {
    name: 'My sandbox',
    kind: 'sandbox',
    baseUrl: practice.url,
    oauth: { clientId: practiceCredentials.clientId },
  }
  const { id } = await api<{ id: string }>('connection.create', { profile })
  await api('connection.open', { id })
  const { origin } = new URL(page.url())
  const { clientSecret, refreshToken, userToken, appName, devName, certName } = practiceCredentials
  const handedIn = await page.context().request.post(`${origin}/api/call`, {
    headers: { origin, 'content-type': 'application/json' },
    data: {
      method: 'connection.keepSecrets',
      input: { clientSecret, refreshToken, userToken, appName, devName, certName },
    },
  })
  expect(await handedIn.json()).toMatchObject({ ok: true })
  await goTo(page, '#/settings/section/open-connection')
  await page.getByRole('button', { name: 'Check connection' }).click()
  await expect(page.getByRole('list', { name: 'What the check found' })).toBeVisible()
  for (const screen of screens) {
    await goTo(page, `#/${screen}`)
    await expect(page.getByRole('main')).toHaveAccessibleName(new RegExp(screen, 'i'))
  }
  const session = await page.context().newCDPSession(page)
  let heap = ''
  session.on('HeapProfiler.addHeapSnapshotChunk', ({ chunk }) => {
    heap += chunk
  })
  await session.send('HeapProfiler.takeHeapSnapshot', { reportProgress: false })
  // What is on the page is found, so that what is not found is not there.
  expect(heap).toContain('My sandbox')
  for (const secret of [clientSecret, refreshToken, userToken, 'practice-access-']) {
    expect(heap.includes(secret), `${secret} in the heap`).toBe(false)
  }
})

test.describe('at 200 % and without motion', () => {
  test.use({ contextOptions: { reducedMotion: 'reduce' } })

  test('every screen keeps its acts within the window, and nothing moves', async ({ page }) => {
    // A window of 1280 by 800, magnified twice.
    await page.setViewportSize({ width: 640, height: 400 })
    for (const screen of screens) {
      await goTo(page, `#/${screen}`)
      await expect(page.getByRole('main')).toHaveAccessibleName(new RegExp(screen, 'i'))
      await expect(page.getByRole('main').locator('[aria-busy="true"]')).toHaveCount(0)
      const found = await page.evaluate(() => {
        const width = document.documentElement.clientWidth
        const beyond = [...document.querySelectorAll<HTMLElement>('main button, main input, main [role="tab"]')]
          .filter(
            (one) =>
              one.checkVisibility() && one.closest('[role="grid"], [role="tablist"], .visually-hidden, label') === null,
          )
          .filter((one) => {
            const { left, right, width: own } = one.getBoundingClientRect()
            return own > 1 && (left < -1 || right > width + 1)
          })
          .map((one) => one.getAttribute('aria-label') ?? one.textContent)
        const moving = document.getAnimations().filter(({ playState }) => playState === 'running').length
        return { scrolls: document.documentElement.scrollWidth - width, beyond, moving }
      })
      expect(found, screen).toEqual({ scrolls: 0, beyond: [], moving: 0 })
    }
  })
})

/** What must hold for whoever sits before it: no secret comes here. */
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

/** Connections: adds a sandbox, signs in by pasting the code, checks it, and returns to the practice shop. */
import { existsSync } from 'node:fs'
import path from 'node:path'
import { practiceCredentials } from '../../main/practice/credentials.ts'
import { axeFindings } from './axe.ts'
import { expect, goTo, test } from './fixtures.ts'

test.use({ shop: { conversations: 4, items: 4 } })

test('a sandbox is added step by step, signed in by pasting the code and checked, and has its own database (AUT-05, RCV-11)', async ({
  page,
  practice,
  app,
  api,
  host,
}) => {
  const next = page.getByRole('button', { name: 'Next', exact: true })
  await page.getByRole('option').first().click()
  await page.getByRole('textbox', { name: /^Reply to/ }).fill('Only in the practice shop')
  await expect(page.getByRole('region', { name: 'Reply' }).getByText(/^Saved/)).toBeVisible()

  await test.step('each step says what is wrong on it, and what was typed stays', async () => {
    await page.evaluate(() => {
      window.location.hash = '#/settings'
    })
    await page.getByRole('button', { name: 'Add a connection' }).click()
    await next.click()
    await expect(page.getByRole('textbox', { name: /^Name/ })).toHaveAttribute('aria-invalid', 'true')
    await expect(page.getByRole('textbox', { name: /^Name/ })).toBeFocused()
    await page.getByRole('textbox', { name: /^Name/ }).fill('My sandbox')
    await next.click()
    await page.getByRole('textbox', { name: /^Base URL/ }).fill('http://shop.example.com')
    await next.click()
    await expect(page.getByText(/isn’t HTTPS/)).toBeVisible()
    await page.getByRole('textbox', { name: /^Base URL/ }).fill(practice.url)
    expect(await axeFindings(page)).toEqual([])
    await next.click()
  })

  await test.step('going back, away and reloading lose nothing', async () => {
    await page.getByRole('textbox', { name: /^Client ID/ }).fill(practiceCredentials.clientId)
    await page.getByRole('button', { name: 'Back', exact: true }).click()
    await expect(page.getByRole('textbox', { name: /^Base URL/ })).toHaveValue(practice.url)
    await page.keyboard.press('Escape')
    await expect(page.getByRole('button', { name: 'Add a connection' })).toBeVisible()
    await page.reload()
    await page.getByRole('button', { name: 'Add a connection' }).click()
    await expect(page.getByRole('textbox', { name: /^Name/ })).toHaveValue('My sandbox')
    await next.click()
    await next.click()
    await expect(page.getByRole('textbox', { name: /^Client ID/ })).toHaveValue(practiceCredentials.clientId)
  })

  /** Follows the sign-in address by hand, as a user does when no browser opens. */
  const pasteAnswer = async (): Promise<void> => {
    await expect(page.getByRole('region', { name: 'Sign-in in progress' })).toBeVisible()
    const { signIn } = await api<{ signIn: { address: string } }>('connection.status')
    const answer = await fetch(signIn.address, { redirect: 'manual' })
    const back = answer.headers.get('location') ?? ''
    expect(back, 'the platform sends the browser back with a code').toContain('code=')
    await page.getByRole('textbox', { name: 'Address or code' }).fill(back)
    await page.getByRole('button', { name: 'Finish sign-in' }).click()
  }

  await test.step('a secret that is refused leaves one connection, which the next try completes', async () => {
    await page.getByLabel('Client secret').fill('two words')
    await page.getByRole('button', { name: 'Add and open' }).click()
    await expect(page.getByRole('heading', { name: 'Set up My sandbox' })).toBeVisible()
    await expect(page.getByRole('main').getByRole('alert')).toContainText('Copy all of it again')
    await expect(page.getByLabel('Client secret')).toHaveValue('two words')
    await expect(page.getByRole('textbox', { name: /^Client ID/ })).toHaveValue(practiceCredentials.clientId)
  })

  await test.step('a wrong secret is said where it fails, and leads back to where it is written', async () => {
    await page.getByLabel('Client secret').fill('not-the-secret')
    await next.click()
    const begin = page.getByRole('button', { name: 'Sign in with the platform', exact: true })
    // Enabled once the secret is saved. Unlike click(), press() doesn't wait for that.
    await expect(begin).toBeEnabled()
    await begin.press('Enter')
    await expect(page.getByRole('textbox', { name: 'Address or code' })).toBeFocused()
    await page.getByRole('button', { name: 'Cancel' }).press('Enter')
    await expect(begin).toBeFocused()
    await page.keyboard.press('Enter')
    await pasteAnswer()
    await expect(
      page.getByRole('alert').filter({ hasText: 'doesn’t accept the client ID or client secret' }),
    ).toBeVisible()
    await expect(page.getByText('Sign-in needed.')).toHaveCount(0)
    await page.getByRole('button', { name: 'Sign in later' }).click()
    await page.getByRole('button', { name: 'Go to sign-in' }).click()
    await page.getByRole('button', { name: 'Change client ID or secret' }).click()
  })

  await test.step('the secret is taken, and the connection is added and open', async () => {
    await page.getByLabel('Client secret').fill(practiceCredentials.clientSecret)
    await next.click()
    await expect(page.getByRole('region', { name: 'Connection kind' })).toContainText('Sandbox')
    await expect(page.getByRole('button', { name: 'Sign in later' })).toBeVisible()
    await page.getByRole('button', { name: 'Back', exact: true }).click()
    // The secret is saved and never shown again.
    await expect(page.getByLabel('Client secret')).toHaveValue('')
    await expect(page.getByText(/Already saved and never shown/)).toBeVisible()
    await next.click()
    // The next step leaves the page, which returns to the step that it showed last.
    await expect(page.getByRole('button', { name: 'Sign in later' })).toBeVisible()
  })

  await test.step('until somebody is signed in, the window says so and leads there', async () => {
    const place = new URL(page.url()).hash
    await expect(page.getByRole('region', { name: 'Status', exact: true })).toContainText('Not signed in')
    await goTo(page, '#/inbox')
    const signIn = page.getByRole('button', { name: 'Sign in', exact: true })
    for (const hash of ['#/items', '#/mapping', '#/notifications', '#/inbox']) {
      await goTo(page, hash)
      await expect(signIn).toHaveCount(1)
    }
    await expect(page.getByRole('main').getByRole('alert')).toHaveCount(0)
    await expect(page.getByRole('main').getByRole('button', { name: 'Try again' })).toHaveCount(0)
    await signIn.press('Enter')
    await expect(page.getByText('Sign-in needed.')).toBeVisible()
    await goTo(page, place)
  })

  await test.step('it is signed in by the code', async () => {
    await api('connection.beginSignIn', {})
    await pasteAnswer()
    await expect(page.getByText('Signed in as')).toBeVisible()
    await next.click()
  })

  await test.step('the check asks each service that is in use, legacy calls once they have credentials', async () => {
    const found = page.getByRole('list', { name: 'Services' })
    await expect(found.getByRole('listitem')).toHaveCount(4)
    await expect(found.getByRole('img', { name: 'Has a problem' })).toHaveCount(0)
    await expect(page.getByText('Every service answers. You are ready.')).toBeVisible()
    expect(await axeFindings(page)).toEqual([])
    await page.getByRole('button', { name: 'Credentials for legacy notifications' }).click()
    await page.getByLabel('Application name').fill(practiceCredentials.appName)
    await page.getByLabel('Developer name').fill(practiceCredentials.devName)
    await page.getByLabel('Certificate name').fill(practiceCredentials.certName)
    await page.getByLabel('User token').fill(practiceCredentials.userToken)
    await page
      .getByRole('button', { name: host === 'local' ? 'Keep until Stallhand closes' : 'Save in the password store' })
      .click()
    await expect(page.getByText('Saved. Check the connection now.')).toBeVisible()
  })

  await test.step('what is typed while a secret is being saved stays in its field', async () => {
    const released = Promise.withResolvers<void>()
    await page.route('**/api/call', async (route) => {
      if (route.request().postDataJSON().method === 'connection.keepSecrets') await released.promise
      return route.fallback()
    })
    await page.getByLabel('User token', { exact: true }).fill(practiceCredentials.userToken)
    await page.getByLabel('User token', { exact: true }).press('Enter')
    await page.getByLabel('Application name', { exact: true }).fill('typed meanwhile')
    released.resolve()
    await expect(page.getByLabel('User token', { exact: true })).toHaveValue('')
    await expect(page.getByLabel('Application name', { exact: true })).toHaveValue('typed meanwhile')
    await page.getByLabel('Application name', { exact: true }).fill('')
    await page.unrouteAll({ behavior: 'wait' })
  })

  await test.step('every service answers the check', async () => {
    await page.getByRole('button', { name: 'Check connection' }).click()
    const found = page.getByRole('list', { name: 'Services' })
    await expect(found.getByRole('listitem')).toHaveCount(5)
    await expect(found.getByRole('listitem').filter({ hasText: 'Legacy notifications' })).toContainText(
      'No address is registered yet',
    )
    await expect(found.getByRole('img', { name: 'Has a problem' })).toHaveCount(0)
  })

  await test.step('it shares nothing with the practice shop, and no secret is in the page', async () => {
    const { connection } = await api<{ connection: { id: string } }>('connection.status')
    expect(existsSync(path.join(app.dataDir, `${connection.id}.sqlite`))).toBe(true)
    expect(connection.id).not.toBe('practice')
    expect((await api<{ views: { hasDraft: number } }>('messaging.counts')).views.hasDraft).toBe(0)
    expect(await page.content()).not.toContain(practiceCredentials.clientSecret)
    await page.getByRole('button', { name: 'Open Practice shop' }).click()
    await expect(page.getByRole('region', { name: 'Connection kind' })).toContainText('Practice')
    expect((await api<{ views: { hasDraft: number } }>('messaging.counts')).views.hasDraft).toBe(1)
  })
})

test('a practice shop without orders leads to one with orders, which opens without a detour', async ({ page, api }) => {
  await goTo(page, '#/orders')
  await page.getByRole('button', { name: 'Add eBay practice shop' }).press('Enter')
  await page.getByRole('textbox', { name: /^Name/ }).fill('Second shop')
  // Everything that the page shows from the press on.
  const shown = await page.evaluateHandle(() => {
    const texts: string[] = []
    const record = () => texts.push(document.querySelector('main')?.innerText ?? '')
    new MutationObserver(record).observe(document.body, { childList: true, subtree: true, characterData: true })
    return texts
  })
  // The status of the new connection comes late.
  await page.route('**/api/call', async (route) => {
    const { method } = route.request().postDataJSON() as { method: string }
    if (method === 'connection.status') await new Promise((resolve) => setTimeout(resolve, 300))
    return route.fallback()
  })
  await page.getByRole('button', { name: 'Add and open' }).click()
  await expect(page.getByText('Every service answers. You are ready.')).toBeVisible()
  const texts = await shown.jsonValue()
  expect(texts.filter((text) => text.includes('This connection isn’t open'))).toEqual([])
  // Five steps would be those of another kind of shop.
  expect(texts.filter((text) => text.includes('Sign-in'))).toEqual([])
  expect((await api<{ connection: { name: string } }>('connection.status')).connection.name).toBe('Second shop')
  await page.unrouteAll({ behavior: 'wait' })
  await goTo(page, '#/orders')
  await expect(page.getByRole('grid', { name: 'Orders' }).getByRole('row').nth(1)).toContainText('To ship')
})

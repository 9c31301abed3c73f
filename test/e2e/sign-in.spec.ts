/** Everything that can go wrong at eBay's sign-in, each driven against the practice platform up to its sentence. */
import { practiceCredentials } from '../../main/practice/credentials.ts'
import { expect, goTo, test } from './fixtures.ts'
import { openConnection } from './open-connection.ts'

test.use({ shop: { platform: 'ebay', conversations: 2, items: 2 } })

const ADDRESS = 'Address or code'
const TWO_HOURS_MS = 2 * 3_600_000 + 60_000
const TEN_MINUTES_MS = 600_000

test('PLT-29 FACT-8 FACT-9 FACT-10 the sign-in panel names each cause and its cure', async ({
  quietPage: page,
  practice,
  api,
}) => {
  const profile = {
    name: 'eBay shop',
    kind: 'sandbox',
    platform: 'ebay',
    baseUrl: practice.url,
    oauth: { clientId: practiceCredentials.clientId, redirectUri: 'Seller-Stallhand-RuName' },
  }
  const { clientSecret } = practiceCredentials
  const { id } = await api<{ id: string }>('connection.create', { profile })
  await openConnection(page, api, id, 'Sandbox')
  await api('connection.keepSecrets', { clientSecret })
  await goTo(page, '#/settings/section/sign-in')

  const panel = page.getByRole('region', { name: 'Sign-in', exact: true })
  const field = page.getByRole('textbox', { name: ADDRESS })
  const begin = async (): Promise<URL> => {
    await page.getByRole('button', { name: /^Sign in (with eBay|again)$/ }).click()
    await expect(field).toBeVisible()
    return readAddress()
  }
  const readAddress = async (): Promise<URL> => {
    const { signIn } = await api<{ signIn: { address: string } }>('connection.status')
    return new URL(signIn.address)
  }
  /** What the browser ends with: the address that it is sent to, or the text of eBay's own page. */
  const follow = async (address: URL): Promise<string> => {
    const answer = await fetch(address, { redirect: 'manual' })
    return answer.headers.get('location') ?? (await answer.text())
  }
  const finish = async (pasted: string): Promise<void> => {
    await field.fill(pasted)
    await page.getByRole('button', { name: 'Finish sign-in' }).click()
  }

  await test.step('a wrong RuName', async () => {
    const address = await begin()
    address.searchParams.set('redirect_uri', 'https://seller.example/back')
    await finish(await follow(address))
    await expect(panel).toContainText('eBay doesn’t know the RuName of this connection. Copy the RuName')
  })

  await test.step('a code of another sign-in', async () => {
    const foreign = await follow(await begin())
    const another = new URL(foreign)
    another.searchParams.set('state', 'another')
    await finish(another.href)
    await expect(page.getByText('This belongs to another sign-in. Paste the address of the latest one')).toBeVisible()
  })

  await test.step('an expired code', async () => {
    const late = await follow(await readAddress())
    await practice.post('/practice/clock', { advanceMs: TEN_MINUTES_MS })
    await finish(late)
    await expect(panel).toContainText('eBay doesn’t accept this code. A code works once, whole, for about five minutes')
  })

  await test.step('a wrong Cert ID', async () => {
    await api('connection.keepSecrets', { clientSecret: 'wrong' })
    await finish(await follow(await begin()))
    await expect(panel).toContainText('Copy the App ID and the Cert ID from the same sandbox keyset.')
    await expect(page.getByRole('button', { name: 'Change client ID or secret' })).toBeVisible()
    await api('connection.keepSecrets', { clientSecret })
  })

  await test.step('a keyset without the permission for messages signs in without it', async () => {
    await practice.post('/practice/faults', { operation: 'authorize', fault: 'scopeNotGranted' })
    await finish(await follow(await begin()))
    await expect(panel.getByText('Not signed in.')).toBeVisible()
    await expect(panel).toContainText('doesn’t grant your keyset one of the permissions')
    await page.getByRole('checkbox', { name: /messages/i }).click({ force: true })
    await page.getByRole('button', { name: 'Start again without these' }).click()
    await expect(field).toBeVisible()
    await finish(await follow(await readAddress()))
    await expect(page.getByText('Signed in as')).toBeVisible()
    await expect(page.getByRole('button', { name: 'Sign in with everything' })).toBeVisible()
    await practice.delete('/practice/faults')
  })

  await test.step('a changed password', async () => {
    await practice.post('/practice/faults', { operation: 'token', fault: 'passwordChanged' })
    await practice.post('/practice/clock', { advanceMs: TWO_HOURS_MS })
    await api('connection.check')
    await expect(panel).toContainText(/password/)
    await practice.delete('/practice/faults')
    await finish(await follow(await begin()))
    await expect(page.getByText('Signed in as')).toBeVisible()
  })

  await test.step('a new production keyset that is not enabled yet', async () => {
    const production = await api<{ id: string }>('connection.create', {
      profile: { ...profile, name: 'Real shop', kind: 'production' },
    })
    await openConnection(page, api, production.id, 'Production')
    await api('connection.keepSecrets', { clientSecret: 'wrong' })
    await goTo(page, '#/settings/section/sign-in')
    await finish(await follow(await begin()))
    await expect(panel).toContainText('A new one works only after marketplace account deletion is set up')
  })
})

/** What holds under every host: it starts on what a crash left, as it was chosen to be. */
import { expect, expectReady, test } from './fixtures.ts'

test('starts on what a crash left, and draws its first frame in the theme the user chose', async ({
  page,
  api,
  killApp,
  restartApp,
}) => {
  await page.emulateMedia({ colorScheme: 'light' })
  await api('app.saveView', { key: 'appearance.theme', value: 'dark' })
  await killApp()
  const again = await restartApp()
  await expectReady(again)
  await again.reload({ waitUntil: 'commit' })
  await expect(again.locator('html')).toHaveAttribute('data-theme', 'dark')
  await expectReady(again)
})

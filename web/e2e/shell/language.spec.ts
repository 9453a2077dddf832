import type { Page } from '@playwright/test'
import { choice, expect, makePerson, openSignedIn, signIn, test, waitForOfflineShell } from '../harness/fixtures.ts'

test.use({ serviceWorkers: 'allow' })

const expectLanguage = (page: Page, language: string): Promise<void> => expect(page.locator('html')).toHaveAttribute('lang', language)

const listKeptTexts = (page: Page): Promise<(string | undefined)[]> =>
  page.evaluate(async () => (await (await caches.open('texts')).keys()).map(({ url }) => /staff-[a-z]+(?=-)/.exec(url)?.[0]))

test('the app speaks the language of who signed in, offline too, and the next person on the device gets theirs (LANG-01)', async ({
  page,
  context,
  makeShop,
  server,
}) => {
  const shop = await makeShop()
  const colleague = await makePerson(server, { shops: [shop] })
  await signIn(page, shop.person)
  await waitForOfflineShell(page)
  await page.goto('/profile')
  await expectLanguage(page, 'en')
  await expect(choice(page, 'Language').locator('option').first()).toHaveText('As the shop (English)')
  await choice(page, 'Language').selectOption({ label: 'Deutsch' })
  await page.getByRole('button', { name: 'Update Profile' }).click()
  await expectLanguage(page, 'de')
  await expect.poll(() => listKeptTexts(page)).toEqual(['staff-de'])

  await context.setOffline(true)
  await page.goto(shop.path)
  await expect(page.getByRole('grid')).toBeVisible()
  await expectLanguage(page, 'de')
  await context.setOffline(false)

  await openSignedIn(page, colleague)
  await expectLanguage(page, 'en')
  await openSignedIn(page, shop.person)
  await expectLanguage(page, 'de')
})

import { chooseFromUserMenu, expect, field, signIn, syncBadge, test, waitForOfflineShell, waitUntilSynced } from './fixtures.ts'

type Manifest = {
  name: string
  short_name: string
  start_url: string
  display: string
  theme_color: string
  background_color: string
  icons: { src: string; sizes: string; type: string; purpose: string }[]
  shortcuts: { name: string; url: string; icons: { src: string }[] }[]
  screenshots: { src: string; sizes: string; form_factor: string }[]
}

test('the app can be installed: manifest, icons, shortcuts and screenshots are all there', async ({ page, request }) => {
  await page.goto('/login')
  const address = await page.locator('link[rel="manifest"]').getAttribute('href')
  const answer = await request.get(address ?? '')
  expect(answer.headers()['content-type']).toContain('application/manifest+json')
  const manifest = (await answer.json()) as Manifest
  expect(manifest).toMatchObject({ name: 'Mainspring', short_name: 'Mainspring', start_url: '/', display: 'standalone' })
  expect(manifest.theme_color).toMatch(/^#[0-9a-f]{6}$/)
  expect(manifest.icons.map(({ purpose }) => purpose)).toEqual(expect.arrayContaining(['any', 'maskable']))
  expect(manifest.icons.map(({ sizes }) => sizes)).toEqual(expect.arrayContaining(['192x192', '512x512']))
  expect(manifest.shortcuts.map(({ name }) => name)).toEqual(['New order', 'Orders', 'Customers'])
  const pictures = [...manifest.icons, ...manifest.screenshots, ...manifest.shortcuts.flatMap(({ icons }) => icons)].map(({ src }) => src)
  for (const src of pictures) {
    const picture = await request.get(src)
    expect([src, picture.status(), picture.headers()['content-type']]).toEqual([src, 200, expect.stringMatching(/^image\//)])
  }
  expect(manifest.screenshots.map(({ form_factor }) => form_factor)).toEqual(expect.arrayContaining(['wide', 'narrow']))
})

test('the shortcuts of the installed app lead where they say', async ({ makeShop, newDevice }) => {
  const shop = await makeShop()
  const { page } = await newDevice(shop.person)
  await page.goto('/?view=customers')
  await expect(page).toHaveURL(`/${shop.id}/customers`)
  await page.goto('/?view=orders')
  await expect(page).toHaveURL(shop.path)
  await page.goto('/?new=order')
  await expect(page.getByRole('dialog', { name: 'Add New Order' })).toBeVisible()
})

test('pages come with a policy that lets no foreign script in, hashed files are kept, the shell is asked for anew', async ({ request, page }) => {
  const shell = await request.get('/login')
  const policy = shell.headers()['content-security-policy'] ?? ''
  expect(policy).toContain("default-src 'self'")
  expect(policy).not.toMatch(/script-src[^;]*unsafe-inline/)
  expect(shell.headers()['cache-control']).toContain('no-cache')
  expect((await request.get('/sw.js')).headers()['cache-control']).toContain('no-cache')
  const loaded: string[] = []
  page.on('response', (response) => {
    if (/\/assets\/.+\.js$/.test(response.url())) loaded.push(response.headers()['cache-control'] ?? '')
  })
  const problems: string[] = []
  page.on('console', (message) => {
    if (message.type() === 'error' && /Content Security Policy|Refused to/.test(message.text())) problems.push(message.text())
  })
  await page.goto('/login')
  await expect(page.getByRole('button', { name: 'Sign In' })).toBeVisible()
  expect(loaded.length).toBeGreaterThan(0)
  for (const cacheControl of loaded) expect(cacheControl).toContain('immutable')
  expect(problems).toEqual([])
})

test('the colours follow the device, can be chosen, and stay chosen', async ({ makeShop, newDevice }) => {
  const shop = await makeShop()
  const { page } = await newDevice(shop.person, { context: { colorScheme: 'dark' } })
  const background = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor)
  const dark = await background()
  await page.getByRole('button', { name: /^Welcome, / }).click()
  await page.getByRole('menuitemradio', { name: 'Light' }).click()
  await expect.poll(background).not.toBe(dark)
  const light = await background()
  await page.reload()
  await expect(syncBadge(page)).toBeVisible()
  expect(await background()).toBe(light)
  await page.emulateMedia({ colorScheme: 'light' })
  await page.getByRole('button', { name: /^Welcome, / }).click()
  await page.getByRole('menuitemradio', { name: 'Dark' }).click()
  await expect.poll(background).toBe(dark)
  await page.getByRole('button', { name: /^Welcome, / }).click()
  await page.getByRole('menuitemradio', { name: 'Like the device' }).click()
  await expect.poll(background).toBe(light)
})

test('a new version waits for the person, and does not take what is being typed', async ({ makeShop, newDevice, page }) => {
  const shop = await makeShop()
  const { page: open } = await newDevice(shop.person)
  await waitForOfflineShell(open)
  await open.reload()
  await waitUntilSynced(open)
  await expect.poll(() => open.evaluate(() => navigator.serviceWorker.controller !== null)).toBe(true)

  // The newer version: the same worker with one byte more, which is all that a browser looks at.
  const worker = await (await page.request.get('/sw.js')).text()
  await open.context().route('**/sw.js', (route) => route.fulfill({ contentType: 'text/javascript', body: `${worker}\n// newer` }))
  await open.keyboard.press('c')
  const dialog = open.getByRole('dialog', { name: 'Add New Customer' })
  await field(dialog, 'Name').fill('Uma Update')
  await open.evaluate(async () => {
    await (await navigator.serviceWorker.getRegistration())?.update()
  })
  await expect(open.getByText('New version ready')).toBeVisible()
  await expect(field(dialog, 'Name')).toHaveValue('Uma Update')
})

test('the sign-in page works from the cache of the installed app while there is no network', async ({ makeShop, newDevice }) => {
  const shop = await makeShop()
  const { page, context } = await newDevice(shop.person)
  await waitForOfflineShell(page)
  await chooseFromUserMenu(page, 'Logout')
  await expect(page).toHaveURL(/\/login$/)
  await context.setOffline(true)
  await page.goto('/')
  await expect(page.getByRole('button', { name: 'Sign In' })).toBeVisible()
  await context.setOffline(false)
  await signIn(page, shop.person)
})

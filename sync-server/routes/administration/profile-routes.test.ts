import { createHash } from 'node:crypto'
import fc from 'fast-check'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { defaultProfile, logoMaxBytes, logoTexts, receiptPapers } from '#schema/rules/shop/profile.ts'
import { nextAccess, openOffice } from '../../testing/test-office.ts'
import { onePixelPng } from '../../testing/test-pictures.ts'
import { expectRefusal, rowOf } from '../../testing/test-shop.ts'

const office = await openOffice()
const address = `${office.api}/profile`
const logo = `${address}/logo`
afterAll(() => office.close())
beforeEach(() => office.clock.advance(1000))

const sendBytes = (bytes: Uint8Array<ArrayBuffer> | string, type = 'application/octet-stream') =>
  office.max.send('PUT', logo, { rawBody: bytes, headers: { 'Content-Type': type } })

describe('the profile of a shop (SHOP-01)', () => {
  test('is the defaults until something is set, for every member', async () => {
    const { services } = office
    const serverZone = new Intl.DateTimeFormat().resolvedOptions().timeZone
    expect(rowOf(await office.ann.get(address))).toEqual({ ...defaultProfile('north'), effectiveTimeZone: serverZone, logo: null })
    expect(await services.reader.selectFrom('shop_profiles').selectAll().execute()).toEqual([])
  })

  test('answers the whole of it, tells the other devices at once, and says in the activities what changed', async () => {
    const stream = await office.openLive(office.ann)
    const changes = { address: 'Harbour Street 1\nBerlin', currency: 'eur', locale: 'de-de', timeZone: 'europe/berlin', countryCode: '49', ticketPrefix: 'n/' }
    const answer = rowOf(await office.max.put(address, changes))
    expect(answer).toMatchObject({ currency: 'EUR', locale: 'de-DE', timeZone: 'Europe/Berlin', effectiveTimeZone: 'Europe/Berlin', countryCode: '+49' })
    await nextAccess(stream)
    const { shops } = rowOf(await office.ann.get('/api/sync/bootstrap')) as unknown as { shops: { id: string; profile: object }[] }
    expect(shops.find(({ id }) => id === office.shopId)?.profile).toEqual(answer)
    expect((await office.activitiesOf(office.shopId))[0]).toBe(
      "Shop details: Address changed, Currency changed from 'USD' to 'EUR', Language and region changed from 'en-US' to 'de-DE', " +
        "Time zone set to 'Europe/Berlin', Country code changed from '+1' to '+49', Ticket prefix changed from 'N-' to 'N/'",
    )
  })

  test('keeps an empty ticket prefix, and clears texts and the zone with an empty one', async () => {
    rowOf(await office.max.put(address, { ticketPrefix: '', terms: 'Two weeks.', taxId: 'DE 1', timeZone: 'Asia/Tokyo' }))
    const cleared = rowOf(await office.max.put(address, { terms: '', taxId: null, timeZone: '' }))
    expect(cleared).toMatchObject({ ticketPrefix: '', terms: null, taxId: null, timeZone: null })
    expect(cleared['effectiveTimeZone']).not.toBe('Asia/Tokyo')
  })

  test('keeps terms and footer in other languages, and no empty ones (LANG-01)', async () => {
    const otherTexts = { de: { terms: 'Zwei Wochen.', receiptFooter: '' }, fr: { terms: ' ' }, it: {} }
    const kept = { de: { terms: 'Zwei Wochen.', receiptFooter: null } }
    expect(rowOf(await office.max.put(address, { otherTexts }))['otherTexts']).toEqual(kept)
    const told = await office.activitiesOf(office.shopId)
    expect(told[0]).toBe('Shop details: Texts in other languages changed')
    rowOf(await office.max.put(address, { otherTexts: kept }))
    expect(await office.activitiesOf(office.shopId)).toEqual(told)
  })

  test('makes the address of its parts until the shop writes one itself, and follows them', async () => {
    const { id } = rowOf(await office.max.post('/api/shops', { name: 'Basin', code: 'basin' }))
    const put = async (body: object) => rowOf(await office.max.put(`/api/${id}/profile`, body))
    const made = await put({ street: 'Hafenweg 1', postalCode: '20457', city: 'Hamburg', country: 'de' })
    expect(made).toMatchObject({ country: 'DE', address: 'Hafenweg 1\n20457 Hamburg' })
    expect(await put({ ...made, city: 'Kiel' })).toMatchObject({ address: 'Hafenweg 1\n20457 Kiel' })
    expect(await put({ address: 'Pier 3\nKiel' })).toMatchObject({ street: 'Hafenweg 1', address: 'Pier 3\nKiel' })
    expect(await put({ city: 'Bremen' })).toMatchObject({ address: 'Pier 3\nKiel' })
    expect(await put({ address: '' })).toMatchObject({ address: 'Hafenweg 1\n20457 Bremen' })
  })

  test('keeps how invoices are numbered and how customers pay', async () => {
    const sent = {
      invoiceFormat: ' R{YYYY}/{000} ',
      creditNoteFormat: 'G{YYYY}/{000}',
      keepInvoicesYears: 8,
      warrantyDays: 90,
      paymentLink: 'https://pay.example/{amount}?for={ticket}',
      iban: 'de89 3704 0044 0532 0130 00',
      bankName: 'Commerzbank',
      showPriceToCustomer: false,
      publicPrices: true,
    }
    const { id } = rowOf(await office.max.post('/api/shops', { name: 'Mole', code: 'mole' }))
    const stored = rowOf(await office.max.put(`/api/${id}/profile`, sent))
    expect(stored).toMatchObject({ ...sent, invoiceFormat: 'R{YYYY}/{000}', iban: 'DE89370400440532013000' })
    expect(rowOf(await office.max.put(`/api/${id}/profile`, { ...stored, paymentLink: '', iban: '', bankName: '' }))).toEqual({
      ...stored,
      paymentLink: null,
      iban: null,
      bankName: null,
    })
  })

  test('may be sent back as it was read, which changes and tells nothing', async () => {
    const before = rowOf(await office.ann.get(address))
    const told = (await office.activitiesOf(office.shopId)).length
    expect(rowOf(await office.max.put(address, before))).toEqual(before)
    expect(await office.activitiesOf(office.shopId)).toHaveLength(told)
  })

  test('changes what was sent, and nothing else', async () => {
    const some = fc.record(
      {
        address: fc.constantFrom('Street 1', null),
        email: fc.constantFrom('desk@shop.example', null),
        currency: fc.constantFrom('USD', 'EUR', 'JPY', 'KWD'),
        locale: fc.constantFrom('en-US', 'de-DE', 'ar-EG'),
        timeZone: fc.constantFrom('Europe/Berlin', 'Asia/Tokyo', null),
        labelWidthMm: fc.integer({ min: 100, max: 2000 }).map((tenths) => tenths / 10),
        receiptPaper: fc.constantFrom(...receiptPapers),
        photosOn: fc.boolean(),
      },
      { requiredKeys: [] },
    )
    await fc.assert(
      fc.asyncProperty(some, async (changes) => {
        const { effectiveTimeZone: _, ...before } = rowOf(await office.ann.get(address))
        expect(rowOf(await office.max.put(address, changes))).toMatchObject({ ...before, ...changes })
      }),
      { numRuns: 25 },
    )
  })

  test.each([
    [{ currency: 'XXQ' }, 'Currency must be the three letters of a currency, such as USD or EUR'],
    [{ currency: null }, 'Currency must be the three letters of a currency, such as USD or EUR'],
    [{ locale: 'klingon' }, 'Language and region must look like en-US or de-DE'],
    [{ locale: 'xx-XX' }, 'Language and region must look like en-US or de-DE'],
    [{ language: 'pl' }, 'Language must be one of en, de, es, fr, it, nl, pt-BR'],
    [{ timeZone: 'Mars/Base' }, 'Time zone must be a name such as Europe/Berlin'],
    [{ timeZone: '+02:00' }, 'Time zone must be a name such as Europe/Berlin'],
    [{ receiptPaper: 'A5' }, 'Receipt paper must be one of A4, letter, 80mm, 58mm'],
    [{ labelWidthMm: 9.9 }, 'Label width must be 10 to 200 mm'],
    [{ labelHeightMm: 201 }, 'Label height must be 10 to 200 mm'],
    [{ labelHeightMm: '29' }, 'Label height must be 10 to 200 mm'],
    [{ labelHeightMm: 29.05 }, 'Label height must be in whole or tenth millimetres'],
    [{ ticketPrefix: 'TOOLONG' }, 'Ticket prefix can have up to 6 of A-Z, 0-9, - and /'],
    [{ ticketPrefix: 'Ä-' }, 'Ticket prefix can have up to 6 of A-Z, 0-9, - and /'],
    [{ countryCode: '' }, 'Country code must start with + and contain 1-4 digits (e.g., +1, +44)'],
    [{ terms: 'x'.repeat(5_001) }, 'Terms must be at most 5,000 characters'],
    [{ otherTexts: [] }, 'Texts in other languages must be an object of languages'],
    [{ email: 'nobody' }, 'Invalid email format'],
    [{ country: 'UK' }, 'Country must be a code of two letters such as US or DE'],
    [{ city: 'x'.repeat(101) }, 'City must be at most 100 characters'],
    [{ invoiceFormat: '{YYYY}' }, 'Invoice number must hold {0000} once and may hold {YYYY}, beside letters, digits, blanks and . / _ -'],
    [{ creditNoteFormat: null }, 'Credit note number must hold {0000} once and may hold {YYYY}, beside letters, digits, blanks and . / _ -'],
    [{ creditNoteFormat: '{YYYY}-{0000}' }, 'Credit note number must differ from the invoice number'],
    [{ keepInvoicesYears: 0 }, 'Years to keep invoices must be a whole number from 1 to 30'],
    [{ keepInvoicesYears: 2.5 }, 'Years to keep invoices must be a whole number from 1 to 30'],
    [{ warrantyDays: -1 }, 'Warranty days must be a whole number from 0 to 3,650'],
    [{ paymentLink: 'http://pay.example' }, 'Payment link must begin with https:// and may hold {amount} and {ticket}'],
    [{ iban: 'DE89370400440532013001' }, 'IBAN is not valid. Please check its digits'],
    [{ publicPrices: 1 }, 'Public price list must be true or false'],
    [{ photosOn: 'yes' }, 'Photos must be true or false'],
    [{ colour: 'red' }, "Unknown field 'colour'"],
  ])('refuses %j: %s', async (body, message) => {
    const before = rowOf(await office.ann.get(address))
    expectRefusal(await office.max.put(address, { ...body, phone: 'changed' }), 400, message, Object.keys(body))
    expect(rowOf(await office.ann.get(address))).toEqual(before)
  })
})

describe('the logo of a shop (SHOP-04)', () => {
  test('is kept as it was sent, whatever type its sender named, and told to devices and in the activities', async () => {
    const stream = await office.openLive(office.ann)
    const sha256 = createHash('sha256').update(onePixelPng).digest('hex')
    for (const type of ['image/jpeg', 'application/octet-stream', '']) {
      expect(rowOf(await sendBytes(onePixelPng, type))['logo']).toEqual({ sha256, mimeType: 'image/png' })
    }
    await nextAccess(stream)
    expect((await office.activitiesOf(office.shopId)).filter((text) => text.includes('Logo'))).toEqual(['Shop details: Logo added'])
    const { headers } = await office.ann.get(logo)
    expect(Object.fromEntries(headers)).toMatchObject({
      'content-type': 'image/png',
      'content-length': String(onePixelPng.length),
      etag: `"${sha256}"`,
      'cache-control': 'private, no-cache',
      'x-content-type-options': 'nosniff',
      'content-security-policy': "default-src 'none'; sandbox",
    })
    const bytes = await fetch(office.server.url + logo, { headers: { Cookie: office.ann.cookie ?? '' } }).then((answer) => answer.arrayBuffer())
    expect(new Uint8Array(bytes)).toEqual(onePixelPng)
    const known = await office.ann.get(logo, { headers: { 'If-None-Match': `W/"x", "${sha256}"` } })
    expect([known.status, known.text, known.headers.get('etag')]).toEqual([304, '', `"${sha256}"`])
  })

  const padded = (length: number): Uint8Array<ArrayBuffer> => {
    const bytes = new Uint8Array(length)
    bytes.set(onePixelPng)
    return bytes
  }

  test('may have 200,000 bytes and no more, however they come', async () => {
    rowOf(await sendBytes(padded(logoMaxBytes)))
    const before = rowOf(await office.ann.get(address))
    expectRefusal(await sendBytes(padded(logoMaxBytes + 1)), 413, logoTexts.tooLarge)
    const body = new ReadableStream({
      start(controller) {
        for (let part = 0; part < 3; part++) controller.enqueue(padded(100_000))
        controller.close()
      },
    })
    const headers = { Cookie: office.max.cookie ?? '', 'Content-Type': 'image/png' }
    const streamed = await fetch(office.server.url + logo, { method: 'PUT', headers, body, duplex: 'half' })
    expect([streamed.status, await streamed.json()]).toMatchObject([413, { message: logoTexts.tooLarge }])
    expect(rowOf(await office.ann.get(address))).toEqual(before)
  })

  test.each([
    ['<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>', 'image/svg+xml'],
    ['<svg xmlns="http://www.w3.org/2000/svg"/>', 'image/png'],
    ['<!doctype html><script>alert(1)</script>', 'image/webp'],
    ['<!doctype html>', 'text/html'],
    ['%PDF-1.7', 'application/octet-stream'],
    ['GIF89a', 'image/gif'],
    ['{}', 'application/json'],
  ])('is not %s as %s', async (text, type) => {
    expectRefusal(await sendBytes(new TextEncoder().encode(text), type), 415, logoTexts.unsupported)
  })

  test('is not nothing', async () => {
    expectRefusal(await office.max.send('PUT', logo), 400, 'The request has no content.')
  })

  test('is removed for everybody, once', async () => {
    rowOf(await sendBytes(onePixelPng))
    expect(rowOf(await office.max.delete(logo))).toEqual({})
    expect(rowOf(await office.max.delete(logo))).toEqual({})
    expect((await office.activitiesOf(office.shopId)).filter((text) => text === 'Shop details: Logo removed')).toHaveLength(1)
    expectRefusal(await office.ann.get(logo), 404, logoTexts.missing)
    expect(rowOf(await office.ann.get(address))['logo']).toBeNull()
  })

  test('is for customers, too, while the portal is on', async () => {
    const { headers: before } = await office.max.send('PUT', logo, { rawBody: onePixelPng })
    expect(before.get('cache-control')).toBe('no-store')
    const visitor = office.server.client()
    const publicLogo = `/api/public/${office.shopId}/logo`
    expectRefusal(await visitor.get(publicLogo), 403, 'Customer self serve portal is not enabled by this shop.')
    rowOf(await office.max.put(`/api/shops/${office.shopId}/config`, { customerPortal: true }))
    const { status, headers } = await visitor.get(publicLogo)
    expect([status, headers.get('content-type'), headers.get('cache-control')]).toEqual([200, 'image/png', 'public, max-age=300'])
    expect(headers.get('content-security-policy')).toBe("default-src 'none'; sandbox")
  })
})

test('customers are told what the shop has set, while the portal is on, and nothing else of it (SHOP-02)', async () => {
  const { id, code } = rowOf(await office.max.post('/api/shops', { name: 'Pier', code: 'pier' }))
  const validate = async () => rowOf(await office.server.client().get(`/api/public/shop-validate/${String(code)}`)) as Record<string, unknown>
  rowOf(await office.max.put(`/api/shops/${id}/config`, { customerPortal: true }))
  expect(await validate()).not.toHaveProperty('profile')
  rowOf(await office.max.put(`/api/${id}/profile`, { currency: 'EUR', phone: '030 1234', taxId: 'DE 99', terms: 'Two weeks.' }))
  const contact = { address: null, phone: '030 1234', email: null, website: null, logo: null }
  expect((await validate())['profile']).toEqual({ ...contact, currency: 'EUR', locale: 'en-US', language: 'en', timeZone: null, countryCode: '+1' })
  rowOf(await office.max.put(`/api/shops/${id}/config`, { customerPortal: false }))
  expect(await validate()).not.toHaveProperty('profile')
})

test('a website is an address of the web, with or without its scheme', async () => {
  const { id } = rowOf(await office.max.post('/api/shops', { name: 'Jetty', code: 'jetty' }))
  const put = (website: string) => office.max.put(`/api/${id}/profile`, { website })
  const scripts = ['javascript', ' JavaScript', 'java\nscript'].map((scheme) => `${scheme}:alert(1)//example.com`)
  for (const website of [...scripts, 'data:text/html,x', 'ftp://example.com'])
    expectRefusal(await put(website), 400, 'Website must be a web address', ['website'])
  for (const website of ['https://example.com/a:b', 'http://example.com', 'example.com', 'example.com:8080/shop', ''])
    expect((await put(website)).status).toBe(200)
})

test('only routes that say so take bytes; these take no JSON', async () => {
  expect((await office.max.send('PUT', address, { rawBody: onePixelPng, headers: { 'Content-Type': 'image/png' } })).status).toBe(415)
  expect((await office.max.put(logo, { a: 1 })).status).toBe(415)
})

test('a shop keeps the ticket prefix of its first code, and the prefixes that it had', async () => {
  const { services } = office
  const { id } = rowOf(await office.max.post('/api/shops', { name: 'Quay', code: 'quay' }))
  rowOf(await office.max.put(`/api/shops/${id}`, { code: 'dock' }))
  const profile = `/api/${id}/profile`
  expect(rowOf(await office.max.get(profile))['ticketPrefix']).toBe('Q-')
  for (const ticketPrefix of ['QQ/', '', 'QQ/']) expect(rowOf(await office.max.put(profile, { ticketPrefix }))['ticketPrefix']).toBe(ticketPrefix)
  const former = await services.reader.selectFrom('former_ticket_prefixes').select('prefix').where('shop_id', '=', id).orderBy('prefix').execute()
  expect(former.map(({ prefix }) => prefix)).toEqual(['', 'Q-', 'QQ/'])
})

import path from 'node:path'
import { describe, expect, test } from 'vitest'
import { readConfig, StartError } from './config.ts'

const refusalOf = (env: Record<string, string>): string => {
  try {
    readConfig(env)
  } catch (error) {
    if (error instanceof StartError) return error.message
    throw error
  }
  throw new Error('The environment was accepted')
}

describe('environment', () => {
  test('without any variable has the documented defaults', () => {
    const config = readConfig({})
    expect(config).toMatchObject({
      port: 8080,
      host: '127.0.0.1',
      dataDir: path.resolve('data'),
      publicOrigin: null,
      admin: { loginId: 'admin', password: null },
      sms: { provider: 'log' },
      trustedProxyHops: 0,
      logLevel: 'info',
    })
  })

  test('counts empty variables as not set', () => {
    expect(readConfig({ PORT: '', DATA_DIR: ' ', PUBLIC_URL: '', ADMIN_PASSWORD: '' })).toEqual(readConfig({}))
  })

  test('lets webhooks into the own network only when that is said', () => {
    const allowed = (text: string) => readConfig({ WEBHOOK_ALLOW_PRIVATE: text }).isWebhookInsideAllowed
    expect([readConfig({}).isWebhookInsideAllowed, allowed('false'), allowed('true')]).toEqual([false, false, true])
    expect(() => allowed('yes')).toThrow('WEBHOOK_ALLOW_PRIVATE')
  })

  test('takes every setting', () => {
    expect(
      readConfig({
        PORT: '0',
        HOST: '::',
        DATA_DIR: '/srv/shop',
        PUBLIC_URL: 'https://Shop.example/',
        ADMIN_LOGIN: ' boss ',
        ADMIN_PASSWORD: 'open sesame',
        SMS_PROVIDER: 'twilio',
        TWILIO_ACCOUNT_SID: 'AC1',
        TWILIO_AUTH_TOKEN: 't',
        TWILIO_FROM: '+15551234567',
        TRUST_PROXY: '2',
        LOG_LEVEL: 'warn',
      }),
    ).toMatchObject({
      port: 0,
      host: '::',
      dataDir: '/srv/shop',
      publicOrigin: 'https://shop.example',
      admin: { loginId: 'boss', password: 'open sesame' },
      sms: { provider: 'twilio', apiUrl: 'https://api.twilio.com', accountSid: 'AC1', authToken: 't', from: '+15551234567' },
      trustedProxyHops: 2,
      logLevel: 'warn',
    })
    expect(readConfig({ TRUST_PROXY: 'true' }).trustedProxyHops).toBe(1)
    expect(readConfig({ TRUST_PROXY: 'false' }).trustedProxyHops).toBe(0)
    expect(readConfig({ SMS_PROVIDER: 'webhook', SMS_WEBHOOK_URL: 'https://sms.example/send', SMS_WEBHOOK_SECRET: 'sixteen letters.' }).sms).toEqual({
      provider: 'webhook',
      url: 'https://sms.example/send',
      secret: 'sixteen letters.',
    })
  })

  test.each(['http://localhost:9000/sms', 'http://127.0.0.1/sms', 'http://[::1]:9000/sms', 'https://sms.example/send'])('a webhook may be at %s', (url) => {
    expect(readConfig({ SMS_PROVIDER: 'webhook', SMS_WEBHOOK_URL: url, SMS_WEBHOOK_SECRET: 'sixteen letters.' }).sms).toMatchObject({ url })
  })

  test.each([
    [{ PORT: 'abc' }, 'PORT must be a whole number from 0 to 65535'],
    [{ PORT: '70000' }, 'PORT must be a whole number from 0 to 65535'],
    [{ PORT: '-1' }, 'PORT must be a whole number from 0 to 65535'],
    [{ HOST: 'not a host' }, 'HOST must be a host name or an address'],
    [{ PUBLIC_URL: 'shop.example' }, 'PUBLIC_URL must be an address such as https://shop.example'],
    [{ PUBLIC_URL: 'ftp://shop.example' }, 'PUBLIC_URL must be an address such as https://shop.example'],
    [{ PUBLIC_URL: 'https://shop.example/app' }, 'PUBLIC_URL must be an origin only, without a path, query or sign-in'],
    [{ ADMIN_PASSWORD: '12345' }, 'ADMIN_PASSWORD must have at least 6 characters'],
    [{ SMS_PROVIDER: 'pigeon' }, 'SMS_PROVIDER must be one of log, twilio, webhook'],
    [{ SERVER_SECRET: 'x'.repeat(31) }, 'SERVER_SECRET must have at least 32 characters'],
    [{ SMS_PROVIDER: 'webhook' }, 'SMS_WEBHOOK_URL is needed when SMS_PROVIDER is webhook; SMS_WEBHOOK_SECRET is needed when SMS_PROVIDER is webhook'],
    [{ SMS_PROVIDER: 'webhook', SMS_WEBHOOK_URL: 'https://sms.example', SMS_WEBHOOK_SECRET: 'short' }, 'SMS_WEBHOOK_SECRET must have at least 16 characters'],
    [{ TWILIO_API_URL: 'nowhere' }, 'TWILIO_API_URL must be an address such as https://shop.example'],
    [{ SMS_PROVIDER: 'webhook', SMS_WEBHOOK_URL: 'nowhere', SMS_WEBHOOK_SECRET: 'sixteen letters.' }, 'SMS_WEBHOOK_URL must be an http or https address'],
    [
      { SMS_PROVIDER: 'webhook', SMS_WEBHOOK_URL: 'http://sms.example/send', SMS_WEBHOOK_SECRET: 'sixteen letters.' },
      'SMS_WEBHOOK_URL must begin with https:// (http:// only for localhost)',
    ],
    [{ SMS_WEBHOOK_URL: 'http://localhost.example/send' }, 'SMS_WEBHOOK_URL must begin with https:// (http:// only for localhost)'],
    [{ TWILIO_API_URL: 'http://api.twilio.example' }, 'TWILIO_API_URL must begin with https:// (http:// only for localhost)'],
    [{ TRUST_PROXY: 'maybe' }, 'TRUST_PROXY must be true, false, or the number of proxies in front (0 to 9)'],
    [{ LOG_LEVEL: 'loud' }, 'LOG_LEVEL must be one of fatal, error, warn, info, debug, trace, silent'],
  ])('%o is refused in one line that names it and says why', (env, reason) => {
    expect(refusalOf(env)).toBe(`Mainspring cannot start: ${reason}`)
  })

  test('has a database that notifies unless it is told not to', () => {
    const url = 'postgres://shop@db:5432/mainspring'
    expect(readConfig({ DATABASE_URL: url }).database).toEqual({ url, poolSize: 10, isNotifying: true })
    expect(readConfig({ DATABASE_URL: url, DATABASE_NOTIFY: 'off' }).database).toMatchObject({ isNotifying: false })
    expect(refusalOf({ DATABASE_URL: url, DATABASE_NOTIFY: 'never' })).toContain('DATABASE_NOTIFY must be one of on, off')
  })

  test('several bad values stand in one line, without the values themselves', () => {
    const line = refusalOf({ PORT: 'x', ADMIN_PASSWORD: 'no', SMS_PROVIDER: 'log' })
    expect(line).toBe('Mainspring cannot start: PORT must be a whole number from 0 to 65535; ADMIN_PASSWORD must have at least 6 characters')
  })

  test('twilio needs all three of its settings', () => {
    expect(refusalOf({ SMS_PROVIDER: 'twilio', TWILIO_ACCOUNT_SID: 'AC1' })).toBe(
      'Mainspring cannot start: TWILIO_AUTH_TOKEN is needed when SMS_PROVIDER is twilio; TWILIO_FROM is needed when SMS_PROVIDER is twilio',
    )
  })

  test('says for how long decisions and the log stay, and refuses days that would break a promise', () => {
    expect(readConfig({}).retention).toEqual({ ledgerDays: 90, activityDays: null })
    expect(readConfig({ KEEP_LEDGER_DAYS: '400', KEEP_ACTIVITIES: '730' }).retention).toEqual({ ledgerDays: 400, activityDays: 730 })
    expect(refusalOf({ KEEP_LEDGER_DAYS: '89' })).toBe(
      'Mainspring cannot start: KEEP_LEDGER_DAYS must be a whole number of days from 90 to 9999: refused changes can be read for 90 days',
    )
    expect(refusalOf({ KEEP_ACTIVITIES: '29' })).toBe(
      'Mainspring cannot start: KEEP_ACTIVITIES must be a whole number of days from 30 to 9999, or empty for ever: deletions can be undone for 30 days',
    )
    for (const text of ['0', '-1', '90.5', 'for ever', '10000', '1e3']) expect(refusalOf({ KEEP_ACTIVITIES: text })).toContain('KEEP_ACTIVITIES must be')
  })
})

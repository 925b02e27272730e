import { readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { makeTemporaryFolder } from '#tests/support/temporary-folders.ts'
import { readConfig } from './config.ts'

const folder = () => makeTemporaryFolder('laurel-config-')

test('accepts an empty environment for a first start', () => {
  const config = readConfig({ DATA_DIR: folder() })
  expect(config).toMatchObject({
    port: 3000,
    host: '127.0.0.1',
    publicUrl: 'http://localhost:3000',
    billing: 'local',
    demo: true,
    production: false,
    google: null,
  })
})

test('selects the gift card provider by mode and key', () => {
  const live = {
    NODE_ENV: 'production',
    SMTP_URL: 'smtp://mail.example.com',
    PUBLIC_URL: 'https://laurel.example.com',
    BILLING: 'off',
  }
  expect(readConfig({ DATA_DIR: folder() }).giftCards).toBe('local')
  expect(readConfig({ ...live, DATA_DIR: folder() }).giftCards).toBe('off')
  expect(
    readConfig({ ...live, DATA_DIR: folder(), TREMENDOUS_KEY: 'TEST_12345' }).giftCards,
  ).toEqual({
    url: 'https://testflight.tremendous.com/api/v2',
    key: 'TEST_12345',
    webhookKey: null,
    funding: 'balance',
  })
  expect(
    readConfig({ ...live, DATA_DIR: folder(), TREMENDOUS_KEY: 'TEST_12345', GIFT_CARDS: 'off' })
      .giftCards,
  ).toBe('off')
  expect(() => readConfig({ DATA_DIR: folder(), TREMENDOUS_KEY: 'sevench' })).toThrow(
    /^(?!.*sevench)/,
  )
})

test.each([
  { TREMENDOUS_KEY: 'TEST_12345' },
  { TREMENDOUS_KEY: 'TEST_12345', BILLING: 'local' },
  { TREMENDOUS_KEY: 'TEST_12345', GIFT_CARDS: 'tremendous', BILLING: 'local' },
  {
    TREMENDOUS_KEY: 'TEST_12345',
    BILLING: 'local',
    NODE_ENV: 'production',
    SMTP_URL: 'smtp://mail.example.com',
    PUBLIC_URL: 'https://laurel.example.com',
  },
])('refuses real gift cards paid by test cards: %o', (env) => {
  expect(() => readConfig({ DATA_DIR: folder(), ...env })).toThrow(
    /^BILLING: expected stripe or off with GIFT_CARDS=tremendous.*(?<!TEST_12345)$/,
  )
})

test('requires a live Stripe key for real gift cards only', () => {
  const env = {
    BILLING: 'stripe',
    STRIPE_WEBHOOK_SECRET: 'whsec_1234',
    TREMENDOUS_KEY: 'TEST_12345',
  }
  const live = { TREMENDOUS_URL: 'https://api.tremendous.com/api/v2' }
  for (const key of ['sk_test_1234', 'rk_test_1234']) {
    expect(() => readConfig({ DATA_DIR: folder(), ...env, ...live, STRIPE_KEY: key })).toThrow(
      /^STRIPE_KEY: expected a live key (?!.*1234)/,
    )
    expect(readConfig({ DATA_DIR: folder(), ...env, STRIPE_KEY: key }).giftCards).toMatchObject({
      key: 'TEST_12345',
    })
  }
  expect(
    readConfig({ DATA_DIR: folder(), ...env, ...live, STRIPE_KEY: 'sk_live_1234' }).giftCards,
  ).toMatchObject({ url: live.TREMENDOUS_URL })
})

test('requires both Stripe keys with BILLING=stripe only', () => {
  const keys = { STRIPE_KEY: 'sk_test_1234', STRIPE_WEBHOOK_SECRET: 'whsec_1234' }
  expect(readConfig({ DATA_DIR: folder(), BILLING: 'stripe', ...keys })).toMatchObject({
    billing: 'stripe',
    stripe: { key: 'sk_test_1234', webhookSecret: 'whsec_1234', url: 'https://api.stripe.com' },
  })
  expect(readConfig({ DATA_DIR: folder(), ...keys })).toMatchObject({
    billing: 'local',
    stripe: null,
  })
  for (const wrong of [{ STRIPE_KEY: 'pk_live_sevench' }, { STRIPE_WEBHOOK_SECRET: 'sevench' }])
    expect(() => readConfig({ DATA_DIR: folder(), BILLING: 'stripe', ...keys, ...wrong })).toThrow(
      /^STRIPE_\w+: expected (?!.*sevench)/,
    )
})

test('enables sign-in with Google by its client id', () => {
  expect(
    readConfig({ DATA_DIR: folder(), GOOGLE_CLIENT_ID: 'laurel.apps.googleusercontent.com' })
      .google,
  ).toEqual({
    clientId: 'laurel.apps.googleusercontent.com',
    jwksUrl: 'https://www.googleapis.com/oauth2/v3/certs',
    scriptUrl: 'https://accounts.google.com/gsi/client',
  })
})

test('sends mails from the host of the public address, or warns', () => {
  const of = (env: Record<string, string>) => {
    const { mailFrom, warnings } = readConfig({ DATA_DIR: folder(), ...env })
    return [mailFrom, warnings.length]
  }
  const SMTP_URL = 'smtp://127.0.0.1:9'
  const local = 'Laurel <laurel@localhost>'
  expect(of({ PUBLIC_URL: 'https://laurel.example.com:8443', SMTP_URL })).toEqual([
    'Laurel <laurel@laurel.example.com>',
    0,
  ])
  expect(of({})).toEqual([local, 0])
  expect(of({ SMTP_URL })).toEqual([local, 1])
  expect(of({ PUBLIC_URL: 'http://192.0.2.1', SMTP_URL })).toEqual([local, 1])
  expect(of({ PUBLIC_URL: 'http://[2001:db8::1]', SMTP_URL })).toEqual([local, 1])
  const MAIL_FROM = 'Thanks <thanks@example.com>'
  expect(of({ MAIL_FROM, SMTP_URL })).toEqual([MAIL_FROM, 0])
})

test('limits mails a day by defaults that the operator can change', () => {
  const of = (env: Record<string, string>) => readConfig({ DATA_DIR: folder(), ...env }).mailBudget
  expect(of({})).toEqual({ invites: 2_000, trialInvites: 50, notices: 50_000 })
  expect(of({ INVITES_PER_DAY: '10', INVITES_PER_DAY_TRIAL: '0', NOTICES_PER_DAY: '5' })).toEqual({
    invites: 10,
    trialInvites: 0,
    notices: 5,
  })
  for (const wrong of ['-1', '1.5', 'many'])
    expect(() => of({ INVITES_PER_DAY: wrong })).toThrow(
      /^INVITES_PER_DAY: expected a (whole )?number/,
    )
})

test('enables rate limits except in tests', () => {
  const of = (env: Record<string, string>) =>
    readConfig({ DATA_DIR: folder(), ...env }).rateLimitFactor
  expect([
    of({}),
    of({ RATE_LIMITS: 'off' }),
    of({ RATE_LIMITS_FACTOR: '2.5' }),
    of({ NODE_ENV: 'test' }),
    of({ NODE_ENV: 'test', RATE_LIMITS: 'on' }),
  ]).toEqual([1, null, 2.5, null, 1])
})

test('reads TRUST_PROXY as a number, addresses or on with a warning', () => {
  const of = (TRUST_PROXY: string) => {
    const { trustProxy, warnings } = readConfig({ DATA_DIR: folder(), TRUST_PROXY })
    return [trustProxy, warnings.length]
  }
  expect([
    readConfig({ DATA_DIR: folder() }).trustProxy,
    of('off'),
    of('0'),
    of('1'),
    of('2'),
    of('on'),
    of('TRUE'),
  ]).toEqual([false, [false, 0], [false, 0], [1, 0], [2, 0], [1, 1], [1, 1]])
  expect([of('127.0.0.1'), of(' 10.0.0.0/8, ::1 '), of('2001:db8::/32')]).toEqual([
    ['127.0.0.1', 0],
    ['10.0.0.0/8,::1', 0],
    ['2001:db8::/32', 0],
  ])
  for (const wrong of [
    '11',
    '-1',
    'abc',
    '1.5',
    '10.0.0.0/33',
    '10.0.0.0/8/8',
    '127.0.0.1,',
    'proxy.example',
    '10.0.0.0/',
  ]) {
    expect(() => readConfig({ DATA_DIR: folder(), TRUST_PROXY: wrong }), wrong).toThrow(
      /^TRUST_PROXY: expected off, the number of your proxies/,
    )
  }
})

test('accepts an https or mailto feedback link and none by default', () => {
  const of = (FEEDBACK_URL?: string) => readConfig({ DATA_DIR: folder(), FEEDBACK_URL }).feedbackUrl
  expect([
    of(),
    of('https://example.com/feedback?of=laurel'),
    of('mailto:feedback@example.com?subject=Laurel'),
  ]).toEqual([
    null,
    'https://example.com/feedback?of=laurel',
    'mailto:feedback@example.com?subject=Laurel',
  ])
  for (const wrong of [
    'javascript:alert(1)',
    'http://example.com',
    'data:text/html,x',
    'feedback@example.com',
  ])
    expect(() => of(wrong)).toThrow(
      `FEEDBACK_URL: expected an https or mailto address, got "${wrong}"`,
    )
})

test('accepts an https or mailto security contact and none by default', () => {
  const of = (SECURITY_CONTACT?: string) =>
    readConfig({ DATA_DIR: folder(), SECURITY_CONTACT }).securityContact
  expect([of(), of('mailto:security@example.com')]).toEqual([null, 'mailto:security@example.com'])
  for (const wrong of ['security@example.com', 'http://example.com'])
    expect(() => of(wrong)).toThrow(
      `SECURITY_CONTACT: expected an https or mailto address, got "${wrong}"`,
    )
})

test('accepts https links to terms and privacy and none by default', () => {
  const of = (env: object) => readConfig({ DATA_DIR: folder(), ...env }).legal
  expect([
    of({}),
    of({ TERMS_URL: 'https://example.com/terms', PRIVACY_URL: 'https://example.com/privacy' }),
  ]).toEqual([
    { termsUrl: null, privacyUrl: null },
    { termsUrl: 'https://example.com/terms', privacyUrl: 'https://example.com/privacy' },
  ])
  for (const name of ['TERMS_URL', 'PRIVACY_URL'])
    for (const wrong of ['javascript:alert(1)', 'http://example.com', '/terms'])
      expect(() => of({ [name]: wrong })).toThrow(
        `${name}: expected an https address, got "${wrong}"`,
      )
})

test('creates the secret once, readable for its owner only', () => {
  const dataDir = folder()
  const { secret } = readConfig({ DATA_DIR: dataDir })
  expect(secret.length).toBeGreaterThan(40)
  expect(readConfig({ DATA_DIR: dataDir }).secret).toBe(secret)
  expect(readFileSync(join(dataDir, 'secret'), 'utf8')).toBe(secret)
  expect(statSync(join(dataDir, 'secret')).mode & 0o077).toBe(0)
})

test.each([
  [{ PORT: 'http' }, 'PORT: expected a port from 0 to 65535, got "http"'],
  [{ PORT: '70000' }, 'PORT: expected a port from 0 to 65535, got "70000"'],
  [{ DATABASE_URL: 'mysql://x/y' }, 'DATABASE_URL: expected a postgres:// address'],
  [{ PUBLIC_URL: 'laurel' }, 'PUBLIC_URL: expected an http or https address'],
  [{ RATE_LIMITS: 'some' }, 'RATE_LIMITS: expected on or off, got "some"'],
  [{ RATE_LIMITS_FACTOR: '0' }, 'RATE_LIMITS_FACTOR: expected a number from 0.01 to 1000, got "0"'],
  [{ BILLING: 'free' }, 'BILLING: expected off, local or stripe, got "free"'],
  [{ BILLING: 'stripe' }, 'STRIPE_KEY: expected a secret key of an account with Stripe'],
  [
    { BILLING: 'stripe', STRIPE_KEY: 'sk_test_1234' },
    'STRIPE_WEBHOOK_SECRET: expected the signing secret of a webhook that leads to PUBLIC_URL/webhooks/stripe',
  ],
  [{ STRIPE_URL: 'stripe' }, 'STRIPE_URL: expected an http or https address'],
  [{ GIFT_CARDS: 'some' }, 'GIFT_CARDS: expected local, tremendous or off, got "some"'],
  [
    { GIFT_CARDS: 'tremendous', BILLING: 'off' },
    'TREMENDOUS_KEY: expected the key of an account with Tremendous',
  ],
  [{ TREMENDOUS_KEY: 'short' }, 'TREMENDOUS_KEY: expected the key of an account with Tremendous'],
  [{ TREMENDOUS_URL: 'ftp://x' }, 'TREMENDOUS_URL: expected an http or https address'],
  [
    { GIFT_CARDS_DAILY_MAX_USD: '0' },
    'GIFT_CARDS_DAILY_MAX_USD: expected whole dollars from 1 to 1000000, got "0"',
  ],
  [
    { GOOGLE_CLIENT_ID: 'two words' },
    'GOOGLE_CLIENT_ID: expected the client id of a Google web application',
  ],
  [{ GOOGLE_JWKS_URL: 'keys' }, 'GOOGLE_JWKS_URL: expected an http or https address'],
  [{ SLACK_API_URL: 'ftp://x' }, 'SLACK_API_URL: expected an http or https address'],
  [{ SLACK_CLIENT_ID: 'A123' }, 'SLACK_CLIENT_ID: expected the client id of a Slack app'],
  [{ TEAMS_LOGIN_URL: 'login' }, 'TEAMS_LOGIN_URL: expected an http or https address'],
  [{ TEAMS_OPENID_URL: 'ftp://x' }, 'TEAMS_OPENID_URL: expected an http or https address'],
  [
    { TEAMS_SERVICE_HOSTS: 'smba.example.us, https://x.example' },
    'TEAMS_SERVICE_HOSTS: expected host names, with commas between them',
  ],
  [{ LOG_LEVEL: 'loud' }, 'LOG_LEVEL: expected fatal'],
  [{ NODE_ENV: 'prod' }, 'NODE_ENV: expected development, production or test'],
  [{ SMTP_URL: 'mail.example.com' }, 'SMTP_URL: expected an smtp://'],
  [
    {
      NODE_ENV: 'production',
      SMTP_URL: 'smtp://mail.example.com',
      PUBLIC_URL: 'https://laurel.example.com',
      OUTSIDE_LOOPBACK: 'on',
    },
    'OUTSIDE_LOOPBACK: expected off in production',
  ],
  [{ NODE_ENV: 'production' }, 'SMTP_URL: expected an smtp:// address in production'],
  [
    {
      NODE_ENV: 'production',
      SMTP_URL: 'smtp://mail.example.com',
      PUBLIC_URL: 'https://laurel.example.com',
    },
    'BILLING: expected off, local or stripe, named outright in production',
  ],
])('refuses %o with one clear line', (env, line) => {
  expect(() => readConfig({ DATA_DIR: folder(), ...env })).toThrow(line)
})

test('refuses a short secret without repeating it', () => {
  expect(() => readConfig({ DATA_DIR: folder(), SECRET: 'short' })).toThrow(
    /^SECRET: expected at least 24 characters$/,
  )
})

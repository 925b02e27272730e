import { createHmac } from 'node:crypto'
import { verifySlackRequest } from '@slack/bolt'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { hostileJsonValues } from '#tests/support/hostile-values.ts'
import { isSlackSignatureValid } from './slack-signature.ts'

const signingSecret = '8f742231b10e8888abcd99yyyzzz85a5'
const at = new Date('2026-06-15T12:00:00.900Z')
const nowS = Math.floor(at.getTime() / 1_000)
const body = 'token=x&command=%2Fthanks&text=%40ana+for+the+release'

const sign = (timestamp: string, text = body, secret = signingSecret) =>
  `v0=${createHmac('sha256', secret).update(`v0:${timestamp}:${text}`).digest('hex')}`

type Request = { timestamp?: string; signature?: string; rawBody?: string; secret?: string }
const ours = ({ timestamp, signature, rawBody = body, secret = signingSecret }: Request) =>
  isSlackSignatureValid({ signingSecret: secret, timestamp, signature, rawBody, at })
/** Bolt reads the timestamp as a number, and refuses missing headers before this function. */
function bolts({ timestamp, signature, rawBody = body, secret = signingSecret }: Request): boolean {
  if (timestamp === undefined || signature === undefined) return false
  try {
    verifySlackRequest({
      signingSecret: secret,
      body: rawBody,
      headers: { 'x-slack-signature': signature, 'x-slack-request-timestamp': Number(timestamp) },
      nowMilliseconds: at.getTime(),
    })
    return true
  } catch {
    return false
  }
}
const now = String(nowS)
const valid = { timestamp: now, signature: sign(now) }

test('accepts the example of the documentation', () => {
  // docs.slack.dev/authentication/verifying-requests-from-slack
  const example = {
    signingSecret: '8f742231b10e8888abcd99yyyzzz85a5',
    timestamp: '1531420618',
    signature: 'v0=a2114d57b48eac39b9ad189dd8316235a7b4a8d21a10bd27519666489c69b503',
    rawBody:
      'token=xyzz0WbapA4vBCDEFasx0q6G&team_id=T1DC2JH3J&team_domain=testteamnow&channel_id=G8PSS9T3V&channel_name=foobar&user_id=U2CERLKJA&user_name=roadrunner&command=%2Fwebhook-collect&text=&response_url=https%3A%2F%2Fhooks.slack.com%2Fcommands%2FT1DC2JH3J%2F397700885554%2F96rGlfmibIGlgcZRskXaIFfN&trigger_id=398738663015.47445629121.803a0bc887a14d10d2c447fce8b6703c',
    at: new Date(1_531_420_618_000),
  }
  expect(isSlackSignatureValid(example)).toBe(true)
  expect(isSlackSignatureValid({ ...example, rawBody: Buffer.from(example.rawBody) })).toBe(true)
  expect(isSlackSignatureValid({ ...example, rawBody: `${example.rawBody}&` })).toBe(false)
})

test.each<[string, Request, boolean]>([
  ['a valid request', valid, true],
  ['an empty body', { timestamp: now, signature: sign(now, ''), rawBody: '' }, true],
  ['a changed body', { ...valid, rawBody: `${body}&text=x` }, false],
  ['another secret', { ...valid, secret: 'another' }, false],
  ['an empty secret', { timestamp: now, signature: sign(now, body, ''), secret: '' }, false],
  ['a changed timestamp', { ...valid, timestamp: String(nowS - 1) }, false],
  ['300 seconds old', { timestamp: `${nowS - 300}`, signature: sign(`${nowS - 300}`) }, true],
  ['301 seconds old', { timestamp: `${nowS - 301}`, signature: sign(`${nowS - 301}`) }, false],
  ['300 seconds ahead', { timestamp: `${nowS + 300}`, signature: sign(`${nowS + 300}`) }, true],
  ['no timestamp', { signature: valid.signature }, false],
  ['no signature', { timestamp: now }, false],
  ['an empty timestamp', { timestamp: '', signature: sign('') }, false],
  ['an empty signature', { timestamp: now, signature: '' }, false],
  ['text as timestamp', { timestamp: 'now', signature: sign('now') }, false],
  ['NaN as timestamp', { timestamp: 'NaN', signature: sign('NaN') }, false],
  ['two timestamps', { timestamp: `${now}, ${now}`, signature: sign(`${now}, ${now}`) }, false],
  ['zeros before', { timestamp: `0${now}`, signature: sign(`0${now}`) }, false],
  ['a negative timestamp', { timestamp: `-${now}`, signature: sign(`-${now}`) }, false],
  ['version 1', { timestamp: now, signature: valid.signature.replace('v0', 'v1') }, false],
  ['no version', { timestamp: now, signature: valid.signature.slice(3) }, false],
  ['no hash', { timestamp: now, signature: 'v0=' }, false],
  ['a short hash', { timestamp: now, signature: valid.signature.slice(0, -1) }, false],
  [
    'capitals',
    { timestamp: now, signature: `v0=${valid.signature.slice(3).toUpperCase()}` },
    false,
  ],
])('agrees with Bolt about %s', (_, request, expected) => {
  expect([ours(request), bolts(request)]).toEqual([expected, expected])
})

test.each<[string, Request]>([
  ['timestamps ahead', { timestamp: `${nowS + 301}`, signature: sign(`${nowS + 301}`) }],
  ['an infinite timestamp', { timestamp: 'Infinity', signature: sign('Infinity') }],
  ['a number in another form', { timestamp: ` ${now}`, signature: valid.signature }],
  ['a fraction', { timestamp: `${now}.0`, signature: valid.signature }],
  ['a hexadecimal number', { timestamp: `0x${nowS.toString(16)}`, signature: valid.signature }],
  ['text after the hash', { timestamp: now, signature: `${valid.signature}=x` }],
])('refuses %s, which Bolt accepts', (_, request) => {
  expect([ours(request), bolts(request)]).toEqual([false, true])
})

const hostile = fc.oneof(fc.string({ unit: 'binary' }), fc.constantFrom(...hostileJsonValues))
test('agrees with Bolt about signed bodies of any text and age', () => {
  fc.assert(
    fc.property(hostile, fc.integer({ min: -1_000, max: 1_000 }), (rawBody, offsetS) => {
      const timestamp = String(nowS + offsetS)
      const request = { timestamp, rawBody, signature: sign(timestamp, rawBody) }
      expect(ours(request)).toBe(Math.abs(offsetS) <= 300)
      expect(bolts(request)).toBe(offsetS >= -300)
    }),
    { numRuns: 500 },
  )
})

test('accepts no request that Bolt refuses, for hostile headers', () => {
  const timestamps = fc.oneof(hostile, fc.constant(now), fc.integer().map(String))
  const signatures = fc.oneof(
    hostile,
    fc.constant(valid.signature),
    hostile.map((text) => `v0=${text}`),
    hostile.map((text) => sign(text)),
  )
  fc.assert(
    fc.property(timestamps, signatures, hostile, (timestamp, signature, text) => {
      for (const rawBody of [body, text]) {
        const request = { timestamp, signature, rawBody }
        if (ours(request)) expect(bolts(request)).toBe(true)
        else if (/^[1-9]\d*$/.test(timestamp) && Number(timestamp) <= nowS + 300)
          expect(bolts(request)).toBe(false)
      }
    }),
    { numRuns: 500 },
  )
})

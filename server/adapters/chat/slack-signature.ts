import { createHmac, timingSafeEqual } from 'node:crypto'

/** The maximum distance between our clock and the timestamp of a request, in seconds. */
const maxSkewS = 300
/** Unix seconds in canonical form: the signature covers the text, not the number. */
const timestampPattern = /^[1-9]\d{0,11}$/

export type SlackSignature = {
  signingSecret: string
  /** The header x-slack-request-timestamp. */
  timestamp: string | undefined
  /** The header x-slack-signature. */
  signature: string | undefined
  /** The bytes of the body before any parser. */
  rawBody: Buffer | string
  at: Date
}

/**
 * Returns whether Slack signed this request: `v0=` and the HMAC-SHA256 of `v0:timestamp:body` in
 * hex. Compares in constant time. Refuses timestamps that are more than five minutes old or ahead,
 * against replays; Slack's own library accepts those ahead.
 */
export function isSlackSignatureValid({
  signingSecret,
  timestamp,
  signature,
  rawBody,
  at,
}: SlackSignature): boolean {
  // Anybody can compute an HMAC with an empty key.
  if (!signingSecret || !timestamp || !signature || !timestampPattern.test(timestamp)) return false
  const nowS = Math.floor(at.getTime() / 1_000)
  if (!(Math.abs(nowS - Number(timestamp)) <= maxSkewS)) return false
  const mac = createHmac('sha256', signingSecret).update(`v0:${timestamp}:`).update(rawBody)
  const expected = Buffer.from(`v0=${mac.digest('hex')}`)
  const given = Buffer.from(signature)
  return given.length === expected.length && timingSafeEqual(given, expected)
}

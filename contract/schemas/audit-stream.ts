import { z } from 'zod'
import { limits } from '#contract/limits.ts'
import { namedObject, namedStrictObject, oneLineText, text, time } from './common.ts'

const streamKind = z.enum(['https', 'syslog'], 'wrong_format').meta({ id: 'AuditStreamKind' })
const streamState = z.enum(['active', 'paused'], 'wrong_format')

/**
 * Where the audit log is sent as it grows: by https, as JSON lines in POST requests, or by syslog
 * over TLS. `waiting`: entries that are not sent yet, counted up to 10,000.
 */
const auditStream = namedObject('AuditStream', {
  kind: streamKind,
  target: z.string(),
  header_name: z.string(),
  has_secret: z.boolean(),
  authority: z.string(),
  state: streamState,
  failures: z.number().int(),
  last_error: z.string(),
  waiting: z.number().int(),
  delivered_at: time.nullable(),
  created_at: time,
})
export const auditStreamSettings = namedObject('AuditStreamSettings', {
  stream: auditStream.nullable(),
})
/** Headers of the request itself. */
const ownHeaders = new Set([
  'accept-encoding',
  'connection',
  'content-length',
  'content-type',
  'expect',
  'host',
  'keep-alive',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
  'user-agent',
])
/**
 * `target`: an https URL, or host and port of a syslog receiver. `secret`: the value of the header;
 * absent keeps it. `authority`: the certificate of a private authority as PEM.
 */
export const auditStreamInput = namedStrictObject('AuditStreamInput', {
  kind: streamKind,
  target: oneLineText(1, limits.hook_url_chars_max),
  header_name: z
    .string('wrong_format')
    .trim()
    .toLowerCase()
    .regex(/^(?:[a-z0-9-]{1,60})?$/, 'wrong_format')
    .refine((name) => !ownHeaders.has(name), 'wrong_format')
    .default(''),
  secret: oneLineText(1, limits.sso_secret_chars_max).nullable().optional(),
  authority: text(0, limits.sso_certificate_chars_max).default(''),
  state: streamState.default('active'),
})
export type AuditStreamInput = z.infer<typeof auditStreamInput>
/** The result of a test entry. `error` is empty when the receiver took it. */
export const auditStreamTest = namedObject('AuditStreamTest', { error: z.string() })

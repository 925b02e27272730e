import type { ErrorCode } from '#contract/errors.ts'
import { type Refusal, toRefusal } from '#server/platform/errors.ts'
import { translateError } from '#server/platform/i18n/messages.ts'
import { ScimError, type ScimErrorType } from './scim-error.ts'

type FrameworkError = { code?: string; statusCode?: number }

const uniquenessCodes = new Set<ErrorCode>(['not_unique', 'email_taken'])
const statuses: Partial<Record<ErrorCode, number>> = {
  billing_inactive: 403,
  too_large: 413,
  last_administrator: 409,
  last_global_administrator: 409,
  last_rewards_administrator: 409,
  last_billing_administrator: 409,
  used_by_audience: 409,
  used_by_rule: 409,
}

function ofRefusal(refusal: Refusal): ScimError {
  const [first] = refusal.list
  const code = first?.code ?? 'unknown'
  const texts = refusal.list.map((one) => {
    const text = translateError('en', one.code, one.params ?? {})
    return one.field ? `${text} (${one.field})` : text
  })
  const detail = texts.join('. ')
  if (uniquenessCodes.has(code)) return new ScimError(409, detail, 'uniqueness')
  const status = statuses[code] ?? (refusal.status === 422 ? 400 : refusal.status)
  const scimType: ScimErrorType | undefined = status === 400 ? 'invalidValue' : undefined
  return new ScimError(status, detail, scimType, refusal.retry_after_s)
}

const constraintTexts: Record<string, string> = {
  scim_users_external_id: 'Another user has this externalId',
  scim_groups_external_id: 'Another group has this externalId',
  groups_name: 'Another group has this name',
  users_employee_number: 'Another user has this employeeNumber',
}

/** Returns the SCIM error of an error of ours, of the framework or of the database; none for a fault. */
export function toScimError(error: unknown): ScimError | undefined {
  if (error instanceof ScimError) return error
  const refusal = toRefusal(error)
  if (refusal) return ofRefusal(refusal)
  const { code, statusCode } = (error ?? {}) as FrameworkError
  if (code === '23505') {
    const constraint = (error as { constraint?: string }).constraint ?? ''
    return new ScimError(
      409,
      constraintTexts[constraint] ?? 'Another resource has this value',
      'uniqueness',
    )
  }
  if (code === 'FST_ERR_CTP_BODY_TOO_LARGE') return new ScimError(413, 'The body is too large')
  if (code === 'FST_ERR_CTP_INVALID_MEDIA_TYPE')
    return new ScimError(415, 'Send application/scim+json or application/json')
  if (code === 'FST_ERR_MAX_PARAM_LENGTH') return new ScimError(404, 'Unknown resource')
  if (statusCode !== undefined && statusCode >= 400 && statusCode < 500)
    return new ScimError(400, 'The request is malformed', 'invalidSyntax')
  return undefined
}

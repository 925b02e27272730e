import { auditAreaNames } from '#contract/audit-areas.ts'

/** The areas that can be chosen; `all` includes sign-ins. */
export const auditAreaChoices = [...auditAreaNames, 'all'] as const
type AuditAreaChoice = (typeof auditAreaChoices)[number]

export type AuditSearch = {
  area?: string | undefined
  actor_id?: string | undefined
  from?: string | undefined
  to?: string | undefined
}
/** The filter of the audit log; days are 'YYYY-MM-DD', both included. */
export type AuditView = {
  area?: AuditAreaChoice | undefined
  actor_id?: string | undefined
  from?: string | undefined
  to?: string | undefined
}

const uuidPattern = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i
/** Returns whether a text is a day as the API writes it. */
export const isDay = (text = ''): boolean =>
  /^\d{4}-\d\d-\d\d$/.test(text) && !Number.isNaN(Date.parse(text))

/** Returns the view of an address. Values that are not valid are left out, also a reversed range. */
export function parseAuditView({ area, actor_id: actorId, from, to }: AuditSearch): AuditView {
  const isReversed = isDay(from) && isDay(to) && String(from) > String(to)
  return {
    area: auditAreaChoices.find((name) => name === area),
    actor_id: uuidPattern.test(actorId ?? '') ? actorId : undefined,
    from: isDay(from) ? from : undefined,
    to: isDay(to) && !isReversed ? to : undefined,
  }
}

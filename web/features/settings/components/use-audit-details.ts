import type { Money } from '#contract/schemas/common.ts'
import { formatDay, formatMoney, formatNumber } from '#web/lib/format.ts'
import { useTranslation } from '#web/lib/translate.ts'
import { isDay } from '../audit-view.ts'

type Fields = Record<string, unknown>
const isRecord = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
const isMoney = (value: object): value is Money => 'currency' in value && 'minor' in value
const isFieldChange = (value: unknown): value is { from: unknown; to: unknown } =>
  isRecord(value) && 'from' in value && 'to' in value

/** Replaces the change of a group of fields by the changes of its fields. */
const splitGroups = (details: Fields): [field: string, value: unknown][] =>
  Object.entries(details).flatMap(([key, value]): [string, unknown][] => {
    if (!isFieldChange(value)) return [[key, value]]
    const { from, to } = value
    if (!isRecord(from) || !isRecord(to)) return [[key, value]]
    return Object.keys(to)
      .filter((field) => from[field] !== to[field])
      .map((field) => [field, { from: from[field], to: to[field] }])
  })

/** Puts the start of a range before its end. The database stores the shorter name first. */
const startFirst = (details: Fields): Fields =>
  'from' in details ? { from: details['from'], ...details } : details

/**
 * Returns a function that formats the details of an audit entry. Ids and the name of the linked
 * subject are left out; old and new values are shown.
 */
export function useAuditDetails() {
  const { t, i18n } = useTranslation('settings')
  const firstText = (fallback: string, ...keys: string[]) => {
    const known = keys.find((key) => i18n.exists(`settings:${key}`))
    return known === undefined ? fallback : t(known)
  }
  const fieldName = (field: string) =>
    firstText(field, `audit.fact.${field}`, `notifications.${field}`)
  const formatValue = (value: unknown): string => {
    if (value === null || value === '') return '–'
    if (Array.isArray(value)) return value.map((item) => fieldName(String(item))).join(', ')
    if (typeof value === 'object')
      return isMoney(value) ? formatMoney(value.minor, value.currency, true) : JSON.stringify(value)
    if (typeof value === 'number') return formatNumber(value)
    const word = String(value as string | boolean)
    if (isDay(word)) return formatDay(word)
    return firstText(word, `audit.word.${word}`)
  }
  return (details: Fields, objectTitle: string | undefined) =>
    splitGroups(startFirst(details))
      .filter(([field, value]) => !/_ids?$/.test(field) && (!value || value !== objectTitle))
      .map(([field, value]) => {
        // Field names are a list, or a text with commas.
        const shown = field === 'fields' && typeof value === 'string' ? value.split(', ') : value
        return `${fieldName(field)}: ${isFieldChange(shown) ? `${formatValue(shown.from)} → ${formatValue(shown.to)}` : formatValue(shown)}`
      })
}

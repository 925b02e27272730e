import { isCountryCode } from '#contract/countries.ts'
import type { GroupCondition, GroupRule, RuleField } from '#contract/schemas/groups.ts'
import { matchOption } from '#server/modules/attributes/match-option.ts'
import { type AttributeRow, listAttributes } from '#server/modules/attributes/queries.ts'
import { countRuleMatches } from '#server/modules/memberships/rule-queries.ts'
import { loadPeople } from '#server/modules/people/load-people.ts'
import type { Trx } from '#server/platform/database/database.ts'
import { throwRefusal } from '#server/platform/errors.ts'
import { isUuid } from '#server/platform/ids.ts'
import { listPlaceNames } from './rule-queries.ts'

type Condition = GroupRule[number]
const idFields: ReadonlySet<RuleField> = new Set(['manager_id', 'department_id', 'location_id'])
const placeKinds: Partial<Record<RuleField, string>> = {
  department_id: 'department',
  location_id: 'location',
}

/** What rules refer to: attributes, departments, locations and managers, by id. */
type References = {
  attributes: Map<string, AttributeRow>
  places: Awaited<ReturnType<typeof listPlaceNames>>
  people: Awaited<ReturnType<typeof loadPeople>>
}

/** Loads what conditions refer to, with three queries. */
async function loadReferences(
  trx: Trx,
  workspaceId: string,
  conditions: Condition[],
): Promise<References> {
  const idsOf = (isWanted: (field: RuleField) => boolean) =>
    conditions
      .filter(({ field }) => isWanted(field))
      .flatMap(({ values }) => values)
      .filter(isUuid)
  const [attributes, places, people] = await Promise.all([
    listAttributes(trx, workspaceId),
    listPlaceNames(
      trx,
      workspaceId,
      idsOf((field) => field in placeKinds),
    ),
    loadPeople(
      trx,
      workspaceId,
      idsOf((field) => field === 'manager_id'),
    ),
  ])
  return { attributes: new Map(attributes.map((one) => [one.id, one])), places, people }
}

/** Returns whether a rule may name a deleted manager: the stored rule may already name them. */
type RuleCheck = { keepsManager: (id: string) => boolean }

/** Throws an error unless the value fits the field. Returns it as rules store it. */
function normalizeValue(
  { field, attribute_id: attributeId }: Condition,
  value: string,
  { attributes, places, people, keepsManager }: References & RuleCheck,
  at: string,
): string {
  if (field === 'attribute') {
    const attribute = attributes.get(attributeId ?? '')
    if (!attribute) throwRefusal('not_found', { field: `${at}.attribute_id` })
    return matchOption(attribute, value) ?? throwRefusal('wrong_format', { field: `${at}.values` })
  }
  if (field === 'country' && !isCountryCode(value))
    throwRefusal('wrong_format', { field: `${at}.values` })
  if (field === 'manager_id') {
    const manager = people.get(value)
    if (!manager || (manager.state === 'deleted' && !keepsManager(value)))
      throwRefusal('user_not_found', { field: `${at}.values` })
  }
  const placeKind = placeKinds[field]
  if (placeKind && places.get(value)?.kind !== placeKind)
    throwRefusal('not_found', { field: `${at}.values` })
  return value
}

/**
 * Returns a rule as it is stored: known references, the spelling of options, no repeated values.
 * Throws not_found, user_not_found and wrong_format for values that do not fit.
 */
export async function normalizeRule(
  trx: Trx,
  workspaceId: string,
  rule: GroupRule,
  check: RuleCheck,
): Promise<GroupRule> {
  const conditions = rule.map((condition) =>
    idFields.has(condition.field)
      ? { ...condition, values: condition.values.map((value) => value.toLowerCase()) }
      : condition,
  )
  const references = await loadReferences(trx, workspaceId, conditions)
  return conditions.map((condition, index) => {
    const at = `rule.${index}`
    const needsAttribute = condition.field === 'attribute'
    if (needsAttribute !== (condition.attribute_id !== undefined))
      throwRefusal(needsAttribute ? 'required' : 'wrong_format', { field: `${at}.attribute_id` })
    const values = condition.values.map((value) =>
      normalizeValue(condition, value, { ...references, ...check }, at),
    )
    return {
      ...condition,
      values: [...new Map(values.map((value) => [value.toLowerCase(), value])).values()],
    }
  })
}

/** Returns rules with the names of what they refer to, in the order of the input. */
export async function presentRules(
  trx: Trx,
  workspaceId: string,
  rules: (GroupRule | null)[],
): Promise<(GroupCondition[] | null)[]> {
  const conditions = rules.flatMap((rule) => rule ?? [])
  if (!conditions.length) return rules.map(() => null)
  const { attributes, places, people } = await loadReferences(trx, workspaceId, conditions)
  const nameOf = (field: RuleField, value: string): string => {
    if (field === 'manager_id') return people.get(value)?.name ?? ''
    return field in placeKinds ? (places.get(value)?.name ?? '') : value
  }
  return rules.map(
    (rule) =>
      rule?.map(({ field, attribute_id: attributeId, values }) => ({
        field,
        ...(attributeId === undefined ? {} : { attribute_id: attributeId }),
        attribute_name: attributes.get(attributeId ?? '')?.name ?? '',
        values: values.map((value) => ({ value, name: nameOf(field, value) })),
      })) ?? null,
  )
}

/** Returns the number of people who would be in a group with a rule. Throws as normalizeRule. */
export async function previewRule(
  trx: Trx,
  workspaceId: string,
  rule: GroupRule,
): Promise<{ people: number }> {
  const normalized = await normalizeRule(trx, workspaceId, rule, { keepsManager: () => true })
  return { people: await countRuleMatches(trx, workspaceId, normalized) }
}

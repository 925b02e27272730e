import type { Attribute } from '#contract/schemas/attributes.ts'
import type { Group, GroupRule, RuleField } from '#contract/schemas/groups.ts'

/** A value of a condition; `name` is what the reader sees of an id. */
export type DraftValue = { id: string; name: string }
/** A condition being edited. `key` identifies it in the list. */
export type DraftCondition = {
  key: number
  field: RuleField
  attributeId: string | undefined
  values: DraftValue[]
}
export type DraftRule = DraftCondition[]

/** Fields of every person, in the order in which they are offered. */
export const personFields = [
  'department_id',
  'location_id',
  'country',
  'job_title',
  'manager_id',
  'cost_center',
] as const satisfies RuleField[]

export const emptyCondition = (key: number): DraftCondition => ({
  key,
  field: 'department_id',
  attributeId: undefined,
  values: [],
})

/** Returns the rule of a group for editing; a new one has an empty condition. */
export const toDraft = (rule: Group['rule'] | undefined): DraftRule =>
  rule?.map(({ field, attribute_id: attributeId, values }, key) => ({
    key,
    field,
    attributeId,
    values: values.map(({ value, name }) => ({ id: value, name })),
  })) ?? [emptyCondition(0)]

/** Returns whether every condition has a value. */
export const isComplete = (draft: DraftRule): boolean =>
  draft.length > 0 && draft.every(({ values }) => values.length > 0)

/** Returns the rule as calls send it. */
export const toRule = (draft: DraftRule): GroupRule =>
  draft.map(({ field, attributeId, values }) => ({
    field,
    ...(field === 'attribute' && attributeId !== undefined ? { attribute_id: attributeId } : {}),
    values: values.map(({ id }) => id),
  }))

/** The choice of a field: its name, or `attribute:` with an id. */
export const fieldChoiceOf = ({ field, attributeId }: DraftCondition): string =>
  field === 'attribute' ? `attribute:${attributeId ?? ''}` : field

/** Returns a condition with the chosen field and no values. */
export function withField(condition: DraftCondition, choice: string): DraftCondition {
  const [field, attributeId] = choice.split(':')
  return { key: condition.key, field: field as RuleField, attributeId, values: [] }
}

/**
 * Returns the names of the chosen fields that not everyone sees. The members of a group tell who has
 * their values.
 */
export const listPrivateFields = (
  draft: DraftRule,
  attributes: readonly Attribute[],
  costCenterName: string,
): string[] => [
  ...new Set(
    draft.flatMap(({ field, attributeId }) => {
      if (field === 'cost_center') return [costCenterName]
      const attribute = attributes.find(({ id }) => id === attributeId)
      return attribute && attribute.visibility !== 'everyone' ? [attribute.name] : []
    }),
  ),
]

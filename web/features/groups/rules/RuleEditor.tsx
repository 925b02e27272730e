import { Button, CloseButton, NativeSelect, Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useDeferredValue, type ReactNode } from 'react'
import { limits } from '#contract/limits.ts'
import type { Attribute } from '#contract/schemas/attributes.ts'
import { attributesQuery } from '#web/shared/attributes/attributes.api.ts'
import { callErrorText } from '#web/shared/errors/error-messages.ts'
import { useTranslation } from '#web/lib/translate.ts'
import css from '../components/groups.module.css'
import { useRulePreview } from '../api/queries.ts'
import { ConditionValues } from './ConditionValues.tsx'
import {
  type DraftCondition,
  type DraftRule,
  emptyCondition,
  fieldChoiceOf,
  isComplete,
  listPrivateFields,
  personFields,
  toRule,
  withField,
} from './draft-rule.ts'
import { useFieldName } from './use-field-name.ts'

type ConditionProps = {
  condition: DraftCondition
  number: number
  attributes: readonly Attribute[]
  onChange: (condition: DraftCondition) => void
  onRemove: (() => void) | undefined
}

/** A condition: a detail of people and the values that it may have. */
function ConditionFields({ condition, number, attributes, onChange, onRemove }: ConditionProps) {
  const { t } = useTranslation('organization')
  const fieldName = useFieldName()
  const attribute = attributes.find(({ id }) => id === condition.attributeId)
  return (
    <li className={css['condition']} aria-label={t('rule.condition', { n: number })}>
      <NativeSelect
        label={t('rule.field')}
        value={fieldChoiceOf(condition)}
        data={[
          ...personFields.map((value) => ({ value, label: fieldName(value) })),
          ...attributes.map(({ id, name }) => ({ value: `attribute:${id}`, label: name })),
        ]}
        onChange={(event) => onChange(withField(condition, event.currentTarget.value))}
      />
      <ConditionValues
        key={fieldChoiceOf(condition)}
        condition={condition}
        attribute={attribute}
        onChange={(values) => onChange({ ...condition, values })}
      />
      {onRemove ? (
        <CloseButton
          className={css['removeCondition'] ?? ''}
          aria-label={t('rule.remove', { n: number })}
          onClick={onRemove}
        />
      ) : null}
    </li>
  )
}

/** The number of people who meet all conditions, counted again after each change. */
function RuleCount({ draft }: { draft: DraftRule }) {
  const { t } = useTranslation('organization')
  const deferred = useDeferredValue(draft)
  const { data, error, isFetching } = useRulePreview(toRule(deferred), isComplete(deferred))
  let text = data ? t('rule.matches', { count: data.people }) : t('rule.counting')
  if (!isComplete(draft)) text = t('rule.incomplete')
  else if (error) text = callErrorText(t, error)
  return (
    <p className={css['matches']} role="status" aria-busy={isFetching}>
      {text}
    </p>
  )
}

/** Edits the conditions of a group, and counts the people who meet all of them. */
export function RuleEditor({
  draft,
  onChange,
  error,
}: {
  draft: DraftRule
  onChange: (draft: DraftRule) => void
  error?: ReactNode
}) {
  const { t } = useTranslation('organization')
  const { data: attributes = [], isPending } = useQuery(attributesQuery)
  const privateFields = listPrivateFields(draft, attributes, t('field.cost_center'))
  const nextKey = Math.max(-1, ...draft.map(({ key }) => key)) + 1
  return (
    <fieldset className={css['rule']}>
      <legend>{t('rule.title')}</legend>
      <p>{t('rule.text')}</p>
      {isPending ? <Skeleton height={60} /> : null}
      <ul hidden={isPending}>
        {draft.map((condition, index) => (
          <ConditionFields
            key={condition.key}
            condition={condition}
            number={index + 1}
            attributes={attributes}
            onChange={(changed) => onChange(draft.with(index, changed))}
            onRemove={draft.length > 1 ? () => onChange(draft.toSpliced(index, 1)) : undefined}
          />
        ))}
      </ul>
      {draft.length < limits.rule_conditions_max ? (
        <Button
          variant="default"
          size="compact-sm"
          onClick={() => onChange([...draft, emptyCondition(nextKey)])}
        >
          {t('rule.add')}
        </Button>
      ) : null}
      {privateFields.length ? (
        <p>{t('rule.private', { names: privateFields.join(', ') })}</p>
      ) : null}
      <RuleCount draft={draft} />
      {error ? (
        <p className={css['ruleError']} role="alert">
          {error}
        </p>
      ) : null}
    </fieldset>
  )
}

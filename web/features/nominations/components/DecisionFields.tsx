import { ActionIcon, Button, NativeSelect, Switch, TextInput } from '@mantine/core'
import { IconPlus, IconX } from '@tabler/icons-react'
import { limits } from '#contract/limits.ts'
import { ChoiceField } from '#web/shared/forms/ChoiceField.tsx'
import { useTranslation } from '#web/lib/translate.ts'
import css from './round-form.module.css'
import type { RoundForm } from './use-round-form.ts'

/** The criteria by which jurors score, each a short text. */
function CriteriaFields({ form }: { form: RoundForm }) {
  const { t } = useTranslation('organization')
  const { criteria } = form.values
  const { fields } = form.problems
  const set = (next: string[]) => form.setFieldValue('criteria', next)
  return (
    <div className={css['criteria']} role="group" aria-label={t('nominations.field.criteria')}>
      {criteria.map((criterion, index) => (
        // Criteria have no identity but their place.
        <div key={index} className={css['criterion']}>
          <TextInput
            label={t('nominations.field.criterion', { n: index + 1 })}
            maxLength={limits.nomination_label_chars_max}
            value={criterion}
            onChange={(event) =>
              set(criteria.map((old, place) => (place === index ? event.target.value : old)))
            }
            error={fields[`criteria.${index}`] ?? (index === 0 ? fields['criteria'] : undefined)}
          />
          {criteria.length > 1 ? (
            <ActionIcon
              variant="subtle"
              color="gray"
              size={36}
              aria-label={t('nominations.field.remove_criterion', { n: index + 1 })}
              onClick={() => set(criteria.filter((_, place) => place !== index))}
            >
              <IconX size={18} aria-hidden="true" />
            </ActionIcon>
          ) : null}
        </div>
      ))}
      {criteria.length < limits.nomination_criteria_max ? (
        <Button
          variant="default"
          size="sm"
          className={css['add'] ?? ''}
          leftSection={<IconPlus size={16} aria-hidden="true" />}
          onClick={() => set([...criteria, ''])}
        >
          {t('nominations.field.add_criterion')}
        </Button>
      ) : null}
    </div>
  )
}

/** A jury or a vote, with what they need, and what happens at equal scores. */
export function DecisionFields({ form }: { form: RoundForm }) {
  const { t } = useTranslation('organization')
  const isJury = form.values.decision === 'jury'
  return (
    <>
      <ChoiceField
        {...form.getInputProps('decision', { withError: false })}
        label={t('nominations.field.decision')}
        answers={[
          ['jury', t('nominations.decision.jury')],
          ['vote', t('nominations.decision.vote')],
        ]}
      />
      <p className={css['note']}>
        {t(isJury ? 'nominations.decision.jury_text' : 'nominations.decision.vote_text')}
      </p>
      {isJury ? (
        <>
          <CriteriaFields form={form} />
          <Switch
            label={t('nominations.field.hide_departments')}
            description={t('nominations.field.hide_departments_text')}
            {...form.getInputProps('hide_departments', { type: 'checkbox' })}
          />
        </>
      ) : null}
      <NativeSelect
        label={t('nominations.field.tie_rule')}
        description={t('nominations.field.tie_rule_text')}
        name="tie_rule"
        data={(['share', 'most_nominated', 'administrator'] as const).map((value) => ({
          value,
          label: t(`nominations.tie.${value}`),
        }))}
        {...form.getInputProps('tie_rule')}
      />
    </>
  )
}

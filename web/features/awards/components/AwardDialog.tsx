import { NativeSelect, Textarea, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { limits } from '#contract/limits.ts'
import { AudienceFields } from '#web/shared/audiences/AudienceFields.tsx'
import { budgetsQuery } from '#web/shared/budgets/budgets.api.ts'
import { useConfig } from '#web/shared/config.ts'
import { ChoiceField } from '#web/shared/forms/ChoiceField.tsx'
import { Form } from '#web/shared/forms/Form.tsx'
import { FormActions } from '#web/shared/forms/FormActions.tsx'
import { FormSection } from '#web/shared/forms/FormSection.tsx'
import { GeneralProblem } from '#web/shared/forms/GeneralProblem.tsx'
import { PictureChoice } from '#web/shared/forms/PictureChoice.tsx'
import { NumberField } from '#web/shared/forms/NumberField.tsx'
import { formatNumber } from '#web/lib/format.ts'
import { useTranslation } from '#web/lib/translate.ts'
import { Dialog } from '#web/ui/Dialog.tsx'
import css from './award-form.module.css'
import { StepFields } from './StepFields.tsx'
import { type AwardForm, type AwardFormStart, useAwardForm } from './use-award-form.ts'

function NameFields({ form }: { form: AwardForm }) {
  const { t } = useTranslation('organization')
  return (
    <div className={css['section']}>
      <div className={css['nameRow']}>
        <TextInput
          label={t('awards.field.emoji')}
          name="emoji"
          autoComplete="off"
          maxLength={32}
          classNames={{ input: css['emoji'] ?? '' }}
          {...form.getInputProps('emoji')}
        />
        <TextInput
          label={t('awards.field.name')}
          name="name"
          autoComplete="off"
          maxLength={limits.award_name_chars_max}
          {...form.getInputProps('name')}
          data-autofocus
        />
      </div>
      <Textarea
        label={t('awards.field.text')}
        name="text"
        autosize
        minRows={2}
        maxLength={limits.award_text_chars_max}
        {...form.getInputProps('text')}
      />
      <Textarea
        label={t('awards.field.criteria')}
        description={t('awards.field.criteria_text')}
        name="criteria"
        autosize
        minRows={2}
        maxLength={limits.award_criteria_chars_max}
        {...form.getInputProps('criteria')}
      />
    </div>
  )
}

function PointsSection({ form }: { form: AwardForm }) {
  const { t } = useTranslation('organization')
  const { data: budgets = [] } = useQuery(budgetsQuery)
  const { budget_id: budgetId, is_range: isRange } = form.values
  const offered = budgets.filter(
    ({ id, closed_at: closedAt }) => closedAt === null || id === budgetId,
  )
  return (
    <FormSection title={t('awards.section.points')}>
      <ChoiceField
        {...form.getInputProps('is_range', { withError: false })}
        label={t('awards.field.amount')}
        answers={[
          ['no', t('awards.field.fixed')],
          ['yes', t('awards.field.range')],
        ]}
      />
      <div className={css['pair']}>
        <NumberField
          label={t(isRange === 'yes' ? 'awards.field.points_min' : 'awards.field.points')}
          name="points_min"
          {...form.getInputProps('points_min')}
        />
        {isRange === 'yes' ? (
          <NumberField
            label={t('awards.field.points_max')}
            name="points_max"
            {...form.getInputProps('points_max')}
          />
        ) : null}
      </div>
      <NativeSelect
        label={t('awards.field.budget')}
        description={t('awards.field.budget_text')}
        name="budget_id"
        data={[
          { value: '', label: t('awards.issued') },
          ...offered.map(({ id, name, left }) => ({
            value: id,
            label: t('awards.budget_left', { name, n: formatNumber(left) }),
          })),
        ]}
        {...form.getInputProps('budget_id')}
      />
    </FormSection>
  )
}

function PeopleSection({ form }: { form: AwardForm }) {
  const { t } = useTranslation('organization')
  return (
    <FormSection title={t('awards.section.people')}>
      {(['givers', 'receivers'] as const).map((name) => (
        <ChoiceField
          key={name}
          {...form.getInputProps(`for_all_${name}`, { withError: false })}
          label={t(`awards.field.${name}`)}
          answers={[
            ['yes', t('awards.field.everyone')],
            ['no', t('awards.field.some_people')],
          ]}
        >
          {form.values[`for_all_${name}`] === 'no' ? (
            <div className={css['audience']}>
              <AudienceFields
                legend={t(`awards.field.${name}_audience`)}
                name={name}
                audience={form.values[name]}
                onChange={(audience) => form.setFieldValue(name, audience)}
                errors={form.problems.fields}
              />
            </div>
          ) : null}
        </ChoiceField>
      ))}
      <NumberField
        label={t('awards.field.yearly_max')}
        description={t('awards.field.yearly_text')}
        name="yearly_max"
        {...form.getInputProps('yearly_max')}
      />
    </FormSection>
  )
}

function PostSection({ form }: { form: AwardForm }) {
  const { t } = useTranslation('organization')
  const { values } = useConfig()
  return (
    <FormSection title={t('awards.section.post')}>
      <div className={css['two']}>
        <NativeSelect
          label={t('awards.field.value')}
          name="value_id"
          data={values.map(({ id, emoji, name }) => ({ value: id, label: `${emoji} ${name}` }))}
          {...form.getInputProps('value_id')}
        />
        <ChoiceField
          {...form.getInputProps('private', { withError: false })}
          label={t('awards.field.visibility')}
          answers={[
            ['no', t('awards.field.public')],
            ['yes', t('awards.field.private')],
          ]}
        />
      </div>
    </FormSection>
  )
}

/** Adds an award, or changes one. */
export function AwardDialog({ start, onClose }: { start: AwardFormStart; onClose: () => void }) {
  const { t } = useTranslation('organization')
  const { form, picture, submit, isSaving } = useAwardForm(start, onClose)
  const { award } = start
  return (
    <Dialog
      size="lg"
      isFullScreenOnPhone
      title={award ? t('awards.edit_title', { name: award.name }) : t('awards.add')}
      close={t('common:cancel')}
      onClose={onClose}
    >
      <Form problems={form.problems} onSubmit={submit} className={css['form']}>
        <GeneralProblem text={form.problems.general} />
        <NameFields form={form} />
        <PictureChoice picture={picture} />
        <PointsSection form={form} />
        <PeopleSection form={form} />
        <FormSection title={t('awards.section.approval')}>
          <StepFields form={form} />
        </FormSection>
        <PostSection form={form} />
        <FormActions action={t('awards.save')} busy={isSaving} onCancel={onClose} />
      </Form>
    </Dialog>
  )
}
